/*
 * optimum.c - the transition matrix that disturbs frequencies least, for a bound on what a released
 * category says.
 *
 * With counts t, shares pi = t / N and a matrix P, category l is released with the share
 * lambda_l = sum of pi_k p_kl, and who sees it believes in k with pi_k p_kl / lambda_l.  That is to
 * be at most b_k = max(posterior, pi_k) for all k and l, which is linear in P:
 *
 *   pi_k p_kl <= b_k sum of pi_j p_jl                (invariant: p_kl <= b_k pi_l / pi_k)
 *   sum over l of p_kl = 1, p_kl >= 0                (invariant: sum over k of pi_k p_kl = pi_l)
 *
 * The posterior odds are then at most b / (1 - b) (Gouweleeuw, Kooiman, Willenborg and de Wolf 1998
 * bound the odds of the true category; Willenborg and de Waal 2001, section 5.5, choose matrices by
 * linear programs).  There always is such a matrix: p_kl = pi_l.
 *
 * What is least of invariant matrices is the sum over l of the variances of the released
 * frequencies,
 *
 *   V(P) = sum of t_k p_kl (1 - p_kl),
 *
 * which is also that of all cells of any table that crosses the column with others which are not
 * masked, for counts of a category add up over such cells.  V is concave, so its least value is at
 * a corner, and the search branches: in a box low <= p <= high each p (1 - p) is above the chord (1
 * - low - high) p + low high, a linear program gives a bound for the box, and the box is cut at the
 * value where chord and curve are farthest apart (Falk and Soland 1969).  The best point found and
 * the least bound of what is left are the answer and the proof, or the gap if nodes run out.
 *
 * Of matrices that need not be invariant that sum is least, 0, where all become one category; the
 * one that changes the fewest cells is looked for instead, sum of t_k (1 - p_kk), by one linear
 * program.
 *
 * What a linear program leaves off by rounding is mended by scaling to the margins.  O(nodes)
 * linear programs of n^2 columns and 2 n rows, or n^2 + n if the matrix need not be invariant.
 */
#include <float.h>
#include <math.h>
#include <string.h>

#include "micro/method/pram/pram.h"
#include "solve/lp.h"

/* The bound is kept with this to spare; a gap of this share is none. */
static const double SPARE = 1e-7, ENOUGH = 1e-6;
enum { SCALINGS = 200 };

typedef struct box {
    double bound;
    double *low, *high; /* n * n */
    bool done;
} box;

typedef struct search {
    const tacit_pram_wish *wish;
    size_t n, m;          /* categories; elements */
    double total;         /* records */
    double *share, *most; /* pi, b */
    tacit_lp *lp;
    box *at;
    size_t boxes;
    double *best, spread; /* the best matrix so far */
    double *point, *cost;
} search;

/* ---- the program ---- */

/* Rows in the making. */
typedef struct rows {
    size_t n, entries;
    size_t *start;
    uint32_t *column;
    double *value, *low, *high;
} rows;

static void put(rows *r, size_t column, double value)
{
    r->column[r->entries] = (uint32_t)column;
    r->value[r->entries++] = value;
}

static void end_row(rows *r, double low, double high)
{
    r->low[r->n] = low;
    r->high[r->n++] = high;
    r->start[r->n] = r->entries;
}

static void put_sums(const search *s, rows *r)
{
    for (size_t k = 0; k < s->n; k++) {
        for (size_t l = 0; l < s->n; l++)
            put(r, k * s->n + l, 1.0);
        end_row(r, 1.0, 1.0);
    }
    for (size_t l = 0; s->wish->invariant && l + 1 < s->n; l++) {
        for (size_t k = 0; k < s->n; k++)
            put(r, k * s->n + l, s->share[k] / s->share[l]);
        end_row(r, 1.0, 1.0);
    }
}

/* pi_k p_kl - b_k sum of pi_j p_jl <= 0. */
static void put_posteriors(const search *s, rows *r)
{
    for (size_t k = 0; !s->wish->invariant && k < s->n; k++)
        for (size_t l = 0; l < s->n; l++) {
            for (size_t j = 0; j < s->n; j++)
                put(r, j * s->n + l, ((j == k ? 1.0 : 0.0) - s->most[k]) * s->share[j]);
            end_row(r, -DBL_MAX, 0.0);
        }
}

