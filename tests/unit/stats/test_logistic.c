/*
 * test_logistic.c - logistic regression.
 *
 * Expected values are closed forms: a saturated model fits the observed shares, so its
 * coefficients are log odds and their differences.
 */
#include "support/check.h"

#include "base/rng.h"
#include "stats/linear/logistic.h"

static tacit_logistic fit_terms(tacit_ctx *cx, const tacit_linear_term *term, size_t terms,
                                const bool *t, size_t rows)
{
    tacit_logistic out;
    const tacit_linear_design design = { .rows = rows, .terms = terms, .term = term };
    assert_ok(cx, tacit_logistic_fit(cx, &design, t, &out));
    return out;
}

/* Without terms: the share and its log odds. */
static void test_intercept(void **state)
{
    const bool t[] = { true, false, false, true, false, false, false };
    const tacit_logistic f = fit_terms(*state, NULL, 0, t, 7);
    assert_int_equal(f.columns, 1);
    assert_int_equal(f.kept, 1);
    assert_true(f.converged && !f.separated);
    assert_near(f.beta[0], log(2.0 / 5.0), 1e-12);
    assert_near(f.p[3], 2.0 / 7.0, 1e-12);
    /* -2 (2 ln(2/7) + 5 ln(5/7)) */
    assert_near(f.deviance, -2.0 * (2.0 * log(2.0 / 7.0) + 5.0 * log(5.0 / 7.0)), 1e-10);
}

/* A factor of three levels: shares 1/4, 2/3, 3/5. */
static void test_factor(void **state)
{
    const uint16_t code[] = { 0, 0, 0, 0, 1, 1, 1, 2, 2, 2, 2, 2 };
    const bool t[] = { 1, 0, 0, 0, 1, 1, 0, 1, 0, 1, 0, 1 };
    const tacit_linear_term term = { .code = code, .levels = 3 };
    const tacit_logistic f = fit_terms(*state, &term, 1, t, 12);
    assert_int_equal(f.kept, 3);
    assert_near(f.beta[0], log(1.0 / 3.0), 1e-9);
    assert_near(f.beta[1], log(2.0) - log(1.0 / 3.0), 1e-9);
    assert_near(f.beta[2], log(1.5) - log(1.0 / 3.0), 1e-9);
    assert_near(f.p[5], 2.0 / 3.0, 1e-12);
}

/* Two values of a number are a factor: slope = difference of log odds / 2.5. */
static void test_number(void **state)
{
    const double x[] = { 1.0, 1.0, 1.0, 3.5, 3.5, 3.5, 3.5 };
    const bool t[] = { 1, 0, 0, 1, 1, 1, 0 };
    const tacit_linear_term term = { .value = x };
    const tacit_logistic f = fit_terms(*state, &term, 1, t, 7);
    assert_near(f.beta[1], (log(3.0) - log(0.5)) / 2.5, 1e-9);
    assert_near(f.beta[0] + f.beta[1], log(0.5), 1e-9);
}

/* Factor, number and their product: each level has a line of its own. */
static void test_product(void **state)
{
    const uint16_t code[] = { 0, 0, 0, 0, 0, 1, 1, 1, 1, 1 };
    const double x[] = { 0, 0, 2, 2, 2, 0, 0, 0, 2, 2 };
    const bool t[] = { 1, 0, 1, 1, 0, 1, 1, 0, 0, 1 };
    const tacit_linear_term term[] = { { .code = code, .levels = 2 },
                                       { .value = x },
                                       { .code = code, .levels = 2, .value = x } };
    const tacit_logistic f = fit_terms(*state, term, 3, t, 10);
    assert_int_equal(f.kept, 4);
    assert_near(f.p[0], 0.5, 1e-12);
    assert_near(f.p[2], 2.0 / 3.0, 1e-12);
    assert_near(f.p[5], 2.0 / 3.0, 1e-12);
    assert_near(f.p[8], 0.5, 1e-12);
}

