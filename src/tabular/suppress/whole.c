/*
 * whole.c - a pattern that stands in fractions is made to stand in whole units.
 *
 * Most claims are proven by sums of few moves (sums.h).  For one that is not the cheapest move is
 * looked for (moves.c) in which shown cells close by may move too, each at its cost, and those that
 * do are hidden; it is one more for sums.  What is hidden already is nearly free.  A cell that was
 * proven to be safe stays so when more is hidden: the tables that proved it are still possible.  At
 * the end all claims have proofs, and what none of them needs is shown again (prune.c).
 */
#include <math.h>

#include "tabular/suppress/search.h"

/* Moving a hidden cell costs so much, at least and at most: the dearer, the shorter are moves and
 * the sooner found, and the more is hidden.  It grows while there is too little time for what is
 * left, and shrinks. */
static const double LEAST = 0.05, MOST = 2, GROW = 1.2, SHRINK = 0.9;

/* Cells that are close, and the seconds of a program. */
enum { CLOSE = 300 };
static const double PATIENCE = 1;

/* The cells that may be moved, and what moving one costs. */
typedef struct field {
    double *all;     /* of a cell: it is hidden, or may be */
    double *x;       /* of a cell: it is hidden, or close by and may be */
    double *weight;  /* of a cell: what moving it costs, of what a hidden one does */
    uint32_t *close; /* shown cells that are close by */
    size_t n;
    double dear; /* what moving a hidden cell costs */
} field;

static tacit_status make_field(tacit_ctx *cx, const tacit_hiding *h, field *out)
{
    TACIT_TRY(tacit_scratch(cx, h->s->n_cells, sizeof *out->all, &out->all));
    TACIT_TRY(tacit_scratch(cx, h->s->n_cells, sizeof *out->x, &out->x));
    TACIT_TRY(tacit_scratch(cx, h->s->n_cells, sizeof *out->weight, &out->weight));
    TACIT_TRY(tacit_scratch(cx, TACIT_WIDE, sizeof *out->close, &out->close));
    for (size_t i = 0; i < h->s->n_cells; i++) {
        const bool shown = h->s->cell[i].status == TACIT_CELL_SAFE && h->x[i] < 0.5;
        out->x[i] = h->x[i];
        out->all[i] = shown ? 1 : h->x[i];
        out->weight[i] = 1;
    }
    return TACIT_OK;
}

/* Let the shown cells closest to `k` take part, among the `most` closest of all. */
static void open_field(tacit_hiding *h, field *f, uint32_t k, size_t most)
{
    tacit_hiding_near *near = &h->proofs.near;
    tacit_hiding_near_find(near, h->s, f->all, k, most);
    for (size_t c = 0; c < near->n; c++)
        if (h->x[near->cell[c]] < 0.5) {
            f->close[f->n++] = near->cell[c];
            f->x[near->cell[c]] = 1;
            f->weight[near->cell[c]] = fmax(1, h->cost[h->column[near->cell[c]]] / f->dear);
        }
}

/* Hide what the proof of a claim moves, and let no other shown cell take part any more. */
static void close_field(tacit_hiding *h, field *f, const tacit_hiding_proof *proof, double *point)
{
    for (size_t t = 0; proof != NULL && t < proof->n; t++) {
        const uint32_t i = proof->cell[t];
        if (h->s->cell[i].status != TACIT_CELL_SAFE)
            continue;
        point[h->column[i]] = h->x[i] = 1;
    }
    while (f->n > 0) {
        f->n--;
        f->x[f->close[f->n]] = h->x[f->close[f->n]];
        f->weight[f->close[f->n]] = 1;
    }
}

/* Hide the cheapest cells that give a claim a proof. */
static tacit_status hide_for(tacit_ctx *cx, tacit_hiding *h, field *f, uint32_t claim,
                             double *point, bool *found)
{
    const size_t most[] = { CLOSE, TACIT_WIDE };
    const tacit_hiding_ground on = { f->x, f->weight, PATIENCE };
    for (size_t i = 0; i < sizeof most / sizeof most[0] && !*found; i++) {
        const tacit_claim near = { h->proofs.primary[claim / TACIT_SIDES],
                                   (tacit_claim_side)(claim % TACIT_SIDES), TACIT_WIDE };
        open_field(h, f, near.k, most[i]);
        TACIT_TRY(tacit_hiding_proofs_move(cx, &h->proofs, &on, &near, found));
        close_field(h, f, *found ? &h->proofs.proof[claim] : NULL, point);
    }
    return tacit_tick(cx, 0, 0);
}

