/*
 * rank_correlations.c - how far Spearman's rank correlations moved.
 *
 * Spearman's correlation (1904) is Pearson's of the ranks, equal values sharing their mean
 * rank.  It sees any monotone relation and does not mind outliers.  The summary is the mean
 * and the largest |r' - r| over pairs of columns.
 *
 * Each table is summarised by itself over the records without a missing number, so rows need
 * not correspond.  A constant column has correlation 0 with all others.  O(n p^2).
 */
#include <math.h>

#include "stats/linear/covariance.h"
#include "stats/ranks.h"
#include "micro/utility/paired.h"

enum { COLUMNS };

static const tacit_param PARAMS[] = { [COLUMNS] = TACIT_PAIRED_COLUMNS, TACIT_PARAM_END };

static const tacit_range CHANGE = { 0.0, 2.0, TACIT_BETTER_LOWER };

/* Rank correlations of the n by p matrix `x`, which becomes ranks. */
static tacit_status correlate(tacit_ctx *cx, double *x, size_t n, size_t p, double *r)
{
    double *mean = NULL;
    TACIT_TRY(tacit_scratch(cx, p, sizeof *mean, &mean));
    for (size_t j = 0; j < p; j++) {
        TACIT_TRY(tacit_tick(cx, j, p));
        TACIT_TRY(tacit_ranks_of(cx, x + j, n, p));
    }
    TACIT_TRY(tacit_covariance_of(cx, x, n, p, mean, r));
    tacit_correlation_of(r, p, r);
    return TACIT_OK;
}

static tacit_status tell(tacit_ctx *cx, const tacit_paired *paired, const double *before,
                         const double *after, tacit_result *result)
{
    const size_t p = paired->n;
    double *change = NULL, sum = 0.0, most = 0.0;
    TACIT_TRY(tacit_scratch(cx, p * p, sizeof *change, &change));
    for (size_t k = 0; k < p * p; k++) {
        change[k] = after[k] - before[k];
        sum += fabs(change[k]);
        most = fmax(most, fabs(change[k]));
    }
    TACIT_TRY(tacit_result_ranged(cx, result, &CHANGE, "rank_correlation_change",
                                  "Change of rank correlations", sum / (double)(p * (p - 1)),
                                  TACIT_UNIT_NUMBER,
                                  "mean over pairs of columns of |r' - r|, Spearman's r, ties by "
                                  "mean ranks"));
    TACIT_TRY(tacit_result_ranged(cx, result, &CHANGE, "largest_change", "Largest change", most,
                                  TACIT_UNIT_NUMBER, "largest |r' - r| of a pair of columns"));
    return tacit_paired_heat(cx, result, "rank_correlation_change",
                             "Change of rank correlations, after minus before", paired, change);
}

static tacit_status measure(tacit_ctx *cx, tacit_subject *subject, const tacit_args *args,
                            tacit_result *result)
{
    const tacit_pair *pair = tacit_subject_pair(subject);
    tacit_paired paired;
    tacit_complete x, y;
    double *before = NULL, *after = NULL;
    TACIT_TRY(tacit_paired_of(cx, "rank_correlations", pair, &args->at[COLUMNS], TACIT_TYPE_NUMBER,
                              &paired));
    if (paired.n < 2)
        return tacit_result_note(cx, result,
                                 "Fewer than 2 columns are numeric both before and after.");
    TACIT_TRY(tacit_complete_before(cx, &paired, &x));
    TACIT_TRY(tacit_complete_after(cx, &paired, &y));
    if (x.n < 2 || y.n < 2)
        return tacit_result_note(cx, result, "Fewer than 2 records have all numbers.");
    TACIT_TRY(tacit_scratch(cx, paired.n * paired.n, sizeof *before, &before));
    TACIT_TRY(tacit_scratch(cx, paired.n * paired.n, sizeof *after, &after));
    TACIT_TRY(correlate(cx, x.before, x.n, paired.n, before));
    TACIT_TRY(correlate(cx, y.after, y.n, paired.n, after));
    TACIT_TRY(tell(cx, &paired, before, after, result));
    return tacit_paired_left_out(cx, result, x.left_out > y.left_out ? x.left_out : y.left_out);
}

const tacit_measure tacit_utility_rank_correlations = {
    .about = { .name = "rank_correlations",
               .title = "Rank correlations",
               .summary = "How far Spearman's rank correlations of numbers moved.",
               .source = "Spearman (1904), The proof and measurement of association between two "
                         "things",
               .params = PARAMS },
    .family = TACIT_FAMILY_UTILITY,
    .needs = TACIT_NEEDS_ORIGINAL,
    .run = measure,
};
