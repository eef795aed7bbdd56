/*
 * test_nearest_correlation.c - correlation matrices near others.
 *
 * Provenance: Higham (2002), section 4: the nearest to [1 1 0; 1 1 1; 0 1 1] has 0.7607 and 0.1573;
 * for two columns the nearest is +-1; a nearest point leaves no smaller distance among random
 * others.
 */
#include "support/check.h"

#include "base/rng.h"
#include "stats/linear/linear_algebra.h"
#include "stats/linear/nearest_correlation.h"
#include "stats/linear/rank_match.h"

static void test_published(void **state)
{
    double r[] = { 1, 1, 0, 1, 1, 1, 0, 1, 1 }, two[] = { 1, -1.7, -1.7, 1 };
    size_t cycles = 0;
    assert_ok(*state, tacit_nearest_correlation(*state, r, 3, &cycles));
    assert_near(r[1], 0.7607, 5e-5);
    assert_near(r[2], 0.1573, 5e-5);
    assert_near(r[1], r[3], 0.0);
    assert_true(cycles > 1);
    assert_ok(*state, tacit_nearest_correlation(*state, two, 2, &cycles));
    assert_near(two[1], -1.0, 1e-12);
}

/* One that is a correlation matrix already stays. */
static void test_kept(void **state)
{
    double r[] = { 1, 0.3, -0.2, 0.3, 1, 0.5, -0.2, 0.5, 1 };
    const double was[] = { 1, 0.3, -0.2, 0.3, 1, 0.5, -0.2, 0.5, 1 };
    size_t cycles = 9;
    assert_ok(*state, tacit_nearest_correlation(*state, r, 3, &cycles));
    assert_int_equal(cycles, 0);
    assert_memory_equal(r, was, sizeof r);
}

enum { P = 4 };

static double distance(const double *a, const double *b)
{
    double sum = 0.0;
    for (size_t i = 0; i < P * P; i++)
        sum += (a[i] - b[i]) * (a[i] - b[i]);
    return sum;
}

/* A random correlation matrix: of some rows of normal numbers, near `about`. */
static void draw_correlation(tacit_rng *rng, const double *about, double share, double *out)
{
    double x[P * P];
    for (size_t i = 0; i < P * P; i++)
        x[i] = tacit_rng_normal(rng);
    for (size_t i = 0; i < P * P; i++) {
        double xy = 0.0, xx = 0.0, yy = 0.0;
        for (size_t k = 0; k < P; k++) {
            xy += x[i / P * P + k] * x[i % P * P + k];
            xx += x[i / P * P + k] * x[i / P * P + k];
            yy += x[i % P * P + k] * x[i % P * P + k];
        }
        out[i] = share * about[i] + (1.0 - share) * xy / sqrt(xx * yy);
    }
}

/* No correlation matrix drawn, near it or anywhere, is nearer than the one found; and that is
 * one. */
static void test_nearest(void **state)
{
    tacit_rng rng = tacit_rng_seed(1);
    for (size_t trial = 0; trial < 20; trial++) {
        double a[P * P], r[P * P], other[P * P], value[P], vector[P * P];
        size_t cycles = 0;
        for (size_t i = 0; i < P; i++)
            for (size_t j = 0; j <= i; j++)
                a[i * P + j] = a[j * P + i] = i == j ? 1.0 : 2.0 * tacit_rng_uniform(&rng) - 1.0;
        for (size_t i = 0; i < P * P; i++)
            r[i] = a[i];
        assert_ok(*state, tacit_nearest_correlation(*state, r, P, &cycles));
        for (size_t k = 0; k < 2000; k++) {
            draw_correlation(&rng, r, k % 3 == 0 ? 0.0 : 1.0 - pow(10.0, -(double)(k % 7)), other);
            assert_true(distance(a, r) <= distance(a, other) + 1e-10);
        }
        for (size_t i = 0; i < P * P; i++)
            other[i] = r[i];
        tacit_eigen_symmetric(other, P, value, vector);
        assert_true(value[P - 1] > -1e-10);
        for (size_t j = 0; j < P; j++)
            assert_near(r[j * P + j], 1.0, 0.0);
    }
}

/* ---- ties ---- */

/* Two medians: with probability p both are below, the rank correlation is 4 p - 1 and the normal
 * one sin(pi/2 (4 p - 1)); untied numbers have 2 sin(pi rho / 6). */
static void test_ranks(void **state)
{
    static const uint64_t halves[] = { 50, 50 }, one[] = { 7 };
    static uint64_t each[1000];
    tacit_rank_law tied, untied, constant;
    (void)state;
    for (size_t i = 0; i < 1000; i++)
        each[i] = 1;
    tacit_rank_law_of(halves, 2, &tied);
    tacit_rank_law_of(each, 1000, &untied);
    tacit_rank_law_of(one, 1, &constant);
    assert_true(tied.tied && !untied.tied);
    for (double rho = -0.8; rho < 0.85; rho += 0.2) {
        assert_near(tacit_rank_match(&tied, &tied, rho), sin(acos(-1.0) / 2.0 * rho), 1e-6);
        assert_near(tacit_rank_match(&untied, &untied, rho), 2.0 * sin(acos(-1.0) * rho / 6.0),
                    1e-15);
        assert_near(tacit_rank_match(&constant, &tied, rho), 0.0, 0.0);
    }
    /* A normal variable with the median of another: E[U sign Z] = asin(r / sqrt 2) / pi, and the
     * deviation of U is 1 / sqrt 12. */
    for (double r = -0.9; r < 0.95; r += 0.3)
        assert_near(tacit_rank_match(&untied, &tied, sqrt(12.0) * asin(r / sqrt(2.0)) / acos(-1.0)),
                    r, 2e-3);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_published),
        with_context(test_kept),
        with_context(test_nearest),
        with_context(test_ranks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
