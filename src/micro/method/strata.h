/*
 * strata.h - the groups of rows within which a method works.
 */
#ifndef TACIT_MICRO_METHOD_STRATA_H
#define TACIT_MICRO_METHOD_STRATA_H

#include "micro/method/method.h"

/* In scratch memory. */
typedef struct tacit_strata {
    size_t n;            /* strata; 0 only if there are no rows */
    const size_t *start; /* n + 1: where each stratum begins in `row` */
    const size_t *row;   /* the rows of the table, stratum by stratum, each in order */
} tacit_strata;

/* The rows of `t` by the columns with the role of strata, all in one stratum if there is no
 * such column.  A missing value is a value of its own.  Strata are in the order of their first
 * rows.  O(rows) by hashing. */
tacit_status tacit_strata_of(tacit_ctx *cx, const tacit_table *t, tacit_strata *out);

#endif
