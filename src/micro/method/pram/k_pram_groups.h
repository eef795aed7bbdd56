/*
 * k_pram_groups.h - intervals of equal length with at least k records each.
 */
#ifndef TACIT_MICRO_METHOD_PRAM_K_PRAM_GROUPS_H
#define TACIT_MICRO_METHOD_PRAM_K_PRAM_GROUPS_H

#include "base/context.h"

/* The law of the numbers under which the expected size of a group is at least k. */
typedef enum tacit_k_law {
    TACIT_K_EMPIRICAL = 0, /* that of the data: every group that is not empty has k records */
    TACIT_K_UNIFORM,       /* uniform on the range: n / m >= k */
    TACIT_K_NORMAL         /* normal with the mean and deviation of the data */
} tacit_k_law;

/* n > 0 sorted numbers, and m intervals of equal length from the first to the last of them. */
typedef struct tacit_k_groups {
    const double *x;
    const size_t *rank; /* of each number: how many different ones are smaller */
    size_t n, m;
} tacit_k_groups;

/* What intervals need: an expected number of records, and different values, since values that
 * are all the same cannot be randomised. */
typedef struct tacit_k_need {
    size_t k, values;
    tacit_k_law law;
} tacit_k_need;

/* The interval, 0 ... m - 1, in which `x` lies; the last is closed. */
size_t tacit_k_group_of(const tacit_k_groups *g, double x);

/* The position after the last number of the interval in which the number at `at` lies. */
size_t tacit_k_group_end(const tacit_k_groups *g, size_t at);

/* The least expected size of an interval under `law` (of those not empty, if empirical). */
double tacit_k_groups_least(const tacit_k_groups *g, tacit_k_law law);

/* How many different numbers are at the positions from `from` to before `to` > from. */
size_t tacit_k_group_values(const tacit_k_groups *g, size_t from, size_t to);

/* Set `g->m` to the largest number of intervals, at most n / k, (different numbers) / values and
 * 100 000, of which each has an expected size of at least k under the law; 1 if there is none.
 * Under the empirical law each also has `values` different numbers, and every m from the top is
 * tried, each mostly in O(log n), for the places where the last failed are tried first. */
tacit_status tacit_k_groups_choose(tacit_ctx *cx, tacit_k_groups *g, const tacit_k_need *need);

#endif
