/*
 * nearest_correlation.h - the correlation matrix that is nearest to a symmetric one.
 */
#ifndef TACIT_STATS_LINEAR_NEAREST_CORRELATION_H
#define TACIT_STATS_LINEAR_NEAREST_CORRELATION_H

#include "base/context.h"

/* Replace the symmetric p by p matrix `r` by the nearest (sum of squared differences) that has no
 * negative eigenvalue and 1 on the diagonal; one that is such a matrix stays as it is.  `cycles`
 * tells how many it took, 0 if none.  O(p^3) for each. */
tacit_status tacit_nearest_correlation(tacit_ctx *cx, double *r, size_t p, size_t *cycles);

#endif
