/*
 * discernibility.c - how many records each record cannot be told from, after Bayardo and
 * Agrawal (2005).
 *
 *   DM = sum over classes of at least k records of size^2 + n * (records in smaller classes)
 *        + n * (suppressed records)
 *
 * for the classes of equal released keys; a record is suppressed if all its keys are missing
 * or stars.  Without `k` no class is too small.  DM is from n (all records differ) to n^2.
 * The loss is (d - d0) / (1 - d0) with d = DM / n^2 and d0 the same of the original keys
 * without k: 0 for unchanged keys, 1 if all records are alike or suppressed.
 *
 * A missing key is a value of its own.  Rows need not correspond.  O(rows).
 */
#include <math.h>

#include "micro/utility/key_classes.h"

enum { K };

static const tacit_param PARAMS[] = {
    [K] = { .name = "k",
            .type = TACIT_PARAM_INTEGER,
            .need = TACIT_OPTIONAL,
            .min = 1,
            .max = 1e9,
            TACIT_USEFUL_LOG(1, 100, "records"),
            .help = "records in smaller classes count as suppressed" },
    TACIT_PARAM_END
};

static double discern(const tacit_key_classes *c, uint64_t k)
{
    const double n = (double)c->rows;
    double sum = 0.0;
    for (size_t g = 0; g < c->n; g++) {
        const double size = (double)c->size[g];
        sum += size * (c->blank[g] || c->size[g] < k ? n : size);
    }
    return sum;
}

static uint64_t records_below(const tacit_key_classes *c, uint64_t k)
{
    uint64_t records = 0;
    for (size_t g = 0; g < c->n; g++)
        records += !c->blank[g] && c->size[g] < k ? c->size[g] : 0;
    return records;
}

/* DM over the square of the records. */
static double share_of(double dm, const tacit_key_classes *c)
{
    const double n = (double)c->rows;
    return n > 0.0 ? dm / (n * n) : NAN;
}

static tacit_status figures(tacit_ctx *cx, const tacit_key_sides *s, uint64_t k,
                            tacit_result *result)
{
    static const tacit_range growth = { -INFINITY, 1.0, TACIT_BETTER_LOWER };
    const double dm = discern(&s->after, k), share = share_of(dm, &s->after);
    const double before = share_of(discern(&s->before, 0), &s->before);
    const double room = 1.0 - before, n = (double)s->after.rows;
    const tacit_range metric = { n, n * n, TACIT_BETTER_LOWER };
    const tacit_range shares = { n > 0.0 ? 1.0 / n : 0.0, 1.0, TACIT_BETTER_LOWER };
    TACIT_TRY(tacit_result_ranged(cx, result, &growth, "loss", "Discernibility lost",
                                  room > 0.0 ? (share - before) / room : share - before,
                                  TACIT_UNIT_SHARE,
                                  "(d - d0) / (1 - d0), d being the share below and d0 that of the "
                                  "original keys; 0 is unchanged"));
    TACIT_TRY(tacit_result_ranged(cx, result, &metric, "discernibility", "Discernibility metric",
                                  dm, TACIT_UNIT_NUMBER,
                                  "sum of squared class sizes; a suppressed record, or one in a "
                                  "class below k if k is given, counts as many as there are "
                                  "records"));
    TACIT_TRY(tacit_result_ranged(cx, result, &shares, "share", "Discernibility by its largest",
                                  share, TACIT_UNIT_SHARE,
                                  "the metric by the square of the records"));
    TACIT_TRY(tacit_result_figure(cx, result, "suppressed", "Suppressed records",
                                  (double)s->after.suppressed, TACIT_UNIT_COUNT,
                                  "records all of whose keys are missing or stars"));
    if (k == 0)
        return TACIT_OK;
    return tacit_result_figure(cx, result, "below_k", "Records in classes below k",
                               (double)records_below(&s->after, k), TACIT_UNIT_COUNT,
                               "records that are not suppressed but in a class below k");
}

static tacit_status measure(tacit_ctx *cx, tacit_subject *subject, const tacit_args *args,
                            tacit_result *result)
{
    const tacit_pair *pair = tacit_subject_pair(subject);
    const uint64_t k = tacit_arg_given(args, K) ? (uint64_t)tacit_arg_integer(args, K) : 0;
    tacit_key_sides s;
    TACIT_TRY(tacit_key_sides_make(cx, pair, &s));
    if (s.after.rows == 0 || s.before.rows == 0)
        TACIT_TRY(tacit_result_note(cx, result, "There are no records."));
    return figures(cx, &s, k, result);
}

const tacit_measure tacit_utility_discernibility = {
    .about = { .name = "discernibility",
               .title = "Discernibility",
               .summary = "How many records each record cannot be told from by its keys.",
               .source = "Bayardo and Agrawal (2005), Data privacy through optimal "
                         "k-anonymization",
               .params = PARAMS },
    .family = TACIT_FAMILY_UTILITY,
    .needs = TACIT_NEEDS_ORIGINAL | TACIT_NEEDS_COMMON_KEYS,
    .run = measure,
};
