/*
 * regression.c - linear regression on columns that were released with noise.
 *
 * The coefficients by least squares, as if nothing had been added, beside those that take the noise
 * out (stats/noisy/corrected.c).  Noise has mean 0, known standard deviations, and is independent
 * of everything and between columns; its law does not matter.  Records with a missing value in one
 * of the columns are left out.  O(n p^2).
 */
#include <math.h>

#include "privacy/inference/inference.h"
#include "stats/counts/wilson.h"
#include "stats/noisy/corrected.h"

enum { RESPONSE, REGRESSORS, ERRORS, RESPONSE_ERROR };

/* Below this share of true variance, coefficients are hardly known. */
static const double WEAK = 0.2;

static tacit_status check(tacit_ctx *cx, const tacit_args *args)
{
    const tacit_value *regressors = &args->at[REGRESSORS], *errors = &args->at[ERRORS];
    if (errors->n > 0 && errors->n != regressors->n)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "regression: 'errors' has a number for each of the %zu regressors, 0 "
                          "where nothing was added, but there are %zu.",
                          regressors->n, errors->n);
    return TACIT_OK;
}

/* The records that have all values, and the variances of the noise. */
static tacit_status load(tacit_ctx *cx, const tacit_infer_job *job, tacit_noisy_rows *out)
{
    const tacit_column *const *x = NULL;
    const tacit_column *y = tacit_infer_column(job, RESPONSE);
    const size_t rows = tacit_table_rows(job->data);
    double *at = NULL, *noise = NULL;
    size_t p = 0;
    TACIT_TRY(tacit_infer_columns(cx, job, REGRESSORS, &x, &p));
    for (size_t j = 0; j <= p; j++)
        TACIT_TRY(tacit_infer_numbers(cx, "regression", j < p ? x[j] : y));
    TACIT_TRY(tacit_scratch(cx, rows * (p + 1), sizeof *at, &at));
    TACIT_TRY(tacit_scratch(cx, p + 1, sizeof *noise, &noise));
    *out = (tacit_noisy_rows){ .x = at, .p = p, .noise = noise };
    for (size_t i = 0; i < rows; i++) {
        bool missing = false;
        for (size_t j = 0; j <= p; j++)
            missing = missing || tacit_column_is_missing(j < p ? x[j] : y, i);
        for (size_t j = 0; j <= p && !missing; j++)
            *at++ = tacit_column_number(j < p ? x[j] : y, i);
        out->n += !missing;
    }
    for (size_t j = 0; j <= p; j++) {
        const double sd = j == p                        ? tacit_arg_real(job->args, RESPONSE_ERROR)
                          : job->args->at[ERRORS].n > 0 ? job->args->at[ERRORS].reals[j]
                                                        : 0.0;
        noise[j] = sd * sd;
    }
    return TACIT_OK;
}

/* ---- what is told ---- */

/* The line as released, and without the noise. */
typedef struct lines {
    const tacit_noisy_rows *rows;
    tacit_corrected plain, own;
} lines;

static const char *name_of(const tacit_infer_job *job, size_t j)
{
    return j == 0 ? "(intercept)" : job->args->at[REGRESSORS].texts[j - 1];
}

static tacit_status tell_coefficients(tacit_ctx *cx, const tacit_infer_job *job, const lines *l,
                                      tacit_result *r)
{
    static const char *const heads[] = { "Coefficient",    "As released", "Without the noise",
                                         "Standard error", "From",        "To",
                                         "Reliability" };
    const double z = tacit_normal_quantile(0.5 + 0.5 * job->confidence);
    json_t *table = NULL;
    TACIT_TRY(tacit_result_table(cx, r, "coefficients", "Coefficients", 7, heads, &table));
    for (size_t j = 0; j <= l->rows->p; j++) {
        const double b = l->own.coefficient[j], by = z * l->own.error[j];
        TACIT_TRY(tacit_result_row(cx, table, "[s,f,f,f,f,f,o]", name_of(job, j),
                                   l->plain.coefficient[j], b, l->own.error[j], b - by, b + by,
                                   tacit_infer_number(j > 0 ? l->own.reliable[j - 1] : NAN)));
    }
    return tacit_result_note(cx, r,
                             "Reliability is the share of a regressor's variance that is not "
                             "noise; least squares on one regressor is too flat by that factor.");
}

static tacit_status tell_figures(tacit_ctx *cx, const lines *l, tacit_result *r)
{
    TACIT_TRY(tacit_result_figure(cx, r, "records", "Records", (double)l->rows->n, TACIT_UNIT_COUNT,
                                  "without a missing value in these columns"));
    TACIT_TRY(tacit_result_figure(cx, r, "released_explained", "Explained as released",
                                  l->plain.explained, TACIT_UNIT_SHARE,
                                  "share of the response's variance by least squares"));
    TACIT_TRY(tacit_result_figure(cx, r, "explained", "Explained without the noise",
                                  l->own.explained, TACIT_UNIT_SHARE,
                                  "the same of true values, estimated"));
    return tacit_result_figure(cx, r, "residual", "Standard deviation about the line",
                               sqrt(l->own.residual), TACIT_UNIT_NUMBER,
                               "of the true response about the line through true regressors");
}

