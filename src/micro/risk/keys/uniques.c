/*
 * uniques.c - sample uniques: records that no other record matches on the keys.
 *
 * Counts records with f = 1 and with f = 2 (pairs), and the key combinations that occur
 * (Skinner and Elliot 2002).  With weights, the population size that the sample uniques
 * stand for is the sum of their weights.
 *
 * Missing keys as in k_anonymity.c.  O(classes) after the classes are known.
 */
#include "micro/risk/risk.h"

enum { MISSING };

static const tacit_param PARAMS[] = { [MISSING] = TACIT_MISSING_PARAM, TACIT_PARAM_END };

static tacit_status measure(tacit_ctx *cx, tacit_subject *subject, const tacit_args *args,
                            tacit_result *result)
{
    const tacit_classes *c = NULL;
    TACIT_TRY(tacit_subject_classes(cx, subject,
                                    (tacit_missing_rule)tacit_arg_choice(args, MISSING), &c));
    const uint64_t one = tacit_classes_below(c, 2).records;
    const uint64_t two = tacit_classes_below(c, 3).records - one;
    double weight = 0.0;
    for (size_t g = 0; g < c->n && c->weight != NULL; g++)
        weight += c->match[g] == 1 ? c->match_weight[g] : 0.0;
    TACIT_TRY(tacit_result_figure(
        cx, result, "uniques", "Sample uniques", (double)one, TACIT_UNIT_COUNT,
        "records that no other one matches on the keys, f = 1", .better = TACIT_BETTER_LOWER));
    TACIT_TRY(tacit_result_figure(cx, result, "uniques_share", "Share of sample uniques",
                                  (double)one / (double)c->records, TACIT_UNIT_SHARE,
                                  "of all records", .better = TACIT_BETTER_LOWER));
    TACIT_TRY(tacit_result_figure(cx, result, "pairs", "Records in pairs", (double)two,
                                  TACIT_UNIT_COUNT, "records with f = 2",
                                  .better = TACIT_BETTER_LOWER));
    TACIT_TRY(tacit_result_figure(cx, result, "combinations", "Key combinations", (double)c->n,
                                  TACIT_UNIT_COUNT, "distinct combinations of key values"));
    if (c->weight != NULL)
        TACIT_TRY(tacit_result_figure(
            cx, result, "uniques_weight", "Weight of sample uniques", weight, TACIT_UNIT_NUMBER,
            "sum of the weights of records with f = 1", .better = TACIT_BETTER_LOWER));
    return TACIT_OK;
}

const tacit_measure tacit_risk_uniques = {
    .about = { .name = "uniques",
               .title = "Sample uniques",
               .summary = "How many records no other record matches on the keys.",
               .source = "Skinner and Elliot (2002), A measure of disclosure risk for microdata",
               .params = PARAMS },
    .family = TACIT_FAMILY_RISK,
    .needs = TACIT_NEEDS_KEYS,
    .traits = TACIT_MEASURE_COMMON,
    .run = measure,
};
