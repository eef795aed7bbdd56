/*
 * classification_metric.c - how badly the released keys foretell a column, after Iyengar
 * (2002).
 *
 *   CM = (1 / n) sum over classes of (size - records with the most frequent value)
 *        + suppressed records / n
 *
 * for the classes of equal released keys and a sensitive column (or any other); a record is
 * suppressed if all its keys are missing or stars.  In [0, 1]; at most 1 - 1 / values where no
 * record is suppressed.  The same is computed for the original, since keys do not foretell
 * perfectly there either.
 *
 * A missing value of the column, and a missing key, is a value of its own.  O(rows).
 */
#include "micro/utility/within.h"

#include <math.h>

enum { TARGET };

static const tacit_param PARAMS[] = { [TARGET] = TACIT_KEY_TARGET, TACIT_PARAM_END };

static const tacit_within_words WORDS = {
    .name = "classification_metric",
    .title = "Classification metric",
    .definition = "share of records that do not have the most frequent value of their class of "
                  "equal released keys, or are suppressed; mean over sensitive columns",
};

static tacit_status misplaced(tacit_ctx *cx, const tacit_key_classes *k, const tacit_column *column,
                              double *out)
{
    const size_t mark = tacit_scratch_mark(cx);
    tacit_values values;
    tacit_key_cross *cross = NULL;
    uint64_t *mode = NULL;
    size_t n = 0;
    double misses = 0.0;
    TACIT_TRY(tacit_values_of(cx, column, &values));
    TACIT_TRY(tacit_key_classes_cross(cx, k, &values, &cross, &n));
    TACIT_TRY(tacit_scratch(cx, k->n, sizeof *mode, &mode));
    for (size_t i = 0; i < n; i++)
        if (cross[i].count > mode[cross[i].class])
            mode[cross[i].class] = cross[i].count;
    for (size_t g = 0; g < k->n; g++)
        misses += (double)(k->blank[g] ? k->size[g] : k->size[g] - mode[g]);
    *out = k->rows > 0 ? misses / (double)k->rows : NAN;
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

static tacit_status measure(tacit_ctx *cx, tacit_subject *subject, const tacit_args *args,
                            tacit_result *result)
{
    const tacit_pair *pair = tacit_subject_pair(subject);
    return tacit_within_tell(cx, pair, &args->at[TARGET], misplaced, &WORDS, result);
}

const tacit_measure tacit_utility_classification_metric = {
    .about = { .name = "classification_metric",
               .title = "Classification metric",
               .summary = "How badly the released keys foretell the sensitive column.",
               .source = "Iyengar (2002), Transforming data to satisfy privacy constraints",
               .params = PARAMS },
    .family = TACIT_FAMILY_UTILITY,
    .needs = TACIT_NEEDS_ORIGINAL | TACIT_NEEDS_COMMON_KEYS,
    .run = measure,
};
