/*
 * loss.c - what one private answer can give away.
 *
 * Laplace, epsilon over m steps, q = exp(-epsilon/m): x is more likely without the person by
 * (m - 2x) epsilon/m for x = 0 ... m, so with y = the last x at which that is above e,
 * delta(e) = P(X <= y) - exp(e) P(X <= y - m).
 * Gaussian: gaussian.h.  Discrete Gaussian, s^2 its variance (Canonne, Kamath and Steinke 2020,
 * theorem 7): delta(e) = P(X > e s^2/m - m/2) - exp(e) P(X > e s^2/m + m/2).
 * A Poisson sample of rate q (Balle, Barthe and Gaboardi 2018; Zhu, Dong and Wang 2022), x =
 * exp(e): removing gives q delta(log(1 + (x - 1)/q)); adding (1 - x(1 - q)) delta(log(xq / (1 - x(1
 * - q)))), or 0 where x(1 - q) >= 1.
 */
#include "privacy/accountant/loss.h"

#include <math.h>

#include "privacy/accountant/gaussian.h"

/* A discrete Gaussian has nothing that a double can hold beyond this many standard deviations. */
enum { WIDTHS = 38 };

tacit_privacy_loss tacit_loss_pure(double epsilon, uint64_t times)
{
    return (tacit_privacy_loss){
        .kind = TACIT_LOSS_LAPLACE, .epsilon = epsilon, .steps = 1, .rate = 1, .times = times
    };
}

bool tacit_loss_has_curve(const tacit_privacy_loss *loss)
{
    return loss->kind != TACIT_LOSS_GAUSSIAN || loss->sigma * loss->steps <= TACIT_CURVE_MOST_SIGMA;
}

tacit_status tacit_curve_make(tacit_ctx *cx, const tacit_privacy_loss *loss, tacit_curve *out)
{
    TACIT_ASSERT(tacit_loss_has_curve(loss));
    *out = (tacit_curve){ .loss = *loss };
    if (loss->kind != TACIT_LOSS_GAUSSIAN || loss->steps < 1)
        return TACIT_OK;
    const double sigma = loss->sigma * loss->steps;
    const int64_t most = (int64_t)ceil(WIDTHS * sigma);
    double *tail = NULL, all = 0.0;
    TACIT_TRY(tacit_scratch(cx, 2 * (size_t)most + 2, sizeof *tail, &tail));
    for (int64_t x = most; x >= -most; x--) {
        all += exp(-(double)x * (double)x / (2.0 * sigma * sigma));
        tail[x + most] = all;
    }
    for (int64_t i = 0; i <= 2 * most; i++)
        tail[i] /= all;
    out->tail = tail;
    out->most = most;
    return TACIT_OK;
}

/* P(X >= x) of a discrete Gaussian. */
static double tail_at(const tacit_curve *c, double x)
{
    return x <= (double)-c->most ? 1.0 : x > (double)c->most ? 0.0 : c->tail[(int64_t)x + c->most];
}

static double discrete_gaussian_delta(const tacit_curve *c, double e)
{
    const double m = c->loss.steps, variance = c->loss.sigma * c->loss.sigma * m * m;
    const double low = floor(e * variance / m - m / 2) + 1,
                 high = floor(e * variance / m + m / 2) + 1;
    const double without = tail_at(c, high);
    return fmax(0.0, tail_at(c, low) - (without > 0 ? exp(e + log(without)) : 0.0));
}

/* y is from 0 to below m; exp(e) stands in the exponent, because it may not fit. */
static double laplace_delta(double epsilon, double m, double e)
{
    if (e >= epsilon)
        return 0.0;
    const double step = epsilon / m, y = ceil(m * (1 - e / epsilon) / 2) - 1;
    return fmax(0.0, 1 - (exp(-(y + 1) * step) + exp(e + (y - m) * step)) / (1 + exp(-step)));
}

/* delta of the loss without sampling. */
static double plain_delta(const tacit_curve *c, double e)
{
    const tacit_privacy_loss *l = &c->loss;
    switch (l->kind) {
    case TACIT_LOSS_GAUSSIAN:
        return c->tail != NULL ? discrete_gaussian_delta(c, e) : tacit_gaussian_delta(l->sigma, e);
    case TACIT_LOSS_LAPLACE:
        return laplace_delta(l->epsilon, l->steps, e);
    case TACIT_LOSS_RANGE:
        return laplace_delta(l->epsilon, 1, e);
    case TACIT_LOSS_APPROXIMATE:
    default:
        return l->delta + (1 - l->delta) * laplace_delta(l->epsilon, 1, e);
    }
}

double tacit_curve_delta(const tacit_curve *curve, tacit_direction way, double e)
{
    const double q = curve->loss.rate, most = 1 - (1 - q) * exp(e);
    if (q >= 1)
        return plain_delta(curve, e);
    if (way == TACIT_WAY_REMOVE)
        return q * plain_delta(curve, e < 700 ? log1p(expm1(e) / q) : e - log(q));
    return most <= 0 ? 0.0 : most * plain_delta(curve, e + log(q / most));
}

double tacit_curve_epsilon(const tacit_curve *curve, double delta)
{
    double low = 0.0, high = 1.0;
    TACIT_ASSERT(delta > 0);
#define WORST(e)                                                                                   \
    fmax(tacit_curve_delta(curve, TACIT_WAY_REMOVE, e), tacit_curve_delta(curve, TACIT_WAY_ADD, e))
    if (WORST(0) <= delta)
        return 0.0;
    while (WORST(high) > delta && high < 0x1p40)
        high *= 2;
    for (int i = 0; i < 100; i++) {
        const double middle = low + (high - low) / 2;
        *(WORST(middle) > delta ? &low : &high) = middle;
    }
#undef WORST
    return high < 0x1p40 ? high : INFINITY;
}
