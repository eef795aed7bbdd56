/*
 * train.c - descent with noise in the gradient (Abadi et al. 2016, Deep learning with differential
 * privacy).
 *
 * In each step every record takes part with probability `share`, drawn exactly from the system's
 * randomness; gradients of those that do are scaled to a norm of at most `clip` and added up, and
 * every coordinate of the sum gets Gaussian noise.  What is done with the noised sum, descent by
 * Adam and the play of an adversary, adds nothing to what was given away.
 *
 * The sum is rounded to a lattice of steps of clip / 2^16, and noise is a discrete Gaussian on that
 * lattice, so no digit tells more than the law says.  A record moves the rounded sum by at most
 *   clip (1 + 1e-6) + (step of the lattice) sqrt(weights),
 * because rounding moves each coordinate of two neighbouring sums by half a step each, and the
 * order in which floating-point numbers are added up by far less than a millionth of the clip.  The
 * noise's standard deviation is above 2^14 steps, where the discrete law is the continuous one to a
 * factor within 1 +- exp(-10^9); so the loss is accounted as that of the sampled Gaussian mechanism
 * (Mironov, Talwar and Zhang 2019).
 *
 * Cost of a step: O(records), the gradients of those that take part, and one draw for each weight.
 */
#include "synth/private/dp_network/train.h"

#include <math.h>
#include <string.h>

#include "privacy/accountant/accountant.h"
#include "privacy/sample/draw.h"

enum { LATTICE = 1 << 16, HALVINGS = 20 };

/* Standard deviations of the noise, in what a record can move, between which one is sought. */
static const double LEAST_SIGMA = 0.25, MOST_SIGMA = 1024.0;

/* What floating-point sums may be off by, as a share of the clip. */
static const double INEXACT = 1e-6;

/* ---- how much noise ---- */

/* The rho of noise of so many standard deviations, as a purse takes it: rounded down. */
static double rho_of(double sigma)
{
    return tacit_purse_rho(1.0 / (2.0 * sigma * sigma));
}

/* What lessons with this noise give away at delta. */
static tacit_status spend(tacit_ctx *cx, const tacit_lessons *lessons, double sigma, double delta,
                          double *out)
{
    const tacit_privacy_loss loss = { .kind = TACIT_LOSS_GAUSSIAN,
                                      .sigma = sqrt(1.0 / (2.0 * rho_of(sigma))),
                                      .rate = lessons->share / 0x1p32,
                                      .times = lessons->steps };
    return tacit_accountant_least(cx, &(tacit_spending){ &loss, 1 }, delta, out);
}

tacit_status tacit_lessons_settle(tacit_ctx *cx, const tacit_lessons *lessons, size_t weights,
                                  const double promise[2], tacit_paid_look *out)
{
    double low = LEAST_SIGMA, high = MOST_SIGMA, spent = INFINITY;
    TACIT_TRY(spend(cx, lessons, high, promise[1], &spent));
    if (spent > promise[0])
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "So many steps cannot be kept within epsilon and delta; take fewer "
                          "'steps', a smaller 'share' of records in each, or a larger 'epsilon'.");
    for (int i = 0; i < HALVINGS; i++) {
        const double sigma = sqrt(low * high);
        const size_t mark = tacit_scratch_mark(cx);
        TACIT_TRY(spend(cx, lessons, sigma, promise[1], &spent));
        tacit_scratch_release(cx, mark);
        *(spent <= promise[0] ? &high : &low) = sigma;
    }
    *out = (tacit_paid_look){ .mechanism = &tacit_mechanism_discrete_gaussian,
                              .amount = rho_of(high),
                              .sensitivity =
                                  (uint64_t)ceil(LATTICE * (1.0 + INEXACT) + sqrt((double)weights)),
                              .moved = 1,
                              .share = lessons->share,
                              .times = lessons->steps };
    return TACIT_OK;
}

/* ---- one step ---- */

typedef struct lesson {
    const tacit_lessons *how;
    const tacit_paid_look *look;
    size_t n;    /* weights */
    double step; /* of the lattice */
    tacit_i128 *noise;
    double *sum;
    uint32_t *row;
    tacit_adam descent;
} lesson;

static tacit_status prepare(tacit_ctx *cx, const tacit_private_table *t, lesson *l)
{
    TACIT_TRY(tacit_scratch(cx, l->n, sizeof *l->noise, &l->noise));
    TACIT_TRY(tacit_scratch(cx, l->n, sizeof *l->sum, &l->sum));
    TACIT_TRY(tacit_scratch(cx, t->columns, sizeof *l->row, &l->row));
    return tacit_adam_new(cx, l->n, &l->descent);
}

static uint32_t draw_word(tacit_keystream *stream)
{
    uint32_t word = 0;
    for (int i = 0; i < 4; i++)
        word = word << 8 | tacit_keystream_byte(stream);
    return word;
}

/* Add up the gradients of a sample, and noise, which is drawn before. */
static void add_sample(const lesson *l, const tacit_private_table *t, tacit_keystream *stream,
                       tacit_neural *net)
{
    for (size_t i = 0; i < l->n; i++)
        l->noise[i] = tacit_draw_gaussian(stream, l->look->scale);
    memset(l->sum, 0, l->n * sizeof *l->sum);
    for (size_t i = 0; i < t->rows; i++) {
        if (draw_word(stream) >= l->how->share)
            continue;
        for (size_t j = 0; j < t->columns; j++)
            l->row[j] = t->code[j][i];
        tacit_neural_gradient(net, l->row, l->how->clip, l->sum);
    }
    for (size_t i = 0; i < l->n; i++)
        l->sum[i] = (double)((tacit_i128)llround(l->sum[i] / l->step) + l->noise[i]) * l->step;
}

tacit_status tacit_lessons_teach(tacit_ctx *cx, const tacit_lessons *lessons,
                                 const tacit_private_job *job, const tacit_paid_look *look,
                                 tacit_neural *net)
{
    lesson l = {
        .how = lessons, .look = look, .n = tacit_neural_size(net), .step = lessons->clip / LATTICE
    };
    tacit_rng rng = tacit_rng_fork(&job->rng, "play");
    TACIT_TRY(tacit_keystream_own(cx, job->purse->stream));
    TACIT_TRY(prepare(cx, job->data, &l));
    for (uint64_t t = 0; t < lessons->steps; t++) {
        const double rate = lessons->rate * (1.0 - (double)t / (double)lessons->steps);
        TACIT_TRY(tacit_tick(cx, t, lessons->steps));
        add_sample(&l, job->data, job->purse->stream, net);
        tacit_neural_play(net, lessons->batch, rate, &rng, l.sum);
        for (size_t i = 0; i < l.n; i++)
            l.sum[i] /= (double)lessons->batch;
        tacit_adam_step(&l.descent, tacit_neural_weights(net), l.sum, rate);
    }
    return TACIT_OK;
}
