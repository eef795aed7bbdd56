/*
 * ipf.h - hierarchical log-linear models of dense tables, by iterative proportional fitting.
 */
#ifndef TACIT_STATS_COUNTS_IPF_H
#define TACIT_STATS_COUNTS_IPF_H

#include "base/context.h"

/* Dimensions that a table may have: a term is a set of them, kept as bits. */
enum { TACIT_IPF_DIMENSIONS = 64 };

/* A model of a table with `n` dimensions, of which the last varies fastest.  A term is the
 * highest-order interaction of the dimensions whose bits are set; each dimension is in at
 * least one term. */
typedef struct tacit_ipf {
    size_t n;
    const uint32_t *levels;
    size_t n_terms;
    const uint64_t *terms;
    double tolerance;    /* largest difference of a margin, as a share of the total */
    size_t most_cycles;  /* give up after so many */
    const double *start; /* where fitting begins: 0 where a cell is impossible; NULL: alike */
} tacit_ipf;

/* How fitting ended. */
typedef struct tacit_ipf_end {
    size_t cycles;
    double difference; /* largest difference of a margin, as a share of the total */
    bool converged;
} tacit_ipf_end;

/* Cells of a table with these levels; SIZE_MAX if there are more than that. */
size_t tacit_ipf_cells(const uint32_t *levels, size_t n);

/* Fit the model to `table` (not negative, sum above 0): `fit` has the maximum-likelihood
 * means, whose margins over every term are the table's.  O(cells * terms * cycles). */
tacit_status tacit_ipf_fit(tacit_ctx *cx, const tacit_ipf *model, const double *table, double *fit,
                           tacit_ipf_end *end);

#endif
