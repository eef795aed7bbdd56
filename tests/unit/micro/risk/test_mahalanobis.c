/*
 * test_mahalanobis.c - robust Mahalanobis disclosure.
 *
 * Provenance: properties that follow from the definition; the count of candidates against all
 * pairs with the same distances.
 */
#include "support/risks.h"

#include "base/pool.h"
#include "micro/risk/numbers/numeric.h"
#include "stats/linear/robust.h"

/* Correlated columns a and b and their masked values: moved by `noise` standard deviations. */
static tacit_table *cloud(tacit_ctx *cx, size_t n, double noise)
{
    tacit_rng rng = tacit_rng_seed(2), other = tacit_rng_seed(3);
    tacit_builder *b[2];
    assert_ok(cx, tacit_builder_new(cx, "a", TACIT_TYPE_REAL, n, &b[0]));
    assert_ok(cx, tacit_builder_new(cx, "b", TACIT_TYPE_REAL, n, &b[1]));
    for (size_t i = 0; i < n; i++) {
        const double u = tacit_rng_normal(&rng), v = tacit_rng_normal(&rng);
        const double x[] = { 50 + 10 * (u + noise * tacit_rng_normal(&other)),
                             (u + v + noise * tacit_rng_normal(&other)) / 1000 };
        assert_ok(cx, tacit_builder_reals(cx, b[0], &x[0], NULL, 1));
        assert_ok(cx, tacit_builder_reals(cx, b[1], &x[1], NULL, 1));
    }
    return finish_columns(cx, b, 2, n);
}

static double share(tacit_ctx *cx, const tacit_table *x, double noise, const char *name)
{
    tacit_table *y = cloud(cx, tacit_table_rows(x), noise);
    inquiry q;
    tacit_result *r = run_inquiry(cx, inquire_pair(&q, "mahalanobis", x), y);
    const double value = figure(r, name);
    json_decref(r);
    tacit_table_free(y);
    return value;
}

static void test_noise(void **state)
{
    tacit_table *x = cloud(*state, 800, 0.0);
    assert_near(share(*state, x, 0.0, "near_share"), 1, 0);
    const double little = share(*state, x, 0.02, "near_share");
    const double more = share(*state, x, 0.2, "near_share");
    const double much = share(*state, x, 3.0, "near_share");
    assert_true(little < 1 && little > 0.8);
    assert_true(more < little && much < more && much < 0.05);
    assert_true(share(*state, x, 0.02, "at_risk_share") < little);
    tacit_table_free(x);
}

/* Count near and alone records by all pairs. */
static void test_all_pairs(void **state)
{
    enum { N = 400 };
    tacit_table *x = cloud(*state, N, 0.0), *y = cloud(*state, N, 0.05);
    tacit_subject *s = NULL;
    tacit_numeric numeric;
    tacit_numeric_points points;
    tacit_mcd m;
    inquiry q;
    double u[N][2], v[N][2];
    size_t near = 0, alone = 0;
    inquire_pair(&q, "mahalanobis", x);
    assert_ok(*state, tacit_subject_new(*state, y, &s));
    tacit_subject_add(s, &q.extra);
    assert_ok(*state, tacit_numeric_of(*state, "test", s, &q.a.at[0], true, &numeric));
    assert_ok(*state, tacit_numeric_complete(*state, &numeric, &points));
    assert_int_equal(points.n, N);
    assert_ok(*state, tacit_mcd_fit(*state, points.original, N, 2, &m));
    for (size_t i = 0; i < N; i++) {
        tacit_mcd_whiten(&m, points.original + 2 * i, u[i]);
        tacit_mcd_whiten(&m, points.masked + 2 * i, v[i]);
    }
    for (size_t i = 0; i < N; i++) {
        const double radius = 0.1 * hypot(u[i][0], u[i][1]);
        size_t within = 0;
        for (size_t k = 0; k < N; k++)
            within += hypot(u[i][0] - v[k][0], u[i][1] - v[k][1]) <= radius;
        const bool own = hypot(u[i][0] - v[i][0], u[i][1] - v[i][1]) <= radius;
        near += own;
        alone += own && within == 1;
    }
    tacit_result *r = run_inquiry(*state, &q, y);
    assert_true(near > 50 && alone > 10 && alone < near);
    assert_near(figure(r, "near"), (double)near, 0);
    assert_near(figure(r, "at_risk"), (double)alone, 0);
    json_decref(r);
    tacit_subject_free(s);
    tacit_table_free(x);
    tacit_table_free(y);
}

