/*
 * closeness.h - how far two histograms of answers are from what (epsilon, delta) allows.
 *
 * D = sum over cells of max(0, a/n - exp(epsilon) b/n), of n answers each; a cell that only one has
 * counts like every other.  If the promise holds, the mean of D is at most
 *
 *     delta + (1/2) sqrt(cells (1 + exp(2 epsilon)) / n),
 *
 * because E max(0, X) <= max(0, E X) + sd(X)/2 for each cell, by the inequality of Cauchy and
 * Schwarz; and D is above its mean by sqrt((1 + exp(2 epsilon)) log(1/alpha) / (2n)) with a
 * probability of at most alpha (McDiarmid 1989), as one answer moves it by 1/n or exp(epsilon)/n.
 */
#ifndef TACIT_TESTS_SUPPORT_PRIVACY_CLOSENESS_H
#define TACIT_TESTS_SUPPORT_PRIVACY_CLOSENESS_H

#include <stddef.h>
#include <stdint.h>

/* Two histograms over the same cells, of n answers each. */
typedef struct histograms {
    size_t cells;
    uint64_t n;
    const uint64_t *a, *b;
} histograms;

/* D. */
double distance_beyond(const histograms *h, double epsilon);

/* What D exceeds with a probability of at most alpha if the promise holds. */
double distance_allowed(const histograms *h, double epsilon, double delta, double alpha);

#endif
