/*
 * json_stat.h - tables as JSON-stat 2.0, which statistical offices publish.
 *
 * A table is a dataset: its dimensions with their codes and which code is below which, and the
 * values in row-major order.  What is hidden is null with the status "x"; which of the hidden
 * cells are the sensitive ones is not said.  Several tables are a collection of datasets.
 *
 * Source: Badosa (2024), JSON-stat 2.0 full format.
 */
#ifndef TACIT_TABULAR_FORMAT_JSON_STAT_H
#define TACIT_TABULAR_FORMAT_JSON_STAT_H

#include "tabular/format/grid.h"

/* Write the tables at `grid`, each at its first cell, to the end of `out`.  Fails if two codes of
 * a dimension have the same text. */
tacit_status tacit_json_stat_write(tacit_ctx *cx, tacit_grid *grid, size_t n, tacit_buffer *out);

#endif
