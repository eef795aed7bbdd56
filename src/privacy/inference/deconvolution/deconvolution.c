/*
 * deconvolution.c - the law of a column that was released with additive noise.
 *
 * Released is Z = X + Y; the law of the noise Y is published.  Estimated are the density,
 * distribution function and quantiles of X (the setting of Ghatak and Roy 2018), by smoothed
 * expectation-maximisation or by Fourier inversion, with intervals by resampling (estimate.c).
 * The mean of X is that of Z, and its variance that of Z less that of Y.
 *
 * Missing values are left out.  Noise must be independent of the values and of the same law for
 * all; a column that was rounded, cut off or masked otherwise after that does not fit.
 */
#include "privacy/inference/deconvolution/own.h"

#include <math.h>
#include <string.h>

#include "base/sort.h"
#include "stats/moments.h"
#include "stats/noisy/inversion.h"
#include "stats/quantile.h"

static const char *const NOISES[] = { "normal", "laplace", "uniform", NULL };
static const char *const HOWS[] = { "ems", "fourier", NULL };
static const double USUAL[] = { 0.1, 0.25, 0.5, 0.75, 0.9 };

/* Cells of released numbers for each bin of true ones; points of Fourier inversion; points of a
 * picture. */
enum { FINER = 5, FOURIER_POINTS = 400, SHOWN = 80 };

/* Standard deviations from the mean beyond which at most 1/64 of any law can lie (Chebyshev). */
static const double FARTHEST = 8.0;

static tacit_status check(tacit_ctx *cx, const tacit_args *args)
{
    const bool fourier = tacit_arg_choice(args, TACIT_DECONVOLUTION_HOW) == 1;
    if (fourier && tacit_arg_choice(args, TACIT_DECONVOLUTION_NOISE) == TACIT_ERROR_UNIFORM)
        return tacit_fail(
            cx, TACIT_ERR_INPUT,
            "deconvolution: the transform of uniform noise has zeros, so it cannot be "
            "inverted; use 'how: ems'.");
    if (!fourier && tacit_arg_given(args, TACIT_DECONVOLUTION_BANDWIDTH))
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "deconvolution: 'bandwidth' belongs to 'how: fourier'.");
    if (tacit_arg_given(args, TACIT_DECONVOLUTION_LOWER) &&
        tacit_arg_given(args, TACIT_DECONVOLUTION_UPPER) &&
        tacit_arg_real(args, TACIT_DECONVOLUTION_LOWER) >=
            tacit_arg_real(args, TACIT_DECONVOLUTION_UPPER))
        return tacit_fail(cx, TACIT_ERR_INPUT, "deconvolution: 'lower' must be less than 'upper'.");
    return TACIT_OK;
}

/* ---- what is known ---- */

/* How far from the mean true numbers are looked for: FARTHEST standard deviations, by a variance
 * that is two of its standard errors above its estimate (of squares about the mean, so for any
 * law).  If noise is wide the released numbers reach much farther, and bins of their range would be
 * wider than all true numbers. */
static double find_reach(tacit_deconvolution *d, double mean)
{
    double square = 0.0, fourth = 0.0;
    for (size_t i = 0; i < d->n; i++) {
        const double away = (d->z[i] - mean) * (d->z[i] - mean);
        square += away / (double)d->n;
        fourth += away * away / (double)d->n;
    }
    const double error = sqrt(fmax(fourth - square * square, 0.0) / (double)d->n);
    const double most = square - tacit_error_variance(d->law) + 2.0 * error;
    d->least_variance = error;
    return FARTHEST * sqrt(fmax(most, error));
}

/* The range of the true numbers: as far as they are looked for, or the bounds. */
static tacit_status find_bins(tacit_ctx *cx, const tacit_args *args, tacit_deconvolution *d)
{
    const double mean = tacit_moments_of(d->z, d->n).mean, reach = find_reach(d, mean);
    d->bins = (tacit_noisy_grid){ .low = fmax(d->z[0], mean - reach),
                                  .high = fmin(d->z[d->n - 1], mean + reach),
                                  .n = (size_t)tacit_arg_integer(args, TACIT_DECONVOLUTION_BINS) };
    if (tacit_arg_given(args, TACIT_DECONVOLUTION_LOWER))
        d->bins.low = tacit_arg_real(args, TACIT_DECONVOLUTION_LOWER);
    if (tacit_arg_given(args, TACIT_DECONVOLUTION_UPPER))
        d->bins.high = tacit_arg_real(args, TACIT_DECONVOLUTION_UPPER);
    if (!(d->bins.low < d->bins.high))
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "deconvolution: 'lower' and 'upper' leave no range: all values that were "
                          "released lie beyond one of them.");
    if (!d->fourier && tacit_noisy_grid_width(&d->bins) > sqrt(tacit_error_variance(d->law)))
        tacit_warn(cx, "deconvolution: a bin is wider than the noise; more 'bins', or bounds by "
                       "'lower' and 'upper', would show more.");
    return TACIT_OK;
}

