/*
 * test_gram.c - covariances and regression from noisy sums of products.
 */
#include "questions.h"

#include "base/rng.h"

/* Two columns of a small table by hand: x = 1 2 3 4, y = 2 4 5 9. */
static const int64_t TABLE[][2] = { { 1, 2 }, { 2, 4 }, { 3, 5 }, { 4, 9 } };

static void add_table(asking *a, int times, bool swapped)
{
    for (int t = 0; t < times; t++)
        for (size_t i = 0; i < 4; i++)
            add_record(a, swapped ? (const int64_t[]){ TABLE[i][1], TABLE[i][0] } : TABLE[i]);
}

/* Sums of squares about the means are 5, 11 and 26, of which 1 000 tables have 1 000 times as much:
 * over 3 999. */
static void test_covariance(void **state)
{
    const tacit_domain d[] = { number_domain(*state, 0, 10, 0), number_domain(*state, 0, 10, 0) };
    asking a;
    ask(*state, &tacit_statistic_covariance, d, 2, &a);
    settle(&a, 100);
    add_table(&a, 1000, false);
    const tacit_answers all = answers(&a);
    assert_int_equal(all.n, 3);
    assert_string_equal(all.at[1].at, "x, x");
    assert_near(all.at[0].value, 5000 / 3999.0, 0.02);
    assert_near(all.at[1].value, 11000 / 3999.0, 0.02);
    assert_near(all.at[2].value, 26000 / 3999.0, 0.02);
}

/* The slope is 11 / 5, the intercept 5 - 2.5 * 2.2 = -0.5. */
static void test_regression(void **state)
{
    const tacit_domain d[] = { number_domain(*state, 0, 10, 0), number_domain(*state, 0, 10, 0) };
    asking a;
    ask(*state, &tacit_statistic_regression, d, 2, &a);
    settle(&a, 100);
    add_table(&a, 1000, true);
    const tacit_answers all = answers(&a);
    assert_int_equal(all.n, 2);
    assert_string_equal(all.at[0].at, "intercept");
    assert_near(all.at[0].value, -0.5, 0.05);
    assert_near(all.at[1].value, 2.2, 0.02);
    assert_true(all.at[1].low < 2.2 && all.at[1].high > 2.2);
}

/* A table of noise and nothing else: a matrix of covariances all the same, no intervals of slopes.
 */
static void test_noise(void **state)
{
    const tacit_domain d[] = { number_domain(*state, 0, 10, 0), number_domain(*state, 0, 10, 0) };
    asking c, r;
    ask(*state, &tacit_statistic_covariance, d, 2, &c);
    ask(*state, &tacit_statistic_regression, d, 2, &r);
    settle(&c, 0.1);
    settle(&r, 0.1);
    for (int i = 0; i < 100; i++) {
        const tacit_answers v = answers(&c), b = answers(&r);
        assert_true(v.at[0].value >= 0 && v.at[2].value >= 0);
        assert_true(isfinite(b.at[0].value) && isfinite(b.at[1].value));
    }
}

/* ---- intervals ---- */

/* n persons: x uniform on 0 ... 100, y = 20 + x / 2 + noise of -10 ... 10. */
static void add_sample(asking *a, tacit_rng *rng, int n)
{
    memset(a->cell, 0, a->q.width * sizeof *a->cell);
    for (int i = 0; i < n; i++) {
        const int64_t x = 2 * (int64_t)tacit_rng_below(rng, 51),
                      y = 20 + x / 2 + (int64_t)tacit_rng_below(rng, 21) - 10;
        add_record(a, (const int64_t[]){ y, x });
    }
}

/* x is 2 u, u uniform on 0 ... 50: variance 4 (51^2 - 1) / 12; that of y has a quarter of it, and
 * (21^2 - 1) / 12. */
static void test_intervals(void **state)
{
    enum { TIMES = 400, PERSONS = 1000 };
    const double x = 4 * 2600 / 12.0, truth[] = { x / 4 + 440 / 12.0, x / 2, x };
    const tacit_domain d[] = { number_domain(*state, 0, 100, 0), number_domain(*state, 0, 100, 0) };
    tacit_rng rng = tacit_rng_seed(5);
    size_t misses[5] = { 0 };
    asking c, r;
    ask(*state, &tacit_statistic_covariance, d, 2, &c);
    ask(*state, &tacit_statistic_regression, d, 2, &r);
    c.promise.sampling = r.promise.sampling = true;
    settle(&c, 1);
    settle(&r, 1);
    for (size_t i = 0; i < TIMES; i++) {
        add_sample(&c, &rng, PERSONS);
        add_sample(&r, &rng, PERSONS);
        const tacit_answers v = answers(&c), b = answers(&r);
        for (size_t k = 0; k < 3; k++)
            misses[k] += v.at[k].low > truth[k] || v.at[k].high < truth[k];
        misses[3] += b.at[0].low > 20 || b.at[0].high < 20;
        misses[4] += b.at[1].low > 0.5 || b.at[1].high < 0.5;
        assert_true(b.at[1].high - b.at[1].low < 1);
    }
    for (size_t k = 0; k < 5; k++)
        assert_covers(misses[k], TIMES, 0.05);
}

static void test_refusals(void **state)
{
    const tacit_domain d = number_domain(*state, 0, 10, 0);
    asking a;
    ask(*state, &tacit_statistic_regression, &d, 1, &a);
    a.q.args = &a.args;
    assert_fails(*state, tacit_question_prepare(*state, &a.q), TACIT_ERR_INPUT,
                 "2 to 10 columns; 1 were named");
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_covariance), with_context(test_regression), with_context(test_noise),
        with_context(test_intervals),  with_context(test_refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
