/*
 * law.c - the distribution of a number, chosen among a few families.
 *
 * Liew, Choi and Liew (1985), A data distortion by probability distribution: of several families
 * fitted to a column, the one with the least Kolmogorov-Smirnov distance to it.  Fits are of
 * greatest likelihood.  The shape of a gamma law is that of Minka (2002): Newton's method on
 * log k - digamma(k) = log(mean) - mean(log); that of a Weibull law is the zero of
 * sum x^k log x / sum x^k - 1/k - mean(log), which grows with k, by halving.  Laws of positive
 * numbers are for positive numbers only.
 */
#include "stats/population/law.h"

#include <math.h>

#include "stats/counts/chi_square.h"
#include "stats/counts/wilson.h"
#include "stats/moments.h"

enum { NEWTON_STEPS = 30, HALVINGS = 100 };

/* psi(x): the asymptotic series (Abramowitz and Stegun 1964, 6.3.18) from 8 on. */
static double digamma(double x)
{
    double sum = 0.0;
    for (; x < 8.0; x += 1.0)
        sum -= 1.0 / x;
    const double y = 1.0 / (x * x);
    return sum + log(x) - 0.5 / x -
           y * (1.0 / 12 - y * (1.0 / 120 - y * (1.0 / 252 - y * (1.0 / 240 - y / 132))));
}

static double mean_log(const double *x, size_t n)
{
    double sum = 0.0;
    for (size_t i = 0; i < n; i++)
        sum += log(x[i]);
    return sum / (double)n;
}

static void fit_lognormal(const double *x, size_t n, tacit_law *out)
{
    double squares = 0.0;
    out->a = mean_log(x, n);
    for (size_t i = 0; i < n; i++)
        squares += (log(x[i]) - out->a) * (log(x[i]) - out->a);
    out->b = sqrt(squares / (double)n);
}

static void fit_gamma(const double *x, size_t n, double mean, tacit_law *out)
{
    const double s = log(mean) - mean_log(x, n);
    double k = (3.0 - s + sqrt((s - 3.0) * (s - 3.0) + 24.0 * s)) / (12.0 * s);
    for (int i = 0; i < NEWTON_STEPS; i++) {
        const double step = 1e-5 * k;
        const double slope = (digamma(k + step) - digamma(k - step)) / (2.0 * step);
        const double next = k - (log(k) - digamma(k) - s) / (1.0 / k - slope);
        k = next > 0.0 ? next : 0.5 * k;
    }
    out->a = k;
    out->b = mean / k;
}

/* The equation of a Weibull law's shape, with numbers as shares of the largest. */
static double weibull_slope(const double *x, size_t n, double k, double mean)
{
    double sum = 0.0, with_log = 0.0;
    for (size_t i = 0; i < n; i++) {
        const double l = log(x[i] / x[n - 1]), p = exp(k * l);
        sum += p;
        with_log += p * l;
    }
    return with_log / sum - 1.0 / k - (mean - log(x[n - 1]));
}

static void fit_weibull(const double *x, size_t n, tacit_law *out)
{
    const double mean = mean_log(x, n);
    double low = 1e-3, high = 1e3, sum = 0.0;
    for (int i = 0; i < HALVINGS && high - low > 1e-13 * low; i++) {
        const double middle = 0.5 * (low + high);
        if (weibull_slope(x, n, middle, mean) < 0.0)
            low = middle;
        else
            high = middle;
    }
    out->a = 0.5 * (low + high);
    for (size_t i = 0; i < n; i++)
        sum += exp(out->a * log(x[i] / x[n - 1]));
    out->b = x[n - 1] * pow(sum / (double)n, 1.0 / out->a);
}

/* The largest difference between the law and the shares of numbers up to each. */
static double distance(const tacit_law *law, const double *x, size_t n)
{
    double most = 0.0;
    for (size_t i = 0; i < n; i++) {
        if (i + 1 < n && !(x[i] < x[i + 1]))
            continue;
        const double p = tacit_law_cdf(law, x[i]);
        most = fmax(most, fabs((double)(i + 1) / (double)n - p));
        if (i + 1 < n)
            most = fmax(most, fabs((double)(i + 1) / (double)n - tacit_law_cdf(law, x[i + 1])));
    }
    return fmax(most, tacit_law_cdf(law, x[0]));
}

bool tacit_law_fit(tacit_law_family family, const double *sorted, size_t n, tacit_law *out)
{
    const tacit_moments m = tacit_moments_of(sorted, n);
    TACIT_ASSERT(n > 1 && m.least < m.most);
    *out = (tacit_law){ .family = family, .a = m.mean, .b = m.sd };
    if (family != TACIT_LAW_NORMAL && family != TACIT_LAW_UNIFORM && !(m.least > 0.0) &&
        !(family == TACIT_LAW_EXPONENTIAL && m.least >= 0.0))
        return false;
    if (family == TACIT_LAW_NORMAL)
        out->b = m.sd * sqrt((double)(n - 1) / (double)n);
    else if (family == TACIT_LAW_LOGNORMAL)
        fit_lognormal(sorted, n, out);
    else if (family == TACIT_LAW_GAMMA)
        fit_gamma(sorted, n, m.mean, out);
    else if (family == TACIT_LAW_WEIBULL)
        fit_weibull(sorted, n, out);
    else if (family == TACIT_LAW_UNIFORM)
        *out = (tacit_law){ .family = family, .a = m.least, .b = m.most };
    out->distance = distance(out, sorted, n);
    return isfinite(out->a) && isfinite(out->b) && isfinite(out->distance);
}

tacit_law tacit_law_best(const double *sorted, size_t n)
{
    tacit_law best = { .distance = INFINITY };
    for (int f = 0; f < TACIT_LAWS; f++) {
        tacit_law law;
        if (tacit_law_fit((tacit_law_family)f, sorted, n, &law) && law.distance < best.distance)
            best = law;
    }
    return best;
}

double tacit_law_cdf(const tacit_law *law, double x)
{
    if (law->family == TACIT_LAW_NORMAL)
        return 0.5 * erfc(-(x - law->a) / (law->b * sqrt(2.0)));
    if (law->family == TACIT_LAW_UNIFORM)
        return fmin(fmax((x - law->a) / (law->b - law->a), 0.0), 1.0);
    if (!(x > 0.0))
        return 0.0;
    if (law->family == TACIT_LAW_LOGNORMAL)
        return 0.5 * erfc(-(log(x) - law->a) / (law->b * sqrt(2.0)));
    if (law->family == TACIT_LAW_GAMMA)
        return tacit_chi_square_cdf(2.0 * x / law->b, 2.0 * law->a);
    return law->family == TACIT_LAW_WEIBULL ? -expm1(-pow(x / law->b, law->a))
                                            : -expm1(-x / law->a);
}

double tacit_law_quantile(const tacit_law *law, double p)
{
    switch (law->family) {
    case TACIT_LAW_NORMAL:
        return law->a + law->b * tacit_normal_quantile(p);
    case TACIT_LAW_LOGNORMAL:
        return exp(law->a + law->b * tacit_normal_quantile(p));
    case TACIT_LAW_GAMMA:
        return 0.5 * law->b * tacit_chi_square_quantile(p, 2.0 * law->a);
    case TACIT_LAW_WEIBULL:
        return law->b * pow(-log1p(-p), 1.0 / law->a);
    case TACIT_LAW_EXPONENTIAL:
        return -law->a * log1p(-p);
    default:
        return law->a + p * (law->b - law->a);
    }
}
