/*
 * spread.c - how much a sensitive column differs within classes of equal keys, after Mahiou
 * and Nagle (2018).
 *
 *   spread = sum over classes b of (n_b / n) l_b,
 *
 * l_b = (distinct values in b - 1) / (distinct values - 1) for categories and
 * (max_b - min_b) / (max - min) for numbers and dates, in the table whose classes they are.
 * In [0, 1]; 0 if all records of a class are alike, and in a column of one value.  The same is
 * computed for the original.  It is Iyengar's loss applied to the values that the classes
 * hold, and not to the released keys themselves, which is loss_metric.c.
 *
 * Records whose value is missing do not count; a missing key is a value of its own, and
 * suppressed records are a class.  O(rows).
 */
#include "micro/utility/within.h"

#include <math.h>

enum { TARGET };

static const tacit_param PARAMS[] = { [TARGET] = TACIT_KEY_TARGET, TACIT_PARAM_END };

static const tacit_within_words WORDS = {
    .name = "spread",
    .title = "Spread within classes",
    .definition = "mean over records of (distinct values in the class - 1) / (distinct values - 1) "
                  "or range in the class / range; mean over sensitive columns",
};

/* What a class holds: present records, and their distinct values or the ends. */
typedef struct held {
    uint64_t records;
    double distinct, low, high;
} held;

static void hold(held *h, double x, uint64_t count)
{
    h->low = h->records == 0 || x < h->low ? x : h->low;
    h->high = h->records == 0 || x > h->high ? x : h->high;
    h->distinct += 1.0;
    h->records += count;
}

/* The share of the spread of `all` that `h` has. */
static double share_of(const held *h, const held *all, bool numbers)
{
    const double part = numbers ? h->high / 2.0 - h->low / 2.0 : h->distinct - 1.0;
    const double whole = numbers ? all->high / 2.0 - all->low / 2.0 : all->distinct - 1.0;
    return whole > 0.0 ? part / whole : 0.0;
}

static tacit_status spread_of(tacit_ctx *cx, const tacit_key_classes *k, const tacit_column *column,
                              double *out)
{
    const size_t mark = tacit_scratch_mark(cx);
    const bool numbers = tacit_column_type(column) != TACIT_TYPE_CATEGORY;
    tacit_values values;
    tacit_key_cross *cross = NULL;
    held *class = NULL, all = { 0 };
    size_t n = 0;
    double sum = 0.0;
    TACIT_TRY(tacit_values_of(cx, column, &values));
    TACIT_TRY(tacit_key_classes_cross(cx, k, &values, &cross, &n));
    TACIT_TRY(tacit_scratch(cx, k->n, sizeof *class, &class));
    for (size_t i = 0; i < n; i++) {
        const uint32_t v = cross[i].value;
        if (v < values.n)
            hold(&class[cross[i].class],
                 numbers ? tacit_column_number(column, values.row[v]) : (double)v, cross[i].count);
    }
    for (uint32_t v = 0; v < values.n; v++)
        hold(&all, numbers ? tacit_column_number(column, values.row[v]) : (double)v,
             values.count[v]);
    for (size_t g = 0; g < k->n; g++)
        if (class[g].records > 0)
            sum += (double)class[g].records * share_of(&class[g], &all, numbers);
    *out = all.records > 0 ? sum / (double)all.records : NAN;
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

static tacit_status measure(tacit_ctx *cx, tacit_subject *subject, const tacit_args *args,
                            tacit_result *result)
{
    const tacit_pair *pair = tacit_subject_pair(subject);
    return tacit_within_tell(cx, pair, &args->at[TARGET], spread_of, &WORDS, result);
}

const tacit_measure tacit_utility_spread = {
    .about = { .name = "spread",
               .title = "Spread within classes",
               .summary = "How much the sensitive column differs among records of equal keys.",
               .source = "Mahiou and Nagle (2018), Anonymity, utility and risk: an overview",
               .params = PARAMS },
    .family = TACIT_FAMILY_UTILITY,
    .needs = TACIT_NEEDS_ORIGINAL | TACIT_NEEDS_COMMON_KEYS,
    .run = measure,
};
