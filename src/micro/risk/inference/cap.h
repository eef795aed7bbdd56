/*
 * cap.h - what key combinations of protected data tell about a target in the original.
 */
#ifndef TACIT_MICRO_RISK_INFERENCE_CAP_H
#define TACIT_MICRO_RISK_INFERENCE_CAP_H

#include "table/table.h"

/* Counts of records by key combination and target value in two sets, and what follows.
 * A combination discloses in a set if all its records there have one target value. */
typedef struct tacit_cap {
    double original, released;             /* records */
    double unique_original;                /* alone with their keys in the original ... */
    double unique_released;                /* ... in the protected data */
    double unique_original_in_released;    /* alone in the original, keys in the protected data */
    double unique_both;                    /* alone in both */
    double whole_both;                     /* alone with keys and target in both */
    double whole_copied;                   /* alone with these in the original, which the protected
                                              data has */
    double disclosed_original;             /* original records whose keys disclose there */
    double disclosed_released;             /* protected records whose keys disclose there */
    double in_released;                    /* original records whose keys are in the protected */
    double disclosed_in_released;          /* original records whose keys disclose there */
    double disclosed_right;                /* ... and disclose the right value */
    double disclosed_both;                 /* ... which the keys disclose in the original too */
    double released_in_original;           /* protected records whose keys are in the original */
    double targeted, targeted_in_original; /* protected records whose keys disclose and are in
                                              the original; sum of their shares d / k there */
    double base;                           /* sum over values of (share in the original)^2 */
    double cap_original, cap_released;     /* sums over records of P(target | keys) within a set */
    double cap_across;                     /* sum over original records of P by the protected */
    double naive_right;                    /* expected right guesses, of disclosed_in_released,
                                              when values are drawn from the protected data */
} tacit_cap;

/* Which columns, of the protected and of the other table (matched by name). */
typedef struct tacit_cap_spec {
    const tacit_table *released, *original;
    tacit_select keys; /* columns of `released` */
    size_t target;     /* column of `released` */
    const char *other; /* what messages call `original` */
} tacit_cap_spec;

/* Count.  Missing values are values of their own.  O(records). */
tacit_status tacit_cap_of(tacit_ctx *cx, const tacit_cap_spec *spec, tacit_cap *out);

#endif
