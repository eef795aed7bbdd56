/*
 * scope.h - tables over some of the columns, and how they go together.
 *
 * A scope is a set of columns.  A table over a scope has a cell for each combination of values of
 * its columns: the last column runs fastest.  The table over no column has one cell.
 */
#ifndef TACIT_STATS_GRAPH_SCOPE_H
#define TACIT_STATS_GRAPH_SCOPE_H

#include <stddef.h>
#include <stdint.h>

typedef uint64_t tacit_scope; /* bit j: column j */

enum { TACIT_SCOPE_COLUMNS = 64 };

#define TACIT_SCOPE_OF(j) ((tacit_scope)1 << (j))

/* Whether `part` has no column that `whole` has not. */
#define TACIT_SCOPE_WITHIN(part, whole) (((part) & ~(whole)) == 0)

/* The first n columns. */
tacit_scope tacit_scope_first(size_t n);

/* How many columns there are in `s`. */
size_t tacit_scope_width(tacit_scope s);

/* How many cells a table over `s` has, if column j has size[j] values; SIZE_MAX if that is more. */
size_t tacit_scope_cells(const size_t *size, tacit_scope s);

/* Where the cells of a table over `whole` that have the first value in all other columns stand, for
 * each cell of a table over `part`, which lies within it. */
void tacit_scope_places(const size_t *size, tacit_scope whole, tacit_scope part, size_t *out);

/* Add the table `x` over `whole` up to its margin over `part`, which lies within it. */
void tacit_scope_sum(const size_t *size, tacit_scope whole, const double *x, tacit_scope part,
                     double *out);

/* Multiply each cell of the table `x` over `whole` by that of `y` over `part`. */
void tacit_scope_multiply(const size_t *size, tacit_scope whole, double *x, tacit_scope part,
                          const double *y);

#endif
