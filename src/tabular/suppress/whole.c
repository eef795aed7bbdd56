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
#include <string.h>

#include "base/memory.h"
#include "tabular/suppress/search.h"

/* Moving a hidden cell costs so much, at least and at most: the dearer, the shorter are moves and
 * the sooner found, and the more is hidden.  It grows while there is too little time for what is
 * left, and shrinks. */
static const double LEAST = 0.05, MOST = 2, GROW = 1.2, SHRINK = 0.9;

/* Cells that are close, and the seconds of a program. */
enum { CLOSE = 300 };
static const double PATIENCE = 1;

/* How often it is tried again with other choices, of which the best is taken. */
enum { TRIES = 12 };

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
        for (size_t t = 0; t < h->proofs.proof[k].n && found; t++)
            tacit_hiding_sums_hold(sums, h->proofs.proof[k].cell[t], false);
        if (found)
            TACIT_TRY(tacit_hiding_sums_add(cx, sums, &h->proofs.proof[k]));
        const bool slow = tacit_lp_now() - now > pace;
        f.dear = slow ? fmin(MOST, GROW * f.dear) : fmax(LEAST, SHRINK * f.dear);
    }
    return TACIT_OK;
}

/* Mark the cells of claims that are open still. */
static void mark_open(const tacit_hiding *h, bool *open)
{
    for (uint32_t k = 0; k < h->proofs.n * TACIT_SIDES; k++)
        if (is_open(h, k))
            open[h->proofs.primary[k / TACIT_SIDES]] = true;
}

static size_t count_open(const tacit_hiding *h)
{
    size_t n = 0;
    for (uint32_t k = 0; k < h->proofs.n * TACIT_SIDES; k++)
        n += is_open(h, k);
    return n;
}

static tacit_status make_whole(tacit_ctx *cx, tacit_hiding *h, tacit_hiding_sums *sums,
                               tacit_rng *rng, double end, double *point)
{
    size_t rest = 0;
    TACIT_TRY(tacit_hiding_sums_begin_all(cx, &h->proofs, h->x, end, sums));
    TACIT_TRY(prove_by_sums(cx, h, sums, end, &rest));
    if (rest == 0)
        return TACIT_OK;
    const tacit_hiding_besides_job job = { h, sums, point, rng, end };
    TACIT_TRY(tacit_hiding_besides(cx, &job));
    return prove_rest(cx, h, sums, end, point, rest);
}

/* Prove all claims of the pattern of `point`, and show again what no proof needs; `*left` says how
 * many are open then. */
static tacit_status prove_all(tacit_ctx *cx, tacit_hiding *h, tacit_rng *rng, double end,
                              double *point, size_t *left)
{
    const size_t mark = tacit_scratch_mark(cx);
    tacit_hiding_sums sums = { 0 };
    tacit_hiding_take(h, point);
    tacit_status status = make_whole(cx, h, &sums, rng, end, point);
    *left = count_open(h);
    if (status == TACIT_OK && *left == 0 && tacit_hiding_is_plain(h))
        status = tacit_hiding_prune_whole(cx, h, &sums, point);
    tacit_hiding_sums_free(&sums);
    tacit_scratch_release(cx, mark);
    return status;
}

/* The best pattern so far, and its proofs. */
typedef struct best {
    double *point;
    size_t left; /* claims that are open */
    double cost;
    tacit_hiding_proof *proof;
} best;

/* Keep a pattern that leaves less open, or as much at less cost. */
static tacit_status keep_best(tacit_ctx *cx, const tacit_hiding *h, const double *point,
                              size_t left, best *b)
{
    const double cost = tacit_hiding_cost(h, point);
    if (left > b->left || (left == b->left && cost >= b->cost))
        return TACIT_OK;
    b->left = left;
    b->cost = cost;
    memcpy(b->point, point, h->n * sizeof *point);
    for (size_t k = 0; k < h->proofs.n * TACIT_SIDES; k++) {
        const tacit_hiding_proof *proof = &h->proofs.proof[k];
        TACIT_TRY(tacit_hiding_proof_keep(cx, &b->proof[k], proof->cell, proof->move, proof->n));
    }
    return TACIT_OK;
}

/* The best pattern with its proofs; those of the last are let go. */
static void take_best(tacit_hiding *h, const best *b, double *point)
{
    for (size_t k = 0; k < h->proofs.n * TACIT_SIDES; k++) {
        tacit_hiding_proof *proof = &h->proofs.proof[k];
        const tacit_hiding_proof gone = *proof;
        *proof = b->proof[k];
        tacit_free(gone.cell);
        tacit_free(gone.move);
    }
    memcpy(point, b->point, h->n * sizeof *point);
    tacit_hiding_take(h, point);
}

/* Try again from the pattern `from`, with other choices, while there is time for it. */
static tacit_status try_again(tacit_ctx *cx, tacit_hiding *h, double end, const double *from,
                              double *point, best *b)
{
    tacit_rng rng = tacit_rng_seed(1);
    double longest = 0;
    for (size_t n = 0; n < TRIES && tacit_lp_now() + 2 * longest < end; n++) {
        const double now = tacit_lp_now();
        size_t left = 0;
        if (tacit_is_finishing(cx))
            return TACIT_OK;
        memcpy(point, from, h->n * sizeof *point);
        TACIT_TRY(prove_all(cx, h, &rng, end, point, &left));
        TACIT_TRY(keep_best(cx, h, point, left, b));
        longest = fmax(longest, tacit_lp_now() - now);
    }
    return TACIT_OK;
}

tacit_status tacit_hiding_whole(tacit_ctx *cx, tacit_hiding *h, double end, double *point,
                                bool *open, size_t *left)
{
    const size_t mark = tacit_scratch_mark(cx);
    double *from = NULL;
    best b = { .left = SIZE_MAX };
    TACIT_TRY(tacit_scratch(cx, h->n, sizeof *from, &from));
    TACIT_TRY(tacit_scratch(cx, h->n, sizeof *b.point, &b.point));
    TACIT_TRY(tacit_scratch(cx, h->proofs.n * TACIT_SIDES, sizeof *b.proof, &b.proof));
    memcpy(from, point, h->n * sizeof *point);
    tacit_status status = prove_all(cx, h, NULL, end, point, left);
    if (status == TACIT_OK)
        status = keep_best(cx, h, point, *left, &b);
    if (status == TACIT_OK && (*left > 0 || b.cost > tacit_hiding_cost(h, from)))
        status = try_again(cx, h, end, from, point, &b);
    take_best(h, &b, point);
    TACIT_TRY(status);
    *left = b.left;
    mark_open(h, open);
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}
