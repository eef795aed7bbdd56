/*
 * pieces.c - the cheapest point of all inequalities found so far, piece by piece.
 *
 * Where the relaxed point is whole and breaks nothing of a piece (pieces.h) it is the cheapest;
 * elsewhere an integer program over the piece is solved.  The cost of a table is thus that of its
 * tangled places.
 */
#include <math.h>

#include "base/hash.h"
#include "tabular/suppress/pieces.h"

static const double NEAR = 1e-6;

/* Pieces of more columns are not solved, unless nothing but a proof is asked for; nor are larger
 * ones when a pattern is known and only its bound is raised. */
enum { TOO_LARGE = 2000, FAR_TOO_LARGE = 20000 };

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
    p->h->kept_bound[first] = proven ? mip->objective : fmax(fmin(mip->bound, mip->objective), 0);
    p->h->kept_mark[first] = proven || (mip->found && seconds >= PIECE_LEAST) ? mark_of(p, k) : 0;
}

/* Whether piece `k` has more columns than integer programs can be hoped to decide. */
static bool is_too_large(const tacit_hiding_pieces *p, size_t k)
{
    return p->h->how == TACIT_SUPPRESS_AUTO &&
           p->first_column[k + 1] - p->first_column[k] >
               (p->known == NULL ? (size_t)TOO_LARGE : (size_t)FAR_TOO_LARGE);
}

static bool is_hard(const tacit_hiding_pieces *p, size_t k)
{
    return p->first_column[k + 1] - p->first_column[k] > MANY_COLUMNS;
}

/* Seconds for one piece: if all shall be solved, twice what there is for each. */
static double time_for_piece(const tacit_hiding_pieces *p)
{
    const double left = fmax(p->h->end - tacit_lp_now(), 0.05);
    const double share = p->known == NULL ? PIECE_SHARE : 2 / (double)(p->n_hard + 1);
    return p->h->how == TACIT_SUPPRESS_AUTO ? fmin(left, fmax(share * left, PIECE_LEAST)) : left;
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
    tacit_mip mip = { 0 };
    TACIT_TRY(tacit_scratch(cx, n, sizeof *mip.point, &mip.point));
    TACIT_TRY(tacit_hiding_piece_solve(cx, p, k, seconds, &mip));
    if (mip.outcome == TACIT_LP_INFEASIBLE && !free_rows(p, k))
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "The table cannot be protected by suppressing cells.");
    p->out->narrow = p->out->narrow || mip.outcome == TACIT_LP_INFEASIBLE;
    if (!mip.found && mip.outcome == TACIT_LP_STOPPED && is_hard(p, k))
        p->out->hopeless = p->out->hopeless || p->h->how == TACIT_SUPPRESS_AUTO;
    keep(p, k, &mip, seconds);
    return TACIT_OK;
}

/* The relaxed point, which costs as much as it is worth if the piece is settled. */
static void take_relaxed(tacit_hiding_pieces *p, size_t k)
{
    for (size_t c = p->first_column[k]; c < p->first_column[k + 1]; c++) {
        const uint32_t j = p->column[c];
        p->out->point[j] = round(p->h->lax.point[j]);
        p->bound[k] += p->h->cost[j] * p->out->point[j];
    }
}

/* Whether piece `k` needs a program that takes time. */
static bool takes_time(const tacit_hiding_pieces *p, size_t k)
{
    return is_hard(p, k) && !is_too_large(p, k) && !is_settled(p, k) && !is_kept(p, k);
}

/* The cheapest point of piece `k`, and its bound. */
static tacit_status settle(tacit_ctx *cx, tacit_hiding_pieces *p, size_t k)
{
    const bool settled = is_settled(p, k), large = is_too_large(p, k);
    if (settled || large)
        take_relaxed(p, k);
    if (!settled && large)
        p->bound[k] = 0;
    if (!settled && !large) {
        const bool hard = takes_time(p, k);
        if (!is_kept(p, k))
            TACIT_TRY(solve_piece(cx, p, k));
        p->n_hard -= hard;
        take_kept(p, k);
    }
    p->bound[k] = fmax(p->bound[k], tacit_hiding_pieces_least(p, k));
    p->out->bound += p->bound[k];
    return TACIT_OK;
}

/* All of them; if a pattern is known, also those after one without a point. */
static tacit_status solve_all(tacit_ctx *cx, tacit_hiding_pieces *p)
{
    for (size_t k = 0; k < p->n; k++)
        p->n_hard += takes_time(p, k);
    for (size_t k = 0; k < p->n && (p->known != NULL || !p->out->hopeless); k++) {
        const size_t mark = tacit_scratch_mark(cx);
        TACIT_TRY(settle(cx, p, k));
        tacit_scratch_release(cx, mark);
    }
    return TACIT_OK;
}

/* Whether most columns stand in pieces that are hard. */
static bool is_mostly_hard(const tacit_hiding_pieces *p)
{
    size_t n = 0;
    for (size_t k = 0; k < p->n; k++)
        if (is_hard(p, k) && !is_settled(p, k))
            n += p->first_column[k + 1] - p->first_column[k];
    return 2 * n > p->first_column[p->n];
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

tacit_status tacit_hiding_solve(tacit_ctx *cx, tacit_hiding *h, double most, const double *known,
                                tacit_pieces *out)
{
    const size_t mark = tacit_scratch_mark(cx);
    tacit_hiding_pieces p = { .h = h, .most = most, .known = known, .out = out };
    out->bound = out->lasting = 0;
    out->hopeless = out->narrow = false;
    for (size_t j = 0; j < h->n; j++)
        out->point[j] = 0;
    TACIT_TRY(split(cx, &p));
    out->hopeless = has_too_large(&p);
    TACIT_TRY(solve_all(cx, &p));
    if (!out->narrow && (known != NULL || !out->hopeless))
        TACIT_TRY(tacit_hiding_pieces_gaps(cx, &p));
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

tacit_status tacit_hiding_gap_of_pieces(tacit_ctx *cx, tacit_hiding *h, double most,
                                        const double *known, double *out)
{
    const size_t mark = tacit_scratch_mark(cx);
    tacit_hiding_pieces p = { .h = h, .most = most };
    TACIT_TRY(split(cx, &p));
    *out = most;
    for (size_t k = 0; k < p.n; k++) {
        double gap = -tacit_hiding_pieces_least(&p, k);
        for (size_t c = p.first_column[k]; c < p.first_column[k + 1]; c++)
            gap += h->cost[p.column[c]] * known[p.column[c]];
        *out = fmax(*out, gap);
    }
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

tacit_status tacit_hiding_is_tangled(tacit_ctx *cx, tacit_hiding *h, double most, bool *out,
                                     bool *hard)
{
    const size_t mark = tacit_scratch_mark(cx);
    tacit_hiding_pieces p = { .h = h, .most = most };
    TACIT_TRY(split(cx, &p));
    *out = has_too_large(&p);
    *hard = *out || is_mostly_hard(&p);
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}
