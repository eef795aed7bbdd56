/*
 * key_risk.c - disclosure risk under a log-linear model of the key table.
 *
 * Population frequencies are F_k ~ Poisson(lambda_k), each record is in the sample with
 * probability pi_k, so f_k ~ Poisson(pi_k lambda_k) and F_k - f_k given f_k is Poisson with
 * mean x_k = (1 - pi_k) lambda_k (Elamir and Skinner 2006).  Over the sample uniques
 *
 *   tau1 = sum P(F_k = 1 | f_k = 1) = sum h1(lambda_k),  h1 = exp(-x_k)
 *   tau2 = sum E(1 / F_k | f_k = 1) = sum h2(lambda_k),  h2 = (1 - exp(-x_k)) / x_k
 *
 * The error of tau is estimated over all structural cells, those with f_k = 0 included
 * (Skinner and Shlomo 2008, section 4), with mu_k = pi_k lambda_k, as
 *
 *   B = sum { a_k (f_k - mu_k) + b_k [(f_k - mu_k)^2 - f_k] },
 *   a_k = -lambda_k exp(-mu_k) h'(lambda_k),  b_k = lambda_k exp(-mu_k) h''(lambda_k) / (2 pi_k)
 *
 * from E f_k = mu_k and E[(f_k - mu_k)^2 - f_k] = 0 under the model.  If the model is right
 * the two brackets are uncorrelated with variances mu_k and 2 mu_k^2, so the variance of B
 * is sum { a_k^2 mu_k + 2 b_k^2 mu_k^2 }.
 */
#include "micro/risk/keys/key_risk.h"

#include <math.h>

/* phi(x) = (1 - exp(-x)) / x and its first two derivatives. */
typedef struct curve {
    double at, slope, bend;
} curve;

static const double SMALL = 0.7; /* below, the closed forms of the derivatives cancel */
enum { SERIES = 24 };

/* phi(x) = sum (-x)^m / (m + 1)! and its derivatives, term by term. */
static curve phi_series(double x)
{
    double power[SERIES + 1] = { 1.0 }; /* (-x)^m / (m + 1)! without the last factor */
    curve c = { 0.0, 0.0, 0.0 };
    for (int m = 1; m <= SERIES; m++)
        power[m] = power[m - 1] * -x / m;
    for (int m = 0; m <= SERIES; m++) {
        c.at += power[m] / (m + 1);
        c.slope -= power[m] / (m + 2);
        c.bend += power[m] / (m + 3);
    }
    return c;
}

static curve phi(double x)
{
    if (x < SMALL)
        return phi_series(x);
    const double e = exp(-x);
    return (curve){ .at = (1.0 - e) / x,
                    .slope = (e * (x + 1.0) - 1.0) / (x * x),
                    .bend = (2.0 - e * (x * x + 2.0 * x + 2.0)) / (x * x * x) };
}

void tacit_key_risk_of(double lambda, double pi, double out[2])
{
    const double x = lambda * (1.0 - pi);
    out[0] = exp(-x);
    out[1] = phi(x).at;
}

double tacit_key_sampling_at(const tacit_key_sampling *s, size_t g)
{
    return s->F != NULL ? (double)s->f[g] / s->F[g] : s->fraction;
}

/* Add `times` cells of mean lambda, frequency f and sampling probability pi. */
static void add_cells(double times, double lambda, double pi, double f, tacit_key_risk *sum)
{
    const double mu = pi * lambda, q = 1.0 - pi, w = lambda * exp(-mu);
    const double e = exp(-q * lambda);
    const curve h[2] = { { e, -e, e }, phi(q * lambda) };
    for (size_t i = 0; i < 2; i++) {
        const double a = -w * q * h[i].slope, b = w * q * q * h[i].bend / (2.0 * pi);
        sum->error[i] += times * (a * (f - mu) + b * ((f - mu) * (f - mu) - f));
        sum->variance[i] += times * (a * a * mu + 2.0 * b * b * mu * mu);
    }
}

/* Sums over all structural cells as if none occurred in the sample. */
static tacit_status add_structural(tacit_ctx *cx, const tacit_key_fit *fit,
                                   const tacit_key_sampling *s, tacit_key_risk *sum)
{
    const size_t mark = tacit_scratch_mark(cx);
    tacit_key_shares all;
    TACIT_TRY(tacit_key_fit_shares(cx, fit, &all));
    for (size_t k = 0; k < all.n; k++)
        add_cells(all.cells[k], s->population * all.share[k], s->fraction, 0.0, sum);
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

tacit_status tacit_key_risk_estimate(tacit_ctx *cx, const tacit_key_table *t,
                                     const tacit_key_fit *fit, const tacit_key_sampling *s,
                                     tacit_key_risk *out)
{
    tacit_key_risk sum = { 0 };
    TACIT_TRY(add_structural(cx, fit, s, &sum));
    for (size_t g = 0; g < t->n; g++) {
        const double lambda = s->population * tacit_key_fit_share(t, fit, g);
        const double pi = tacit_key_sampling_at(s, g);
        double risk[2];
        add_cells(-1.0, lambda, s->fraction, 0.0, &sum);
        add_cells(1.0, lambda, pi, (double)s->f[g], &sum);
        if (s->f[g] != 1)
            continue;
        tacit_key_risk_of(lambda, pi, risk);
        sum.tau[0] += risk[0];
        sum.tau[1] += risk[1];
    }
    *out = sum;
    return TACIT_OK;
}

double tacit_key_risk_test(const tacit_key_risk *r, size_t i)
{
    return r->variance[i] > 0.0 ? r->error[i] / sqrt(r->variance[i]) : NAN;
}
