/*
 * recoded.h - whether a column has other labels than it had.
 */
#ifndef TACIT_TABLE_RECODED_H
#define TACIT_TABLE_RECODED_H

#include "table/column.h"

/* Whether the column was recoded: most of the cells of `after` have a text that `before` has not,
 * or that is no number where `before` has numbers. */
tacit_status tacit_column_recoded(tacit_ctx *cx, const tacit_column *before,
                                  const tacit_column *after, bool *out);

/* Whether any cell was: locally recoded columns may keep most of their values. */
tacit_status tacit_column_has_labels(tacit_ctx *cx, const tacit_column *before,
                                     const tacit_column *after, bool *out);

#endif
