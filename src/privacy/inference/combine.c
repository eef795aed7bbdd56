/*
 * combine.c - several noisy answers about the same numbers, or about sums of them, made one.
 *
 * Each record is an answer: its value, the standard deviation of its noise, and what it is about:
 * the name of one number, or a factor for each number (a total has 1 for each of its parts).  The
 * numbers are estimated by weighted least squares (stats/noisy/combined.c), which needs the
 * variances of the noise and no law; intervals are normal.  Answers with a missing value are left
 * out; a missing factor is not allowed.  O(answers * numbers^2).
 */
#include <math.h>

#include "privacy/inference/inference.h"
#include "stats/counts/chi_square.h"
#include "stats/counts/wilson.h"
#include "stats/noisy/combined.h"
#include "table/values.h"

enum { VALUE, ERROR, ABOUT, TERMS };

/* Numbers whose normal equations are solved; answers that a table or picture shows. */
enum { MOST_NUMBERS = 2000, SHOWN = 1000, DRAWN = 40 };

static tacit_status check(tacit_ctx *cx, const tacit_args *args)
{
    if (tacit_arg_given(args, ABOUT) == tacit_arg_given(args, TERMS))
        return tacit_fail(
            cx, TACIT_ERR_INPUT,
            "combine: say what the answers are about by one of 'about', a column with "
            "the name of a number, and 'terms', a column of factors for each number.");
    return TACIT_OK;
}

/* ---- answers ---- */

/* The answers of a file, and the names of their numbers.  In scratch memory. */
typedef struct answers {
    tacit_noisy_answers all;
    const char *const *name; /* of the numbers */
    double *factor, *value, *sd;
    size_t left; /* answers without a value */
} answers;

static tacit_status name_values(tacit_ctx *cx, const tacit_column *c, const tacit_values *v,
                                answers *a)
{
    const char **name = NULL;
    TACIT_TRY(tacit_scratch(cx, v->n, sizeof *name, &name));
    for (uint32_t i = 0; i < v->n; i++) {
        char text[32], *copy = NULL;
        TACIT_TRY(tacit_scratch_text(cx, tacit_column_text(c, v->row[i], text), &copy));
        name[i] = copy;
    }
    a->all.p = v->n;
    a->name = name;
    return TACIT_OK;
}

/* The standard deviation of row i; fails if it is none. */
static tacit_status take_error(tacit_ctx *cx, const tacit_column *c, size_t i, double *out)
{
    *out = tacit_column_is_missing(c, i) ? 0.0 : tacit_column_number(c, i);
    if (*out > 0.0)
        return TACIT_OK;
    return tacit_fail(cx, TACIT_ERR_DATA,
                      "combine: row %zu of column '%s' must be a standard deviation above 0; for "
                      "an exact number a very small one will do.",
                      i + 1, tacit_column_name(c));
}

/* The factors of row i. */
static tacit_status take_factors(tacit_ctx *cx, const tacit_column *const *term, size_t p, size_t i,
                                 double *out)
{
    for (size_t j = 0; j < p; j++) {
        if (tacit_column_is_missing(term[j], i))
            return tacit_fail(cx, TACIT_ERR_DATA,
                              "combine: row %zu lacks its factor '%s'; 0 means that the answer is "
                              "not about it.",
                              i + 1, tacit_column_name(term[j]));
        out[j] = tacit_column_number(term[j], i);
    }
    return TACIT_OK;
}

/* What the rows are about: one of the values of a column, or factors in columns. */
typedef struct subject {
    const tacit_column *about;
    const tacit_column *const *term;
    tacit_values values;
} subject;

static tacit_status find_subject(tacit_ctx *cx, const tacit_infer_job *job, subject *s, answers *a)
{
    if (!tacit_arg_given(job->args, TERMS)) {
        s->about = tacit_infer_column(job, ABOUT);
        TACIT_TRY(tacit_values_of(cx, s->about, &s->values));
        TACIT_TRY(name_values(cx, s->about, &s->values, a));
    } else {
        TACIT_TRY(tacit_infer_columns(cx, job, TERMS, &s->term, &a->all.p));
        for (size_t j = 0; j < a->all.p; j++)
            TACIT_TRY(tacit_infer_numbers(cx, "combine", s->term[j]));
        a->name = job->args->at[TERMS].texts;
    }
    if (a->all.p <= MOST_NUMBERS)
        return TACIT_OK;
    return tacit_fail(cx, TACIT_ERR_DATA, "combine: %zu numbers are more than the %d that fit.",
                      a->all.p, MOST_NUMBERS);
}

