/*
 * test_safepub.c - crowds of a random sample, by hand.
 *
 * epsilon = ln 3: beta = 2/3, gamma = 8/9.  For k = 1, 2, 3 the least n is 1, 2, 3, and
 * P(Binomial(n, 2/3) > 8n/9) is (2/3)^n for n up to 8; n = 9 is the next peak, 2816/19683 at most.
 */
#include "support/check.h"

#include <math.h>

#include "privacy/accountant/safepub.h"

static void test_by_hand(void **state)
{
    const double e = log(3.0);
    (void)state;
    assert_near(tacit_safepub_share(e), 2.0 / 3.0, 1e-12);
    assert_near(tacit_safepub_delta(e, 1), 2.0 / 3.0, 1e-10);
    assert_near(tacit_safepub_delta(e, 2), 4.0 / 9.0, 1e-10);
    assert_near(tacit_safepub_delta(e, 3), 8.0 / 27.0, 1e-10);
    assert_true(tacit_safepub_delta(e, 3) >= 8.0 / 27.0); /* never too small */
    assert_int_equal(tacit_safepub_size(e, 0.5), 2);
    assert_int_equal(tacit_safepub_size(e, 0.4), 3);
}

/* P(Binomial(n, p) > cut), term by term. */
static double slow_tail(int n, double p, double cut)
{
    double sum = 0.0;
    for (int j = 0; j <= n; j++)
        if (j > cut)
            sum += exp(lgamma(n + 1.0) - lgamma(j + 1.0) - lgamma(n - j + 1.0) + j * log(p) +
                       (n - j) * log1p(-p));
    return sum;
}

/* The maximum over 250 of n, without the bound that ends the search. */
static void test_against_all(void **state)
{
    (void)state;
    for (double e = 0.3; e < 2.5; e += 0.53)
        for (uint64_t k = 1; k < 40; k += 9) {
            const double beta = -expm1(-e), gamma = (exp(e) - 1 + beta) / exp(e);
            double most = 0.0;
            for (int n = (int)ceil((double)k / gamma - 1); n < 250; n++)
                most = fmax(most, slow_tail(n, beta, gamma * n));
            assert_near(tacit_safepub_delta(e, k), most, 1e-9);
        }
}

/* More of delta or less of epsilon asks for no larger crowds. */
static void test_order(void **state)
{
    (void)state;
    assert_true(tacit_safepub_size(1, 1e-4) < tacit_safepub_size(1, 1e-6));
    assert_true(tacit_safepub_size(1, 1e-6) < tacit_safepub_size(2, 1e-6));
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_by_hand),
        cmocka_unit_test(test_against_all),
        cmocka_unit_test(test_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
