/*
 * test_dp_network.c - networks taught with noise: what they promise is put on trial, and accounts.
 */
#include "support/check.h"

#include <math.h>

#include "privacy/accountant/accountant.h"
#include "synth/private/dp_network/train.h"

/* Columns, classes and hidden units of the networks on trial. */
enum { COLUMNS = 2, HIDDEN = 2, ROUNDS = 2000 };
static const size_t SIZE[COLUMNS] = { 2, 3 };
static const uint32_t CLASSES[COLUMNS] = { 2, 3 };
static const tacit_row_shape SHAPE = { COLUMNS, CLASSES };
static const tacit_lessons LESSONS = {
    .steps = 4, .share = 1u << 31, .batch = 1, .clip = 1.0, .rate = 0.05
};
static const double PROMISE[2] = { 1.0, 1e-5 };

/* The loss of the record (1, 2) after lessons on it, or on nobody. */
static double loss_after(tacit_ctx *cx, const tacit_paid_look *look, bool in,
                         tacit_keystream *stream)
{
    uint16_t first[1] = { 1 }, second[1] = { 2 }, *code[COLUMNS] = { first, second };
    const tacit_private_table data = { in, COLUMNS, SIZE, code };
    tacit_purse purse = { .stream = stream };
    const tacit_private_job job = { .data = &data, .purse = &purse, .rng = tacit_rng_seed(5) };
    const size_t mark = tacit_scratch_mark(cx);
    tacit_neural *net = NULL;
    assert_ok(cx, tacit_neural_new(cx, &SHAPE, TACIT_NEURAL_SEQUENCE, HIDDEN, &job.rng, &net));
    assert_ok(cx, tacit_lessons_teach(cx, &LESSONS, &job, look, net));
    const double loss = tacit_neural_loss(net, (const uint32_t[]){ 1, 2 });
    tacit_scratch_release(cx, mark);
    return loss;
}

/* Losses of the record that an attacker may ask about. */
enum { LIMITS = 5 };
static const double LIMIT[LIMITS] = { 2.55, 2.65, 2.75, 2.85, 2.95 };

/* Of ROUNDS lessons the shares after which the record's loss is below each limit. */
static void shares_below(tacit_ctx *cx, const tacit_paid_look *look, bool in, double *share)
{
    const unsigned char key[TACIT_KEYSTREAM_KEY] = { in ? 3 : 4 };
    tacit_keystream stream;
    tacit_keystream_simulate(key, &stream);
    for (size_t k = 0; k < LIMITS; k++)
        share[k] = 0.0;
    for (size_t i = 0; i < ROUNDS; i++) {
        const double loss = loss_after(cx, look, in, &stream);
        for (size_t k = 0; k < LIMITS; k++)
            share[k] += loss < LIMIT[k] ? 1.0 / ROUNDS : 0.0;
    }
    tacit_keystream_close(&stream);
}

/* Whether an attacker who sees the network and asks for the record's loss tells better than the
 * promise allows: p(in) > e^epsilon p(out) + delta, or the same of the opposite answer, by 6
 * standard errors. */
static bool breaks_promise(tacit_ctx *cx, const tacit_paid_look *look)
{
    const double odds = exp(PROMISE[0]);
    const double slack = PROMISE[1] + 6.0 * (1.0 + odds) * sqrt(0.25 / ROUNDS);
    double in[LIMITS], out[LIMITS];
    bool broken = false;
    shares_below(cx, look, true, in);
    shares_below(cx, look, false, out);
    for (size_t k = 0; k < LIMITS; k++)
        broken =
            broken || in[k] > odds * out[k] + slack || 1.0 - out[k] > odds * (1.0 - in[k]) + slack;
    return broken;
}

static tacit_paid_look settled(tacit_ctx *cx)
{
    const tacit_rng rng = tacit_rng_seed(5);
    const size_t mark = tacit_scratch_mark(cx);
    tacit_purse purse = { 0 };
    tacit_neural *net = NULL;
    tacit_paid_look look;
    assert_ok(cx, tacit_neural_new(cx, &SHAPE, TACIT_NEURAL_SEQUENCE, HIDDEN, &rng, &net));
    assert_ok(cx, tacit_lessons_settle(cx, &LESSONS, tacit_neural_size(net), PROMISE, &look));
    assert_ok(cx, tacit_purse_new(cx, PROMISE[0], PROMISE[1], 1, &purse));
    assert_ok(cx, tacit_purse_sample(cx, &purse, &look));
    assert_true(purse.n == 1);
    tacit_scratch_release(cx, mark);
    return look;
}

/* Lessons keep their promise; with a hundredth of the noise they do not, and the trial finds out.
 */
static void test_trial(void **state)
{
    const tacit_paid_look look = settled(*state);
    tacit_paid_look quiet = look;
    quiet.scale.over /= 10000;
    assert_false(breaks_promise(*state, &look));
    assert_true(breaks_promise(*state, &quiet));
}

/* The noise is the least that keeps the promise: with 1 % less it is broken by the accounts. */
static void test_least_noise(void **state)
{
    const tacit_paid_look look = settled(*state);
    double spent[2] = { 0 };
    for (int less = 0; less < 2; less++) {
        const double rho = look.amount * (less ? 1.02 : 1.0);
        const tacit_privacy_loss loss = { .kind = TACIT_LOSS_GAUSSIAN,
                                          .sigma = sqrt(1.0 / (2.0 * rho)),
                                          .rate = 0.5,
                                          .times = LESSONS.steps };
        assert_ok(*state, tacit_accountant_least(*state, &(tacit_spending){ &loss, 1 }, PROMISE[1],
                                                 &spent[less]));
    }
    assert_true(spent[0] <= PROMISE[0] && spent[1] > PROMISE[0]);
    /* A record moves 2^16 steps of its bounded gradient, and rounding one more for each weight. */
    const double weights = 2 + 2 * 3 + (1 + 2) * 2 + 3 * 3;
    assert_true((double)look.sensitivity >= 65536 + sqrt(weights) &&
                (double)look.sensitivity < 65536 + sqrt(weights) + 2);
}

static void test_too_many_steps(void **state)
{
    tacit_lessons many = LESSONS;
    tacit_paid_look look;
    many.steps = 100000;
    assert_int_equal(
        TACIT_ERR_INPUT,
        tacit_lessons_settle(*state, &many, 23, (const double[2]){ 0.001, 1e-15 }, &look));
}

TESTS(void)
{
    const struct CMUnitTest tests[] = { with_context(test_trial), with_context(test_least_noise),
                                        with_context(test_too_many_steps) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
