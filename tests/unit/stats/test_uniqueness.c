/*
 * test_uniqueness.c - estimators of population uniques.
 *
 * Provenance: Zayatz and Poisson-gamma by hand; Pitman, Ewens and slide negative binomial
 * on populations drawn from these very models, whose uniques are counted.
 */
#include "support/check.h"

#include <stdlib.h>

#include "base/rng.h"
#include "stats/population/uniqueness.h"

enum { MOST = 20000 };

static void test_harmonic(void **state)
{
    (void)state;
    static const double x[] = { 0.3, 1.0, 7.5, 11.9, 12.0, 1e6 };
    for (size_t i = 0; i < 6; i++)
        for (int m = 0; m < 50; m += 7) {
            double sum = 0.0;
            for (int k = 0; k < m; k++)
                sum += 1.0 / (x[i] + k);
            assert_near(tacit_harmonic(x[i], m), sum, 2e-15 * (1.0 + sum));
        }
    /* digamma(1 + 1/2) - digamma(1) = 2 - 2 log 2 */
    assert_near(tacit_harmonic(1.0, 0.5), 2.0 - 2.0 * log(2.0), 1e-14);
}

static void test_log_rising(void **state)
{
    (void)state;
    static const double x[] = { 0.02, 0.7, 5.5, 300.25, 3e6 };
    for (size_t i = 0; i < 5; i++) {
        assert_near(tacit_log_rising(x[i], 1.0), log(x[i]), 1e-13);
        assert_near(tacit_log_rising(x[i], 3.0), log(x[i] * (x[i] + 1) * (x[i] + 2)), 1e-13);
        assert_near(tacit_log_rising(x[i], 0.0), 0.0, 1e-15);
    }
    /* Gamma(1) / Gamma(1/2) = 1 / sqrt(pi) */
    assert_near(tacit_log_rising(0.5, 0.5), -0.5 * log(3.14159265358979323846), 1e-14);
}

/* Three uniques and a pair, of a population of 10: h(1) = 1/2, h(2) = 5/9, so that
 * P = (3/2) / (3/2 + 5/9) = 27/37 and U = 3 P / (1/2) = 162/37. */
static void test_zayatz(void **state)
{
    (void)state;
    const uint64_t size[] = { 1, 2 };
    const double count[] = { 3, 1 };
    const tacit_size_counts c = { 2, size, count, 4, 5 };
    const tacit_uniqueness_frame frame = { .population = 10 };
    const tacit_uniqueness e = tacit_uniqueness_of(TACIT_UNIQUENESS_ZAYATZ, &c, &frame);
    assert_true(e.converged);
    assert_near(e.uniques, 162.0 / 37.0, 1e-14);
}

/* Four uniques and a class of 6 among 100 possible combinations: mean 0.1, variance 0.39,
 * beta = (3.9 - 1) / 10 = 0.29, alpha = 1 / 29; U = 20 (1 + 5.8)^-(30/29) for N = 20. */
static void test_poisson(void **state)
{
    (void)state;
    const uint64_t size[] = { 1, 6 };
    const double count[] = { 4, 1 };
    const tacit_size_counts c = { 2, size, count, 5, 10 };
    tacit_uniqueness_frame frame = { .population = 20, .cells = 100 };
    tacit_uniqueness e = tacit_uniqueness_of(TACIT_UNIQUENESS_POISSON, &c, &frame);
    assert_true(e.converged);
    assert_near(e.uniques, 20.0 * pow(6.8, -30.0 / 29.0), 1e-12);
    frame.cells = 0;
    e = tacit_uniqueness_of(TACIT_UNIQUENESS_POISSON, &c, &frame);
    assert_false(e.converged);
    assert_true(isnan(e.uniques));
}

