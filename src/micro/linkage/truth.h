/*
 * truth.h - which pairs of records are true, where a column tells.
 */
#ifndef TACIT_MICRO_LINKAGE_TRUTH_H
#define TACIT_MICRO_LINKAGE_TRUTH_H

#include "micro/linkage/linker.h"

/* For each row the number of its value of the column of truth, the same in both tables; in
 * scratch memory.  Without a column no pair is true. */
typedef struct tacit_truth {
    const uint32_t *a, *b; /* TACIT_TRUTH_UNKNOWN if missing */
    double pairs;          /* true pairs there are */
} tacit_truth;

#define TACIT_TRUTH_UNKNOWN UINT32_MAX

/* The truth of `job`: O(rows) by hashing.  Fails if a table lacks the column. */
tacit_status tacit_truth_of(tacit_ctx *cx, const tacit_link_job *job, tacit_truth *out);

/* Whether row i of a and row j of b are a true pair. */
static inline bool tacit_truth_holds(const tacit_truth *t, uint32_t i, uint32_t j)
{
    return t->a != NULL && t->a[i] != TACIT_TRUTH_UNKNOWN && t->a[i] == t->b[j];
}

#endif
