/*
 * neighbours.h - how many of a column's numbers lie near one of them.
 *
 * Arrays are sorted upwards.  A neighbourhood is closed, and a number is in its own.
 */
#ifndef TACIT_STATS_CLUSTER_NEIGHBOURS_H
#define TACIT_STATS_CLUSTER_NEIGHBOURS_H

#include <stddef.h>
#include <stdint.h>

/* The least radius within which each of the n numbers `x` has at least k of them, 0 < k <= n:
 * the largest distance of a number to its k-th nearest, itself the first.  O(n). */
double tacit_neighbour_radius(const double *x, size_t n, size_t k);

/* The same for every place between the least and the greatest number.  O(n). */
double tacit_neighbour_radius_between(const double *x, size_t n, size_t k);

/* Write for each of the m places `at` how many of the n numbers `x` are within `radius`.
 * O(n + m). */
void tacit_neighbour_counts(const double *at, size_t m, const double *x, size_t n, double radius,
                            uint32_t *count);

#endif