static tacit_status load(tacit_ctx *cx, const tacit_infer_job *job, tacit_deconvolution *d)
{
    const tacit_args *args = job->args;
    const tacit_column *c = tacit_infer_column(job, TACIT_DECONVOLUTION_COLUMN);
    const tacit_value *asked = &args->at[TACIT_DECONVOLUTION_QUANTILES];
    TACIT_TRY(tacit_infer_numbers(cx, "deconvolution", c));
    TACIT_TRY(tacit_column_present(cx, c, &d->z, &d->n));
    TACIT_TRY(tacit_sort_reals(cx, d->z, d->n));
    if (d->n < 2 || !(d->z[0] < d->z[d->n - 1]))
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "deconvolution: column '%s' needs at least two different values.",
                          tacit_column_name(c));
    d->law.kind = (tacit_error_kind)tacit_arg_choice(args, TACIT_DECONVOLUTION_NOISE);
    d->law.scale = tacit_arg_real(args, TACIT_DECONVOLUTION_SCALE);
    d->fourier = tacit_arg_choice(args, TACIT_DECONVOLUTION_HOW) == 1;
    d->rounds = (size_t)tacit_arg_integer(args, TACIT_DECONVOLUTION_ROUNDS);
    d->resamples = (size_t)tacit_arg_integer(args, TACIT_DECONVOLUTION_RESAMPLES);
    d->confidence = job->confidence;
    d->asked = asked->n > 0 ? asked->n : sizeof USUAL / sizeof USUAL[0];
    d->p = asked->n > 0 ? asked->reals : USUAL;
    TACIT_TRY(find_bins(cx, args, d));
    d->cells = (tacit_noisy_grid){ .low = d->z[0], .high = d->z[d->n - 1], .n = FINER * d->bins.n };
    d->points = d->fourier ? FOURIER_POINTS : d->bins.n + 1;
    return TACIT_OK;
}

/* ---- what is told ---- */

static tacit_status tell_moments(tacit_ctx *cx, const tacit_deconvolution *d, tacit_result *r)
{
    const tacit_moments m = tacit_moments_of(d->z, d->n);
    const double noise = tacit_error_variance(d->law), own = m.sd * m.sd - noise;
    TACIT_TRY(tacit_result_figure(cx, r, "numbers", "Released numbers", (double)d->n,
                                  TACIT_UNIT_COUNT, "values that are present"));
    TACIT_TRY(tacit_result_figure(cx, r, "mean", "Mean", m.mean, TACIT_UNIT_NUMBER,
                                  "of the released numbers, which noise of mean 0 does not move"));
    TACIT_TRY(tacit_result_figure(cx, r, "released_sd", "Standard deviation as released", m.sd,
                                  TACIT_UNIT_NUMBER, "with the noise"));
    TACIT_TRY(tacit_result_figure(cx, r, "sd", "Standard deviation without the noise",
                                  own > 0.0 ? sqrt(own) : 0.0, TACIT_UNIT_NUMBER,
                                  "root of the variance as released less that of the noise"));
    if (d->fourier)
        TACIT_TRY(tacit_result_figure(cx, r, "bandwidth", "Bandwidth", d->bandwidth,
                                      TACIT_UNIT_NUMBER, "frequencies up to one over it count"));
    if (own > 0.0)
        return TACIT_OK;
    return tacit_result_note(cx, r,
                             "The released numbers vary less than the noise alone would: it is not "
                             "what it was said to be, or hides all there is.");
}

static tacit_status tell_quantiles(tacit_ctx *cx, const tacit_deconvolution *d, tacit_result *r)
{
    static const char *const heads[] = { "Probability", "As released", "Without the noise", "From",
                                         "To" };
    json_t *table = NULL;
    TACIT_TRY(tacit_result_table(cx, r, "quantiles", "Quantiles", 5, heads, &table));
    for (size_t q = 0; q < d->asked; q++)
        TACIT_TRY(tacit_result_row(cx, table, "[f,f,f,o,o]", d->p[q],
                                   tacit_quantile(d->z, d->n, d->p[q]), d->value[q],
                                   tacit_infer_number(d->resamples > 0 ? d->least[q] : NAN),
                                   tacit_infer_number(d->resamples > 0 ? d->most[q] : NAN)));
    return TACIT_OK;
}

