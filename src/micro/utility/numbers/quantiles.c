/*
 * quantiles.c - how far the quantiles of each column moved.
 *
 * For each probability p the change is (q'(p) - q(p)) / s, s being the standard deviation
 * (n - 1) of the original column; quantiles interpolate between order statistics (type 7 of
 * Hyndman and Fan 1996).
 *
 * Each table is summarised by itself over its present values, so rows need not correspond.
 * A column that is constant in the original or empty on one side has no change.  O(n log n)
 * a column.
 */
#include <math.h>
#include <stdio.h>

#include "base/sort.h"
#include "stats/moments.h"
#include "stats/quantile.h"
#include "micro/utility/paired.h"

enum { COLUMNS, PROBABILITIES };
enum { MOST_PROBABILITIES = 99 };

static const tacit_param PARAMS[] = {
    [COLUMNS] = TACIT_PAIRED_COLUMNS,
    [PROBABILITIES] = { .name = "probabilities",
                        .type = TACIT_PARAM_REALS,
                        .max = 1.0,
                        .unit = "probability",
                        .help = "of the quantiles; 0.01, 0.05, 0.25, 0.5, 0.75, 0.95 and 0.99 "
                                "unless given" },
    TACIT_PARAM_END
};

static const double PRESET[] = { 0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99 };

/* Which quantiles. */
typedef struct levels {
    const double *p;
    size_t n;
} levels;

/* The present numbers of `c`, sorted. */
static tacit_status sorted_of(tacit_ctx *cx, const tacit_column *c, double **x, size_t *n)
{
    TACIT_TRY(tacit_column_present(cx, c, x, n));
    return tacit_sort_reals(cx, *x, *n);
}

static tacit_status compare(tacit_ctx *cx, const tacit_match *m, const levels *at, double *change)
{
    const size_t mark = tacit_scratch_mark(cx);
    double *before = NULL, *after = NULL;
    size_t n = 0, k = 0;
    TACIT_TRY(sorted_of(cx, m->before, &before, &n));
    TACIT_TRY(sorted_of(cx, m->after, &after, &k));
    const double sd = tacit_moments_of(before, n).sd;
    for (size_t i = 0; i < at->n; i++)
        change[i] = n == 0 || k == 0 || !(sd > 0.0) ? NAN
                                                    : tacit_quantile(after, k, at->p[i]) / sd -
                                                          tacit_quantile(before, n, at->p[i]) / sd;
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

static tacit_status figures(tacit_ctx *cx, const double *change, size_t n, tacit_result *result)
{
    double sum = 0.0, most = NAN;
    size_t known = 0;
    for (size_t i = 0; i < n; i++) {
        if (isnan(change[i]))
            continue;
        known++;
        sum += fabs(change[i]);
        most = fmax(most, fabs(change[i]));
    }
    TACIT_TRY(tacit_result_ranged(cx, result, &TACIT_RANGE_LOSS, "quantile_change",
                                  "Change of quantiles", known > 0 ? sum / (double)known : NAN,
                                  TACIT_UNIT_NUMBER,
                                  "mean over columns and probabilities of |q' - q| / sd of the "
                                  "original"));
    return tacit_result_ranged(cx, result, &TACIT_RANGE_LOSS, "largest_change", "Largest change",
                               most, TACIT_UNIT_NUMBER, "largest |q' - q| / sd of the original");
}

static tacit_status show(tacit_ctx *cx, const tacit_paired *paired, const levels *at,
                         const double *change, tacit_result *result)
{
    char title[MOST_PROBABILITIES][32];
    const char *titles[MOST_PROBABILITIES + 1] = { "column" };
    json_t *table = NULL, *chart = NULL;
    TACIT_TRY(tacit_result_chart(cx, result, "quantiles",
                                 "Change of quantiles in standard deviations", TACIT_CHART_HEAT,
                                 &chart));
    TACIT_TRY(tacit_result_axes(cx, chart, "probability", "column"));
    for (size_t i = 0; i < at->n; i++) {
        snprintf(title[i], sizeof title[i], "%.6g", at->p[i]);
        titles[i + 1] = title[i];
        TACIT_TRY(tacit_result_label(cx, chart, title[i]));
    }
    TACIT_TRY(tacit_result_table(cx, result, "columns",
                                 "Change of quantiles in standard deviations", at->n + 1, titles,
                                 &table));
    for (size_t c = 0; c < paired->n; c++) {
        const char *name = tacit_column_name(paired->match[c].before);
        TACIT_TRY(tacit_paired_row(cx, table, name, change + c * at->n, at->n));
        TACIT_TRY(tacit_result_series(cx, chart, name, change + c * at->n, at->n));
    }
    return TACIT_OK;
}

static tacit_status measure(tacit_ctx *cx, tacit_subject *subject, const tacit_args *args,
                            tacit_result *result)
{
    const tacit_pair *pair = tacit_subject_pair(subject);
    const tacit_value *given = &args->at[PROBABILITIES];
    const levels at = given->n > 0 ? (levels){ given->reals, given->n }
                                   : (levels){ PRESET, sizeof PRESET / sizeof PRESET[0] };
    tacit_paired paired;
    double *change = NULL;
    if (at.n > MOST_PROBABILITIES)
        return tacit_fail(cx, TACIT_ERR_INPUT, "'probabilities' of 'quantiles' takes at most %d.",
                          (int)MOST_PROBABILITIES);
    TACIT_TRY(
        tacit_paired_of(cx, "quantiles", pair, &args->at[COLUMNS], TACIT_TYPE_NUMBER, &paired));
    if (paired.n == 0)
        return tacit_result_note(cx, result, "No column is numeric both before and after.");
    TACIT_TRY(tacit_scratch(cx, paired.n * at.n, sizeof *change, &change));
    for (size_t c = 0; c < paired.n; c++) {
        TACIT_TRY(tacit_tick(cx, c, paired.n));
        TACIT_TRY(compare(cx, &paired.match[c], &at, change + c * at.n));
    }
    TACIT_TRY(figures(cx, change, paired.n * at.n, result));
    return show(cx, &paired, &at, change, result);
}

const tacit_measure tacit_utility_quantiles = {
    .about = { .name = "quantiles",
               .title = "Quantiles",
               .summary = "How far the quantiles of each column moved, in standard deviations.",
               .source = "Hyndman and Fan (1996), Sample quantiles in statistical packages",
               .params = PARAMS },
    .family = TACIT_FAMILY_UTILITY,
    .needs = TACIT_NEEDS_ORIGINAL,
    .run = measure,
};