static void test_conventions(void **state)
{
    (void)state;
    const uint64_t size[] = { 1, 2 }, pairs[] = { 2 };
    const double count[] = { 3, 1 }, seven[] = { 7 };
    const tacit_size_counts c = { 2, size, count, 4, 5 }, none = { 1, pairs, seven, 7, 14 };
    const tacit_size_counts alone = { 1, size, seven, 7, 7 };
    const tacit_uniqueness_frame whole = { .population = 5, .cells = 9 };
    const tacit_uniqueness_frame large = { .population = 1000, .cells = 9 };
    for (int m = 0; m < TACIT_UNIQUENESS_METHODS; m++) {
        const tacit_uniqueness_method method = (tacit_uniqueness_method)m;
        assert_near(tacit_uniqueness_of(method, &c, &whole).uniques, 3.0, 0.0);
        assert_near(tacit_uniqueness_of(method, &none, &large).uniques, 0.0, 0.0);
    }
    assert_false(tacit_uniqueness_of(TACIT_UNIQUENESS_PITMAN, &alone, &large).converged);
    assert_false(tacit_uniqueness_of(TACIT_UNIQUENESS_EWENS, &alone, &large).converged);
    assert_false(tacit_uniqueness_of(TACIT_UNIQUENESS_SNB, &alone, &large).converged);
    const tacit_uniqueness rule = tacit_uniqueness_of(TACIT_UNIQUENESS_DANKAR, &alone, &large);
    assert_true(rule.converged);
    assert_int_equal(rule.used, TACIT_UNIQUENESS_ZAYATZ);
    assert_near(rule.uniques, 1000.0, 1e-9);
}

/* ---- drawn populations ---- */

/* The class of each of n records drawn one by one from Pitman's model: a record joins a
 * class of f with weight f - alpha, or opens one with weight theta + classes alpha. */
static size_t draw_pitman(tacit_rng *rng, double theta, double alpha, size_t n, size_t *of)
{
    static double f[MOST];
    size_t classes = 0;
    for (size_t i = 0; i < n; i++) {
        double u = tacit_rng_uniform(rng) * (theta + (double)i);
        size_t g = 0;
        while (g < classes && u > f[g] - alpha)
            u -= f[g++] - alpha;
        if (g == classes)
            f[classes++] = 0.0;
        f[g] += 1.0;
        of[i] = g;
    }
    return classes;
}

/* Count classes of each size among the first n records. */
static void count_sizes(const size_t *of, size_t n, size_t classes, double *count,
                        tacit_size_counts *out)
{
    static uint64_t size[MOST];
    size_t *f = calloc(classes, sizeof *f);
    assert_non_null(f);
    memset(count, 0, MOST * sizeof *count);
    for (size_t i = 0; i < n; i++)
        f[of[i]]++;
    *out = (tacit_size_counts){ .size = size + 1, .count = count + 1, .records = (double)n };
    for (uint64_t i = 0; i < MOST; i++)
        size[i] = i;
    for (size_t g = 0; g < classes; g++) {
        out->n = f[g] > out->n ? f[g] : out->n;
        count[f[g]] += f[g] > 0 ? 1.0 : 0.0;
        out->classes += f[g] > 0 ? 1.0 : 0.0;
    }
    free(f);
}

/* Mean of estimate over truth for samples of a quarter of 8000 records. */
static double mean_ratio(double theta, double alpha, tacit_uniqueness_method method)
{
    enum { N = 8000, SAMPLES = 10 };
    static size_t of[N];
    static double count[MOST];
    tacit_rng rng = tacit_rng_seed(11);
    double sum = 0.0;
    for (int k = 0; k < SAMPLES; k++) {
        tacit_size_counts c;
        const size_t classes = draw_pitman(&rng, theta, alpha, N, of);
        count_sizes(of, N, classes, count, &c);
        const double truth = tacit_size_count(&c, 1);
        count_sizes(of, N / 4, classes, count, &c);
        const tacit_uniqueness e =
            tacit_uniqueness_of(method, &c, &(tacit_uniqueness_frame){ .population = N });
        assert_true(e.converged);
        sum += e.uniques / truth;
    }
    return sum / SAMPLES;
}

static void test_pitman(void **state)
{
    (void)state;
    assert_near(mean_ratio(50.0, 0.5, TACIT_UNIQUENESS_PITMAN), 1.0, 0.04);
    assert_near(mean_ratio(5.0, 0.7, TACIT_UNIQUENESS_PITMAN), 1.0, 0.04);
}

