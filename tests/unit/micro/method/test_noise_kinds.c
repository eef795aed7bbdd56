/*
 * test_noise_kinds.c - noise that multiplies, and noise on several columns together.
 *
 * Limits are five standard deviations of the statistic under the method's law unless said
 * otherwise, so a right method fails with probability below 1e-6 for each of them with a
 * fresh seed; the seeds are fixed.
 */
#include "support/masks.h"

#include "stats/linear/covariance.h"
#include "stats/moments.h"

enum { N = 20000, ADDITIVE = 0, MULTIPLICATIVE, CORRELATED, RESTRICTED, OUTLIER_AWARE };
enum { NORMAL = 0, UNIFORM, LAPLACE, LOGNORMAL };

/* Three columns: x and y with correlation 0.9, z = x + y; and strata s of unequal size.  Every
 * `gap`-th cell of y is missing if gap is not 0. */
static tacit_table *numbers(tacit_ctx *cx, size_t n, size_t gap)
{
    static const char *const names[] = { "x", "y", "z", "s" };
    tacit_builder *b[4] = { NULL };
    tacit_rng rng = tacit_rng_seed(25);
    for (size_t j = 0; j < 4; j++)
        assert_ok(cx, tacit_builder_new(cx, names[j], j < 3 ? TACIT_TYPE_REAL : TACIT_TYPE_INTEGER,
                                        n, &b[j]));
    for (size_t r = 0; r < n; r++) {
        const double u = tacit_rng_normal(&rng), v = tacit_rng_normal(&rng);
        const double x = 100.0 + 15.0 * u, y = 3.0 * (0.9 * u + sqrt(0.19) * v), z = x + y;
        const int64_t s = r == 0 ? 7 : r % 10 < 3 ? 1 : 2;
        const uint64_t valid = gap == 0 || r % gap != 1;
        assert_ok(cx, tacit_builder_reals(cx, b[0], &x, NULL, 1));
        assert_ok(cx, tacit_builder_reals(cx, b[1], &y, &valid, 1));
        assert_ok(cx, tacit_builder_reals(cx, b[2], &z, NULL, 1));
        assert_ok(cx, tacit_builder_integers(cx, b[3], &s, NULL, 1));
    }
    return finish_columns(cx, b, 4, n);
}

static mask *prepare(mask *m, const tacit_table *t, const char *columns, double kind, double scale)
{
    start_mask(m, "noise");
    for (const char *c = columns; *c != '\0'; c++)
        add_column(m, t, *c == 'x' ? "x" : *c == 'y' ? "y" : "z");
    set_number(set_number(&m->a, "kind", kind), "scale", scale);
    return m;
}

/* Means and covariances of x, y, z over the rows in which all are present and s is `stratum`
 * (0: any). */
typedef struct summary {
    size_t n;
    double mean[3], v[9];
} summary;

static summary summary_of(tacit_ctx *cx, const tacit_table *t, int64_t stratum)
{
    static double points[3 * N];
    const tacit_column *c[3] = { column_of(t, "x"), column_of(t, "y"), column_of(t, "z") };
    const int64_t *s = tacit_column_integers(column_of(t, "s"));
    summary out = { 0 };
    for (size_t i = 0; i < tacit_table_rows(t); i++) {
        if (tacit_column_is_missing(c[1], i) || (stratum != 0 && s[i] != stratum))
            continue;
        for (size_t j = 0; j < 3; j++)
            points[out.n * 3 + j] = tacit_column_number(c[j], i);
        out.n++;
    }
    assert_ok(cx, tacit_covariance_of(cx, points, out.n, 3, out.mean, out.v));
    return out;
}

/* Covariances are `factor` times what they were, within five deviations. */
static void check_covariance(const summary *a, const summary *b, double factor, double scale)
{
    for (size_t i = 0; i < 3; i++) {
        assert_near(b->mean[i], a->mean[i], 5.0 * scale * sqrt(a->v[i * 4] / (double)a->n));
        for (size_t j = 0; j < 3; j++) {
            const double size = sqrt(a->v[i * 4] * a->v[j * 4] * 2.0 / (double)a->n);
            assert_near(b->v[i * 3 + j], factor * a->v[i * 3 + j], 5.0 * factor * size);
        }
    }
}

