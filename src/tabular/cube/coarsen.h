/*
 * coarsen.h - tables without the lowest levels of their dimensions.
 */
#ifndef TACIT_TABULAR_CUBE_COARSEN_H
#define TACIT_TABULAR_CUBE_COARSEN_H

#include "tabular/cube/tabulation.h"

/* The tables `t` without the codes of dimension d that are deeper than depth[d]: the cells that are
 * left with their values, tallies, levels and statuses, and the equations between them.  What `t`
 * has is borrowed; the caller frees `out`.  O(cells + terms). */
tacit_status tacit_tabulation_coarsen(tacit_ctx *cx, const tacit_tabulation *t,
                                      const uint32_t *depth, tacit_tabulation *out);

#endif
