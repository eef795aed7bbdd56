/*
 * moments.c - means, standard deviations and correlations, before and after.
 *
 * For each numeric column that both tables have: mean, standard deviation (n - 1) and
 * missing values before and after.  Summaries over columns, so that several protections
 * can be compared: the mean over columns of |mean' - mean| / sd, of |sd' / sd - 1|, and
 * the mean over pairs of columns of |r' - r|, r being Pearson's correlation of the rows
 * in which both are present.
 *
 * Each table is summarised by itself, so rows need not correspond.  O(n p^2) for p
 * columns; correlations of the first MOST_COLUMNS only.
 */
#include <math.h>

#include "stats/moments.h"
#include "micro/utility/match.h"

enum { MOST_COLUMNS = 30 };

static const tacit_param PARAMS[] = { TACIT_PARAM_END };

/* Moments of a column on both sides. */
typedef struct sides {
    tacit_moments before, after;
} sides;

static tacit_status moments_of(tacit_ctx *cx, const tacit_column *c, tacit_moments *out)
{
    const size_t mark = tacit_scratch_mark(cx);
    double *x = NULL;
    size_t n = 0;
    TACIT_TRY(tacit_column_present(cx, c, &x, &n));
    *out = tacit_moments_of(x, n);
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

static tacit_status table_of_columns(tacit_ctx *cx, const tacit_match *match, const sides *s,
                                     size_t n, tacit_result *result)
{
    static const char *const columns[] = { "column",       "mean before", "mean after",
                                           "sd before",    "sd after",    "missing before",
                                           "missing after" };
    json_t *table = NULL;
    TACIT_TRY(tacit_result_table(cx, result, "columns", "Means and standard deviations", 7, columns,
                                 &table));
    for (size_t c = 0; c < n; c++)
        TACIT_TRY(tacit_result_row(cx, table, "[s, f, f, f, f, I, I]",
                                   tacit_column_name(match[c].before), s[c].before.mean,
                                   s[c].after.mean, s[c].before.sd, s[c].after.sd,
                                   (json_int_t)tacit_column_missing(match[c].before),
                                   (json_int_t)tacit_column_missing(match[c].after)));
    return TACIT_OK;
}

static tacit_status figures(tacit_ctx *cx, const sides *s, size_t n, tacit_result *result)
{
    double mean = 0.0, sd = 0.0;
    size_t varying = 0;
    for (size_t c = 0; c < n; c++) {
        if (s[c].before.sd <= 0.0)
            continue;
        mean += fabs(s[c].after.mean - s[c].before.mean) / s[c].before.sd;
        sd += fabs(s[c].after.sd / s[c].before.sd - 1.0);
        varying++;
    }
    const double by = varying > 0 ? (double)varying : NAN;
    TACIT_TRY(tacit_result_ranged(cx, result, &TACIT_RANGE_LOSS, "mean_change", "Change of means",
                                  mean / by, TACIT_UNIT_NUMBER,
                                  "mean over numeric columns of |mean after - mean before| / sd "
                                  "before"));
    return tacit_result_ranged(cx, result, &TACIT_RANGE_LOSS, "sd_change",
                               "Change of standard deviations", sd / by, TACIT_UNIT_SHARE,
                               "mean over numeric columns of |sd after / sd before - 1|");
}

/* Correlation of two columns over the rows in which both are present. */
static tacit_status correlate(tacit_ctx *cx, const tacit_column *a, const tacit_column *b,
                              double *out)
{
    const size_t mark = tacit_scratch_mark(cx);
    double *x = NULL, *y = NULL;
    size_t n = 0;
    TACIT_TRY(tacit_scratch(cx, tacit_column_length(a), sizeof *x, &x));
    TACIT_TRY(tacit_scratch(cx, tacit_column_length(a), sizeof *y, &y));
    for (size_t i = 0; i < tacit_column_length(a); i++) {
        if (tacit_column_is_missing(a, i) || tacit_column_is_missing(b, i))
            continue;
        x[n] = tacit_column_number(a, i);
        y[n++] = tacit_column_number(b, i);
    }
    *out = tacit_correlation(x, y, n);
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

/* Fill the n by n matrix of r' - r. */
static tacit_status correlation_changes(tacit_ctx *cx, const tacit_match *match, size_t n,
                                        double *change)
{
    for (size_t a = 0; a < n; a++) {
        TACIT_TRY(tacit_tick(cx, a, n));
        for (size_t b = a + 1; b < n; b++) {
            double before = 0.0, after = 0.0;
            TACIT_TRY(correlate(cx, match[a].before, match[b].before, &before));
            TACIT_TRY(correlate(cx, match[a].after, match[b].after, &after));
            change[a * n + b] = change[b * n + a] = after - before;
        }
    }
    return TACIT_OK;
}

static tacit_status correlations(tacit_ctx *cx, const tacit_match *match, size_t columns,
                                 tacit_result *result)
{
    const size_t n = columns < MOST_COLUMNS ? columns : MOST_COLUMNS;
    double *change = NULL, sum = 0.0;
    json_t *chart = NULL;
    if (n < 2)
        return TACIT_OK;
    TACIT_TRY(tacit_scratch(cx, n * n, sizeof *change, &change));
    TACIT_TRY(correlation_changes(cx, match, n, change));
    for (size_t i = 0; i < n * n; i++)
        sum += fabs(change[i]);
    TACIT_TRY(tacit_result_ranged(cx, result, &TACIT_RANGE_LOSS, "correlation_change",
                                  "Change of correlations", sum / (double)(n * (n - 1)),
                                  TACIT_UNIT_NUMBER,
                                  "mean over pairs of numeric columns of |r after - r before|"));
    TACIT_TRY(tacit_result_chart(cx, result, "correlation_change",
                                 "Change of correlations, after minus before", TACIT_CHART_HEAT,
                                 &chart));
    for (size_t c = 0; c < n; c++)
        TACIT_TRY(tacit_result_label(cx, chart, tacit_column_name(match[c].before)));
    for (size_t c = 0; c < n; c++)
        TACIT_TRY(
            tacit_result_series(cx, chart, tacit_column_name(match[c].before), change + c * n, n));
    return TACIT_OK;
}

static tacit_status measure(tacit_ctx *cx, tacit_subject *subject, const tacit_args *args,
                            tacit_result *result)
{
    const tacit_pair *pair = tacit_subject_pair(subject);
    (void)args;
    tacit_match *match = NULL;
    sides *s = NULL;
    size_t n = 0;
    TACIT_TRY(tacit_match_columns(cx, pair, TACIT_TYPE_NUMBER, &match, &n));
    if (n == 0)
        return tacit_result_note(cx, result, "No column is numeric both before and after.");
    TACIT_TRY(tacit_scratch(cx, n, sizeof *s, &s));
    for (size_t c = 0; c < n; c++) {
        TACIT_TRY(moments_of(cx, match[c].before, &s[c].before));
        TACIT_TRY(moments_of(cx, match[c].after, &s[c].after));
    }
    TACIT_TRY(figures(cx, s, n, result));
    TACIT_TRY(correlations(cx, match, n, result));
    return table_of_columns(cx, match, s, n, result);
}

const tacit_measure tacit_utility_moments = {
    .about = { .name = "moments",
               .title = "Means, deviations and correlations",
               .summary = "How far means, standard deviations and correlations of numbers moved.",
               .source = "Domingo-Ferrer and Torra (2001), Disclosure control methods and "
                         "information loss for microdata",
               .params = PARAMS },
    .family = TACIT_FAMILY_UTILITY,
    .needs = TACIT_NEEDS_ORIGINAL,
    .traits = TACIT_MEASURE_COMMON,
    .run = measure,
};
