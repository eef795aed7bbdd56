/*
 * ipso.c - numbers with the means, covariances and regressions of others.
 *
 * Burridge (2003), Information preserving statistical obfuscation.  Y is regressed on X with a
 * constant: coefficients B, residuals R, S = R'R / (n - p - 1).  With E = normal * chol(S)':
 *
 *     A: X B + E
 *     B: X B + (residuals of E on X), so the regression of what is drawn is B
 *     C: X B + (residuals of E on X, whitened by their own Cholesky factor) * chol(R'R)',
 *        so its residuals have the covariance of R, too
 *
 * (his proof drops the inverse of that factor).  Covariances are those of n - 1, so that they are
 * the same whatever the number of rows that are drawn.  Without X, C is the method of Mateo-Sanz,
 * Martinez-Balleste and Domingo-Ferrer (2004), Fast generation of accurate synthetic microdata,
 * whose matrix has the unit covariance that they ask for only after whitening in the sample.
 */
#include "stats/linear/ipso.h"

#include <math.h>

#include "stats/linear/conditional.h"
#include "stats/linear/covariance.h"
#include "stats/linear/linear_algebra.h"

/* A response of whose variance others leave no more is a combination of them. */
static const double LEAST = 1e-13;
enum { ORTHOGONALISED = 2 };

/* What was learnt. */
typedef struct law {
    double *mean; /* of responses, then predictors */
    tacit_conditional fit;
    double *root; /* q * q lower triangle: of the residuals' covariance */
} law;

size_t tacit_ipso_least(size_t q, size_t p)
{
    return p + 2 * q + 1;
}

static tacit_status learn(tacit_ctx *cx, const tacit_ipso_data *data, law *out)
{
    const size_t q = data->q, d = q + data->p;
    double *v = NULL;
    TACIT_TRY(tacit_scratch(cx, d, sizeof *out->mean, &out->mean));
    TACIT_TRY(tacit_scratch(cx, d * d, sizeof *v, &v));
    TACIT_TRY(tacit_scratch(cx, q * q, sizeof *out->root, &out->root));
    TACIT_TRY(tacit_covariance_of(cx, data->yx, data->n, d, out->mean, v));
    TACIT_TRY(tacit_conditional_fit(cx, v, q, data->p, &out->fit));
    for (size_t i = 0; i < q * q; i++)
        for (size_t k = 0; k < q; k++)
            out->root[i] += out->fit.root[i / q * q + k] * out->fit.root[i % q * q + k];
    tacit_cholesky_semidefinite(out->root, q, LEAST);
    return TACIT_OK;
}

/* Noise of `q` columns with the predictors beside it, as the kind wants it. */
static tacit_status make_noise(tacit_ctx *cx, const tacit_ipso_data *data,
                               const tacit_ipso_draw *draw, double **out)
{
    const size_t q = data->q, d = q + data->p;
    double *z = NULL;
    TACIT_TRY(tacit_scratch(cx, draw->k * d, sizeof *z, &z));
    for (size_t i = 0; i < draw->k; i++) {
        for (size_t r = 0; r < q; r++)
            z[i * d + r] = draw->normal[i * q + r];
        for (size_t r = 0; r < data->p; r++)
            z[i * d + q + r] = draw->x[i * data->p + r];
    }
    for (int turn = 0; turn < ORTHOGONALISED && draw->kind != TACIT_IPSO_A; turn++)
        TACIT_TRY(tacit_residuals(cx, z, draw->k, q, d));
    if (draw->kind == TACIT_IPSO_C)
        TACIT_TRY(tacit_whiten(cx, z, draw->k, q, d));
    *out = z;
    return TACIT_OK;
}

tacit_status tacit_ipso(tacit_ctx *cx, const tacit_ipso_data *data, const tacit_ipso_draw *draw,
                        double *out)
{
    const size_t mark = tacit_scratch_mark(cx), q = data->q, p = data->p, d = q + p;
    const double spread =
        draw->kind == TACIT_IPSO_C ? 1.0 : sqrt((double)(data->n - 1) / (double)(data->n - p - 1));
    law l = { 0 };
    double *z = NULL;
    TACIT_ASSERT(data->n > p + 1);
    TACIT_ASSERT(draw->kind == TACIT_IPSO_A || draw->k >= tacit_ipso_least(q, p));
    TACIT_TRY(learn(cx, data, &l));
    TACIT_TRY(make_noise(cx, data, draw, &z));
#pragma omp parallel for schedule(static) if (draw->k > 10000)
    for (size_t i = 0; i < draw->k; i++)
        for (size_t r = 0; r < q; r++) {
            double y = l.mean[r], e = 0.0;
            for (size_t k = 0; k < p; k++)
                y += l.fit.slope[r * p + k] * (draw->x[i * p + k] - l.mean[q + k]);
            for (size_t k = 0; k <= r; k++)
                e += l.root[r * q + k] * z[i * d + k];
            out[i * q + r] = y + spread * e;
        }
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}
