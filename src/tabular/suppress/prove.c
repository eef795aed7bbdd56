/*
 * prove.c - integer programs over the inequalities found so far, and what they prove of all
 * patterns.
 *
 * Their point is attacked, what it breaks is added, and they are solved again until it stands or
 * time is over.  While no pattern is known they have the columns that the relaxation likes; once
 * one is, all that could be part of a cheaper one, and points that cost as much are of no interest:
 * then they say most when the search for patterns has found many inequalities.
 */
#include <math.h>

#include "base/sort.h"
#include "tabular/suppress/search.h"

/* How many columns at 0 take part in the first integer programs, for each column above 0. */
enum { WIDER = 3 };

/* A pool of more terms is not made larger to raise a bound: each takes 12 bytes, and as many again
 * while it grows. */
enum { MOST_TERMS = 10000000 };

tacit_status tacit_hiding_choose_most(tacit_ctx *cx, const tacit_hiding *h, double *out)
{
    const size_t mark = tacit_scratch_mark(cx);
    double *cost = NULL;
    size_t n = 0, above = 0;
    TACIT_TRY(tacit_scratch(cx, h->n, sizeof *cost, &cost));
    for (size_t j = 0; j < h->n; j++)
        if (h->lax.point[j] > 1e-6)
            above++;
        else
            cost[n++] = fmax(h->lax.reduced[j], 0);
    TACIT_TRY(tacit_sort_reals(cx, cost, n));
    above *= WIDER;
    *out = n == 0 ? 0 : cost[above < n ? above : n - 1];
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

double tacit_hiding_cost(const tacit_hiding *h, const double *point)
{
    double sum = 0;
    for (size_t j = 0; j < h->n; j++)
        sum += point[j] > 0.5 ? h->cost[j] : 0;
    return sum;
}

/* A pattern that stands, over the columns that make the relaxation dearer by at most `most`, unless
 * time is over before. */
static tacit_status find_pattern(tacit_ctx *cx, tacit_hiding *h, double most, tacit_pieces *found)
{
    bool broken = true;
    found->stands = false;
    while (broken && !tacit_hiding_is_over(cx, h)) {
        TACIT_TRY(tacit_hiding_solve(cx, h, most, NULL, found));
        h->led = h->led && !found->hopeless;
        if (found->hopeless)
            return TACIT_OK;
        if (found->narrow)
            continue;
        for (size_t j = 0; j < h->n; j++)
            h->lead[j] = found->point[j];
        h->led = true;
        tacit_hiding_take(h, found->point);
        TACIT_TRY(tacit_hiding_break_until(cx, h, h->end, &broken));
    }
    found->stands = !broken;
    return TACIT_OK;
}

/* The least that any pattern costs, given what was found with `most`. */
static double least_cost(const tacit_hiding *h, const tacit_pieces *found, double most)
{
    const double wide = fmin(h->lax.bound + most, found->bound);
    const double least = fmax(h->lax.bound, fmax(found->lasting, wide));
    return h->whole ? ceil(least - 1e-6) : least;
}

void tacit_hiding_take_best(const tacit_hiding *h, const double *point, double *best,
                            tacit_tabular_suppressed *out)
{
    const double cost = tacit_hiding_cost(h, point);
    if (cost >= out->cost)
        return;
    out->cost = cost;
    for (size_t j = 0; j < h->n; j++)
        best[j] = point[j];
}

void tacit_hiding_judge(const tacit_hiding *h, tacit_tabular_suppressed *out)
{
    out->bound = fmin(out->cost, out->bound);
    out->proven = out->cost - out->bound < (h->whole ? 0.5 : 1e-6 * out->cost);
}

tacit_status tacit_hiding_prove(tacit_ctx *cx, tacit_hiding *h, double most, double *best,
                                tacit_tabular_suppressed *out)
{
    tacit_pieces found = { 0 };
    bool more = true;
    TACIT_TRY(tacit_scratch(cx, h->n, sizeof *found.point, &found.point));
    while (more && !out->proven && !tacit_hiding_is_over(cx, h)) {
        TACIT_TRY(find_pattern(cx, h, most, &found));
        if (found.hopeless)
            break;
        if (found.stands)
            tacit_hiding_take_best(h, found.point, best, out);
        out->bound = fmax(out->bound, least_cost(h, &found, most));
        tacit_hiding_judge(h, out);
        more = found.n_wanted > 0;
        for (size_t j = 0; j < h->n; j++)
            h->freed[j] = h->freed[j] || h->wanted[j];
    }
    return TACIT_OK;
}

tacit_status tacit_hiding_raise(tacit_ctx *cx, tacit_hiding *h, double most, double *best,
                                tacit_tabular_suppressed *out)
{
    const size_t mark = tacit_scratch_mark(cx);
    tacit_pieces found = { 0 };
    double wide = 0;
    bool broken = true;
    TACIT_TRY(tacit_scratch(cx, h->n, sizeof *found.point, &found.point));
    TACIT_TRY(tacit_hiding_gap_of_pieces(cx, h, most, best, &wide));
    while (broken && !tacit_hiding_is_over(cx, h)) {
        TACIT_TRY(tacit_hiding_solve(cx, h, wide, best, &found));
        if (found.narrow)
            continue;
        out->bound = fmax(out->bound, least_cost(h, &found, wide));
        tacit_hiding_take(h, found.point);
        if (found.hopeless || h->pool.n_terms > MOST_TERMS)
            break;
        TACIT_TRY(tacit_hiding_break_until(cx, h, h->end, &broken));
    }
    if (!broken)
        tacit_hiding_take_best(h, found.point, best, out);
    tacit_hiding_judge(h, out);
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}
