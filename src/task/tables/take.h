/*
 * take.h - what the records of a plan contribute to the cells of one cube.
 */
#ifndef TACIT_TASK_TABLES_TAKE_H
#define TACIT_TASK_TABLES_TAKE_H

#include "plan/plan.h"
#include "tabular/cube/cube.h"

/* Whose contributions are taken: those of `data`, for the tables of which `table` is the first. */
typedef struct tacit_taking {
    const tacit_plan *plan;
    const tacit_plan_table *table;
    const tacit_table *data;
} tacit_taking;

/* Fill `out` with the columns that the plan names, in scratch memory, and set what `cube` must
 * know before it is filled: its decimals, and how many contributions a cell keeps.  Its response,
 * dimensions and tables are set. */
tacit_status tacit_take_records(tacit_ctx *cx, const tacit_taking *from, tacit_cube *cube,
                                tacit_cube_records *out);

/* How many of the largest contributions the rules and the protection look at. */
tacit_tally_room tacit_take_room(const tacit_plan *plan, const tacit_cube_records *r);

#endif
