/*
 * gaps.c - what pieces prove for patterns that hide other columns too.
 *
 * With the prices p of the relaxation and d = c - A'p, a pattern costs the sum over pieces q of
 * what its rows and columns add, and d_j for each column j that it hides of those that are not
 * free.  If none of these stands in a row of q, then q adds no less than its integer program says,
 * C_q; else no less than L_q = p'b + sum of min(d_j, 0) over its rows and columns.  So a column j
 * outside pays for all pieces that it touches if d_j is at least the sum of their gaps C_q - L_q,
 * and what such columns touch is proven as if they did not exist.  The gaps of pieces that other
 * columns touch are lost, until these are free.  (Reduced-cost fixing, Dantzig, Fulkerson and
 * Johnson 1954, place by place: the gap that counts is that of the neighbourhood, not of the
 * table.)  O(terms).
 */
#include <math.h>

#include "tabular/suppress/pieces.h"

static const double NEAR = 1e-6;

typedef struct gaps {
    const tacit_hiding_pieces *p;
    double *touched; /* of a column: the gaps of all pieces in whose rows it stands */
    uint32_t *last;  /* of a column: the last of these, from 1 */
} gaps;

double tacit_hiding_pieces_least(const tacit_hiding_pieces *p, size_t k)
{
    const tacit_hiding *h = p->h;
    double least = 0;
    for (size_t c = p->first_row[k]; c < p->first_row[k + 1]; c++)
        if (p->row[c] < h->lax.n_priced)
            least += h->lax.price[p->row[c]] * h->pool.least[p->row[c]];
    for (size_t c = p->first_column[k]; c < p->first_column[k + 1]; c++)
        least += fmin(h->lax.reduced[p->column[c]], 0);
    return least;
}

/* How much dearer piece `k` is than its part of the relaxation. */
static double gap_of(const tacit_hiding_pieces *p, size_t k)
{
    return fmax(p->bound[k] - tacit_hiding_pieces_least(p, k), 0);
}

/* Add the gap of piece `k` to the columns that touch it. */
static void touch(gaps *g, size_t k, double gap)
{
    const tacit_cuts *pool = &g->p->h->pool;
    for (size_t c = g->p->first_row[k]; c < g->p->first_row[k + 1]; c++)
        for (size_t e = pool->start[g->p->row[c]]; e < pool->start[g->p->row[c] + 1]; e++) {
            const uint32_t j = pool->cell[e];
            if (g->p->piece[j] == g->p->n && g->last[j] != k + 1) {
                g->last[j] = (uint32_t)k + 1;
                g->touched[j] += gap;
            }
        }
}

/* Whether a column touches more than it pays for. */
static bool is_cheap(const gaps *g, uint32_t j)
{
    return g->p->piece[j] == g->p->n && g->touched[j] > g->p->h->lax.reduced[j] + NEAR;
}

/* Whether such a column touches piece `k`; these are wanted. */
static bool is_lost(const gaps *g, size_t k)
{
    const tacit_cuts *pool = &g->p->h->pool;
    bool lost = false;
    for (size_t c = g->p->first_row[k]; c < g->p->first_row[k + 1]; c++)
        for (size_t e = pool->start[g->p->row[c]]; e < pool->start[g->p->row[c] + 1]; e++)
            if (is_cheap(g, pool->cell[e])) {
                g->p->out->n_wanted += !g->p->h->wanted[pool->cell[e]];
                g->p->h->wanted[pool->cell[e]] = lost = true;
            }
    return lost;
}

tacit_status tacit_hiding_pieces_gaps(tacit_ctx *cx, const tacit_hiding_pieces *p)
{
    const size_t mark = tacit_scratch_mark(cx);
    gaps g = { .p = p };
    TACIT_TRY(tacit_scratch(cx, p->h->n, sizeof *g.touched, &g.touched));
    TACIT_TRY(tacit_scratch(cx, p->h->n, sizeof *g.last, &g.last));
    p->out->n_wanted = 0;
    p->out->lasting = p->out->bound;
    for (size_t j = 0; j < p->h->n; j++)
        p->h->wanted[j] = false;
    for (size_t k = 0; k < p->n; k++)
        if (gap_of(p, k) > 0)
            touch(&g, k, gap_of(p, k));
    for (size_t k = 0; k < p->n; k++)
        if (is_lost(&g, k))
            p->out->lasting -= gap_of(p, k);
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}
