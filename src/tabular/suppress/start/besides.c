/*
 * besides.c - cells hidden besides so that sums of moves prove more claims.
 *
 * Where cells hardly can move, one shown cell more that stands in equations of a part alone often
 * gives its hidden cells a move that they did not have: with it each of these moves is known at
 * once (solve/kernel.h).  The cell with whose move most claims are proven for its cost is hidden,
 * again and again, until none proves any.  All of that is adding up, and asks no program.
 */
#include <math.h>

#include "base/sort.h"
#include "tabular/suppress/start/offers.h"
#include "tabular/suppress/search.h"

/* Shown cells that may be hidden of a part, the cheapest. */
enum { MOST_CELLS = 1000 };

/* Offers that are taken before others are looked for. */
enum { MOST_TAKEN = 4 };

/* The error of what is worth most, at most. */
static const double ERROR = 0.5;

/* A part and what may be hidden besides. */
typedef struct part {
    tacit_hiding *h;
    tacit_hiding_sums *sums;
    double *point;
    tacit_rng *rng;
    double end;
    uint32_t *cell, *row; /* its cells, those that may be hidden, and their equations */
    size_t n, inner, m;
    tacit_hiding_offers offers;
    double *worth;   /* of an offer: claims proven for its cost, as last known */
    uint32_t *claim; /* that are open */
    size_t n_claims;
    double *mark; /* of a cell: claims are counted for what moves it */
} part;

/* What serves to find the cells of a part, for all parts. */
typedef struct room {
    uint32_t *part_of_row; /* of an equation: its part, from 1; 0: it has no hidden cell */
    uint32_t *seen;        /* of a cell: the part that has seen it, from 1, */
    uint32_t *seen_row;    /* and of an equation */
} room;

/* ---- what is offered ---- */

/* Whether no equation of cell `i` belongs to another part. */
static bool is_within(const tacit_system *s, const room *r, uint32_t i, size_t p)
{
    for (size_t t = s->first_of[i]; t < s->first_of[i + 1]; t++)
        if (r->part_of_row[s->in[t].at] != p + 1 && r->part_of_row[s->in[t].at] != 0)
            return false;
    return true;
}

static bool is_cheaper(const void *user, uint32_t a, uint32_t b)
{
    const part *w = user;
    return w->h->s->cell[w->cell[a]].cost <= w->h->s->cell[w->cell[b]].cost;
}

/* List the cells of part `p`, and the shown ones of its equations. */
static tacit_status list_cells(tacit_ctx *cx, part *w, const tacit_cell_parts *parts, size_t p,
                               const room *r)
{
    const tacit_system *s = w->h->s;
    const uint32_t *row = parts->row + parts->first_row[p];
    const size_t m = parts->first_row[p + 1] - parts->first_row[p];
    size_t most = parts->first[p + 1] - parts->first[p];
    w->n = w->inner = most;
    for (size_t i = 0; i < m; i++)
        most += s->first[row[i] + 1] - s->first[row[i]];
    TACIT_TRY(tacit_scratch(cx, most, sizeof *w->cell, &w->cell));
    for (size_t j = 0; j < w->inner; j++)
        w->cell[j] = parts->cell[parts->first[p] + j];
    for (size_t i = 0; i < m; i++)
        for (size_t e = s->first[row[i]]; e < s->first[row[i] + 1]; e++) {
            const uint32_t c = s->term[e].at;
            if (r->seen[c] == p + 1 || s->cell[c].status != TACIT_CELL_SAFE || w->h->x[c] > 0.5)
                continue;
            r->seen[c] = (uint32_t)p + 1;
            if (is_within(s, r, c, p))
                w->cell[w->n++] = c;
        }
    return TACIT_OK;
}

/* Leave the cheapest of those that may be hidden. */
static tacit_status choose_cells(tacit_ctx *cx, part *w)
{
    uint32_t *order = NULL, *all = w->cell;
    size_t n = w->inner;
    TACIT_TRY(tacit_sort_by(cx, w->n, is_cheaper, w, &order));
    TACIT_TRY(tacit_scratch(cx, w->n, sizeof *w->cell, &w->cell));
    for (size_t j = 0; j < n; j++)
        w->cell[j] = all[j];
    for (size_t c = 0; c < w->n && n < w->inner + MOST_CELLS; c++)
        if (order[c] >= w->inner)
            w->cell[n++] = all[order[c]];
    w->n = n;
    return TACIT_OK;
}

