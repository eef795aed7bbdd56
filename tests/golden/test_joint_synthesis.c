/*
 * test_joint_synthesis.c - what generators of several columns compute, against reference figures.
 *
 * Provenance: golden/synthesis.json, by numpy and scipy; nearest_correlation has the figures that
 * Higham (2002) published, ipf_2x3x2 those of R's loglin too.
 */
#include "golden/synthesis.h"

#include "stats/counts/ipf.h"
#include "stats/counts/polychoric.h"
#include "stats/counts/wilson.h"
#include "stats/linear/covariance.h"
#include "stats/linear/hypercube.h"
#include "stats/linear/ipso.h"
#include "stats/linear/nearest_correlation.h"
#include "stats/linear/scores.h"
#include "stats/margin.h"

enum { MOST = 64 };

/* The numbers of a list, or of lists in it, one after the other; how many. */
static size_t read_all(const json_t *list, double *out)
{
    size_t n = 0;
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *item = json_array_get(list, i);
        if (json_is_array(item))
            n += read_all(item, out + n);
        else
            out[n++] = json_number_value(item);
    }
    return n;
}

static const json_t *block_of(const json_t *root, const char *name)
{
    const json_t *block = json_object_get(root, name);
    assert_non_null(block);
    return block;
}

static size_t read_key(const json_t *block, const char *key, double *out)
{
    assert_non_null(json_object_get(block, key));
    return read_all(json_object_get(block, key), out);
}

static void assert_all_near(const double *x, const double *y, size_t n, double by)
{
    for (size_t i = 0; i < n; i++)
        assert_near(x[i], y[i], by);
}

static void test_transform(void **state)
{
    static const uint64_t count[] = { 3, 3, 3, 0, 1 }; /* of 1 ... 5 */
    json_t *root = golden_synthesis();
    const json_t *b = block_of(root, "distributional_transform");
    double x[MOST], v[MOST], u[MOST], z[MOST], back_u[MOST], back_x[MOST];
    tacit_margin m;
    const size_t n = read_key(b, "x", x);
    read_key(b, "v", v);
    read_key(b, "u", u);
    read_key(b, "z", z);
    assert_ok(*state, tacit_margin_of(*state, count, 5, &m));
    for (size_t i = 0; i < n; i++) {
        const double point = tacit_margin_point(&m, (size_t)x[i] - 1, v[i]);
        assert_near(point, u[i], 1e-15);
        assert_near(tacit_normal_quantile(point), z[i], 1e-12);
    }
    const size_t back = read_key(b, "back_u", back_u);
    read_key(b, "back_x", back_x);
    for (size_t i = 0; i < back; i++)
        assert_int_equal(tacit_margin_quantile(&m, back_u[i]) + 1, (size_t)back_x[i]);
    json_decref(root);
}

/* The second reference is a maximum of a likelihood, which rounding flattens: it has half the
 * digits.  The figure beside it is the zero of the derivative by mpmath with 30 digits. */
static void test_polychoric(void **state)
{
    json_t *root = golden_synthesis();
    const json_t *list = block_of(root, "polychoric"), *b = NULL;
    size_t i;
    json_array_foreach(list, i, b)
    {
        double count[MOST], rho = 0.0;
        const size_t rows = json_array_size(json_object_get(b, "table"));
        const size_t cells = read_key(b, "table", count);
        assert_ok(*state,
                  tacit_polychoric(*state, &(tacit_pair_table){ rows, cells / rows, count }, &rho));
        assert_near(rho, golden_number(b, "rho"), i == 0 ? 1e-9 : 1e-7);
        if (i == 1)
            assert_near(rho, 0.659617096058962869, 1e-12);
    }
    json_decref(root);
}

static void test_nearest(void **state)
{
    json_t *root = golden_synthesis();
    const json_t *b = block_of(root, "nearest_correlation");
    double r[MOST], y[MOST];
    size_t cycles = 0;
    const size_t n = read_key(b, "A", r);
    read_key(b, "Y", y);
    assert_ok(*state, tacit_nearest_correlation(*state, r, (size_t)sqrt((double)n), &cycles));
    assert_all_near(r, y, n, 1e-9);
    json_decref(root);
}

/* Scores of the permutations; the ranks of what comes out put the margins into order. */
static void test_iman_conover(void **state)
{
    enum { N = 10, D = 3 };
    json_t *root = golden_synthesis();
    const json_t *b = block_of(root, "iman_conover");
    double at[N * D], c[D * D], t[N * D], out[N * D], made[N * D], full = 0.0;
    double scores[N * D];
    size_t order[N];
    read_key(b, "permutations", at);
    read_key(b, "C", c);
    read_key(b, "T", t);
    read_key(b, "out", out);
    for (size_t i = 0; i < N; i++) {
        const double z = tacit_normal_quantile((double)(i + 1) / (N + 1));
        full += z * z / N;
    }
    for (size_t i = 0; i < N * D; i++)
        scores[i] = tacit_normal_quantile((at[i % D * N + i / D] + 1.0) / (N + 1)) / sqrt(full);
    assert_ok(*state, tacit_iman_conover(*state, scores, N, D, c));
    assert_all_near(scores, t, N * D, 1e-12);
    for (size_t j = 0; j < D; j++) {
        assert_ok(*state, tacit_scores_order(*state, scores + j, N, D, order));
        for (size_t k = 0; k < N; k++)
            made[order[k] * D + j] = j == 0   ? (double)k + 1
                                     : j == 1 ? 10.0 * ((double)k + 1)
                                              : ldexp(1.0, (int)k);
    }
    assert_all_near(made, out, N * D, 0.0);
    json_decref(root);
}

