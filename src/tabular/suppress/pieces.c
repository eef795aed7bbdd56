/*
 * pieces.c - the cheapest point of all inequalities found so far, piece by piece.
 *
 * Where the relaxed point is whole and breaks nothing of a piece (pieces.h) it is the cheapest;
 * elsewhere an integer program over the piece is solved.  The cost of a table is thus that of its
 * tangled places.
 */
#include <float.h>
#include <math.h>

#include "base/hash.h"
#include "tabular/suppress/pieces.h"

static const double NEAR = 1e-6;

/* Pieces of more columns are not solved, unless nothing but a proof is asked for. */
enum { TOO_LARGE = 2000 };

/* If a piece of so many columns is not solved in its time, there is no hope. */
enum { MANY_COLUMNS = 300 };

/* One piece takes no more than this share of the time, but at least a second; what was found by
 * then is taken. */
static const double PIECE_SHARE = 0.1, PIECE_LEAST = 1;

/* Whether the relaxed point is whole on piece `k` and breaks no inequality of it. */
static bool is_settled(const tacit_hiding_pieces *p, size_t k)
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
static tacit_status make_columns(tacit_ctx *cx, const tacit_hiding_pieces *p, size_t k,
                                 tacit_lp **out)
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

static tacit_status add_rows(tacit_ctx *cx, const tacit_hiding_pieces *p, size_t k, tacit_lp *lp)
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
            if (tacit_hiding_pieces_have(p, pool->cell[e])) {
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
static uint64_t mark_of(const tacit_hiding_pieces *p, size_t k)
{
    uint64_t mark = 1;
    for (size_t c = p->first_column[k]; c < p->first_column[k + 1]; c++)
        mark = tacit_hash_u64(mark ^ (p->column[c] + UINT64_C(1)));
    for (size_t c = p->first_row[k]; c < p->first_row[k + 1]; c++)
        mark = tacit_hash_u64(mark ^ (p->row[c] + (UINT64_C(1) << 32)));
    return mark;
}

/* Take over what is kept of piece `k`. */
static void take_kept(tacit_hiding_pieces *p, size_t k)
{
    p->bound[k] = p->h->kept_bound[p->column[p->first_column[k]]];
    for (size_t c = p->first_column[k]; c < p->first_column[k + 1]; c++)
        p->out->point[p->column[c]] = p->h->kept_point[p->column[c]];
}

/* Keep the answer, which was looked for so many seconds; without one in time, the relaxed point
 * rounded, which is for mend.c. */
static void keep(tacit_hiding_pieces *p, size_t k, const tacit_mip *mip, double seconds)
{
    const uint32_t first = p->column[p->first_column[k]];
    const bool proven = mip->outcome == TACIT_LP_OPTIMAL;
    for (size_t c = p->first_column[k]; c < p->first_column[k + 1]; c++)
        p->h->kept_point[p->column[c]] =
            mip->found ? mip->point[c - p->first_column[k]] : round(p->h->lax.point[p->column[c]]);
    p->h->kept_bound[first] =
        mip->found ? proven ? mip->objective : fmax(fmin(mip->bound, mip->objective), 0) : 0;
    p->h->kept_mark[first] = proven || (mip->found && seconds >= PIECE_LEAST) ? mark_of(p, k) : 0;
}

/* Whether piece `k` has more columns than integer programs can be hoped to decide. */
static bool is_too_large(const tacit_hiding_pieces *p, size_t k)
{
    return p->h->how == TACIT_SUPPRESS_AUTO &&
           p->first_column[k + 1] - p->first_column[k] > TOO_LARGE;
}

static bool is_hard(const tacit_hiding_pieces *p, size_t k)
{
    return p->first_column[k + 1] - p->first_column[k] > MANY_COLUMNS;
}

/* Seconds for one piece. */
static double time_for_piece(const tacit_hiding_pieces *p)
{
    const double left = fmax(p->h->end - tacit_lp_now(), 0.05);
    return p->h->how == TACIT_SUPPRESS_AUTO ? fmin(left, fmax(PIECE_SHARE * left, PIECE_LEAST))
                                            : left;
}

/* Whether the answer to piece `k` is known. */
static bool is_kept(const tacit_hiding_pieces *p, size_t k)
{
    return p->h->kept_mark[p->column[p->first_column[k]]] == mark_of(p, k);
}

/* Set all columns of the rows of piece `k` free; whether one was not. */
static bool free_rows(const tacit_hiding_pieces *p, size_t k)
{
    const tacit_cuts *pool = &p->h->pool;
    bool any = false;
    for (size_t c = p->first_row[k]; c < p->first_row[k + 1]; c++)
        for (size_t e = pool->start[p->row[c]]; e < pool->start[p->row[c] + 1]; e++) {
            any = any || !tacit_hiding_pieces_have(p, pool->cell[e]);
            p->h->freed[pool->cell[e]] = true;
        }
    return any;
}

static tacit_status solve_piece(tacit_ctx *cx, tacit_hiding_pieces *p, size_t k)
{
    const size_t n = p->first_column[k + 1] - p->first_column[k];
    const double seconds = time_for_piece(p);
    tacit_lp *lp = NULL;
    tacit_mip mip = { 0 };
    TACIT_TRY(tacit_scratch(cx, n, sizeof *mip.point, &mip.point));
    TACIT_TRY(make_columns(cx, p, k, &lp));
    tacit_status status = add_rows(cx, p, k, lp);
    if (status == TACIT_OK)
        status = tacit_lp_solve_whole(cx, lp, p->h->whole ? 0.999 : NEAR, seconds, &mip);
    tacit_lp_free(lp);
    TACIT_TRY(status);
    if (mip.outcome == TACIT_LP_INFEASIBLE && !free_rows(p, k))
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "The table cannot be protected by suppressing cells.");
    p->out->narrow = p->out->narrow || mip.outcome == TACIT_LP_INFEASIBLE;
    p->out->hopeless =
        mip.outcome == TACIT_LP_STOPPED && is_hard(p, k) && p->h->how == TACIT_SUPPRESS_AUTO;
    keep(p, k, &mip, seconds);
    return TACIT_OK;
}

