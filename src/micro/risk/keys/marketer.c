/*
 * marketer.c - marketer risk: the attacker links the whole file to the population.
 *
 * Nobody in particular is looked for; what counts is the share of records that are linked
 * rightly.  If f records of the data and F people of the population share key values, f / F
 * of these records are linked rightly in expectation: (1 / n) sum f / F over the key
 * combinations of the data (Dankar and El Emam 2010).  If the data is the whole population
 * this is (key combinations) / n, the prosecutor's average.
 *
 * F and missing keys as in journalist.c.  O(classes) after the classes are known.
 */
#include <math.h>

#include "micro/classes/sizes.h"
#include "micro/risk/risk.h"

enum { MISSING };

static const tacit_param PARAMS[] = { [MISSING] = TACIT_MISSING_PARAM, TACIT_PARAM_END };

static tacit_status measure(tacit_ctx *cx, tacit_subject *subject, const tacit_args *args,
                            tacit_result *result)
{
    const tacit_classes *c = NULL;
    tacit_population p;
    char *words = NULL;
    double expected = 0.0;
    TACIT_TRY(tacit_sizes_population(cx, subject,
                                     (tacit_missing_rule)tacit_arg_choice(args, MISSING), &c, &p));
    for (size_t g = 0; g < c->n; g++)
        expected += fmin((double)c->size[g] / p.F[g], (double)c->size[g]);
    TACIT_TRY(tacit_scratch_format(cx, &words,
                                   "(1 / n) sum f / F over key combinations of the "
                                   "data; %s",
                                   p.words));
    TACIT_TRY(tacit_result_figure(cx, result, "average", "Share of records linked rightly",
                                  expected / (double)c->records, TACIT_UNIT_SHARE, words,
                                  .better = TACIT_BETTER_LOWER));
    return tacit_result_figure(cx, result, "expected", "Expected re-identifications", expected,
                               TACIT_UNIT_NUMBER, "sum of f / F over key combinations of the data",
                               .better = TACIT_BETTER_LOWER);
}

const tacit_measure tacit_risk_marketer = {
    .about = { .name = "marketer",
               .title = "Marketer risk",
               .summary = "Which share of the records an attacker who links the whole file to the "
                          "population gets right.",
               .source = "Dankar and El Emam (2010), A method for evaluating marketer "
                         "re-identification risk",
               .params = PARAMS },
    .family = TACIT_FAMILY_RISK,
    .needs = TACIT_NEEDS_KEYS | TACIT_NEEDS_POPULATION,
    .run = measure,
};
