/*
 * own.h - what the files of the copula share.
 */
#ifndef TACIT_SYNTH_COPULA_OWN_H
#define TACIT_SYNTH_COPULA_OWN_H

#include "stats/linear/copula_law.h"

/* Something that is a step function of a normal variable: the values of a column, or whether it has
 * one. */
typedef struct tacit_latent {
    size_t column;      /* of the block */
    bool presence;      /* whether the column has a value: 0 no, 1 yes */
    bool classes;       /* few values, or texts in an order */
    uint32_t n;         /* values, upwards */
    const uint32_t *of; /* the value of each record; n if it has none */
    const size_t *row;  /* a record that has each */
} tacit_latent;

/* Records that a copula is learnt from, and the rows of one set that are drawn by it. */
typedef struct tacit_copula_rows {
    size_t n;
    const uint32_t *at;
} tacit_copula_rows;

/* What was learnt, in scratch memory. */
typedef struct tacit_copula {
    tacit_copula_law law; /* of the latent variables */
    const tacit_latent *latent;
    size_t cycles; /* it took to come to a correlation matrix; 0 if pairs gave one */
} tacit_copula;

/* Learn margins and correlations of some records, at least one.  O(n d^2), and for pairs of classes
 * O(classes^2). */
tacit_status tacit_copula_fit(tacit_ctx *cx, const tacit_latent *latent, size_t d,
                              const tacit_copula_rows *records, tacit_copula *out);

#endif