/* Correlations stay, the sum z = x + y stays exact, and restored covariances are as they were. */
static void test_correlated(void **state)
{
    tacit_table *t = numbers(*state, N, 0);
    const summary a = summary_of(*state, t, 0);
    for (int restore = 0; restore < 2; restore++) {
        mask m;
        set_number(&prepare(&m, t, "xyz", CORRELATED, 0.7)->a, "restore", restore);
        tacit_table *out = run_mask(*state, &m, t);
        const summary b = summary_of(*state, out, 0);
        check_covariance(&a, &b, restore ? 1.0 : 1.49, 0.7);
        const double r = b.v[1] / sqrt(b.v[0] * b.v[4]), before = a.v[1] / sqrt(a.v[0] * a.v[4]);
        assert_near(r, before, 5.0 * (1.0 - before * before) / sqrt(N));
        for (size_t i = 0; i < N; i++)
            assert_near(tacit_column_reals(column_of(out, "z"))[i],
                        tacit_column_reals(column_of(out, "x"))[i] +
                            tacit_column_reals(column_of(out, "y"))[i],
                        1e-4);
        tacit_table_free(out);
    }
    tacit_table_free(t);
}

/* The noise itself has the covariance scale^2 V and is not correlated with the values. */
static void test_noise_covariance(void **state)
{
    tacit_table *t = numbers(*state, N, 0);
    mask m;
    tacit_table *out = run_mask(*state, prepare(&m, t, "xy", CORRELATED, 0.5), t);
    static double e[4 * N];
    double mean[4], v[16];
    const summary a = summary_of(*state, t, 0);
    for (size_t i = 0; i < N; i++)
        for (size_t j = 0; j < 2; j++) {
            const char *name = j == 0 ? "x" : "y";
            const double x = tacit_column_reals(column_of(t, name))[i];
            e[4 * i + j] = x;
            e[4 * i + 2 + j] = tacit_column_reals(column_of(out, name))[i] - x;
        }
    assert_ok(*state, tacit_covariance_of(*state, e, N, 4, mean, v));
    assert_near(v[2 * 4 + 3] / sqrt(v[10] * v[15]), 0.9, 5.0 * 0.19 / sqrt(N) + 0.01);
    assert_near(sqrt(v[10] / a.v[0]), 0.5, 5.0 * 0.5 / sqrt(2.0 * N));
    assert_near(v[2] / sqrt(v[0] * v[10]), 0.0, 5.0 / sqrt(N));
    assert_near(v[3] / sqrt(v[0] * v[15]), 0.0, 5.0 / sqrt(N));
    tacit_table_free(out);
    tacit_table_free(t);
}

/* Largest change of a mean or covariance, in deviations. */
static double change(const summary *a, const summary *b, size_t columns)
{
    double most = 0.0;
    for (size_t i = 0; i < columns; i++) {
        most = fmax(most, fabs(b->mean[i] - a->mean[i]) / sqrt(a->v[i * 4]));
        for (size_t j = 0; j < columns; j++)
            most = fmax(most,
                        fabs(b->v[i * 3 + j] - a->v[i * 3 + j]) / sqrt(a->v[i * 4] * a->v[j * 4]));
    }
    return most;
}

/* Restricted noise keeps means and covariances of the sample exactly, changes every value by
 * as much as noise of this scale does, for large and for the smallest samples. */
static void test_restricted(void **state)
{
    static const size_t sizes[] = { 5, 6, 20, N };
    for (size_t k = 0; k < 4; k++) {
        tacit_table *t = numbers(*state, sizes[k], 0);
        mask m;
        tacit_table *out = run_mask(*state, prepare(&m, t, "xy", RESTRICTED, 1.0), t);
        const summary a = summary_of(*state, t, 0), b = summary_of(*state, out, 0);
        assert_true(change(&a, &b, 2) < 1e-9);
        double moved = 0.0;
        for (size_t i = 0; i < sizes[k]; i++)
            moved += fabs(tacit_column_reals(column_of(out, "x"))[i] -
                          tacit_column_reals(column_of(t, "x"))[i]);
        assert_true(moved / (double)sizes[k] > 0.1 * sqrt(a.v[0]));
        tacit_table_free(out);
        tacit_table_free(t);
    }
    tacit_table *t = numbers(*state, 4, 0);
    mask m;
    assert_mask_fails(*state, prepare(&m, t, "xy", RESTRICTED, 1.0), t, TACIT_ERR_DATA,
                      "at least 5 records");
    tacit_table_free(t);
}

