/*
 * test_accountants.c - what answers cost together, where it can be said by hand.
 *
 * Published: Kairouz, Oh and Viswanath (2015) on equal answers; Canonne, Kamath and Steinke (2020).
 */
#include "support/check.h"

#include "privacy/accountant/accountant.h"
#include "privacy/accountant/gaussian.h"

static double ask(tacit_ctx *cx, const tacit_accountant *who, tacit_privacy_loss loss, double delta)
{
    const tacit_spending spent = { &loss, 1 };
    double e = 0.0;
    assert_ok(cx, tacit_accountant_epsilon(cx, who, &spent, delta, &e));
    return e;
}

/* Two answers of epsilon 1: 2, or at delta 0.46211715726 = tanh(1/2), nothing (golden, k = 2). */
static void test_two_answers(void **state)
{
    tacit_ctx *cx = *state;
    const tacit_privacy_loss two = tacit_loss_pure(1, 2);
    assert_near(ask(cx, &tacit_accountant_pure, two, 0), 2, 1e-9);
    assert_near(ask(cx, &tacit_accountant_approximate, two, 0), 2, 1e-9);
    assert_near(ask(cx, &tacit_accountant_approximate, two, tanh(0.5) + 1e-9), 0, 1e-12);
    assert_near(ask(cx, &tacit_accountant_loss_distribution, two, 0), 2, 1e-9);
    /* At most delta: 2 + log(1 - delta (1 + 1/e)^2). */
    const double e = 2 + log(1 - 0.1 * pow(1 + exp(-1), 2));
    assert_near(ask(cx, &tacit_accountant_approximate, two, 0.1), e, 1e-9);
    assert_near(ask(cx, &tacit_accountant_loss_distribution, two, 0.1), e, 2e-4);
    assert_true(ask(cx, &tacit_accountant_loss_distribution, two, 0.1) >= e);
}

/* One Gaussian answer: all that know it give its epsilon or more, the loss distribution hardly
 * more. */
static void test_one_gaussian(void **state)
{
    tacit_ctx *cx = *state;
    const tacit_privacy_loss one = {
        .kind = TACIT_LOSS_GAUSSIAN, .sigma = 4, .rate = 1, .times = 1
    };
    const double e = tacit_gaussian_epsilon(4, 1e-6);
    assert_near(ask(cx, &tacit_accountant_loss_distribution, one, 1e-6), e, 1e-5);
    assert_near(ask(cx, &tacit_accountant_zero_concentrated, one, 1e-6),
                tacit_zcdp_epsilon(1.0 / 32, 1e-6), 1e-9);
    for (size_t i = 0; i < tacit_accountant_catalog.n; i++) {
        const tacit_accountant *who = (const void *)tacit_accountant_catalog.entry[i];
        if (who->epsilon != NULL)
            assert_true(ask(cx, who, one, 1e-6) >= e);
    }
    assert_true(isinf(ask(cx, &tacit_accountant_pure, one, 1e-6)));
    assert_true(isinf(ask(cx, &tacit_accountant_approximate, one, 0)));
    assert_true(isinf(ask(cx, &tacit_accountant_zero_concentrated, one, 0)));
    assert_true(isinf(ask(cx, &tacit_accountant_renyi, one, 0)));
}

/* A Gaussian on a lattice too fine for a curve, and deltas that are spent already. */
static void test_unknown(void **state)
{
    tacit_ctx *cx = *state;
    const tacit_privacy_loss fine = {
        .kind = TACIT_LOSS_GAUSSIAN, .sigma = 100, .steps = 1e6, .rate = 1, .times = 3
    };
    assert_true(isinf(ask(cx, &tacit_accountant_loss_distribution, fine, 1e-6)));
    assert_true(isfinite(ask(cx, &tacit_accountant_approximate, fine, 1e-6)));
    const tacit_privacy_loss loose = {
        .kind = TACIT_LOSS_APPROXIMATE, .epsilon = 0.1, .delta = 1e-5, .rate = 1, .times = 1
    };
    for (size_t i = 0; i < tacit_accountant_catalog.n; i++) {
        const tacit_accountant *who = (const void *)tacit_accountant_catalog.entry[i];
        if (who->epsilon != NULL)
            assert_true(isinf(ask(cx, who, loose, 1e-6)));
    }
    assert_near(ask(cx, &tacit_accountant_approximate, loose, 1e-5), 0.1, 1e-9);
}

/* Large budgets need a coarser grid, here of 2000 / 2^19 = 0.004 at least, and stay upper bounds:
 * at delta 1e-6 hardly below the sum 1000, and above it by a step for each of 50 answers at most.
 */
static void test_large(void **state)
{
    const double e =
        ask(*state, &tacit_accountant_loss_distribution, tacit_loss_pure(20, 50), 1e-6);
    assert_true(e <= 1000 + 50 * 0.005 && e > 999);
}

/* Where exp(epsilon) does not fit into a double: still never below the truth, which is within
 * log(delta) and a few units of epsilon; Gaussian noise of a hundredth of the sensitivity is 5000
 * at delta 1/2. */
static void test_huge(void **state)
{
    static const double steps[] = { 1, 2, 1000, TACIT_LOSS_FINE };
    for (size_t i = 0; i < 4; i++) {
        tacit_privacy_loss one = tacit_loss_pure(2000, 1);
        one.steps = steps[i];
        const double e = ask(*state, &tacit_accountant_loss_distribution, one, 0.1);
        assert_true(e >= 1999 && e <= 2000.1);
    }
    tacit_curve c;
    const tacit_privacy_loss sharp = {
        .kind = TACIT_LOSS_GAUSSIAN, .sigma = 0.01, .rate = 1, .times = 1
    };
    assert_ok(*state, tacit_curve_make(*state, &sharp, &c));
    assert_near(tacit_curve_delta(&c, TACIT_WAY_REMOVE, 5000), 0.5, 0.01);
    tacit_privacy_loss whole = sharp;
    whole.steps = 100; /* standard deviation 1 */
    assert_ok(*state, tacit_curve_make(*state, &whole, &c));
    assert_near(tacit_curve_delta(&c, TACIT_WAY_REMOVE, 4999), 0.5 + 0.5 * 0.3989, 0.01);
}

/* The least of all is one of them. */
static void test_least(void **state)
{
    const tacit_privacy_loss many = tacit_loss_pure(0.1, 100);
    const tacit_spending spent = { &many, 1 };
    double least = 0.0;
    assert_ok(*state, tacit_accountant_least(*state, &spent, 1e-6, &least));
    assert_near(least, ask(*state, &tacit_accountant_approximate, many, 1e-6), 1e-3);
    assert_true(least <= ask(*state, &tacit_accountant_approximate, many, 1e-6));
}

/* The trade-off curve of one randomised response is the two lines through (0,1) and (1,0):
 * max(1 - e^eps a, e^-eps (1 - a)). */
static void test_tradeoff(void **state)
{
    const tacit_privacy_loss one = tacit_loss_pure(1, 1);
    const tacit_spending spent = { &one, 1 };
    tacit_curve_points f = { 0 };
    assert_ok(*state, tacit_accountant_tradeoff.draw(*state, NULL, &spent, &f));
    for (size_t i = 0; i < f.n; i++)
        assert_near(f.y[i], fmax(1 - M_E * f.x[i], exp(-1) * (1 - f.x[i])), 1e-3);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_two_answers), with_context(test_one_gaussian), with_context(test_unknown),
        with_context(test_large),       with_context(test_huge),         with_context(test_least),
        with_context(test_tradeoff),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