/* A unique and a pair: 1 + theta / (theta + 1) + theta / (theta + 2) = 2 has the solution
 * theta = sqrt(2); U = 6 theta / (5 + theta) for N = 6. */
static void test_ewens(void **state)
{
    (void)state;
    const uint64_t size[] = { 1, 2 };
    const double count[] = { 1, 1 };
    const tacit_size_counts c = { 2, size, count, 2, 3 };
    const tacit_uniqueness_frame frame = { .population = 6 };
    assert_near(tacit_uniqueness_of(TACIT_UNIQUENESS_EWENS, &c, &frame).uniques,
                6.0 * sqrt(2.0) / (5.0 + sqrt(2.0)), 1e-13);
    assert_near(mean_ratio(200.0, 0.0, TACIT_UNIQUENESS_EWENS), 1.0, 0.04);
}

/* The limit for large populations is above the expectation, and tends to it. */
static void test_limit(void **state)
{
    (void)state;
    static size_t of[2000];
    static double count[MOST];
    tacit_rng rng = tacit_rng_seed(3);
    tacit_size_counts c;
    double last = 2.0;
    count_sizes(of, 2000, draw_pitman(&rng, 100.0, 0.4, 2000, of), count, &c);
    for (double N = 4000; N < 1e9; N *= 10) {
        const tacit_uniqueness_frame own = { .population = N };
        const tacit_uniqueness_frame limit = { .population = N, .asymptotic = true };
        const double ratio = tacit_uniqueness_of(TACIT_UNIQUENESS_PITMAN, &c, &limit).uniques /
                             tacit_uniqueness_of(TACIT_UNIQUENESS_PITMAN, &c, &own).uniques;
        assert_true(ratio > 1.0 && ratio < last);
        last = ratio;
    }
    assert_near(last, 1.0, 1e-5);
}

/* Estimate over truth for a population whose class sizes less 1 are negative binomial: sums
 * of `shape` geometric numbers. */
static double slide_ratio(int shape, double b, double p)
{
    enum { CLASSES = 20000 };
    static uint64_t size[MOST];
    static double count[MOST];
    tacit_rng rng = tacit_rng_seed(17);
    tacit_size_counts c = { .size = size + 1, .count = count + 1 };
    double truth = 0.0, population = 0.0;
    memset(count, 0, sizeof count);
    for (uint64_t i = 0; i < MOST; i++)
        size[i] = i;
    for (int g = 0; g < CLASSES; g++) {
        size_t F = 1, f = 0;
        for (int k = 0; k < shape; k++)
            while (tacit_rng_uniform(&rng) > b)
                F++;
        for (size_t i = 0; i < F; i++)
            f += tacit_rng_uniform(&rng) <= p;
        truth += F == 1 ? 1.0 : 0.0;
        population += (double)F;
        count[f] += 1.0;
        c.n = f > c.n ? f : c.n;
    }
    for (size_t f = 1; f < MOST; f++) {
        c.classes += count[f];
        c.records += count[f] * (double)f;
    }
    const tacit_uniqueness e = tacit_uniqueness_of(
        TACIT_UNIQUENESS_SNB, &c, &(tacit_uniqueness_frame){ .population = population });
    assert_true(e.converged);
    return e.uniques / truth;
}

static void test_slide(void **state)
{
    (void)state;
    assert_near(slide_ratio(1, 0.3, 0.5), 1.0, 0.1);
    assert_near(slide_ratio(1, 0.1, 0.3), 1.0, 0.15);
    assert_near(slide_ratio(2, 0.5, 0.5), 1.0, 0.1);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_harmonic),    cmocka_unit_test(test_log_rising),
        cmocka_unit_test(test_zayatz),      cmocka_unit_test(test_poisson),
        cmocka_unit_test(test_conventions), cmocka_unit_test(test_pitman),
        cmocka_unit_test(test_ewens),       cmocka_unit_test(test_limit),
        cmocka_unit_test(test_slide),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
