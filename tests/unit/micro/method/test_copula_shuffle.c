/*
 * test_copula_shuffle.c - draws from a normal copula with the columns' own distributions.
 *
 * Limits are five standard deviations of the statistic (a rank correlation of n records has at
 * most 1.06 / sqrt(n)), or, for distributions, the bound of Dvoretzky, Kiefer and Wolfowitz at
 * 1e-6; the seeds are fixed.
 */
#include "support/shuffles.h"

#include "base/pool.h"

enum { N = 6000, SHUFFLED = 0, DRAWN = 1, POOLED = 1 };

static const char *const BY[] = { "age", "size" };
static const double LIMIT = 5.0 * 1.06;

static mask *draw_money(mask *m, const tacit_table *t, double margins)
{
    start_mask(m, "copula_shuffle");
    set_number(&m->a, "margins", margins);
    return predict_by(add_column(add_column(m, t, "income"), t, "wealth"), BY, 2);
}

/* Rank correlations change by no more than chance: that of one sample if values are shuffled. */
static void check_correlations(tacit_ctx *cx, double margins)
{
    static const char *const names[] = { "income", "wealth", "age", "size" };
    tacit_table *t = money(cx, N, false);
    tacit_result *told = NULL;
    mask m;
    tacit_table *out = run_told(cx, draw_money(&m, t, margins), t, &told);
    for (size_t a = 0; a < 2; a++)
        for (size_t b = a + 1; b < 4; b++)
            assert_near(spearman(cx, out, names[a], out, names[b], (stretch){ 0, N }),
                        spearman(cx, t, names[a], t, names[b], (stretch){ 0, N }), LIMIT / sqrt(N));
    assert_near(partial(spearman(cx, out, "income", t, "income", (stretch){ 0, N }),
                        spearman(cx, out, "income", t, "age", (stretch){ 0, N }),
                        spearman(cx, t, "income", t, "age", (stretch){ 0, N })),
                0.0, LIMIT / sqrt(N) + 0.05); /* size, left out here, explains 4 per cent */
    assert_near(figure(told, "masked"), N, 0.0);
    json_decref(told);
    tacit_table_free(out);
    tacit_table_free(t);
}

static void test_correlations(void **state)
{
    check_correlations(*state, SHUFFLED);
    check_correlations(*state, DRAWN);
}

static void test_shuffled(void **state)
{
    tacit_table *t = money(*state, N, false);
    mask m;
    tacit_table *out = run_mask(*state, draw_money(&m, t, SHUFFLED), t);
    assert_same_values(*state, t, out, "income", 0, N);
    assert_same_values(*state, t, out, "wealth", 0, N);
    tacit_table_free(out);
    tacit_table_free(t);
}

/* Drawn values are original ones; e^-1 of them are not drawn if draws are independent and
 * uniform; the distribution is the same within sampling error. */
static void test_drawn(void **state)
{
    tacit_table *t = money(*state, N, false);
    mask m;
    tacit_table *out = run_mask(*state, draw_money(&m, t, DRAWN), t);
    double *x = numbers_of(*state, t, "income", 0, N), *y = numbers_of(*state, out, "income", 0, N);
    assert_ok(*state, tacit_sort_reals(*state, x, N));
    assert_ok(*state, tacit_sort_reals(*state, y, N));
    double farthest = 0.0;
    size_t found = 0;
    for (size_t i = 0, k = 0; i < N; i++) {
        const size_t first = k;
        while (k < N && y[k] <= x[i])
            k++;
        found += k > first;
        if (k > first)
            assert_near(y[k - 1], x[i], 0.0);
        farthest = fmax(farthest, fabs((double)k - (double)(i + 1)) / N);
    }
    assert_true(farthest < sqrt(log(2e6) / (2.0 * N)));
    assert_near((double)found / N, 1.0 - exp(-1.0), 0.05);
    tacit_table_free(out);
    tacit_table_free(t);
}

