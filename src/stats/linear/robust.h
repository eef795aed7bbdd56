/*
 * robust.h - location and scatter that a minority of outliers cannot move.
 */
#ifndef TACIT_STATS_LINEAR_ROBUST_H
#define TACIT_STATS_LINEAR_ROBUST_H

#include "base/context.h"

/* Columns that the covariance estimate takes. */
enum { TACIT_MCD_COLUMNS = 64 };

/* Median and spread; the spread estimates the standard deviation of normal numbers. */
typedef struct tacit_robust {
    double median, spread;
} tacit_robust;

/* Of `n` > 0 numbers, which are left sorted.  The spread is 1.4826 times the median absolute
 * deviation; if that is 0 (more than half of the numbers are equal) the quartile range over
 * 1.349; if that is 0 too, the standard deviation. */
tacit_status tacit_robust_of(tacit_ctx *cx, double *x, size_t n, tacit_robust *out);

/* Robust centre and scatter of n points with p columns, in scratch memory.  Columns that are
 * constant or linear combinations of others before them are left out. */
typedef struct tacit_mcd {
    size_t p;    /* columns given */
    size_t kept; /* columns left in */
    bool *is_kept;
    tacit_robust *column; /* of each column given, by which points are standardised */
    double *centre;       /* of the kept columns, standardised */
    double *factor;       /* kept by kept, L of the scatter L L' */
    double share;         /* of the points that the first fit rests on: 0.5 to 1 */
} tacit_mcd;

/* Fit to points `x`, row by row.  Needs n > 2 p points and p <= TACIT_MCD_COLUMNS; kept may
 * come out as 0.  O(n p^2) for each of a few dozen passes. */
tacit_status tacit_mcd_fit(tacit_ctx *cx, const double *x, size_t n, size_t p, tacit_mcd *out);

/* Write L^-1 (z - centre) of the point `x` (p columns) to `out` (kept): there the scatter is
 * spherical, and the squared length is the squared Mahalanobis distance from the centre. */
void tacit_mcd_whiten(const tacit_mcd *m, const double *x, double *out);

/* Squared Mahalanobis distance of the point `x` from the centre. */
double tacit_mcd_distance(const tacit_mcd *m, const double *x);

#endif
