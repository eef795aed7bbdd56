/*
 * test_pram_optimum.c - matrices of post randomisation that are looked for; cases by hand.
 */
#include "support/check.h"

#include "micro/method/pram/pram.h"

static tacit_pram_optimum find(tacit_ctx *cx, const double *count, size_t n, double posterior,
                               bool invariant)
{
    const tacit_pram_wish wish = { n, count, posterior, invariant, 1000 };
    tacit_pram_optimum out;
    assert_ok(cx, tacit_pram_optimise(cx, &wish, &out));
    return out;
}

/* Two categories of 50: an invariant matrix stays with s for both, and who sees either believes in
 * it with s.  V = 100 * 2 s (1 - s) on 0.2 ... 0.8 is least at the ends: 32. */
static void test_equal(void **state)
{
    const double count[] = { 50, 50 };
    const tacit_pram_optimum m = find(*state, count, 2, 0.8, true);
    assert_near(m.spread, 32.0, 1e-4);
    assert_near(m.least, 32.0, 1e-3);
    assert_near(fmax(m.p[0], m.p[1]), 0.8, 1e-6);
}

/* 80 and 20: 80 p12 = 20 p21.  p11 <= 0.9 asks for p12 >= 0.1, so p21 >= 0.4; the category 1 seen
 * behind 2 asks for 4 p12 <= 0.9.  V = 160 p12 (1 - p12) + 40 p21 (1 - p21) is 24 at the lower and
 * 31.5 at the upper end. */
static void test_unequal(void **state)
{
    const double count[] = { 80, 20 };
    const tacit_pram_optimum m = find(*state, count, 2, 0.9, true);
    assert_near(m.spread, 24.0, 1e-4);
    assert_near(m.least, 24.0, 1e-3);
    assert_near(m.p[1], 0.1, 1e-6);
    assert_near(m.p[2], 0.4, 1e-6);
}

/* A share above the bound may be believed in as before: 95 of 100 stand for themselves with 0.95,
 * so the category tells nothing: p12 = 0.05, p21 = 0.95, V = 2 * 100 * 0.95 * 0.05. */
static void test_common(void **state)
{
    const double count[] = { 95, 5 };
    const tacit_pram_optimum m = find(*state, count, 2, 0.5, true);
    assert_near(m.p[0], 0.95, 1e-6);
    assert_near(m.p[3], 0.05, 1e-6);
    assert_near(m.spread, 9.5, 1e-4);
}

/* A bound of 1 asks for nothing. */
static void test_nothing(void **state)
{
    const double count[] = { 3, 4, 5 };
    const tacit_pram_optimum m = find(*state, count, 3, 1.0, true);
    assert_near(m.spread, 0.0, 1e-4);
    assert_near(m.least, 0.0, 1e-4);
}

/* 60 and 40, bound 0.7, not invariant: 0.18 (1 - p12) <= 0.28 p21 for who sees 1, and
 * 0.12 (1 - p21) <= 0.42 p12 for who sees 2.  60 p12 + 40 p21 is least where both are equal:
 * p12 = 1/8, p21 = 9/16, 30 cells. */
static void test_plain(void **state)
{
    const double count[] = { 60, 40 };
    const tacit_pram_optimum m = find(*state, count, 2, 0.7, false);
    assert_near(m.spread, 30.0, 1e-3);
    assert_near(m.least, 30.0, 1e-3);
    assert_near(m.p[1], 0.125, 1e-5);
    assert_near(m.p[2], 0.5625, 1e-5);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_equal),   with_context(test_unequal), with_context(test_common),
        with_context(test_nothing), with_context(test_plain),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
