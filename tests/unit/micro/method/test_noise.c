/*
 * test_noise.c - additive noise: what it keeps and what it changes.
 *
 * Limits are five standard deviations of the statistic under the method's law, so a right
 * method fails with probability below 1e-6 for a fresh seed; the seeds are fixed.
 */
#include "support/masks.h"

#include "stats/moments.h"

enum { N = 20000 };

/* N normal numbers with mean 100 and deviation 15, and whole numbers 0 ... 999. */
static tacit_table *numbers(tacit_ctx *cx)
{
    tacit_builder *b[2] = { NULL };
    tacit_rng rng = tacit_rng_seed(25);
    assert_ok(cx, tacit_builder_new(cx, "x", TACIT_TYPE_REAL, N, &b[0]));
    assert_ok(cx, tacit_builder_new(cx, "i", TACIT_TYPE_INTEGER, N, &b[1]));
    for (size_t r = 0; r < N; r++) {
        const double x = 100.0 + 15.0 * tacit_rng_normal(&rng);
        const int64_t i = (int64_t)tacit_rng_below(&rng, 1000);
        const uint64_t valid = r % 10 != 0;
        assert_ok(cx, tacit_builder_reals(cx, b[0], &x, &valid, 1));
        assert_ok(cx, tacit_builder_integers(cx, b[1], &i, NULL, 1));
    }
    return finish_columns(cx, b, 2, N);
}

static tacit_moments moments_of(tacit_ctx *cx, const tacit_column *c)
{
    double *x = NULL;
    size_t n = 0;
    assert_ok(cx, tacit_column_present(cx, c, &x, &n));
    return tacit_moments_of(x, n);
}

/* Mean and deviation after noise of `scale`: restored, or larger by sqrt(1 + scale^2). */
static void check_moments(tacit_ctx *cx, const tacit_table *t, double scale, double law,
                          bool restore)
{
    mask m;
    set_number(&add_column(start_mask(&m, "noise"), t, "x")->a, "scale", scale);
    set_number(set_number(&m.a, "law", law), "restore", restore);
    tacit_table *out = run_mask(cx, &m, t);
    const tacit_moments a = moments_of(cx, column_of(t, "x"));
    const tacit_moments b = moments_of(cx, column_of(out, "x"));
    const double n = (double)a.n, factor = restore ? 1.0 : sqrt(1.0 + scale * scale);
    assert_int_equal(a.n, b.n);
    assert_near(b.mean, a.mean, 5.0 * scale * a.sd / sqrt(n));
    assert_near(b.sd, factor * a.sd, 5.0 * factor * a.sd / sqrt(2.0 * n));
    assert_true(fabs(b.mean - a.mean) > 0.0);
    tacit_table_free(out);
}

static void test_moments(void **state)
{
    tacit_table *t = numbers(*state);
    check_moments(*state, t, 0.1, 0, false);
    check_moments(*state, t, 1.0, 0, false);
    check_moments(*state, t, 1.0, 0, true);
    check_moments(*state, t, 0.5, 1, false);
    check_moments(*state, t, 2.0, 1, true);
    tacit_table_free(t);
}

/* Uniform noise stays within sqrt(3) scale sd; normal noise does not. */
static void test_laws(void **state)
{
    tacit_table *t = numbers(*state);
    const tacit_moments a = moments_of(*state, column_of(t, "x"));
    for (int law = 0; law < 2; law++) {
        double most = 0.0;
        mask m;
        set_number(&add_column(start_mask(&m, "noise"), t, "x")->a, "law", law);
        tacit_table *out = run_mask(*state, &m, t);
        for (size_t i = 0; i < N; i++)
            most = fmax(most, fabs(tacit_column_reals(column_of(out, "x"))[i] -
                                   tacit_column_reals(column_of(t, "x"))[i]));
        const double limit = sqrt(3.0) * 0.1 * a.sd;
        if (law == 1)
            assert_true(most <= limit * (1.0 + 1e-12) && most > 0.99 * limit);
        else
            assert_true(most > 1.5 * limit);
        tacit_table_free(out);
    }
    tacit_table_free(t);
}

