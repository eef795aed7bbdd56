/*
 * compose.h - several answers together: optimal composition, groups, samples, parts.
 */
#ifndef TACIT_PRIVACY_ACCOUNTANT_COMPOSE_H
#define TACIT_PRIVACY_ACCOUNTANT_COMPOSE_H

#include "base/context.h"

/* A guarantee, and how often it is given. */
typedef struct tacit_guarantee {
    double epsilon, delta;
    uint64_t times;
} tacit_guarantee;

/* The least delta at which all of the pure guarantees together are (e, delta)-private, e >= 0
 * (Murtagh and Vadhan 2016, equation 1; Kairouz, Oh and Viswanath 2015, theorem 3.3, where all are
 * equal).  O(product of times + 1): see tacit_compose_terms(). */
double tacit_compose_delta(const tacit_guarantee *g, size_t n, double e);

/* How many terms that has. */
double tacit_compose_terms(const tacit_guarantee *g, size_t n);

/* The least epsilon at `delta` > 0 by it, rounded up. */
double tacit_compose_epsilon(const tacit_guarantee *g, size_t n, double delta);

/* An upper bound on that in closed form (Kairouz, Oh and Viswanath 2015, theorems 3.4 and 3.5). */
double tacit_compose_bound(const tacit_guarantee *g, size_t n, double delta);

/* The older bound of Dwork, Rothblum and Vadhan (2010), for comparison. */
double tacit_compose_advanced(double epsilon, uint64_t times, double delta);

/* delta of all together if `slack` is what composition may add: 1 - (1 - slack) prod (1 - delta).
 */
double tacit_compose_total_delta(const tacit_guarantee *g, size_t n, double slack);

/* What the guarantee is for `persons` together: (k epsilon, k exp((k-1) epsilon) delta)
 * (Dwork and Roth 2014, theorem 2.2). */
tacit_guarantee tacit_group_guarantee(tacit_guarantee g, uint64_t persons);

/* What it is if it was run on a sample that took each person with probability `rate` (neighbours
 * have a person more), or took a fixed share `rate` of persons (neighbours have another person): in
 * both cases log(1 + rate (exp(epsilon) - 1)) and rate delta (Balle, Barthe and Gaboardi 2018,
 * theorems 8 and 9). */
tacit_guarantee tacit_sample_guarantee(tacit_guarantee g, double rate);

/* What answers about the parts of a partition cost together: the most that one of them costs
 * (McSherry 2009, theorem 4).  The parts must be `declared`, that is, not found in the data; else,
 * or without any part, it is refused. */
tacit_status tacit_parallel_guarantee(tacit_ctx *cx, const tacit_guarantee *part, size_t n,
                                      bool declared, tacit_guarantee *out);

#endif
