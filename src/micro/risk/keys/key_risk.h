/*
 * key_risk.h - disclosure risk under a log-linear model of the key table, and how well the
 * model serves to estimate it.
 */
#ifndef TACIT_MICRO_RISK_KEYS_KEY_RISK_H
#define TACIT_MICRO_RISK_KEYS_KEY_RISK_H

#include "micro/risk/keys/key_table.h"

/* How the sample came from the population. */
typedef struct tacit_key_sampling {
    double fraction;   /* overall */
    double population; /* records in it */
    const uint64_t *f; /* sample frequency of each cell that occurs */
    const double *F;   /* weighted frequencies, NULL if all cells share `fraction` */
} tacit_key_sampling;

/* The two file-level risks, at index 0 tau1 and at 1 tau2, with the criteria of their error. */
typedef struct tacit_key_risk {
    double tau[2];
    double error[2];    /* criterion B: above 0 if the model underfits, below if it overfits */
    double variance[2]; /* of the error, if the model is right */
} tacit_key_risk;

/* Probability that a sample-unique cell of population mean `lambda`, sampled with
 * probability `pi`, is unique in the population (`out[0]`), and the expected 1 / F
 * (`out[1]`). */
void tacit_key_risk_of(double lambda, double pi, double out[2]);

/* Sampling probability of the cell that occurs as number g. */
double tacit_key_sampling_at(const tacit_key_sampling *s, size_t g);

/* Risks and errors under a fitted model.  O(cells of the parts + cells that occur). */
tacit_status tacit_key_risk_estimate(tacit_ctx *cx, const tacit_key_table *t,
                                     const tacit_key_fit *fit, const tacit_key_sampling *s,
                                     tacit_key_risk *out);

/* error / sqrt(variance) of risk i; NaN if the variance is 0. */
double tacit_key_risk_test(const tacit_key_risk *r, size_t i);

#endif
