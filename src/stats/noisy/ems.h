/*
 * ems.h - the law of numbers that were released with noise, by smoothed expectation-maximisation.
 */
#ifndef TACIT_STATS_NOISY_EMS_H
#define TACIT_STATS_NOISY_EMS_H

#include "base/context.h"
#include "stats/noisy/error_law.h"

/* `n` intervals of equal width from `low` to `high`. */
typedef struct tacit_noisy_grid {
    double low, high;
    size_t n;
} tacit_noisy_grid;

/* The width of an interval. */
double tacit_noisy_grid_width(const tacit_noisy_grid *g);

/* The interval that x is in; x beyond the ends is in the first or last. */
size_t tacit_noisy_grid_find(const tacit_noisy_grid *g, double x);

/* A problem: noisy numbers by cells, true ones by bins.  In scratch memory. */
typedef struct tacit_ems {
    tacit_noisy_grid cells, bins;
    const double *odds; /* cells.n * bins.n: of a true number in a bin to be released in a cell */
} tacit_ems;

/* Make the problem.  O(cells * bins). */
tacit_status tacit_ems_new(tacit_ctx *cx, tacit_error_law law, const tacit_noisy_grid *cells,
                           const tacit_noisy_grid *bins, tacit_ems *out);

/* Doubles of room that tacit_ems_solve() needs. */
size_t tacit_ems_room(const tacit_ems *e);

/* Write the shares of the bins to `share`, given how many noisy numbers are in each cell, by at
 * most `rounds`.  Threads may share `e`, each with a `room` of its own.  O(rounds * cells * bins).
 */
void tacit_ems_solve(const tacit_ems *e, const double *count, size_t rounds, double *room,
                     double *share);

#endif