/* The share of the released numbers up to x. */
static double released_below(const tacit_deconvolution *d, double x)
{
    size_t from = 0, to = d->n;
    while (from < to) {
        const size_t middle = from + (to - from) / 2;
        if (d->z[middle] <= x)
            from = middle + 1;
        else
            to = middle;
    }
    return (double)from / (double)d->n;
}

/* A curve at every `step`-th point. */
static tacit_status add_curve(tacit_ctx *cx, json_t *chart, const char *name, const double *y,
                              size_t n, size_t step)
{
    double some[SHOWN + 1];
    size_t m = 0;
    for (size_t k = 0; k < n && m <= SHOWN; k += step)
        some[m++] = y[k];
    return tacit_result_series(cx, chart, name, some, m);
}

static tacit_status draw_below(tacit_ctx *cx, const tacit_deconvolution *d, size_t step,
                               tacit_result *r)
{
    json_t *chart = NULL;
    double *released = NULL;
    TACIT_TRY(tacit_scratch(cx, d->points, sizeof *released, &released));
    TACIT_TRY(tacit_result_chart(cx, r, "distribution", "Distribution function", TACIT_CHART_LINES,
                                 &chart));
    TACIT_TRY(tacit_result_axes(cx, chart, "value", "share of values up to it"));
    for (size_t k = 0; k < d->points; k++)
        released[k] = released_below(d, d->x[k]);
    for (size_t k = 0; k < d->points; k += step)
        TACIT_TRY(tacit_infer_place(cx, chart, d->x[k]));
    TACIT_TRY(add_curve(cx, chart, "as released", released, d->points, step));
    TACIT_TRY(add_curve(cx, chart, "without the noise", d->below, d->points, step));
    if (d->resamples == 0)
        return TACIT_OK;
    TACIT_TRY(add_curve(cx, chart, "from", d->low, d->points, step));
    return add_curve(cx, chart, "to", d->high, d->points, step);
}

static tacit_status draw_density(tacit_ctx *cx, const tacit_deconvolution *d, size_t step,
                                 tacit_result *r)
{
    double released[SHOWN + 1], own[SHOWN + 1];
    json_t *chart = NULL;
    size_t m = 0;
    TACIT_TRY(tacit_result_chart(cx, r, "density", "Density", TACIT_CHART_LINES, &chart));
    TACIT_TRY(tacit_result_axes(cx, chart, "value", "density"));
    for (size_t k = 0; k + step < d->points && m <= SHOWN; k += step) {
        const double wide = d->x[k + step] - d->x[k];
        TACIT_TRY(tacit_infer_place(cx, chart, 0.5 * (d->x[k] + d->x[k + step])));
        own[m] = (d->below[k + step] - d->below[k]) / wide;
        released[m++] = (released_below(d, d->x[k + step]) - released_below(d, d->x[k])) / wide;
    }
    TACIT_TRY(tacit_result_series(cx, chart, "as released", released, m));
    return tacit_result_series(cx, chart, "without the noise", own, m);
}

static tacit_status infer(tacit_ctx *cx, const tacit_infer_job *job, tacit_result *r)
{
    tacit_deconvolution d = { 0 };
    TACIT_TRY(load(cx, job, &d));
    const double sd = tacit_moments_of(d.z, d.n).sd;
    d.bandwidth = tacit_arg_given(job->args, TACIT_DECONVOLUTION_BANDWIDTH)
                      ? tacit_arg_real(job->args, TACIT_DECONVOLUTION_BANDWIDTH)
                      : tacit_inversion_bandwidth(sd * sd, (double)d.n, d.law);
    TACIT_TRY(tacit_deconvolution_estimate(cx, &d));
    if (d.resamples > 0)
        TACIT_TRY(tacit_deconvolution_resample(cx, &job->rng, &d));
    const size_t step = (d.points - 1 + SHOWN - 1) / SHOWN;
    TACIT_TRY(tell_moments(cx, &d, r));
    TACIT_TRY(tell_quantiles(cx, &d, r));
    TACIT_TRY(draw_density(cx, &d, step, r));
    TACIT_TRY(draw_below(cx, &d, step, r));
    return tacit_result_note(cx, r,
                             d.fourier
                                 ? "Intervals say how far the estimate varies with the sample "
                                   "and its noise, not how far its smoothing is off."
                                 : "Intervals say how far the estimate varies with the sample "
                                   "and its noise; the error of its smoothing is taken out as "
                                   "far as it shows in resamples.");
}

