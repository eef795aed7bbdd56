/*
 * own.h - one deconvolution: what is known, and what was estimated.
 */
#ifndef TACIT_PRIVACY_INFERENCE_DECONVOLUTION_OWN_H
#define TACIT_PRIVACY_INFERENCE_DECONVOLUTION_OWN_H

#include "privacy/inference/inference.h"
#include "stats/noisy/ems.h"

/* Positions of the parameters. */
enum tacit_deconvolution_arg {
    TACIT_DECONVOLUTION_COLUMN,
    TACIT_DECONVOLUTION_NOISE,
    TACIT_DECONVOLUTION_SCALE,
    TACIT_DECONVOLUTION_HOW,
    TACIT_DECONVOLUTION_QUANTILES,
    TACIT_DECONVOLUTION_LOWER,
    TACIT_DECONVOLUTION_UPPER,
    TACIT_DECONVOLUTION_RESAMPLES,
    TACIT_DECONVOLUTION_BINS,
    TACIT_DECONVOLUTION_ROUNDS,
    TACIT_DECONVOLUTION_BANDWIDTH
};

/* A distribution function, or one end of its interval, at the points. */
typedef struct tacit_deconvolution {
    tacit_error_law law;
    bool fourier;
    double *z; /* the released numbers, upwards */
    size_t n;
    tacit_noisy_grid cells, bins;
    size_t rounds, resamples;
    double least_variance;        /* of true numbers that released ones can tell from 0 */
    double bandwidth;             /* of Fourier inversion */
    double confidence;            /* of intervals */
    size_t points;                /* where the distribution function is estimated */
    const double *x;              /* points */
    double *below, *low, *high;   /* the distribution function there, and its interval */
    double *drawn;                /* the distribution function that resamples are drawn from */
    double *density;              /* points - 1, between them */
    size_t asked;                 /* quantiles */
    const double *p;              /* their probabilities */
    double *value, *least, *most; /* and their intervals */
} tacit_deconvolution;

/* Estimate the distribution function, density and quantiles of `d`, whose first part is filled. */
tacit_status tacit_deconvolution_estimate(tacit_ctx *cx, tacit_deconvolution *d);

/* The same again on resamples, for intervals; draws from `rng`. */
tacit_status tacit_deconvolution_resample(tacit_ctx *cx, const tacit_rng *rng,
                                          tacit_deconvolution *d);

#endif
