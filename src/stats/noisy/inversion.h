/*
 * inversion.h - the law of numbers that were released with noise, by inverting its transform.
 */
#ifndef TACIT_STATS_NOISY_INVERSION_H
#define TACIT_STATS_NOISY_INVERSION_H

#include "base/context.h"
#include "stats/noisy/error_law.h"

/* Points of the integral over frequencies: 400 intervals of Simpson's rule. */
enum { TACIT_FREQUENCIES = 401 };

/* The transform of the true numbers, damped. */
typedef struct tacit_inversion {
    double step; /* between frequencies */
    double mean; /* of the noisy numbers */
    double re[TACIT_FREQUENCIES], im[TACIT_FREQUENCIES];
} tacit_inversion;

/* Noisy numbers; `count` says how often each stands, NULL: once. */
typedef struct tacit_noisy {
    const double *z, *count;
    size_t n;
} tacit_noisy;

/* The transform of `noisy` without its noise at bandwidth h > 0.  The law's transform must not
 * vanish up to 1/h: it is normal or Laplace.  O(n * 401). */
void tacit_inversion_of(const tacit_noisy *noisy, tacit_error_law law, double h,
                        tacit_inversion *out);

/* The estimates of the distribution function, which need not be monotone, and of the density,
 * which may be negative, at x.  O(401). */
double tacit_inversion_below(const tacit_inversion *v, double x);
double tacit_inversion_density(const tacit_inversion *v, double x);

/* The bandwidth that is best for `n` numbers of variance `variance` (with noise) if they are
 * normal. */
double tacit_inversion_bandwidth(double variance, double n, tacit_error_law law);

#endif
