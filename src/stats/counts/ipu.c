/*
 * ipu.c - iterative proportional updating (Ye, Konduri, Pendyala, Sana and Waddell 2009, A
 * methodology to match distributions of both household and person attributes in the generation of
 * synthetic populations), and systematic sampling (Madow 1949).
 *
 * For each total in turn, w_i <- w_i * target / sum_i w_i d_i for the units i that count for it
 * (d_i > 0).  Where some units count several times this is no projection and need not converge.
 * The weights nearest to the first ones in relative entropy, sum_i w_i log(w_i / w_i0) - w_i +
 * w_i0, come of w_i <- w_i * x^d_i with the x that reaches the total (Bregman 1967, The relaxation
 * method of finding the common point of convex sets; Bar-Gera et al. 2009 for households), which is
 * the same where every d_i is 1.  A round is one turn of all totals; the end is judged after a
 * round, on all of them. A target of 0 takes its units away.  Units that no total counts keep their
 * weight.
 */
#include "stats/counts/ipu.h"

#include <math.h>

/* Sums run in the order of the entries, so they do not depend on threads. */
static double total_of(const tacit_ipu *t, const double *weight, size_t c)
{
    double sum = 0.0;
    for (size_t e = t->first[c]; e < t->first[c + 1]; e++)
        sum += weight[t->unit[e]] * t->times[e];
    return sum;
}

/* How far a total is off, as a share of its target. */
static double distance(double total, double target)
{
    if (target > 0.0)
        return total > 0.0 ? fabs(total - target) / target : INFINITY;
    return total > 0.0 ? INFINITY : 0.0;
}

/* sum_i w_i d_i x^d_i with x = exp(log_x), and its derivative by log_x. */
static double raised_total(const tacit_ipu *t, const double *weight, size_t c, double log_x,
                           double *slope)
{
    double sum = 0.0;
    *slope = 0.0;
    for (size_t e = t->first[c]; e < t->first[c + 1]; e++) {
        const double d = t->times[e], part = weight[t->unit[e]] * d * exp(d * log_x);
        sum += part;
        *slope += part * d;
    }
    return sum;
}

/* Newton's steps on the logarithm of the total, which is convex and increases in log_x by at least
 * 1 for 1: from any side they come near, and after the first from above. */
static void project(const tacit_ipu *t, double *weight, size_t c)
{
    enum { STEPS = 50 };
    double log_x = 0.0, slope = 0.0;
    for (int k = 0; k < STEPS; k++) {
        const double sum = raised_total(t, weight, c, log_x, &slope);
        const double step = log(t->target[c] / sum) * sum / slope;
        log_x += step;
        if (fabs(step) < 1e-12)
            break;
    }
    for (size_t e = t->first[c]; e < t->first[c + 1]; e++)
        weight[t->unit[e]] *= exp(t->times[e] * log_x);
}

static bool counts_once(const tacit_ipu *t, size_t c)
{
    for (size_t e = t->first[c]; e < t->first[c + 1]; e++)
        if (t->times[e] > 1.0 || t->times[e] < 1.0)
            return false;
    return true;
}

static void update(const tacit_ipu *t, double *weight, size_t c)
{
    const double total = total_of(t, weight, c);
    if (!(total > 0.0))
        return;
    if (t->nearest && t->target[c] > 0.0 && !counts_once(t, c)) {
        project(t, weight, c);
        return;
    }
    const double ratio = t->target[c] / total;
    for (size_t e = t->first[c]; e < t->first[c + 1]; e++)
        weight[t->unit[e]] *= ratio;
}

tacit_ipu_end tacit_ipu_fit(const tacit_ipu *t, double *weight)
{
    tacit_ipu_end end = { 0 };
    for (; !end.converged && end.rounds < t->most_rounds; end.rounds++) {
        end.difference = 0.0;
        for (size_t c = 0; c < t->n; c++)
            update(t, weight, c);
        for (size_t c = 0; c < t->n; c++) {
            const double d = distance(total_of(t, weight, c), t->target[c]);
            if (d > end.difference) {
                end.difference = d;
                end.worst = c;
            }
        }
        end.converged = end.difference <= t->tolerance;
    }
    return end;
}

void tacit_systematic(const double *weight, size_t n, uint64_t size, tacit_rng *rng,
                      uint64_t *times)
{
    const double start = 1.0 - tacit_rng_uniform(rng); /* in [0, 1) */
    double all = 0.0, sum = 0.0;
    uint64_t before = 0;
    for (size_t i = 0; i < n; i++)
        all += weight[i];
    TACIT_ASSERT(all > 0.0);
    for (size_t i = 0; i < n; i++) {
        sum += weight[i];
        const bool last = i + 1 == n;
        const double at = floor(sum / all * (double)size + start);
        uint64_t upto = last || at > (double)size ? size : (uint64_t)at;
        if (upto < before)
            upto = before;
        times[i] = upto - before;
        before = upto;
    }
}
