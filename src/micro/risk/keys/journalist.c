/*
 * journalist.c - journalist risk: the attacker picks somebody from the population.
 *
 * The attacker does not know who is in the data, and links a record to the population.  A
 * record whose key combination F people of the population have is re-identified with
 * probability 1 / F.  Over the key combinations J of the data, with f records each:
 * highest 1 / min F; average max(|J| / sum F, (1 / n) sum f / F), of which the first is for
 * an attacker who draws from the population and the second for one who draws from the
 * data; and the records with 1 / F above a threshold (Dankar and El Emam 2010; El Emam
 * 2013).  The minimum and the sums are over combinations that occur in the data.
 *
 * F is counted in a population file, or is the sum of sampling weights, or f over the
 * sampling fraction.  Missing keys as in prosecutor.c; with a population file they are a
 * category.  O(classes) after the classes are known.
 */
#include <math.h>

#include "micro/classes/sizes.h"
#include "micro/risk/risk.h"

enum { THRESHOLD, MISSING };

static const tacit_param PARAMS[] = {
    [THRESHOLD] = TACIT_THRESHOLD_PARAM, [MISSING] = TACIT_MISSING_PARAM, TACIT_PARAM_END
};

/* Sums over the classes. */
typedef struct sums {
    double highest, expected, people;
    uint64_t at_risk;
} sums;

static sums sum_up(const tacit_classes *c, const double *F, double threshold)
{
    sums s = { 0 };
    for (size_t g = 0; g < c->n; g++) {
        const double risk = fmin(1.0 / F[g], 1.0);
        s.highest = fmax(s.highest, risk);
        s.expected += risk * (double)c->size[g];
        s.people += F[g];
        s.at_risk += risk > threshold ? c->size[g] : 0;
    }
    return s;
}

static tacit_status add_averages(tacit_ctx *cx, const sums *s, const tacit_classes *c,
                                 tacit_result *result)
{
    const double drawn = (double)c->n / s->people, linked = s->expected / (double)c->records;
    TACIT_TRY(tacit_result_figure(
        cx, result, "average", "Average risk", fmax(drawn, linked), TACIT_UNIT_PROBABILITY,
        "the larger of the two averages that follow", .better = TACIT_BETTER_LOWER));
    TACIT_TRY(tacit_result_figure(cx, result, "average_population", "Average over the population",
                                  drawn, TACIT_UNIT_PROBABILITY,
                                  "key combinations of the data over the people who have them, "
                                  "|J| / sum F",
                                  .better = TACIT_BETTER_LOWER));
    return tacit_result_figure(cx, result, "average_data", "Average over the data", linked,
                               TACIT_UNIT_PROBABILITY, "mean of 1 / F over records",
                               .better = TACIT_BETTER_LOWER);
}

/* Share of records above each risk, for an attacker who knows that a person is in the data
 * and for one who does not. */
static tacit_status chart_above(tacit_ctx *cx, const tacit_classes *c, const double *F,
                                tacit_result *result)
{
    static const double limit[] = { 0.001, 0.01, 0.05, 0.1, 0.2, 0.34, 0.5 };
    static const char *const label[] = { "0.1 %", "1 %", "5 %", "10 %", "20 %", "34 %", "50 %" };
    enum { LIMITS = sizeof limit / sizeof limit[0] };
    double known[LIMITS] = { 0 }, unknown[LIMITS] = { 0 };
    json_t *chart = NULL;
    for (size_t g = 0; g < c->n; g++)
        for (size_t l = 0; l < LIMITS; l++) {
            const double share = 100.0 * (double)c->size[g] / (double)c->records;
            known[l] += 1.0 / (double)c->match[g] > limit[l] ? share : 0.0;
            unknown[l] += 1.0 / F[g] > limit[l] ? share : 0.0;
        }
    TACIT_TRY(tacit_result_chart(cx, result, "above", "Records above a risk, by attacker",
                                 TACIT_CHART_LINES, &chart));
    TACIT_TRY(tacit_result_axes(cx, chart, "probability of re-identification above",
                                "share of records, %"));
    for (size_t l = 0; l < LIMITS; l++)
        TACIT_TRY(tacit_result_label(cx, chart, label[l]));
    TACIT_TRY(tacit_result_series(cx, chart, "prosecutor", known, LIMITS));
    return tacit_result_series(cx, chart, "journalist", unknown, LIMITS);
}

static tacit_status measure(tacit_ctx *cx, tacit_subject *subject, const tacit_args *args,
                            tacit_result *result)
{
    const tacit_classes *c = NULL;
    tacit_population p;
    char *words = NULL;
    TACIT_TRY(tacit_sizes_population(cx, subject,
                                     (tacit_missing_rule)tacit_arg_choice(args, MISSING), &c, &p));
    const sums s = sum_up(c, p.F, tacit_arg_real(args, THRESHOLD));
    TACIT_TRY(tacit_scratch_format(cx, &words, "1 / least F over key combinations of the data; %s",
                                   p.words));
    TACIT_TRY(tacit_result_figure(
        cx, result, "at_risk", "Records at risk", (double)s.at_risk, TACIT_UNIT_COUNT,
        "records that who knows the keys picks right with a probability above the threshold: 1 / "
        "F, of the F persons of the population that match",
        .better = TACIT_BETTER_LOWER));
    TACIT_TRY(tacit_result_figure(cx, result, "at_risk_share", "Share of records at risk",
                                  (double)s.at_risk / (double)c->records, TACIT_UNIT_SHARE,
                                  "of all records", .better = TACIT_BETTER_LOWER));
    TACIT_TRY(tacit_result_figure(cx, result, "highest", "Highest risk", s.highest,
                                  TACIT_UNIT_PROBABILITY, words, .better = TACIT_BETTER_LOWER));
    TACIT_TRY(add_averages(cx, &s, c, result));
    return chart_above(cx, c, p.F, result);
}

const tacit_measure tacit_risk_journalist = {
    .about = { .name = "journalist",
               .title = "Journalist risk",
               .summary = "How likely an attacker who does not know who is in the data links a "
                          "record to the right person of the population.",
               .source = "Dankar and El Emam (2010), A method for evaluating marketer "
                         "re-identification risk; El Emam (2013), Guide to the de-identification "
                         "of personal health information",
               .params = PARAMS },
    .family = TACIT_FAMILY_RISK,
    .needs = TACIT_NEEDS_KEYS | TACIT_NEEDS_POPULATION,
    .traits = TACIT_MEASURE_COMMON,
    .headline = "at_risk",
    .headline_of = "threshold",
    .run = measure,
};
