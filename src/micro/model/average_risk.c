/*
 * average_risk.c - average re-identification risk.
 *
 * A record that f records match on the keys (itself included) is re-identified with
 * probability 1 / f by an attacker who knows that the person is in the data.  The model
 * asks for an average (1 / n) sum 1 / f of at most `average`, which is (classes) / n when
 * missing keys are a category.  With `highest`, the share of records whose risk exceeds it
 * must also be at most `at_risk` (El Emam 2013).  ARX counts a risk equal to `highest`
 * as exceeding it; here it does not.
 *
 * Missing keys as in k_anonymity.c.  O(classes) after the classes are known.
 */
#include "micro/model/class_judge.h"

enum { AVERAGE, HIGHEST, AT_RISK, MISSING };

static const tacit_param PARAMS[] = {
    [AVERAGE] = { .name = "average",
                  .type = TACIT_PARAM_REAL,
                  .preset = 0.1,
                  .max = 1.0,
                  TACIT_USEFUL(0, 0.5, "probability"),
                  .importance = TACIT_FIRST,
                  .help = "the largest average risk" },
    [HIGHEST] = { .name = "highest",
                  .type = TACIT_PARAM_REAL,
                  .need = TACIT_OPTIONAL,
                  .max = 1.0,
                  .unit = "probability",
                  .help = "the risk that records should not exceed" },
    [AT_RISK] = { .name = "at_risk",
                  .type = TACIT_PARAM_REAL,
                  .preset = 0.0,
                  .max = 1.0,
                  TACIT_USEFUL(0, 0.2, "share"),
                  .help = "the largest share of records that may exceed 'highest'" },
    [MISSING] = TACIT_MISSING_PARAM,
    TACIT_PARAM_END
};

/* Sums over the classes. */
typedef struct sums {
    double expected, highest;
    double above, classes; /* records and classes above the limit */
} sums;

/* Add `classes` classes of together `records` records, each with `match` that match it. */
static void add(sums *s, uint64_t match, double records, double classes, double limit)
{
    const double risk = 1.0 / (double)match;
    const bool above = risk > limit;
    s->expected += risk * records;
    s->highest = risk > s->highest ? risk : s->highest;
    s->above += above ? records : 0.0;
    s->classes += above ? classes : 0.0;
}

static double limit_of(const tacit_args *args)
{
    return tacit_arg_given(args, HIGHEST) ? tacit_arg_real(args, HIGHEST) : 1.0;
}

/* Whether the sums over n records are small enough. */
static bool is_low(const sums *s, double n, const tacit_args *args)
{
    return s->expected / n <= tacit_arg_real(args, AVERAGE) &&
           s->above <= tacit_arg_real(args, AT_RISK) * n;
}

/* The figures about records above `highest`. */
static tacit_status add_above(tacit_ctx *cx, const sums *s, double n, tacit_result *result)
{
    TACIT_TRY(tacit_result_figure(cx, result, "violating_records", "Records above 'highest'",
                                  s->above, TACIT_UNIT_COUNT, "records with 1 / f above 'highest'",
                                  .better = TACIT_BETTER_LOWER));
    TACIT_TRY(tacit_result_figure(cx, result, "violating_share", "Share of such records",
                                  s->above / n, TACIT_UNIT_SHARE, "of all records",
                                  .better = TACIT_BETTER_LOWER));
    return tacit_result_figure(cx, result, "violating_classes", "Key combinations above 'highest'",
                               s->classes, TACIT_UNIT_COUNT,
                               "key combinations with 1 / f above 'highest'",
                               .better = TACIT_BETTER_LOWER);
}

static tacit_status check(tacit_ctx *cx, tacit_subject *subject, const tacit_args *args,
                          tacit_result *result)
{
    const tacit_classes *c = NULL;
    TACIT_TRY(tacit_subject_classes(cx, subject,
                                    (tacit_missing_rule)tacit_arg_choice(args, MISSING), &c));
    const double n = (double)c->records;
    sums s = { 0 };
    for (size_t g = 0; g < c->n; g++)
        add(&s, c->match[g], (double)c->size[g], 1.0, limit_of(args));
    TACIT_TRY(tacit_result_holds(cx, result, is_low(&s, n, args)));
    TACIT_TRY(tacit_result_figure(cx, result, "average", "Average risk", s.expected / n,
                                  TACIT_UNIT_PROBABILITY, "mean of 1 / f over records",
                                  .better = TACIT_BETTER_LOWER));
    TACIT_TRY(tacit_result_figure(
        cx, result, "highest", "Highest risk", s.highest, TACIT_UNIT_PROBABILITY,
        "1 / f of the record that fewest records match", .better = TACIT_BETTER_LOWER));
    return tacit_arg_given(args, HIGHEST) ? add_above(cx, &s, n, result) : TACIT_OK;
}

static bool holds(const tacit_size_counts *sizes, void *user)
{
    const tacit_args *args = *(const tacit_args *const *)user;
    sums s = { 0 };
    for (size_t i = 0; i < sizes->n; i++)
        add(&s, sizes->size[i], (double)sizes->size[i] * sizes->count[i], sizes->count[i],
            limit_of(args));
    return is_low(&s, sizes->records, args);
}

/* Joining classes makes them fewer, and no record's risk larger: CONVEX.
 *
 * MONOTONE, too, unless some records may be at risk.  Let P be the smallest classes that were
 * marked, R the rest and z its smallest class.  Without P the average is low enough.  Join two
 * classes to w.  Both of R: the average of R falls.  One of R: it grows, and w need not be
 * marked.  Both of P, or marked by another model and now accepted: if w <= z, P with w in it
 * leaves R as it was; else P without the two, and z, is a smallest part; the rest has as many
 * classes as R, and more records, and fewer are marked.  No class of the rest is below 1 /
 * `highest`.  If a share may be at risk, a class that is joined to one of R may raise it.
 *
 * Missing keys that match anything match at least what is identical. */
static tacit_status judge(tacit_ctx *cx, tacit_judge_frame *frame, const tacit_args *args,
                          tacit_class_judge *out)
{
    const tacit_args **user = NULL;
    TACIT_TRY(tacit_scratch(cx, 1, sizeof *user, &user));
    *user = args;
    const bool none = !tacit_arg_given(args, HIGHEST) || tacit_arg_real(args, AT_RISK) <= 0.0;
    const tacit_whole_rule rule = { .traits =
                                        TACIT_JUDGE_CONVEX | (none ? TACIT_JUDGE_MONOTONE : 0u),
                                    .user = user,
                                    .holds = holds };
    return tacit_whole_judge(cx, frame, &rule, out);
}

const tacit_model tacit_model_average_risk = {
    .measure = { .about = { .name = "average_risk",
                            .title = "Average re-identification risk",
                            .summary = "Records are re-identified with a small probability on "
                                       "average, and few "
                                       "with a large one.",
                            .source =
                                "El Emam (2013), Guide to the de-identification of personal health "
                                "information",
                            .params = PARAMS },
                 .needs = TACIT_NEEDS_KEYS,
                 .family = TACIT_FAMILY_MODEL,
                 .run = check },
    .judge = judge,
};
