/*
 * lists.h - one-to-one links on lists of candidates.
 */
#ifndef TACIT_MICRO_LINKAGE_ASSIGN_LISTS_H
#define TACIT_MICRO_LINKAGE_ASSIGN_LISTS_H

#include "micro/linkage/assign/assign.h"

/* The columns that each row may have, and at what cost: those of row i stand at start[i] ...
 * start[i + 1] - 1, each once.  There is a complete assignment of rows. */
typedef struct tacit_arcs {
    size_t n, m; /* rows, columns; n <= m */
    size_t *start;
    uint32_t *to;
    double *cost; /* finite */
} tacit_arcs;

/* An assignment of least cost and its proof: no arc of row i costs less than u[i] + v[j], the
 * assigned ones cost just that. */
typedef struct tacit_priced {
    uint32_t *to; /* column of each row */
    double *u, *v;
} tacit_priced;

/* Solve `arcs`.  `out` has room; its v is where prices start: 0 if n < m, at most 0 in any
 * case.  O(n * arcs * log arcs) at worst. */
tacit_status tacit_assign_arcs(tacit_ctx *cx, const tacit_arcs *arcs, tacit_priced *out);

/* tacit_assign_records() by lists of the `k` nearest, whatever the size. */
tacit_status tacit_assign_lists(tacit_ctx *cx, const tacit_space *space, const tacit_records *from,
                                const tacit_records *to, size_t k, tacit_assignment *out);

/* Fill the matrix of distances of all records of `from` (rows) to all of `to`. */
tacit_status tacit_assign_costs(tacit_ctx *cx, const tacit_space *space, const tacit_records *from,
                                const tacit_records *to, double *cost);

#endif
