/*
 * split.c - the inequalities found so far, apart where no column joins them.
 *
 * Columns that would make the relaxation dearer than is of interest stay at 0.  The inequalities
 * over the others fall into pieces that have no column in common (union-find).  O(terms).
 */
#include "tabular/suppress/pieces.h"

static const double NEAR = 1e-6;

bool tacit_hiding_pieces_have(const tacit_hiding_pieces *p, size_t j)
{
    return p->h->lax.point[j] > NEAR || p->h->lax.reduced[j] <= p->most || p->h->freed[j];
}

static uint32_t find_root(uint32_t *up, uint32_t i)
{
    while (up[i] != i) {
        up[i] = up[up[i]];
        i = up[i];
    }
    return i;
}

/* The first free column of row `r` in `pool`, or SIZE_MAX. */
static size_t first_free(const tacit_hiding_pieces *p, size_t r)
{
    const tacit_cuts *pool = &p->h->pool;
    for (size_t e = pool->start[r]; e < pool->start[r + 1]; e++)
        if (tacit_hiding_pieces_have(p, pool->cell[e]))
            return pool->cell[e];
    return SIZE_MAX;
}

static void join_columns(tacit_hiding_pieces *p)
{
    const tacit_cuts *pool = &p->h->pool;
    for (size_t r = 0; r < pool->n; r++) {
        const size_t first = first_free(p, r);
        for (size_t e = pool->start[r]; first != SIZE_MAX && e < pool->start[r + 1]; e++)
            if (tacit_hiding_pieces_have(p, pool->cell[e])) {
                const uint32_t a = find_root(p->up, (uint32_t)first);
                const uint32_t b = find_root(p->up, pool->cell[e]);
                p->up[a > b ? a : b] = a > b ? b : a;
            }
    }
}

static void number_pieces(tacit_hiding_pieces *p)
{
    const size_t n = p->h->n;
    for (size_t j = 0; j < n; j++)
        if (tacit_hiding_pieces_have(p, j) && find_root(p->up, (uint32_t)j) == j)
            p->piece[j] = (uint32_t)p->n++;
    for (size_t j = 0; j < n; j++)
        p->piece[j] = tacit_hiding_pieces_have(p, j) ? p->piece[find_root(p->up, (uint32_t)j)]
                                                     : (uint32_t)p->n;
}

static size_t piece_of_row(const tacit_hiding_pieces *p, size_t r)
{
    const size_t first = first_free(p, r);
    return first == SIZE_MAX ? p->n : p->piece[first];
}

/* Lists of columns and rows by piece, filled from behind. */
static tacit_status gather(tacit_ctx *cx, tacit_hiding_pieces *p)
{
    const size_t n = p->h->n, m = p->h->pool.n;
    TACIT_TRY(tacit_scratch(cx, p->n + 2, sizeof *p->first_column, &p->first_column));
    TACIT_TRY(tacit_scratch(cx, p->n + 2, sizeof *p->first_row, &p->first_row));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *p->column, &p->column));
    TACIT_TRY(tacit_scratch(cx, m, sizeof *p->row, &p->row));
    for (size_t j = 0; j < n; j++)
        p->first_column[p->piece[j]]++;
    for (size_t r = 0; r < m; r++)
        p->first_row[piece_of_row(p, r)]++;
    for (size_t k = 1; k <= p->n; k++) {
        p->first_column[k] += p->first_column[k - 1];
        p->first_row[k] += p->first_row[k - 1];
    }
    for (size_t j = n; j-- > 0;)
        p->column[--p->first_column[p->piece[j]]] = (uint32_t)j;
    for (size_t r = m; r-- > 0;)
        p->row[--p->first_row[piece_of_row(p, r)]] = (uint32_t)r;
    return TACIT_OK;
}

tacit_status tacit_hiding_pieces_find(tacit_ctx *cx, tacit_hiding_pieces *p)
{
    const size_t n = p->h->n;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *p->up, &p->up));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *p->piece, &p->piece));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *p->place, &p->place));
    for (size_t j = 0; j < n; j++)
        p->up[j] = (uint32_t)j;
    join_columns(p);
    number_pieces(p);
    TACIT_TRY(gather(cx, p));
    return tacit_scratch(cx, p->n + 1, sizeof *p->bound, &p->bound);
}
