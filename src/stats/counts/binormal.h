/*
 * binormal.h - the normal law of two variables with a correlation.
 */
#ifndef TACIT_STATS_COUNTS_BINORMAL_H
#define TACIT_STATS_COUNTS_BINORMAL_H

/* P(X <= x) for a standard normal X; x may be infinite. */
double tacit_normal_cdf(double x);

/* P(X <= h, Y <= k) for standard normal X and Y of correlation -1 < rho < 1, to about 1e-14; h and
 * k may be infinite. */
double tacit_binormal_cdf(double h, double k, double rho);

/* The density of X and Y at h and k: also the derivative of the former by rho. */
double tacit_binormal_density(double h, double k, double rho);

#endif
