/*
 * train.h - networks taught by records with bounded, noised gradients.
 */
#ifndef TACIT_SYNTH_PRIVATE_DP_NETWORK_TRAIN_H
#define TACIT_SYNTH_PRIVATE_DP_NETWORK_TRAIN_H

#include "stats/neural/neural.h"
#include "synth/private/private.h"

/* How a network is taught. */
typedef struct tacit_lessons {
    uint64_t steps;
    uint32_t share; /* of records in each step, in parts of 2^32; above 0 */
    size_t batch;   /* records that a step is taken to have: public, to average by; above 0 */
    double clip;    /* greatest norm of a record's gradient */
    double rate;    /* of descent at first; it falls to 0 */
} tacit_lessons;

/* The looks that `lessons` on so many weights take, with the least noise at which they give away at
 * most (epsilon, delta); fails if none does. */
tacit_status tacit_lessons_settle(tacit_ctx *cx, const tacit_lessons *lessons, size_t weights,
                                  const double promise[2], tacit_paid_look *out);

/* Teach by records of the table, with the noise of `look`, which has been paid for. */
tacit_status tacit_lessons_teach(tacit_ctx *cx, const tacit_lessons *lessons,
                                 const tacit_private_job *job, const tacit_paid_look *look,
                                 tacit_neural *net);

#endif
