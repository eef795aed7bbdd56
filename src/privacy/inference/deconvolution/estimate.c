/*
 * estimate.c - the distribution function of a column without its noise, and how sure it is.
 *
 * By smoothed expectation-maximisation (stats/noisy/ems.c) the released numbers are counted in
 * cells and the distribution function is linear within bins; by Fourier inversion
 * (stats/noisy/inversion.c) it is found at 400 points, made monotone by its running maximum and cut
 * off to 0 ... 1.  Quantiles are found between points by straight lines.
 *
 * Intervals come from resamples that are estimated in the same way (Efron and Tibshirani 1993, An
 * introduction to the bootstrap).  With the figure d of the law that they are drawn from, the mean
 * m and the standard deviation s of their results, the interval reaches z s beyond the estimate t
 * and beyond t - (m - d), which is without the bias that shows in them.  By
 * expectation-maximisation numbers are drawn from the estimated law, with at least the variance
 * that could not be told from none, and its noise, so that the bias of smoothing shows; by
 * inversion from the released numbers, of which the middles of their cells are taken, at the same
 * bandwidth, so that it does not.  A resample has a stream of its own, so results do not depend on
 * threads.
 * O(resamples * (n + rounds * cells * bins)).
 */
#include <math.h>

#include "privacy/inference/deconvolution/own.h"
#include "stats/alias.h"
#include "stats/counts/wilson.h"
#include "stats/moments.h"
#include "stats/noisy/inversion.h"

/* Resamples between two looks at whether to stop. */
enum { WAVE = 16 };

/* To this part of its width a law is drawn together at most. */
static const double NARROWEST = 0.01;

/* The x at which the distribution function is p. */
static double quantile_of(const tacit_deconvolution *d, const double *below, double p)
{
    size_t k = 0;
    while (k < d->points && below[k] < p)
        k++;
    if (k == 0 || k == d->points)
        return d->x[k == 0 ? 0 : d->points - 1];
    const double part = (p - below[k - 1]) / (below[k] - below[k - 1]);
    return d->x[k - 1] + part * (d->x[k] - d->x[k - 1]);
}

/* ---- the two ways ---- */

/* What numbers that are spread evenly within parts of a range have on average. */
typedef struct spread {
    double mean, variance;
} spread;

static spread spread_of(const tacit_noisy_grid *g, const double *weight)
{
    const double width = tacit_noisy_grid_width(g);
    double n = 0.0, x = 0.0, xx = 0.0;
    for (size_t i = 0; i < g->n; i++) {
        const double middle = g->low + width * ((double)i + 0.5);
        n += weight[i];
        x += weight[i] * middle;
        xx += weight[i] * middle * middle;
    }
    return (spread){ x / n, fmax(xx / n - x / n * (x / n), 0.0) + width * width / 12.0 };
}

/* The share of values up to `x` by shares of bins. */
static double share_below(const tacit_noisy_grid *bins, const double *share, double x)
{
    const double at =
        fmin(fmax((x - bins->low) / tacit_noisy_grid_width(bins), 0.0), (double)bins->n);
    double below = 0.0;
    size_t b = 0;
    for (; b < bins->n && (double)(b + 1) <= at; b++)
        below += share[b];
    return fmin(b < bins->n ? below + (at - (double)b) * share[b] : below, 1.0);
}

/* The distribution function by shares of bins.  Smoothing widens the law, the more the wider bins
 * are beside it: it is drawn together about its mean to the variance of the released numbers less
 * that of the noise, or to `least`, but never spread. */
static void add_up_shares(const tacit_deconvolution *d, const double *count, const double *share,
                          double least, double *below)
{
    const spread smoothed = spread_of(&d->bins, share), released = spread_of(&d->cells, count);
    const double known = fmax(released.variance - tacit_error_variance(d->law), least);
    const double by = fmax(fmin(sqrt(known / smoothed.variance), 1.0), NARROWEST);
    for (size_t k = 0; k < d->points; k++)
        below[k] = share_below(&d->bins, share, smoothed.mean + (d->x[k] - smoothed.mean) / by);
}

static void invert(const tacit_deconvolution *d, const tacit_noisy *noisy, double *below)
{
    tacit_inversion v;
    double most = 0.0;
    tacit_inversion_of(noisy, d->law, d->bandwidth, &v);
    for (size_t k = 0; k < d->points; k++) {
        most = fmin(fmax(tacit_inversion_below(&v, d->x[k]), most), 1.0);
        below[k] = most;
    }
}

static void count_cells(const tacit_deconvolution *d, double *count)
{
    for (size_t i = 0; i < d->n; i++)
        count[tacit_noisy_grid_find(&d->cells, d->z[i])] += 1.0;
}

