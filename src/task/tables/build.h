/*
 * build.h - what the tables of a plan are made of.
 */
#ifndef TACIT_TASK_TABLES_BUILD_H
#define TACIT_TASK_TABLES_BUILD_H

#include "task/tables/tables.h"

/* Link the cubes by the plan's equations, and check that these hold for their values. */
tacit_status tacit_tables_link(tacit_ctx *cx, const tacit_plan *plan, tacit_tabulation *t);

#endif