static void test_hypercube(void **state)
{
    json_t *root = golden_synthesis();
    const json_t *b = block_of(root, "lhs");
    double at[MOST], u[MOST], point[MOST];
    const size_t n = read_key(b, "perm", at);
    read_key(b, "u", u);
    read_key(b, "points", point);
    (void)state;
    for (size_t i = 0; i < n; i++)
        assert_near(tacit_stratum_point((size_t)at[i], u[i], 10), point[i], 1e-15);
    json_decref(root);
}

/* ---- exact moments ---- */

enum { N = 12 };

/* The covariances of `d` columns of N rows and their means. */
static void moments(tacit_ctx *cx, const double *x, size_t d, double *mean, double *v)
{
    assert_ok(cx, tacit_covariance_of(cx, x, N, d, mean, v));
}

static void test_ipso(void **state)
{
    static const char *const names[] = { "ipso_a", "ipso_b", "ipso_c" };
    json_t *root = golden_synthesis();
    const json_t *b = block_of(root, "ipso_c");
    double x[MOST], y[MOST], normal[MOST], yx[MOST], want[MOST], made[MOST];
    read_key(b, "X", x);
    read_key(b, "Y", y);
    read_key(b, "A", normal);
    for (size_t i = 0; i < N; i++)
        for (size_t k = 0; k < 4; k++)
            yx[i * 4 + k] = k < 2 ? y[i * 2 + k] : x[i * 2 + k - 2];
    const tacit_ipso_data data = { N, 2, 2, yx };
    for (int kind = 0; kind < 3; kind++) {
        const tacit_ipso_draw draw = { (tacit_ipso_kind)kind, N, x, normal };
        assert_ok(*state, tacit_ipso(*state, &data, &draw, made));
        const json_t *block = json_object_get(root, names[kind]);
        if (block == NULL)
            continue;
        read_key(block, "Yprime", want);
        assert_all_near(made, want, N * 2, 1e-9);
    }
    double mean[4], v[16], mean_made[4], v_made[16];
    moments(*state, yx, 4, mean, v);
    for (size_t i = 0; i < N; i++)
        for (size_t k = 0; k < 2; k++)
            yx[i * 4 + k] = made[i * 2 + k];
    moments(*state, yx, 4, mean_made, v_made);
    assert_all_near(mean_made, mean, 4, 1e-12);
    assert_all_near(v_made, v, 16, 1e-12);
    json_decref(root);
}

static void test_cholesky(void **state)
{
    json_t *root = golden_synthesis();
    const json_t *b = block_of(root, "cholesky_mateo_sanz");
    double d[MOST], a[MOST], z[MOST], made[MOST], mean[3], v[9], mean_made[3], v_made[9];
    read_key(b, "D", d);
    read_key(b, "A", a);
    read_key(b, "Z", z);
    const tacit_ipso_data data = { N, 3, 0, d };
    const tacit_ipso_draw draw = { TACIT_IPSO_C, N, NULL, a };
    assert_ok(*state, tacit_ipso(*state, &data, &draw, made));
    assert_all_near(made, z, N * 3, 1e-9);
    moments(*state, d, 3, mean, v);
    moments(*state, made, 3, mean_made, v_made);
    assert_all_near(mean_made, mean, 3, 1e-12);
    assert_all_near(v_made, v, 9, 1e-12);
    json_decref(root);
}

static void test_ipf(void **state)
{
    static const uint32_t levels[] = { 2, 3, 2 };
    static const uint64_t pairs[] = { 3, 5, 6 };
    json_t *root = golden_synthesis();
    const json_t *b = block_of(root, "ipf_2x3x2");
    double table[12], want[12], fit[12], g = 0.0;
    tacit_ipf_end end;
    read_key(b, "table", table);
    read_key(b, "fit", want);
    const tacit_ipf model = { .n = 3,
                              .levels = levels,
                              .n_terms = 3,
                              .terms = pairs,
                              .tolerance = 1e-14,
                              .most_cycles = 1000 };
    assert_ok(*state, tacit_ipf_fit(*state, &model, table, fit, &end));
    assert_all_near(fit, want, 12, 1e-9);
    for (size_t i = 0; i < 12; i++)
        g += 2.0 * table[i] * log(table[i] / fit[i]);
    assert_near(g, golden_number(b, "G2"), 1e-9);
    json_decref(root);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_transform),    with_context(test_polychoric), with_context(test_nearest),
        with_context(test_iman_conover), with_context(test_hypercube),  with_context(test_ipso),
        with_context(test_cholesky),     with_context(test_ipf),
    };
    return golden_run_tests(tests);
}
