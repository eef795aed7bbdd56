/*
 * rank_match.h - the normal correlation behind a rank correlation of numbers with ties.
 */
#ifndef TACIT_STATS_LINEAR_RANK_MATCH_H
#define TACIT_STATS_LINEAR_RANK_MATCH_H

#include "base/context.h"

enum { TACIT_RANK_TERMS = 200 };

/* How the mean ranks of a column hang together with a normal variable of the same order. */
typedef struct tacit_rank_law {
    bool tied;                     /* more than 1 % of the deviation of ranks is lost by ties */
    double term[TACIT_RANK_TERMS]; /* in normalised Hermite polynomials 1 ...; all 0 if constant */
} tacit_rank_law;

/* The law of a column whose `n` distinct values, upwards, have these counts.  O(n) terms. */
void tacit_rank_law_of(const uint64_t *count, size_t n, tacit_rank_law *out);

/* The correlation of two normal variables that give the rank correlation `rho` once they have the
 * ties of both columns; the nearest one if none does. */
double tacit_rank_match(const tacit_rank_law *a, const tacit_rank_law *b, double rho);

#endif
