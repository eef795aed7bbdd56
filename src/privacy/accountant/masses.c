/*
 * masses.c - the distribution of the privacy loss of many answers, on a grid.
 *
 * With d_i = delta(i h) and chords between, the probability of the loss i h is
 * (d_{i+1} - d_i) / (e^h - 1) + (d_{i-1} - d_i) / (1 - e^-h).  That of -i h is e^{-i h} times that
 * of i h the other way, so that small ones are not differences of large ones.
 *
 * The sum's range is cut where Chernoff's bound says that less than the tail is beyond.  What wraps
 * around in the circular convolution, and the error of the transforms, is added to `beyond`.
 */
#include "privacy/accountant/masses.h"

#include <math.h>

#include "stats/fourier.h"

enum { MOST_POINTS = 1 << 19 };

/* What is wanted of a sum: the step of its grid, how little may be left out, and which way. */
typedef struct wish {
    double h, tail;
    tacit_direction way;
} wish;

static tacit_direction other(tacit_direction way)
{
    return way == TACIT_WAY_ADD ? TACIT_WAY_REMOVE : TACIT_WAY_ADD;
}

/* The mass of the loss `i` h, i > 0; flat from knot `most` on. */
static double mass_at(const tacit_curve *c, tacit_direction way, double h, int64_t i, int64_t most)
{
    const double here = tacit_curve_delta(c, way, (double)i * h);
    const double before = tacit_curve_delta(c, way, (double)(i - 1) * h);
    const double after = i == most ? here : tacit_curve_delta(c, way, (double)(i + 1) * h);
    return fmax(0.0, (after - here) / expm1(h) + (before - here) / -expm1(-h));
}

/* A loss beyond which there is at most `tail`, or what is at infinity, both ways: who was not in a
 * sample of rate q is told by an output that only then is possible with a loss of -log(1 - q). */
static double last_loss(const tacit_curve *c, double tail)
{
    const tacit_privacy_loss *l = &c->loss;
    if (l->kind == TACIT_LOSS_GAUSSIAN)
        return tacit_curve_epsilon(c, tail);
    return l->delta > 0 && l->rate < 1 ? fmax(l->epsilon, -log1p(-l->rate)) : l->epsilon;
}

/* The loss of one answer. */
static tacit_status make_one(tacit_ctx *cx, const tacit_privacy_loss *loss, const wish *w,
                             tacit_masses *out)
{
    tacit_curve c;
    TACIT_TRY(tacit_curve_make(cx, loss, &c));
    const int64_t most = (int64_t)ceil(last_loss(&c, w->tail) / w->h);
    const tacit_direction back = other(w->way);
    *out = (tacit_masses){ .h = w->h, .first = -most, .n = 2 * (size_t)most + 1 };
    TACIT_TRY(tacit_scratch(cx, out->n, sizeof *out->at, &out->at));
    for (int64_t i = 1; i <= most; i++) {
        out->at[most + i] = mass_at(&c, w->way, w->h, i, most);
        out->at[most - i] = exp(-(double)i * w->h) * mass_at(&c, back, w->h, i, most);
    }
    const double zero = tacit_curve_delta(&c, w->way, 0), h = w->h;
    const double right = most > 0 ? tacit_curve_delta(&c, w->way, h) - zero : 0.0;
    const double left = exp(-h) * tacit_curve_delta(&c, back, h) - zero;
    out->at[most] = fmax(0.0, 1 + right / expm1(h) + left / -expm1(-h));
    out->beyond = tacit_curve_delta(&c, w->way, (double)most * h);
    return TACIT_OK;
}

/* log E exp(t L) of one answer; INFINITY if it is too small for a double. */
static double log_moment(const tacit_masses *m, double t)
{
    double sum = 0.0;
    const double top = t > 0 ? (double)m->first + (double)m->n - 1 : (double)m->first;
    for (size_t i = 0; i < m->n; i++)
        sum += m->at[i] * exp(t * m->h * ((double)m->first + (double)i - top));
    return sum > 0 ? log(sum) + t * m->h * top : INFINITY;
}

/* The point of the grid beyond which the sum has at most `tail`: by Chernoff's bound at many t,
 * above or, with `sign` -1, below. */
static double sum_end(const tacit_masses *one, const tacit_spending *spent, int sign, double tail)
{
    double end = INFINITY, all = 0.0;
    for (size_t i = 0; i < spent->n; i++)
        all += (double)spent->loss[i].times * fabs((double)one[i].first) * one[i].h;
    for (double t = 1.0 / 64; t <= 4096; t *= 2) {
        double log_sum = -log(tail);
        for (size_t i = 0; i < spent->n; i++)
            log_sum += (double)spent->loss[i].times * log_moment(&one[i], sign * t);
        end = fmin(end, log_sum / t);
    }
    return sign * ceil(fmin(end, all) / one[0].h);
}

/* The place of point `i` on a circle of `n`. */
static size_t on_circle(int64_t i, size_t n)
{
    const int64_t at = i % (int64_t)n;
    return (size_t)(at < 0 ? at + (int64_t)n : at);
}

/* x^times. */
static tacit_complex power(tacit_complex x, uint64_t times)
{
    const double size = pow(hypot(x.re, x.im), (double)times);
    const double turn = fmod((double)times * atan2(x.im, x.re), 2 * M_PI);
    return (tacit_complex){ size * cos(turn), size * sin(turn) };
}

/* Multiply `product` by the transform of `times` answers with loss `m`, put on a circle of n
 * points; the norm of what is transformed goes to `*norm`. */
