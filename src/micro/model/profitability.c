/*
 * profitability.c - no attack on a record pays, whoever knows that a person is in the data.
 *
 * An attacker who tries to re-identify a record pays `cost` for it and gains `gain` if he is
 * right, which he is with probability 1 / f, of the f records that match the keys (a prosecutor).
 * He has no reason to try if gain / f < cost for every record, that is if f is above gain / cost
 * (Wan and others 2015; ARX's variant without attack).  population_profitability.c is the same for
 * an attacker who does not know who is in the data.
 *
 * Missing keys as in k_anonymity.c.  O(classes) after the classes are known.
 */
#include <math.h>

#include "micro/model/profit.h"

enum { MISSING = TACIT_PROFIT_GAIN + 1 };

static const tacit_param PARAMS[] = { TACIT_PROFIT_PARAMS, [MISSING] = TACIT_MISSING_PARAM,
                                      TACIT_PARAM_END };

static tacit_status check(tacit_ctx *cx, tacit_subject *subject, const tacit_args *args,
                          tacit_result *result)
{
    const tacit_profit profit = tacit_profit_of(args);
    const tacit_classes *c = NULL;
    TACIT_TRY(tacit_subject_classes(cx, subject,
                                    (tacit_missing_rule)tacit_arg_choice(args, MISSING), &c));
    return tacit_profit_tell(cx, &profit, c, NULL, result);
}

/* Sizes add up when classes are joined: MONOTONE. */
static tacit_status judge(tacit_ctx *cx, tacit_judge_frame *frame, const tacit_args *args,
                          tacit_class_judge *out)
{
    const tacit_profit profit = tacit_profit_of(args);
    double n = fmin(floor(profit.gain / profit.cost), 9e15);
    (void)cx;
    (void)frame;
    while (n < 9e15 && tacit_profit_pays(&profit, n))
        n += 1.0;
    tacit_size_judge((uint64_t)n, out);
    return TACIT_OK;
}

const tacit_model tacit_model_profitability = {
    .measure = { .about = { .name = "profitability",
                            .title = "No profit of attacks",
                            .summary = "Trying to re-identify any record costs more than it brings "
                                       "on average.",
                            .source = "Wan and others (2015), A game theoretic framework for "
                                      "analyzing re-identification risk",
                            .params = PARAMS },
                 .needs = TACIT_NEEDS_KEYS,
                 .family = TACIT_FAMILY_MODEL,
                 .run = check },
    .judge = judge,
};
