/*
 * hypercube.c - Latin hypercubes, and columns put into an order that correlates them.
 *
 * A Latin hypercube (McKay, Beckman and Conover 1979) has one point in each of n strata of every
 * column.  Iman and Conover (1982), A distribution-free approach to inducing rank correlation among
 * input variables: with scores M, M'M / n = F F' and the wanted correlations P P', the columns of
 * M F'^-1 P' have these exactly, and so nearly do values in the order of their ranks.  Leaving out
 * F, as is common, leaves the correlations that the scores have by chance.
 */
#include "stats/linear/hypercube.h"

#include "stats/linear/covariance.h"
#include "stats/linear/linear_algebra.h"

/* A column of whose variance others leave no more is a combination of them. */
static const double LEAST = 1e-12;

double tacit_stratum_point(size_t stratum, double u, size_t n)
{
    return ((double)stratum + u) / (double)n;
}

tacit_status tacit_iman_conover(tacit_ctx *cx, double *scores, size_t n, size_t d, const double *r)
{
    const size_t mark = tacit_scratch_mark(cx);
    double *mean = NULL, *f = NULL, *p = NULL;
    TACIT_TRY(tacit_scratch(cx, d, sizeof *mean, &mean));
    TACIT_TRY(tacit_scratch(cx, d * d, sizeof *f, &f));
    TACIT_TRY(tacit_scratch(cx, d * d, sizeof *p, &p));
    TACIT_TRY(tacit_covariance_of(cx, scores, n, d, mean, f));
    for (size_t i = 0; i < d * d; i++) {
        f[i] *= (double)(n - 1) / (double)n;
        p[i] = r[i];
    }
    if (!tacit_cholesky(f, d, LEAST))
        return tacit_fail(cx, TACIT_ERR_DATA, "There are too few rows to correlate %zu columns.",
                          d);
    tacit_cholesky_semidefinite(p, d, LEAST);
#pragma omp parallel for schedule(static) if (n > 10000)
    for (size_t i = 0; i < n; i++) {
        double *row = scores + i * d;
        tacit_solve_lower(f, d, row);
        for (size_t a = d; a-- > 0;) {
            double sum = 0.0;
            for (size_t b = 0; b <= a; b++)
                sum += p[a * d + b] * row[b];
            row[a] = sum;
        }
    }
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}
