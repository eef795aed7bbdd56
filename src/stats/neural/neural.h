/*
 * neural.h - small networks that learn the law of rows of classes, record by record.
 *
 * A row has a class in each of some columns.  Two kinds of networks, each with one hidden layer of
 * leaky rectified units:
 *
 *   sequence   gives the law of each column given those before it: the product of softmax laws is
 *              the law of a row (Bengio and Bengio 2000), and the loss of a record its negative
 *              logarithm
 *   adversary  a generator turns noise into rows, a critic tells them from real ones, and each
 *              learns from the other (Goodfellow et al. 2014); only the critic sees records
 *
 * Both give, of one record at a time, the gradient of its loss scaled down to a norm of at most
 * `clip` (Abadi et al. 2016), because what a single record can move must be bounded.  Norms of a
 * record's whole gradient follow from those of layers: of a layer with inputs a and errors d it is
 * (|a|^2 + 1) |d|^2 (Goodfellow 2015), so gradients are added up without being written out.
 *
 * Weights and gradients are flat arrays.  Cost of a record: O(weights that its classes touch).
 */
#ifndef TACIT_STATS_NEURAL_NEURAL_H
#define TACIT_STATS_NEURAL_NEURAL_H

#include "base/context.h"
#include "base/rng.h"

/* What a row looks like; borrowed. */
typedef struct tacit_row_shape {
    size_t columns;
    const uint32_t *classes; /* of each column, above 0 */
} tacit_row_shape;

typedef enum tacit_neural_kind {
    TACIT_NEURAL_SEQUENCE = 0,
    TACIT_NEURAL_ADVERSARY
} tacit_neural_kind;

typedef struct tacit_neural tacit_neural;

/* A network with random weights, in scratch memory. */
tacit_status tacit_neural_new(tacit_ctx *cx, const tacit_row_shape *shape, tacit_neural_kind kind,
                              size_t hidden, const tacit_rng *rng, tacit_neural **out);

/* The weights that records teach: those of the sequence, or of the critic. */
size_t tacit_neural_size(const tacit_neural *net);
double *tacit_neural_weights(tacit_neural *net);

/* The loss of a row: of the sequence, or of the critic for a real row. */
double tacit_neural_loss(tacit_neural *net, const uint32_t *row);

/* Add the gradient of the loss of `row`, scaled to a norm of at most `clip`, to `sum`.  Returns its
 * norm before that. */
double tacit_neural_gradient(tacit_neural *net, const uint32_t *row, double clip, double *sum);

/* A step of learning that needs no record, after `sum` of about `batch` records has been added up
 * and noised: of an adversary, add to `sum` what the critic learns from as many rows of the
 * generator, and let the generator learn from the critic; of a sequence nothing. */
void tacit_neural_play(tacit_neural *net, size_t batch, double rate, tacit_rng *rng, double *sum);

/* Draw a row. */
void tacit_neural_draw(tacit_neural *net, tacit_rng *rng, uint32_t *row);

/* Descent by moving averages of gradients and of their squares (Adam, Kingma and Ba 2015). */
typedef struct tacit_adam {
    size_t n, steps;
    double *mean, *square;
} tacit_adam;

/* Begin for `n` weights, in scratch memory. */
tacit_status tacit_adam_new(tacit_ctx *cx, size_t n, tacit_adam *out);

/* Move the weights a step down. */
void tacit_adam_step(tacit_adam *a, double *weight, const double *gradient, double rate);

#endif
