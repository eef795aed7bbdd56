/*
 * witness.h - tables that readers must hold possible, found by walking from the true one.
 *
 * A table is possible for readers if it fulfils all equations and each cell is between what they
 * know, low and high.  The true one is.  From it the walk goes on in small steps: a leaf alone, two
 * parts of one equation against each other, four that are a square; a step that leads out of what
 * is possible is taken back.  Each table on the way is a proof that all its values are possible,
 * and cells are whole units on the way, as the values are.  What the walk does not reach may be
 * possible all the same.
 *
 * Cost: O(steps * totals above a leaf).
 */
#ifndef TACIT_TABULAR_WITNESS_H
#define TACIT_TABULAR_WITNESS_H

#include "base/rng.h"
#include "tabular/system.h"

/* How far a cell was seen below and above its value. */
typedef struct tacit_seen {
    double below, above;
} tacit_seen;

/* Walk until every cell with width[i] > 0 was seen that far apart, or it seems in vain; `seen` has
 * room for all cells.  Where totals do not follow from leaves, nothing is seen. */
tacit_status tacit_witness_walk(tacit_ctx *cx, const tacit_system *s, const double *width,
                                tacit_seen *seen);

#endif
