/*
 * wilson.h - rates of success with their uncertainty, and what a rate exceeds another by.
 */
#ifndef TACIT_STATS_COUNTS_WILSON_H
#define TACIT_STATS_COUNTS_WILSON_H

/* The x with P(Z <= x) = p for standard normal Z, 0 < p < 1; to a relative 1e-14. */
double tacit_normal_quantile(double p);

/* A rate as the centre of its interval, and half the interval's length. */
typedef struct tacit_rate {
    double value, error;
} tacit_rate;

/* The Wilson interval of `right` successes (also a fractional sum of credits) among `made`
 * trials at a level of confidence between 0 and 1; NaN if nothing was tried. */
tacit_rate tacit_wilson(double right, double made, double confidence);

/* An excess with the ends of its interval, all cut off to 0 ... 1. */
typedef struct tacit_excess {
    double value, low, high;
} tacit_excess;

/* What `attack` exceeds `control` by, as a share of what is left above `control`:
 * (a - c) / (1 - c), with the errors of both propagated; NaN if a rate is. */
tacit_excess tacit_excess_of(tacit_rate attack, tacit_rate control);

/* A rate minus another, with the ends of its interval, within -1 ... 1. */
typedef struct tacit_surplus {
    double value, low, high;
} tacit_surplus;

/* What the share of `right[0]` among `made[0]` has more than that of `right[1]` among `made[1]`, of
 * independent trials (Newcombe 1998); NaN if nothing was tried on one side. */
tacit_surplus tacit_surplus_of(const double right[2], const double made[2], double confidence);

/* Integral over w from `low` to `high` of n w (1 - w)^(n - 1): how often a predicate that
 * each of n persons meets with probability w is met by exactly one, summed over w. */
double tacit_isolation_integral(double n, double low, double high);

/* The probability that of `n` persons drawn without replacement from `all`, of whom `met`
 * meet a predicate, exactly one meets it.  n <= all. */
double tacit_isolation_drawn(double n, double all, double met);

#endif
