/*
 * newton.h - the maximum of a concave function by damped steps of Newton's method.
 */
#ifndef TACIT_STATS_MODEL_NEWTON_H
#define TACIT_STATS_MODEL_NEWTON_H

#include "base/context.h"
#include "base/rng.h"

/* What is to be maximised. */
typedef struct tacit_hill {
    void *user;
    double (*height)(void *user, const double *at); /* -INFINITY outside its domain */
    /* Write the gradient, and to the lower triangle of `h` the matrix that steps go by: the
     * negative second derivatives, or what stands for them.  `h` and `gradient` arrive as 0. */
    void (*slopes)(void *user, const double *at, double *gradient, double *h);
} tacit_hill;

/* Memory for `n` unknowns. */
typedef struct tacit_newton {
    size_t n;
    double *at; /* where it starts, and where it ends */
    double *trial, *gradient, *step, *h;
    double height;
    size_t steps;
    double enough; /* it has settled where a step gains less than this share of the height */
    bool settled;
} tacit_newton;

/* Room for n unknowns, in scratch memory; `at` is 0. */
tacit_status tacit_newton_for(tacit_ctx *cx, size_t n, tacit_newton *out);

/* Climb from `at`.  Steps are halved until they do not lead down; at most 50 of them. */
void tacit_newton_climb(tacit_newton *w, const tacit_hill *hill);

/* What draws of coefficients add to the information: that of a normal prior of deviation 2.5 (the
 * scale of Gelman, Jakulin, Pittau and Su 2008, A weakly informative default prior distribution for
 * logistic and other regression models).  Without it, coefficients that the data say nothing of, of
 * a level that some class never has, would be drawn from anywhere. */
static const double TACIT_WEAK_PRIOR = 0.16;

/* Put the Cholesky factor of the matrix at w->at, with `prior` added to its diagonal, into w->h. */
void tacit_newton_factor(tacit_newton *w, const tacit_hill *hill, double prior);

/* Draw normal numbers about w->at whose inverse covariance has the factor w->h. */
void tacit_newton_draw(const tacit_newton *w, tacit_rng *rng, double *out);

#endif
