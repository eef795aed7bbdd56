/*
 * odds.h - exact tails of binomial and hypergeometric laws, and bounds by them.
 *
 * Nothing is approximated by a normal or chi-square law: an error rate of 1e-9 is far out in the
 * tails, where those are wrong.  Sums of terms, each found from the last; O(sqrt(n)).
 */
#ifndef TACIT_TESTS_SUPPORT_PRIVACY_ODDS_H
#define TACIT_TESTS_SUPPORT_PRIVACY_ODDS_H

#include <stdint.h>

#include "base/rng.h"

/* P(X >= k) and P(X <= k) for X binomial, n trials of probability p. */
double binomial_above(uint64_t n, uint64_t k, double p);
double binomial_below(uint64_t n, uint64_t k, double p);

/* Clopper and Pearson (1934): the share of which k of n were seen is not below the one, or not
 * above the other, except with probability `alpha`. */
double least_share(uint64_t n, uint64_t k, double alpha);
double most_share(uint64_t n, uint64_t k, double alpha);

/* P(X >= k) for the number X of marked items in one of two heaps of n, if `marked` of all 2n are
 * (Fisher 1935). */
double heap_above(uint64_t n, uint64_t marked, uint64_t k);

/* How many of k remain if each does with probability p. */
uint64_t thinned(tacit_rng *rng, uint64_t k, double p);

/* The probability that a right law gives k of n or something further out on that side, twice: a
 * two-sided exact test of a share p. */
double share_p_value(uint64_t n, uint64_t k, double p);

#endif
