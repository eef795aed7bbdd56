/*
 * pieces.c - the cheapest point of all inequalities found so far, piece by piece.
 *
 * Columns that would make the relaxation dearer than is of interest stay at 0.  The inequalities
 * over the others fall into pieces that have no column in common (union-find).  Where the relaxed
 * point is whole and breaks nothing it is the cheapest; elsewhere an integer program over the piece
 * is solved.  The cost of a table is thus that of its tangled places.
 */
#include <float.h>
#include <math.h>

#include "base/hash.h"
#include "tabular/suppress/search.h"

static const double NEAR = 1e-6;

/* Pieces of more columns are not solved, unless nothing but a proof is asked for. */
enum { TOO_LARGE = 2000 };

/* Nor are pieces any longer that take more than this share of the time, but at least a second. */
static const double PIECE_SHARE = 0.1;

/* The pieces of the pool. */
typedef struct pieces {
    tacit_hiding *h;
    double most;
    uint32_t *up; /* union-find over columns */
    size_t n;
    size_t *first_column, *first_row;
    uint32_t *column, *row;
    uint32_t *piece; /* of a column, then of a row's; n if it has none */
    uint32_t *place; /* of a column in its piece */
    tacit_pieces *out;
} pieces;

static bool is_free(const pieces *p, size_t j)
{
    return p->h->lax.point[j] > NEAR || p->h->lax.reduced[j] <= p->most;
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
static size_t first_free(const pieces *p, size_t r)
{
    const tacit_cuts *pool = &p->h->pool;
    for (size_t e = pool->start[r]; e < pool->start[r + 1]; e++)
        if (is_free(p, pool->cell[e]))
            return pool->cell[e];
    return SIZE_MAX;
}

static void join_columns(pieces *p)
{
    const tacit_cuts *pool = &p->h->pool;
    for (size_t r = 0; r < pool->n; r++) {
        const size_t first = first_free(p, r);
        for (size_t e = pool->start[r]; first != SIZE_MAX && e < pool->start[r + 1]; e++)
            if (is_free(p, pool->cell[e])) {
                const uint32_t a = find_root(p->up, (uint32_t)first);
                const uint32_t b = find_root(p->up, pool->cell[e]);
                p->up[a > b ? a : b] = a > b ? b : a;
            }
    }
}

static void number_pieces(pieces *p)
{
    const size_t n = p->h->n;
    for (size_t j = 0; j < n; j++)
        if (is_free(p, j) && find_root(p->up, (uint32_t)j) == j)
            p->piece[j] = (uint32_t)p->n++;
    for (size_t j = 0; j < n; j++)
        p->piece[j] = is_free(p, j) ? p->piece[find_root(p->up, (uint32_t)j)] : (uint32_t)p->n;
}

static size_t piece_of_row(const pieces *p, size_t r)
{
    const size_t first = first_free(p, r);
    return first == SIZE_MAX ? p->n : p->piece[first];
}

/* Lists of columns and rows by piece, filled from behind. */
static tacit_status gather(tacit_ctx *cx, pieces *p)
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

/* Whether the relaxed point is whole on piece `k` and breaks no inequality of it. */
static bool is_settled(const pieces *p, size_t k)
{
    const tacit_cuts *pool = &p->h->pool;
    const double *x = p->h->lax.point;
    for (size_t c = p->first_column[k]; c < p->first_column[k + 1]; c++)
        if (fabs(x[p->column[c]] - round(x[p->column[c]])) > NEAR)
            return false;
    for (size_t c = p->first_row[k]; c < p->first_row[k + 1]; c++) {
        double sum = 0;
        for (size_t e = pool->start[p->row[c]]; e < pool->start[p->row[c] + 1]; e++)
            sum += pool->weight[e] * x[pool->cell[e]];
        if (sum < pool->least[p->row[c]] - NEAR)
            return false;
    }
    return true;
}

/* The columns of piece `k` as a program, its point to start from at 0. */
static tacit_status make_columns(tacit_ctx *cx, const pieces *p, size_t k, tacit_lp **out)
{
    const size_t n = p->first_column[k + 1] - p->first_column[k];
    double *cost = NULL, *low = NULL, *high = NULL;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *cost, &cost));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *low, &low));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *high, &high));
    for (size_t c = 0; c < n; c++) {
        const uint32_t j = p->column[p->first_column[k] + c];
        p->place[j] = (uint32_t)c;
        cost[c] = p->h->cost[j];
        high[c] = 1;
    }
    TACIT_TRY(tacit_lp_new(cx, &(tacit_lp_columns){ n, cost, low, high }, out));
    tacit_lp_yield(*out);
    return TACIT_OK;
}

static tacit_status add_rows(tacit_ctx *cx, const pieces *p, size_t k, tacit_lp *lp)
{
    const tacit_cuts *pool = &p->h->pool;
    const size_t m = p->first_row[k + 1] - p->first_row[k];
    size_t terms = 0, *start = NULL;
    uint32_t *column = NULL;
    double *weight = NULL, *least = NULL, *most = NULL;
    for (size_t i = 0; i < m; i++) {
        const uint32_t r = p->row[p->first_row[k] + i];
        terms += pool->start[r + 1] - pool->start[r];
    }
    TACIT_TRY(tacit_scratch(cx, m + 1, sizeof *start, &start));
    TACIT_TRY(tacit_scratch(cx, terms, sizeof *column, &column));
    TACIT_TRY(tacit_scratch(cx, terms, sizeof *weight, &weight));
    TACIT_TRY(tacit_scratch(cx, m, sizeof *least, &least));
    TACIT_TRY(tacit_scratch(cx, m, sizeof *most, &most));
    terms = 0;
    for (size_t i = 0; i < m; i++) {
        const uint32_t r = p->row[p->first_row[k] + i];
        for (size_t e = pool->start[r]; e < pool->start[r + 1]; e++)
            if (is_free(p, pool->cell[e])) {
                column[terms] = p->place[pool->cell[e]];
                weight[terms++] = pool->weight[e];
            }
        start[i + 1] = terms;
        least[i] = pool->least[r];
        most[i] = DBL_MAX;
    }
    const tacit_sparse rows = { m, p->first_column[k + 1] - p->first_column[k], start, column,
                                weight };
    return tacit_lp_add_rows(cx, lp, &rows, least, most);
}

