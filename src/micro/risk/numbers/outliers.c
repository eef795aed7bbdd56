/*
 * outliers.c - numeric outliers: records that stand out by their numbers alone.
 *
 * Multivariate: with the robust centre t and scatter C of the complete records (stats/robust.c)
 * a record is an outlier if (x - t)' C^-1 (x - t) is beyond the `quantile` of the chi-square
 * distribution with p degrees of freedom (Rousseeuw and Van Zomeren 1990); of normal data
 * 1 - quantile are.  By column: a value is an outlier if it differs from the median by more
 * than `spreads` robust standard deviations (1.4826 times the median absolute deviation;
 * Leys and others 2013).
 *
 * Missing values: by column they are left out; the multivariate figure takes records without
 * missing values.  O(n p^2) for a few dozen passes.
 */
#include <math.h>

#include "micro/risk/numbers/numeric.h"
#include "micro/risk/risk.h"
#include "stats/counts/chi_square.h"
#include "stats/linear/robust.h"

enum { COLUMNS, QUANTILE, SPREADS };

static const tacit_param PARAMS[] = {
    [COLUMNS] = TACIT_NUMERIC_COLUMNS,
    [QUANTILE] = { .name = "quantile",
                   .type = TACIT_PARAM_REAL,
                   .preset = 0.975,
                   .min = 0.5,
                   .max = 0.9999,
                   TACIT_USEFUL(0.9, 0.999, "probability"),
                   .help = "a record is an outlier if its squared robust distance is beyond this "
                           "chi-square quantile" },
    [SPREADS] = { .name = "spreads",
                  .type = TACIT_PARAM_REAL,
                  .preset = 3.0,
                  .max = 1000.0,
                  TACIT_USEFUL(1, 10, "standard deviations"),
                  .help = "a value is an outlier if it is further than this many robust standard "
                          "deviations from the median" },
    TACIT_PARAM_END
};

/* Outliers of one column. */
typedef struct counts {
    size_t values, below, above;
} counts;

