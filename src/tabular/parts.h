/*
 * parts.h - the hidden cells of a system, apart from each other where no equation joins them.
 *
 * Two hidden cells belong to one part if an equation has both, or a chain of such equations joins
 * them.  What an attacker can find out about a cell depends on its part only, so that every
 * question about a table falls into many small ones.  Union-find, O(terms).
 */
#ifndef TACIT_TABULAR_PARTS_H
#define TACIT_TABULAR_PARTS_H

#include "tabular/system.h"

/* Lists in scratch memory: part p has the cells first[p] ... first[p + 1] - 1, and so on. */
typedef struct tacit_cell_parts {
    size_t n;
    size_t *first;
    uint32_t *cell;
    size_t *first_row;
    uint32_t *row;     /* equations with a hidden cell of the part */
    uint32_t *part_of; /* of a cell; n if it is not hidden */
} tacit_cell_parts;

/* The parts of the cells i with open[i] > 0. */
tacit_status tacit_parts_find(tacit_ctx *cx, const tacit_system *s, const double *open,
                              tacit_cell_parts *out);

#endif
