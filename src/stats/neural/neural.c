/*
 * neural.c - what both kinds of networks share, and descent.
 */
#include <math.h>

#include "stats/neural/own.h"

/* Parameters of Adam, those of its authors. */
static const double MEAN_KEPT = 0.9, SQUARE_KEPT = 0.999, LEAST = 1e-8;

double tacit_softmax(double *z, size_t n)
{
    double most = z[0], sum = 0.0;
    for (size_t k = 1; k < n; k++)
        most = fmax(most, z[k]);
    for (size_t k = 0; k < n; k++)
        sum += z[k] = exp(z[k] - most);
    for (size_t k = 0; k < n; k++)
        z[k] /= sum;
    return most + log(sum);
}

uint32_t tacit_draw_class(const double *p, size_t n, tacit_rng *rng)
{
    double left = tacit_rng_uniform(rng);
    size_t k = 0;
    while (k + 1 < n && left > p[k])
        left -= p[k++];
    return (uint32_t)k;
}

/* Normal weights whose variance keeps that of the inputs (He et al. 2015), and biases of 0. */
static void start_weights(tacit_neural *net, const tacit_rng *rng)
{
    tacit_rng own = tacit_rng_fork(rng, "weights");
    const double sd = sqrt(2.0 / (double)(net->shape.columns + net->hidden));
    for (size_t i = 0; i < net->n; i++)
        net->weight[i] = sd * tacit_rng_normal(&own);
}

tacit_status tacit_neural_new(tacit_ctx *cx, const tacit_row_shape *shape, tacit_neural_kind kind,
                              size_t hidden, const tacit_rng *rng, tacit_neural **out)
{
    tacit_neural *net = NULL;
    TACIT_ASSERT(shape->columns > 0 && hidden > 0);
    TACIT_TRY(tacit_scratch(cx, 1, sizeof *net, &net));
    *net = (tacit_neural){ .kind = kind, .shape = *shape, .hidden = hidden };
    TACIT_TRY(tacit_scratch(cx, shape->columns + 1, sizeof *net->first, &net->first));
    for (size_t j = 0; j < shape->columns; j++)
        net->first[j + 1] = net->first[j] + shape->classes[j];
    TACIT_TRY(kind == TACIT_NEURAL_SEQUENCE ? tacit_sequence_new(cx, net)
                                            : tacit_adversary_new(cx, net, rng));
    start_weights(net, rng);
    *out = net;
    return TACIT_OK;
}

size_t tacit_neural_size(const tacit_neural *net)
{
    return net->n;
}

double *tacit_neural_weights(tacit_neural *net)
{
    return net->weight;
}

double tacit_neural_loss(tacit_neural *net, const uint32_t *row)
{
    return net->kind == TACIT_NEURAL_SEQUENCE ? tacit_sequence_loss(net, row)
                                              : tacit_adversary_loss(net, row);
}

double tacit_neural_gradient(tacit_neural *net, const uint32_t *row, double clip, double *sum)
{
    return net->kind == TACIT_NEURAL_SEQUENCE ? tacit_sequence_gradient(net, row, clip, sum)
                                              : tacit_adversary_gradient(net, row, clip, sum);
}

void tacit_neural_play(tacit_neural *net, size_t batch, double rate, tacit_rng *rng, double *sum)
{
    if (net->kind == TACIT_NEURAL_ADVERSARY)
        tacit_adversary_play(net, batch, rate, rng, sum);
}

void tacit_neural_draw(tacit_neural *net, tacit_rng *rng, uint32_t *row)
{
    if (net->kind == TACIT_NEURAL_SEQUENCE)
        tacit_sequence_draw(net, rng, row);
    else
        tacit_adversary_draw(net, rng, row);
}

tacit_status tacit_adam_new(tacit_ctx *cx, size_t n, tacit_adam *out)
{
    *out = (tacit_adam){ .n = n };
    TACIT_TRY(tacit_scratch(cx, n, sizeof *out->mean, &out->mean));
    return tacit_scratch(cx, n, sizeof *out->square, &out->square);
}

void tacit_adam_step(tacit_adam *a, double *weight, const double *gradient, double rate)
{
    a->steps++;
    const double mean_share = 1.0 - pow(MEAN_KEPT, (double)a->steps);
    const double square_share = 1.0 - pow(SQUARE_KEPT, (double)a->steps);
    for (size_t i = 0; i < a->n; i++) {
        const double g = gradient[i];
        a->mean[i] = MEAN_KEPT * a->mean[i] + (1.0 - MEAN_KEPT) * g;
        a->square[i] = SQUARE_KEPT * a->square[i] + (1.0 - SQUARE_KEPT) * g * g;
        weight[i] -= rate * (a->mean[i] / mean_share) / (sqrt(a->square[i] / square_share) + LEAST);
    }
}
