/*
 * hypercube.h - Latin hypercubes, and columns put into an order that correlates them.
 */
#ifndef TACIT_STATS_LINEAR_HYPERCUBE_H
#define TACIT_STATS_LINEAR_HYPERCUBE_H

#include "base/context.h"

/* The point of stratum `stratum` of `n` that is `u` (0 ... 1) of its width from its beginning. */
double tacit_stratum_point(size_t stratum, double u, size_t n);

/* Turn `scores` (n by d, row by row; each column of mean 0) into columns that have exactly the
 * correlations `r` (d by d, no negative eigenvalue): values that are put into the order of these
 * have about those.  The scores are not to be combinations of each other.  O(n d^2). */
tacit_status tacit_iman_conover(tacit_ctx *cx, double *scores, size_t n, size_t d, const double *r);

#endif
