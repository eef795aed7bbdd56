/*
 * design.h - a response and predictors of both tables as matrices.
 */
#ifndef TACIT_MICRO_UTILITY_REGRESSION_DESIGN_H
#define TACIT_MICRO_UTILITY_REGRESSION_DESIGN_H

#include "micro/utility/paired.h"

/* One table: n complete rows of k predictor columns and the response, row by row. */
typedef struct tacit_design_side {
    size_t n, left_out;
    double *x; /* n by k + 1 */
} tacit_design_side;

/* Both tables; in scratch memory.  Numbers and dates are one column each, a category has one
 * column of 0 and 1 for each of its values but the most frequent one of the original. */
typedef struct tacit_design {
    size_t k;
    char **name;   /* of each column; values are numbered, not told */
    bool logistic; /* the response is a category of two values, 0 and 1 here */
    tacit_design_side before, after;
} tacit_design;

/* Build the design of `response` on `predictors`, named columns of both tables; without
 * predictors on all other numbers.  Rows with a missing cell are left out. */
tacit_status tacit_design_of(tacit_ctx *cx, const tacit_pair *pair, const tacit_value *response,
                             const tacit_value *predictors, tacit_design *out);

#endif
