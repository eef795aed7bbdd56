/*
 * quantile.h - quantiles of sorted arrays.
 */
#ifndef TACIT_STATS_QUANTILE_H
#define TACIT_STATS_QUANTILE_H

#include <stddef.h>

/* The p-quantile (0 <= p <= 1) of `n` > 0 numbers sorted upwards: linear interpolation
 * between order statistics at (n - 1) p, type 7 of Hyndman and Fan (1996). */
double tacit_quantile(const double *sorted, size_t n, double p);

#endif
