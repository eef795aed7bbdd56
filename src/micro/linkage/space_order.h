/*
 * space_order.h - ordinal categories of two columns as numbers from 0 to 1.
 */
#ifndef TACIT_MICRO_LINKAGE_SPACE_ORDER_H
#define TACIT_MICRO_LINKAGE_SPACE_ORDER_H

#include "table/column.h"

/* For each code of the two columns' dictionaries its rank / (categories - 1), in scratch
 * memory; 0 for texts that no row has. */
typedef struct tacit_order {
    const double *a, *b;
    size_t categories; /* that rows of either column have */
} tacit_order;

/* Rank the categories that rows of `a` or `b` have: numbers by value first, then other
 * texts byte by byte.  O(rows + categories log categories). */
tacit_status tacit_order_of(tacit_ctx *cx, const tacit_column *a, const tacit_column *b,
                            tacit_order *out);

#endif