static tacit_status make_program(tacit_ctx *cx, search *s, const box *b)
{
    const size_t n = s->n, rooms = n * n + 2 * n, entries = n * n * n + 2 * n * n;
    rows r = { 0 };
    TACIT_TRY(tacit_scratch(cx, rooms + 1, sizeof *r.start, &r.start));
    TACIT_TRY(tacit_scratch(cx, rooms, sizeof *r.low, &r.low));
    TACIT_TRY(tacit_scratch(cx, rooms, sizeof *r.high, &r.high));
    TACIT_TRY(tacit_scratch(cx, entries, sizeof *r.column, &r.column));
    TACIT_TRY(tacit_scratch(cx, entries, sizeof *r.value, &r.value));
    put_sums(s, &r);
    put_posteriors(s, &r);
    const tacit_lp_columns columns = { s->m, s->cost, b->low, b->high };
    const tacit_sparse a = { r.n, s->m, r.start, r.column, r.value };
    TACIT_TRY(tacit_lp_new(cx, &columns, &s->lp));
    return tacit_lp_add_rows(cx, s->lp, &a, r.low, r.high);
}

/* ---- points ---- */

/* Scale the joint shares pi_k p_kl to the margins, or rows to 1. */
static void mend(const search *s, double *p)
{
    for (size_t e = 0; e < s->m; e++)
        p[e] = fmin(fmax(p[e], 0.0), 1.0);
    for (size_t round = 0; round < SCALINGS; round++) {
        for (size_t l = 0; s->wish->invariant && l < s->n; l++) {
            double sum = 0.0;
            for (size_t k = 0; k < s->n; k++)
                sum += s->share[k] * p[k * s->n + l];
            for (size_t k = 0; sum > 0.0 && k < s->n; k++)
                p[k * s->n + l] *= s->share[l] / sum;
        }
        for (size_t k = 0; k < s->n; k++) {
            double sum = 0.0;
            for (size_t l = 0; l < s->n; l++)
                sum += p[k * s->n + l];
            for (size_t l = 0; l < s->n; l++)
                p[k * s->n + l] /= sum;
        }
    }
}

static double spread_of(const search *s, const double *p)
{
    double sum = 0.0;
    for (size_t k = 0; k < s->n; k++)
        for (size_t l = 0; l < s->n; l++)
            sum += s->wish->count[k] * p[k * s->n + l] *
                   (s->wish->invariant ? 1.0 - p[k * s->n + l]
                    : k == l           ? 0.0
                                       : 1.0);
    return sum;
}

/* Whether nobody believes in anything more than is allowed. */
static bool is_kept(const search *s, const double *p)
{
    for (size_t l = 0; l < s->n; l++) {
        double released = 0.0;
        for (size_t k = 0; k < s->n; k++)
            released += s->share[k] * p[k * s->n + l];
        for (size_t k = 0; k < s->n; k++)
            if (s->share[k] * p[k * s->n + l] >
                fmax(s->wish->posterior, s->share[k]) * released * (1.0 + 1e-12) + 1e-15)
                return false;
    }
    return true;
}

static void keep_better(search *s, const double *p)
{
    const double spread = spread_of(s, p);
    if (spread < s->spread && is_kept(s, p)) {
        s->spread = spread;
        memcpy(s->best, p, s->m * sizeof *p);
    }
}

/* ---- boxes ---- */

/* The bound of a box, and the element where chord and curve are farthest apart at its point; m if
 * they are nowhere. */
static tacit_status bound(tacit_ctx *cx, search *s, box *b, size_t *cut)
{
    tacit_lp_outcome outcome = TACIT_LP_OPTIMAL;
    double constant = 0.0, farthest = ENOUGH * s->total * 1e-3;
    *cut = s->m;
    for (size_t e = 0; e < s->m; e++) {
        const double t = s->wish->count[e / s->n];
        const bool stays = e / s->n == e % s->n;
        s->cost[e] = s->wish->invariant ? t * (1.0 - b->low[e] - b->high[e]) : stays ? 0.0 : t;
        constant += s->wish->invariant ? t * b->low[e] * b->high[e] : 0.0;
        tacit_lp_bound(s->lp, e, b->low[e], b->high[e]);
        tacit_lp_cost(s->lp, e, s->cost[e]);
    }
    TACIT_TRY(tacit_lp_solve(cx, s->lp, true, &outcome));
    b->done = outcome == TACIT_LP_INFEASIBLE;
    b->bound = b->done ? INFINITY : tacit_lp_objective(s->lp) + constant;
    if (b->done)
        return TACIT_OK;
    memcpy(s->point, tacit_lp_point(s->lp), s->m * sizeof *s->point);
    for (size_t e = 0; s->wish->invariant && e < s->m; e++) {
        const double p = s->point[e], t = s->wish->count[e / s->n];
        const double off = t * (p - b->low[e]) * (b->high[e] - p);
        if (off > farthest) {
            farthest = off;
            *cut = e;
        }
    }
    return TACIT_OK;
}

