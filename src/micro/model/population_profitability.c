/*
 * population_profitability.c - no attack on a record pays, for who does not know who is in the
 * data.
 *
 * As profitability.c, but the attacker finds F people of the population who match the keys of a
 * record, and is right with probability 1 / F (a journalist): no try pays if F is above
 * gain / cost for every record (Wan and others 2015; ARX's variant without attack).  F is counted
 * in a population file, or is the sum of sampling weights, or f over the sampling fraction.
 *
 * Missing keys as in k_map.c.  O(classes) after the classes are known.
 */
#include "micro/model/profit.h"

enum { MISSING = TACIT_PROFIT_GAIN + 1 };

static const tacit_param PARAMS[] = { TACIT_PROFIT_PARAMS, [MISSING] = TACIT_MISSING_PARAM,
                                      TACIT_PARAM_END };

static tacit_status check(tacit_ctx *cx, tacit_subject *subject, const tacit_args *args,
                          tacit_result *result)
{
    const tacit_profit profit = tacit_profit_of(args);
    const tacit_classes *c = NULL;
    tacit_population p;
    TACIT_TRY(tacit_sizes_population(cx, subject,
                                     (tacit_missing_rule)tacit_arg_choice(args, MISSING), &c, &p));
    return tacit_profit_tell(cx, &profit, c, p.F, result);
}

static uint64_t mark(void *user, const tacit_judge_view *view, bool *marked)
{
    uint64_t records = 0;
    for (size_t g = 0; g < view->n; g++) {
        if (marked[g] || view->size[g] == 0)
            continue;
        marked[g] = tacit_profit_pays(user, view->population[g]);
        records += marked[g] ? view->size[g] : 0;
    }
    return records;
}

/* Population frequencies add up when classes are joined: MONOTONE. */
static tacit_status judge(tacit_ctx *cx, tacit_judge_frame *frame, const tacit_args *args,
                          tacit_class_judge *out)
{
    const tacit_classes *c = NULL;
    tacit_population p;
    tacit_profit *profit = NULL;
    TACIT_TRY(tacit_sizes_population(cx, frame->subject, TACIT_MISSING_CATEGORY, &c, &p));
    if (p.kind != TACIT_POPULATION_FILE)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "A search can aim at 'population_profitability' only with a population "
                          "file.");
    TACIT_TRY(tacit_scratch(cx, 1, sizeof *profit, &profit));
    *profit = tacit_profit_of(args);
    tacit_size_judge(0, out);
    out->population = true;
    out->user = profit;
    out->mark = mark;
    return TACIT_OK;
}

const tacit_model tacit_model_population_profitability = {
    .measure = { .about = { .name = "population_profitability",
                            .title = "No profit of attacks on the population",
                            .summary = "Trying to re-identify any record costs more than it brings "
                                       "on average to who does not know who is in the data.",
                            .source = "Wan and others (2015), A game theoretic framework for "
                                      "analyzing re-identification risk",
                            .params = PARAMS },
                 .needs = TACIT_NEEDS_KEYS | TACIT_NEEDS_POPULATION,
                 .family = TACIT_FAMILY_MODEL,
                 .run = check },
    .judge = judge,
};