static tacit_status add_answer(tacit_ctx *cx, const subject *s, size_t i, answers *a)
{
    double *factor = a->factor + a->all.n * a->all.p;
    if (s->about == NULL)
        return take_factors(cx, s->term, a->all.p, i, factor);
    if (s->values.of[i] == s->values.n)
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "combine: row %zu does not say in '%s' what it is "
                          "about.",
                          i + 1, tacit_column_name(s->about));
    factor[s->values.of[i]] = 1.0;
    return TACIT_OK;
}

static tacit_status load(tacit_ctx *cx, const tacit_infer_job *job, answers *a)
{
    const tacit_column *value = tacit_infer_column(job, VALUE);
    const tacit_column *error = tacit_infer_column(job, ERROR);
    const size_t rows = tacit_table_rows(job->data);
    subject s = { 0 };
    TACIT_TRY(tacit_infer_numbers(cx, "combine", value));
    TACIT_TRY(tacit_infer_numbers(cx, "combine", error));
    TACIT_TRY(find_subject(cx, job, &s, a));
    TACIT_TRY(tacit_scratch(cx, rows * a->all.p, sizeof *a->factor, &a->factor));
    TACIT_TRY(tacit_scratch(cx, rows, sizeof *a->value, &a->value));
    TACIT_TRY(tacit_scratch(cx, rows, sizeof *a->sd, &a->sd));
    for (size_t i = 0; i < rows; i++) {
        if (tacit_column_is_missing(value, i)) {
            a->left++;
            continue;
        }
        TACIT_TRY(take_error(cx, error, i, &a->sd[a->all.n]));
        TACIT_TRY(add_answer(cx, &s, i, a));
        a->value[a->all.n++] = tacit_column_number(value, i);
    }
    a->all.factor = a->factor;
    a->all.value = a->value;
    a->all.sd = a->sd;
    return TACIT_OK;
}

/* ---- what is told ---- */

static tacit_status tell_numbers(tacit_ctx *cx, const answers *a, const tacit_combined *c, double z,
                                 tacit_result *r)
{
    static const char *const heads[] = { "Number", "Estimate", "Standard error", "From", "To" };
    json_t *table = NULL;
    TACIT_TRY(tacit_result_table(cx, r, "numbers", "Numbers", 5, heads, &table));
    for (size_t j = 0; j < a->all.p; j++)
        TACIT_TRY(tacit_result_row(cx, table, "[s,f,f,f,f]", a->name[j], c->estimate[j],
                                   c->error[j], c->estimate[j] - z * c->error[j],
                                   c->estimate[j] + z * c->error[j]));
    return TACIT_OK;
}

static tacit_status tell_answers(tacit_ctx *cx, const answers *a, const tacit_combined *c,
                                 tacit_result *r)
{
    static const char *const heads[] = { "Answer", "As released", "Standard deviation", "Combined",
                                         "Standard error" };
    json_t *table = NULL;
    if (a->all.n > SHOWN)
        return TACIT_OK;
    TACIT_TRY(tacit_result_table(cx, r, "answers", "Answers that agree", 5, heads, &table));
    for (size_t i = 0; i < a->all.n; i++)
        TACIT_TRY(tacit_result_row(cx, table, "[I,f,f,f,f]", (json_int_t)(i + 1), a->value[i],
                                   a->sd[i], c->fitted[i], c->spread[i]));
    return TACIT_OK;
}

static tacit_status draw_errors(tacit_ctx *cx, const answers *a, const tacit_combined *c,
                                tacit_result *r)
{
    json_t *chart = NULL;
    if (a->all.n > DRAWN)
        return TACIT_OK;
    TACIT_TRY(
        tacit_result_chart(cx, r, "errors", "Errors of the answers", TACIT_CHART_BARS, &chart));
    TACIT_TRY(tacit_result_axes(cx, chart, "answer", "standard error"));
    for (size_t i = 0; i < a->all.n; i++)
        TACIT_TRY(tacit_infer_place(cx, chart, (double)(i + 1)));
    TACIT_TRY(tacit_result_series(cx, chart, "as released", a->sd, a->all.n));
    return tacit_result_series(cx, chart, "combined", c->spread, a->all.n);
}

