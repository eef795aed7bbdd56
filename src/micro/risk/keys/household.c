/*
 * household.c - risk that at least one member of a household is re-identified.
 *
 * Whoever recognises one member knows the household: with r for the individual risks of its
 * records (individual.c) a household's risk is 1 - product of (1 - r), and every member has
 * it (Polettini 2003; Templ, Meindl and Kowarik 2013).  The expected number of records
 * whose household is recognised is the sum of it over records.  Between the largest r
 * of the household and 1.
 *
 * A record without household is a household by itself; missing keys as in individual.c.
 * O(rows).
 */
#include "micro/risk/keys/individual_risk.h"
#include "micro/risk/risk.h"

enum { THRESHOLD, MISSING, ALPHA, COMPAT };

static const tacit_param PARAMS[] = {
    [THRESHOLD] = { .name = "threshold",
                    .type = TACIT_PARAM_REAL,
                    .preset = 0.1,
                    .max = 1.0,
                    .unit = "probability",
                    .importance = TACIT_FIRST,
                    .help = "a record is at risk if its household's risk is above this" },
    [MISSING] = TACIT_INDIVIDUAL_MISSING,
    [ALPHA] = TACIT_INDIVIDUAL_ALPHA,
    [COMPAT] = TACIT_INDIVIDUAL_COMPAT,
    TACIT_PARAM_END
};

static tacit_status tell(tacit_ctx *cx, const tacit_risk_sums *s, size_t households,
                         tacit_result *result)
{
    const double n = (double)s->records;
    TACIT_TRY(tacit_result_figure(cx, result, "expected", "Expected household recognitions",
                                  s->expected, TACIT_UNIT_NUMBER,
                                  "records of which a member of the household is found if all are "
                                  "sought, the sum of 1 - product of (1 - r) over the household",
                                  .better = TACIT_BETTER_LOWER));
    TACIT_TRY(tacit_result_figure(cx, result, "global", "Global household risk", s->expected / n,
                                  TACIT_UNIT_SHARE, "that sum over records",
                                  .better = TACIT_BETTER_LOWER));
    TACIT_TRY(tacit_result_figure(cx, result, "highest", "Highest household risk", s->highest,
                                  TACIT_UNIT_PROBABILITY, "largest risk of a household",
                                  .better = TACIT_BETTER_LOWER));
    TACIT_TRY(tacit_result_figure(
        cx, result, "at_risk", "Records at risk", (double)s->at_risk, TACIT_UNIT_COUNT,
        "records whose household's risk is above the threshold", .better = TACIT_BETTER_LOWER));
    TACIT_TRY(tacit_result_figure(cx, result, "at_risk_share", "Share of records at risk",
                                  (double)s->at_risk / n, TACIT_UNIT_SHARE, "of all records",
                                  .better = TACIT_BETTER_LOWER));
    return tacit_result_figure(cx, result, "households", "Households", (double)households,
                               TACIT_UNIT_COUNT,
                               "distinct values of the household column, and records without one");
}

static tacit_status measure(tacit_ctx *cx, tacit_subject *subject, const tacit_args *args,
                            tacit_result *result)
{
    const tacit_individual_spec spec = tacit_individual_spec_of(args);
    tacit_individual_risks risks = { 0 };
    double *r = NULL;
    size_t households = 0;
    TACIT_TRY(tacit_individual_risks_of(cx, subject, &spec, &risks));
    TACIT_TRY(tacit_household_risks_of(cx, subject, &risks, &r, &households));
    const size_t rows = risks.at.classes->rows;
    const tacit_risk_sums s = tacit_risk_sum(r, NULL, rows, tacit_arg_real(args, THRESHOLD));
    TACIT_TRY(tell(cx, &s, households, result));
    return tacit_risk_chart_bands(cx, result, r, NULL, rows);
}

const tacit_measure tacit_risk_household = {
    .about = { .name = "household",
               .title = "Household risk",
               .summary = "How likely at least one member of a record's household is "
                          "re-identified.",
               .source = "Polettini (2003), Some remarks on the individual risk methodology; "
                         "Templ, Meindl and Kowarik (2013), Introduction to statistical disclosure "
                         "control",
               .params = PARAMS },
    .family = TACIT_FAMILY_RISK,
    .needs = TACIT_NEEDS_KEYS | TACIT_NEEDS_ROWS | TACIT_NEEDS_POPULATION | TACIT_NEEDS_HOUSEHOLD,
    .traits = TACIT_MEASURE_COMMON | TACIT_MEASURE_ESTIMATE,
    .headline = "expected",
    .run = measure,
};
