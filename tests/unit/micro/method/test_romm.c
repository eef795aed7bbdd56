/*
 * test_romm.c - random orthogonal matrices keep means and covariances exactly.
 *
 * Correlations of masked and original values have limits of five standard deviations, about
 * 1 / sqrt(n) each, so a right method fails with probability below 1e-6 for a fresh seed; the
 * seeds are fixed.  What is exact is compared to 1e-9.
 */
#include "support/masks.h"

#include "micro/method/noise/romm_rotate.h"
#include "stats/linear/covariance.h"
#include "stats/moments.h"

enum { N = 20000 };

/* Skewed columns a, b and c (b depends on a); cells of c are missing at random by `missing`. */
static tacit_table *numbers(tacit_ctx *cx, size_t n, double missing)
{
    static const char *const names[] = { "a", "b", "c", "s" };
    tacit_builder *b[4] = { NULL };
    tacit_rng rng = tacit_rng_seed(31);
    for (size_t j = 0; j < 4; j++)
        assert_ok(cx, tacit_builder_new(cx, names[j], TACIT_TYPE_REAL, n, &b[j]));
    for (size_t r = 0; r < n; r++) {
        const double u = tacit_rng_normal(&rng), v = tacit_rng_normal(&rng);
        const double x[4] = { 1e6 + exp(u), 2.5 * u - v, 1e-3 * v * v, (double)(r % 3) };
        for (size_t j = 0; j < 4; j++) {
            const uint64_t valid = j == 3 || tacit_rng_uniform(&rng) > missing;
            assert_ok(cx, tacit_builder_reals(cx, b[j], &x[j], &valid, 1));
        }
    }
    return finish_columns(cx, b, 4, n);
}

static mask *prepare(mask *m, const tacit_table *t, double kept, double sweeps)
{
    add_column(add_column(add_column(start_mask(m, "romm"), t, "a"), t, "b"), t, "c");
    set_number(set_number(&m->a, "kept", kept), "sweeps", sweeps);
    return m;
}

/* Means and covariances over rows where columns i and j (0 ... 2) are present and s is
 * `stratum` (negative: any). */
typedef struct pair_moments {
    size_t n;
    double mean[2], v[4];
} pair_moments;

static pair_moments moments_of(tacit_ctx *cx, const tacit_table *t, const size_t at[2],
                               double stratum)
{
    static double points[2 * N];
    const tacit_column *c[2] = { tacit_table_column(t, at[0]), tacit_table_column(t, at[1]) };
    const double *s = tacit_column_reals(column_of(t, "s"));
    pair_moments out = { 0 };
    for (size_t i = 0; i < tacit_table_rows(t); i++) {
        if (tacit_column_is_missing(c[0], i) || tacit_column_is_missing(c[1], i) ||
            (stratum >= 0.0 && fabs(s[i] - stratum) > 0.1))
            continue;
        points[2 * out.n] = tacit_column_reals(c[0])[i];
        points[2 * out.n++ + 1] = tacit_column_reals(c[1])[i];
    }
    assert_ok(cx, tacit_covariance_of(cx, points, out.n, 2, out.mean, out.v));
    return out;
}

static void check_kept(tacit_ctx *cx, const tacit_table *t, const tacit_table *out, double stratum)
{
    for (size_t i = 0; i < 3; i++)
        for (size_t j = 0; j < 3; j++) {
            const size_t at[2] = { i, j };
            const pair_moments a = moments_of(cx, t, at, stratum);
            const pair_moments b = moments_of(cx, out, at, stratum);
            const double s = sqrt(a.v[0]), u = sqrt(a.v[3]);
            assert_near(b.mean[0], a.mean[0], 1e-9 * s);
            for (size_t k = 0; k < 4; k++)
                assert_near(b.v[k], a.v[k], 1e-9 * (k == 0 ? s * s : k == 3 ? u * u : s * u));
        }
}

/* The least numbers of records, and enough for several blocks. */
static void test_moments(void **state)
{
    static const size_t sizes[] = { 3, 4, 5, 7, 100, N };
    for (size_t k = 0; k < 6; k++)
        for (double kept = 0.0; kept < 1.0; kept += 0.45) {
            tacit_table *t = numbers(*state, sizes[k], 0.0);
            mask m;
            tacit_table *out = run_mask(*state, prepare(&m, t, kept, 4), t);
            check_kept(*state, t, out, -1.0);
            for (size_t i = 0; i < sizes[k]; i++)
                assert_true(fabs(tacit_column_reals(column_of(out, "b"))[i] -
                                 tacit_column_reals(column_of(t, "b"))[i]) > 0.0);
            tacit_table_free(out);
            tacit_table_free(t);
        }
}

