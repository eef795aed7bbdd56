/*
 * ipu.c - iterative proportional updating (Ye, Konduri, Pendyala, Sana and Waddell 2009, A
 * methodology to match distributions of both household and person attributes in the generation of
 * synthetic populations), and systematic sampling (Madow 1949).
 *
 * For each total in turn, w_i <- w_i * target / sum_i w_i d_i for the units i that count for it
 * (d_i > 0).  A round is one turn of all totals; the end is judged after a round, on all of them.
 * A target of 0 takes its units away.  Units that no total counts keep their weight.
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

static void update(const tacit_ipu *t, double *weight, size_t c)
{
    const double total = total_of(t, weight, c);
    if (!(total > 0.0))
        return;
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
