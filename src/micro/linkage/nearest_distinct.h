/*
 * nearest_distinct.h - the distinct records of a set.
 */
#ifndef TACIT_MICRO_LINKAGE_NEAREST_DISTINCT_H
#define TACIT_MICRO_LINKAGE_NEAREST_DISTINCT_H

#include "micro/linkage/space/space.h"

/* Groups of identical records, in scratch memory. */
typedef struct tacit_distinct {
    size_t n;              /* groups */
    const uint32_t *of;    /* the group of each record */
    const uint32_t *start; /* n + 1: where the rows of each group begin in `row` */
    const uint32_t *row;   /* rows by group, upwards within each */
} tacit_distinct;

/* Group the records that agree in all coordinates and codes, missing ones agreeing with
 * missing ones.  O(n (p + q)) by hashing and radix sort. */
tacit_status tacit_distinct_of(tacit_ctx *cx, const tacit_space *s, const tacit_records *r,
                               tacit_distinct *out);

/* Every record as a group of its own. */
tacit_status tacit_distinct_none(tacit_ctx *cx, const tacit_records *r, tacit_distinct *out);

#endif
