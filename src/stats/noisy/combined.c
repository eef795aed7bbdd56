/*
 * combined.c - several noisy answers about the same numbers, made one.
 *
 * Answers y = C t + e with independent noise of known variances v tell t by weighted least squares,
 *
 *   t = (C' V^-1 C)^-1 C' V^-1 y,      with covariances (C' V^-1 C)^-1,
 *
 * which is unbiased and has the least variance of all that are linear in y, whatever the law of the
 * noise (Aitken 1936).  C t are answers that agree with each other, none with more variance than it
 * had (Hay, Rastogi, Miklau and Suciu 2010).  If the noise is what it is said to be, the sum of
 * squares of what is left has the mean n - p.
 */
#include "stats/noisy/combined.h"

#include <math.h>
#include <string.h>

#include "stats/linear/linear_algebra.h"

/* A number that others determine to this share of what is known of it is not told apart. */
static const double SINGULAR = 1e-10;

/* Write C' V^-1 C and C' V^-1 y. */
static void add_up(const tacit_noisy_answers *a, double *normal, double *right)
{
    for (size_t i = 0; i < a->n; i++) {
        const double *c = a->factor + i * a->p, w = 1.0 / (a->sd[i] * a->sd[i]);
        for (size_t j = 0; j < a->p; j++) {
            if (!(fabs(c[j]) > 0.0))
                continue;
            right[j] += w * c[j] * a->value[i];
            for (size_t k = 0; k < a->p; k++)
                normal[j * a->p + k] += w * c[j] * c[k];
        }
    }
}

/* The first number that is not told; p if all are. */
static tacit_status find_undetermined(tacit_ctx *cx, const double *normal, size_t p, size_t *out)
{
    double *copy = NULL;
    bool *kept = NULL;
    TACIT_TRY(tacit_scratch(cx, p * p, sizeof *copy, &copy));
    TACIT_TRY(tacit_scratch(cx, p, sizeof *kept, &kept));
    memcpy(copy, normal, p * p * sizeof *copy);
    (void)tacit_independent_columns(copy, p, SINGULAR, kept);
    *out = 0;
    while (*out < p && kept[*out])
        (*out)++;
    return TACIT_OK;
}

/* What answer i becomes, and how it varies. */
static void fit_answer(const tacit_noisy_answers *a, size_t i, const double *covariance,
                       const double *estimate, double *fitted, double *spread)
{
    const double *c = a->factor + i * a->p;
    double variance = 0.0;
    *fitted = 0.0;
    for (size_t j = 0; j < a->p; j++) {
        *fitted += c[j] * estimate[j];
        for (size_t k = 0; k < a->p && fabs(c[j]) > 0.0; k++)
            variance += c[j] * c[k] * covariance[j * a->p + k];
    }
    *spread = sqrt(fmax(variance, 0.0));
}

/* Everything that follows from the covariances and the right side. */
static tacit_status finish(tacit_ctx *cx, const tacit_noisy_answers *a, const double *covariance,
                           const double *right, tacit_combined *out)
{
    double *estimate = NULL, *error = NULL, *fitted = NULL, *spread = NULL;
    TACIT_TRY(tacit_scratch(cx, a->p, sizeof *estimate, &estimate));
    TACIT_TRY(tacit_scratch(cx, a->p, sizeof *error, &error));
    TACIT_TRY(tacit_scratch(cx, a->n, sizeof *fitted, &fitted));
    TACIT_TRY(tacit_scratch(cx, a->n, sizeof *spread, &spread));
    for (size_t j = 0; j < a->p; j++) {
        for (size_t k = 0; k < a->p; k++)
            estimate[j] += covariance[j * a->p + k] * right[k];
        error[j] = sqrt(covariance[j * a->p + j]);
    }
    out->square = 0.0;
    for (size_t i = 0; i < a->n; i++) {
        fit_answer(a, i, covariance, estimate, &fitted[i], &spread[i]);
        const double off = (a->value[i] - fitted[i]) / a->sd[i];
        out->square += off * off;
    }
    out->estimate = estimate;
    out->error = error;
    out->fitted = fitted;
    out->spread = spread;
    return TACIT_OK;
}

tacit_status tacit_combined_of(tacit_ctx *cx, const tacit_noisy_answers *a, tacit_combined *out)
{
    double *normal = NULL, *right = NULL;
    TACIT_TRY(tacit_scratch(cx, a->p * a->p, sizeof *normal, &normal));
    TACIT_TRY(tacit_scratch(cx, a->p, sizeof *right, &right));
    add_up(a, normal, right);
    TACIT_TRY(find_undetermined(cx, normal, a->p, &out->undetermined));
    if (out->undetermined < a->p)
        return TACIT_OK;
    if (!tacit_inverse_positive(normal, a->p, SINGULAR * SINGULAR)) {
        out->undetermined = a->p - 1;
        return TACIT_OK;
    }
    return finish(cx, a, normal, right, out);
}