/* Strata of six records with one law: too small for a fit each, but not together. */
static void test_pooled(void **state)
{
    enum { ROWS = 3000, EACH = 6 };
    static const char *const by[] = { "s" };
    tacit_builder *b[3] = { NULL };
    tacit_rng rng = tacit_rng_seed(6);
    assert_ok(*state, tacit_builder_new(*state, "x", TACIT_TYPE_REAL, ROWS, &b[0]));
    assert_ok(*state, tacit_builder_new(*state, "s", TACIT_TYPE_REAL, ROWS, &b[1]));
    assert_ok(*state, tacit_builder_new(*state, "h", TACIT_TYPE_INTEGER, ROWS, &b[2]));
    for (size_t i = 0; i < ROWS; i++) {
        const int64_t h = (int64_t)(i / EACH);
        const double s = tacit_rng_normal(&rng);
        const double x = 100.0 * (double)h + 0.8 * s + 0.6 * tacit_rng_normal(&rng);
        assert_ok(*state, tacit_builder_reals(*state, b[0], &x, NULL, 1));
        assert_ok(*state, tacit_builder_reals(*state, b[1], &s, NULL, 1));
        assert_ok(*state, tacit_builder_integers(*state, b[2], &h, NULL, 1));
    }
    tacit_table *t = finish_columns(*state, b, 3, ROWS);
    tacit_table_set_roles(t, 2, TACIT_ROLE_STRATA);
    mask m;
    predict_by(add_column(start_mask(&m, "copula_shuffle"), t, "x"), by, 1);
    set_number(&m.a, "fit", POOLED);
    tacit_table *out = run_mask(*state, &m, t);
    double was = 0.0, is = 0.0;
    for (size_t from = 0; from < ROWS; from += EACH) {
        assert_same_values(*state, t, out, "x", from, EACH);
        was += spearman(*state, t, "x", t, "s", (stretch){ from, EACH }) * EACH / ROWS;
        is += spearman(*state, out, "x", out, "s", (stretch){ from, EACH }) * EACH / ROWS;
    }
    assert_true(was > 0.6);
    assert_near(is, was, LIMIT / sqrt(ROWS) + 0.05); /* ranks among six say less than among many */
    tacit_table_free(out);
    tacit_table_free(t);
}

/* Single records in a stratum would keep their values: refused. */
static void test_refusals(void **state)
{
    static const char *const by[] = { "s" };
    tacit_table *t =
        table_of(*state, "x:i,s:i,h:c", "4711,1,a\n2,2,a\n3,5,a\n4,4,b\n5,5,b\n6,1,b\n");
    mask m;
    predict_by(add_column(start_mask(&m, "copula_shuffle"), t, "x"), by, 1);
    tacit_table_set_roles(t, 2, TACIT_ROLE_STRATA);
    assert_mask_fails(*state, &m, t, TACIT_ERR_DATA, "at least 5 records");
    set_number(&m.a, "fit", POOLED);
    tacit_table *out = run_mask(*state, &m, t);
    tacit_table_free(out);
    tacit_table_free(t);
    t = table_of(*state, "x:i,s:i,h:c", "4711,1,a\n2,2,a\n3,5,a\n4,4,b\n5,5,a\n6,1,a\n");
    tacit_table_set_roles(t, 2, TACIT_ROLE_STRATA);
    assert_mask_fails(*state, &m, t, TACIT_ERR_DATA, "at least 2 records");
    tacit_table_free(t);
    t = table_of(*state, "x:i,s:i,h:c", "4711,1,a\n2,2,a\n4,4,a\n3,5,a\n");
    assert_mask_fails(*state, &m, t, TACIT_ERR_DATA, "at least 5 records");
    tacit_table_free(t);
}

static void test_threads(void **state)
{
    tacit_table *t = money(*state, 40000, false);
    mask m;
    tacit_pool_set(1);
    tacit_table *one = run_mask(*state, draw_money(&m, t, DRAWN), t);
    tacit_pool_set(2);
    tacit_table *two = run_mask(*state, &m, t);
    assert_true(same_table(one, two));
    tacit_table_free(one);
    tacit_table_free(two);
    tacit_table_free(t);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_correlations), with_context(test_shuffled), with_context(test_drawn),
        with_context(test_pooled),       with_context(test_refusals), with_context(test_threads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