/* ---- once ---- */

static tacit_status make_room(tacit_ctx *cx, tacit_deconvolution *d)
{
    double *x = NULL;
    TACIT_TRY(tacit_scratch(cx, d->points, sizeof *x, &x));
    TACIT_TRY(tacit_scratch(cx, d->points, sizeof *d->below, &d->below));
    TACIT_TRY(tacit_scratch(cx, d->points, sizeof *d->drawn, &d->drawn));
    TACIT_TRY(tacit_scratch(cx, d->points, sizeof *d->low, &d->low));
    TACIT_TRY(tacit_scratch(cx, d->points, sizeof *d->high, &d->high));
    TACIT_TRY(tacit_scratch(cx, d->points, sizeof *d->density, &d->density));
    TACIT_TRY(tacit_scratch(cx, d->asked, sizeof *d->value, &d->value));
    TACIT_TRY(tacit_scratch(cx, d->asked, sizeof *d->least, &d->least));
    TACIT_TRY(tacit_scratch(cx, d->asked, sizeof *d->most, &d->most));
    for (size_t k = 0; k < d->points; k++)
        x[k] = d->bins.low + (d->bins.high - d->bins.low) * (double)k / (double)(d->points - 1);
    d->x = x;
    return TACIT_OK;
}

/* Fail if no released number, and warn if not every one, can have come from within the bounds. */
static tacit_status check_cells(tacit_ctx *cx, const tacit_ems *e, const double *count)
{
    double far = 0.0, all = 0.0;
    for (size_t c = 0; c < e->cells.n; c++) {
        double odds = 0.0;
        for (size_t b = 0; b < e->bins.n; b++)
            odds += e->odds[c * e->bins.n + b];
        far += odds > 0.0 ? 0.0 : count[c];
        all += count[c];
    }
    if (!(far < all))
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "deconvolution: with this noise no released value can come from between "
                          "'lower' and 'upper'.");
    if (far > 0.0)
        tacit_warn(cx,
                   "deconvolution: %.0f released values are too far out for this noise and these "
                   "bounds, and are left out.",
                   far);
    return TACIT_OK;
}

static tacit_status solve_once(tacit_ctx *cx, tacit_deconvolution *d)
{
    double *count = NULL, *share = NULL, *room = NULL;
    tacit_ems e;
    TACIT_TRY(tacit_ems_new(cx, d->law, &d->cells, &d->bins, &e));
    TACIT_TRY(tacit_scratch(cx, d->cells.n, sizeof *count, &count));
    TACIT_TRY(tacit_scratch(cx, d->bins.n, sizeof *share, &share));
    TACIT_TRY(tacit_scratch(cx, tacit_ems_room(&e), sizeof *room, &room));
    count_cells(d, count);
    TACIT_TRY(check_cells(cx, &e, count));
    tacit_ems_solve(&e, count, d->rounds, room, share);
    add_up_shares(d, count, share, 0.0, d->below);
    add_up_shares(d, count, share, d->least_variance, d->drawn);
    return TACIT_OK;
}

tacit_status tacit_deconvolution_estimate(tacit_ctx *cx, tacit_deconvolution *d)
{
    TACIT_TRY(make_room(cx, d));
    if (d->fourier)
        invert(d, &(tacit_noisy){ .z = d->z, .n = d->n }, d->drawn = d->below);
    else
        TACIT_TRY(solve_once(cx, d));
    for (size_t k = 0; k + 1 < d->points; k++)
        d->density[k] = (d->below[k + 1] - d->below[k]) / (d->x[k + 1] - d->x[k]);
    for (size_t q = 0; q < d->asked; q++)
        d->value[q] = quantile_of(d, d->below, d->p[q]);
    return TACIT_OK;
}

/* ---- again ---- */

/* Resamples on their way; each has rows of its own in the arrays. */
typedef struct resamples {
    const tacit_deconvolution *d;
    const tacit_rng *rng;
    tacit_ems ems;
    tacit_alias law;      /* of the cells, to draw from */
    const double *middle; /* of each cell */
    double *count, *share, *room, *below;
} resamples;

/* The law of the cells: as estimated, or as released. */
static tacit_status find_law(tacit_ctx *cx, resamples *r)
{
    const tacit_deconvolution *d = r->d;
    double *odds = NULL;
    TACIT_TRY(tacit_scratch(cx, d->cells.n, sizeof *odds, &odds));
    if (d->fourier)
        count_cells(d, odds);
    for (size_t c = 0; c < d->cells.n && !d->fourier; c++)
        for (size_t b = 0; b < d->bins.n; b++)
            odds[c] += r->ems.odds[c * d->bins.n + b] * (d->drawn[b + 1] - d->drawn[b]);
    return tacit_alias_new(cx, odds, d->cells.n, &r->law);
}

