/*
 * masses.h - the distribution of the privacy loss of many answers, on a grid.
 *
 * The loss of an output is the log of how much likelier it is with the person than without.  Losses
 * of answers add up, so their distributions are convolved (Sommer, Meiser and Mohammadi 2019).  On
 * a grid of step h the distribution is put so that its delta(e) is the true one at the points of
 * the grid and the chord of the convex curve in exp(e) between them, that is, never below it
 * (Doroshenko, Ghazi, Kamath, Kumar and Manurangsi 2022, connect the dots).
 */
#ifndef TACIT_PRIVACY_ACCOUNTANT_MASSES_H
#define TACIT_PRIVACY_ACCOUNTANT_MASSES_H

#include "privacy/accountant/accountant.h"

/* Probabilities of the losses (first + i) h, i = 0 ... n-1; `beyond` is that of more than all of
 * them, with everything that rounding or leaving out may have hidden. */
typedef struct tacit_masses {
    double h;
    int64_t first;
    size_t n;
    double *at;
    double beyond;
} tacit_masses;

/* The loss of all that is spent, one way, on a grid of at least `h`; what is left out is below a
 * millionth of `delta`.  Every loss has a curve.  O(N log N), N at most 2^19 points of the sum's
 * range; the grid is made coarser, which is safe, rather than longer. */
tacit_status tacit_masses_make(tacit_ctx *cx, const tacit_spending *spent, tacit_direction way,
                               double h, double delta, tacit_masses *out);

/* delta at the e of the grid, from above. */
double tacit_masses_delta(const tacit_masses *m, double e);

/* The least e >= 0 with at most `delta`; INFINITY if there is none. */
double tacit_masses_epsilon(const tacit_masses *m, double delta);

#endif
