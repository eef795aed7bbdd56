/*
 * take.h - what the records of a plan contribute to the cells of one cube.
 */
#ifndef TACIT_TASK_TABLES_TAKE_H
#define TACIT_TASK_TABLES_TAKE_H

#include "run/work.h"
#include "tabular/cube/cube.h"

/* Data as it was loaded: records, or what the engine added up (engine.h, `add_up`). */
typedef struct tacit_loaded {
    size_t n;              /* sums, one for each response; 0: rows are records */
    const char **response; /* NULL: records are counted */
    tacit_sum *sum;
    tacit_column_range *range; /* of each response */
} tacit_loaded;

/* Load what the tables of the plan need into w->data: sums if the engine can make them and nothing
 * asks for the records themselves, else the columns that the plan names. */
tacit_status tacit_take_data(tacit_ctx *cx, tacit_work *w, tacit_loaded *out);

/* Whose contributions are taken: those of `data`, for the tables of which `table` is the first. */
typedef struct tacit_taking {
    const tacit_plan *plan;
    const tacit_plan_table *table;
    const tacit_table *data;
    const tacit_loaded *loaded;
} tacit_taking;

/* Fill `out` with the columns that the plan names, in scratch memory, and set what `cube` must
 * know before it is filled: its decimals, and how many contributions a cell keeps.  Its response,
 * dimensions and tables are set. */
tacit_status tacit_take_records(tacit_ctx *cx, const tacit_taking *from, tacit_cube *cube,
                                tacit_cube_records *out);

/* The same from sums. */
tacit_status tacit_take_sums(tacit_ctx *cx, const tacit_taking *from, tacit_cube *cube,
                             tacit_cube_records *out);

/* For both: which rows count, holdings, requests; negative values that the table does not take;
 * how many contributions cells keep. */
tacit_status tacit_take_rows(tacit_ctx *cx, const tacit_taking *from, const tacit_cube *cube,
                             tacit_cube_records *out);
tacit_status tacit_take_refuse(tacit_ctx *cx, const tacit_plan_table *t, const char *response);
tacit_tally_room tacit_take_room(const tacit_plan *plan, bool holdings, double least_weight);

#endif
