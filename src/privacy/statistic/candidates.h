/*
 * candidates.h - values chosen by how many records are below and above: for quantiles and extremes.
 *
 * The answer is one of n candidates, evenly spread over the declared bounds, all steps of the
 * lattice if there are no more.  Cells tell how many records are equal to each candidate, and how
 * many are between it and the next.
 *
 * Records that are equal to a candidate are spread over `fine` places of it, as evenly as integers
 * can be: place j has floor((e + j) / fine) of e records.  So one record more is one more in one
 * place, and a split may go through the middle of a heap of equal values.
 */
#ifndef TACIT_PRIVACY_STATISTIC_CANDIDATES_H
#define TACIT_PRIVACY_STATISTIC_CANDIDATES_H

#include "privacy/statistic/statistic.h"

enum { TACIT_MOST_CANDIDATES = 10000 };

typedef struct tacit_quantile_candidates {
    const tacit_domain *domain;
    size_t n;    /* candidates */
    size_t fine; /* places of each */
} tacit_quantile_candidates;

/* Parameter of those that choose among candidates. */
#define TACIT_PARAM_CANDIDATES                                                                     \
    {                                                                                              \
        .name = "candidates", .type = TACIT_PARAM_INTEGER, .preset = 1000, .min = 2,               \
        .max = TACIT_MOST_CANDIDATES, TACIT_USEFUL_LOG(10, 10000, "values"),                       \
        .help = "how many values between the bounds can be the answer"                             \
    }

/* At most `most` candidates with so many places together as are of use, or with one each. */
tacit_quantile_candidates tacit_candidates_of(const tacit_domain *d, size_t most, bool spread);

/* Cells of a group, and places: those of a candidate come before what is between it and the next,
 * which is one place more. */
size_t tacit_candidates_width(const tacit_quantile_candidates *r);
size_t tacit_candidates_places(const tacit_quantile_candidates *r);
bool tacit_candidates_is_candidate(const tacit_quantile_candidates *r, size_t place);

/* The value that stands at a place, in the column's own units. */
double tacit_candidates_value(const tacit_quantile_candidates *r, size_t place);

/* Add a record with the value x, in steps. */
void tacit_candidates_add(const tacit_quantile_candidates *r, int64_t x, tacit_cell_sum *cell);

/* Spread the cells over the places. */
void tacit_candidates_spread(const tacit_quantile_candidates *r, const tacit_i128 *cell,
                             tacit_i128 *mass);

/* By how much one record moves a score. */
#define TACIT_RANK_STEPS ((uint64_t)1 << 16)

/* The score of a candidate for the quantile of order alpha: 0 if it is one, else below it by how
 * far from it, in parts of a record.  With p and q in the ratio 1 - alpha to alpha, the larger of
 * them `steps`:  -max(0, p below - q (equal + above), q above - p (below + equal)).  Without
 * records that are equal that is -|p below - q above| (Smith 2011). */
tacit_i128 tacit_rank_score(double alpha, uint64_t steps, const tacit_i128 around[3]);

/* Scores of the candidates at the places from `first` to `last`; returns how many. */
size_t tacit_rank_scores(const tacit_quantile_candidates *r, const tacit_i128 *mass,
                         const size_t span[2], double alpha, tacit_i128 *score);

/* Scores of all candidates for about `target` records at or below, or at or above if `down`, where
 * the first score is that of the last candidate: -max(0, before - target, target - before - equal).
 * One record moves them by 1 at most. */
void tacit_tail_scores(const tacit_quantile_candidates *r, const tacit_i128 *cell,
                       tacit_i128 target, bool down, tacit_i128 *score);

/* The place of candidate number i among those from `first` on. */
size_t tacit_candidates_place(const tacit_quantile_candidates *r, size_t first, size_t i);

#endif
