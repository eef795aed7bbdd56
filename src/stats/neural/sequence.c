/*
 * sequence.c - the law of each column given those before it.
 *
 * Column j has hidden units u = unit(b + sum over columns i < j of W[class of i]) and the softmax
 * of c + V u over its classes.  Inputs are classes, of which one in each column is there, so only
 * their weights are read and moved: O(columns^2 hidden + classes * hidden) for a record.
 *
 * Weights of column j: (1 + classes of the columns before it) vectors of `hidden` numbers, the
 * first of them the biases; then for each of its classes a bias and `hidden` numbers.
 */
#include <math.h>
#include <string.h>

#include "stats/neural/own.h"

/* Where the weights of columns begin, and the memory for one record. */
typedef struct tacit_sequence {
    size_t *in, *out; /* of each column: its first weight of either layer */
    double *unit;     /* of each column: what its hidden units put out ... */
    double *wrong;    /* ... and their errors */
    double *law;      /* of each class of each column: probability, then error */
} tacit_sequence;

tacit_status tacit_sequence_new(tacit_ctx *cx, tacit_neural *net)
{
    const size_t d = net->shape.columns, h = net->hidden;
    tacit_sequence *s = NULL;
    TACIT_TRY(tacit_scratch(cx, 1, sizeof *s, &s));
    TACIT_TRY(tacit_scratch(cx, d, sizeof *s->in, &s->in));
    TACIT_TRY(tacit_scratch(cx, d, sizeof *s->out, &s->out));
    for (size_t j = 0; j < d; j++) {
        s->in[j] = net->n;
        s->out[j] = s->in[j] + (1 + net->first[j]) * h;
        net->n = s->out[j] + net->shape.classes[j] * (h + 1);
    }
    TACIT_TRY(tacit_scratch(cx, d * h, sizeof *s->unit, &s->unit));
    TACIT_TRY(tacit_scratch(cx, d * h, sizeof *s->wrong, &s->wrong));
    TACIT_TRY(tacit_scratch(cx, net->first[d], sizeof *s->law, &s->law));
    net->as.sequence = s;
    return tacit_scratch(cx, net->n, sizeof *net->weight, &net->weight);
}

/* The law of column j given the classes before it.  Returns the logarithm of its divisor. */
static double find_law(tacit_neural *net, size_t j, const uint32_t *row)
{
    const tacit_sequence *s = net->as.sequence;
    const size_t h = net->hidden;
    double *unit = s->unit + j * h, *law = s->law + net->first[j];
    const double *in = net->weight + s->in[j], *out = net->weight + s->out[j];
    memcpy(unit, in, h * sizeof *unit);
    for (size_t i = 0; i < j; i++) {
        const double *w = in + (1 + net->first[i] + row[i]) * h;
        for (size_t u = 0; u < h; u++)
            unit[u] += w[u];
    }
    for (size_t u = 0; u < h; u++)
        unit[u] = tacit_unit(unit[u]);
    for (size_t k = 0; k < net->shape.classes[j]; k++, out += h + 1) {
        law[k] = out[0];
        for (size_t u = 0; u < h; u++)
            law[k] += out[1 + u] * unit[u];
    }
    return tacit_softmax(law, net->shape.classes[j]);
}

double tacit_sequence_loss(tacit_neural *net, const uint32_t *row)
{
    double loss = 0.0;
    for (size_t j = 0; j < net->shape.columns; j++) {
        find_law(net, j, row);
        loss -= log(net->as.sequence->law[net->first[j] + row[j]]);
    }
    return loss;
}

/* The errors of column j, of whose law `law` has been found.  Returns the squared norm of the
 * gradient of its weights. */
static double find_errors(tacit_neural *net, size_t j, const uint32_t *row)
{
    const tacit_sequence *s = net->as.sequence;
    const size_t h = net->hidden;
    const double *unit = s->unit + j * h, *out = net->weight + s->out[j];
    double *law = s->law + net->first[j], *wrong = s->wrong + j * h;
    double units = 1.0, outer = 0.0, inner = 0.0;
    law[row[j]] -= 1.0;
    memset(wrong, 0, h * sizeof *wrong);
    for (size_t k = 0; k < net->shape.classes[j]; k++, out += h + 1) {
        outer += law[k] * law[k];
        for (size_t u = 0; u < h; u++)
            wrong[u] += law[k] * out[1 + u];
    }
    for (size_t u = 0; u < h; u++) {
        wrong[u] *= tacit_unit_slope(unit[u]);
        units += unit[u] * unit[u];
        inner += wrong[u] * wrong[u];
    }
    return units * outer + (double)(j + 1) * inner;
}

/* Add the gradient of column j's weights, times `scale`. */
static void add_gradient(const tacit_neural *net, size_t j, const uint32_t *row, double scale,
                         double *sum)
{
    const tacit_sequence *s = net->as.sequence;
    const size_t h = net->hidden;
    const double *unit = s->unit + j * h, *wrong = s->wrong + j * h;
    const double *law = s->law + net->first[j];
    double *in = sum + s->in[j], *out = sum + s->out[j];
    for (size_t u = 0; u < h; u++)
        in[u] += scale * wrong[u];
    for (size_t i = 0; i < j; i++) {
        double *w = in + (1 + net->first[i] + row[i]) * h;
        for (size_t u = 0; u < h; u++)
            w[u] += scale * wrong[u];
    }
    for (size_t k = 0; k < net->shape.classes[j]; k++, out += h + 1) {
        const double error = scale * law[k];
        out[0] += error;
        for (size_t u = 0; u < h; u++)
            out[1 + u] += error * unit[u];
    }
}

double tacit_sequence_gradient(tacit_neural *net, const uint32_t *row, double clip, double *sum)
{
    double square = 0.0;
    for (size_t j = 0; j < net->shape.columns; j++) {
        find_law(net, j, row);
        square += find_errors(net, j, row);
    }
    const double norm = sqrt(square), scale = norm > clip ? clip / norm : 1.0;
    for (size_t j = 0; j < net->shape.columns; j++)
        add_gradient(net, j, row, scale, sum);
    return norm;
}

void tacit_sequence_draw(tacit_neural *net, tacit_rng *rng, uint32_t *row)
{
    for (size_t j = 0; j < net->shape.columns; j++) {
        find_law(net, j, row);
        row[j] =
            tacit_draw_class(net->as.sequence->law + net->first[j], net->shape.classes[j], rng);
    }
}
