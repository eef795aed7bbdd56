/*
 * individual.c - individual risk of re-identification from sampling weights.
 *
 * A record that f sample records match and that stands for F people is re-identified with
 * probability r = E[1 / F | f] = (p / f) sum over i >= 0 of i! q^i / ((f+1) ... (f+i)), with
 * p = f / F and q = 1 - p (Benedetti and Franconi 1998).  Between 0 and 1 / f; individual_risk.c
 * has the approximations of other programs.  The sum of r over records is the expected number
 * of re-identifications if everyone is looked for, r's mean the global risk.
 *
 * The threshold for a global risk `target` is the largest risk t of the file such that the
 * mean of min(r, t) is at most the target: what the global risk falls to if every record
 * above t is protected down to t (Polettini 2003).
 *
 * Missing keys: a category, wildcards, or sdcMicro's rule; see classes/frequency.c.
 * O(classes), and a sort of them.
 */
#include <math.h>

#include "base/sort.h"
#include "micro/risk/keys/individual_risk.h"
#include "micro/risk/risk.h"

enum { THRESHOLD, TARGET, MISSING, ALPHA, COMPAT };

static const tacit_param PARAMS[] = {
    [THRESHOLD] = { .name = "threshold",
                    .type = TACIT_PARAM_REAL,
                    .preset = 0.1,
                    .max = 1.0,
                    .unit = "probability",
                    .importance = TACIT_FIRST,
                    .help = "a record is at risk if its risk is above this" },
    [TARGET] = { .name = "target",
                 .type = TACIT_PARAM_REAL,
                 .preset = 0.01,
                 .max = 1.0,
                 TACIT_USEFUL(0, 0.1, "probability"),
                 .help = "global risk for which a threshold is looked for" },
    [MISSING] = TACIT_INDIVIDUAL_MISSING,
    [ALPHA] = TACIT_INDIVIDUAL_ALPHA,
    [COMPAT] = TACIT_INDIVIDUAL_COMPAT,
    TACIT_PARAM_END
};

/* A threshold, and the records above it. */
typedef struct cut {
    double at; /* NaN if none is needed, 0 if none is low enough */
    uint64_t above;
} cut;

/* Go through the classes by rising risk: with those up to one left alone and all above it
 * brought down to its risk, the expected re-identifications are `below` + r * `above`. */
static tacit_status find_cut(tacit_ctx *cx, const tacit_classes *c, const double *r, double allowed,
                             cut *out)
{
    tacit_keyed *order = NULL;
    double below = 0.0;
    uint64_t above = c->records;
    TACIT_TRY(tacit_scratch(cx, c->n, sizeof *order, &order));
    for (size_t g = 0; g < c->n; g++)
        order[g] = (tacit_keyed){ .key = tacit_sort_key_real(r[g]), .row = g };
    TACIT_TRY(tacit_sort_keyed(cx, order, c->n));
    *out = (cut){ .above = c->records };
    for (size_t i = 0; i < c->n; i++) {
        const size_t g = order[i].row;
        below += r[g] * (double)c->size[g];
        above -= c->size[g];
        if (below + r[g] * (double)above > allowed * (1.0 + 1e-12))
            return TACIT_OK;
        *out = (cut){ .at = r[g], .above = above };
    }
    out->at = NAN;
    return TACIT_OK;
}

static tacit_status tell_cut(tacit_ctx *cx, const tacit_args *args, const cut *t,
                             tacit_result *result)
{
    TACIT_TRY(tacit_result_figure(cx, result, "target_threshold", "Threshold for the target", t->at,
                                  TACIT_UNIT_PROBABILITY,
                                  "largest risk t of the file with the mean of min(r, t) at most "
                                  "the target; none if the global risk is within the target, 0 if "
                                  "no risk is low enough"));
    TACIT_TRY(tacit_result_figure(cx, result, "above_target", "Records above that threshold",
                                  (double)t->above, TACIT_UNIT_COUNT,
                                  "records with r above the threshold for the target",
                                  .better = TACIT_BETTER_LOWER));
    if (isnan(t->at))
        return tacit_result_note(cx, result, "The global risk is within the target of %g already.",
                                 tacit_arg_real(args, TARGET));
    return TACIT_OK;
}

static tacit_status tell_sums(tacit_ctx *cx, const tacit_risk_sums *s, const char *definition,
                              tacit_result *result)
{
    const double n = (double)s->records;
    TACIT_TRY(tacit_result_figure(cx, result, "expected", "Expected re-identifications",
                                  s->expected, TACIT_UNIT_NUMBER, definition,
                                  .better = TACIT_BETTER_LOWER));
    TACIT_TRY(tacit_result_figure(cx, result, "global", "Global risk", s->expected / n,
                                  TACIT_UNIT_SHARE, "expected re-identifications over records",
                                  .better = TACIT_BETTER_LOWER));
    TACIT_TRY(tacit_result_figure(cx, result, "highest", "Highest risk", s->highest,
                                  TACIT_UNIT_PROBABILITY, "largest r of a record",
                                  .better = TACIT_BETTER_LOWER));
    TACIT_TRY(tacit_result_figure(cx, result, "at_risk", "Records at risk", (double)s->at_risk,
                                  TACIT_UNIT_COUNT, "records with r above the threshold",
                                  .better = TACIT_BETTER_LOWER));
    return tacit_result_figure(cx, result, "at_risk_share", "Share of records at risk",
                               (double)s->at_risk / n, TACIT_UNIT_SHARE, "of all records",
                               .better = TACIT_BETTER_LOWER);
}

static tacit_status measure(tacit_ctx *cx, tacit_subject *subject, const tacit_args *args,
                            tacit_result *result)
{
    const tacit_individual_spec spec = tacit_individual_spec_of(args);
    tacit_individual_risks risks = { 0 };
    TACIT_TRY(tacit_individual_risks_of(cx, subject, &spec, &risks));
    const tacit_classes *c = risks.at.classes;
    const tacit_risk_sums s =
        tacit_risk_sum(risks.r, c->size, c->n, tacit_arg_real(args, THRESHOLD));
    char *definition = NULL;
    cut t;
    TACIT_TRY(tacit_scratch_format(
        cx, &definition, "how many records are found if all are sought, the sum of %s; %s",
        spec.formula == TACIT_INDIVIDUAL_EXACT ? "r = E[1 / F | f], exact"
                                               : "r, an approximation of E[1 / F | f]",
        risks.at.words));
    TACIT_TRY(tell_sums(cx, &s, definition, result));
    TACIT_TRY(find_cut(cx, c, risks.r, tacit_arg_real(args, TARGET) * (double)c->records, &t));
    TACIT_TRY(tell_cut(cx, args, &t, result));
    return tacit_risk_chart_bands(cx, result, risks.r, c->size, c->n);
}

const tacit_measure tacit_risk_individual = {
    .about = { .name = "individual",
               .title = "Individual risk",
               .summary = "How likely each record of a sample is re-identified, given how many "
                          "people of the population it stands for.",
               .source = "Benedetti and Franconi (1998), Statistical and technological solutions "
                         "for controlled data dissemination; Polettini (2003), Some remarks on the "
                         "individual risk methodology",
               .params = PARAMS },
    .family = TACIT_FAMILY_RISK,
    .needs = TACIT_NEEDS_KEYS | TACIT_NEEDS_POPULATION,
    .traits = TACIT_MEASURE_COMMON | TACIT_MEASURE_ESTIMATE,
    .headline = "expected",
    .run = measure,
};
