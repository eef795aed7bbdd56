/*
 * match.h - cells that come from elsewhere, in the words of the original.
 */
#ifndef TACIT_SYNTH_MATCH_H
#define TACIT_SYNTH_MATCH_H

#include "table/column.h"

/* For each cell of `given` a record of `c` that has the same value, or of numbers the nearest; both
 * are categories, or both are not.  A text that no record has is taken for the commonest one, and a
 * missing cell where none is missing for the commonest text or the middle number; `strange` is
 * how many those are.  O(cells log records). */
tacit_status tacit_synth_match(tacit_ctx *cx, const tacit_column *c, const tacit_column *given,
                               uint32_t *record, size_t *strange);

#endif
