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

/* The curve at the knots 0 ... most, one way. */
static tacit_status knots_of(tacit_ctx *cx, const tacit_curve *c, tacit_direction way, double h,
                             int64_t most, double **out)
{
    TACIT_TRY(tacit_scratch(cx, (size_t)most + 1, sizeof **out, out));
    for (int64_t i = 0; i <= most; i++)
        (*out)[i] = tacit_curve_delta(c, way, (double)i * h);
    return TACIT_OK;
}

/* The mass of the loss `i` h, i > 0; flat from knot `most` on. */
static double mass_at(const double *knot, double h, int64_t i, int64_t most)
{
    const double here = knot[i], before = knot[i - 1], after = i == most ? here : knot[i + 1];
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
    const double h = w->h;
    double *there = NULL, *back = NULL;
    *out = (tacit_masses){ .h = h, .first = -most, .n = 2 * (size_t)most + 1 };
    TACIT_TRY(tacit_scratch(cx, out->n, sizeof *out->at, &out->at));
    TACIT_TRY(knots_of(cx, &c, w->way, h, most, &there));
    back = there;
    if (loss->rate < 1) /* else both ways are the same */
        TACIT_TRY(knots_of(cx, &c, other(w->way), h, most, &back));
    for (int64_t i = 1; i <= most; i++) {
        out->at[most + i] = mass_at(there, h, i, most);
        out->at[most - i] = exp(-(double)i * h) * mass_at(back, h, i, most);
    }
    const double right = most > 0 ? there[1] - there[0] : 0.0;
    const double left = exp(-h) * tacit_curve_delta(&c, other(w->way), h) - there[0];
    out->at[most] = fmax(0.0, 1 + right / expm1(h) + left / -expm1(-h));
    out->beyond = there[most];
    return TACIT_OK;
}

/* Points of which the moments of one answer are computed. */
enum { BLOCKS = 1024 };

/* The masses in blocks, each at its end on the side that `sign` says, so that moments of that sign
 * are no smaller than those of the masses. */
static tacit_status gather(tacit_ctx *cx, const tacit_masses *m, int sign, tacit_masses *out)
{
    const size_t width = (m->n + BLOCKS - 1) / BLOCKS;
    *out = (tacit_masses){ .h = m->h * (double)width, .n = (m->n + width - 1) / width };
    out->first = sign > 0 ? m->first + (int64_t)width - 1 : m->first;
    TACIT_TRY(tacit_scratch(cx, out->n, sizeof *out->at, &out->at));
    for (size_t i = 0; i < m->n; i++)
        out->at[i / width] += m->at[i];
    return TACIT_OK;
}

/* log E exp(t L) of one answer, whose loss in block i is `from` + i h; INFINITY if it is too small
 * for a double. */
static double log_moment(const tacit_masses *m, double from, double t)
{
    double sum = 0.0;
    const double top = t > 0 ? (double)m->n - 1 : 0.0;
    for (size_t i = 0; i < m->n; i++)
        sum += m->at[i] * exp(t * m->h * ((double)i - top));
    return sum > 0 ? log(sum) + t * (from + m->h * top) : INFINITY;
}

/* The point of the grid beyond which the sum has at most `tail`: by Chernoff's bound at many t,
 * above or, with `sign` -1, below. */
static tacit_status sum_end(tacit_ctx *cx, const tacit_masses *one, const tacit_spending *spent,
                            int sign, double tail, double *out)
{
    const size_t mark = tacit_scratch_mark(cx);
    double end = INFINITY, all = 0.0;
    tacit_masses *block = NULL;
    TACIT_TRY(tacit_scratch(cx, spent->n, sizeof *block, &block));
    for (size_t i = 0; i < spent->n; i++) {
        TACIT_TRY(gather(cx, &one[i], sign, &block[i]));
        all += (double)spent->loss[i].times * fabs((double)one[i].first) * one[i].h;
    }
    for (double t = 1.0 / 64; t <= 4096; t *= 2) {
        double log_sum = -log(tail);
        for (size_t i = 0; i < spent->n; i++)
            log_sum += (double)spent->loss[i].times *
                       log_moment(&block[i], (double)block[i].first * one[i].h, sign * t);
        end = fmin(end, log_sum / t);
    }
    *out = sign * ceil(fmin(end, all) / one[0].h);
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

/* The place of point `i` on a circle of `n`. */
static size_t on_circle(int64_t i, size_t n)
{
    const int64_t at = i % (int64_t)n;
    return (size_t)(at < 0 ? at + (int64_t)n : at);
}

static tacit_complex times(tacit_complex a, tacit_complex b)
{
    return (tacit_complex){ a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re };
}

/* x^n, by squaring: wrong by 3 n u of its size at most. */
static tacit_complex power(tacit_complex x, uint64_t n)
{
    tacit_complex out = { 1.0, 0.0 };
    for (; n > 0; n /= 2) {
        if (n % 2 == 1)
            out = times(out, x);
        x = times(x, x);
    }
    return out;
}

/* Multiply `product` by the transform of `often` answers with loss `m`, put on a circle of n
 * points; the norm of what is transformed goes to `*norm`. */
static tacit_status multiply(tacit_ctx *cx, const tacit_masses *m, uint64_t often,
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
    for (size_t i = 0; i < n; i++)
        product[i] = times(product[i], power(x[i], often));
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
        double low = 0, high = 0;
        TACIT_TRY(sum_end(cx, one, spent, -1, tail, &low));
        TACIT_TRY(sum_end(cx, one, spent, 1, tail, &high));
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
