/*
 * quantile.h - quantiles of sorted arrays.
 */
#ifndef TACIT_STATS_QUANTILE_H
#define TACIT_STATS_QUANTILE_H

#include <stddef.h>
#include <stdint.h>

/* The p-quantile (0 <= p <= 1) of `n` > 0 numbers sorted upwards: linear interpolation
 * between order statistics at (n - 1) p, type 7 of Hyndman and Fan (1996). */
double tacit_quantile(const double *sorted, size_t n, double p);

/* The same of numbers, `n` different ones sorted upwards, each of which occurs `count` times. */
double tacit_quantile_counted(const double *sorted, const uint64_t *count, size_t n, double p);

#endif
