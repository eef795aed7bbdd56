/*
 * ordering.h - the values of a hierarchy in an order: for builders.
 */
#ifndef TACIT_HIERARCHY_ORDERING_H
#define TACIT_HIERARCHY_ORDERING_H

#include "hierarchy/hierarchy.h"

/* Values upwards: numbers and dates by size, categories by the bytes of their text.  In
 * scratch memory.  O(values log values). */
tacit_status tacit_ordering_natural(tacit_ctx *cx, const tacit_hierarchy *h, uint32_t **out);

/* The same by how many rows have them, rarest first or last; equals in natural order. */
tacit_status tacit_ordering_by_count(tacit_ctx *cx, const tacit_hierarchy *h, bool rarest_first,
                                     uint32_t **out);

/* Room for the label of a run of values. */
enum { TACIT_RUN_BYTES = 256 };

/* Label the run from text `a` to text `b` in a column of this type: one text alone if they
 * are equal, "20-29" for whole numbers, "20 to 29" for others.  Long texts are cut short, and
 * then `number` (from 1, different for each run) is put behind to keep labels apart. */
void tacit_run_label(tacit_type type, const char *a, const char *b, size_t number,
                     char out[TACIT_RUN_BYTES]);

#endif
