/*
 * proof.h - tables that readers cannot tell from the true one, found from what is published.
 *
 * The system that is taken has no value of a hidden cell in it: it is what every reader has
 * (published cells, which are hidden, equations, bounds), so that nothing that is found here can
 * tell more.  In particular no search starts at the true values: the first table comes from
 *   max t subject to sum of m_rj x_j over hidden j + t * (sum over published j) = 0,
 *   low <= x <= limit, 0 <= t <= 1,
 * which starts at x = 0, t = 0 and ends at t = 1 with a table that agrees with all equations.  From
 * there every hidden cell is pushed up and down (solve/reach.h).  Tables of fractions are passed
 * over, and integer programs look for others where none is left that shows a cell uncertain.
 *
 * Kept are, of each part, tables in which every cell takes the least and the largest value that
 * was found; both are possible, and so is all between.  In parts of many cells it is enough that
 * a cell is seen with two values.  An end that nothing published bounds is limited to a figure
 * well beyond what is published.
 *
 * Linear programs as in an audit: two a cell at most, each over one part.
 */
#ifndef TACIT_TABULAR_PROOF_H
#define TACIT_TABULAR_PROOF_H

#include "tabular/parts.h"

/* What readers have: the values of hidden cells are 0 and mean nothing.  `low` is what is known of
 * all cells, for one 0 and nothing if it is below 0; units are those of what is published. */
typedef struct tacit_published {
    const tacit_system *system;
    double bound; /* how far from 0 a hidden cell is at most; 0: nothing is known of that */
} tacit_published;

/* The tables of one part: n_tables times n whole numbers, in units, in the order of their
 * numbers. */
typedef struct tacit_proof {
    size_t n, n_tables;
    const uint32_t *cell;
    int64_t *table;
} tacit_proof;

/* Of all parts, in scratch memory but for the tables. */
typedef struct tacit_proofs {
    size_t n;
    tacit_proof *part;
    tacit_cell_parts parts;
    tacit_arena memory;
} tacit_proofs;

/* Free the tables. */
void tacit_proof_free(tacit_proofs *all);

/* Find them; the caller frees, also after a failure. */
tacit_status tacit_proof_find(tacit_ctx *cx, const tacit_published *p, tacit_proofs *out);

/* The value of a published cell in units; false if it is no whole number of them. */
bool tacit_proof_units(const tacit_cell *c, int64_t *out);

/* Whether the equations add up that have no hidden cell. */
bool tacit_proof_adds_up(const tacit_published *p);

/* Whether the part's table `x` agrees with everything that is published, by additions alone: every
 * equation that has a cell of the part, and the bounds.  `at` has room for a number of each cell,
 * and holds those of the part after. */
bool tacit_proof_agrees(const tacit_published *p, const uint32_t *cell, size_t n, const int64_t *x,
                        int64_t *at);

#endif
