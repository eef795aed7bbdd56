/*
 * mlodak.c - information loss after Mlodak (2020): lambda of values, gamma of correlations.
 *
 * lambda is the mean over cells of a distance between 0 and 1: (2 / pi) arctan |x - x'| of
 * numbers, 0 or 1 of categories.  As published it depends on the unit of a column (an income
 * in cents is lost, in millions it is not); `scale` divides by the standard deviation of the
 * original first.  gamma compares the diagonals of the inverse correlation matrices, which
 * hold 1 / (1 - R_j^2), R_j^2 being the share of column j that all others explain: with both
 * diagonals scaled to length 1, it is their Euclidean distance over sqrt(2), between 0 and 1.
 * It is not defined if a correlation matrix is singular.
 *
 * Row i of one table is row i of the other.  For lambda a cell that is missing on both sides
 * has distance 0, on one side 1; for gamma records with a missing number are left out.
 * O(n p^2 + p^3).
 */
#include <math.h>
#include <string.h>

#include "stats/linear/covariance.h"
#include "stats/linear/linear_algebra.h"
#include "stats/moments.h"
#include "micro/utility/paired.h"

enum { COLUMNS, SCALE };

static const char *const SCALE_CHOICES[] = { "none", "sd", NULL };
enum { SCALE_NONE, SCALE_SD };

static const tacit_param PARAMS[] = {
    [COLUMNS] = { .name = "columns",
                  .type = TACIT_PARAM_COLUMNS,
                  .need = TACIT_OPTIONAL,
                  .help = "columns to compare; by default all numbers and categories that both "
                          "tables have but identifiers, weights and households" },
    [SCALE] = { .name = "scale",
                .type = TACIT_PARAM_CHOICE,
                .choices = SCALE_CHOICES,
                .help = "what differences of numbers are divided by: nothing, as published, or "
                        "the standard deviation of the original" },
    TACIT_PARAM_END
};

static const double SINGULAR = 1e-10; /* share of a column's variance that must be its own */
static const double PI = 3.14159265358979323846;

static bool is_number(const tacit_column *c)
{
    return (tacit_column_type(c) & TACIT_TYPE_NUMBER) != 0;
}

/* ---- values ---- */

static tacit_status divisor_of(tacit_ctx *cx, const tacit_column *c, size_t scale, double *out)
{
    double *x = NULL;
    size_t n = 0;
    *out = 1.0;
    if (scale == SCALE_NONE)
        return TACIT_OK;
    TACIT_TRY(tacit_column_present(cx, c, &x, &n));
    const double sd = tacit_moments_of(x, n).sd;
    *out = sd > 0.0 ? sd : 1.0;
    return TACIT_OK;
}

static tacit_status sum_numbers(tacit_ctx *cx, const tacit_match *m, size_t scale, double *out)
{
    double by = 1.0, sum = 0.0;
    TACIT_TRY(divisor_of(cx, m->before, scale, &by));
    for (size_t i = 0; i < tacit_column_length(m->before); i++) {
        const bool a = tacit_column_is_missing(m->before, i);
        const bool b = tacit_column_is_missing(m->after, i);
        if (a || b)
            sum += a != b;
        else
            sum += 2.0 / PI *
                   atan(fabs(tacit_column_number(m->before, i) / by -
                             tacit_column_number(m->after, i) / by));
    }
    *out = sum;
    return TACIT_OK;
}

static tacit_status sum_categories(tacit_ctx *cx, const tacit_match *m, double *out)
{
    tacit_coded c;
    double sum = 0.0;
    TACIT_TRY(tacit_coded_of(cx, m, &c));
    for (size_t i = 0; i < c.rows_before; i++)
        sum += c.before[i] != c.after[i];
    *out = sum;
    return TACIT_OK;
}

/* Mean distance of each column. */
static tacit_status compare_values(tacit_ctx *cx, const tacit_paired *paired, size_t scale,
                                   double *mean)
{
    for (size_t c = 0; c < paired->n; c++) {
        const tacit_match *m = &paired->match[c];
        const size_t mark = tacit_scratch_mark(cx);
        TACIT_TRY(tacit_tick(cx, c, paired->n));
        TACIT_TRY(is_number(m->before) && is_number(m->after) ? sum_numbers(cx, m, scale, &mean[c])
                                                              : sum_categories(cx, m, &mean[c]));
        mean[c] /= (double)tacit_column_length(m->before);
        tacit_scratch_release(cx, mark);
    }
    return TACIT_OK;
}

/* ---- correlations ---- */

/* The diagonal of the inverse correlation matrix, scaled to length 1; false if there is none. */
static tacit_status diagonal_of(tacit_ctx *cx, const double *x, size_t n, size_t p, double *out,
                                bool *regular)
{
    double *mean = NULL, *r = NULL, *e = NULL, length = 0.0;
    TACIT_TRY(tacit_scratch(cx, p, sizeof *mean, &mean));
    TACIT_TRY(tacit_scratch(cx, p * p, sizeof *r, &r));
    TACIT_TRY(tacit_scratch(cx, p, sizeof *e, &e));
    TACIT_TRY(tacit_covariance_of(cx, x, n, p, mean, r));
    tacit_correlation_of(r, p, r);
    *regular = tacit_cholesky(r, p, SINGULAR);
    for (size_t j = 0; j < p && *regular; j++) {
        memset(e, 0, p * sizeof *e);
        e[j] = 1.0;
        tacit_solve_lower(r, p, e);
        out[j] = 0.0;
        for (size_t k = 0; k < p; k++)
            out[j] += e[k] * e[k];
        length += out[j] * out[j];
    }
    for (size_t j = 0; j < p && *regular; j++)
        out[j] /= sqrt(length);
    return TACIT_OK;
}

