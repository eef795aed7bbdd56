/*
 * levels.h - levels of a column that are made of texts: one for each of its values or bins.
 */
#ifndef TACIT_QUERY_LEVELS_H
#define TACIT_QUERY_LEVELS_H

#include "query/schema.h"

/* Add a level in which each group of the column has the label `text[g]` (NULL: missing), which may
 * be borrowed for long.  Labels go upwards: numbers if all are, else by their bytes; what is
 * missing is last.  `name` and `table` are kept.  O(groups log groups), in scratch memory. */
tacit_status tacit_query_add_level(tacit_ctx *cx, const char *const *text, const char *name,
                                   const char *table, tacit_query_column *c);

/* Add the periods that the bins of a column of dates lie within: quarters and years of months. */
tacit_status tacit_query_add_periods(tacit_ctx *cx, tacit_query_column *c);

#endif
