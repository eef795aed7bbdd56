/*
 * variance.c - the variance over the polytope.
 *
 * With Q_jl the covariance of vertices j and l over the records, the variance at weights w is w'Qw,
 * convex: greatest at a vertex.  The least is sought by steps that move weight from the vertex with
 * the steepest ascent to that with the steepest descent (the pairwise steps of Frank and Wolfe
 * 1956); at any w no point is below 2 min_j (Qw)_j - w'Qw, which is what is told.
 */
#include <math.h>

#include "query/camouflage/own.h"

enum { MOST_STEPS = 20000 };

/* By what share of the greatest covariance rounding may be wrong, generously. */
#define SLACK 0x1p-46L

typedef struct quadratic {
    size_t k;
    long double q[TACIT_CAMOUFLAGE_VERTICES][TACIT_CAMOUFLAGE_VERTICES];
    long double w[TACIT_CAMOUFLAGE_VERTICES], slope[TACIT_CAMOUFLAGE_VERTICES]; /* slope = Q w */
} quadratic;

static void find_covariances(const tacit_camouflage *c, const tacit_camouflage_set *set,
                             quadratic *f)
{
    long double mean[TACIT_CAMOUFLAGE_VERTICES];
    const long double n = (long double)set->n;
    for (size_t j = 0; j < c->k; j++) {
        tacit_i128 sum = 0;
        for (size_t e = 0; e < set->n; e++)
            sum += tacit_camouflage_at(c, j, set->at[e]);
        mean[j] = (long double)sum / n;
    }
    for (size_t j = 0; j < c->k; j++) {
        for (size_t l = 0; l <= j; l++) {
            long double sum = 0;
            for (size_t e = 0; e < set->n; e++)
                sum += ((long double)tacit_camouflage_at(c, j, set->at[e]) - mean[j]) *
                       ((long double)tacit_camouflage_at(c, l, set->at[e]) - mean[l]);
            f->q[j][l] = f->q[l][j] = sum / n;
        }
    }
}

/* Move weight once; false if nothing is gained any more. */
static bool step(quadratic *f, long double enough)
{
    size_t down = 0, up = 0;
    long double least = f->slope[0], most = -HUGE_VALL;
    for (size_t j = 0; j < f->k; j++) {
        if (f->slope[j] < least) {
            least = f->slope[j];
            down = j;
        }
        if (f->w[j] > 0 && f->slope[j] > most) {
            most = f->slope[j];
            up = j;
        }
    }
    const long double bend = f->q[down][down] - 2 * f->q[down][up] + f->q[up][up];
    if (most - least <= enough || bend <= 0)
        return false;
    const long double by = fminl((most - least) / bend, f->w[up]);
    f->w[down] += by;
    f->w[up] -= by;
    for (size_t j = 0; j < f->k; j++)
        f->slope[j] += by * (f->q[j][down] - f->q[j][up]);
    return true;
}

/* What the weights prove: no point is below it. */
static long double proven(const quadratic *f)
{
    long double value = 0, least = HUGE_VALL;
    for (size_t j = 0; j < f->k; j++) {
        long double slope = 0;
        for (size_t l = 0; l < f->k; l++)
            slope += f->q[j][l] * f->w[l];
        value += f->w[j] * slope;
        least = fminl(least, slope);
    }
    return 2 * least - value;
}

tacit_status tacit_camouflage_variance(tacit_ctx *cx, const tacit_camouflage *c,
                                       const tacit_camouflage_set *set, tacit_camouflage_range *out)
{
    const size_t mark = tacit_scratch_mark(cx);
    quadratic *f = NULL;
    long double most = 0;
    TACIT_TRY(tacit_scratch(cx, 1, sizeof *f, &f));
    f->k = c->k;
    find_covariances(c, set, f);
    for (size_t j = 0; j < f->k; j++)
        most = fmaxl(most, f->q[j][j]);
    f->w[0] = 1;
    for (size_t j = 0; j < f->k; j++)
        f->slope[j] = f->q[j][0];
    for (size_t s = 0; s < MOST_STEPS && step(f, most * 0x1p-60L); s++)
        continue;
    const long double off =
        (long double)c->slack; /* a deviation changes by no more than its values */
    const long double low = fmaxl(0, sqrtl(fmaxl(0, proven(f) - most * SLACK)) - off);
    const long double least =
        c->slack > 0 ? floorl(low * low * (1 - SLACK)) : floorl(proven(f) - most * SLACK);
    most = c->slack > 0 ? (sqrtl(most) + off) * (sqrtl(most) + off) : most;
    out->least = least > 0 ? (tacit_i128)least : 0;
    out->most = (tacit_i128)ceill(most + most * SLACK);
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}
