/*
 * newton.c - damped steps of Newton's method.
 *
 * A step solves h step = gradient by Cholesky's factors; where h is not positive definite, in the
 * flat parts of likelihoods, its diagonal is raised tenfold until it is.  The step is halved until
 * the height does not fall (Nocedal and Wright 2006, Numerical optimization, 3.4).  It has settled
 * where a step gains less than 1e-12 of the height, or what the caller says.
 */
#include "stats/model/newton.h"

#include <math.h>
#include <string.h>

#include "stats/linear/linear_algebra.h"

enum { MOST_STEPS = 50, MOST_HALVINGS = 40, MOST_RAISES = 40 };
static const double SETTLED = 1e-12, FIRST_RAISE = 1e-10;

tacit_status tacit_newton_for(tacit_ctx *cx, size_t n, tacit_newton *out)
{
    tacit_newton w = { .n = n, .enough = SETTLED };
    TACIT_TRY(tacit_scratch(cx, n, sizeof *w.at, &w.at));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *w.trial, &w.trial));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *w.gradient, &w.gradient));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *w.step, &w.step));
    TACIT_TRY(tacit_scratch(cx, n * n, sizeof *w.h, &w.h));
    *out = w;
    return TACIT_OK;
}

static void differentiate(tacit_newton *w, const tacit_hill *hill)
{
    memset(w->gradient, 0, w->n * sizeof *w->gradient);
    memset(w->h, 0, w->n * w->n * sizeof *w->h);
    hill->slopes(hill->user, w->at, w->gradient, w->h);
}

void tacit_newton_factor(tacit_newton *w, const tacit_hill *hill, double prior)
{
    double raise = 0.0;
    for (int tries = 0; tries < MOST_RAISES; tries++) {
        double scale = 0.0;
        differentiate(w, hill);
        for (size_t j = 0; j < w->n; j++)
            scale = fmax(scale, w->h[j * w->n + j]);
        for (size_t j = 0; j < w->n; j++)
            w->h[j * w->n + j] += prior + raise * fmax(scale, FIRST_RAISE);
        if (tacit_cholesky(w->h, w->n, 0.0))
            return;
        raise = raise > 0.0 ? 10.0 * raise : FIRST_RAISE;
    }
    memset(w->h, 0, w->n * w->n * sizeof *w->h); /* slopes that are no numbers: stay */
    for (size_t j = 0; j < w->n; j++)
        w->h[j * w->n + j] = INFINITY;
}

/* Go along the step as far as the height does not fall; returns the new height. */
static double advance(tacit_newton *w, const tacit_hill *hill)
{
    double share = 1.0;
    for (int i = 0; i < MOST_HALVINGS; i++, share *= 0.5) {
        for (size_t j = 0; j < w->n; j++)
            w->trial[j] = w->at[j] + share * w->step[j];
        const double height = hill->height(hill->user, w->trial);
        if (height >= w->height) {
            memcpy(w->at, w->trial, w->n * sizeof *w->at);
            return height;
        }
    }
    return w->height;
}

void tacit_newton_climb(tacit_newton *w, const tacit_hill *hill)
{
    w->height = hill->height(hill->user, w->at);
    TACIT_ASSERT(isfinite(w->height));
    w->settled = false;
    for (w->steps = 0; w->steps < MOST_STEPS && !w->settled; w->steps++) {
        tacit_newton_factor(w, hill, 0.0);
        memcpy(w->step, w->gradient, w->n * sizeof *w->step);
        tacit_solve_lower(w->h, w->n, w->step);
        tacit_solve_upper(w->h, w->n, w->step);
        const double reached = advance(w, hill);
        w->settled = reached - w->height <= w->enough * (fabs(reached) + 1.0);
        w->height = reached;
    }
}

void tacit_newton_draw(const tacit_newton *w, tacit_rng *rng, double *out)
{
    for (size_t j = 0; j < w->n; j++)
        out[j] = tacit_rng_normal(rng);
    tacit_solve_upper(w->h, w->n, out);
    for (size_t j = 0; j < w->n; j++)
        out[j] += w->at[j];
}