/* A number that tells piece `k` by its columns and inequalities. */
static uint64_t mark_of(const pieces *p, size_t k)
{
    uint64_t mark = 1;
    for (size_t c = p->first_column[k]; c < p->first_column[k + 1]; c++)
        mark = tacit_hash_u64(mark ^ (p->column[c] + UINT64_C(1)));
    for (size_t c = p->first_row[k]; c < p->first_row[k + 1]; c++)
        mark = tacit_hash_u64(mark ^ (p->row[c] + (UINT64_C(1) << 32)));
    return mark;
}

/* Take over what is kept of piece `k`. */
static void take_kept(pieces *p, size_t k)
{
    p->out->bound += p->h->kept_bound[p->column[p->first_column[k]]];
    for (size_t c = p->first_column[k]; c < p->first_column[k + 1]; c++)
        p->out->point[p->column[c]] = p->h->kept_point[p->column[c]];
}

/* Keep the answer; without one in time, the relaxed point rounded, which is for mend.c. */
static void keep(pieces *p, size_t k, const tacit_mip *mip)
{
    const uint32_t first = p->column[p->first_column[k]];
    const bool proven = mip->outcome == TACIT_LP_OPTIMAL;
    for (size_t c = p->first_column[k]; c < p->first_column[k + 1]; c++)
        p->h->kept_point[p->column[c]] =
            mip->found ? mip->point[c - p->first_column[k]] : round(p->h->lax.point[p->column[c]]);
    p->h->kept_bound[first] = proven ? mip->objective : isfinite(mip->bound) ? mip->bound : 0;
    p->h->kept_mark[first] = proven ? mark_of(p, k) : 0;
    p->out->whole = p->out->whole && proven;
}

/* Whether piece `k` has more columns than integer programs can be hoped to decide. */
static bool is_too_large(const pieces *p, size_t k)
{
    return p->h->how == TACIT_SUPPRESS_AUTO &&
           p->first_column[k + 1] - p->first_column[k] > TOO_LARGE;
}

/* Seconds for one piece. */
static double time_for_piece(const pieces *p)
{
    const double left = fmax(p->h->end - tacit_lp_now(), 0.05);
    return p->h->how == TACIT_SUPPRESS_AUTO ? fmin(left, fmax(PIECE_SHARE * left, 1)) : left;
}

static tacit_status solve_piece(tacit_ctx *cx, pieces *p, size_t k)
{
    const size_t n = p->first_column[k + 1] - p->first_column[k];
    tacit_lp *lp = NULL;
    tacit_mip mip = { 0 };
    TACIT_TRY(tacit_scratch(cx, n, sizeof *mip.point, &mip.point));
    TACIT_TRY(make_columns(cx, p, k, &lp));
    tacit_status status = add_rows(cx, p, k, lp);
    if (status == TACIT_OK)
        status = tacit_lp_solve_whole(cx, lp, p->h->whole ? 0.999 : NEAR, time_for_piece(p), &mip);
    tacit_lp_free(lp);
    TACIT_TRY(status);
    if (mip.outcome == TACIT_LP_INFEASIBLE)
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "The table cannot be protected by suppressing cells.");
    p->out->hopeless = mip.outcome == TACIT_LP_STOPPED && p->h->how == TACIT_SUPPRESS_AUTO;
    keep(p, k, &mip);
    return TACIT_OK;
}

static void take_relaxed(pieces *p, size_t k)
{
    for (size_t c = p->first_column[k]; c < p->first_column[k + 1]; c++) {
        const uint32_t j = p->column[c];
        p->out->point[j] = round(p->h->lax.point[j]);
        p->out->bound += p->h->cost[j] * p->out->point[j];
    }
}

static tacit_status find_pieces(tacit_ctx *cx, pieces *p)
{
    const size_t n = p->h->n;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *p->up, &p->up));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *p->piece, &p->piece));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *p->place, &p->place));
    for (size_t j = 0; j < n; j++)
        p->up[j] = (uint32_t)j;
    join_columns(p);
    number_pieces(p);
    return gather(cx, p);
}

tacit_status tacit_hiding_solve(tacit_ctx *cx, tacit_hiding *h, double most, tacit_pieces *out)
{
    const size_t mark = tacit_scratch_mark(cx);
    pieces p = { .h = h, .most = most, .out = out };
    out->bound = 0;
    out->whole = true;
    out->hopeless = false;
    for (size_t j = 0; j < h->n; j++)
        out->point[j] = 0;
    TACIT_TRY(find_pieces(cx, &p));
    for (size_t k = 0; k < p.n && !out->hopeless; k++)
        out->hopeless = !is_settled(&p, k) && is_too_large(&p, k);
    for (size_t k = 0; k < p.n && !out->hopeless; k++) {
        const size_t inner = tacit_scratch_mark(cx);
        const bool settled = is_settled(&p, k);
        if (!settled && h->kept_mark[p.column[p.first_column[k]]] != mark_of(&p, k))
            TACIT_TRY(solve_piece(cx, &p, k));
        if (settled)
            take_relaxed(&p, k);
        else
            take_kept(&p, k);
        tacit_scratch_release(cx, inner);
    }
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}
