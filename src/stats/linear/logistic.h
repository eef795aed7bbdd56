/*
 * logistic.h - logistic regression by maximum likelihood.
 */
#ifndef TACIT_STATS_LINEAR_LOGISTIC_H
#define TACIT_STATS_LINEAR_LOGISTIC_H

#include "base/context.h"

enum { TACIT_LOGISTIC_COLUMNS = 4000 };

/* Columns of a design that share their rows: of each row at most one of them is not 0.  A factor
 * has one column for each level but the first, which is 1 in the rows of that level; a number
 * (`code` NULL) has one column; a factor with values has the value in place of the 1, so a
 * product of a factor and a number is one term too.  Borrowed. */
typedef struct tacit_logistic_term {
    const uint16_t *code; /* of each row, below `levels`; NULL for a number */
    uint32_t levels;
    const double *value; /* of each row, finite; NULL stands for 1 */
} tacit_logistic_term;

/* A design: an intercept, which is column 0, then the columns of each term. */
typedef struct tacit_logistic_design {
    size_t rows, terms;
    const tacit_logistic_term *term;
} tacit_logistic_design;

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

/* Columns of a design, the intercept included. */
size_t tacit_logistic_columns(const tacit_logistic_design *design);

/* Fit P(t = 1).  Newton's method with steps that are halved while the deviance rises.  Fails with
 * TACIT_ERR_DATA if there are no rows or more than TACIT_LOGISTIC_COLUMNS columns.
 * O(rows * terms^2 + columns^3) a step. */
tacit_status tacit_logistic_fit(tacit_ctx *cx, const tacit_logistic_design *design, const bool *t,
                                tacit_logistic *out);

#endif