/* With z = x + y the noise has rank 2, and the sum is kept. */
static void test_restricted_sums(void **state)
{
    tacit_table *t = numbers(*state, 500, 0);
    mask m;
    tacit_table *out = run_mask(*state, prepare(&m, t, "xyz", RESTRICTED, 0.5), t);
    const summary a = summary_of(*state, t, 0), b = summary_of(*state, out, 0);
    assert_true(change(&a, &b, 3) < 1e-9);
    for (size_t i = 0; i < 500; i++)
        assert_near(tacit_column_reals(column_of(out, "z"))[i],
                    tacit_column_reals(column_of(out, "x"))[i] +
                        tacit_column_reals(column_of(out, "y"))[i],
                    1e-4);
    tacit_table_free(out);
    tacit_table_free(t);
}

/* Within strata of more than one record moments are kept; the stratum of one record joins. */
static void test_strata(void **state)
{
    tacit_table *t = numbers(*state, 2000, 7);
    tacit_table_set_roles(t, 3, TACIT_ROLE_STRATA);
    mask m;
    tacit_table *out = run_mask(*state, prepare(&m, t, "xy", RESTRICTED, 0.5), t);
    const summary a1 = summary_of(*state, t, 1), b1 = summary_of(*state, out, 1);
    const summary a2 = summary_of(*state, t, 2), b2 = summary_of(*state, out, 2);
    assert_true(change(&a1, &b1, 2) < 1e-9);
    assert_true(change(&a2, &b2, 2) > 1e-9); /* joined by the stratum of one */
    assert_true(change(&a2, &b2, 2) < 0.1);
    assert_true(fabs(tacit_column_reals(column_of(out, "x"))[0] -
                     tacit_column_reals(column_of(t, "x"))[0]) > 0.0);
    tacit_table_free(out);
    tacit_table_free(t);
}

/* Additive noise is in proportion to the deviation within the stratum. */
static void test_additive_strata(void **state)
{
    tacit_builder *b[2] = { NULL };
    tacit_rng rng = tacit_rng_seed(3);
    assert_ok(*state, tacit_builder_new(*state, "x", TACIT_TYPE_REAL, N, &b[0]));
    assert_ok(*state, tacit_builder_new(*state, "s", TACIT_TYPE_INTEGER, N, &b[1]));
    for (size_t i = 0; i < N; i++) {
        const int64_t s = (int64_t)(i % 2);
        const double x = s == 0 ? tacit_rng_normal(&rng) : 1000.0 + 50.0 * tacit_rng_normal(&rng);
        assert_ok(*state, tacit_builder_reals(*state, b[0], &x, NULL, 1));
        assert_ok(*state, tacit_builder_integers(*state, b[1], &s, NULL, 1));
    }
    tacit_table *t = finish_columns(*state, b, 2, N);
    tacit_table_set_roles(t, 1, TACIT_ROLE_STRATA);
    mask m;
    set_number(&add_column(start_mask(&m, "noise"), t, "x")->a, "scale", 0.5);
    tacit_table *out = run_mask(*state, &m, t);
    double square[2] = { 0 };
    for (size_t i = 0; i < N; i++)
        square[i % 2] += pow(tacit_column_reals(column_of(out, "x"))[i] -
                                 tacit_column_reals(column_of(t, "x"))[i],
                             2) *
                         2.0 / N;
    assert_near(sqrt(square[0]), 0.5, 0.5 * 0.05);
    assert_near(sqrt(square[1]), 25.0, 25.0 * 0.05);
    tacit_table_free(out);
    tacit_table_free(t);
}