static tacit_status compare_correlations(tacit_ctx *cx, const tacit_paired *numbers, double *gamma)
{
    tacit_complete c;
    double *a = NULL, *b = NULL, sum = 0.0;
    bool before = false, after = false;
    *gamma = NAN;
    TACIT_TRY(tacit_complete_of(cx, numbers, &c));
    if (c.n < 2)
        return TACIT_OK;
    TACIT_TRY(tacit_scratch(cx, c.p, sizeof *a, &a));
    TACIT_TRY(tacit_scratch(cx, c.p, sizeof *b, &b));
    TACIT_TRY(diagonal_of(cx, c.before, c.n, c.p, a, &before));
    TACIT_TRY(diagonal_of(cx, c.after, c.n, c.p, b, &after));
    if (!before || !after)
        return TACIT_OK;
    for (size_t j = 0; j < c.p; j++)
        sum += (a[j] - b[j]) * (a[j] - b[j]);
    *gamma = sqrt(sum / 2.0);
    return TACIT_OK;
}

/* The columns that are numbers on both sides. */
static tacit_status numbers_of(tacit_ctx *cx, const tacit_paired *paired, tacit_paired *out)
{
    *out = (tacit_paired){ 0 };
    TACIT_TRY(tacit_scratch(cx, paired->n, sizeof *out->match, &out->match));
    for (size_t c = 0; c < paired->n; c++)
        if (is_number(paired->match[c].before) && is_number(paired->match[c].after))
            out->match[out->n++] = paired->match[c];
    return TACIT_OK;
}

/* ---- the result ---- */

static tacit_status tell(tacit_ctx *cx, const tacit_paired *paired, const double *mean,
                         tacit_result *result)
{
    static const char *const titles[] = { "column", "lambda" };
    static const tacit_bars bars = { "lambda", "lambda by column", "lambda" };
    json_t *table = NULL;
    double sum = 0.0;
    TACIT_TRY(tacit_result_table(cx, result, "columns", "lambda by column", 2, titles, &table));
    for (size_t c = 0; c < paired->n; c++) {
        sum += mean[c];
        TACIT_TRY(
            tacit_paired_row(cx, table, tacit_column_name(paired->match[c].before), &mean[c], 1));
    }
    TACIT_TRY(tacit_paired_bars(cx, result, &bars, paired, mean));
    return tacit_result_ranged(cx, result, &TACIT_RANGE_LOSS_SHARE, "lambda",
                               "Loss of values, lambda", sum / (double)paired->n, TACIT_UNIT_NUMBER,
                               "mean over cells of (2 / pi) arctan |x - x'|, of categories 0 if "
                               "equal and 1 if not; missing on one side is 1");
}

static tacit_status measure(tacit_ctx *cx, tacit_subject *subject, const tacit_args *args,
                            tacit_result *result)
{
    const tacit_pair *pair = tacit_subject_pair(subject);
    tacit_paired paired, numbers;
    double *mean = NULL, gamma = NAN;
    TACIT_TRY(tacit_paired_of(cx, "mlodak", pair, &args->at[COLUMNS],
                              TACIT_TYPE_NUMBER | TACIT_TYPE_CATEGORY, &paired));
    if (paired.n == 0 || tacit_table_rows(pair->original) == 0)
        return tacit_result_note(cx, result,
                                 "There is no column of numbers or categories with records.");
    TACIT_TRY(tacit_scratch(cx, paired.n, sizeof *mean, &mean));
    TACIT_TRY(compare_values(cx, &paired, tacit_arg_choice(args, SCALE), mean));
    TACIT_TRY(tell(cx, &paired, mean, result));
    TACIT_TRY(numbers_of(cx, &paired, &numbers));
    if (numbers.n < 2)
        return TACIT_OK;
    TACIT_TRY(compare_correlations(cx, &numbers, &gamma));
    TACIT_TRY(tacit_result_ranged(cx, result, &TACIT_RANGE_LOSS_SHARE, "gamma",
                                  "Loss of correlations, gamma", gamma, TACIT_UNIT_NUMBER,
                                  "distance over sqrt(2) of the diagonals of both inverse "
                                  "correlation matrices, each scaled to length 1"));
    if (!isnan(gamma))
        return TACIT_OK;
    return tacit_result_note(cx, result,
                             "gamma is not defined: too few complete records, or columns that "
                             "depend on each other.");
}

const tacit_measure tacit_utility_mlodak = {
    .about = { .name = "mlodak",
               .title = "Loss after Mlodak",
               .summary = "Distances of values and of inverse correlations, between 0 and 1.",
               .source = "Mlodak (2020), Information loss resulting from statistical disclosure "
                         "control of output data",
               .params = PARAMS },
    .family = TACIT_FAMILY_UTILITY,
    .needs = TACIT_NEEDS_ORIGINAL | TACIT_NEEDS_SAME_ROWS,
    .run = measure,
};