static const tacit_param PARAMS[] = {
    [TACIT_DECONVOLUTION_COLUMN] = { .name = "column",
                                     .type = TACIT_PARAM_COLUMN,
                                     .need = TACIT_REQUIRED,
                                     .help = "the column that noise was added to" },
    [TACIT_DECONVOLUTION_NOISE] = { .name = "noise",
                                    .type = TACIT_PARAM_CHOICE,
                                    .importance = TACIT_FIRST,
                                    .choices = NOISES,
                                    .help = "the law of the noise" },
    [TACIT_DECONVOLUTION_SCALE] = { .name = "scale",
                                    .type = TACIT_PARAM_REAL,
                                    .need = TACIT_REQUIRED,
                                    .min = 1e-12,
                                    .max = 1e15,
                                    TACIT_USEFUL_LOG(0.01, 1e4, NULL),
                                    .help = "of the noise: the standard deviation of normal noise, "
                                            "b of Laplace noise, a of uniform noise from -a to a" },
    [TACIT_DECONVOLUTION_HOW] = { .name = "how",
                                  .type = TACIT_PARAM_CHOICE,
                                  .choices = HOWS,
                                  .help = "smoothed expectation-maximisation, or Fourier "
                                          "inversion" },
    [TACIT_DECONVOLUTION_QUANTILES] = { .name = "quantiles",
                                        .type = TACIT_PARAM_REALS,
                                        .need = TACIT_OPTIONAL,
                                        .max = 1,
                                        .help = "probabilities of the quantiles to estimate; 0.1, "
                                                "0.25, 0.5, 0.75 and 0.9 if not given" },
    [TACIT_DECONVOLUTION_LOWER] = { .name = "lower",
                                    .type = TACIT_PARAM_REAL,
                                    .need = TACIT_OPTIONAL,
                                    .min = -1e15,
                                    .max = 1e15,
                                    TACIT_USEFUL(-1000, 1000, NULL),
                                    .help = "no true value is below it" },
    [TACIT_DECONVOLUTION_UPPER] = { .name = "upper",
                                    .type = TACIT_PARAM_REAL,
                                    .need = TACIT_OPTIONAL,
                                    .min = -1e15,
                                    .max = 1e15,
                                    TACIT_USEFUL(-1000, 1000, NULL),
                                    .help = "no true value is above it" },
    [TACIT_DECONVOLUTION_RESAMPLES] = { .name = "resamples",
                                        .type = TACIT_PARAM_INTEGER,
                                        .preset = 200,
                                        .max = 10000,
                                        TACIT_USEFUL(0, 1000, "resamples"),
                                        .help = "for intervals; none are told with 0" },
    [TACIT_DECONVOLUTION_BINS] = { .name = "bins",
                                   .type = TACIT_PARAM_INTEGER,
                                   .preset = 80,
                                   .min = 2,
                                   .max = 1000,
                                   TACIT_USEFUL(20, 400, "bins"),
                                   .importance = TACIT_ADVANCED,
                                   .help = "of true values, for ems" },
    [TACIT_DECONVOLUTION_ROUNDS] = { .name = "rounds",
                                     .type = TACIT_PARAM_INTEGER,
                                     .preset = 200,
                                     .min = 1,
                                     .max = 100000,
                                     TACIT_USEFUL_LOG(10, 1000, "rounds"),
                                     .importance = TACIT_ADVANCED,
                                     .help = "of expectation-maximisation at most" },
    [TACIT_DECONVOLUTION_BANDWIDTH] = { .name = "bandwidth",
                                        .type = TACIT_PARAM_REAL,
                                        .need = TACIT_OPTIONAL,
                                        .min = 1e-12,
                                        .max = 1e15,
                                        TACIT_USEFUL_LOG(0.01, 1e4, NULL),
                                        .importance = TACIT_ADVANCED,
                                        .help = "of fourier; by default the best one for normal "
                                                "values" },
    TACIT_PARAM_END
};

const tacit_inference tacit_inference_deconvolution = {
    .about = { .name = "deconvolution",
               .title = "Deconvolution of additive noise",
               .summary = "Estimates density, distribution function and quantiles of a column "
                          "without its noise.",
               .source = "Ghatak and Roy (2018), Estimation of true quantiles from quantitative "
                         "data obfuscated with additive noise; Silverman, Jones, Wilson and Nychka "
                         "(1990), A smoothed EM approach to indirect estimation problems",
               .params = PARAMS },
    .check = check,
    .infer = infer,
};