/* An outlier among a crowd is at risk although it moved further than the crowd may. */
static void test_outlier(void **state)
{
    char rows[8000], masked[8000];
    size_t n = 0, k = 0;
    tacit_rng rng = tacit_rng_seed(8);
    for (size_t i = 0; i < 200; i++) {
        const double a = tacit_rng_normal(&rng), b = tacit_rng_normal(&rng);
        n += (size_t)snprintf(rows + n, sizeof rows - n, "%.4f,%.4f\n", a, b);
        k += (size_t)snprintf(masked + k, sizeof masked - k, "%.4f,%.4f\n", a + 2, b - 2);
    }
    snprintf(rows + n, sizeof rows - n, "40,-40\n");
    snprintf(masked + k, sizeof masked - k, "42,-42\n");
    tacit_table *x = table_of(*state, "a:r,b:r", rows), *y = table_of(*state, "a:r,b:r", masked);
    inquiry q;
    tacit_result *r = run_inquiry(*state, inquire_pair(&q, "mahalanobis", x), y);
    assert_near(figure(r, "near"), 1, 0);
    assert_near(figure(r, "at_risk"), 1, 0);
    assert_near(figure(r, "outliers_at_risk"), 1, 0);
    json_decref(r);
    tacit_table_free(x);
    tacit_table_free(y);
}

/* Missing values, a constant column, too few records: said in notes. */
static void test_notes(void **state)
{
    tacit_table *x = table_of(*state, "a:i,k:i", "1,5\n2,5\n,5\n4,5\n9,5\n11,5\n12,5\n");
    tacit_table *few = table_of(*state, "a:i,k:i", "1,5\n2,5\n3,5\n4,5\n");
    tacit_table *constant = table_of(*state, "k:i", "5\n5\n5\n5\n");
    inquiry q;
    tacit_result *r = run_inquiry(*state, inquire_pair(&q, "mahalanobis", x), x);
    assert_string_equal(note_of(r, 0), "1 records with a missing value are left out.");
    assert_string_equal(note_of(r, 1), "Column 'k' is constant or follows from other columns and "
                                       "is left out.");
    assert_near(figure(r, "near"), 6, 0);
    json_decref(r);
    r = run_inquiry(*state, inquire_pair(&q, "mahalanobis", few), few);
    assert_string_equal(note_of(r, 0), "4 complete records are too few for 2 columns.");
    json_decref(r);
    r = run_inquiry(*state, inquire_pair(&q, "mahalanobis", constant), constant);
    assert_false(has_figure(r, "near"));
    json_decref(r);
    assert_inquiry_fails(*state, inquire(&q, "mahalanobis"), x, TACIT_ERR_INPUT, "original");
    assert_inquiry_fails(*state, inquire_pair(&q, "mahalanobis", few), x, TACIT_ERR_DATA,
                         "row by row");
    tacit_table_free(x);
    tacit_table_free(few);
    tacit_table_free(constant);
}

static void test_threads(void **state)
{
    tacit_table *x = cloud(*state, 20000, 0.0), *y = cloud(*state, 20000, 0.02);
    inquiry q;
    inquire_pair(&q, "mahalanobis", x);
    tacit_pool_set(1);
    tacit_result *one = run_inquiry(*state, &q, y);
    tacit_pool_set(8);
    tacit_result *many = run_inquiry(*state, &q, y);
    tacit_pool_set(2);
    assert_true(json_equal(one, many));
    json_decref(one);
    json_decref(many);
    tacit_table_free(x);
    tacit_table_free(y);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_noise), with_context(test_all_pairs), with_context(test_outlier),
        with_context(test_notes), with_context(test_threads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
