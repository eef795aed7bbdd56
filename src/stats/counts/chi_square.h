/*
 * chi_square.h - the chi-square distribution.
 */
#ifndef TACIT_STATS_COUNTS_CHI_SQUARE_H
#define TACIT_STATS_COUNTS_CHI_SQUARE_H

/* P(X <= x) for chi-square X with `df` > 0 degrees of freedom. */
double tacit_chi_square_cdf(double x, double df);

/* The x with P(X <= x) = p, 0 <= p < 1. */
double tacit_chi_square_quantile(double p, double df);

#endif
