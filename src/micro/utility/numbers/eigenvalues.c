/*
 * eigenvalues.c - how far the eigenvalues of the correlation or covariance matrix moved.
 *
 * With eigenvalues l_1 >= ... >= l_p of the original and l' of the protected data, the
 * measure is the sum over k of |l_k - l'_k| / l_k, as in sdcMicro (Templ 2008).  Eigenvalues
 * of the original that are 0 but for rounding (columns that depend on each other) are left
 * out: their share would be noise.  The robust form takes the minimum covariance determinant
 * scatter (Rousseeuw 1985) of either table, which a minority of outliers cannot move.
 *
 * Each table is summarised by itself over the records without a missing number, so rows need
 * not correspond.  O(n p^2 + p^3); the robust form a few dozen times that.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/sort.h"
#include "stats/linear/covariance.h"
#include "stats/linear/linear_algebra.h"
#include "stats/linear/robust.h"
#include "micro/utility/paired.h"

enum { COLUMNS, MATRIX, ROBUST };

static const char *const MATRIX_CHOICES[] = { "correlation", "covariance", NULL };
enum { MATRIX_CORRELATION, MATRIX_COVARIANCE };

static const tacit_param PARAMS[] = {
    [COLUMNS] = TACIT_PAIRED_COLUMNS,
    [MATRIX] = { .name = "matrix",
                 .type = TACIT_PARAM_CHOICE,
                 .choices = MATRIX_CHOICES,
                 .help = "whose eigenvalues are compared" },
    [ROBUST] = { .name = "robust",
                 .type = TACIT_PARAM_FLAG,
                 .preset = 1.0,
                 .max = 1.0,
                 .help = "also compare robust estimates, which outliers do not move" },
    TACIT_PARAM_END
};

static const double NO_VARIANCE = 1e-10; /* share of the sum below which an eigenvalue is 0 */

/* Eigenvalues of both tables, plain and robust; NULL where there are none. */
typedef struct spectra {
    size_t p;
    double *before, *after, *robust_before, *robust_after;
} spectra;

static tacit_status plain(tacit_ctx *cx, const double *x, size_t n, size_t p, bool correlation,
                          double **out)
{
    double *values = NULL, *mean = NULL, *v = NULL, *vectors = NULL;
    TACIT_TRY(tacit_scratch(cx, p, sizeof *values, &values));
    TACIT_TRY(tacit_scratch(cx, p, sizeof *mean, &mean));
    TACIT_TRY(tacit_scratch(cx, p * p, sizeof *v, &v));
    TACIT_TRY(tacit_scratch(cx, p * p, sizeof *vectors, &vectors));
    TACIT_TRY(tacit_covariance_of(cx, x, n, p, mean, v));
    if (correlation)
        tacit_correlation_of(v, p, v);
    tacit_eigen_symmetric(v, p, values, vectors);
    for (size_t k = 0; k < p; k++)
        values[k] = fmax(0.0, values[k]); /* but for rounding none is negative */
    *out = values;
    return TACIT_OK;
}

/* Scatter of the fit in the columns' own units. */
static void scatter_of(const tacit_mcd *m, double *v)
{
    const size_t p = m->p;
    for (size_t i = 0; i < p; i++)
        for (size_t j = 0; j <= i; j++) {
            double sum = 0.0;
            for (size_t k = 0; k <= j; k++)
                sum += m->factor[i * p + k] * m->factor[j * p + k];
            v[i * p + j] = v[j * p + i] = sum * m->column[i].spread * m->column[j].spread;
        }
}

/* Copy the rows in the order of their numbers, so that among points at one distance the fit
 * chooses alike however the records are ordered. */
