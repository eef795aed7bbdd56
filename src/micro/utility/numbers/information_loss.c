/*
 * information_loss.c - how far numbers, means, covariances, correlations and principal
 * factors moved: the table of Domingo-Ferrer and Torra (2001).
 *
 * Six parts of the data by three measures; stats/loss_table.h says which.  The summary
 * IL = 100 (mv X + mv means + mv V + mv S + mae R) / 5 may exceed 100, as |x - x'| / |x| has no
 * upper end; the capped one takes each term as at most 1 (Trottini 2003), so that it lies
 * between 0 and 100.
 *
 * Row i of one table is row i of the other.  Records with a missing number in either table
 * are left out and counted.  O(n p^2 + p^3) for p columns.
 */
#include <math.h>

#include "stats/linear/loss_table.h"
#include "micro/utility/paired.h"

enum { COLUMNS, WEIGHTS, FACTORS };

static const char *const WEIGHT_CHOICES[] = { "eigenvalues", "equal", NULL };
enum { WEIGHTS_EIGENVALUES, WEIGHTS_EQUAL };

static const tacit_param PARAMS[] = {
    [COLUMNS] = TACIT_PAIRED_COLUMNS,
    [WEIGHTS] = { .name = "weights",
                  .type = TACIT_PARAM_CHOICE,
                  .choices = WEIGHT_CHOICES,
                  .help = "how principal factors count in RF and F: by the eigenvalues of the "
                          "original, or alike" },
    [FACTORS] = { .name = "factors",
                  .type = TACIT_PARAM_INTEGER,
                  .preset = 1,
                  .min = 1,
                  .max = 1000,
                  TACIT_USEFUL(1, 10, "factors"),
                  .importance = TACIT_ADVANCED,
                  .help = "first factors whose explained share of a column is its communality C" },
    TACIT_PARAM_END
};

static const tacit_range IL_CAPPED = { 0.0, 100.0, TACIT_BETTER_LOWER };

static tacit_status figures(tacit_ctx *cx, const tacit_loss_table *t, tacit_result *result)
{
    TACIT_TRY(tacit_result_ranged(
        cx, result, &TACIT_RANGE_LOSS, "information_loss", "Information loss IL", t->il,
        TACIT_UNIT_NUMBER,
        "100 / 5 times the sum of the mean variations of values, means, covariances and "
        "variances and the mean absolute error of correlations; cells whose original is 0 add "
        "nothing"));
    TACIT_TRY(tacit_result_ranged(cx, result, &IL_CAPPED, "information_loss_capped",
                                  "Information loss IL, capped", t->il_capped, TACIT_UNIT_NUMBER,
                                  "the same with each of the five terms taken as at most 1"));
    TACIT_TRY(tacit_result_ranged(cx, result, &TACIT_RANGE_LOSS, "value_variation",
                                  "Mean variation of values", t->part[TACIT_LOSS_X].mv,
                                  TACIT_UNIT_NUMBER,
                                  "mean over cells of |x - x'| / |x|, 0 where x is 0"));
    return tacit_result_ranged(cx, result, &TACIT_RANGE_LOSS, "correlation_error",
                               "Mean absolute error of correlations", t->part[TACIT_LOSS_R].mae,
                               TACIT_UNIT_NUMBER, "mean over pairs of columns of |r - r'|");
}

static tacit_status tell_parts(tacit_ctx *cx, const tacit_loss_table *t, tacit_result *result)
{
    static const char *const titles[] = { "part", "mean square error", "mean absolute error",
                                          "mean variation", "cells of 0" };
    static const char *const parts[] = { "X, values",        "means",
                                         "V, covariances",   "S, variances",
                                         "R, correlations",  "RF, correlations with factors",
                                         "C, communalities", "F, factor score coefficients" };
    json_t *table = NULL;
    TACIT_TRY(
        tacit_result_table(cx, result, "parts", "Loss of information by part", 5, titles, &table));
    for (size_t k = 0; k < TACIT_LOSS_PARTS; k++) {
        const tacit_table_loss *loss = &t->part[k];
        const double row[] = { loss->mse, loss->mae, loss->mv, (double)loss->zero_cells };
        TACIT_TRY(tacit_paired_row(cx, table, parts[k], row, 4));
    }
    return TACIT_OK;
}

/* Bars of the five terms of IL. */
static tacit_status chart_terms(tacit_ctx *cx, const tacit_loss_table *t, tacit_result *result)
{
    static const char *const terms[] = { "values", "means", "covariances", "variances",
                                         "correlations" };
    const double value[] = { t->part[TACIT_LOSS_X].mv, t->part[TACIT_LOSS_MEANS].mv,
                             t->part[TACIT_LOSS_V].mv, t->part[TACIT_LOSS_S].mv,
                             t->part[TACIT_LOSS_R].mae };
    json_t *chart = NULL;
    TACIT_TRY(tacit_result_chart(cx, result, "terms", "Terms of the information loss",
                                 TACIT_CHART_BARS, &chart));
    TACIT_TRY(tacit_result_axes(cx, chart, "part", "mean variation or error"));
    for (size_t k = 0; k < 5; k++)
        TACIT_TRY(tacit_result_label(cx, chart, terms[k]));
    return tacit_result_series(cx, chart, "loss", value, 5);
}

static tacit_status measure(tacit_ctx *cx, tacit_subject *subject, const tacit_args *args,
                            tacit_result *result)
{
    const tacit_pair *pair = tacit_subject_pair(subject);
    tacit_paired paired;
    tacit_complete c;
    tacit_loss_table t;
    TACIT_TRY(tacit_paired_of(cx, "information_loss", pair, &args->at[COLUMNS], TACIT_TYPE_NUMBER,
                              &paired));
    if (paired.n == 0)
        return tacit_result_note(cx, result, "No column is numeric both before and after.");
    TACIT_TRY(tacit_complete_of(cx, &paired, &c));
    const tacit_loss_options options = {
        .equal_weights = tacit_arg_choice(args, WEIGHTS) == WEIGHTS_EQUAL,
        .factors = (size_t)tacit_arg_integer(args, FACTORS),
    };
    const tacit_loss_data data = { .x = c.before, .y = c.after, .n = c.n, .p = c.p };
    TACIT_TRY(tacit_loss_table_of(cx, &data, &options, &t));
    TACIT_TRY(figures(cx, &t, result));
    TACIT_TRY(tell_parts(cx, &t, result));
    TACIT_TRY(chart_terms(cx, &t, result));
    TACIT_TRY(tacit_paired_left_out(cx, result, c.left_out));
    if (c.n < 2)
        return tacit_result_note(cx, result,
                                 "Fewer than 2 complete records: covariances are not defined.");
    return TACIT_OK;
}

const tacit_measure tacit_utility_information_loss = {
    .about = { .name = "information_loss",
               .title = "Information loss of numbers",
               .summary = "How far numbers, means, covariances, correlations and factors moved.",
               .source = "Domingo-Ferrer and Torra (2001), A quantitative comparison of disclosure "
                         "control methods for microdata; Trottini (2003), Decision models for data "
                         "disclosure limitation",
               .params = PARAMS },
    .family = TACIT_FAMILY_UTILITY,
    .needs = TACIT_NEEDS_ORIGINAL | TACIT_NEEDS_SAME_ROWS,
    .traits = TACIT_MEASURE_COMMON,
    .run = measure,
};
