/*
 * law.h - the distribution of a number, chosen among a few families.
 */
#ifndef TACIT_STATS_POPULATION_LAW_H
#define TACIT_STATS_POPULATION_LAW_H

#include "base/context.h"

typedef enum tacit_law_family {
    TACIT_LAW_NORMAL,      /* mean, deviation */
    TACIT_LAW_LOGNORMAL,   /* mean and deviation of the logarithm */
    TACIT_LAW_GAMMA,       /* shape, scale */
    TACIT_LAW_WEIBULL,     /* shape, scale */
    TACIT_LAW_EXPONENTIAL, /* mean */
    TACIT_LAW_UNIFORM,     /* least, most */
    TACIT_LAWS
} tacit_law_family;

typedef struct tacit_law {
    tacit_law_family family;
    double a, b;
    double distance; /* Kolmogorov and Smirnov's, from the numbers that it was fitted to */
} tacit_law;

/* Fit a family to `n` numbers sorted upwards, not all equal, by greatest likelihood; false if the
 * numbers cannot be of that family. */
bool tacit_law_fit(tacit_law_family family, const double *sorted, size_t n, tacit_law *out);

/* The family that fits best, by the distance.  O(n). */
tacit_law tacit_law_best(const double *sorted, size_t n);

/* P(X <= x), and the x where it is p, 0 < p < 1. */
double tacit_law_cdf(const tacit_law *law, double x);
double tacit_law_quantile(const tacit_law *law, double p);

#endif
