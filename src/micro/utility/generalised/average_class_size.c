/*
 * average_class_size.c - how large the classes of equal keys are, after LeFevre, DeWitt and
 * Ramakrishnan (2006).
 *
 *   C_avg = (records / classes) / k
 *
 * for the classes of equal released keys, suppressed records (all keys missing or stars) and
 * their classes left out.  1 is the best that k-anonymity allows.  Without `k` it is the size
 * of the smallest class, so that C_avg tells how even the classes are.  The loss is
 * (c - c0) / (n - c0) with the average size c after and c0 before: 0 for unchanged keys, 1 if
 * all records are alike.
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
            .help = "the class size that was asked for; by default that of the smallest class" },
    TACIT_PARAM_END
};

static double average(const tacit_key_classes *c)
{
    return c->kept > 0 ? (double)(c->rows - c->suppressed) / (double)c->kept : NAN;
}

static tacit_status figures(tacit_ctx *cx, const tacit_key_sides *s, double k, tacit_result *result)
{
    static const tacit_range growth = { -INFINITY, 1.0, TACIT_BETTER_LOWER };
    static const tacit_range ratio = { -INFINITY, INFINITY, TACIT_BETTER_LOWER };
    static const tacit_range sizes = { 1.0, INFINITY, TACIT_BETTER_LOWER };
    const double after = average(&s->after), before = average(&s->before);
    const double room = (double)s->after.rows - before;
    TACIT_TRY(tacit_result_ranged(cx, result, &growth, "loss", "Growth of the average class",
                                  room > 0.0 ? (after - before) / room : after - before,
                                  TACIT_UNIT_SHARE,
                                  "(c - c0) / (n - c0), c and c0 being the average class size "
                                  "after and before; 0 is unchanged"));
    TACIT_TRY(tacit_result_ranged(cx, result, &sizes, "average", "Average class size", after,
                                  TACIT_UNIT_NUMBER,
                                  "records by classes of equal released keys, suppressed records "
                                  "left out"));
    TACIT_TRY(tacit_result_ranged(cx, result, &ratio, "c_avg", "C_avg", after / k,
                                  TACIT_UNIT_NUMBER,
                                  "average class size by k, which is the smallest class size if "
                                  "not given"));
    TACIT_TRY(tacit_result_figure(cx, result, "k", "k", k, TACIT_UNIT_COUNT,
                                  "the class size that C_avg is by"));
    return tacit_result_figure(cx, result, "suppressed", "Suppressed records",
                               (double)s->after.suppressed, TACIT_UNIT_COUNT,
                               "records all of whose keys are missing or stars");
}

static tacit_status measure(tacit_ctx *cx, tacit_subject *subject, const tacit_args *args,
                            tacit_result *result)
{
    const tacit_pair *pair = tacit_subject_pair(subject);
    tacit_key_sides s;
    TACIT_TRY(tacit_key_sides_make(cx, pair, &s));
    const double smallest = s.after.smallest > 0 ? (double)s.after.smallest : NAN;
    const double k = tacit_arg_given(args, K) ? (double)tacit_arg_integer(args, K) : smallest;
    if (s.after.kept == 0)
        TACIT_TRY(tacit_result_note(cx, result, "No record is left that is not suppressed."));
    return figures(cx, &s, k, result);
}

const tacit_measure tacit_utility_average_class_size = {
    .about = { .name = "average_class_size",
               .title = "Average class size",
               .summary = "How many records share the same released keys on average.",
               .source = "LeFevre, DeWitt and Ramakrishnan (2006), Mondrian multidimensional "
                         "k-anonymity",
               .params = PARAMS },
    .family = TACIT_FAMILY_UTILITY,
    .needs = TACIT_NEEDS_ORIGINAL | TACIT_NEEDS_COMMON_KEYS,
    .headline = "average",
    .run = measure,
};
