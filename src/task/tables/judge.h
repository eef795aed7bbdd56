/*
 * judge.h - the cells of tables get their values, costs and bounds, and rules say which of them are
 * sensitive.
 */
#ifndef TACIT_TASK_TABLES_JUDGE_H
#define TACIT_TASK_TABLES_JUDGE_H

#include "plan/plan.h"
#include "tabular/cube/tabulation.h"

/* Tables that are judged; `first` is, of each cube, the table whose options count. */
typedef struct tacit_judging {
    const tacit_plan *plan;
    tacit_tabulation *t;
    const tacit_plan_table *const *first;
    bool given; /* no rule is needed */
} tacit_judging;

/* What t->rule says of a cell that a file of its history made sensitive. */
enum { TACIT_RULE_HISTORY = 255 };

/* Find the differences that rules find sensitive, before the system is made. */
tacit_status tacit_judge_differences(tacit_ctx *cx, const tacit_judging *j);

/* Judge all cells of the system. */
tacit_status tacit_judge_cells(tacit_ctx *cx, const tacit_judging *j);

/* Costs by distance, once it is known which cells are sensitive. */
tacit_status tacit_judge_distances(tacit_ctx *cx, const tacit_judging *j);

/* The cells that are not published, and what each rule found, for the custodian: a result of each
 * rule is added to `list`. */
tacit_status tacit_judge_tell(tacit_ctx *cx, const tacit_judging *j, json_t *list);

#endif
