/*
 * adversary.c - a generator and a critic.
 *
 * The critic's score of a row x, its classes as ones among zeros, is s(x) = c + v'unit(b + W x);
 * it learns to make softplus(-s) small for records and softplus(s) for rows of the generator.  The
 * generator turns `hidden` normal numbers into units and those into a softmax law for each column;
 * it learns to make softplus(-s) small for its laws, of which the critic sees the probabilities
 * themselves, so that there is a gradient.  It never sees a record (Goodfellow et al. 2014; with
 * noise in the critic's gradient Xie et al. 2018, Differentially private generative adversarial
 * network).  Drawn rows have one class of each law.
 *
 * Weights of the critic: for each class `hidden` numbers, then biases, then v, then c.
 */
#include <math.h>
#include <string.h>

#include "stats/neural/own.h"

typedef struct tacit_adversary {
    size_t out;                   /* the generator's first weight of the outer layer */
    double *weight;               /* of the generator ... */
    double *gradient;             /* ... and its gradient */
    tacit_adam descent;           /* of the generator */
    double *noise, *made, *wrong; /* inputs, units and their errors, of the generator */
    double *law, *pull;           /* of each class: probability, and how the score rises with it */
    double *unit, *bent;          /* units of the critic, and their errors */
} tacit_adversary;

/* Weights of the generator, drawn as those of the critic. */
static tacit_status start_generator(tacit_ctx *cx, tacit_neural *net, const tacit_rng *rng)
{
    tacit_adversary *a = net->as.adversary;
    const size_t h = net->hidden, all = net->first[net->shape.columns];
    const size_t n = h * (h + 1) + all * (h + 1);
    tacit_rng own = tacit_rng_fork(rng, "generator");
    a->out = h * (h + 1);
    TACIT_TRY(tacit_scratch(cx, n, sizeof *a->weight, &a->weight));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *a->gradient, &a->gradient));
    for (size_t i = 0; i < n; i++)
        a->weight[i] = tacit_rng_normal(&own) / sqrt((double)h);
    return tacit_adam_new(cx, n, &a->descent);
}

tacit_status tacit_adversary_new(tacit_ctx *cx, tacit_neural *net, const tacit_rng *rng)
{
    const size_t h = net->hidden, all = net->first[net->shape.columns];
    tacit_adversary *a = NULL;
    TACIT_TRY(tacit_scratch(cx, 1, sizeof *a, &a));
    net->as.adversary = a;
    net->n = all * h + 2 * h + 1;
    TACIT_TRY(tacit_scratch(cx, h, sizeof *a->noise, &a->noise));
    TACIT_TRY(tacit_scratch(cx, h, sizeof *a->made, &a->made));
    TACIT_TRY(tacit_scratch(cx, h, sizeof *a->wrong, &a->wrong));
    TACIT_TRY(tacit_scratch(cx, all, sizeof *a->law, &a->law));
    TACIT_TRY(tacit_scratch(cx, all, sizeof *a->pull, &a->pull));
    TACIT_TRY(tacit_scratch(cx, h, sizeof *a->unit, &a->unit));
    TACIT_TRY(tacit_scratch(cx, h, sizeof *a->bent, &a->bent));
    TACIT_TRY(start_generator(cx, net, rng));
    return tacit_scratch(cx, net->n, sizeof *net->weight, &net->weight);
}

/* ---- the critic ---- */

/* Score a row that has class k with weight x[k]; only those of `row` if that is not NULL. */
static double find_score(tacit_neural *net, const uint32_t *row, const double *x)
{
    const size_t h = net->hidden, d = net->shape.columns, all = net->first[d];
    const double *w = net->weight, *bias = w + all * h, *v = bias + h;
    double *unit = net->as.adversary->unit, score = v[h];
    memcpy(unit, bias, h * sizeof *unit);
    for (size_t j = 0; row != NULL && j < d; j++)
        for (size_t u = 0; u < h; u++)
            unit[u] += w[(net->first[j] + row[j]) * h + u];
    for (size_t k = 0; row == NULL && k < all; k++)
        for (size_t u = 0; u < h; u++)
            unit[u] += x[k] * w[k * h + u];
    for (size_t u = 0; u < h; u++) {
        unit[u] = tacit_unit(unit[u]);
        score += v[u] * unit[u];
    }
    return score;
}

/* softplus(x) = log(1 + exp(x)), and its slope. */
static double softplus(double x)
{
    return x > 0.0 ? x + log1p(exp(-x)) : log1p(exp(x));
}

static double slope(double x)
{
    return x > 0.0 ? 1.0 / (1.0 + exp(-x)) : exp(x) / (1.0 + exp(x));
}

/* The errors of the critic's units, where the loss rises by `error` with the score. */
static void bend(tacit_neural *net, double error)
{
    const size_t h = net->hidden;
    const double *v = net->weight + net->first[net->shape.columns] * h + h;
    tacit_adversary *a = net->as.adversary;
    for (size_t u = 0; u < h; u++)
        a->bent[u] = error * v[u] * tacit_unit_slope(a->unit[u]);
}

/* Add to the gradient of biases and outer weights. */
static void add_outer(const tacit_neural *net, double error, double scale, double *sum)
{
    const size_t h = net->hidden;
    const tacit_adversary *a = net->as.adversary;
    double *bias = sum + net->first[net->shape.columns] * h, *v = bias + h;
    for (size_t u = 0; u < h; u++) {
        bias[u] += scale * a->bent[u];
        v[u] += scale * error * a->unit[u];
    }
    v[h] += scale * error;
}

