/*
 * population_uniques.c - how many sample uniques are unique in the population too.
 *
 * A record that is unique in the population (F = 1) is re-identified with certainty by who
 * knows its keys.  With a population file: tau1 = the number of records with f = F = 1,
 * P(F = 1 | f = 1) = tau1 / n_1.  With a file or weights: tau2 = sum of 1 / F over records
 * with f = 1, the expected number of right matches (Skinner and Shlomo 2008).  In any case:
 * the probability that a unique match is right, n_1 p / (n_1 p + 2 n_2 (1 - p)), where n_1
 * records are unique, n_2 key combinations have two records, and p is the sampling fraction
 * (Skinner and Elliot 2002), and the estimates of all models of stats/uniqueness.c side by
 * side, with P(F = 1 | f = 1) = p U / n_1.
 *
 * Missing keys as in uniques.c; with a population file they are a category.  Cost: a sort
 * of the class sizes, then O(distinct sizes) a step of the estimators.
 */
#include <math.h>

#include "micro/classes/sizes.h"
#include "micro/risk/risk.h"

enum { MISSING };

static const tacit_param PARAMS[] = { [MISSING] = TACIT_MISSING_PARAM, TACIT_PARAM_END };

/* Sums over the sample uniques. */
typedef struct sums {
    double uniques, tau1, tau2;
} sums;

static sums sum_up(const tacit_classes *c, const double *F)
{
    static const double BETWEEN = 1.5; /* 1 and 2 */
    sums s = { 0 };
    for (size_t g = 0; g < c->n; g++) {
        if (c->match[g] != 1)
            continue;
        s.uniques += 1.0;
        s.tau1 += F[g] < BETWEEN ? 1.0 : 0.0;
        s.tau2 += fmin(1.0 / F[g], 1.0);
    }
    return s;
}

/* A number, or null if it is not finite. */
static json_t *number(double x)
{
    return isfinite(x) ? json_real(x) : json_null();
}

static const char *const TITLES[] = { "Rule of Dankar et al.", "Zayatz", "Pitman",
                                      "Slide neg. binomial",   "Ewens",  "Poisson-gamma" };

/* The estimates that there are, in per cent of the population. */
static tacit_status chart_estimates(tacit_ctx *cx, const double *share, tacit_result *result)
{
    double bar[TACIT_UNIQUENESS_METHODS];
    size_t n = 0;
    json_t *chart = NULL;
    TACIT_TRY(tacit_result_chart(cx, result, "estimates", "Estimated population uniques",
                                 TACIT_CHART_BARS, &chart));
    TACIT_TRY(tacit_result_axes(cx, chart, "estimator", "share of the population, %"));
    for (size_t m = 0; m < TACIT_UNIQUENESS_METHODS; m++) {
        if (!isfinite(share[m]))
            continue;
        bar[n++] = 100.0 * share[m];
        TACIT_TRY(tacit_result_label(cx, chart, TITLES[m]));
    }
    return tacit_result_series(cx, chart, "uniques", bar, n);
}

static tacit_status add_estimates(tacit_ctx *cx, const tacit_size_counts *sizes,
                                  const tacit_uniqueness_frame *frame, tacit_result *result)
{
    static const char *const columns[] = { "Estimator", "Uniques", "Population share",
                                           "P(F = 1 | f = 1)", "Remark" };
    const double fraction = sizes->records / frame->population, one = tacit_size_count(sizes, 1);
    double part[TACIT_UNIQUENESS_METHODS];
    json_t *table = NULL;
    TACIT_TRY(tacit_result_table(cx, result, "estimates", "Estimated population uniques", 5,
                                 columns, &table));
    for (size_t m = 0; m < TACIT_UNIQUENESS_METHODS; m++) {
        const tacit_uniqueness e = tacit_uniqueness_of((tacit_uniqueness_method)m, sizes, frame);
        part[m] = e.uniques / frame->population;
        const double both = e.uniques * fraction / one;
        const double probability = both > 1.0 ? 1.0 : both; /* NaN stays */
        const char *remark = !e.converged ? "no solution" : e.used != m ? TITLES[e.used] : "";
        TACIT_TRY(tacit_result_row(cx, table, "[s,o,o,o,s]", TITLES[m], number(e.uniques),
                                   number(part[m]), number(probability), remark));
    }
    return chart_estimates(cx, part, result);
}

