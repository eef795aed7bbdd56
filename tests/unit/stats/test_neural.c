/*
 * test_neural.c - networks of rows: gradients against differences, norms, laws that are learnt.
 */
#include "support/check.h"

#include <math.h>

#include "stats/neural/neural.h"

static const uint32_t CLASSES[] = { 3, 2, 4 };
static const tacit_row_shape SHAPE = { 3, CLASSES };
static const uint32_t ROW[] = { 2, 0, 3 };

static tacit_neural *new_network(tacit_ctx *cx, tacit_neural_kind kind, uint64_t seed)
{
    const tacit_rng rng = tacit_rng_seed(seed);
    tacit_neural *net = NULL;
    assert_ok(cx, tacit_neural_new(cx, &SHAPE, kind, 5, &rng, &net));
    return net;
}

/* The gradient of a record is what differences of its loss say, and its norm is the one told. */
static void check_gradient(tacit_ctx *cx, tacit_neural_kind kind, uint64_t seed)
{
    tacit_neural *net = new_network(cx, kind, seed);
    const size_t n = tacit_neural_size(net);
    double *w = tacit_neural_weights(net), *sum = NULL, square = 0.0;
    assert_ok(cx, tacit_scratch(cx, n, sizeof *sum, &sum));
    const double norm = tacit_neural_gradient(net, ROW, INFINITY, sum);
    for (size_t i = 0; i < n; i++) {
        const double kept = w[i], step = 1e-6;
        w[i] = kept + step;
        const double above = tacit_neural_loss(net, ROW);
        w[i] = kept - step;
        const double below = tacit_neural_loss(net, ROW);
        w[i] = kept;
        assert_true(fabs((above - below) / (2 * step) - sum[i]) < 1e-7);
        square += sum[i] * sum[i];
    }
    assert_true(fabs(sqrt(square) - norm) < 1e-12 * norm);
}

static void test_gradients(void **state)
{
    for (uint64_t seed = 1; seed < 6; seed++) {
        const size_t mark = tacit_scratch_mark(*state);
        check_gradient(*state, TACIT_NEURAL_SEQUENCE, seed);
        check_gradient(*state, TACIT_NEURAL_ADVERSARY, seed);
        tacit_scratch_release(*state, mark);
    }
}

/* No record moves the sum by more than the bound, whatever its weights. */
static void test_clip(void **state)
{
    for (tacit_neural_kind kind = TACIT_NEURAL_SEQUENCE; kind <= TACIT_NEURAL_ADVERSARY; kind++)
        for (uint64_t seed = 1; seed < 20; seed++) {
            const size_t mark = tacit_scratch_mark(*state);
            tacit_neural *net = new_network(*state, kind, seed);
            const size_t n = tacit_neural_size(net);
            double *w = tacit_neural_weights(net), *sum = NULL, square = 0.0;
            assert_ok(*state, tacit_scratch(*state, n, sizeof *sum, &sum));
            for (size_t i = 0; i < n; i++)
                w[i] *= (double)seed; /* large weights, large gradients */
            const double norm = tacit_neural_gradient(net, ROW, 0.25, sum);
            for (size_t i = 0; i < n; i++)
                square += sum[i] * sum[i];
            assert_true(fabs(sqrt(square) - fmin(norm, 0.25)) < 1e-12);
            tacit_scratch_release(*state, mark);
        }
}

/* With no weights but biases, the law of the first of three classes is softmax(log 2, 0, 0): 1/2.
 */
static void test_law_by_hand(void **state)
{
    tacit_neural *net = new_network(*state, TACIT_NEURAL_SEQUENCE, 1);
    double *w = tacit_neural_weights(net);
    for (size_t i = 0; i < tacit_neural_size(net); i++)
        w[i] = 0.0;
    w[5] = log(2.0); /* after the 5 biases of hidden units: the bias of the first class */
    const uint32_t first[] = { 0, 0, 0 };
    assert_true(fabs(tacit_neural_loss(net, first) - log(2.0 * 2.0 * 4.0)) < 1e-12);
}

/* Records in which the second column follows the first: the share of drawn rows in which it does
 * nears 1. */
static double learn_copies(tacit_ctx *cx, tacit_neural_kind kind, size_t steps, double rate)
{
    static const uint32_t classes[] = { 2, 2 };
    const tacit_row_shape shape = { 2, classes };
    tacit_rng rng = tacit_rng_seed(7);
    tacit_neural *net = NULL;
    tacit_adam descent;
    double *sum = NULL;
    assert_ok(cx, tacit_neural_new(cx, &shape, kind, 8, &rng, &net));
    const size_t n = tacit_neural_size(net), batch = 40;
    assert_ok(cx, tacit_adam_new(cx, n, &descent));
    assert_ok(cx, tacit_scratch(cx, n, sizeof *sum, &sum));
    for (size_t t = 0; t < steps; t++) {
        for (size_t i = 0; i < n; i++)
            sum[i] = 0.0;
        for (size_t b = 0; b < batch; b++) {
            const uint32_t x = (uint32_t)tacit_rng_below(&rng, 2);
            tacit_neural_gradient(net, (const uint32_t[]){ x, x }, 1.0, sum);
        }
        tacit_neural_play(net, batch, rate, &rng, sum);
        tacit_adam_step(&descent, tacit_neural_weights(net), sum, rate);
    }
    size_t equal = 0;
    for (size_t i = 0; i < 1000; i++) {
        uint32_t row[2];
        tacit_neural_draw(net, &rng, row);
        equal += row[0] == row[1];
    }
    return (double)equal / 1000.0;
}

static void test_sequence_learns(void **state)
{
    assert_true(learn_copies(*state, TACIT_NEURAL_SEQUENCE, 200, 0.02) > 0.97);
}

static void test_adversary_learns(void **state)
{
    assert_true(learn_copies(*state, TACIT_NEURAL_ADVERSARY, 1600, 0.03) > 0.9);
}

/* Adam's first step has the size of the rate, whatever the gradient's. */
static void test_first_step(void **state)
{
    double w[] = { 1.0, -2.0 };
    const double g[] = { 1e-3, -400.0 };
    tacit_adam a;
    assert_ok(*state, tacit_adam_new(*state, 2, &a));
    tacit_adam_step(&a, w, g, 0.5);
    assert_true(fabs(w[0] - 0.5) < 1e-4 && fabs(w[1] + 1.5) < 1e-9);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_gradients),        with_context(test_clip),
        with_context(test_law_by_hand),      with_context(test_sequence_learns),
        with_context(test_adversary_learns), with_context(test_first_step),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