static void test_whole(void **state)
{
    tacit_table *t = numbers(*state);
    mask m;
    add_column(start_mask(&m, "noise"), t, "i");
    tacit_table *out = run_mask(*state, &m, t);
    assert_int_equal(tacit_column_type(column_of(out, "i")), TACIT_TYPE_REAL);
    tacit_table_free(out);
    set_number(&m.a, "whole", 1);
    add_column(&m, t, "x");
    out = run_mask(*state, &m, t);
    assert_int_equal(tacit_column_type(column_of(out, "i")), TACIT_TYPE_INTEGER);
    assert_int_equal(tacit_column_type(column_of(out, "x")), TACIT_TYPE_INTEGER);
    assert_true(tacit_column_is_missing(column_of(out, "x"), 0));
    size_t changed = 0;
    for (size_t i = 0; i < N; i++)
        changed += tacit_column_integers(column_of(out, "i"))[i] !=
                   tacit_column_integers(column_of(t, "i"))[i];
    assert_true(changed > N / 2);
    tacit_table_free(out);
    tacit_table_free(t);
}

static void test_seeds(void **state)
{
    tacit_table *t = numbers(*state);
    mask m;
    add_column(start_mask(&m, "noise"), t, "x");
    tacit_table *a = run_mask(*state, &m, t), *b = run_mask(*state, &m, t);
    m.seed = 43;
    tacit_table *c = run_mask(*state, &m, t);
    assert_true(same_table(a, b));
    assert_false(same_table(a, c));
    set_number(&m.a, "scale", 0);
    tacit_table *d = run_mask(*state, &m, t);
    assert_true(same_column(column_of(d, "x"), column_of(t, "x"))); /* no noise, no change */
    tacit_table_free(a);
    tacit_table_free(b);
    tacit_table_free(c);
    tacit_table_free(d);
    tacit_table_free(t);
}

/* Columns, and blocks of rows, have noise of their own: two columns of the same numbers
 * get noise that is not correlated, and no block repeats the one before. */
static void test_streams(void **state)
{
    tacit_builder *b[2] = { NULL };
    tacit_rng rng = tacit_rng_seed(26);
    assert_ok(*state, tacit_builder_new(*state, "x", TACIT_TYPE_REAL, N, &b[0]));
    assert_ok(*state, tacit_builder_new(*state, "y", TACIT_TYPE_REAL, N, &b[1]));
    for (size_t i = 0; i < N; i++) {
        const double x = tacit_rng_normal(&rng);
        assert_ok(*state, tacit_builder_reals(*state, b[0], &x, NULL, 1));
        assert_ok(*state, tacit_builder_reals(*state, b[1], &x, NULL, 1));
    }
    tacit_table *t = finish_columns(*state, b, 2, N);
    mask m;
    add_column(add_column(start_mask(&m, "noise"), t, "x"), t, "y");
    tacit_table *out = run_mask(*state, &m, t);
    const double *x = tacit_column_reals(column_of(out, "x"));
    const double *y = tacit_column_reals(column_of(out, "y"));
    static double u[N], v[N];
    for (size_t i = 0; i < N; i++) {
        u[i] = x[i] - tacit_column_reals(column_of(t, "x"))[i];
        v[i] = y[i] - tacit_column_reals(column_of(t, "y"))[i];
    }
    const size_t rest = N - TACIT_BLOCK_ROWS;
    assert_near(tacit_correlation(u, v, N), 0.0, 5.0 / sqrt(N));
    assert_near(tacit_correlation(u, u + TACIT_BLOCK_ROWS, rest), 0.0, 5.0 / sqrt((double)rest));
    tacit_table_free(out);
    tacit_table_free(t);
}

static void test_refusals(void **state)
{
    tacit_table *t = table_of(*state, "x:r,c:c,h:r", "4711,secret,1.7e308\n,,-1.7e308\n");
    mask m;
    add_column(start_mask(&m, "noise"), t, "x");
    assert_mask_fails(*state, &m, t, TACIT_ERR_DATA, "Column 'x' needs at least 2");
    add_column(start_mask(&m, "noise"), t, "c");
    assert_mask_fails(*state, &m, t, TACIT_ERR_INPUT, "'c'");
    set_number(&add_column(start_mask(&m, "noise"), t, "h")->a, "scale", 10);
    assert_mask_fails(*state, &m, t, TACIT_ERR_DATA, "'h'"); /* the result is no number */
    set_number(&m.a, "scale", 11);
    assert_mask_fails(*state, &m, t, TACIT_ERR_INPUT, "'scale'");
    tacit_table_free(t);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_moments), with_context(test_laws),     with_context(test_whole),
        with_context(test_seeds),   with_context(test_refusals), with_context(test_streams),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
