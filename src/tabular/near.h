/*
 * near.h - what readers can find out about cells of a changed system, by the cells near them.
 *
 * All cells but those near are taken to be known exactly, which makes readers know more than they
 * do: intervals that are wide enough are proven to be.  The cells near are audited by themselves
 * (audit.h), in whole units.
 *
 * Cost: two linear programs of at most `most` columns for each cell that is asked about.
 */
#ifndef TACIT_TABULAR_NEAR_H
#define TACIT_TABULAR_NEAR_H

#include "tabular/audit.h"

/* Cells that are asked about, and how wide the interval of each must be. */
typedef struct tacit_near {
    const tacit_system *system;
    const uint32_t *cell;
    const double *width;
    size_t n;
    size_t most; /* cells that count as near, those asked about included */
} tacit_near;

/* Audit the cells; `found` has a finding for each.  `all` says whether all cells of the system
 * were near, so that what is not wide enough is proven not to be. */
tacit_status tacit_near_audit(tacit_ctx *cx, const tacit_near *what, tacit_finding *found,
                              bool *all);

#endif
