/*
 * own.h - the inside of the method noise, for method/noise*.c alone.
 */
#ifndef TACIT_MICRO_METHOD_NOISE_OWN_H
#define TACIT_MICRO_METHOD_NOISE_OWN_H

#include "micro/method/method.h"

typedef enum tacit_noise_kind {
    TACIT_NOISE_ADDITIVE = 0,
    TACIT_NOISE_MULTIPLICATIVE,
    TACIT_NOISE_CORRELATED,
    TACIT_NOISE_RESTRICTED,
    TACIT_NOISE_OUTLIER_AWARE
} tacit_noise_kind;

typedef enum tacit_noise_law {
    TACIT_NOISE_NORMAL = 0,
    TACIT_NOISE_UNIFORM,
    TACIT_NOISE_LAPLACE,
    TACIT_NOISE_LOGNORMAL
} tacit_noise_law;

/* What was asked. */
typedef struct tacit_noise {
    tacit_noise_kind kind;
    tacit_noise_law law;
    double scale;
    bool restore;
} tacit_noise;

/* Names of the laws that add, and of those and the one that only multiplies; end with NULL. */
extern const char *const TACIT_NOISE_ADDING_LAWS[], *const TACIT_NOISE_LAWS[];

/* One draw with mean 0 and standard deviation 1 from a law that adds. */
double tacit_noise_draw(tacit_rng *rng, tacit_noise_law law);

/* How far from 0 such a draw can be. */
double tacit_noise_farthest(tacit_noise_law law);

/* What is done to the values of a column, or of one stratum of it. */
typedef struct tacit_noise_plan {
    double mean, sd, pull;
} tacit_noise_plan;

/* Find out what is to be done to column `j` without strata, and tell what is special. */
tacit_status tacit_noise_plan_column(tacit_ctx *cx, const tacit_job *job, const tacit_noise *noise,
                                     size_t j, tacit_noise_plan *out);

/* Do it to the rows of a stretch. */
tacit_status tacit_noise_apply(tacit_ctx *cx, const tacit_noise *noise,
                               const tacit_noise_plan *plan, const tacit_stretch *at, size_t j,
                               tacit_table *t);

/* Mask column `j` by itself, within strata: additive and multiplicative noise. */
tacit_status tacit_noise_column(tacit_ctx *cx, const tacit_job *job, const tacit_noise *noise,
                                size_t j, tacit_table *out);

/* Mask all columns together, within strata: correlated, restricted and outlier-aware noise. */
tacit_status tacit_noise_jointly(tacit_ctx *cx, const tacit_job *job, const tacit_noise *noise,
                                 tacit_table *out);

#endif