static tacit_status order_rows(tacit_ctx *cx, const double *x, size_t n, size_t p, double **out)
{
    tacit_keyed *by = NULL;
    double *ordered = NULL;
    TACIT_TRY(tacit_scratch(cx, n * p, sizeof *ordered, &ordered));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *by, &by));
    for (size_t i = 0; i < n; i++)
        by[i].row = i;
    for (size_t j = p; j-- > 0;) {
        for (size_t i = 0; i < n; i++)
            by[i].key = tacit_sort_key_real(x[by[i].row * p + j]);
        TACIT_TRY(tacit_sort_keyed(cx, by, n));
    }
    for (size_t i = 0; i < n; i++)
        memcpy(ordered + i * p, x + by[i].row * p, p * sizeof *ordered);
    *out = ordered;
    return TACIT_OK;
}

/* `*out` stays NULL if the data have no robust scatter of all columns. */
static tacit_status robust(tacit_ctx *cx, const double *x, size_t n, size_t p, bool correlation,
                           double **out)
{
    double *values = NULL, *v = NULL, *vectors = NULL, *ordered = NULL;
    tacit_mcd m;
    if (n <= 2 * p || p > TACIT_MCD_COLUMNS)
        return TACIT_OK;
    TACIT_TRY(order_rows(cx, x, n, p, &ordered));
    TACIT_TRY(tacit_mcd_fit(cx, ordered, n, p, &m));
    if (m.kept < p)
        return TACIT_OK;
    TACIT_TRY(tacit_scratch(cx, p, sizeof *values, &values));
    TACIT_TRY(tacit_scratch(cx, p * p, sizeof *v, &v));
    TACIT_TRY(tacit_scratch(cx, p * p, sizeof *vectors, &vectors));
    scatter_of(&m, v);
    if (correlation)
        tacit_correlation_of(v, p, v);
    tacit_eigen_symmetric(v, p, values, vectors);
    *out = values;
    return TACIT_OK;
}

/* Sum of |l - l'| / l over eigenvalues that are not 0; `*zero` counts those that are. */
static double change_of(const double *before, const double *after, size_t p, size_t *zero)
{
    double sum = 0.0, total = 0.0;
    *zero = 0;
    for (size_t k = 0; k < p; k++)
        total += before[k];
    for (size_t k = 0; k < p; k++) {
        if (before[k] > NO_VARIANCE * total)
            sum += fabs(before[k] - after[k]) / before[k];
        else
            (*zero)++;
    }
    return *zero < p ? sum : NAN;
}

static tacit_status figures(tacit_ctx *cx, const spectra *s, tacit_result *result)
{
    size_t zero = 0, none = 0;
    const double change = change_of(s->before, s->after, s->p, &zero);
    TACIT_TRY(tacit_result_ranged(cx, result, &TACIT_RANGE_LOSS, "eigenvalue_change",
                                  "Change of eigenvalues", change, TACIT_UNIT_NUMBER,
                                  "sum of |l - l'| / l over the eigenvalues in order of size, "
                                  "those that are 0 left out"));
    TACIT_TRY(tacit_result_ranged(cx, result, &TACIT_RANGE_LOSS, "mean_change",
                                  "Change of eigenvalues, mean",
                                  change / (double)(s->p > zero ? s->p - zero : 1),
                                  TACIT_UNIT_NUMBER, "the same divided by the number of terms"));
    if (s->robust_before != NULL && s->robust_after != NULL)
        TACIT_TRY(tacit_result_ranged(
            cx, result, &TACIT_RANGE_LOSS, "robust_change", "Change of robust eigenvalues",
            change_of(s->robust_before, s->robust_after, s->p, &none), TACIT_UNIT_NUMBER,
            "the same for minimum covariance determinant estimates"));
    if (zero > 0)
        return tacit_result_note(cx, result,
                                 "%zu eigenvalues of the original are 0 and left out: columns are "
                                 "constant or depend on each other.",
                                 zero);
    return TACIT_OK;
}

