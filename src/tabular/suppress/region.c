/*
 * region.c - some columns that are free while all others stay as they are.
 *
 * Finding one costs O(terms of its equations), its rows O(rows of the pool that have its columns).
 */
#include "tabular/suppress/region.h"

#include <math.h>

#include "base/memory.h"

tacit_status tacit_hiding_region_begin(tacit_ctx *cx, tacit_hiding *h, double *point,
                                       tacit_hiding_region *out)
{
    const size_t n = h->n, m = h->s->n_equations;
    *out = (tacit_hiding_region){ .h = h, .point = point };
    TACIT_TRY(tacit_scratch(cx, n, sizeof *out->free, &out->free));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *out->place, &out->place));
    TACIT_TRY(tacit_scratch(cx, m, sizeof *out->row, &out->row));
    TACIT_TRY(tacit_scratch(cx, m, sizeof *out->seen_row, &out->seen_row));
    TACIT_TRY(tacit_scratch(cx, h->proofs.n * TACIT_SIDES, sizeof *out->claim, &out->claim));
    return tacit_hiding_region_index(cx, out);
}

void tacit_hiding_region_free(tacit_hiding_region *g)
{
    tacit_free(g->first);
    tacit_free(g->at);
    tacit_free(g->taken);
}

tacit_status tacit_hiding_region_index(tacit_ctx *cx, tacit_hiding_region *g)
{
    const tacit_cuts *pool = &g->h->pool;
    const size_t n = g->h->n;
    TACIT_TRY(tacit_grow(cx, n + 2, sizeof *g->first, &g->first));
    TACIT_TRY(tacit_grow(cx, pool->n_terms + 1, sizeof *g->at, &g->at));
    TACIT_TRY(tacit_grow(cx, pool->n + 1, sizeof *g->taken, &g->taken));
    for (size_t j = 0; j < n + 2; j++)
        g->first[j] = 0;
    for (size_t e = 0; e < pool->n_terms; e++)
        g->first[pool->cell[e] + 2]++;
    for (size_t j = 2; j < n + 2; j++)
        g->first[j] += g->first[j - 1];
    for (size_t r = 0; r < pool->n; r++)
        for (size_t e = pool->start[r]; e < pool->start[r + 1]; e++)
            g->at[g->first[pool->cell[e] + 1]++] = (uint32_t)r;
    g->indexed = pool->n;
    return TACIT_OK;
}

/* ---- which columns ---- */

static void set_free(tacit_hiding_region *g, uint32_t j)
{
    if (g->place[j] > 0)
        return;
    g->free[g->n++] = j;
    g->place[j] = (uint32_t)g->n;
}

/* Set the columns of equation `r` free that may be. */
static void set_row_free(tacit_hiding_region *g, uint32_t r, double most)
{
    const tacit_hiding *h = g->h;
    const tacit_system *s = h->s;
    for (size_t e = s->first[r]; e < s->first[r + 1]; e++) {
        const uint32_t k = s->term[e].at, j = h->column[k];
        if (s->cell[k].status == TACIT_CELL_SAFE &&
            (g->point[j] > 0.5 || h->lax.point[j] > 1e-6 || h->lax.reduced[j] <= most))
            set_free(g, j);
    }
}

/* Take the equations of column `j`; while `more`, their columns are set free. */
static void take_rows(tacit_hiding_region *g, uint32_t j, bool more, double most)
{
    const tacit_system *s = g->h->s;
    const uint32_t i = g->h->cell[j];
    for (size_t t = s->first_of[i]; t < s->first_of[i + 1]; t++) {
        const uint32_t r = s->in[t].at;
        if (g->seen_row[r])
            continue;
        g->seen_row[r] = true;
        g->row[g->n_rows++] = r;
        if (more)
            set_row_free(g, r, most);
    }
}

/* Whether a proof needs a free column, or does not hold as all is. */
static bool is_shaky(const tacit_hiding_region *g, const tacit_hiding_proof *proof)
{
    const tacit_hiding *h = g->h;
    for (size_t t = 0; t < proof->n; t++) {
        const uint32_t i = proof->cell[t];
        if (h->s->cell[i].status == TACIT_CELL_SAFE &&
            (g->place[h->column[i]] > 0 || g->point[h->column[i]] < 0.5))
            return true;
    }
    return proof->n == 0;
}

static void find_claims(tacit_hiding_region *g)
{
    const tacit_hiding_proofs *p = &g->h->proofs;
    for (size_t k = 0; k < p->n * TACIT_SIDES; k++) {
        const tacit_cell *c = &p->s->cell[p->primary[k / TACIT_SIDES]];
        if (tacit_claim_level(c, (tacit_claim_side)(k % TACIT_SIDES)) > 0 &&
            is_shaky(g, &p->proof[k]))
            g->claim[g->n_claims++] = (uint32_t)k;
    }
}

void tacit_hiding_region_find(tacit_hiding_region *g, uint32_t j, double size, double most)
{
    set_free(g, j);
    for (size_t c = 0; c < g->n; c++)
        take_rows(g, g->free[c], (double)g->n < size, most);
    find_claims(g);
}

void tacit_hiding_region_leave(tacit_hiding_region *g)
{
    for (size_t c = 0; c < g->n; c++)
        g->place[g->free[c]] = 0;
    for (size_t c = 0; c < g->n_rows; c++)
        g->seen_row[g->row[c]] = false;
    g->n = g->n_rows = g->n_claims = 0;
}

/* ---- which rows ---- */

tacit_status tacit_hiding_region_row(tacit_ctx *cx, const tacit_hiding_region *g, size_t r,
                                     tacit_cuts *out)
{
    const tacit_cuts *pool = &g->h->pool;
    double least = pool->least[r], worst = 0;
    for (size_t e = pool->start[r]; e < pool->start[r + 1]; e++)
        if (g->place[pool->cell[e]] == 0)
            least -= pool->weight[e] * g->point[pool->cell[e]];
        else
            worst += fmin(pool->weight[e], 0);
    if (worst >= least - 1e-9)
        return TACIT_OK;
    TACIT_TRY(tacit_cuts_begin(cx, out));
    for (size_t e = pool->start[r]; e < pool->start[r + 1]; e++)
        if (g->place[pool->cell[e]] > 0)
            TACIT_TRY(tacit_cuts_term(cx, out, g->place[pool->cell[e]] - 1,
                                      fmin(pool->weight[e], least - worst)));
    tacit_cuts_end(out, least);
    return TACIT_OK;
}

tacit_status tacit_hiding_region_rows(tacit_ctx *cx, tacit_hiding_region *g, tacit_cuts *out)
{
    for (size_t c = 0; c < g->n; c++)
        for (size_t t = g->first[g->free[c]]; t < g->first[g->free[c] + 1]; t++)
            g->taken[g->at[t]] = false;
    for (size_t c = 0; c < g->n; c++)
        for (size_t t = g->first[g->free[c]]; t < g->first[g->free[c] + 1]; t++)
            if (!g->taken[g->at[t]]) {
                g->taken[g->at[t]] = true;
                TACIT_TRY(tacit_hiding_region_row(cx, g, g->at[t], out));
            }
    for (size_t r = g->indexed; r < g->h->pool.n; r++)
        TACIT_TRY(tacit_hiding_region_row(cx, g, r, out));
    return TACIT_OK;
}