bool tacit_hiding_is_plain(const tacit_hiding *h)
{
    const tacit_system *s = h->s;
    return (s->owner == NULL || s->insiders == TACIT_INSIDERS_NONE) &&
           (s->contributors == NULL || s->together == 0);
}

/* Whether a claim has no proof of whole units. */
static bool is_open(const tacit_hiding *h, uint32_t claim)
{
    const tacit_cell *c = &h->s->cell[h->proofs.primary[claim / TACIT_SIDES]];
    return tacit_claim_level(c, (tacit_claim_side)(claim % TACIT_SIDES)) > 0 &&
           !tacit_hiding_proofs_stand(&h->proofs, claim, h->x);
}

/* The moves at hand: those that all moves of the parts of the pattern are sums of. */
static tacit_status find_moves(tacit_ctx *cx, tacit_hiding *h, double end, tacit_hiding_sums *out)
{
    tacit_cell_parts parts = { 0 };
    TACIT_TRY(tacit_hiding_sums_begin(cx, &h->proofs, out));
    TACIT_TRY(tacit_parts_find(cx, h->s, h->x, &parts));
    for (size_t p = 0; p < parts.n && tacit_lp_now() < end; p++)
        TACIT_TRY(tacit_hiding_sums_add_part(cx, out, &parts, p));
    return TACIT_OK;
}

/* Prove what sums of moves at hand prove; `*rest` claims are left open. */
static tacit_status prove_by_sums(tacit_ctx *cx, tacit_hiding *h, tacit_hiding_sums *sums,
                                  double end, size_t *rest)
{
    for (uint32_t k = 0; k < h->proofs.n * TACIT_SIDES; k++) {
        bool found = !is_open(h, k);
        if (!found && tacit_lp_now() < end)
            TACIT_TRY(tacit_hiding_sums_prove(cx, sums, h->x, k, &found));
        *rest += !found;
    }
    return tacit_tick(cx, 0, 0);
}

/* Prove the claims that are left by sums, or by hiding more. */
static tacit_status prove_rest(tacit_ctx *cx, tacit_hiding *h, tacit_hiding_sums *sums, double end,
                               double *point, size_t rest)
{
    field f = { .dear = LEAST };
    TACIT_TRY(make_field(cx, h, &f));
    for (uint32_t k = 0; k < h->proofs.n * TACIT_SIDES; k++) {
        const double now = tacit_lp_now(), pace = (end - now) / (double)(rest + 1);
        bool found = !is_open(h, k);
        if (found || pace <= 0 || tacit_is_finishing(cx))
            continue;
        rest -= rest > 0;
        TACIT_TRY(tacit_hiding_sums_prove(cx, sums, h->x, k, &found));
        if (found)
            continue;
        TACIT_TRY(hide_for(cx, h, &f, k, point, &found));
        if (found)
            TACIT_TRY(tacit_hiding_sums_add(cx, sums, &h->proofs.proof[k]));
        const bool slow = tacit_lp_now() - now > pace;
        f.dear = slow ? fmin(MOST, GROW * f.dear) : fmax(LEAST, SHRINK * f.dear);
    }
    return TACIT_OK;
}

/* Mark the cells of claims that are open still. */
static size_t mark_open(const tacit_hiding *h, bool *open)
{
    size_t n = 0;
    for (uint32_t k = 0; k < h->proofs.n * TACIT_SIDES; k++)
        if (is_open(h, k)) {
            open[h->proofs.primary[k / TACIT_SIDES]] = true;
            n++;
        }
    return n;
}

static tacit_status make_whole(tacit_ctx *cx, tacit_hiding *h, tacit_hiding_sums *sums, double end,
                               double *point)
{
    size_t rest = 0;
    TACIT_TRY(find_moves(cx, h, end, sums));
    TACIT_TRY(prove_by_sums(cx, h, sums, end, &rest));
    return rest == 0 ? TACIT_OK : prove_rest(cx, h, sums, end, point, rest);
}

tacit_status tacit_hiding_whole(tacit_ctx *cx, tacit_hiding *h, double end, double *point,
                                bool *open, size_t *left)
{
    const size_t mark = tacit_scratch_mark(cx);
    tacit_hiding_sums sums = { 0 };
    tacit_hiding_take(h, point);
    tacit_status status = make_whole(cx, h, &sums, end, point);
    *left = mark_open(h, open);
    if (status == TACIT_OK && *left == 0 && tacit_hiding_is_plain(h))
        status = tacit_hiding_prune_whole(cx, h, &sums, point);
    tacit_hiding_sums_free(&sums);
    TACIT_TRY(status);
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}
