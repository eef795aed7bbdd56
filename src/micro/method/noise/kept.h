/*
 * kept.h - whether masked records have the means and covariances they had.
 */
#ifndef TACIT_MICRO_METHOD_NOISE_KEPT_H
#define TACIT_MICRO_METHOD_NOISE_KEPT_H

#include "base/result.h"

/* Means and covariances of records before they are masked, in scratch memory. */
typedef struct tacit_noise_kept {
    size_t p;
    double *mean, *v;
} tacit_noise_kept;

/* Those of the n > 0 records `x`, row by row.  O(n p^2). */
tacit_status tacit_noise_kept_of(tacit_ctx *cx, const double *x, size_t n, size_t p,
                                 tacit_noise_kept *out);

/* Raise `*off` to the largest change that the masked records `x` show: of a mean in standard
 * deviations, of a covariance in products of them.  Constant columns are left out. */
tacit_status tacit_noise_kept_check(tacit_ctx *cx, const tacit_noise_kept *before, const double *x,
                                    size_t n, double *off);

/* Tell the largest change as the figure `deviation`. */
tacit_status tacit_noise_kept_tell(tacit_ctx *cx, double off, tacit_result *told);

#endif
