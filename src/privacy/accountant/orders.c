/*
 * orders.c - Renyi divergences of losses.
 *
 * D_a = log(E_Q (P/Q)^a) / (a - 1).  Gaussian: a / (2 sigma^2), discrete or not (Canonne, Kamath
 * and Steinke 2020).  Discrete Laplace over m steps, q = exp(-epsilon/m), by its geometric sums
 * (Mironov 2017, proposition 6, is its limit).  Exponential mechanism: the loss has a range of
 * epsilon (Dong, Durfee and Rogers 2020): min(epsilon, (a - 1) epsilon^2/8 + x - 1 - log x), x =
 * epsilon / (exp(epsilon) - 1).
 *
 * Poisson-sampled Gaussian, rate q (Mironov, Talwar and Zhang 2019): of whole order
 * log(sum C(a,i) (1-q)^(a-i) q^i exp((i^2-i)/(2 sigma^2))) / (a - 1), which holds for the discrete
 * one too; of fractional order by two series on both sides of z = sigma^2 log(1/q - 1) + 1/2, in
 * which the binomial coefficients alternate in sign: positive and negative terms are added apart.
 * Other samples count as the pure guarantee that they are.
 */
#include "privacy/accountant/orders.h"

#include <math.h>

#include "privacy/accountant/compose.h"

/* log(exp(a) + exp(b)). */
static double log_add(double a, double b)
{
    const double high = fmax(a, b), low = fmin(a, b);
    return isinf(high) ? high : high + log1p(exp(low - high));
}

/* log(erfc(x)), also where erfc(x) vanishes: by its continued fraction from 25 on. */
static double log_erfc(double x)
{
    if (x < 25)
        return log(erfc(x));
    double fraction = x;
    for (int k = 40; k >= 1; k--)
        fraction = x + k / 2.0 / fraction;
    return -x * x - log(fraction) - 0.57236494292470008707; /* log of the root of pi */
}

static double laplace_divergence(double epsilon, double m, double a)
{
    const double step = epsilon / m, q = exp(-step), edge = 1 / (1 + q),
                 inner = -expm1(-step) * edge;
    const double between = (2 * a - 1) * step; /* the sum of exp(-between x) over x = 1 ... m - 1 */
    const double sum = exp(-between) * expm1(-between * (m - 1)) / expm1(-between);
    if (a - 1 < 1e-9) { /* the limit: the mean loss */
        const double mean = edge * epsilon * (1 - exp(-epsilon));
        const double rest = exp(-step * m), first = q * -expm1(-step * (m - 1)) / -expm1(-step);
        const double moment = (q - rest * (q - m * expm1(-step))) / pow(expm1(-step), 2);
        return mean + inner * (epsilon * first - 2 * step * moment);
    }
    return epsilon +
           log(edge + inner * sum + edge * exp(-epsilon - 2 * (a - 1) * epsilon)) / (a - 1);
}

static double range_divergence(double epsilon, double a)
{
    const double x = epsilon / expm1(epsilon);
    return fmin(epsilon, (a - 1) * epsilon * epsilon / 8 + x - 1 - log(x));
}

/* log of E (P/Q)^a of a sampled Gaussian, a whole. */
static double log_moment_whole(double sigma, double q, double a)
{
    double sum = -INFINITY;
    for (double i = 0; i <= a; i++)
        sum = log_add(sum, lgamma(a + 1) - lgamma(i + 1) - lgamma(a - i + 1) + i * log(q) +
                               (a - i) * log1p(-q) + (i * i - i) / (2 * sigma * sigma));
    return sum;
}

/* The same for any a > 1; the terms of both series fall until they are below 1e-15 of the sum. */
static double log_moment(double sigma, double q, double a)
{
    const double z = sigma * sigma * log(1 / q - 1) + 0.5, root = sigma * sqrt(2.0);
    double sum[2] = { -INFINITY, -INFINITY }; /* of positive and of negative terms */
    double log_choose = 0.0;                  /* of |C(a, i)| */
    int sign = 0;
    for (double i = 0; i < 100000; i++) {
        const double j = a - i;
        const double below = log_choose + i * log(q) + j * log1p(-q) +
                             (i * i - i) / (2 * sigma * sigma) + log(0.5) +
                             log_erfc((i - z) / root);
        const double above = log_choose + j * log(q) + i * log1p(-q) +
                             (j * j - j) / (2 * sigma * sigma) + log(0.5) +
                             log_erfc((z - j) / root);
        sum[sign] = log_add(sum[sign], log_add(below, above));
        if (i > a && fmax(below, above) < sum[0] - 35)
            break;
        sign ^= j < 0;
        log_choose += log(fabs(j)) - log(i + 1);
    }
    return sum[0] + log1p(-exp(sum[1] - sum[0]));
}

static double gaussian_divergence(const tacit_privacy_loss *l, double a)
{
    const bool discrete = l->steps >= 1, whole = fabs(a - rint(a)) < 1e-12;
    if (l->rate >= 1)
        return a / (2 * l->sigma * l->sigma);
    if (!discrete && !whole)
        return log_moment(l->sigma, l->rate, a) / (a - 1);
    const double up = fmax(2.0, ceil(a - 1e-12)); /* divergences grow with the order */
    return log_moment_whole(l->sigma, l->rate, up) / (up - 1);
}

double tacit_renyi_divergence(const tacit_privacy_loss *loss, double a)
{
    if (loss->kind == TACIT_LOSS_GAUSSIAN)
        return gaussian_divergence(loss, a);
    if (loss->kind == TACIT_LOSS_RANGE && loss->rate >= 1)
        return range_divergence(loss->epsilon, a);
    const tacit_guarantee one = { .epsilon = loss->epsilon };
    const bool plain = loss->kind == TACIT_LOSS_LAPLACE && loss->rate >= 1;
    return laplace_divergence(tacit_sample_guarantee(one, loss->rate).epsilon,
                              plain ? loss->steps : 1, a);
}

double tacit_renyi_epsilon(double divergence, double a, double delta)
{
    if (delta * delta + expm1(-divergence) > 0)
        return 0.0;
    return fmax(0.0, divergence + log1p(-1 / a) - log(delta * a) / (a - 1));
}