static tacit_status list_rows(tacit_ctx *cx, part *w, size_t p, const room *r)
{
    const tacit_system *s = w->h->s;
    size_t most = 0;
    for (size_t j = 0; j < w->n; j++)
        most += s->first_of[w->cell[j] + 1] - s->first_of[w->cell[j]];
    TACIT_TRY(tacit_scratch(cx, most, sizeof *w->row, &w->row));
    w->m = 0;
    for (size_t j = 0; j < w->n; j++)
        for (size_t t = s->first_of[w->cell[j]]; t < s->first_of[w->cell[j] + 1]; t++)
            if (r->seen_row[s->in[t].at] != p + 1) {
                r->seen_row[s->in[t].at] = (uint32_t)p + 1;
                w->row[w->m++] = s->in[t].at;
            }
    return TACIT_OK;
}

/* ---- which are taken ---- */

static double cost_of(const part *w, const tacit_hiding_offer *o)
{
    double cost = 0;
    for (size_t k = 0; k < o->n; k++)
        cost += w->h->x[o->cell[k]] > 0.5 ? 0 : w->h->s->cell[o->cell[k]].cost;
    return cost;
}

/* Let sums move the cells of an offer, or leave those that are shown where they are. */
static void let_move(const part *w, const tacit_hiding_offer *o, bool move)
{
    for (size_t k = 0; k < o->n; k++)
        tacit_hiding_sums_hold(w->sums, o->cell[k], !move && w->h->x[o->cell[k]] < 0.5);
}

/* How many open claims the move of offer `j` proves for its cost. */
static double worth_of(const part *w, size_t j)
{
    const tacit_hiding_offer *o = &w->offers.offer[j];
    const double cost = cost_of(w, o);
    double n = 0;
    if (o->step.n == 0)
        return 0;
    for (size_t t = 0; t < o->step.n; t++)
        w->mark[o->step.cell[t]] = 1;
    let_move(w, o, true);
    for (size_t c = 0; c < w->n_claims; c++)
        if (w->mark[w->h->proofs.primary[w->claim[c] / TACIT_SIDES]] > 0)
            n += tacit_hiding_sums_can(w->sums, w->claim[c], &o->step);
    for (size_t t = 0; t < o->step.n; t++)
        w->mark[o->step.cell[t]] = 0;
    let_move(w, o, false);
    if (w->rng != NULL)
        n *= 1 + ERROR * tacit_rng_uniform(w->rng);
    return cost > 0 ? n / cost : n > 0 ? HUGE_VAL : 0;
}

/* The offer of most worth; the number of offers if none has any.  Worths that were known before are
 * looked at again only where they are above all others. */
static size_t find_best(const part *w)
{
    const size_t m = w->offers.n;
    for (;;) {
        size_t best = m;
        for (size_t j = 0; j < m; j++)
            if (w->worth[j] > 0 && (best == m || w->worth[j] > w->worth[best]))
                best = j;
        if (best == m)
            return m;
        const double before = w->worth[best];
        w->worth[best] = worth_of(w, best);
        if (w->worth[best] >= (w->rng == NULL ? 1 : 1 / (1 + ERROR)) * before)
            return best;
    }
}

/* Prove what the moves at hand prove; the others stay open. */
static tacit_status prove_open(tacit_ctx *cx, part *w)
{
    size_t n = 0;
    for (size_t c = 0; c < w->n_claims; c++) {
        bool found = tacit_hiding_proofs_stand(&w->h->proofs, w->claim[c], w->h->x);
        if (!found)
            TACIT_TRY(tacit_hiding_sums_prove(cx, w->sums, w->h->x, w->claim[c], &found));
        if (!found)
            w->claim[n++] = w->claim[c];
    }
    w->n_claims = n;
    return tacit_tick(cx, 0, 0);
}

static tacit_status take(tacit_ctx *cx, part *w, size_t j)
{
    const tacit_hiding_offer *o = &w->offers.offer[j];
    for (size_t k = 0; k < o->n; k++)
        w->h->x[o->cell[k]] = w->point[w->h->column[o->cell[k]]] = 1;
    w->worth[j] = 0;
    let_move(w, o, true);
    TACIT_TRY(tacit_hiding_sums_add_step(cx, w->sums, &o->step));
    return prove_open(cx, w);
}

