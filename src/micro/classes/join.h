/*
 * join.h - one table's keys put under another's, so that both share classes.
 */
#ifndef TACIT_MICRO_CLASSES_JOIN_H
#define TACIT_MICRO_CLASSES_JOIN_H

#include "table/table.h"

/* The columns `keys` of `above` followed by the columns of the same names of `below`, as
 * a table that the caller frees.  Numbers meet numbers (whole and real become real),
 * dates dates, categories categories by their texts.  A key that `below` has not, or has
 * as another kind, is an error that calls the tables `names[0]` and `names[1]`. */
tacit_status tacit_join_rows(tacit_ctx *cx, const tacit_table *above, const tacit_select *keys,
                             const tacit_table *below, const char *const names[2],
                             tacit_table **out);

/* The same, but that numbers and dates meet categories too, by their texts. */
tacit_status tacit_join_texts(tacit_ctx *cx, const tacit_table *above, const tacit_select *keys,
                              const tacit_table *below, const char *const names[2],
                              tacit_table **out);

#endif