/* What follows from frequencies that were counted. */
static tacit_status add_counted(tacit_ctx *cx, const tacit_subject *subject, const sums *s,
                                tacit_result *result)
{
    tacit_size_counts all;
    TACIT_TRY(tacit_sizes_of_population(cx, subject, &all));
    const double uniques = tacit_size_count(&all, 1);
    TACIT_TRY(tacit_result_figure(cx, result, "population_uniques", "Population uniques", uniques,
                                  TACIT_UNIT_COUNT, "records of the population file with F = 1",
                                  .better = TACIT_BETTER_LOWER));
    TACIT_TRY(tacit_result_figure(cx, result, "population_uniques_share",
                                  "Share of population uniques", uniques / all.records,
                                  TACIT_UNIT_SHARE, "of the records of the population file",
                                  .better = TACIT_BETTER_LOWER));
    TACIT_TRY(tacit_result_figure(cx, result, "tau1", "Uniques of both sample and population",
                                  s->tau1, TACIT_UNIT_COUNT, "records with f = 1 and F = 1",
                                  .better = TACIT_BETTER_LOWER));
    return tacit_result_figure(
        cx, result, "unique_given_unique", "Sample uniques that are unique in both",
        s->uniques > 0.0 ? s->tau1 / s->uniques : NAN, TACIT_UNIT_PROBABILITY,
        "P(F = 1 | f = 1): tau1 over the sample uniques", .better = TACIT_BETTER_LOWER);
}

static tacit_status add_expected(tacit_ctx *cx, const sums *s, const tacit_population *p,
                                 tacit_result *result)
{
    char *words = NULL;
    TACIT_TRY(tacit_scratch_format(cx, &words, "tau2: sum of 1 / F over records with f = 1; %s",
                                   p->words));
    return tacit_result_figure(cx, result, "tau2", "Expected right matches", s->tau2,
                               TACIT_UNIT_NUMBER, words, .better = TACIT_BETTER_LOWER);
}

static tacit_status measure(tacit_ctx *cx, tacit_subject *subject, const tacit_args *args,
                            tacit_result *result)
{
    const tacit_classes *c = NULL;
    tacit_population p;
    tacit_size_counts sizes;
    tacit_uniqueness_frame frame = { 0 };
    TACIT_TRY(tacit_sizes_population(cx, subject,
                                     (tacit_missing_rule)tacit_arg_choice(args, MISSING), &c, &p));
    TACIT_TRY(tacit_sizes_of(cx, c, &sizes));
    TACIT_TRY(tacit_sizes_cells(cx, subject, &frame.cells));
    frame.population = p.total;
    const sums s = sum_up(c, p.F);
    const double fraction = sizes.records / p.total, two = tacit_size_count(&sizes, 2);
    const double right = s.uniques * fraction, wrong = 2.0 * two * (1.0 - fraction);
    TACIT_TRY(tacit_result_figure(cx, result, "sample_uniques", "Sample uniques", s.uniques,
                                  TACIT_UNIT_COUNT, "records with f = 1",
                                  .better = TACIT_BETTER_LOWER));
    TACIT_TRY(tacit_result_figure(cx, result, "fraction", "Sampling fraction", fraction,
                                  TACIT_UNIT_SHARE, "records over the population's size"));
    if (p.kind == TACIT_POPULATION_FILE)
        TACIT_TRY(add_counted(cx, subject, &s, result));
    if (p.kind != TACIT_POPULATION_FRACTION)
        TACIT_TRY(add_expected(cx, &s, &p, result));
    TACIT_TRY(
        tacit_result_figure(cx, result, "dis", "Probability that a unique match is right",
                            s.uniques > 0.0 ? right / (right + wrong) : NAN, TACIT_UNIT_PROBABILITY,
                            "that who finds a unique record of the data for a person has found "
                            "that person, n1 p / (n1 p + 2 n2 (1 - p)) of Skinner and Elliot",
                            .better = TACIT_BETTER_LOWER));
    return add_estimates(cx, &sizes, &frame, result);
}

const tacit_measure tacit_risk_population_uniques = {
    .about = { .name = "population_uniques",
               .title = "Population uniques",
               .summary = "How many sample uniques are unique in the population too, counted or "
                          "estimated.",
               .source = "Skinner and Elliot (2002), A measure of disclosure risk for microdata; "
                         "Skinner and Shlomo (2008), Assessing identification risk in survey "
                         "microdata using log-linear models; Dankar, El Emam, Neisa and Roffey "
                         "(2012), Estimating the re-identification risk of clinical data sets",
               .params = PARAMS },
    .family = TACIT_FAMILY_RISK,
    .needs = TACIT_NEEDS_KEYS | TACIT_NEEDS_POPULATION,
    .traits = TACIT_MEASURE_COMMON,
    .headline = "dis",
    .run = measure,
};