/* Look at what is offered, and take some; `*any` if that was of use. */
static tacit_status take_offers(tacit_ctx *cx, part *w, bool *any)
{
    const tacit_hiding_offers_ground on = { w->h->s, w->cell, w->row, w->n, w->inner, w->m };
    TACIT_TRY(tacit_hiding_offers_find(cx, &on, &w->offers));
    TACIT_TRY(tacit_scratch(cx, w->offers.n, sizeof *w->worth, &w->worth));
    for (size_t j = 0; j < w->offers.n && tacit_lp_now() < w->end; j++)
        w->worth[j] = worth_of(w, j);
    *any = false;
    for (size_t n = 0; n < MOST_TAKEN && w->n_claims > 0 && tacit_lp_now() < w->end; n++) {
        const size_t best = find_best(w);
        if (best == w->offers.n)
            break;
        *any = true;
        TACIT_TRY(take(cx, w, best));
    }
    return TACIT_OK;
}

/* ---- part by part ---- */

static void list_claims(part *w, const tacit_cell_parts *parts, size_t p)
{
    const tacit_hiding_proofs *proofs = &w->h->proofs;
    w->n_claims = 0;
    for (uint32_t k = 0; k < proofs->n * TACIT_SIDES; k++) {
        const uint32_t i = proofs->primary[k / TACIT_SIDES];
        if (parts->part_of[i] == p &&
            tacit_claim_level(&w->h->s->cell[i], (tacit_claim_side)(k % TACIT_SIDES)) > 0 &&
            !tacit_hiding_proofs_stand(proofs, k, w->h->x))
            w->claim[w->n_claims++] = k;
    }
}

/* Hide some cells of each part with open claims; `*any` if that was of use. */
static tacit_status go_through(tacit_ctx *cx, part *w, const tacit_cell_parts *parts, const room *r,
                               bool *any)
{
    *any = false;
    for (size_t p = 0; p < parts->n && tacit_lp_now() < w->end; p++) {
        const size_t mark = tacit_scratch_mark(cx);
        bool more = false;
        list_claims(w, parts, p);
        if (w->n_claims > 0) {
            TACIT_TRY(list_cells(cx, w, parts, p, r));
            TACIT_TRY(choose_cells(cx, w));
            TACIT_TRY(list_rows(cx, w, p, r));
            TACIT_TRY(take_offers(cx, w, &more));
        }
        *any = *any || (more && w->n_claims > 0);
        tacit_scratch_release(cx, mark);
    }
    return TACIT_OK;
}

/* Go through the parts as they are by now. */
static tacit_status go_round(tacit_ctx *cx, part *w, bool *any)
{
    const size_t mark = tacit_scratch_mark(cx);
    const tacit_system *s = w->h->s;
    tacit_cell_parts parts = { 0 };
    room r = { 0 };
    TACIT_TRY(tacit_parts_find(cx, s, w->h->x, &parts));
    TACIT_TRY(tacit_scratch(cx, s->n_equations, sizeof *r.part_of_row, &r.part_of_row));
    TACIT_TRY(tacit_scratch(cx, s->n_equations, sizeof *r.seen_row, &r.seen_row));
    TACIT_TRY(tacit_scratch(cx, s->n_cells, sizeof *r.seen, &r.seen));
    for (size_t p = 0; p < parts.n; p++)
        for (size_t i = parts.first_row[p]; i < parts.first_row[p + 1]; i++)
            r.part_of_row[parts.row[i]] = (uint32_t)p + 1;
    TACIT_TRY(go_through(cx, w, &parts, &r, any));
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

tacit_status tacit_hiding_besides(tacit_ctx *cx, const tacit_hiding_besides_job *job)
{
    const size_t mark = tacit_scratch_mark(cx);
    const tacit_hiding *h = job->h;
    part w = {
        .h = job->h, .sums = job->sums, .point = job->point, .rng = job->rng, .end = job->end
    };
    bool any = true;
    TACIT_TRY(tacit_scratch(cx, h->s->n_cells, sizeof *w.mark, &w.mark));
    TACIT_TRY(tacit_scratch(cx, h->proofs.n * TACIT_SIDES, sizeof *w.claim, &w.claim));
    while (any && tacit_lp_now() < w.end)
        TACIT_TRY(go_round(cx, &w, &any));
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}