static tacit_status draw_coefficients(tacit_ctx *cx, const tacit_infer_job *job, const lines *l,
                                      tacit_result *r)
{
    const size_t p = l->rows->p;
    json_t *chart = NULL;
    double *sd = NULL, *plain = NULL, *own = NULL;
    TACIT_TRY(tacit_scratch(cx, p, sizeof *sd, &sd));
    TACIT_TRY(tacit_scratch(cx, p, sizeof *plain, &plain));
    TACIT_TRY(tacit_scratch(cx, p, sizeof *own, &own));
    TACIT_TRY(tacit_result_chart(cx, r, "slopes", "Slopes, in standard errors", TACIT_CHART_BARS,
                                 &chart));
    TACIT_TRY(tacit_result_axes(cx, chart, "regressor", "slope / its standard error"));
    for (size_t j = 0; j < p; j++) {
        TACIT_TRY(tacit_result_label(cx, chart, name_of(job, j + 1)));
        plain[j] = l->plain.coefficient[j + 1] / l->own.error[j + 1];
        own[j] = l->own.coefficient[j + 1] / l->own.error[j + 1];
    }
    TACIT_TRY(tacit_result_series(cx, chart, "as released", plain, p));
    return tacit_result_series(cx, chart, "without the noise", own, p);
}

/* Fit both lines; fails if there is none. */
static tacit_status fit_lines(tacit_ctx *cx, lines *l)
{
    tacit_noisy_rows plain = *l->rows;
    double *none = NULL;
    bool solved = false;
    TACIT_TRY(tacit_scratch(cx, plain.p + 1, sizeof *none, &none));
    plain.noise = none;
    TACIT_TRY(tacit_corrected_fit(cx, &plain, &l->plain, &solved));
    if (!solved)
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "regression: a regressor is constant, or a combination of others.");
    TACIT_TRY(tacit_corrected_fit(cx, l->rows, &l->own, &solved));
    if (!solved)
        return tacit_fail(
            cx, TACIT_ERR_DATA,
            "regression: the regressors vary no more than their noise, so nothing can "
            "be told of their slopes.");
    for (size_t j = 0; j < l->rows->p; j++)
        if (l->own.reliable[j] < WEAK) {
            tacit_warn(cx, "regression: more than four fifths of a regressor's variance are noise, "
                           "so slopes are hardly known.");
            break;
        }
    return TACIT_OK;
}

static tacit_status infer(tacit_ctx *cx, const tacit_infer_job *job, tacit_result *r)
{
    tacit_noisy_rows rows;
    lines l = { .rows = &rows };
    TACIT_TRY(load(cx, job, &rows));
    if (rows.n < rows.p + 2)
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "regression: %zu records without missing values are too few for %zu "
                          "regressors.",
                          rows.n, rows.p);
    TACIT_TRY(fit_lines(cx, &l));
    TACIT_TRY(tell_figures(cx, &l, r));
    TACIT_TRY(tell_coefficients(cx, job, &l, r));
    return draw_coefficients(cx, job, &l, r);
}

static const tacit_param PARAMS[] = {
    [RESPONSE] = { .name = "response",
                   .type = TACIT_PARAM_COLUMN,
                   .need = TACIT_REQUIRED,
                   .help = "the column to explain" },
    [REGRESSORS] = { .name = "regressors",
                     .type = TACIT_PARAM_COLUMNS,
                     .need = TACIT_REQUIRED,
                     .help = "the columns to explain it by" },
    [ERRORS] = { .name = "errors",
                 .type = TACIT_PARAM_REALS,
                 .need = TACIT_OPTIONAL,
                 .max = 1e15,
                 TACIT_USEFUL(0, 1000, NULL),
                 .help = "standard deviation of the noise in each regressor, 0 where there is "
                         "none" },
    [RESPONSE_ERROR] = { .name = "response_error",
                         .type = TACIT_PARAM_REAL,
                         .max = 1e15,
                         TACIT_USEFUL(0, 1000, NULL),
                         .help = "standard deviation of the noise in the response" },
    TACIT_PARAM_END
};

const tacit_inference tacit_inference_regression = {
    .about = { .name = "regression",
               .title = "Regression corrected for noise",
               .summary = "Estimates a linear regression of the true values behind noisy columns.",
               .source = "Fuller (1987), Measurement error models",
               .params = PARAMS },
    .check = check,
    .infer = infer,
};
