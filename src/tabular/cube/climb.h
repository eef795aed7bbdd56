/*
 * climb.h - from a lowest cell to every cell of the tables above it; for the files of this folder.
 */
#ifndef TACIT_TABULAR_CUBE_CLIMB_H
#define TACIT_TABULAR_CUBE_CLIMB_H

#include "tabular/cube/cube.h"

/* The lowest cells that records have, by a key over all dimensions, and which of them each row
 * has. */
typedef struct tacit_cube_lowest {
    size_t n;
    uint64_t *key;
    tacit_cell_tally *tally;
    uint32_t *of; /* NULL unless there are holdings */
} tacit_cube_lowest;

/* What is done in each cell. */
typedef struct tacit_cube_climb {
    const tacit_cube *cube;
    void (*visit)(void *user, size_t cell);
    void *user;
    uint32_t *node; /* room for one of each dimension */
} tacit_cube_climb;

/* Visit every cell at or above the lowest cell with `key`, once. */
void tacit_cube_climb_from(const tacit_cube_climb *up, uint64_t key);

/* Count the holdings of the records into the cells of `c`. */
tacit_status tacit_cube_add_holdings(tacit_ctx *cx, const tacit_cube_records *r,
                                     const tacit_cube_lowest *low, tacit_cube *c);

#endif