static tacit_status begin(tacit_ctx *cx, resamples *r)
{
    const tacit_deconvolution *d = r->d;
    double *middle = NULL;
    if (!d->fourier)
        TACIT_TRY(tacit_ems_new(cx, d->law, &d->cells, &d->bins, &r->ems));
    TACIT_TRY(tacit_scratch(cx, d->cells.n, sizeof *middle, &middle));
    TACIT_TRY(tacit_scratch(cx, d->resamples * d->points, sizeof *r->below, &r->below));
    TACIT_TRY(tacit_scratch(cx, WAVE * d->cells.n, sizeof *r->count, &r->count));
    TACIT_TRY(tacit_scratch(cx, WAVE * d->bins.n, sizeof *r->share, &r->share));
    TACIT_TRY(tacit_scratch(cx, WAVE * d->bins.n, sizeof *r->room, &r->room));
    for (size_t c = 0; c < d->cells.n; c++)
        middle[c] = d->cells.low + tacit_noisy_grid_width(&d->cells) * ((double)c + 0.5);
    r->middle = middle;
    return find_law(cx, r);
}

/* Resample number `b`, in place `w` of its wave. */
static void resample_one(const resamples *r, size_t b, size_t w)
{
    const tacit_deconvolution *d = r->d;
    tacit_rng rng = tacit_rng_fork_number(r->rng, b);
    double *count = r->count + w * d->cells.n, *share = r->share + w * d->bins.n;
    for (size_t c = 0; c < d->cells.n; c++)
        count[c] = 0.0;
    for (size_t i = 0; i < d->n; i++)
        count[tacit_alias_draw(&r->law, &rng)] += 1.0;
    if (d->fourier) {
        const tacit_noisy noisy = { .z = r->middle, .count = count, .n = d->cells.n };
        invert(d, &noisy, r->below + b * d->points);
        return;
    }
    tacit_ems_solve(&r->ems, count, d->rounds, r->room + w * d->bins.n, share);
    add_up_shares(d, count, share, 0.0, r->below + b * d->points);
}

/* The interval of `estimate`, within `least` and `most`. */
typedef struct interval {
    double estimate, of_drawn, least, most;
    double *low, *high;
} interval;

static void take_interval(const tacit_deconvolution *d, const double *sample, const interval *i)
{
    const tacit_moments m = tacit_moments_of(sample, d->resamples);
    const double by = tacit_normal_quantile(0.5 + 0.5 * d->confidence) * m.sd;
    const double corrected = i->estimate + i->of_drawn - m.mean;
    *i->low = fmin(fmax(fmin(i->estimate, corrected) - by, i->least), i->most);
    *i->high = fmin(fmax(fmax(i->estimate, corrected) + by, i->least), i->most);
}

static tacit_status take_intervals(tacit_ctx *cx, const resamples *r, tacit_deconvolution *d)
{
    double *sample = NULL;
    TACIT_TRY(tacit_scratch(cx, d->resamples, sizeof *sample, &sample));
    for (size_t k = 0; k < d->points; k++) {
        const interval at = { d->below[k], d->drawn[k], 0.0, 1.0, &d->low[k], &d->high[k] };
        for (size_t b = 0; b < d->resamples; b++)
            sample[b] = r->below[b * d->points + k];
        take_interval(d, sample, &at);
    }
    for (size_t q = 0; q < d->asked; q++) {
        const interval at = { d->value[q],  quantile_of(d, d->drawn, d->p[q]),
                              d->bins.low,  d->bins.high,
                              &d->least[q], &d->most[q] };
        for (size_t b = 0; b < d->resamples; b++)
            sample[b] = quantile_of(d, r->below + b * d->points, d->p[q]);
        take_interval(d, sample, &at);
    }
    return TACIT_OK;
}

tacit_status tacit_deconvolution_resample(tacit_ctx *cx, const tacit_rng *rng,
                                          tacit_deconvolution *d)
{
    resamples r = { .d = d, .rng = rng };
    tacit_stage(cx, "Resampling");
    TACIT_TRY(begin(cx, &r));
    for (size_t from = 0; from < d->resamples; from += WAVE) {
        const size_t end = d->resamples - from < WAVE ? d->resamples : from + WAVE;
        TACIT_TRY(tacit_tick(cx, from, d->resamples));
#pragma omp parallel for schedule(dynamic)
        for (size_t b = from; b < end; b++)
            resample_one(&r, b, b - from);
    }
    return take_intervals(cx, &r, d);
}