/* A box whose elements are those of another. */
static tacit_status copy_box(tacit_ctx *cx, search *s, const box *from, box **out)
{
    box *b = &s->at[s->boxes++];
    TACIT_TRY(tacit_scratch(cx, s->m, sizeof *b->low, &b->low));
    TACIT_TRY(tacit_scratch(cx, s->m, sizeof *b->high, &b->high));
    memcpy(b->low, from->low, s->m * sizeof *b->low);
    memcpy(b->high, from->high, s->m * sizeof *b->high);
    *out = b;
    return TACIT_OK;
}

static box *least_box(search *s)
{
    box *best = NULL;
    for (size_t i = 0; i < s->boxes; i++)
        if (!s->at[i].done && (best == NULL || s->at[i].bound < best->bound))
            best = &s->at[i];
    return best;
}

/* Look at a box; halves of it take its place unless it is settled. */
static tacit_status look(tacit_ctx *cx, search *s, box *b)
{
    size_t cut = 0;
    box *half[2];
    TACIT_TRY(bound(cx, s, b, &cut));
    if (b->done)
        return TACIT_OK;
    const double at = cut < s->m ? s->point[cut] : 0.0, own = b->bound;
    mend(s, s->point);
    keep_better(s, s->point);
    if (cut == s->m || own >= s->spread * (1.0 - ENOUGH)) {
        b->done = cut < s->m || own >= s->spread * (1.0 - ENOUGH);
        b->bound = own;
        return TACIT_OK;
    }
    b->done = true;
    for (size_t k = 0; k < 2; k++) {
        TACIT_TRY(copy_box(cx, s, b, &half[k]));
        (k == 0 ? half[k]->high : half[k]->low)[cut] = at;
        half[k]->bound = own;
    }
    return TACIT_OK;
}

static tacit_status run(tacit_ctx *cx, search *s, double *least)
{
    box *b = least_box(s);
    for (size_t node = 0; b != NULL && node < s->wish->nodes; node++) {
        const double before = b->bound;
        if (before >= s->spread * (1.0 - ENOUGH))
            break;
        TACIT_TRY(tacit_tick(cx, node, s->wish->nodes));
        TACIT_TRY(look(cx, s, b));
        if (!b->done && !(b->bound > before)) /* nothing is left to cut: as near as rounding lets */
            b->done = true;
        b = least_box(s);
    }
    *least = fmin(s->spread, b != NULL ? fmax(b->bound, 0.0) : s->spread);
    return TACIT_OK;
}

/* The box of all matrices, and the one that always will do. */
static tacit_status open(tacit_ctx *cx, search *s, box *first)
{
    const size_t n = s->n;
    for (size_t k = 0; k < n; k++)
        s->total += s->wish->count[k];
    for (size_t k = 0; k < n; k++) {
        s->share[k] = s->wish->count[k] / s->total;
        s->most[k] = fmax(s->wish->posterior * (1.0 - SPARE), s->share[k]);
    }
    for (size_t e = 0; e < s->m; e++) {
        const size_t k = e / n, l = e % n;
        first->high[e] =
            s->wish->invariant ? fmin(1.0, s->most[k] * s->share[l] / s->share[k]) : 1.0;
        s->point[e] = s->share[l];
    }
    s->spread = INFINITY;
    keep_better(s, s->point);
    return make_program(cx, s, first);
}

tacit_status tacit_pram_optimise(tacit_ctx *cx, const tacit_pram_wish *wish,
                                 tacit_pram_optimum *out)
{
    search s = { .wish = wish, .n = wish->n, .m = wish->n * wish->n };
    TACIT_TRY(tacit_scratch(cx, s.m, sizeof *s.best, &s.best));
    const size_t mark = tacit_scratch_mark(cx);
    TACIT_TRY(tacit_scratch(cx, s.n, sizeof *s.share, &s.share));
    TACIT_TRY(tacit_scratch(cx, s.n, sizeof *s.most, &s.most));
    TACIT_TRY(tacit_scratch(cx, s.m, sizeof *s.point, &s.point));
    TACIT_TRY(tacit_scratch(cx, s.m, sizeof *s.cost, &s.cost));
    TACIT_TRY(tacit_scratch(cx, 2 * wish->nodes + 1, sizeof *s.at, &s.at));
    TACIT_TRY(tacit_scratch(cx, s.m, sizeof *s.at->low, &s.at->low));
    TACIT_TRY(tacit_scratch(cx, s.m, sizeof *s.at->high, &s.at->high));
    s.boxes = 1;
    tacit_status status = open(cx, &s, s.at);
    if (status == TACIT_OK)
        status = run(cx, &s, &out->least);
    tacit_lp_free(s.lp);
    TACIT_TRY(status);
    tacit_scratch_release(cx, mark);
    out->p = s.best;
    out->spread = s.spread;
    return TACIT_OK;
}
