/*
 * test_ipf.c - log-linear models of dense tables.
 *
 * Provenance: independence and conditional independence have the closed forms
 * f(i+) f(+j) / f(++) and f(ij+) f(+jk) / f(+j+) (Bishop, Fienberg and Holland 1975,
 * section 3.3); the model without three-way interaction of a 2 x 2 x 2 table keeps all
 * two-way margins and has equal odds ratios in both layers (Bartlett 1935).
 */
#include "support/check.h"

#include "stats/counts/ipf.h"

static const uint32_t TWO[] = { 2, 2, 2 };

static void fit(tacit_ctx *cx, const tacit_ipf *m, const double *table, double *out)
{
    tacit_ipf_end end;
    assert_ok(cx, tacit_ipf_fit(cx, m, table, out, &end));
    assert_true(end.converged);
}

static void test_independence(void **state)
{
    static const uint32_t levels[] = { 2, 3 };
    static const uint64_t terms[] = { 1, 2 };
    const double f[] = { 3, 5, 2, 1, 0, 9 }, row[] = { 10, 10 }, column[] = { 4, 5, 11 };
    double m[6];
    const tacit_ipf model = { 2, levels, 2, terms, 1e-12, 100, NULL };
    fit(*state, &model, f, m);
    for (size_t i = 0; i < 6; i++)
        assert_near(m[i], row[i / 3] * column[i % 3] / 20.0, 1e-12);
}

/* Dimensions 0 and 2 independent given 1: terms {0, 1} and {1, 2}. */
static void test_conditional(void **state)
{
    static const uint64_t terms[] = { 3, 6 };
    const double f[] = { 7, 1, 4, 2, 3, 8, 0, 5 };
    double m[8];
    const tacit_ipf model = { 3, TWO, 2, terms, 1e-12, 100, NULL };
    fit(*state, &model, f, m);
    for (size_t i = 0; i < 8; i++) {
        const size_t a = i / 4, b = i / 2 % 2, c = i % 2;
        const double ab = f[4 * a + 2 * b] + f[4 * a + 2 * b + 1];
        const double bc = f[2 * b + c] + f[4 + 2 * b + c];
        const double all = f[2 * b] + f[2 * b + 1] + f[4 + 2 * b] + f[4 + 2 * b + 1];
        assert_near(m[i], ab * bc / all, 1e-12);
    }
}

/* Bartlett's (1935) plum root-stocks: alive or dead by time and length of cutting.  His
 * estimate moves every cell by 5.1 (to one decimal) with alternating signs. */
static void test_bartlett(void **state)
{
    static const uint64_t terms[] = { 3, 5, 6 };
    const double f[] = { 156, 84, 84, 156, 107, 133, 31, 209 };
    double m[8];
    const tacit_ipf model = { 3, TWO, 3, terms, 1e-13, 1000, NULL };
    fit(*state, &model, f, m);
    const double odds0 = m[0] * m[3] / (m[1] * m[2]), odds1 = m[4] * m[7] / (m[5] * m[6]);
    assert_near(odds0 / odds1, 1.0, 1e-9);
    for (size_t i = 0; i < 8; i++) {
        const bool odd = (i / 4 + i / 2 + i) % 2 == 1;
        assert_near(fabs(m[i] - f[i]), 5.1, 0.05);
        assert_near(m[i] - f[i], odd ? m[1] - f[1] : m[0] - f[0], 1e-8);
    }
}

static void test_limits(void **state)
{
    static const uint32_t many[] = { 4000000000u, 4000000000u, 4000000000u };
    static const uint64_t terms[] = { 3, 5, 6 };
    const double f[] = { 156, 84, 84, 156, 107, 133, 31, 209 };
    double m[8];
    tacit_ipf_end end;
    const tacit_ipf model = { 3, TWO, 3, terms, 1e-13, 1, NULL };
    assert_int_equal(tacit_ipf_cells(many, 3), SIZE_MAX);
    assert_int_equal(tacit_ipf_cells(TWO, 3), 8);
    assert_ok(*state, tacit_ipf_fit(*state, &model, f, m, &end));
    assert_false(end.converged);
    assert_true(end.difference > 0.0);
    tacit_cancel(*state);
    assert_int_equal(tacit_ipf_fit(*state, &model, f, m, &end), TACIT_ERR_CANCELLED);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_independence),
        with_context(test_conditional),
        with_context(test_bartlett),
        with_context(test_limits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
