/*
 * build.h - the tables of a plan, from records to a system of cells.
 */
#ifndef TACIT_TASK_TABLES_BUILD_H
#define TACIT_TASK_TABLES_BUILD_H

#include "run/work.h"
#include "tabular/cube/cube.h"

/* Tables that add up the same column: one cube, one system. */
typedef struct tacit_tabulation {
    const tacit_plan_table **table; /* of the plan */
    tacit_dimension *dimension;
    tacit_cube cube;
    tacit_system *system; /* owned */
    uint8_t *rule;        /* of a cell: the rule that made it sensitive, from 1; 0 if none did */
} tacit_tabulation;

/* Tabulate what the plan asks for and find the sensitive cells; in scratch memory but for the
 * systems, which the caller frees. */
tacit_status tacit_tabulate(tacit_ctx *cx, tacit_work *w, tacit_tabulation **out, size_t *n);

#endif
