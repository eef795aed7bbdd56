/*
 * found.c - what each rule found, for the custodian: how many cells, and which.
 */
#include "base/result.h"
#include "task/tables/judge.h"

/* Most cells that are listed for a rule. */
enum { MOST_LISTED = 1000 };

/* The cells that rule `number` (from 1) is the first to find sensitive. */
static tacit_status list_cells(tacit_ctx *cx, const tacit_judging *j, uint8_t number,
                               tacit_result *r)
{
    static const char *const titles[] = { "Cell", "Lower level", "Upper level" };
    const tacit_system *s = j->t->system;
    json_t *table = NULL;
    size_t n = 0;
    TACIT_TRY(tacit_result_table(cx, r, "cells", "Sensitive cells", 3, titles, &table));
    for (size_t i = 0; i < s->n_cells; i++) {
        if (s->cell[i].status != TACIT_CELL_PRIMARY || j->t->rule[i] != number || ++n > MOST_LISTED)
            continue;
        const size_t mark = tacit_scratch_mark(cx);
        char *name = NULL;
        TACIT_TRY(tacit_system_name(cx, s, i, &name));
        TACIT_TRY(tacit_result_row(cx, table, "[s,f,f]", name, s->cell[i].lower, s->cell[i].upper));
        tacit_scratch_release(cx, mark);
    }
    if (n > MOST_LISTED)
        TACIT_TRY(tacit_result_note(cx, r, "The first %d cells are listed.", MOST_LISTED));
    return tacit_result_figure(cx, r, "sensitive", "Sensitive cells", (double)n, TACIT_UNIT_COUNT,
                               "cells that this rule is the first to find sensitive");
}

static const tacit_param NONE[] = { TACIT_PARAM_END };

static const tacit_entry HISTORY = {
    .name = "history",
    .title = "History",
    .summary = "Cells that a file of the plan says are sensitive.",
    .source = "Hundepool et al. (2014), tau-Argus user's manual, version 4.1",
    .params = NONE,
};

static tacit_status tell(tacit_ctx *cx, const tacit_judging *j, const tacit_plan_rule *rule,
                         uint8_t number, json_t *list)
{
    const tacit_args none = { .params = NONE };
    tacit_result *r = NULL;
    TACIT_TRY(tacit_result_new(cx, "rule", rule != NULL ? &rule->rule->about : &HISTORY,
                               rule != NULL ? &rule->args : &none, &r));
    TACIT_TRY(tacit_json_add(cx, list, r));
    if (rule != NULL && rule->table != NULL)
        TACIT_TRY(tacit_result_note(cx, r, "For table '%s'.", rule->table->name));
    TACIT_TRY(list_cells(cx, j, number, r));
    return tacit_result_measured(cx, r, j->t->system->n_cells, true);
}

tacit_status tacit_judge_tell(tacit_ctx *cx, const tacit_judging *j, json_t *list)
{
    size_t said = 0;
    for (size_t r = 0; r < j->plan->n_rules; r++)
        TACIT_TRY(tell(cx, j, &j->plan->rule[r], (uint8_t)(r + 1), list));
    for (size_t i = 0; i < j->t->system->n_cells; i++)
        said += j->t->rule[i] == TACIT_RULE_HISTORY;
    return said == 0 ? TACIT_OK : tell(cx, j, NULL, TACIT_RULE_HISTORY, list);
}
