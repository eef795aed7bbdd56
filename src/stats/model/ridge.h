/*
 * ridge.h - linear regression that a ridge keeps solvable, and draws of its posterior.
 */
#ifndef TACIT_STATS_MODEL_RIDGE_H
#define TACIT_STATS_MODEL_RIDGE_H

#include "base/context.h"
#include "base/rng.h"
#include "stats/linear/design.h"

/* A fit, and all the memory that it needs. */
typedef struct tacit_ridge {
    const tacit_linear_design *design;
    size_t columns;
    double *beta;
    double *factor; /* L of X'X + ridge = L L' */
    double rss;     /* sum of squared residuals */
    double df;      /* rows less columns, at least 1 */
    tacit_linear_entries row;
} tacit_ridge;

/* Room for a fit on `design`, in scratch memory. */
tacit_status tacit_ridge_for(tacit_ctx *cx, const tacit_linear_design *design, tacit_ridge *out);

/* Fit `y`, finite, of each row.  `hidden` is a sum of squares about y that no predictor can see
 * (ties that were given their mean); it is counted among the residuals.
 * O(rows * terms^2 + columns^3). */
void tacit_ridge_fit(tacit_ridge *r, const double *y, double hidden);

/* Draw coefficients and the residual deviation from their posterior law: sigma^2 = rss over a
 * chi-square of df degrees, beta normal about the fit. */
void tacit_ridge_draw(const tacit_ridge *r, tacit_rng *rng, double *beta, double *sigma);

/* A chi-square number of `df` degrees of freedom, at least 1. */
double tacit_chi_square_draw(tacit_rng *rng, double df);

#endif
