/*
 * fit.h - coefficients of one model on both tables.
 */
#ifndef TACIT_MICRO_UTILITY_REGRESSION_FIT_H
#define TACIT_MICRO_UTILITY_REGRESSION_FIT_H

#include "stats/counts/overlap.h"
#include "micro/utility/regression/design.h"

/* Coefficients of the predictor columns, without the intercept; in scratch memory. */
typedef struct tacit_fits {
    bool *kept; /* columns that are not linear combinations of others before them in either table */
    tacit_estimate *before, *after; /* of each column; NAN for one that is not kept */
    bool settled;                   /* both fits have a solution */
} tacit_fits;

/* Fit least squares, or logistic regression if the design says so, to both tables.  Columns
 * that are constant or depend on others in one of the tables are left out of both. */
tacit_status tacit_fits_of(tacit_ctx *cx, const tacit_design *design, tacit_fits *out);

#endif
