/*
 * test_loss_table.c - the table of losses: what is 0, what is not defined, and what does not
 * depend on units, signs and threads.
 *
 * Provenance: by definition; figures are in tests/golden/test_information_loss.c.
 */
#include "support/check.h"

#include "base/pool.h"
#include "base/rng.h"
#include "stats/linear/loss_table.h"

enum { N = 20000, P = 4 };

/* Correlated columns and the same with noise. */
static void fill(double *x, double *y)
{
    tacit_rng rng = tacit_rng_seed(6);
    for (size_t i = 0; i < N; i++) {
        const double common = tacit_rng_normal(&rng);
        for (size_t j = 0; j < P; j++) {
            x[i * P + j] = (double)(j + 1) + common + tacit_rng_normal(&rng) * (double)(j + 1);
            y[i * P + j] = x[i * P + j] + 0.3 * tacit_rng_normal(&rng);
        }
    }
}

static tacit_loss_table table_of(tacit_ctx *cx, const double *x, const double *y, size_t n)
{
    tacit_loss_table t;
    const tacit_loss_data data = { x, y, n, P };
    assert_ok(cx, tacit_loss_table_of(cx, &data, NULL, &t));
    return t;
}

static void test_identity(void **state)
{
    static double x[N * P], y[N * P];
    fill(x, y);
    const tacit_loss_table t = table_of(*state, x, x, N);
    for (size_t k = 0; k < TACIT_LOSS_PARTS; k++) {
        assert_near(t.part[k].mse, 0.0, 0.0);
        assert_near(t.part[k].mae, 0.0, 0.0);
        assert_near(t.part[k].mv, 0.0, 0.0);
    }
    assert_near(t.il, 0.0, 0.0);
    assert_string_equal(tacit_loss_name(TACIT_LOSS_RF), "RF");
}

/* Threads change no bit; other units change no variation, and no correlation or factor. */
static void test_units(void **state)
{
    static double x[N * P], y[N * P];
    fill(x, y);
    tacit_pool_set(1);
    const tacit_loss_table one = table_of(*state, x, y, N);
    tacit_pool_set(5);
    const tacit_loss_table many = table_of(*state, x, y, N);
    tacit_pool_set(2);
    assert_memory_equal(&one, &many, sizeof one);
    for (size_t i = 0; i < N * P; i++) {
        x[i] *= 4096.0;
        y[i] *= 4096.0;
    }
    const tacit_loss_table other = table_of(*state, x, y, N);
    assert_near(other.il, one.il, 1e-9 * one.il);
    assert_near(other.part[TACIT_LOSS_X].mae, 4096.0 * one.part[TACIT_LOSS_X].mae, 1e-6);
    for (size_t k = TACIT_LOSS_R; k < TACIT_LOSS_PARTS; k++)
        assert_near(other.part[k].mse, one.part[k].mse, 1e-12);
    assert_true(one.il > 1.0 && one.part[TACIT_LOSS_RF].mae > 1e-4);
}

/* More noise, more loss. */
static void test_monotone(void **state)
{
    static double x[N * P], y[N * P], z[N * P];
    double last = 0.0;
    fill(x, y);
    for (size_t k = 1; k <= 4; k++) {
        for (size_t i = 0; i < N * P; i++)
            z[i] = x[i] + (double)k * (y[i] - x[i]);
        const tacit_loss_table t = table_of(*state, x, z, N);
        assert_true(t.il > last);
        assert_true(t.il_capped <= 100.0);
        last = t.il;
    }
}

/* All masked columns turned around: only values and means change, not what is symmetric. */
static void test_signs(void **state)
{
    static double x[N * P], y[N * P];
    fill(x, y);
    for (size_t i = 0; i < N * P; i++)
        y[i] = -x[i];
    const tacit_loss_table t = table_of(*state, x, y, N);
    assert_near(t.part[TACIT_LOSS_X].mv, 2.0, 1e-9);
    assert_near(t.part[TACIT_LOSS_MEANS].mv, 2.0, 1e-9);
    for (size_t k = TACIT_LOSS_V; k < TACIT_LOSS_PARTS; k++)
        assert_near(t.part[k].mv, 0.0, 1e-9);
    assert_near(t.il, 80.0, 1e-6);
    assert_near(t.il_capped, 40.0, 1e-6);
}

static void test_not_defined(void **state)
{
    const double x[] = { 1, 2, 0, 4 }, y[] = { 2, 2, 1, 4 };
    tacit_loss_table t = table_of(*state, x, y, 0);
    assert_true(isnan(t.part[TACIT_LOSS_X].mse) && isnan(t.il) && isnan(t.il_capped));
    t = table_of(*state, x, y, 1);
    assert_near(t.part[TACIT_LOSS_X].mae, 0.5, 1e-15);
    assert_near(t.part[TACIT_LOSS_X].mv, 0.25, 1e-15);
    assert_int_equal(t.part[TACIT_LOSS_X].zero_cells, 1);
    assert_near(t.part[TACIT_LOSS_MEANS].mae, 0.5, 1e-15);
    assert_true(isnan(t.part[TACIT_LOSS_V].mv) && isnan(t.il));
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_identity), with_context(test_units),       with_context(test_monotone),
        with_context(test_signs),    with_context(test_not_defined),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
