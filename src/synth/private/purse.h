/*
 * purse.h - where a generator's looks at the data get their noise and are paid for.
 *
 * Every look is one answer of a mechanism of privacy/mechanism with parameters that are decimal
 * fractions; it is written down before it is answered.  What all looks cost together is added up
 * from what is written, when they are made and again by whoever reads the account
 * (micro/model/privacy).  Amounts that are asked for are rounded down to 9 decimals of epsilon, or
 * 12 of rho, so that shares never add up to more than the whole.
 */
#ifndef TACIT_SYNTH_PRIVATE_PURSE_H
#define TACIT_SYNTH_PRIVATE_PURSE_H

#include "base/context.h"
#include "privacy/mechanism/mechanism.h"

/* One look that was paid for. */
typedef struct tacit_paid_look {
    const tacit_mechanism *mechanism;
    double amount; /* epsilon, or rho of Gaussian noise */
    uint64_t sensitivity, moved;
    tacit_ratio scale;
    uint32_t share; /* in parts of 2^32: with which each record takes part; 0: all records do */
    uint64_t times; /* of looks at samples: how many; otherwise 0 */
} tacit_paid_look;

typedef struct tacit_purse {
    tacit_keystream *stream;
    bool replaces;  /* neighbours have another record in the place of one: twice the moves */
    bool is_pure;   /* epsilons add up; otherwise rhos do */
    double left;    /* of epsilon, or of rho */
    size_t n, room; /* looks */
    tacit_paid_look *look;
} tacit_purse;

/* A purse that holds `epsilon`, or with a delta above 0 the rho that keeps to both; `looks` is how
 * many are taken at most.  In scratch memory. */
tacit_status tacit_purse_new(tacit_ctx *cx, double epsilon, double delta, size_t looks,
                             tacit_purse *out);

/* How many counts of a table a neighbour can move by 1: one, or two if it replaces a record. */
uint64_t tacit_purse_moves(const tacit_purse *p);

/* What a share of `amount` comes to once it is rounded down: no look costs more. */
double tacit_purse_epsilon(double amount);
double tacit_purse_rho(double amount);

/* Tell `n` counts, of which a record moves one by 1, with noise, in scratch memory: for `epsilon`
 * with discrete Laplace noise, or for `rho` with discrete Gaussian noise. */
tacit_status tacit_purse_laplace(tacit_ctx *cx, tacit_purse *p, double epsilon,
                                 const tacit_i128 *count, size_t n, int64_t **out);
tacit_status tacit_purse_gaussian(tacit_ctx *cx, tacit_purse *p, double rho,
                                  const tacit_i128 *count, size_t n, int64_t **out);

/* Scores or sums, of which a neighbour moves each by `sensitivity` at most. */
typedef struct tacit_purse_scores {
    const tacit_i128 *at;
    size_t n;
    uint64_t sensitivity;
} tacit_purse_scores;

/* Tell sums with discrete Gaussian noise for `rho`, in scratch memory.  A record adds to each of
 * them by `sensitivity` at most, up or down: another in its place may move all by twice that. */
tacit_status tacit_purse_sums(tacit_ctx *cx, tacit_purse *p, double rho,
                              const tacit_purse_scores *sums, int64_t **out);

/* Choose one of the scores for `epsilon` by the exponential mechanism.  It costs that, or
 * epsilon^2 / 8 of rho. */
tacit_status tacit_purse_choose(tacit_ctx *cx, tacit_purse *p, double epsilon,
                                const tacit_purse_scores *scores, size_t *out);

/* Pay for looks at samples, each a sum with Gaussian noise for `look->amount` of rho, and find the
 * scale of the noise, which whoever looks is to draw.  The purse has no other looks then: what they
 * cost together is for an accountant to say. */
tacit_status tacit_purse_sample(tacit_ctx *cx, tacit_purse *p, tacit_paid_look *look);

/* The variance of the noise of the last look. */
double tacit_purse_variance(const tacit_purse *p);

/* What a look costs: epsilon, or rho. */
double tacit_paid_look_cost(const tacit_paid_look *look, bool is_pure);

#endif