double tacit_adversary_loss(tacit_neural *net, const uint32_t *row)
{
    return softplus(-find_score(net, row, NULL));
}

double tacit_adversary_gradient(tacit_neural *net, const uint32_t *row, double clip, double *sum)
{
    const size_t h = net->hidden, d = net->shape.columns;
    const tacit_adversary *a = net->as.adversary;
    const double error = -slope(-find_score(net, row, NULL));
    double units = 1.0, inner = 0.0;
    bend(net, error);
    for (size_t u = 0; u < h; u++) {
        units += a->unit[u] * a->unit[u];
        inner += a->bent[u] * a->bent[u];
    }
    const double norm = sqrt(units * error * error + (double)(d + 1) * inner);
    const double scale = norm > clip ? clip / norm : 1.0;
    for (size_t j = 0; j < d; j++)
        for (size_t u = 0; u < h; u++)
            sum[(net->first[j] + row[j]) * h + u] += scale * a->bent[u];
    add_outer(net, error, scale, sum);
    return norm;
}

/* ---- the generator ---- */

/* New noise, and the laws that the generator makes of it. */
static void make_law(tacit_neural *net, tacit_rng *rng)
{
    tacit_adversary *a = net->as.adversary;
    const size_t h = net->hidden, d = net->shape.columns;
    const double *in = a->weight, *out = a->weight + a->out;
    for (size_t i = 0; i < h; i++)
        a->noise[i] = tacit_rng_normal(rng);
    for (size_t u = 0; u < h; u++, in += h + 1) {
        double x = in[0];
        for (size_t i = 0; i < h; i++)
            x += in[1 + i] * a->noise[i];
        a->made[u] = tacit_unit(x);
    }
    for (size_t k = 0; k < net->first[d]; k++, out += h + 1) {
        a->law[k] = out[0];
        for (size_t u = 0; u < h; u++)
            a->law[k] += out[1 + u] * a->made[u];
    }
    for (size_t j = 0; j < d; j++)
        tacit_softmax(a->law + net->first[j], net->shape.classes[j]);
}

/* How the loss falls with each probability, by the errors of the critic's units, and from that with
 * each logit. */
static void pull_logits(tacit_neural *net)
{
    tacit_adversary *a = net->as.adversary;
    const size_t h = net->hidden;
    for (size_t j = 0; j < net->shape.columns; j++) {
        double mean = 0.0;
        for (size_t k = net->first[j]; k < net->first[j + 1]; k++) {
            a->pull[k] = 0.0;
            for (size_t u = 0; u < h; u++)
                a->pull[k] += a->bent[u] * net->weight[k * h + u];
            mean += a->law[k] * a->pull[k];
        }
        for (size_t k = net->first[j]; k < net->first[j + 1]; k++)
            a->pull[k] = a->law[k] * (a->pull[k] - mean);
    }
}

/* Add the gradient of the generator's weights. */
static void add_generator(tacit_neural *net)
{
    tacit_adversary *a = net->as.adversary;
    const size_t h = net->hidden, all = net->first[net->shape.columns];
    const double *out = a->weight + a->out;
    double *in_sum = a->gradient, *out_sum = a->gradient + a->out;
    memset(a->wrong, 0, h * sizeof *a->wrong);
    for (size_t k = 0; k < all; k++, out += h + 1, out_sum += h + 1) {
        out_sum[0] += a->pull[k];
        for (size_t u = 0; u < h; u++) {
            out_sum[1 + u] += a->pull[k] * a->made[u];
            a->wrong[u] += a->pull[k] * out[1 + u];
        }
    }
    for (size_t u = 0; u < h; u++, in_sum += h + 1) {
        const double error = a->wrong[u] * tacit_unit_slope(a->made[u]);
        in_sum[0] += error;
        for (size_t i = 0; i < h; i++)
            in_sum[1 + i] += error * a->noise[i];
    }
}

/* What both learn from one row of the generator. */
static void learn_from_made(tacit_neural *net, double *sum)
{
    const tacit_adversary *a = net->as.adversary;
    const size_t h = net->hidden, all = net->first[net->shape.columns];
    const double score = find_score(net, NULL, a->law), error = slope(score);
    bend(net, error);
    for (size_t k = 0; k < all; k++)
        for (size_t u = 0; u < h; u++)
            sum[k * h + u] += a->law[k] * a->bent[u];
    add_outer(net, error, 1.0, sum);
    bend(net, -slope(-score));
    pull_logits(net);
    add_generator(net);
}

void tacit_adversary_play(tacit_neural *net, size_t batch, double rate, tacit_rng *rng, double *sum)
{
    tacit_adversary *a = net->as.adversary;
    memset(a->gradient, 0, a->descent.n * sizeof *a->gradient);
    for (size_t b = 0; b < batch; b++) {
        make_law(net, rng);
        learn_from_made(net, sum);
    }
    for (size_t i = 0; i < a->descent.n; i++)
        a->gradient[i] /= (double)batch;
    tacit_adam_step(&a->descent, a->weight, a->gradient, rate);
}

void tacit_adversary_draw(tacit_neural *net, tacit_rng *rng, uint32_t *row)
{
    make_law(net, rng);
    for (size_t j = 0; j < net->shape.columns; j++)
        row[j] =
            tacit_draw_class(net->as.adversary->law + net->first[j], net->shape.classes[j], rng);
}
