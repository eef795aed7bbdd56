/*
 * own.h - one estimate of frequencies: what was counted, and what it says.
 */
#ifndef TACIT_PRIVACY_INFERENCE_FREQUENCIES_OWN_H
#define TACIT_PRIVACY_INFERENCE_FREQUENCIES_OWN_H

#include "privacy/inference/inference.h"

/* Positions of the parameters. */
enum tacit_frequencies_arg {
    TACIT_FREQUENCIES_MECHANISM,
    TACIT_FREQUENCIES_COLUMN,
    TACIT_FREQUENCIES_COLUMNS,
    TACIT_FREQUENCIES_MATRIX,
    TACIT_FREQUENCIES_EPSILON,
    TACIT_FREQUENCIES_CATEGORIES,
    TACIT_FREQUENCIES_TARGET,
    TACIT_FREQUENCIES_PROJECT
};

/* How the release was made; positions of the choices. */
enum tacit_frequencies_mechanism {
    TACIT_FREQUENCIES_PRAM,
    TACIT_FREQUENCIES_RESPONSE,
    TACIT_FREQUENCIES_UNARY,
    TACIT_FREQUENCIES_HASHING
};

/* Categories and how often each was told.  In scratch memory. */
typedef struct tacit_told_shares {
    size_t k;
    const char *const *label;
    double *told;          /* k counts of persons whose release speaks for the category */
    double n;              /* persons */
    size_t left;           /* records with a missing value, which are left out */
    double p, q;           /* probabilities to speak for the own category, and for another one */
    const double *matrix;  /* k * k of PRAM, or NULL */
    double *share, *error; /* estimates and their standard errors */
} tacit_told_shares;

/* Count what was told of each category. */
tacit_status tacit_frequencies_count(tacit_ctx *cx, const tacit_infer_job *job,
                                     tacit_told_shares *out);

/* Fill `share` and `error` from what was counted; of the persons in the file if `file`, else of
 * the population that they are a sample of. */
tacit_status tacit_frequencies_estimate(tacit_ctx *cx, bool file, tacit_told_shares *f);

#endif
