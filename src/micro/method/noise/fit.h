/*
 * fit.h - how the noise of several columns together is made from normal draws.
 */
#ifndef TACIT_MICRO_METHOD_NOISE_FIT_H
#define TACIT_MICRO_METHOD_NOISE_FIT_H

#include "micro/method/noise/own.h"

/* Columns that can be masked together. */
enum { TACIT_NOISE_COLUMNS = 256 };

/* Complete records of a stratum. */
typedef struct tacit_noise_records {
    size_t n, p;
    const size_t *row; /* rows of the table; NULL for all */
    double *const *y;  /* the columns of the table */
    double *x;         /* the same row by row, n * p; NULL for a kind that does not need it */
} tacit_noise_records;

/* With z standard normal, x the values and m their means, a complete record becomes
 *   y = x + turn (x - m) + w mix (z - centre)
 * and a record with missing values
 *   y = x + (pull - 1) (x - m) + w factor z
 * in the columns where it has one.  All in scratch memory. */
typedef struct tacit_noise_fit {
    size_t p;
    double pull;
    double *mean, *sd;    /* p */
    double *factor;       /* p by p */
    const double *mix;    /* p by p; may be `factor` */
    const double *turn;   /* p by p; NULL for (pull - 1) times the identity */
    const double *centre; /* p, of the draws beforehand; 0 otherwise */
    const double *z;      /* draws of the complete records at i * stride; NULL: to be drawn */
    size_t stride;
    const double *weight;          /* w of each complete record; NULL for 1 */
    const double *middle, *spread; /* of each column, for w of others; NULL if w is 1 */
    size_t outliers;               /* complete records with w above 1 */
} tacit_noise_fit;

/* Fewest complete records that noise of `kind` on `p` columns needs. */
size_t tacit_noise_least(tacit_noise_kind kind, size_t p);

/* Whether noise of `kind` needs its records row by row. */
bool tacit_noise_needs_rows(tacit_noise_kind kind);

/* Fit the noise to the complete records `m`; `rng` is drawn from for the kind that needs
 * draws beforehand, in blocks of TACIT_BLOCK_ROWS.  O(n p^2). */
tacit_status tacit_noise_fit_to(tacit_ctx *cx, const tacit_noise *noise,
                                const tacit_noise_records *m, const tacit_rng *rng,
                                tacit_noise_fit *out);

/* The weight of a value `x` of column `j` by its own robust distance. */
double tacit_noise_weight(const tacit_noise_fit *fit, size_t j, double x);

#endif