/* Records with missing values are masked too. */
static void test_missing(void **state)
{
    tacit_table *t = numbers(*state, 3000, 3);
    for (int kind = CORRELATED; kind <= OUTLIER_AWARE; kind++) {
        mask m;
        tacit_table *out = run_mask(*state, prepare(&m, t, "xy", kind, 0.5), t);
        double square = 0.0;
        for (size_t i = 0; i < 3000; i++) {
            const bool missing = tacit_column_is_missing(column_of(t, "y"), i);
            assert_int_equal(tacit_column_is_missing(column_of(out, "y"), i), missing);
            const double moved = tacit_column_reals(column_of(out, "x"))[i] -
                                 tacit_column_reals(column_of(t, "x"))[i];
            assert_true(fabs(moved) > 0.0);
            square += missing ? moved * moved / 1000.0 : 0.0;
        }
        assert_true(sqrt(square) > 0.4 * 15.0 && sqrt(square) < 0.7 * 15.0);
        tacit_table_free(out);
    }
    tacit_table_free(t);
}

/* A record a hundred deviations away gets noise in proportion; the others get what they would
 * without it, which the deviation of the column does not give. */
static void test_outlier_aware(void **state)
{
    tacit_table *t = numbers(*state, N, 0);
    double *x = NULL, at_least = INFINITY, bulk = 0.0;
    assert_ok(*state, tacit_table_edit_reals(*state, t, 0, &x));
    for (size_t i = 0; i < 10; i++)
        x[i] = 100.0 + 15.0 * 1e4;
    mask m;
    prepare(&m, t, "xy", OUTLIER_AWARE, 0.1);
    tacit_table *out = run_mask(*state, &m, t);
    for (size_t i = 0; i < N; i++) {
        const double moved = fabs(tacit_column_reals(column_of(out, "x"))[i] - x[i]);
        if (i < 10)
            at_least = fmin(at_least, moved);
        else
            bulk += moved * moved / (N - 10);
    }
    /* noise of deviation 0.1 * 15 * 1e4 * (robust distance 2.3e4) / 2.7 on the ten: below 100
     * with probability 0.01 for any of them */
    assert_true(at_least > 100.0);
    assert_true(sqrt(bulk) > 1.3 && sqrt(bulk) < 1.7);
    assert_mask_fails(*state, (set_number(&m.a, "restore", 1), &m), t, TACIT_ERR_INPUT, "restore");
    tacit_table_free(out);
    tacit_table_free(t);
}

/* Mean and deviation of the factors y / x; their signs and zeros. */
static void test_multiplicative(void **state)
{
    tacit_table *t = numbers(*state, N, 0);
    for (int law = NORMAL; law <= LOGNORMAL; law++) {
        mask m;
        set_number(&prepare(&m, t, "x", MULTIPLICATIVE, 0.3)->a, "law", law);
        tacit_table *out = run_mask(*state, &m, t);
        static double f[N];
        for (size_t i = 0; i < N; i++)
            f[i] = tacit_column_reals(column_of(out, "x"))[i] /
                   tacit_column_reals(column_of(t, "x"))[i];
        const tacit_moments a = tacit_moments_of(f, N);
        assert_near(a.mean, 1.0, 5.0 * 0.3 / sqrt(N));
        assert_near(a.sd, 0.3, 0.3 * 0.06); /* five deviations even with a kurtosis of 10 */
        if (law == LOGNORMAL)
            assert_true(a.least > 0.0);
        set_number(&m.a, "restore", 1);
        tacit_table *back = run_mask(*state, &m, t);
        const summary before = summary_of(*state, t, 0), after = summary_of(*state, back, 0);
        assert_near(after.mean[0], before.mean[0], 5.0 * 15.0 / sqrt(N));
        assert_near(sqrt(after.v[0]), sqrt(before.v[0]), 15.0 * 0.06);
        tacit_table_free(back);
        tacit_table_free(out);
    }
    tacit_table_free(t);
}

