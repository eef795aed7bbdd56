/*
 * grid.h - the cells of one table in the order in which they are written: all combinations of the
 * codes of its dimensions that it publishes, those of the last one fastest.
 */
#ifndef TACIT_TABULAR_FORMAT_GRID_H
#define TACIT_TABULAR_FORMAT_GRID_H

#include "base/text.h"
#include "tabular/cube/tabulation.h"

/* A place in a table; in scratch memory. */
typedef struct tacit_grid {
    const tacit_tabulation *tables;
    const tacit_cube *cube;
    const tacit_cube_table *table;
    uint32_t *at;   /* of each dimension of the table: the code */
    uint32_t *node; /* of each dimension of the cube */
    int decimals;   /* most that a number which is published has */
} tacit_grid;

/* The first cell of table `k` of cube `g`, once it is settled what is published. */
tacit_status tacit_grid_begin(tacit_ctx *cx, const tacit_tabulation *t, size_t g, size_t k,
                              tacit_grid *out);

/* Go to the next cell; false, and at the first again, after the last. */
bool tacit_grid_next(tacit_grid *grid);

/* The cell at this place, as a number in the system, and itself. */
size_t tacit_grid_number(const tacit_grid *grid);
const tacit_cell *tacit_grid_cell(const tacit_grid *grid);

/* The k-th dimension of the table, and its code at this place. */
const tacit_dimension *tacit_grid_dimension(const tacit_grid *grid, size_t k);
const char *tacit_grid_code(const tacit_grid *grid, size_t k);

/* How many cells there are, and codes of the k-th dimension that the table publishes. */
size_t tacit_grid_size(const tacit_grid *grid);
size_t tacit_grid_codes(const tacit_grid *grid, size_t k);

/* Whether the table publishes code `c` of its k-th dimension. */
bool tacit_grid_shows(const tacit_grid *grid, size_t k, size_t c);

/* Write a number in as many decimals as the unit of a cell has. */
void tacit_grid_decimal(double x, double unit, char out[TACIT_NUMBER_BYTES]);

/* Write what is published of the cell, with the decimals of the table; `hidden` if nothing is. */
void tacit_grid_text(const tacit_grid *grid, const char *hidden, char out[TACIT_NUMBER_BYTES]);

#endif
