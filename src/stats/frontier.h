/*
 * frontier.h - which of many points nothing beats on two scales at once.
 */
#ifndef TACIT_STATS_FRONTIER_H
#define TACIT_STATS_FRONTIER_H

#include <stdbool.h>
#include <stddef.h>

/* Of the points (x, y) with `on`, less being better on both scales, take those off that another of
 * them dominates: one that is nowhere worse and somewhere better.  O(n^2). */
void tacit_frontier(const double *x, const double *y, size_t n, bool *on);

/* The knee of a frontier: the point farthest below the line between its ends, both scales divided
 * by their range on it; the first of several, `n` if no point is on. */
size_t tacit_frontier_knee(const double *x, const double *y, size_t n, const bool *on);

#endif
