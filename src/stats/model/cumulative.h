/*
 * cumulative.h - which of several ordered classes a row belongs to: the cumulative logit.
 */
#ifndef TACIT_STATS_MODEL_CUMULATIVE_H
#define TACIT_STATS_MODEL_CUMULATIVE_H

#include "stats/linear/design.h"
#include "stats/model/newton.h"

/* A fit, and all the memory that it needs: classes - 1 thresholds, upwards, then a coefficient for
 * each column of the design but the intercept. */
typedef struct tacit_cumulative {
    const tacit_linear_design *design;
    size_t classes, columns;
    const uint16_t *label;
    tacit_newton newton; /* newton.at are the unknowns */
    tacit_linear_entries row;
} tacit_cumulative;

/* Room for a fit, in scratch memory; at least one class. */
tacit_status tacit_cumulative_for(tacit_ctx *cx, const tacit_linear_design *design, size_t classes,
                                  tacit_cumulative *out);

/* Unknowns of a fit. */
size_t tacit_cumulative_unknowns(const tacit_cumulative *m);

/* Fit the class of each row, borrowed; every class has rows.  O(rows * terms^2 + unknowns^3) a
 * step. */
void tacit_cumulative_fit(tacit_cumulative *m, const uint16_t *label);

/* Write `n` draws of the unknowns; thresholds are drawn by the logarithms of their differences, so
 * they stay in order.  Draw s uses stream s under `rng`. */
void tacit_cumulative_draw(tacit_cumulative *m, const tacit_rng *rng, size_t n, double *at);

/* Write the share of each class for a row with these entries, given the unknowns. */
void tacit_cumulative_shares(const tacit_cumulative *m, const double *at,
                             const tacit_linear_entries *row, double *share);

#endif
