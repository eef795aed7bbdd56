/*
 * regression.c - whether a regression would say the same on both tables.
 *
 * The model that the user names is fitted to either table: least squares for a response of
 * numbers, logistic regression for a category of two values.  For each coefficient but the
 * intercept: the overlap of both confidence intervals, estimate -+ z standard errors (Karr,
 * Kohnen, Oganian, Reiter and Sanil 2006), and |b' - b| in standard errors of the original.
 *
 * Each table is fitted by itself, so rows need not correspond.  Records with a missing cell in
 * the response or a predictor are left out.  Columns that depend on others in one of the
 * tables are left out of both and named.  O(n k^2 + k^3) for k columns of the design.
 */
#include <math.h>

#include "micro/utility/regression/fit.h"

enum { RESPONSE, PREDICTORS, LEVEL };

static const tacit_param PARAMS[] = {
    [RESPONSE] = { .name = "response",
                   .type = TACIT_PARAM_COLUMN,
                   .need = TACIT_OPTIONAL,
                   .help = "the column to explain: numbers, or a category of two values" },
    [PREDICTORS] = { .name = "predictors",
                     .type = TACIT_PARAM_COLUMNS,
                     .need = TACIT_OPTIONAL,
                     .help = "the columns that explain it; by default all other numbers but "
                             "identifiers, weights and households" },
    [LEVEL] = { .name = "level",
                .type = TACIT_PARAM_REAL,
                .preset = 0.95,
                .min = 0.5,
                .max = 0.999,
                TACIT_USEFUL(0.8, 0.999, "probability"),
                .importance = TACIT_ADVANCED,
                .help = "confidence level of the intervals" },
    TACIT_PARAM_END
};

/* Overlap, and change in standard errors, of coefficient j. */
static double overlap_at(const tacit_fits *f, size_t j, double z)
{
    return tacit_interval_overlap(&f->before[j], &f->after[j], z);
}

static double change_at(const tacit_fits *f, size_t j)
{
    const double gap = fabs(f->after[j].value - f->before[j].value);
    return f->before[j].error > 0.0 ? gap / f->before[j].error : gap > 0.0 ? NAN : 0.0;
}

static tacit_status figures(tacit_ctx *cx, const tacit_design *d, const tacit_fits *f, double z,
                            tacit_result *result)
{
    double sum = 0.0, least = NAN, change = 0.0, n = 0.0;
    for (size_t j = 0; j < d->k && f->settled; j++) {
        if (!f->kept[j])
            continue;
        n += 1.0;
        sum += overlap_at(f, j, z);
        least = fmin(least, overlap_at(f, j, z));
        change += change_at(f, j);
    }
    TACIT_TRY(tacit_result_ranged(cx, result, &TACIT_RANGE_KEPT, "coefficient_overlap",
                                  "Overlap of intervals", n > 0.0 ? sum / n : NAN,
                                  TACIT_UNIT_NUMBER,
                                  "mean over coefficients but the intercept of the overlap of "
                                  "confidence intervals, 0 where they do not meet"));
    TACIT_TRY(tacit_result_ranged(cx, result, &TACIT_RANGE_KEPT, "least_overlap", "Least overlap",
                                  least, TACIT_UNIT_NUMBER, "the least overlap of a coefficient"));
    return tacit_result_ranged(cx, result, &TACIT_RANGE_LOSS, "standardised_difference",
                               "Standardised difference", n > 0.0 ? change / n : NAN,
                               TACIT_UNIT_NUMBER,
                               "mean over coefficients of |b' - b| / standard error of b");
}

static tacit_status show(tacit_ctx *cx, const tacit_design *d, const tacit_fits *f, double z,
                         tacit_result *result)
{
    static const char *const titles[] = { "coefficient", "before",  "error before",        "after",
                                          "error after", "overlap", "difference in errors" };
    json_t *table = NULL, *chart = NULL;
    double *overlap = NULL;
    size_t n = 0;
    TACIT_TRY(tacit_scratch(cx, d->k + 1, sizeof *overlap, &overlap));
    TACIT_TRY(tacit_result_table(cx, result, "coefficients", "Coefficients", 7, titles, &table));
    TACIT_TRY(tacit_result_chart(cx, result, "overlap", "Overlap of intervals by coefficient",
                                 TACIT_CHART_BARS, &chart));
    TACIT_TRY(tacit_result_axes(cx, chart, "coefficient", "overlap"));
    for (size_t j = 0; j < d->k; j++) {
        if (!f->kept[j])
            continue;
        const double row[] = { f->before[j].value, f->before[j].error,  f->after[j].value,
                               f->after[j].error,  overlap_at(f, j, z), change_at(f, j) };
        overlap[n++] = row[4];
        TACIT_TRY(tacit_paired_row(cx, table, d->name[j], row, 6));
        TACIT_TRY(tacit_result_label(cx, chart, d->name[j]));
    }
    return tacit_result_series(cx, chart, "overlap", overlap, n);
}

static tacit_status notes(tacit_ctx *cx, const tacit_design *d, const tacit_fits *f,
                          tacit_result *result)
{
    TACIT_TRY(tacit_result_note(cx, result, "%s regression on %zu and %zu complete records.",
                                d->logistic ? "Logistic" : "Least squares", d->before.n,
                                d->after.n));
    for (size_t j = 0; j < d->k && d->before.n > 1 && d->after.n > 1; j++)
        if (!f->kept[j])
            TACIT_TRY(tacit_result_note(cx, result,
                                        "'%s' is left out: in one of the tables it is constant or "
                                        "depends on predictors before it.",
                                        d->name[j]));
    if (f->settled)
        return TACIT_OK;
    return tacit_result_note(cx, result,
                             "The coefficients have no finite solution in one of the tables: too "
                             "few records, or a response that the predictors separate.");
}

static tacit_status measure(tacit_ctx *cx, tacit_subject *subject, const tacit_args *args,
                            tacit_result *result)
{
    const tacit_pair *pair = tacit_subject_pair(subject);
    tacit_design d;
    tacit_fits f;
    if (!tacit_arg_given(args, RESPONSE))
        return tacit_result_note(cx, result,
                                 "No regression: 'response' names the column to explain.");
    TACIT_TRY(tacit_design_of(cx, pair, &args->at[RESPONSE], &args->at[PREDICTORS], &d));
    TACIT_TRY(tacit_fits_of(cx, &d, &f));
    const double z = tacit_confidence_factor(tacit_arg_real(args, LEVEL));
    TACIT_TRY(figures(cx, &d, &f, z, result));
    if (f.settled)
        TACIT_TRY(show(cx, &d, &f, z, result));
    return notes(cx, &d, &f, result);
}

const tacit_measure tacit_utility_regression = {
    .about = { .name = "regression",
               .title = "Regression coefficients",
               .summary = "Whether a regression would say the same on both tables.",
               .source = "Karr, Kohnen, Oganian, Reiter and Sanil (2006), A framework for "
                         "evaluating the utility of data altered to protect confidentiality",
               .params = PARAMS },
    .family = TACIT_FAMILY_UTILITY,
    .needs = TACIT_NEEDS_ORIGINAL,
    .run = measure,
};
