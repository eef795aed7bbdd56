/*
 * tabulation.h - all tables that are published together: cubes whose cells are one system.
 *
 * Each cube has the tables of one response; all have the same dimensions, so that equal keys are
 * the same place in all of them.  A link is an equation between responses (turnover is domestic
 * plus export), which holds in every place that all of its cubes have.
 *
 * What is left of a total without one of its parts can be sensitive though no table has it: such
 * differences are cells of the system after those of the cubes, never published.
 *
 * Tables that are there already may be without cubes, and are then cells and equations alone.
 */
#ifndef TACIT_TABULAR_CUBE_TABULATION_H
#define TACIT_TABULAR_CUBE_TABULATION_H

#include "tabular/cube/cube.h"
#include "tabular/cube/keys.h"
#include "tabular/system.h"

/* Most dimensions that tables may have together. */
enum { TACIT_TABULATION_DIMENSIONS = 64 };

/* The first cube is the sum of the others. */
typedef struct tacit_cube_link {
    size_t n;
    const size_t *cube;
} tacit_cube_link;

/* What is left of a total: both are cells of the system. */
typedef struct tacit_cell_difference {
    uint32_t total, part;
} tacit_cell_difference;

/* In scratch memory but for the system. */
typedef struct tacit_tabulation {
    size_t n_dimensions;
    tacit_dimension *dimension;
    size_t n_cubes;
    tacit_cube *cube;
    size_t n_links;
    const tacit_cube_link *link;
    size_t n_differences;
    const tacit_cell_difference *difference;
    size_t n_others;      /* cells behind those: of earlier releases alone */
    const bool *known;    /* of a cell of a cube: an earlier release has it; NULL: there is none */
    tacit_system *system; /* owned */
    uint8_t *rule;        /* of a cell: the rule that made it sensitive, from 1; 0 if none did */
    const tacit_cell_keys *keys; /* of records and cells, or NULL if the protection needs none */
} tacit_tabulation;

/* Number the cells of the cubes as those of one system; how many there are. */
size_t tacit_tabulation_number(tacit_tabulation *t);

/* Make the system of the cubes, which are filled; its cells have no values yet. */
tacit_status tacit_tabulation_join(tacit_ctx *cx, tacit_tabulation *t);

/* The cube that has cell `i` of the system, or NULL if none has. */
const tacit_cube *tacit_tabulation_cube(const tacit_tabulation *t, size_t i);

/* What is known of the contributors to cell `i` of the system, or NULL. */
const tacit_cell_tally *tacit_tabulation_tally(const tacit_tabulation *t, size_t i);

/* The table that has cell `i` of cube `c`: the first of those that do. */
const tacit_cube_table *tacit_tabulation_table(const tacit_cube *c, size_t i);

/* A cell of the system by its table and codes, in scratch memory; `user` is the tabulation. */
tacit_status tacit_tabulation_name(tacit_ctx *cx, const void *user, size_t i, char **out);

/* Free the system. */
void tacit_tabulation_free(tacit_tabulation *t);

#endif
