/*
 * order.h - records in an order that their values alone decide.
 */
#ifndef TACIT_MICRO_LINKAGE_ASSIGN_ORDER_H
#define TACIT_MICRO_LINKAGE_ASSIGN_ORDER_H

#include "micro/linkage/space/space.h"

/* Records sorted by their values, column by column; in scratch memory. */
typedef struct tacit_ordered {
    tacit_records records;
    const uint32_t *row; /* where each stood before */
} tacit_ordered;

/* Sort the records `r` of `space`.  Missing values come last.  O(n (p + q)) by radix sort. */
tacit_status tacit_order_records(tacit_ctx *cx, const tacit_space *space, const tacit_records *r,
                                 tacit_ordered *out);

#endif