static tacit_status multiply(tacit_ctx *cx, const tacit_masses *m, uint64_t times,
                             tacit_complex *product, size_t n, double *norm)
{
    tacit_complex *x = NULL;
    double squares = 0.0;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *x, &x));
    for (size_t i = 0; i < m->n; i++)
        x[on_circle(m->first + (int64_t)i, n)].re += m->at[i];
    for (size_t i = 0; i < n; i++)
        squares += x[i].re * x[i].re;
    TACIT_TRY(tacit_fourier(cx, x, n, false));
    for (size_t i = 0; i < n; i++) {
        const tacit_complex p = power(x[i], times), old = product[i];
        product[i] =
            (tacit_complex){ old.re * p.re - old.im * p.im, old.re * p.im + old.im * p.re };
    }
    *norm = sqrt(squares);
    return TACIT_OK;
}

/* The sum over `out->n` points from `out->first` on.  A transform is wrong by at most 5 u log2(n)
 * of its norm, the power of it by as many times as there are answers; what that makes of all masses
 * together, by the inequality of Cauchy and Schwarz, is added to `beyond`. */
static tacit_status convolve(tacit_ctx *cx, const tacit_masses *one, const tacit_spending *spent,
                             tacit_masses *out)
{
    const size_t n = out->n;
    const double rounding = 5 * 0x1p-53 * (log2((double)n) + 1) * sqrt((double)n);
    tacit_complex *product = NULL;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *product, &product));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *out->at, &out->at));
    for (size_t i = 0; i < n; i++)
        product[i].re = 1.0;
    for (size_t k = 0; k < spent->n; k++) {
        const size_t mark = tacit_scratch_mark(cx);
        double norm = 0.0;
        const tacit_status status = multiply(cx, &one[k], spent->loss[k].times, product, n, &norm);
        tacit_scratch_release(cx, mark);
        TACIT_TRY(status);
        out->beyond += (double)spent->loss[k].times * (one[k].beyond + rounding * norm);
    }
    TACIT_TRY(tacit_fourier(cx, product, n, true));
    double squares = 0.0;
    for (size_t i = 0; i < n; i++) {
        out->at[i] = fmax(0.0, product[on_circle(out->first + (int64_t)i, n)].re);
        squares += out->at[i] * out->at[i];
    }
    out->beyond += rounding * sqrt(squares);
    return TACIT_OK;
}

/* A step with which each loss by itself has few enough points. */
static tacit_status least_step(tacit_ctx *cx, const tacit_spending *spent, wish *w)
{
    for (size_t i = 0; i < spent->n; i++) {
        const size_t mark = tacit_scratch_mark(cx);
        tacit_curve c;
        TACIT_TRY(tacit_curve_make(cx, &spent->loss[i], &c));
        w->h = fmax(w->h, 2 * last_loss(&c, w->tail) / (MOST_POINTS - 2));
        tacit_scratch_release(cx, mark);
    }
    return TACIT_OK;
}

tacit_status tacit_masses_make(tacit_ctx *cx, const tacit_spending *spent, tacit_direction way,
                               double h, double delta, tacit_masses *out)
{
    const double tail = delta * 1e-6;
    double answers = 0.0;
    for (size_t i = 0; i < spent->n; i++)
        answers += (double)spent->loss[i].times;
    wish w = { h, tail / fmax(answers, 1), way };
    TACIT_TRY(least_step(cx, spent, &w));
    for (;;) {
        const size_t mark = tacit_scratch_mark(cx);
        tacit_masses *one = NULL;
        TACIT_TRY(tacit_tick(cx, 0, 0));
        TACIT_TRY(tacit_scratch(cx, spent->n, sizeof *one, &one));
        for (size_t i = 0; i < spent->n; i++)
            TACIT_TRY(make_one(cx, &spent->loss[i], &w, &one[i]));
        const double low = sum_end(one, spent, -1, tail), high = sum_end(one, spent, 1, tail);
        if (high - low + 2 <= MOST_POINTS) {
            size_t n = 2;
            while ((double)n < high - low + 2)
                n *= 2;
            *out = (tacit_masses){ .h = w.h, .first = (int64_t)low, .n = n, .beyond = 2 * tail };
            return convolve(cx, one, spent, out);
        }
        w.h *= 1.01 * (high - low + 2) / MOST_POINTS;
        tacit_scratch_release(cx, mark);
    }
}

double tacit_masses_delta(const tacit_masses *m, double e)
{
    double sum = m->beyond;
    for (size_t i = 0; i < m->n; i++) {
        const double loss = (double)(m->first + (int64_t)i) * m->h;
        sum += loss > e ? m->at[i] * -expm1(e - loss) : 0.0;
    }
    return fmin(sum, 1.0);
}

/* From the top down: above knot i there is the mass T, and E = sum of mass exp(knot - loss), so
 * that delta = beyond + T - E exp(e - knot) from there to the next knot. */
double tacit_masses_epsilon(const tacit_masses *m, double delta)
{
    double above = m->beyond, weighted = 0.0;
    if (above >= delta)
        return INFINITY;
    for (size_t i = m->n - 1; i > 0; i--) {
        const double knot = (double)(m->first + (int64_t)i - 1) * m->h;
        above += m->at[i];
        weighted = (weighted + m->at[i]) * exp(-m->h);
        if (above - weighted > delta)
            return fmax(0.0, knot + log((above - delta) / weighted));
        if (knot <= 0)
            return 0.0;
    }
    return 0.0;
}