/* Laplace noise: mean 0, the deviation asked for, and E|e| = sd / sqrt(2). */
static void test_laplace(void **state)
{
    tacit_table *t = numbers(*state, N, 0);
    mask m;
    set_number(&prepare(&m, t, "x", ADDITIVE, 0.2)->a, "law", LAPLACE);
    tacit_table *out = run_mask(*state, &m, t);
    const double sd = 0.2 * sqrt(summary_of(*state, t, 0).v[0]);
    double sum = 0.0, size = 0.0, square = 0.0;
    for (size_t i = 0; i < N; i++) {
        const double e =
            tacit_column_reals(column_of(out, "x"))[i] - tacit_column_reals(column_of(t, "x"))[i];
        sum += e / N;
        size += fabs(e) / N;
        square += e * e / N;
    }
    assert_near(sum, 0.0, 5.0 * sd / sqrt(N));
    assert_near(size, sd / sqrt(2.0), 5.0 * sd / sqrt(2.0 * N));
    assert_near(square, sd * sd, 5.0 * sd * sd * sqrt(5.0 / N));
    tacit_table_free(out);
    tacit_table_free(t);
}

static void test_zeros(void **state)
{
    tacit_table *t = table_of(*state, "x:i,y:r", "0,1.5\n3,0\n0,0\n8,2\n5,\n,7\n");
    for (int kind = ADDITIVE; kind <= OUTLIER_AWARE; kind++) {
        mask m;
        add_column(start_mask(&m, "noise"), t, "x");
        set_number(set_number(&m.a, "kind", kind), "keep_zeros", 1);
        if (kind == RESTRICTED) {
            assert_mask_fails(*state, &m, t, TACIT_ERR_INPUT, "keep_zeros");
            continue;
        }
        tacit_table *out = run_mask(*state, &m, t);
        const double *x = tacit_column_reals(column_of(out, "x"));
        assert_near(x[0], 0.0, 0.0);
        assert_near(x[2], 0.0, 0.0);
        assert_true(fabs(x[1] - 3.0) > 0.0 && fabs(x[3] - 8.0) > 0.0);
        assert_true(tacit_column_is_missing(column_of(out, "x"), 5));
        tacit_table_free(out);
    }
    tacit_table_free(t);
}

static void test_refusals(void **state)
{
    tacit_table *t = numbers(*state, 50, 0);
    mask m;
    prepare(&m, t, "xy", CORRELATED, 0.1);
    set_number(&m.a, "law", UNIFORM);
    assert_mask_fails(*state, &m, t, TACIT_ERR_INPUT, "'law' cannot be 'uniform'");
    set_number(set_number(&m.a, "kind", ADDITIVE), "law", LOGNORMAL);
    assert_mask_fails(*state, &m, t, TACIT_ERR_INPUT, "'multiplicative'");
    tacit_table_free(t);
    t = table_of(*state, "x:r,y:r", "1.7e308,4711\n-1.7e308,3\n1e308,2\n5,1\n6,3\n7,8\n");
    for (int kind = CORRELATED; kind <= OUTLIER_AWARE; kind++) {
        prepare(&m, t, "xy", kind, 10);
        assert_mask_fails(*state, &m, t, TACIT_ERR_DATA, "too large");
    }
    tacit_table_free(t);
}

/* Columns of additive and multiplicative noise do not influence each other. */
static void test_columns_alone(void **state)
{
    tacit_table *t = numbers(*state, 1000, 5);
    for (int kind = ADDITIVE; kind <= MULTIPLICATIVE; kind++) {
        mask m;
        tacit_table *one = run_mask(*state, prepare(&m, t, "x", kind, 0.2), t);
        tacit_table *two = run_mask(*state, prepare(&m, t, "yx", kind, 0.2), t);
        assert_true(same_column(column_of(one, "x"), column_of(two, "x")));
        assert_false(same_column(column_of(one, "y"), column_of(two, "y")));
        tacit_table_free(one);
        tacit_table_free(two);
    }
    tacit_table_free(t);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_correlated),     with_context(test_noise_covariance),
        with_context(test_restricted),     with_context(test_restricted_sums),
        with_context(test_strata),         with_context(test_additive_strata),
        with_context(test_missing),        with_context(test_outlier_aware),
        with_context(test_multiplicative), with_context(test_laplace),
        with_context(test_zeros),          with_context(test_refusals),
        with_context(test_columns_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
