/*
 * multinomial.h - which of several classes a row belongs to: logistic and multinomial regression.
 */
#ifndef TACIT_STATS_MODEL_MULTINOMIAL_H
#define TACIT_STATS_MODEL_MULTINOMIAL_H

#include "stats/linear/design.h"
#include "stats/model/newton.h"

/* How the coefficients are found. */
typedef enum tacit_multinomial_way {
    TACIT_MULTINOMIAL_JOINT, /* all classes at once */
    TACIT_MULTINOMIAL_APART  /* each class against the first alone; with two classes the same but
                                for what keeps coefficients finite */
} tacit_multinomial_way;

/* A fit, and all the memory that it needs.  Classes are numbered, and the first, best the
 * commonest, is what others are compared with. */
typedef struct tacit_multinomial {
    const tacit_linear_design *design;
    size_t classes, columns;
    tacit_multinomial_way way;
    const uint16_t *label;
    double *beta;        /* (classes - 1) * columns: of each class but the first */
    tacit_newton newton; /* of all coefficients, or those of one class */
    double *inverse;     /* columns * columns; apart only */
    double *share;       /* classes */
    size_t at;           /* apart: the class that is compared with the first */
    tacit_linear_entries row;
} tacit_multinomial;

/* The way that is taken by default: apart for two classes; otherwise jointly up to 2000 unknowns
 * and 2e9 products for each step. */
tacit_multinomial_way tacit_multinomial_usual(const tacit_linear_design *design, size_t classes);

/* Room for a fit, in scratch memory; at least one class. */
tacit_status tacit_multinomial_for(tacit_ctx *cx, const tacit_linear_design *design, size_t classes,
                                   tacit_multinomial_way way, tacit_multinomial *out);

/* Fit the class of each row, borrowed; every class has rows.  A step costs
 * O(rows * (terms * classes)^2 + (columns * classes)^3) jointly, O(rows * terms^2 + columns^3) for
 * each class apart. */
void tacit_multinomial_fit(tacit_multinomial *m, const uint16_t *label);

/* Write `n` draws of all coefficients from the normal law about the fit whose inverse covariance
 * is the information and that of a weak prior (newton.h); draw s uses stream s under `rng`.  Costs
 * a step more. */
void tacit_multinomial_draw(tacit_multinomial *m, const tacit_rng *rng, size_t n, double *beta);

/* Write the share of each class for a row with these entries. */
void tacit_multinomial_shares(const tacit_multinomial *m, const double *beta,
                              const tacit_linear_entries *row, double *share);

#endif
