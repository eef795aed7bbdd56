/*
 * change.h - what is said of single cells beforehand: last year's status, waivers, costs, levels.
 */
#ifndef TACIT_TABULAR_CUBE_CHANGE_H
#define TACIT_TABULAR_CUBE_CHANGE_H

#include "tabular/cube/tabulation.h"

/* What is said of one cell; a status of -1 and numbers that are NaN are not said. */
typedef struct tacit_cell_change {
    const char *const *code; /* of each dimension of the table; NULL or "" is the total */
    int status;              /* of tacit_cell_status: SAFE, PRIMARY or KEPT */
    double cost, lower, upper, sliding;
} tacit_cell_change;

/* The status that a word stands for: s, u, p, safe, unsafe, protected ("p": must be published), in
 * upper or lower case; -1 if for none. */
int tacit_change_status(const char *word);

/* How wide the levels of a cell are that is said to be sensitive, without levels: this share of
 * its value, and at least a unit. */
#define TACIT_CHANGE_RANGE 0.1

/* Change the cell of table `k` of `cube` with these codes; fails if it has none.  A code with a
 * single code below it has the same cell, so that trivial levels need not be expanded.  `*at` is
 * the cell's number in the system. */
tacit_status tacit_tabulation_change(tacit_ctx *cx, tacit_tabulation *t, const tacit_cube *cube,
                                     size_t k, const tacit_cell_change *change, size_t *at);

#endif
