/*
 * centre.h - the centre of points that are taken away one by one.
 */
#ifndef TACIT_STATS_CLUSTER_CENTRE_H
#define TACIT_STATS_CLUSTER_CENTRE_H

#include "stats/cluster/remaining.h"

typedef struct tacit_centre tacit_centre;

/* The centre of all of `points` (borrowed), in scratch memory.  Columns of unlike values hold
 * whole numbers from 0 on.  O(n p) for means, sorting for medians. */
tacit_status tacit_centre_new(tacit_ctx *cx, const tacit_points *points, const tacit_gauge *gauge,
                              tacit_centre **out);

/* Take a point away: O(p), or O(p log n) if there are medians or modes. */
void tacit_centre_take(tacit_centre *c, size_t row);

/* The centre of those that remain (there are some), p numbers: where squares are summed the
 * means, for absolute differences the lower median, for unlike values the mode, the lowest
 * number of equally frequent ones. */
void tacit_centre_find(const tacit_centre *c, double *out);

#endif