static void take_relaxed(tacit_hiding_pieces *p, size_t k)
{
    for (size_t c = p->first_column[k]; c < p->first_column[k + 1]; c++) {
        const uint32_t j = p->column[c];
        p->out->point[j] = round(p->h->lax.point[j]);
        p->bound[k] += p->h->cost[j] * p->out->point[j];
    }
}

static tacit_status solve_all(tacit_ctx *cx, tacit_hiding_pieces *p)
{
    for (size_t k = 0; k < p->n && !p->out->hopeless; k++) {
        const size_t mark = tacit_scratch_mark(cx);
        const bool settled = is_settled(p, k);
        if (!settled && !is_kept(p, k))
            TACIT_TRY(solve_piece(cx, p, k));
        if (settled)
            take_relaxed(p, k);
        else
            take_kept(p, k);
        p->bound[k] = fmax(p->bound[k], tacit_hiding_pieces_least(p, k));
        p->out->bound += p->bound[k];
        tacit_scratch_release(cx, mark);
    }
    return TACIT_OK;
}

static bool has_too_large(const tacit_hiding_pieces *p)
{
    bool any = false;
    for (size_t k = 0; k < p->n && !any; k++)
        any = !is_settled(p, k) && is_too_large(p, k);
    return any;
}

/* Find the pieces, until no row is without a free column that needs one. */
static tacit_status split(tacit_ctx *cx, tacit_hiding_pieces *p)
{
    const tacit_cuts *pool = &p->h->pool;
    bool again = true;
    while (again) {
        again = false;
        p->n = 0;
        TACIT_TRY(tacit_hiding_pieces_find(cx, p));
        for (size_t c = p->first_row[p->n]; c < pool->n; c++)
            for (size_t e = pool->start[p->row[c]];
                 pool->least[p->row[c]] > NEAR && e < pool->start[p->row[c] + 1]; e++)
                p->h->freed[pool->cell[e]] = again = true;
    }
    return TACIT_OK;
}

tacit_status tacit_hiding_solve(tacit_ctx *cx, tacit_hiding *h, double most, tacit_pieces *out)
{
    const size_t mark = tacit_scratch_mark(cx);
    tacit_hiding_pieces p = { .h = h, .most = most, .out = out };
    out->bound = out->lasting = 0;
    out->hopeless = out->narrow = false;
    for (size_t j = 0; j < h->n; j++)
        out->point[j] = 0;
    TACIT_TRY(split(cx, &p));
    out->hopeless = has_too_large(&p);
    TACIT_TRY(solve_all(cx, &p));
    if (!out->hopeless && !out->narrow)
        TACIT_TRY(tacit_hiding_pieces_gaps(cx, &p));
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

tacit_status tacit_hiding_is_tangled(tacit_ctx *cx, tacit_hiding *h, double most, bool *out)
{
    const size_t mark = tacit_scratch_mark(cx);
    tacit_hiding_pieces p = { .h = h, .most = most };
    TACIT_TRY(split(cx, &p));
    *out = has_too_large(&p);
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}
