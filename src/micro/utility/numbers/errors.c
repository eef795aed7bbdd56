/*
 * errors.c - bias, mean square error and mean absolute error of each column.
 *
 * With e = x' - x over the n records in which both are present: bias = mean e,
 * MSE = mean e^2, RMSE = sqrt(MSE), MAE = mean |e|.  The sum of squares that masking added
 * is also related to the sum of squares about the mean, SSE / SST, as is usual for
 * microaggregation (Domingo-Ferrer and Mateo-Sanz 2002): over all columns as they are, where
 * the column of the largest scale rules, and as the mean over columns, which is the same
 * after standardising.
 *
 * Row i of one table is row i of the other.  Cells that are missing on either side are left
 * out.  O(n p).
 */
#include <math.h>

#include "stats/moments.h"
#include "micro/utility/paired.h"

enum { COLUMNS };

static const tacit_param PARAMS[] = { [COLUMNS] = TACIT_PAIRED_COLUMNS, TACIT_PARAM_END };

typedef struct sums {
    double n, error, square, absolute;
    double sst, sd;
} sums;

static sums sum_column(const tacit_both *b)
{
    const tacit_moments m = tacit_moments_of(b->before, b->n);
    sums s = { .n = (double)b->n, .sd = m.sd };
    for (size_t i = 0; i < b->n; i++) {
        const double e = b->after[i] - b->before[i];
        s.error += e;
        s.square += e * e;
        s.absolute += fabs(e);
    }
    s.sst = b->n > 0 ? m.sd * m.sd * (s.n - 1.0) : 0.0;
    return s;
}

/* a / b, NaN if b is 0. */
static double over(double a, double b)
{
    return b > 0.0 ? a / b : NAN;
}

static tacit_status figures(tacit_ctx *cx, const sums *s, size_t n, tacit_result *result)
{
    double sse = 0.0, sst = 0.0, shares = 0.0, rmse = 0.0, bias = 0.0, varying = 0.0;
    for (size_t c = 0; c < n; c++) {
        sse += s[c].square;
        sst += s[c].sst;
        if (!(s[c].sd > 0.0))
            continue;
        varying += 1.0;
        shares += s[c].square / s[c].sst;
        rmse += sqrt(s[c].square / s[c].n) / s[c].sd;
        bias += fabs(s[c].error / s[c].n) / s[c].sd;
    }
    TACIT_TRY(tacit_result_ranged(cx, result, &TACIT_RANGE_LOSS, "bias", "Bias in sd",
                                  over(bias, varying), TACIT_UNIT_NUMBER,
                                  "mean over columns of |mean (x' - x)| / sd of the original"));
    TACIT_TRY(tacit_result_ranged(cx, result, &TACIT_RANGE_LOSS, "rmse", "RMSE in sd",
                                  over(rmse, varying), TACIT_UNIT_NUMBER,
                                  "mean over columns of the root mean square of x' - x over the sd "
                                  "of the original"));
    TACIT_TRY(tacit_result_ranged(cx, result, &TACIT_RANGE_LOSS, "sse_share", "SSE / SST",
                                  over(shares, varying), TACIT_UNIT_NUMBER,
                                  "mean over columns of sum (x' - x)^2 / sum (x - mean)^2"));
    return tacit_result_ranged(cx, result, &TACIT_RANGE_LOSS, "sse_share_raw",
                               "SSE / SST, columns as they are", over(sse, sst), TACIT_UNIT_NUMBER,
                               "sum over all cells of (x' - x)^2 over that of (x - mean)^2");
}

static tacit_status tell_columns(tacit_ctx *cx, const tacit_paired *paired, const sums *s,
                                 tacit_result *result)
{
    static const char *const titles[] = { "column", "cells", "bias",     "MSE",
                                          "RMSE",   "MAE",   "RMSE / sd" };
    json_t *table = NULL;
    TACIT_TRY(tacit_result_table(cx, result, "columns", "Errors by column", 7, titles, &table));
    for (size_t c = 0; c < paired->n; c++) {
        const double mse = over(s[c].square, s[c].n);
        const double row[] = { s[c].n,    over(s[c].error, s[c].n),    mse,
                               sqrt(mse), over(s[c].absolute, s[c].n), over(sqrt(mse), s[c].sd) };
        TACIT_TRY(tacit_paired_row(cx, table, tacit_column_name(paired->match[c].before), row, 6));
    }
    return TACIT_OK;
}

static tacit_status chart_columns(tacit_ctx *cx, const tacit_paired *paired, const sums *s,
                                  tacit_result *result)
{
    static const tacit_bars bars = { "rmse", "Root mean square error by column",
                                     "RMSE in sd of the original" };
    double *value = NULL;
    TACIT_TRY(tacit_scratch(cx, paired->n, sizeof *value, &value));
    for (size_t c = 0; c < paired->n; c++)
        value[c] = over(sqrt(over(s[c].square, s[c].n)), s[c].sd);
    return tacit_paired_bars(cx, result, &bars, paired, value);
}

static tacit_status measure(tacit_ctx *cx, tacit_subject *subject, const tacit_args *args,
                            tacit_result *result)
{
    const tacit_pair *pair = tacit_subject_pair(subject);
    tacit_paired paired;
    sums *s = NULL;
    TACIT_TRY(tacit_paired_of(cx, "errors", pair, &args->at[COLUMNS], TACIT_TYPE_NUMBER, &paired));
    if (paired.n == 0)
        return tacit_result_note(cx, result, "No column is numeric both before and after.");
    TACIT_TRY(tacit_scratch(cx, paired.n, sizeof *s, &s));
    for (size_t c = 0; c < paired.n; c++) {
        const size_t mark = tacit_scratch_mark(cx);
        tacit_both b;
        TACIT_TRY(tacit_both_of(cx, &paired.match[c], &b));
        s[c] = sum_column(&b);
        tacit_scratch_release(cx, mark);
    }
    TACIT_TRY(figures(cx, s, paired.n, result));
    TACIT_TRY(tell_columns(cx, &paired, s, result));
    return chart_columns(cx, &paired, s, result);
}

const tacit_measure tacit_utility_errors = {
    .about = { .name = "errors",
               .title = "Errors of values",
               .summary = "Bias, mean square error and mean absolute error of each column.",
               .source = "Domingo-Ferrer and Mateo-Sanz (2002), Practical data-oriented "
                         "microaggregation for statistical disclosure control",
               .params = PARAMS },
    .family = TACIT_FAMILY_UTILITY,
    .needs = TACIT_NEEDS_ORIGINAL | TACIT_NEEDS_SAME_ROWS,
    .run = measure,
};
