/*
 * estimate.c - unbiased frequencies from what was told.
 *
 * Under a pure protocol a person speaks for the own category with probability p and for each other
 * with q, so of the share l of persons who speak for a category the estimate of its share is
 *
 *   t = (l - q) / (p - q),      with variance l (1 - l) / (n (p - q)^2)
 *
 * (Wang, Blocki, Li and Jha 2017).  Under PRAM with the matrix M the shares are t = M'^-1 l, with
 * covariances M'^-1 (diag l - l l') M^-1 / n (van den Hout and van der Heijden 2002).  These are
 * variances about the shares in the population that the persons are a random sample of; about those
 * among the persons themselves they are less by t (1 - t) / n, what the sample adds.  Variances
 * are estimated from l.  O(k), or O(k^3) with a matrix.
 */
#include <math.h>

#include "privacy/inference/frequencies/own.h"
#include "stats/counts/pram.h"

/* The root of a variance, less what the sample adds if that does not count. */
static double error_of(const tacit_told_shares *f, bool file, double share, double variance)
{
    const double t = fmin(fmax(share, 0.0), 1.0);
    return sqrt(fmax(variance - (file ? t * (1.0 - t) / f->n : 0.0), 0.0));
}

static void estimate_plain(bool file, tacit_told_shares *f)
{
    const double gap = f->p - f->q;
    for (size_t c = 0; c < f->k; c++) {
        const double l = f->told[c] / f->n;
        f->share[c] = (l - f->q) / gap;
        f->error[c] = error_of(f, file, f->share[c], l * (1.0 - l) / f->n / gap / gap);
    }
}

static tacit_status estimate_matrix(tacit_ctx *cx, bool file, tacit_told_shares *f)
{
    const tacit_pram m = { .n = f->k, .dense = f->matrix };
    double *inverse = NULL;
    bool solved = false;
    TACIT_TRY(tacit_scratch(cx, f->k * f->k, sizeof *inverse, &inverse));
    TACIT_TRY(tacit_pram_inverse(cx, &m, inverse, &solved));
    if (!solved)
        return tacit_fail(
            cx, TACIT_ERR_INPUT,
            "frequencies: the matrix cannot be inverted, so the release does not tell "
            "its categories apart.");
    for (size_t c = 0; c < f->k; c++) {
        double square = 0.0;
        for (size_t l = 0; l < f->k; l++) {
            const double by = inverse[c * f->k + l], told = f->told[l] / f->n;
            f->share[c] += by * told;
            square += by * by * told;
        }
        const double variance = (square - f->share[c] * f->share[c]) / f->n;
        f->error[c] = error_of(f, file, f->share[c], variance);
    }
    return TACIT_OK;
}

tacit_status tacit_frequencies_estimate(tacit_ctx *cx, bool file, tacit_told_shares *f)
{
    TACIT_TRY(tacit_scratch(cx, f->k, sizeof *f->share, &f->share));
    TACIT_TRY(tacit_scratch(cx, f->k, sizeof *f->error, &f->error));
    if (f->matrix != NULL)
        return estimate_matrix(cx, file, f);
    estimate_plain(file, f);
    return TACIT_OK;
}
