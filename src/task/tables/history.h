/*
 * history.h - files of cells with what is said of them beforehand.
 */
#ifndef TACIT_TASK_TABLES_HISTORY_H
#define TACIT_TASK_TABLES_HISTORY_H

#include "run/work.h"
#include "task/tables/judge.h"

/* Apply the histories that the tables of the plan name, after the rules. */
tacit_status tacit_history_apply(tacit_ctx *cx, const tacit_work *w, const tacit_judging *j);

#endif
