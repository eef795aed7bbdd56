/*
 * ridge.c - linear regression that a ridge keeps solvable.
 *
 * beta = (X'X + lambda I)^-1 X'y with lambda = 1e-6 of the mean of the diagonal of X'X, the
 * intercept left out of it (Hoerl and Kennard 1970, Ridge regression: biased estimation for
 * nonorthogonal problems): columns that others explain share what they explain, and nothing is ever
 * singular. sigma^2 = RSS / (n - p), p counting the intercept once.  Posterior under the usual
 * prior (Rubin 1987, Multiple imputation for nonresponse in surveys, 5.3): sigma*^2 = RSS /
 * chi^2_{n-p}, beta* = beta + sigma* L'^-1 e.  Gamma numbers are those of Marsaglia and Tsang
 * (2000), A simple method for generating gamma variables.
 */
#include "stats/model/ridge.h"

#include <math.h>
#include <string.h>

#include "stats/linear/linear_algebra.h"

static const double RIDGE = 1e-6;

tacit_status tacit_ridge_for(tacit_ctx *cx, const tacit_linear_design *design, tacit_ridge *out)
{
    tacit_ridge r = { .design = design, .columns = tacit_linear_columns(design) };
    TACIT_TRY(tacit_scratch(cx, r.columns, sizeof *r.beta, &r.beta));
    TACIT_TRY(tacit_scratch(cx, r.columns * r.columns, sizeof *r.factor, &r.factor));
    TACIT_TRY(tacit_linear_entries_for(cx, design, &r.row));
    *out = r;
    return TACIT_OK;
}

/* Put X'X with the ridge into `factor` and X'y into `beta`. */
static void add_up(tacit_ridge *r, const double *y)
{
    const size_t p = r->columns;
    double trace = 0.0;
    memset(r->factor, 0, p * p * sizeof *r->factor);
    memset(r->beta, 0, p * sizeof *r->beta);
    for (size_t i = 0; i < r->design->rows; i++) {
        tacit_linear_row(r->design, i, &r->row);
        tacit_linear_square(&r->row, 1.0, r->factor, p);
        for (size_t a = 0; a < r->row.n; a++)
            r->beta[r->row.at[a]] += r->row.x[a] * y[i];
    }
    for (size_t j = 0; j < p; j++)
        trace += r->factor[j * p + j];
    for (size_t j = 1; j < p; j++)
        r->factor[j * p + j] += RIDGE * trace / (double)p;
}

void tacit_ridge_fit(tacit_ridge *r, const double *y, double hidden)
{
    const size_t n = r->design->rows;
    TACIT_ASSERT(n > 0);
    add_up(r, y);
    const bool solved = tacit_cholesky(r->factor, r->columns, 0.0);
    TACIT_ASSERT(solved); /* the ridge sees to it */
    tacit_solve_lower(r->factor, r->columns, r->beta);
    tacit_solve_upper(r->factor, r->columns, r->beta);
    r->rss = hidden;
    for (size_t i = 0; i < n; i++) {
        tacit_linear_row(r->design, i, &r->row);
        const double off = y[i] - tacit_linear_product(&r->row, r->beta);
        r->rss += off * off;
    }
    r->df = n > r->columns ? (double)(n - r->columns) : 1.0;
}

/* Gamma of shape `a` at least 1/2 and scale 1. */
static double draw_gamma(tacit_rng *rng, double a)
{
    if (a < 1.0)
        return draw_gamma(rng, a + 1.0) * pow(tacit_rng_uniform(rng), 1.0 / a);
    const double d = a - 1.0 / 3.0, c = 1.0 / sqrt(9.0 * d);
    while (true) {
        const double z = tacit_rng_normal(rng), root = 1.0 + c * z, v = root * root * root;
        if (v > 0.0 && log(tacit_rng_uniform(rng)) < 0.5 * z * z + d - d * v + d * log(v))
            return d * v;
    }
}

double tacit_chi_square_draw(tacit_rng *rng, double df)
{
    TACIT_ASSERT(df >= 1.0);
    return 2.0 * draw_gamma(rng, 0.5 * df);
}

void tacit_ridge_draw(const tacit_ridge *r, tacit_rng *rng, double *beta, double *sigma)
{
    *sigma = sqrt(r->rss / tacit_chi_square_draw(rng, r->df));
    for (size_t j = 0; j < r->columns; j++)
        beta[j] = *sigma * tacit_rng_normal(rng);
    tacit_solve_upper(r->factor, r->columns, beta);
    for (size_t j = 0; j < r->columns; j++)
        beta[j] += r->beta[j];
}
