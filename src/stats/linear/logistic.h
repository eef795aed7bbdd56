/*
 * logistic.h - logistic regression by maximum likelihood.
 */
#ifndef TACIT_STATS_LINEAR_LOGISTIC_H
#define TACIT_STATS_LINEAR_LOGISTIC_H

#include "base/context.h"
#include "stats/linear/design.h"

enum { TACIT_LOGISTIC_COLUMNS = 4000 };

/* A fit, in scratch memory. */
typedef struct tacit_logistic {
    size_t columns;  /* of the design */
    size_t kept;     /* identified: columns without those that others before them explain */
    bool *is_kept;   /* of each column */
    double *beta;    /* of each column, 0 for one that is left out */
    double *p;       /* fitted probability of each row */
    double deviance; /* -2 log likelihood */
    size_t steps;    /* of Newton's method */
    bool converged;  /* the deviance has settled */
    bool separated;  /* a fitted probability is 0 or 1: the coefficients have no finite optimum */
} tacit_logistic;

/* Fit P(t = 1).  Newton's method with steps that are halved while the deviance rises.  Fails with
 * TACIT_ERR_DATA if there are no rows or more than TACIT_LOGISTIC_COLUMNS columns.
 * O(rows * terms^2 + columns^3) a step. */
tacit_status tacit_logistic_fit(tacit_ctx *cx, const tacit_linear_design *design, const bool *t,
                                tacit_logistic *out);

#endif
