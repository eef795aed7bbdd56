/*
 * nearest_correlation.c - the nearest correlation matrix, by alternating projections.
 *
 * Correlations that were estimated pair by pair need not belong to any joint law.  Higham (2002),
 * Computing the nearest correlation matrix: project in turn on the matrices without negative
 * eigenvalues and on those with 1 on the diagonal, and take the correction of Dykstra (1983) out
 * before each of the former projections; without it the end is some matrix of both kinds, not the
 * nearest.  Convergence is linear.
 */
#include "stats/linear/nearest_correlation.h"

#include <math.h>

#include "stats/linear/linear_algebra.h"

/* Ends when no element moves by more; eigenvalues above minus this are rounding errors. */
static const double NEGLIGIBLE = 1e-13;
enum { MOST_CYCLES = 20000 };

typedef struct work {
    size_t p;
    double *value, *vector, *turned, *correction, *projected;
} work;

static tacit_status begin(tacit_ctx *cx, size_t p, work *w)
{
    w->p = p;
    TACIT_TRY(tacit_scratch(cx, p, sizeof *w->value, &w->value));
    TACIT_TRY(tacit_scratch(cx, p * p, sizeof *w->vector, &w->vector));
    TACIT_TRY(tacit_scratch(cx, p * p, sizeof *w->turned, &w->turned));
    TACIT_TRY(tacit_scratch(cx, p * p, sizeof *w->correction, &w->correction));
    return tacit_scratch(cx, p * p, sizeof *w->projected, &w->projected);
}

/* The least eigenvalue of `a`; its eigenvectors and values stay in `w`. */
static double decompose(const work *w, const double *a)
{
    for (size_t i = 0; i < w->p * w->p; i++)
        w->turned[i] = a[i];
    tacit_eigen_symmetric(w->turned, w->p, w->value, w->vector);
    return w->p > 0 ? w->value[w->p - 1] : 0.0;
}

/* `a` without its negative eigenvalues, as decompose() has left them. */
static void drop_negative(const work *w, double *a)
{
    const size_t p = w->p;
    for (size_t i = 0; i < p; i++)
        for (size_t j = 0; j <= i; j++) {
            double sum = 0.0;
            for (size_t k = 0; k < p && w->value[k] > 0.0; k++)
                sum += w->value[k] * w->vector[i * p + k] * w->vector[j * p + k];
            a[i * p + j] = a[j * p + i] = sum;
        }
}

/* One cycle; the largest change of an element of `r`. */
static double cycle(const work *w, double *r)
{
    double most = 0.0;
    for (size_t i = 0; i < w->p * w->p; i++)
        r[i] -= w->correction[i];
    decompose(w, r);
    drop_negative(w, w->turned);
    for (size_t i = 0; i < w->p * w->p; i++) {
        w->correction[i] = w->turned[i] - r[i];
        r[i] = i % (w->p + 1) == 0 ? 1.0 : w->turned[i];
        most = fmax(most, fabs(r[i] - w->projected[i]));
        w->projected[i] = r[i];
    }
    return most;
}

tacit_status tacit_nearest_correlation(tacit_ctx *cx, double *r, size_t p, size_t *cycles)
{
    const size_t mark = tacit_scratch_mark(cx);
    work w = { 0 };
    TACIT_TRY(begin(cx, p, &w));
    *cycles = 0;
    for (size_t i = 0; i < p * p; i++) {
        r[i] = i % (p + 1) == 0 ? 1.0 : 0.5 * (r[i] + r[i % p * p + i / p]);
        r[i % p * p + i / p] = r[i];
        w.projected[i] = r[i];
    }
    if (decompose(&w, r) < -NEGLIGIBLE) {
        double change = INFINITY;
        for (; change > NEGLIGIBLE && *cycles < MOST_CYCLES; (*cycles)++) {
            TACIT_TRY(tacit_tick(cx, *cycles, 0));
            change = cycle(&w, r);
        }
    }
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}
