/*
 * changes.h - how far what is shown is from the values, in a changed system.
 *
 * The distance of two tables is the sum of |shown - value| over all cells, and the weighted
 * distance that of cost times it (Hundepool et al. 2012, chapter 4).
 */
#ifndef TACIT_TABULAR_CHANGES_H
#define TACIT_TABULAR_CHANGES_H

#include "base/result.h"
#include "tabular/system.h"

/* All cells together; all is 0 in a system that is not changed. */
typedef struct tacit_changes {
    size_t n; /* cells that are changed */
    double distance, weighted, largest;
    double relative; /* the sum of |shown - value| / max(|value|, unit) */
} tacit_changes;

/* Add up the changes of all cells. */
tacit_changes tacit_changes_of(const tacit_system *s);

/* Add figures of the changes to `told`. */
tacit_status tacit_changes_tell(tacit_ctx *cx, const tacit_system *s, tacit_result *told);

#endif
