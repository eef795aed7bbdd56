/*
 * k_anonymity.c - k-anonymity.
 *
 * A data set is k-anonymous if every record shares its key values with at least k - 1
 * others: min over records of f >= k, where f is the number of records, itself included,
 * that match the record on all keys (Samarati 2001; Sweeney 2002).  A record violates k
 * if f < k.
 *
 * Missing keys count as a value of their own (`category`), or match anything
 * (`wildcard`).  O(classes) after the classes are known.
 */
#include "model/model.h"

enum { K, MISSING };

static const tacit_param PARAMS[] = {
    [K] = { .name = "k", .type = TACIT_PARAM_INTEGER, .preset = 3, .min = 1, .max = 1e9,
            .help = "the smallest number of records that may share their key values" },
    [MISSING] = { .name = "missing", .type = TACIT_PARAM_CHOICE,
                  .choices = TACIT_MISSING_CHOICES,
                  .help = "whether a missing key is a value of its own or matches anything" },
    TACIT_PARAM_END
};

static uint64_t smallest(const tacit_classes *c)
{
    uint64_t least = UINT64_MAX;
    for (size_t g = 0; g < c->n; g++)
        least = c->match[g] < least ? c->match[g] : least;
    return least;
}

static tacit_status check(tacit_ctx *cx, tacit_subject *subject, const tacit_args *args,
                          tacit_result *result)
{
    const tacit_classes *c = NULL;
    const uint64_t k = (uint64_t)tacit_arg_integer(args, K);
    TACIT_TRY(tacit_subject_classes(cx, subject,
                                    (tacit_missing_rule)tacit_arg_choice(args, MISSING), &c));
    const uint64_t least = smallest(c);
    const tacit_below below = tacit_classes_below(c, k);
    TACIT_ASSERT((below.records == 0) == (least >= k));
    TACIT_TRY(tacit_result_holds(cx, result, least >= k));
    TACIT_TRY(tacit_result_figure(cx, result, "k", "Smallest class", (double)least,
                                  TACIT_UNIT_COUNT,
                                  "fewest records, itself included, that match a record on all "
                                  "keys"));
    TACIT_TRY(tacit_result_figure(cx, result, "violating_records", "Records in too small classes",
                                  (double)below.records, TACIT_UNIT_COUNT,
                                  "records that fewer than k records match"));
    TACIT_TRY(tacit_result_figure(cx, result, "violating_share", "Share of such records",
                                  (double)below.records / (double)c->records, TACIT_UNIT_SHARE,
                                  "of all records"));
    return tacit_result_figure(cx, result, "violating_classes", "Too small classes",
                               (double)below.classes, TACIT_UNIT_COUNT,
                               "key combinations that fewer than k records match");
}

const tacit_model tacit_model_k_anonymity = {
    .about = { .name = "k_anonymity",
               .title = "k-anonymity",
               .summary = "Every record shares its key values with at least k - 1 others.",
               .source = "Samarati (2001), Protecting respondents' identities in microdata release;"
                         " Sweeney (2002), k-anonymity: a model for protecting privacy",
               .params = PARAMS },
    .needs = TACIT_NEEDS_KEYS,
    .check = check,
};
