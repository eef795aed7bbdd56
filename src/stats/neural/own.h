/*
 * own.h - what the files of this room share.
 */
#ifndef TACIT_STATS_NEURAL_OWN_H
#define TACIT_STATS_NEURAL_OWN_H

#include "stats/neural/neural.h"

struct tacit_neural {
    tacit_neural_kind kind;
    tacit_row_shape shape;
    size_t hidden;
    size_t *first; /* of each column: the number of its first class among all; one more: all */
    size_t n;
    double *weight; /* that records teach */
    union {
        struct tacit_sequence *sequence;
        struct tacit_adversary *adversary;
    } as;
};

/* Weights and the memory that work needs. */
tacit_status tacit_sequence_new(tacit_ctx *cx, tacit_neural *net);
tacit_status tacit_adversary_new(tacit_ctx *cx, tacit_neural *net, const tacit_rng *rng);

/* Of a sequence: as tacit_neural_loss(). */
double tacit_sequence_loss(tacit_neural *net, const uint32_t *row);
/* As tacit_neural_gradient(). */
double tacit_sequence_gradient(tacit_neural *net, const uint32_t *row, double clip, double *sum);
/* As tacit_neural_draw(). */
void tacit_sequence_draw(tacit_neural *net, tacit_rng *rng, uint32_t *row);

/* Of an adversary: as tacit_neural_loss(). */
double tacit_adversary_loss(tacit_neural *net, const uint32_t *row);
/* As tacit_neural_gradient(). */
double tacit_adversary_gradient(tacit_neural *net, const uint32_t *row, double clip, double *sum);
/* As tacit_neural_play(). */
void tacit_adversary_play(tacit_neural *net, size_t batch, double rate, tacit_rng *rng,
                          double *sum);
/* As tacit_neural_draw(). */
void tacit_adversary_draw(tacit_neural *net, tacit_rng *rng, uint32_t *row);

/* The slope of a unit below 0. */
#define TACIT_UNIT_LEAK 0.2

/* What a unit puts out. */
static inline double tacit_unit(double x)
{
    return x > 0.0 ? x : TACIT_UNIT_LEAK * x;
}

/* The slope of a unit by its output, whose sign is that of its input. */
static inline double tacit_unit_slope(double y)
{
    return y > 0.0 ? 1.0 : TACIT_UNIT_LEAK;
}

/* Turn logits into probabilities; returns the logarithm of what they were divided by. */
double tacit_softmax(double *z, size_t n);

/* A class drawn by its probability. */
uint32_t tacit_draw_class(const double *p, size_t n, tacit_rng *rng);

#endif