static tacit_status tell_figures(tacit_ctx *cx, const answers *a, const tacit_combined *c,
                                 tacit_result *r)
{
    const double free = (double)(a->all.n - a->all.p);
    double before = 0.0, after = 0.0;
    for (size_t i = 0; i < a->all.n; i++) {
        before += a->sd[i] * a->sd[i];
        after += c->spread[i] * c->spread[i];
    }
    TACIT_TRY(tacit_result_figure(cx, r, "answers", "Answers", (double)a->all.n, TACIT_UNIT_COUNT,
                                  "that have a value"));
    TACIT_TRY(tacit_result_figure(cx, r, "numbers", "Numbers", (double)a->all.p, TACIT_UNIT_COUNT,
                                  "that they are about"));
    TACIT_TRY(tacit_result_figure(cx, r, "error_kept", "Error that is left", sqrt(after / before),
                                  TACIT_UNIT_SHARE,
                                  "root mean square error of the answers, combined over released",
                                  .better = TACIT_BETTER_LOWER));
    TACIT_TRY(tacit_result_figure(cx, r, "left_over", "Squares left over", c->square,
                                  TACIT_UNIT_NUMBER,
                                  "of what answers are off the combined ones, in standard "
                                  "deviations; about as many as answers less numbers"));
    return tacit_result_figure(
        cx, r, "agreement", "Probability of as much or more",
        free > 0.0 ? 1.0 - tacit_chi_square_cdf(c->square, free) : NAN, TACIT_UNIT_PROBABILITY,
        "if noise is normal of the stated sizes; a very small one says that it is not, or that the "
        "answers are about different numbers");
}

static tacit_status infer(tacit_ctx *cx, const tacit_infer_job *job, tacit_result *r)
{
    const double z = tacit_normal_quantile(0.5 + 0.5 * job->confidence);
    answers a = { 0 };
    tacit_combined c = { 0 };
    TACIT_TRY(load(cx, job, &a));
    TACIT_TRY(tacit_combined_of(cx, &a.all, &c));
    if (c.undetermined < a.all.p)
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "combine: the answers do not tell number %zu of %zu apart from the "
                          "others; leave it out, or add an answer about it.",
                          c.undetermined + 1, a.all.p);
    TACIT_TRY(tell_figures(cx, &a, &c, r));
    TACIT_TRY(tell_numbers(cx, &a, &c, z, r));
    TACIT_TRY(tell_answers(cx, &a, &c, r));
    return draw_errors(cx, &a, &c, r);
}

static const tacit_param PARAMS[] = {
    [VALUE] = { .name = "value",
                .type = TACIT_PARAM_COLUMN,
                .need = TACIT_REQUIRED,
                .help = "the column of noisy answers" },
    [ERROR] = { .name = "error",
                .type = TACIT_PARAM_COLUMN,
                .need = TACIT_REQUIRED,
                .help = "the column with the standard deviation of each answer's noise" },
    [ABOUT] = { .name = "about",
                .type = TACIT_PARAM_COLUMN,
                .need = TACIT_OPTIONAL,
                .help = "the column with the name of the number that an answer is about" },
    [TERMS] = { .name = "terms",
                .type = TACIT_PARAM_COLUMNS,
                .need = TACIT_OPTIONAL,
                .help = "instead, a column for each number with the factor that it has in an "
                        "answer: 1 for the parts of a sum" },
    TACIT_PARAM_END
};

const tacit_inference tacit_inference_combine = {
    .about = { .name = "combine",
               .title = "Combination of noisy answers",
               .summary =
                   "Makes one of several noisy answers about the same numbers or their sums.",
               .source = "Aitken (1936), On least squares and linear combination of observations; "
                         "Hay, Rastogi, Miklau and Suciu (2010), Boosting the accuracy of "
                         "differentially private histograms through consistency",
               .params = PARAMS },
    .check = check,
    .infer = infer,
};
