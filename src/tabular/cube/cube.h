/*
 * cube.h - tables of one response, from records: their cells, tallies and equations.
 *
 * Several tables over the same records are one cube: a cell is a node of each dimension, the total
 * where a table does not have the dimension, so that cells which tables share are one cell.
 *
 * Records are tallied by their lowest nodes first and then added up along the hierarchies:
 * O(records + distinct lowest cells * product of depths + cells).  Holdings can be in many of
 * the lowest cells, so each is added up by itself (holdings.c).
 *
 * Values are whole numbers of units of `decimals` places, and add up exactly.  Where responses or
 * weights are uneven, the lowest cells are rounded, one after the other in the order of their keys,
 * each with what the ones before it were rounded by: each is off by less than one unit, and so is
 * every sum over cells that follow each other.
 */
#ifndef TACIT_TABULAR_CUBE_CUBE_H
#define TACIT_TABULAR_CUBE_CUBE_H

#include "tabular/cube/dimension.h"
#include "tabular/cube/tally.h"

/* One table: the positions of its dimensions, and what of them it does not publish. */
typedef struct tacit_cube_table {
    const char *name;
    size_t number; /* of the table in the plan, from 0 */
    size_t n;
    const size_t *dimension;
    const bool *const *hides; /* of each dimension, of each code; NULL: all codes are published */
} tacit_cube_table;

/* What records contribute; arrays by row, NULL for ones (a count; no weights). */
typedef struct tacit_cube_records {
    size_t rows;
    const double *response; /* what is added up */
    bool uneven;            /* some response times its weight is not a whole number of units */
    bool negative;          /* some response is negative */
    const double *size;     /* what rules look at, not negative; NULL: that of the response */
    const double *cost;     /* NULL: nothing */
    const double *weight;
    const uint32_t *holding; /* the number of each row's holding; NULL: they are of none */
    size_t n_holdings;
    const uint8_t *asks; /* for protection, by code: 1, 2, or 0; NULL: nobody does */
    /* If not NULL, rows are many records each, of one lowest cell, holding, weight and code: their
     * tallies, weighted, with sums in units.  Then response, size, cost and weight are not looked
     * at. */
    const tacit_cell_tally *ready;
    const uint64_t *valid; /* a bit for each row that counts; NULL: all do */
} tacit_cube_records;

/* In scratch memory. */
typedef struct tacit_cube {
    const char *response; /* the column that is added up, or NULL: records are counted */
    size_t n_dimensions;
    const tacit_dimension *dimension;
    size_t n_tables;
    const tacit_cube_table *table;
    tacit_tally_room room; /* this and `decimals`, of what is published, are set before */
    int decimals;          /* it is filled */
    double off;            /* the most by which a cell differs from the sum before rounding */
    bool negative;         /* contributions may be negative */
    uint64_t *stride;      /* of each dimension in the key of a cell */
    size_t n_cells;
    size_t first;  /* cell i is number first + i of the system that the cube is part of */
    uint64_t *key; /* of each cell */
    tacit_cell_tally *tally;
    uint32_t *owner; /* of a cell: the first table that has it */
    size_t n_slots;
    uint32_t *slot; /* a cell + 1, by its key; open addressing */
} tacit_cube;

/* Make the cells of all tables of `c`, whose dimensions and tables are set, without contributors.
 */
tacit_status tacit_cube_make(tacit_ctx *cx, tacit_cube *c, bool holdings);

/* Tally the records into the cells. */
tacit_status tacit_cube_fill(tacit_ctx *cx, const tacit_cube_records *records, tacit_cube *c);

/* The cell with this key, or with these nodes (one of each dimension); n_cells if it has none. */
size_t tacit_cube_find_key(const tacit_cube *c, uint64_t key);
size_t tacit_cube_find(const tacit_cube *c, const uint32_t *nodes);

/* How many units of its values are one. */
static inline double tacit_cube_scale(const tacit_cube *c)
{
    static const double scale[] = { 1, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9 };
    TACIT_ASSERT(c->decimals >= 0 && c->decimals < 10);
    return scale[c->decimals];
}

/* The node of a cell in dimension `d`. */
uint32_t tacit_cube_node(const tacit_cube *c, size_t cell, size_t d);

#endif
