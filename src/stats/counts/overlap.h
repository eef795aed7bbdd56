/*
 * overlap.h - overlap of confidence intervals.
 */
#ifndef TACIT_STATS_COUNTS_OVERLAP_H
#define TACIT_STATS_COUNTS_OVERLAP_H

/* An estimate and its standard error. */
typedef struct tacit_estimate {
    double value, error;
} tacit_estimate;

/* The two-sided normal factor of a confidence level: 1.96 for 0.95. */
double tacit_confidence_factor(double level);

/* Overlap of the intervals value -+ z error of both (Karr et al. 2006): the mean of the shares
 * of either interval that lie in the other, 0 if they do not meet.  An interval of no width
 * overlaps one that holds it by half for itself; two such overlap if they are one.  NAN if
 * something is not finite. */
double tacit_interval_overlap(const tacit_estimate *a, const tacit_estimate *b, double z);

#endif
