/*
 * error_law.h - laws of noise that was added to released numbers: normal, Laplace, uniform.
 */
#ifndef TACIT_STATS_NOISY_ERROR_LAW_H
#define TACIT_STATS_NOISY_ERROR_LAW_H

typedef enum tacit_error_kind {
    TACIT_ERROR_NORMAL = 0, /* scale is the standard deviation */
    TACIT_ERROR_LAPLACE,    /* scale is b of the density exp(-|y|/b) / 2b */
    TACIT_ERROR_UNIFORM     /* scale is a of the range -a ... a */
} tacit_error_kind;

/* Noise of mean 0; `scale` > 0. */
typedef struct tacit_error_law {
    tacit_error_kind kind;
    double scale;
} tacit_error_law;

/* The variance of the noise. */
double tacit_error_variance(tacit_error_law law);

/* Its characteristic function at t, which is real. */
double tacit_error_transform(tacit_error_law law, double t);

/* The integral of its distribution function from minus infinity to u. */
double tacit_error_integral(tacit_error_law law, double u);

#endif