/* The same column twice, a constant, a level that no row has and a sum of others count once. */
static void test_collinear(void **state)
{
    const uint16_t code[] = { 0, 0, 1, 1, 3, 3, 3, 0 }; /* level 2 is empty */
    const double x[] = { 1, 2, 3, 4, 5, 6, 8, 7 }, twice[] = { 2, 4, 6, 8, 10, 12, 16, 14 };
    const double same[] = { 4, 4, 4, 4, 4, 4, 4, 4 };
    const bool t[] = { 1, 0, 1, 0, 0, 1, 1, 0 };
    const tacit_linear_term term[] = {
        { .value = x }, { .value = same }, { .code = code, .levels = 4 }, { .value = twice }
    };
    const tacit_logistic f = fit_terms(*state, term, 4, t, 8);
    const tacit_linear_term plain[] = { term[0], term[2] };
    const tacit_logistic g = fit_terms(*state, plain, 2, t, 8);
    static const bool kept[] = { 1, 1, 0, 1, 0, 1, 0 };
    assert_int_equal(f.columns, 7);
    assert_int_equal(f.kept, 4);
    assert_memory_equal(f.is_kept, kept, sizeof kept);
    for (size_t i = 0; i < 8; i++)
        assert_near(f.p[i], g.p[i], 1e-10);
}

/* A number that separates the classes: no finite optimum, but the right probabilities. */
static void test_separated(void **state)
{
    const double x[] = { 1, 2, 3, 4, 5, 6 };
    const bool t[] = { 0, 0, 0, 1, 1, 1 };
    const tacit_linear_term term = { .value = x };
    const tacit_logistic f = fit_terms(*state, &term, 1, t, 6);
    assert_true(f.separated);
    for (size_t i = 0; i < 6; i++)
        assert_near(f.p[i], t[i] ? 1.0 : 0.0, 1e-6);
    const bool all[] = { 1, 1, 1, 1, 1, 1 };
    const tacit_logistic g = fit_terms(*state, &term, 1, all, 6);
    assert_true(g.separated);
    assert_near(g.p[0], 1.0, 1e-6);
}

/* At the optimum the scores vanish: fitted and observed sums agree in every column. */
static void test_scores(void **state)
{
    enum { ROWS = 500 };
    uint16_t code[ROWS];
    double x[ROWS];
    bool t[ROWS];
    for (uint64_t seed = 0; seed < 50; seed++) {
        tacit_rng rng = tacit_rng_seed(seed);
        for (size_t i = 0; i < ROWS; i++) {
            code[i] = (uint16_t)tacit_rng_below(&rng, 4);
            x[i] = tacit_rng_normal(&rng);
            t[i] = tacit_rng_uniform(&rng) < 1.0 / (1.0 + exp(-0.7 * x[i] + 0.3 * code[i]));
        }
        const tacit_linear_term term[] = { { .code = code, .levels = 4 }, { .value = x } };
        const tacit_logistic f = fit_terms(*state, term, 2, t, ROWS);
        double sum[5] = { 0 };
        for (size_t i = 0; i < ROWS; i++) {
            const double residual = (t[i] ? 1.0 : 0.0) - f.p[i];
            sum[code[i]] += residual;
            sum[4] += residual * x[i];
        }
        for (size_t k = 0; k < 5; k++)
            assert_near(sum[k], 0.0, 1e-8);
    }
}

static void test_refused(void **state)
{
    uint16_t code[] = { 0 };
    const bool t[] = { true };
    const tacit_linear_term term = { .code = code, .levels = 5000 };
    tacit_logistic out;
    assert_fails(*state, tacit_logistic_fit(*state, &(tacit_linear_design){ 1, 1, &term }, t, &out),
                 TACIT_ERR_DATA, "5000 coefficients");
    assert_fails(*state, tacit_logistic_fit(*state, &(tacit_linear_design){ 0, 0, NULL }, t, &out),
                 TACIT_ERR_DATA, "rows");
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_intercept), with_context(test_factor),    with_context(test_number),
        with_context(test_product),   with_context(test_collinear), with_context(test_separated),
        with_context(test_scores),    with_context(test_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