static tacit_status show(tacit_ctx *cx, const spectra *s, tacit_result *result)
{
    static const char *const titles[] = { "eigenvalue", "before", "after", "robust before",
                                          "robust after" };
    const size_t shown = s->robust_after == NULL ? 2 : 4;
    json_t *table = NULL, *chart = NULL;
    TACIT_TRY(
        tacit_result_table(cx, result, "eigenvalues", "Eigenvalues", shown + 1, titles, &table));
    TACIT_TRY(tacit_result_chart(cx, result, "eigenvalues", "Eigenvalues before and after",
                                 TACIT_CHART_BARS, &chart));
    TACIT_TRY(tacit_result_axes(cx, chart, "number", "eigenvalue"));
    for (size_t k = 0; k < s->p; k++) {
        char number[32];
        const double row[] = { s->before[k], s->after[k],
                               s->robust_before == NULL ? NAN : s->robust_before[k],
                               s->robust_after == NULL ? NAN : s->robust_after[k] };
        snprintf(number, sizeof number, "%zu", k + 1);
        TACIT_TRY(tacit_paired_row(cx, table, number, row, shown));
        TACIT_TRY(tacit_result_label(cx, chart, number));
    }
    TACIT_TRY(tacit_result_series(cx, chart, "before", s->before, s->p));
    return tacit_result_series(cx, chart, "after", s->after, s->p);
}

static tacit_status find_robust(tacit_ctx *cx, const tacit_complete *x, const tacit_complete *y,
                                bool correlation, spectra *s)
{
    TACIT_TRY(robust(cx, x->before, x->n, s->p, correlation, &s->robust_before));
    if (s->robust_before == NULL)
        return TACIT_OK;
    return robust(cx, y->after, y->n, s->p, correlation, &s->robust_after);
}

static tacit_status measure(tacit_ctx *cx, tacit_subject *subject, const tacit_args *args,
                            tacit_result *result)
{
    const tacit_pair *pair = tacit_subject_pair(subject);
    const bool correlation = tacit_arg_choice(args, MATRIX) == MATRIX_CORRELATION;
    tacit_paired paired;
    tacit_complete x, y;
    TACIT_TRY(
        tacit_paired_of(cx, "eigenvalues", pair, &args->at[COLUMNS], TACIT_TYPE_NUMBER, &paired));
    spectra s = { .p = paired.n };
    if (paired.n == 0)
        return tacit_result_note(cx, result, "No column is numeric both before and after.");
    TACIT_TRY(tacit_complete_before(cx, &paired, &x));
    TACIT_TRY(tacit_complete_after(cx, &paired, &y));
    if (x.n < 2 || y.n < 2)
        return tacit_result_note(cx, result, "Fewer than 2 records have all numbers.");
    TACIT_TRY(plain(cx, x.before, x.n, s.p, correlation, &s.before));
    TACIT_TRY(plain(cx, y.after, y.n, s.p, correlation, &s.after));
    if (tacit_arg_flag(args, ROBUST)) {
        TACIT_TRY(find_robust(cx, &x, &y, correlation, &s));
        if (s.robust_after == NULL)
            TACIT_TRY(tacit_result_note(cx, result,
                                        "There is no robust estimate: too few records, or columns "
                                        "that are constant or depend on each other."));
    }
    TACIT_TRY(figures(cx, &s, result));
    TACIT_TRY(show(cx, &s, result));
    return tacit_paired_left_out(cx, result, x.left_out > y.left_out ? x.left_out : y.left_out);
}

const tacit_measure tacit_utility_eigenvalues = {
    .about = { .name = "eigenvalues",
               .title = "Eigenvalues",
               .summary = "How far the eigenvalues of the correlation matrix moved.",
               .source = "Templ (2008), Statistical disclosure control for microdata using the "
                         "R-package sdcMicro; Rousseeuw (1985), Multivariate estimation with high "
                         "breakdown point",
               .params = PARAMS },
    .family = TACIT_FAMILY_UTILITY,
    .needs = TACIT_NEEDS_ORIGINAL,
    .traits = TACIT_MEASURE_COSTLY,
    .run = measure,
};
