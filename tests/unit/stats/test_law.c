/*
 * test_law.c - families of distributions fitted to numbers.
 *
 * Provenance: fits by hand; quantiles of a law give its parameters back; families by the numbers
 * that they were drawn from.
 */
#include "support/check.h"

#include "base/rng.h"
#include "stats/population/law.h"

/* 1, 2, 6: mean 3, squares 14 / 3; logarithms of 1, 2, 4 are 0, 1, 2 times log 2. */
static void test_by_hand(void **state)
{
    const double x[] = { 1, 2, 6 }, powers[] = { 1, 2, 4 };
    tacit_law law;
    (void)state;
    assert_true(tacit_law_fit(TACIT_LAW_NORMAL, x, 3, &law));
    assert_near(law.a, 3.0, 1e-15);
    assert_near(law.b, sqrt(14.0 / 3.0), 1e-15);
    assert_true(tacit_law_fit(TACIT_LAW_EXPONENTIAL, x, 3, &law));
    assert_near(law.a, 3.0, 1e-15);
    assert_near(law.distance, 1.0 - exp(-1.0 / 3.0), 1e-15); /* just below the first */
    assert_true(tacit_law_fit(TACIT_LAW_UNIFORM, x, 3, &law));
    assert_near(law.distance, 2.0 / 3.0 - 0.2, 1e-15);
    assert_true(tacit_law_fit(TACIT_LAW_LOGNORMAL, powers, 3, &law));
    assert_near(law.a, log(2.0), 1e-15);
    assert_near(law.b, log(2.0) * sqrt(2.0 / 3.0), 1e-15);
}

static void test_refused(void **state)
{
    const double negative[] = { -1, 2, 6 }, zero[] = { 0, 2, 6 };
    tacit_law law;
    (void)state;
    for (int f = 0; f < TACIT_LAWS; f++) {
        const bool any = f == TACIT_LAW_NORMAL || f == TACIT_LAW_UNIFORM;
        assert_int_equal(tacit_law_fit((tacit_law_family)f, negative, 3, &law), any);
        assert_int_equal(tacit_law_fit((tacit_law_family)f, zero, 3, &law),
                         any || f == TACIT_LAW_EXPONENTIAL);
    }
}

/* The quantiles of a law are fitted best by it, with about its parameters; a quantile is where the
 * distribution function says. */
static void test_families(void **state)
{
    enum { N = 2000 };
    static const tacit_law laws[] = {
        { .family = TACIT_LAW_NORMAL, .a = 5, .b = 2 },
        { .family = TACIT_LAW_LOGNORMAL, .a = 1, .b = 0.7 },
        { .family = TACIT_LAW_GAMMA, .a = 2.5, .b = 3 },
        { .family = TACIT_LAW_WEIBULL, .a = 3.2, .b = 4 },
        { .family = TACIT_LAW_EXPONENTIAL, .a = 7, .b = 7 },
        { .family = TACIT_LAW_UNIFORM, .a = -2, .b = 9 },
    };
    static double x[N];
    (void)state;
    for (size_t f = 0; f < TACIT_LAWS; f++) {
        for (size_t i = 0; i < N; i++) {
            const double p = ((double)i + 0.5) / N;
            x[i] = tacit_law_quantile(&laws[f], p);
            assert_near(tacit_law_cdf(&laws[f], x[i]), p, 1e-12);
        }
        tacit_law best;
        assert_true(tacit_law_fit(laws[f].family, x, N, &best));
        assert_near(best.a, laws[f].a, 0.02 * fabs(laws[f].a));
        if (f != TACIT_LAW_EXPONENTIAL) {
            assert_near(best.b, laws[f].b, 0.02 * fabs(laws[f].b));
            assert_int_equal(tacit_law_best(x, N).family, laws[f].family);
        }
        assert_true(tacit_law_best(x, N).distance < 0.01);
    }
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_by_hand),
        with_context(test_refused),
        with_context(test_families),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
