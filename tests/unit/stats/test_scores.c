/*
 * test_scores.c - normal scores, their correlation, orders.
 *
 * Provenance: quantiles of the normal distribution from tables (0.6745 at 0.75, 0.8416 at 0.8,
 * 0.2533 at 0.6, more digits from a computer algebra system); the rest by hand.
 */
#include "support/check.h"

#include "base/rng.h"
#include "stats/linear/scores.h"

static void test_no_ties(void **state)
{
    double x[] = { 2.385, -7.0, 0.1 }, kept = 0.0;
    const bool plain = false;
    const tacit_scored m = { .x = x, .n = 3, .d = 1, .q = 1, .is_plain = &plain };
    assert_ok(*state, tacit_scores_of(*state, &m, &kept));
    /* -+0.6745 and 0, standardised with n: -+sqrt(3/2) */
    assert_near(x[0], sqrt(1.5), 1e-14);
    assert_near(x[1], -sqrt(1.5), 1e-14);
    assert_near(x[2], 0.0, 1e-14);
    assert_near(kept, 1.0, 1e-14);
}

/* Two of four values are equal: their score is the mean of -0.8416 and -0.2533. */
static void test_ties(void **state)
{
    double x[] = { 5, 3, 9, 1, 5, 3, 7, 3 }, kept[2];
    const bool plain[] = { false, false };
    const double a = 0.8416212335729143, b = 0.2533471031357997, g = -(a + b) / 2.0;
    const double full = sqrt((a * a + b * b) / 2.0), sd = sqrt((2.0 * g * g + a * a + b * b) / 4.0);
    const tacit_scored m = { .x = x, .n = 4, .d = 2, .q = 1, .is_plain = plain };
    assert_ok(*state, tacit_scores_of(*state, &m, kept));
    assert_near(x[0], g / sd, 1e-13);
    assert_near(x[4], g / sd, 1e-13);
    assert_near(x[2], a / sd, 1e-13);
    assert_near(x[6], b / sd, 1e-13);
    assert_near(kept[0], sd / full, 1e-13);
    /* 3 1 3 3: the lowest, and the mean of the others */
    assert_near(x[3], -sqrt(3.0), 1e-13);
    assert_near(x[1], 1.0 / sqrt(3.0), 1e-13);
}

static void test_plain_and_constant(void **state)
{
    double x[] = { 1, 0.1, 0, 0.1, 0, 0.1, 1, 0.1 }, kept[2], r[4];
    const bool plain[] = { true, false };
    const tacit_scored m = { .x = x, .n = 4, .d = 2, .q = 0, .is_plain = plain };
    assert_ok(*state, tacit_scores_of(*state, &m, kept));
    for (size_t i = 0; i < 4; i++) {
        assert_near(x[2 * i], i == 0 || i == 3 ? 1.0 : -1.0, 1e-15);
        assert_near(x[2 * i + 1], 0.0, 0.0);
    }
    assert_near(kept[0], 1.0, 0.0);
    assert_near(kept[1], 0.0, 0.0);
    assert_ok(*state, tacit_scores_correlation(*state, &m, kept, r));
    assert_near(r[0], 1.0, 0.0);
    assert_near(r[1], 0.0, 0.0);
    assert_near(r[3], 0.0, 0.0);
}

/* Ranks 1 2 3 4 and 1 3 2 4: rho = 1 - 6 * 2 / (4 * 15) = 0.8. */
static void test_from_ranks(void **state)
{
    double x[] = { -3, 10, 0, 30, 0.5, 20, 100, 1e6 }, r[] = { 1, 0.3, 0.3, 1 };
    const bool plain[] = { false, false }, second[] = { false, true };
    tacit_scored m = { .x = x, .n = 4, .d = 2, .q = 1, .is_plain = second };
    assert_ok(*state, tacit_scores_from_ranks(*state, &m, r));
    assert_near(r[1], 0.3, 0.0); /* a plain column: left to the caller */
    m.is_plain = plain;
    assert_ok(*state, tacit_scores_from_ranks(*state, &m, r));
    assert_near(r[1], 2.0 * sin(3.14159265358979323846 * 0.8 / 6.0), 1e-14);
    assert_near(r[2], r[1], 0.0);
    assert_near(r[0], 1.0, 0.0);
}

enum { N = 40000 };

/* A normal pair of correlation 0.6, of which the first is cut into three values: both
 * estimates find 0.6 again.  Their deviation is below 1 / sqrt(N) / 0.8; with five of them a
 * right program fails once in 1e6 seeds. */
static void test_cut(void **state)
{
    double *x = NULL, *raw = NULL, kept[2], r[4];
    const bool plain[] = { false, false };
    tacit_rng rng = tacit_rng_seed(5);
    assert_ok(*state, tacit_scratch(*state, 2 * N, sizeof *x, &x));
    assert_ok(*state, tacit_scratch(*state, 2 * N, sizeof *raw, &raw));
    for (size_t i = 0; i < N; i++) {
        const double z = tacit_rng_normal(&rng);
        raw[2 * i] = x[2 * i] = z < -0.5 ? 0.0 : z < 0.8 ? 1.0 : 2.0;
        raw[2 * i + 1] = x[2 * i + 1] = 0.6 * z + 0.8 * tacit_rng_normal(&rng);
    }
    tacit_scored m = { .x = x, .n = N, .d = 2, .q = 1, .is_plain = plain };
    assert_ok(*state, tacit_scores_of(*state, &m, kept));
    assert_ok(*state, tacit_scores_correlation(*state, &m, kept, r));
    assert_true(kept[0] < 0.95 && kept[0] > 0.8);
    assert_near(kept[1], 1.0, 1e-12);
    assert_near(r[1], 0.6, 5.0 / sqrt(N) / 0.8);
    m.x = raw;
    assert_ok(*state, tacit_scores_from_ranks(*state, &m, r));
    assert_near(r[1], 0.6, 5.0 / sqrt(N) / 0.8);
    m.q = 0; /* seen with its ties it is weaker */
    assert_ok(*state, tacit_scores_from_ranks(*state, &m, r));
    assert_true(r[1] < 0.6 - 5.0 / sqrt(N));
}

/* Eigenvalues 1.9, 1.9 and -0.8 with the vector (1, -1, 1): without the last, 0.5 is left. */
static void test_repair(void **state)
{
    double r[] = { 1, 0.9, -0.9, 0.9, 1, 0.9, -0.9, 0.9, 1 }, good[] = { 1, -0.3, -0.3, 1 };
    assert_ok(*state, tacit_correlation_repair(*state, r, 3));
    assert_near(r[1], 0.5, 1e-14);
    assert_near(r[2], -0.5, 1e-14);
    assert_near(r[5], 0.5, 1e-14);
    assert_near(r[4], 1.0, 0.0);
    assert_ok(*state, tacit_correlation_repair(*state, good, 2));
    assert_near(good[1], -0.3, 0.0);
}

static void test_order(void **state)
{
    const double x[] = { 2, 9, -1, 9, 2, 9, 0.0, 9, -0.0, 9 };
    const size_t right[] = { 1, 3, 4, 0, 2 };
    size_t order[5];
    assert_ok(*state, tacit_scores_order(*state, x, 5, 2, order));
    assert_memory_equal(order, right, sizeof right);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_no_ties),
        with_context(test_ties),
        with_context(test_plain_and_constant),
        with_context(test_from_ranks),
        with_context(test_cut),
        with_context(test_repair),
        with_context(test_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
