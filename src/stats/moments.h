/*
 * moments.h - means, variances and correlations of plain arrays.
 */
#ifndef TACIT_STATS_MOMENTS_H
#define TACIT_STATS_MOMENTS_H

#include <stddef.h>
#include <stdint.h>

typedef struct tacit_moments {
    size_t n;
    double mean, sd; /* sd with n - 1; 0 if n < 2 */
    double least, most;
} tacit_moments;

/* Moments of `n` numbers in two passes (mean first), which is stable.  n = 0 gives zeros. */
tacit_moments tacit_moments_of(const double *x, size_t n);

/* The same of numbers each of which occurs `count` times; equal to that of all of them where sums
 * are exact, in any order. */
tacit_moments tacit_moments_counted(const double *x, const uint64_t *count, size_t n);

/* Pearson correlation of `n` pairs, two passes; 0 if n < 2 or one of them is constant. */
double tacit_correlation(const double *x, const double *y, size_t n);

#endif
