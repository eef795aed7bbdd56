/*
 * likelihood_numbers.h - numbers of records in the metric of what masking left of them.
 */
#ifndef TACIT_MICRO_RISK_ATTACK_LIKELIHOOD_NUMBERS_H
#define TACIT_MICRO_RISK_ATTACK_LIKELIHOOD_NUMBERS_H

#include "table/column.h"

/* Columns of numbers, original and masked, row i of one being row i of the other. */
typedef struct tacit_likelihood_pairs {
    size_t n, rows;
    const tacit_column **original, **masked;
} tacit_likelihood_pairs;

/* Of each row what is expected of its masked numbers, and what they are, in units in which what is
 * left of the difference has the unit matrix as covariance: the squared distance of expected[i] and
 * masked[m] is minus twice the log-likelihood, up to a constant, that i became m.  Row by row, in
 * scratch memory. */
typedef struct tacit_likelihood_numbers {
    size_t p;
    const double *expected, *masked; /* rows * p */
    const bool *whole;               /* whether a row has all numbers, before and after */
} tacit_likelihood_numbers;

/* Fit the linear law of the masked numbers given the original ones, to the values or, with
 * `scores`, to the normal scores of their ranks.  O(rows n^2 + n^3). */
tacit_status tacit_likelihood_numbers_of(tacit_ctx *cx, const tacit_likelihood_pairs *pairs,
                                         bool scores, tacit_likelihood_numbers *out);

#endif
