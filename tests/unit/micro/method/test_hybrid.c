/*
 * test_hybrid.c - hybrid data: means, covariances and linear relations stay, values do not.
 */
#include "support/masks.h"

#include "stats/linear/covariance.h"

enum { N = 500, P = 4 };

/* x normal, y correlated with it, z = x + 2 y, and whole numbers; two strata; some missing. */
static tacit_table *numbers(tacit_ctx *cx)
{
    tacit_builder *b[P + 1] = { NULL };
    static const char *const names[] = { "x", "y", "z", "i", "s" };
    tacit_rng rng = tacit_rng_seed(8);
    for (size_t j = 0; j <= P; j++)
        assert_ok(cx, tacit_builder_new(cx, names[j], j < 3 ? TACIT_TYPE_REAL : TACIT_TYPE_INTEGER,
                                        N, &b[j]));
    for (size_t r = 0; r < N; r++) {
        const double x = 100.0 + 15.0 * tacit_rng_normal(&rng);
        const double y = 0.5 * x + 3.0 * tacit_rng_normal(&rng), z = x + 2.0 * y;
        const int64_t i = (int64_t)tacit_rng_below(&rng, 50), s = r % 3 == 0;
        const uint64_t valid = r % 50 != 7;
        assert_ok(cx, tacit_builder_reals(cx, b[0], &x, &valid, 1));
        assert_ok(cx, tacit_builder_reals(cx, b[1], &y, NULL, 1));
        assert_ok(cx, tacit_builder_reals(cx, b[2], &z, NULL, 1));
        assert_ok(cx, tacit_builder_integers(cx, b[3], &i, NULL, 1));
        assert_ok(cx, tacit_builder_integers(cx, b[4], &s, NULL, 1));
    }
    return finish_columns(cx, b, P + 1, N);
}

/* Means and covariances of the complete records with s = `stratum`. */
static void moments(tacit_ctx *cx, const tacit_table *t, int stratum, double *mean, double *v)
{
    static double x[N * P];
    size_t n = 0;
    for (size_t r = 0; r < N; r++) {
        if (tacit_column_integers(column_of(t, "s"))[r] != stratum ||
            tacit_column_is_missing(column_of(t, "x"), r))
            continue;
        for (size_t j = 0; j < P; j++)
            x[n * P + j] = tacit_column_number(tacit_table_column(t, j), r);
        n++;
    }
    assert_ok(cx, tacit_covariance_of(cx, x, n, P, mean, v));
}

static mask *start(mask *m, const tacit_table *t, double k)
{
    start_mask(m, "hybrid");
    for (size_t j = 0; j < P; j++)
        add_column(m, t, tacit_column_name(tacit_table_column(t, j)));
    set_number(&m->a, "k", k);
    return m;
}

/* In each stratum means and covariances are the original's, from the smallest groups to one; z
 * stays x + 2 y; most values are new. */
static void test_moments(void **state)
{
    static const double sizes[] = { 3, 4, 5, 10, 100 };
    tacit_table *t = numbers(*state);
    tacit_table_set_roles(t, P, TACIT_ROLE_STRATA);
    for (size_t c = 0; c < 5; c++) {
        mask m;
        size_t changed = 0;
        tacit_table *out = run_mask(*state, start(&m, t, sizes[c]), t);
        for (int s = 0; s < 2; s++) {
            double a[P], b[P], v[P * P], w[P * P];
            moments(*state, t, s, a, v);
            moments(*state, out, s, b, w);
            for (size_t i = 0; i < P; i++)
                assert_near(b[i], a[i], 1e-9 * fabs(a[i]));
            for (size_t i = 0; i < P * P; i++)
                assert_near(w[i], v[i], 1e-9 * v[2 * P + 2]);
        }
        for (size_t r = 0; r < N; r++) {
            const double x = tacit_column_number(column_of(t, "x"), r);
            if (tacit_column_is_missing(column_of(t, "x"), r)) {
                assert_true(tacit_column_is_missing(column_of(out, "x"), r));
                assert_near(tacit_column_number(column_of(out, "y"), r),
                            tacit_column_number(column_of(t, "y"), r), 0.0);
                continue;
            }
            const double y = tacit_column_number(column_of(out, "x"), r);
            assert_near(y + 2.0 * tacit_column_number(column_of(out, "y"), r),
                        tacit_column_number(column_of(out, "z"), r), 1e-8);
            changed += fabs(x - y) > 1e-6;
        }
        assert_true(changed > N * 9 / 10);
        tacit_table_free(out);
    }
    tacit_table_free(t);
}

/* Larger groups are farther from the original, small ones nearer. */
static void test_nearness(void **state)
{
    tacit_table *t = numbers(*state);
    double last = 0.0;
    for (double k = 3; k < 200; k *= 4) {
        mask m;
        double sum = 0.0;
        tacit_table *out = run_mask(*state, start(&m, t, k), t);
        for (size_t r = 0; r < N; r++) {
            const double d = tacit_column_number(column_of(out, "y"), r) -
                             tacit_column_number(column_of(t, "y"), r);
            sum += d * d;
        }
        assert_true(sum > last);
        last = sum;
        tacit_table_free(out);
    }
    tacit_table_free(t);
}

static void test_whole_and_seeds(void **state)
{
    tacit_table *t = numbers(*state);
    mask m;
    start(&m, t, 10);
    tacit_table *a = run_mask(*state, &m, t), *b = run_mask(*state, &m, t);
    m.seed = 43;
    tacit_table *c = run_mask(*state, &m, t);
    assert_true(same_table(a, b));
    assert_false(same_table(a, c));
    set_number(&m.a, "whole", 1);
    tacit_table *d = run_mask(*state, &m, t);
    assert_int_equal(tacit_column_type(column_of(d, "x")), TACIT_TYPE_INTEGER);
    tacit_table_free(a);
    tacit_table_free(b);
    tacit_table_free(c);
    tacit_table_free(d);
    tacit_table_free(t);
}

static void test_refusals(void **state)
{
    tacit_table *t = table_of(*state, "x:r,h:r,c:c", "4711,1e200,secret\n1,2,a\n3,4,a\n,5,a\n");
    mask m;
    set_number(&add_column(start_mask(&m, "hybrid"), t, "x")->a, "k", 4);
    assert_mask_fails(*state, &m, t, TACIT_ERR_DATA, "only 3");
    set_number(&add_column(start_mask(&m, "hybrid"), t, "h")->a, "k", 3);
    assert_mask_fails(*state, &m, t, TACIT_ERR_DATA, "'h'");
    add_column(start_mask(&m, "hybrid"), t, "c");
    assert_mask_fails(*state, &m, t, TACIT_ERR_INPUT, "'c'");
    tacit_table_free(t);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_moments),
        with_context(test_nearness),
        with_context(test_whole_and_seeds),
        with_context(test_refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