static tacit_status count_column(tacit_ctx *cx, const tacit_column *c, double spreads, counts *out)
{
    const size_t mark = tacit_scratch_mark(cx);
    double *x = NULL;
    tacit_robust r;
    TACIT_TRY(tacit_column_present(cx, c, &x, &out->values));
    if (out->values > 0) {
        TACIT_TRY(tacit_robust_of(cx, x, out->values, &r));
        const double by = spreads * r.spread;
        for (size_t i = 0; i < out->values; i++) {
            out->below += x[i] < r.median - by;
            out->above += x[i] > r.median + by;
        }
    }
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

/* Figures, table and chart of the columns one by one. */
static tacit_status tell_columns(tacit_ctx *cx, const tacit_numeric *numeric, double spreads,
                                 tacit_result *result)
{
    static const char *const columns[] = { "column", "values", "below", "above", "share" };
    json_t *table = NULL, *chart = NULL;
    double *share = NULL, values = 0.0, outliers = 0.0;
    TACIT_TRY(tacit_scratch(cx, numeric->n, sizeof *share, &share));
    TACIT_TRY(
        tacit_result_table(cx, result, "columns", "Outlying values by column", 5, columns, &table));
    TACIT_TRY(tacit_result_chart(cx, result, "columns", "Outlying values by column",
                                 TACIT_CHART_BARS, &chart));
    TACIT_TRY(tacit_result_axes(cx, chart, "column", "share of values, %"));
    for (size_t c = 0; c < numeric->n; c++) {
        const char *name = tacit_column_name(numeric->masked[c]);
        counts n = { 0 };
        TACIT_TRY(tacit_tick(cx, c, numeric->n));
        TACIT_TRY(count_column(cx, numeric->masked[c], spreads, &n));
        const double out = (double)(n.below + n.above);
        const double by = n.values > 0 ? (double)n.values : 1.0;
        share[c] = 100.0 * out / by;
        values += (double)n.values;
        outliers += out;
        TACIT_TRY(tacit_result_label(cx, chart, name));
        TACIT_TRY(tacit_result_row(cx, table, "[s, I, I, I, f]", name, (json_int_t)n.values,
                                   (json_int_t)n.below, (json_int_t)n.above, out / by));
    }
    TACIT_TRY(tacit_result_series(cx, chart, "values", share, numeric->n));
    TACIT_TRY(tacit_result_figure(cx, result, "values", "Outlying values", outliers,
                                  TACIT_UNIT_COUNT,
                                  "values further than spreads robust standard deviations from "
                                  "the median of their column",
                                  .better = TACIT_BETTER_LOWER));
    return tacit_result_figure(cx, result, "values_share", "Share of outlying values",
                               outliers / values, TACIT_UNIT_SHARE, "of all values",
                               .better = TACIT_BETTER_LOWER);
}

/* The multivariate figures over `points`. */
static tacit_status tell_records(tacit_ctx *cx, const tacit_numeric *numeric,
                                 const tacit_numeric_points *points, double quantile,
                                 tacit_result *result)
{
    tacit_mcd m;
    size_t outliers = 0;
    TACIT_TRY(tacit_mcd_fit(cx, points->masked, points->n, points->p, &m));
    for (size_t c = 0; c < numeric->n; c++)
        if (!m.is_kept[c])
            TACIT_TRY(tacit_result_note(cx, result,
                                        "Column '%s' is constant or follows from other "
                                        "columns; robust distances do without it.",
                                        tacit_column_name(numeric->masked[c])));
    if (m.kept == 0)
        return TACIT_OK;
    const double limit = tacit_chi_square_quantile(quantile, (double)m.kept);
    for (size_t i = 0; i < points->n; i++)
        outliers += tacit_mcd_distance(&m, points->masked + i * points->p) > limit;
    TACIT_TRY(tacit_result_figure(cx, result, "outliers", "Outlying records", (double)outliers,
                                  TACIT_UNIT_COUNT,
                                  "records whose squared robust distance is beyond the chi-square "
                                  "quantile",
                                  .better = TACIT_BETTER_LOWER));
    TACIT_TRY(tacit_result_figure(cx, result, "outliers_share", "Share of outlying records",
                                  (double)outliers / (double)points->n, TACIT_UNIT_SHARE,
                                  "of records without missing values",
                                  .better = TACIT_BETTER_LOWER));
    return tacit_result_figure(cx, result, "expected_share", "Share if the data were normal",
                               1.0 - quantile, TACIT_UNIT_SHARE, "1 - quantile");
}

static tacit_status measure(tacit_ctx *cx, tacit_subject *subject, const tacit_args *args,
                            tacit_result *result)
{
    tacit_numeric numeric;
    tacit_numeric_points points;
    TACIT_TRY(tacit_numeric_of(cx, "outliers", subject, &args->at[COLUMNS], false, &numeric));
    if (numeric.n == 0)
        return tacit_result_note(cx, result, "No column is numeric.");
    if (numeric.n > TACIT_MCD_COLUMNS) {
        TACIT_TRY(tacit_result_note(cx, result,
                                    "Robust distances take at most %d columns; say "
                                    "which under 'columns'.",
                                    TACIT_MCD_COLUMNS));
        return tell_columns(cx, &numeric, tacit_arg_real(args, SPREADS), result);
    }
    TACIT_TRY(tacit_numeric_complete(cx, &numeric, &points));
    if (points.n < numeric.rows)
        TACIT_TRY(tacit_result_note(cx, result,
                                    "%zu records with a missing value have no robust "
                                    "distance.",
                                    numeric.rows - points.n));
    if (points.n > 2 * points.p)
        TACIT_TRY(tell_records(cx, &numeric, &points, tacit_arg_real(args, QUANTILE), result));
    else
        TACIT_TRY(tacit_result_note(cx, result,
                                    "%zu complete records are too few for robust "
                                    "distances of %zu columns.",
                                    points.n, points.p));
    return tell_columns(cx, &numeric, tacit_arg_real(args, SPREADS), result);
}

const tacit_measure tacit_risk_outliers = {
    .about = { .name = "outliers",
               .title = "Numeric outliers",
               .summary = "How many records and values stand out by their size, which anybody "
                          "could recognise.",
               .source = "Rousseeuw and Van Zomeren (1990), Unmasking multivariate outliers and "
                         "leverage points; Hubert, Rousseeuw and Verdonck (2012), A deterministic "
                         "algorithm for robust location and scatter",
               .params = PARAMS },
    .family = TACIT_FAMILY_RISK,
    .needs = TACIT_NEEDS_ROWS,
    .run = measure,
};
