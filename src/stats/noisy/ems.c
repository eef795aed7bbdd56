/*
 * ems.c - the law of numbers that were released with noise, by smoothed expectation-maximisation.
 *
 * Released is Z = X + Y with the law of Y known.  X has an unknown share p_b in each bin and is
 * uniform within it, so that P(Z in cell c | X in bin b) = A_cb exactly, by second differences of
 * the integral of Y's distribution function.  A round is
 *
 *   p_b <- p_b sum_c n_c A_cb / (A p)_c / n,      then      p <- (p_(b-1) + 2 p_b + p_(b+1)) / 4
 *
 * with the ends reflected: expectation-maximisation of the likelihood of the counts, smoothed
 * (Silverman, Jones, Wilson and Nychka 1990, A smoothed EM approach to indirect estimation
 * problems).  Without the smoothing the most likely law is a few spikes.  Shares are never negative
 * and keep to the bins, so a bounded support is a range of bins.  Cells that no bin can have given
 * are left out.
 */
#include "stats/noisy/ems.h"

#include <math.h>
#include <string.h>

/* Second differences below this are rounding. */
static const double LEAST = 1e-14;

/* Rounds end when no share changes by more. */
static const double SETTLED = 1e-12;

double tacit_noisy_grid_width(const tacit_noisy_grid *g)
{
    return (g->high - g->low) / (double)g->n;
}

size_t tacit_noisy_grid_find(const tacit_noisy_grid *g, double x)
{
    const double at = (x - g->low) / tacit_noisy_grid_width(g);
    const size_t last = g->n - 1;
    return !(at > 0.0) ? 0 : at >= (double)last ? last : (size_t)at;
}

/* The probability that a number in bin `b` is released in cell `c`. */
static double odds_of(tacit_error_law law, const tacit_noisy_grid *cells, size_t c,
                      const tacit_noisy_grid *bins, size_t b)
{
    const double w = tacit_noisy_grid_width(bins), v = tacit_noisy_grid_width(cells);
    const double from = cells->low + (double)c * v - bins->low - (double)b * w;
    const double odds =
        (tacit_error_integral(law, from + v) - tacit_error_integral(law, from) -
         tacit_error_integral(law, from + v - w) + tacit_error_integral(law, from - w)) /
        w;
    return odds > LEAST ? odds : 0.0;
}

tacit_status tacit_ems_new(tacit_ctx *cx, tacit_error_law law, const tacit_noisy_grid *cells,
                           const tacit_noisy_grid *bins, tacit_ems *out)
{
    double *odds = NULL;
    TACIT_ASSERT(law.scale > 0.0 && cells->n > 0 && bins->n > 1);
    TACIT_TRY(tacit_scratch(cx, cells->n * bins->n, sizeof *odds, &odds));
    for (size_t c = 0; c < cells->n; c++)
        for (size_t b = 0; b < bins->n; b++)
            odds[c * bins->n + b] = odds_of(law, cells, c, bins, b);
    *out = (tacit_ems){ .cells = *cells, .bins = *bins, .odds = odds };
    return TACIT_OK;
}

size_t tacit_ems_room(const tacit_ems *e)
{
    return e->bins.n;
}

/* Add to `factor` what the `count` numbers of a cell say of each bin; how many had a bin. */
static double take_cell(const double *odds, size_t bins, double count, const double *share,
                        double *factor)
{
    double sum = 0.0;
    for (size_t b = 0; b < bins; b++)
        sum += odds[b] * share[b];
    if (!(sum > 0.0))
        return 0.0;
    const double each = count / sum;
    for (size_t b = 0; b < bins; b++)
        factor[b] += each * odds[b];
    return count;
}

/* Smooth `p` into `share`; returns the greatest change of a share. */
static double smooth(const double *p, size_t n, double *share)
{
    double moved = 0.0;
    for (size_t b = 0; b < n; b++) {
        const double before = p[b > 0 ? b - 1 : 0], after = p[b + 1 < n ? b + 1 : b];
        const double next = 0.25 * before + 0.5 * p[b] + 0.25 * after;
        moved = fmax(moved, fabs(next - share[b]));
        share[b] = next;
    }
    return moved;
}

void tacit_ems_solve(const tacit_ems *e, const double *count, size_t rounds, double *room,
                     double *share)
{
    const size_t n = e->bins.n;
    double moved = 1.0;
    for (size_t b = 0; b < n; b++)
        share[b] = 1.0 / (double)n;
    for (size_t round = 0; round < rounds && moved > SETTLED; round++) {
        double told = 0.0;
        memset(room, 0, n * sizeof *room);
        for (size_t c = 0; c < e->cells.n; c++)
            if (count[c] > 0.0)
                told += take_cell(e->odds + c * n, n, count[c], share, room);
        if (!(told > 0.0))
            return;
        for (size_t b = 0; b < n; b++)
            room[b] *= share[b] / told;
        moved = smooth(room, n, share);
    }
}