/* Pairs of columns, as far as both are present, keep their moments; so do strata. */
static void test_missing_and_strata(void **state)
{
    tacit_table *t = numbers(*state, 4000, 0.2);
    mask m;
    tacit_table *out = run_mask(*state, prepare(&m, t, 0.5, 3), t);
    check_kept(*state, t, out, -1.0);
    for (size_t i = 0; i < 4000; i++)
        assert_int_equal(tacit_column_is_missing(column_of(out, "c"), i),
                         tacit_column_is_missing(column_of(t, "c"), i));
    tacit_table_free(out);
    tacit_table_set_roles(t, 3, TACIT_ROLE_STRATA);
    out = run_mask(*state, &m, t);
    for (double s = 0.0; s < 3.0; s++)
        check_kept(*state, t, out, s);
    tacit_table_free(out);
    tacit_table_free(t);
}

/* The correlation with the original is what was asked for, for any number of sweeps. */
static void test_kept(void **state)
{
    tacit_table *t = numbers(*state, N, 0.0);
    for (double sweeps = 1; sweeps < 10; sweeps += 4)
        for (double kept = 0.4; kept < 1.0; kept += 0.25) {
            mask m;
            tacit_table *out = run_mask(*state, prepare(&m, t, kept, sweeps), t);
            const double r = tacit_correlation(tacit_column_reals(column_of(t, "b")),
                                               tacit_column_reals(column_of(out, "b")), N);
            assert_near(r, kept, 5.0 / sqrt(N));
            tacit_table_free(out);
        }
    mask m;
    tacit_table *same = run_mask(*state, prepare(&m, t, 1.0, 4), t);
    for (size_t i = 0; i < N; i++)
        assert_near(tacit_column_reals(column_of(same, "a"))[i],
                    tacit_column_reals(column_of(t, "a"))[i], 1e-6);
    tacit_table_free(same);
    tacit_table_free(t);
}

/* One sweep over three records is the rotation written out by hand: lengths and the mean stay,
 * and the angle between old and new deviations is the same in every column. */
static void test_three(void **state)
{
    double x[6] = { 1, 10, 2, -7, 6, 3 }, y[6];
    const tacit_romm_turn turn = tacit_romm_turn_for(0.0, 1);
    const tacit_rng rng = tacit_rng_seed(5);
    memcpy(y, x, sizeof x);
    assert_ok(*state, tacit_romm_rotate(*state, &turn, &rng, y, 3, 2));
    double cosine[2];
    for (size_t j = 0; j < 2; j++) {
        const double m = j == 0 ? 3.0 : 2.0;
        double xx = 0.0, yy = 0.0, xy = 0.0, sum = 0.0;
        for (size_t i = 0; i < 3; i++) {
            sum += y[2 * i + j];
            xx += pow(x[2 * i + j] - m, 2);
            yy += pow(y[2 * i + j] - m, 2);
            xy += (x[2 * i + j] - m) * (y[2 * i + j] - m);
        }
        assert_near(sum, 3.0 * m, 1e-12);
        assert_near(yy, xx, 1e-12 * xx);
        cosine[j] = xy / xx;
    }
    assert_near(cosine[0], cosine[1], 1e-12);
    assert_true(fabs(cosine[0]) < 0.9999);
}

static void test_turns(void **state)
{
    (void)state;
    const tacit_romm_turn half = tacit_romm_turn_for(0.5, 4), none = tacit_romm_turn_for(0.0, 2);
    const tacit_romm_turn all = tacit_romm_turn_for(1.0, 4);
    assert_near(tacit_romm_expected(&half), 0.5, 1e-12);
    assert_near(tacit_romm_expected(&none), 1.0 / 9.0, 1e-12);
    assert_near(tacit_romm_expected(&all), 1.0, 1e-12);
    assert_near(all.spread, 0.0, 1e-12);
}

static void test_refusals(void **state)
{
    tacit_table *t = table_of(*state, "a:r,b:r,c:r", "4711,1,2\n3,4,5\n");
    mask m;
    assert_mask_fails(*state, prepare(&m, t, 0.5, 2), t, TACIT_ERR_DATA, "at least 3 records");
    tacit_table_free(t);
    t = table_of(*state, "a:r,b:r,c:r", "1.7e308,1,2\n-1.7e308,4,5\n1,2,3\n");
    assert_mask_fails(*state, prepare(&m, t, 0.5, 2), t, TACIT_ERR_DATA, "'a'");
    tacit_table_free(t);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_moments), with_context(test_missing_and_strata),
        with_context(test_kept),    with_context(test_three),
        with_context(test_turns),   with_context(test_refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
