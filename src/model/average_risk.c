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
#include "model/model.h"

enum { AVERAGE, HIGHEST, AT_RISK, MISSING };

static const tacit_param PARAMS[] = {
    [AVERAGE] = { .name = "average",
                  .type = TACIT_PARAM_REAL,
                  .preset = 0.1,
                  .max = 1.0,
                  .help = "the largest average risk" },
    [HIGHEST] = { .name = "highest",
                  .type = TACIT_PARAM_REAL,
                  .need = TACIT_OPTIONAL,
                  .max = 1.0,
                  .help = "the risk that records should not exceed" },
    [AT_RISK] = { .name = "at_risk",
                  .type = TACIT_PARAM_REAL,
                  .preset = 0.0,
                  .max = 1.0,
                  .help = "the largest share of records that may exceed 'highest'" },
    [MISSING] = TACIT_MISSING_PARAM,
    TACIT_PARAM_END
};

/* Sums over the classes. */
typedef struct sums {
    double expected, highest;
    uint64_t above;
    size_t classes;
} sums;

static sums sum_up(const tacit_classes *c, double limit)
{
    sums s = { 0 };
    for (size_t g = 0; g < c->n; g++) {
        const double risk = 1.0 / (double)c->match[g];
        const bool above = risk > limit;
        s.expected += risk * (double)c->size[g];
        s.highest = risk > s.highest ? risk : s.highest;
        s.above += above ? c->size[g] : 0;
        s.classes += above;
    }
    return s;
}

/* The figures about records above `highest`. */
static tacit_status add_above(tacit_ctx *cx, const sums *s, double n, tacit_result *result)
{
    TACIT_TRY(tacit_result_figure(cx, result, "violating_records", "Records above 'highest'",
                                  (double)s->above, TACIT_UNIT_COUNT,
                                  "records with 1 / f above 'highest'"));
    TACIT_TRY(tacit_result_figure(cx, result, "violating_share", "Share of such records",
                                  (double)s->above / n, TACIT_UNIT_SHARE, "of all records"));
    return tacit_result_figure(cx, result, "violating_classes", "Key combinations above 'highest'",
                               (double)s->classes, TACIT_UNIT_COUNT,
                               "key combinations with 1 / f above 'highest'");
}

static tacit_status check(tacit_ctx *cx, tacit_subject *subject, const tacit_args *args,
                          tacit_result *result)
{
    const tacit_classes *c = NULL;
    TACIT_TRY(tacit_subject_classes(cx, subject,
                                    (tacit_missing_rule)tacit_arg_choice(args, MISSING), &c));
    const bool limited = tacit_arg_given(args, HIGHEST);
    const sums s = sum_up(c, limited ? tacit_arg_real(args, HIGHEST) : 1.0);
    const double n = (double)c->records, average = s.expected / n;
    const bool few = (double)s.above <= tacit_arg_real(args, AT_RISK) * n;
    TACIT_TRY(tacit_result_holds(cx, result, average <= tacit_arg_real(args, AVERAGE) && few));
    TACIT_TRY(tacit_result_figure(cx, result, "average", "Average risk", average,
                                  TACIT_UNIT_PROBABILITY, "mean of 1 / f over records"));
    TACIT_TRY(tacit_result_figure(cx, result, "highest", "Highest risk", s.highest,
                                  TACIT_UNIT_PROBABILITY,
                                  "1 / f of the record that fewest records match"));
    return limited ? add_above(cx, &s, n, result) : TACIT_OK;
}

const tacit_model tacit_model_average_risk = {
    .about = { .name = "average_risk",
               .title = "Average re-identification risk",
               .summary = "Records are re-identified with a small probability on average, and few "
                          "with a large one.",
               .source = "El Emam (2013), Guide to the de-identification of personal health "
                         "information",
               .params = PARAMS },
    .needs = TACIT_NEEDS_KEYS,
    .check = check,
};
