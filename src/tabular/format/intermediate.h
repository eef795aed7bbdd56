/*
 * intermediate.h - tables in the intermediate format of tau-Argus: a file of cells, its metadata
 * (.rda), and a file for each hierarchy (.hrc).
 *
 *   "code";"code";value;frequency;cost;largest;second largest;status;lower;upper level
 *
 * with the status S (safe), U (sensitive), M (hidden to protect others), P (to be published) or E
 * (empty).  That is for the custodian.  For everybody a cell is only
 *
 *   "code";"code";value;status
 *
 * with the status S, or X and no value for what is hidden, whatever the reason.  Frequencies are
 * not repeated where they are the values.
 *
 * Source: de Wolf et al. (2014), tau-Argus user's manual, section 4.3.
 */
#ifndef TACIT_TABULAR_FORMAT_INTERMEDIATE_H
#define TACIT_TABULAR_FORMAT_INTERMEDIATE_H

#include "tabular/format/grid.h"

/* Write the cells of a table; `shown` is for the custodian. */
tacit_status tacit_intermediate_cells(tacit_ctx *cx, tacit_grid *grid, bool shown,
                                      tacit_buffer *out);

/* Write its metadata.  The hierarchy of dimension k is in the file called `stem`_k.hrc, if it has
 * one. */
tacit_status tacit_intermediate_metadata(tacit_ctx *cx, const tacit_grid *grid, bool shown,
                                         const char *stem, tacit_buffer *out);

/* Whether dimension k has codes at several levels. */
bool tacit_intermediate_is_tree(const tacit_grid *grid, size_t k);

/* Write the tree of dimension k. */
tacit_status tacit_intermediate_tree(tacit_ctx *cx, const tacit_grid *grid, size_t k,
                                     tacit_buffer *out);

#endif
