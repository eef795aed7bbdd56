/*
 * k_pram_own.h - what the files of k-PRAM share.
 */
#ifndef TACIT_MICRO_METHOD_PRAM_K_PRAM_OWN_H
#define TACIT_MICRO_METHOD_PRAM_K_PRAM_OWN_H

#include "micro/method/pram/k_pram_groups.h"
#include "micro/method/method.h"

/* What was done to one column, over all strata. */
typedef struct tacit_k_pram_account {
    const char *name;
    size_t k, records, strata;
    size_t groups, empty; /* intervals with and without records */
    size_t smallest;      /* group that is not empty */
    size_t small_groups;  /* groups of fewer than k records ... */
    size_t exposed;       /* ... and the records in them */
    size_t alike;         /* records in groups of one value, which stay as they are */
    double expected_least;
    double bias, square;                   /* sums of y - x and of its square */
    double expected_bias, expected_square; /* what they are in expectation */
} tacit_k_pram_account;

/* Count the intervals of one stratum; `least` is the least expected size. */
tacit_status tacit_k_pram_count(tacit_ctx *cx, const tacit_job *job, const tacit_k_groups *g,
                                double least, tacit_k_pram_account *a);

/* The table of columns, and the row of a column with its notes. */
tacit_status tacit_k_pram_tell_start(tacit_ctx *cx, const tacit_job *job, json_t **table);
tacit_status tacit_k_pram_tell(tacit_ctx *cx, const tacit_job *job, const tacit_k_pram_account *a,
                               json_t *table);

/* The figures of the step: the worst of its `n` columns. */
tacit_status tacit_k_pram_tell_all(tacit_ctx *cx, const tacit_job *job,
                                   const tacit_k_pram_account *a, size_t n);

#endif
