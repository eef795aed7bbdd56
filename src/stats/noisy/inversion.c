/*
 * inversion.c - the law of numbers that were released with noise, by inverting its transform.
 *
 * Z = X + Y has the characteristic function phi_X phi_Y, so X has
 *
 *   F(x) = 1/2 - 1/pi integral from 0 to 1/h of Im(e^(-itx) phi_Z(t) / phi_Y(t)) phi_K(ht) / t dt
 *
 * with phi_Z that of the sample and phi_K(u) = (1 - u^2)^3, which damps high frequencies, of which
 * the noise left nothing (Stefanski and Carroll 1990; Fan 1991).  At t = 0 the integrand is
 * mean(Z) - x.  The density is its derivative.  Integrals are Simpson's; e^(itz) at equal steps is
 * one multiplication a step.
 *
 * The bandwidth h is the one with the least expected integrated square error of F if X is normal,
 *
 *   integral of |phi_X|^2 (1 - phi_K(ht))^2 / t^2 + 1/n phi_K(ht)^2 (1 - phi_Z^2) / (phi_Y t)^2,
 *
 * among 200 values.
 */
#include "stats/noisy/inversion.h"

#include <math.h>

static const double PI = 3.14159265358979323846;

enum { LAST = TACIT_FREQUENCIES - 1 };

/* phi_K. */
static double kernel(double u)
{
    const double v = 1.0 - u * u;
    return v > 0.0 ? v * v * v : 0.0;
}

/* Simpson's weight of point k, over 3. */
static double weight(size_t k)
{
    return (k == 0 || k == LAST ? 1.0 : k % 2 == 1 ? 4.0 : 2.0) / 3.0;
}

/* Add `times` e^(i k step z) for all k. */
static void add_number(double z, double times, tacit_inversion *v)
{
    const double c = cos(v->step * z), s = sin(v->step * z);
    double re = times, im = 0.0;
    for (size_t k = 0; k < TACIT_FREQUENCIES; k++) {
        v->re[k] += re;
        v->im[k] += im;
        const double next = re * c - im * s;
        im = re * s + im * c;
        re = next;
    }
}

void tacit_inversion_of(const tacit_noisy *noisy, tacit_error_law law, double h,
                        tacit_inversion *out)
{
    double n = 0.0;
    *out = (tacit_inversion){ .step = 1.0 / h / LAST };
    for (size_t i = 0; i < noisy->n; i++) {
        const double times = noisy->count == NULL ? 1.0 : noisy->count[i];
        if (!(times > 0.0))
            continue;
        add_number(noisy->z[i], times, out);
        out->mean += times * noisy->z[i];
        n += times;
    }
    TACIT_ASSERT(n > 0.0 && law.kind != TACIT_ERROR_UNIFORM);
    out->mean /= n;
    for (size_t k = 0; k < TACIT_FREQUENCIES; k++) {
        const double t = (double)k * out->step;
        const double by = kernel(h * t) / tacit_error_transform(law, t) / n;
        out->re[k] *= by;
        out->im[k] *= by;
    }
}

double tacit_inversion_below(const tacit_inversion *v, double x)
{
    const double c = cos(v->step * x), s = sin(v->step * x);
    double re = 1.0, im = 0.0, sum = weight(0) * (v->mean - x);
    for (size_t k = 1; k < TACIT_FREQUENCIES; k++) {
        const double next = re * c + im * s; /* e^(-itx) */
        im = im * c - re * s;
        re = next;
        sum += weight(k) * (re * v->im[k] + im * v->re[k]) / ((double)k * v->step);
    }
    return 0.5 - sum * v->step / PI;
}

double tacit_inversion_density(const tacit_inversion *v, double x)
{
    const double c = cos(v->step * x), s = sin(v->step * x);
    double re = 1.0, im = 0.0, sum = weight(0) * v->re[0];
    for (size_t k = 1; k < TACIT_FREQUENCIES; k++) {
        const double next = re * c + im * s;
        im = im * c - re * s;
        re = next;
        sum += weight(k) * (re * v->re[k] - im * v->im[k]);
    }
    return sum * v->step / PI;
}

/* ---- bandwidth ---- */

/* The integral from a > 0 on of exp(-v t^2) / t^2. */
static double tail(double a, double v)
{
    const double root = sqrt(v);
    return exp(-v * a * a) / a - root * sqrt(PI) * erfc(a * root);
}

/* The expected integrated square error at bandwidth h, up to a factor. */
static double error_at(double h, double own, double n, tacit_error_law law)
{
    const double step = 1.0 / h / LAST;
    double sum = weight(0) * (own + tacit_error_variance(law)) / n; /* the limit at t = 0 */
    for (size_t k = 1; k < TACIT_FREQUENCIES; k++) {
        const double t = (double)k * step, damped = kernel(h * t);
        const double x = exp(-own * t * t), y = tacit_error_transform(law, t);
        const double lost = x * (1.0 - damped) * (1.0 - damped);
        const double noise = damped > 0.0 ? damped * damped * (1.0 / (y * y) - x) / n : 0.0;
        sum += weight(k) * (lost + noise) / (t * t);
    }
    return sum * step + tail(1.0 / h, own);
}

double tacit_inversion_bandwidth(double variance, double n, tacit_error_law law)
{
    enum { TRIED = 200 };
    /* If noise is all that is seen, a twentieth of the variance is taken for the numbers' own. */
    const double own = fmax(variance - tacit_error_variance(law), 0.05 * variance);
    const double unit = sqrt(own);
    double best = INFINITY, at = unit;
    for (int i = 0; i < TRIED; i++) {
        const double h = unit * 0.02 * pow(250.0, (double)i / (TRIED - 1)); /* up to 5 units */
        const double error = error_at(h, own, n, law);
        if (error < best) {
            best = error;
            at = h;
        }
    }
    return at;
}
