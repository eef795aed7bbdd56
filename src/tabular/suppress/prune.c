/*
 * prune.c - hidden cells that protect nothing are shown again.
 *
 * From the dearest on: a cell is shown if all proofs that it is part of have others close by
 * (proofs.h), or are other sums of moves of whole units.  A pattern that stands goes on standing.
 * O(cells + proofs looked for).
 */
#include "base/memory.h"
#include "base/sort.h"
#include "tabular/suppress/search.h"

/* Which proofs a cell is part of, as chains; a link of a proof that has changed is harmless. */
typedef struct links {
    uint32_t *first; /* of a cell, from 1; 0: none */
    uint32_t *next, *proof;
    size_t n, room;
    tacit_hiding_sums *sums; /* proofs must be sums of whole units; NULL: any do */
} links;

static tacit_status add_link(tacit_ctx *cx, links *l, uint32_t cell, size_t proof)
{
    if (l->n + 1 >= l->room) {
        l->room = 2 * l->room + 1024;
        TACIT_TRY(tacit_grow(cx, l->room, sizeof *l->next, &l->next));
        TACIT_TRY(tacit_grow(cx, l->room, sizeof *l->proof, &l->proof));
    }
    l->n++;
    l->next[l->n] = l->first[cell];
    l->proof[l->n] = (uint32_t)proof;
    l->first[cell] = (uint32_t)l->n;
    return TACIT_OK;
}

static tacit_status link_proof(tacit_ctx *cx, links *l, const tacit_hiding_proofs *p, size_t proof)
{
    for (size_t t = 0; t < p->proof[proof].n; t++)
        TACIT_TRY(add_link(cx, l, p->proof[proof].cell[t], proof));
    return TACIT_OK;
}

/* Look for another proof under the pattern `h->x`, if there is none. */
static tacit_status prove_again(tacit_ctx *cx, tacit_hiding *h, links *l, uint32_t proof,
                                bool *found)
{
    const tacit_claim claim = { h->proofs.primary[proof / TACIT_SIDES],
                                (tacit_claim_side)(proof % TACIT_SIDES), TACIT_CLOSE };
    *found = tacit_hiding_proofs_hold(&h->proofs, claim.k, claim.side, h->x);
    if (*found)
        return TACIT_OK;
    TACIT_TRY(l->sums != NULL ? tacit_hiding_sums_prove(cx, l->sums, h->x, proof, found)
                              : tacit_hiding_proofs_replace(cx, &h->proofs, h->x, &claim, found));
    return *found ? link_proof(cx, l, &h->proofs, proof) : TACIT_OK;
}

/* Show cell `i` if nothing needs it. */
static tacit_status try_cell(tacit_ctx *cx, tacit_hiding *h, links *l, uint32_t i)
{
    bool found = true;
    h->x[i] = 0;
    if (l->sums != NULL)
        tacit_hiding_sums_hold(l->sums, i, true);
    for (uint32_t at = l->first[i]; at > 0 && found; at = l->next[at])
        TACIT_TRY(prove_again(cx, h, l, l->proof[at], &found));
    h->x[i] = found ? 0 : 1;
    if (l->sums != NULL && !found)
        tacit_hiding_sums_hold(l->sums, i, false);
    return tacit_tick(cx, 0, 0);
}

static bool is_dearer(const void *user, uint32_t a, uint32_t b)
{
    const tacit_hiding *h = user;
    return h->cost[a] >= h->cost[b];
}

static tacit_status try_all(tacit_ctx *cx, tacit_hiding *h, links *l, const double *point)
{
    uint32_t *order = NULL;
    TACIT_TRY(tacit_scratch(cx, h->s->n_cells, sizeof *l->first, &l->first));
    for (size_t k = 0; k < h->proofs.n * TACIT_SIDES; k++)
        TACIT_TRY(link_proof(cx, l, &h->proofs, k));
    TACIT_TRY(tacit_sort_by(cx, h->n, is_dearer, h, &order));
    for (size_t c = 0; c < h->n && !tacit_hiding_is_over(cx, h); c++)
        if (point[order[c]] > 0.5)
            TACIT_TRY(try_cell(cx, h, l, h->cell[order[c]]));
    return TACIT_OK;
}

/* Mend what was shown too much; `*sure` says whether that leaves a pattern worth having. */
static tacit_status mend(tacit_ctx *cx, tacit_hiding *h, double *less, bool *sure)
{
    const tacit_status status = tacit_hiding_mend(cx, h, less);
    *sure = status == TACIT_OK && !h->coarse;
    h->coarse = false; /* what was there stands */
    return status == TACIT_ERR_CANCELLED && tacit_is_finishing(cx) ? TACIT_OK : status;
}

/* Whether a row of the pool is plainly broken: one that speaks of whole units, which attacks with
 * fractions do not find again. */
static bool breaks_row(const tacit_hiding *h, const double *point)
{
    for (size_t r = 0; r < h->pool.n; r++)
        if (tacit_hiding_sum(&h->pool, r, point) < h->pool.least[r] - 0.5)
            return true;
    return false;
}

tacit_status tacit_hiding_prune(tacit_ctx *cx, tacit_hiding *h, double *point)
{
    const size_t mark = tacit_scratch_mark(cx);
    links l = { 0 };
    double *less = NULL;
    bool broken = false;
    tacit_hiding_take(h, point);
    const tacit_status status = try_all(cx, h, &l, point);
    tacit_free(l.next);
    tacit_free(l.proof);
    TACIT_TRY(status);
    TACIT_TRY(tacit_scratch(cx, h->n, sizeof *less, &less));
    for (size_t j = 0; j < h->n; j++)
        less[j] = h->x[h->cell[j]];
    TACIT_TRY(tacit_hiding_break_until(cx, h, h->late, &broken));
    bool sure = !h->proofs.cut;
    if (sure && (broken || breaks_row(h, less)))
        TACIT_TRY(mend(cx, h, less, &sure));
    if (sure && tacit_hiding_cost(h, less) < tacit_hiding_cost(h, point))
        for (size_t j = 0; j < h->n; j++)
            point[j] = less[j];
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

tacit_status tacit_hiding_prune_whole(tacit_ctx *cx, tacit_hiding *h, tacit_hiding_sums *sums,
                                      double *point)
{
    const size_t mark = tacit_scratch_mark(cx);
    links l = { .sums = sums };
    sums->alone = true;
    tacit_hiding_take(h, point);
    const tacit_status status = try_all(cx, h, &l, point);
    tacit_free(l.next);
    tacit_free(l.proof);
    TACIT_TRY(status);
    for (size_t j = 0; j < h->n; j++)
        point[j] = h->x[h->cell[j]];
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}
