/*
 * polychoric.h - correlations behind ordered classes.
 */
#ifndef TACIT_STATS_COUNTS_POLYCHORIC_H
#define TACIT_STATS_COUNTS_POLYCHORIC_H

#include "base/context.h"

/* No correlation is told that is farther from 0. */
#define TACIT_POLYCHORIC_MOST 0.999

/* A table of two columns, of which the second varies fastest; the sum is above 0. */
typedef struct tacit_pair_table {
    size_t rows, columns;
    const double *count; /* not negative */
} tacit_pair_table;

/* The correlation of two normal variables that were cut into the classes of the table: 0 if one of
 * them has a single class.  O(cells) distribution functions for each of some 15 steps. */
tacit_status tacit_polychoric(tacit_ctx *cx, const tacit_pair_table *t, double *rho);

/* The correlation of a normal variable, of which score[i] is the value in row i, with another that
 * was cut into the classes of the columns. */
tacit_status tacit_polyserial(tacit_ctx *cx, const tacit_pair_table *t, const double *score,
                              double *rho);

#endif
