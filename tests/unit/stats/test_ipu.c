/*
 * test_ipu.c - weights that reach totals of households and persons, and whole numbers for them.
 *
 * Provenance: the example of Ye et al. (2009), table 1: eight households of two types with persons
 * of three types, totals 35, 65, 91, 65 and 104; the weights after each total of the first round
 * can be computed by hand, and the last ones are those of the paper.
 */
#include "support/check.h"

#include "stats/counts/ipu.h"

enum { HOUSEHOLDS = 8, TOTALS = 5, ENTRIES = HOUSEHOLDS * TOTALS };

static const double COUNTS[TOTALS][HOUSEHOLDS] = { { 1, 1, 1, 0, 0, 0, 0, 0 },
                                                   { 0, 0, 0, 1, 1, 1, 1, 1 },
                                                   { 1, 1, 2, 1, 0, 1, 2, 1 },
                                                   { 1, 0, 1, 0, 2, 1, 1, 1 },
                                                   { 1, 1, 0, 2, 1, 0, 2, 0 } };
static const double TARGETS[TOTALS] = { 35, 65, 91, 65, 104 };

typedef struct example {
    size_t first[TOTALS + 1];
    uint32_t unit[ENTRIES];
    double times[ENTRIES], weight[HOUSEHOLDS];
    tacit_ipu totals;
} example;

/* The first `n` totals of the example, all weights 1. */
static void start(example *x, size_t n)
{
    size_t e = 0;
    for (size_t c = 0; c < n; c++) {
        for (uint32_t h = 0; h < HOUSEHOLDS; h++)
            if (COUNTS[c][h] > 0.0) {
                x->unit[e] = h;
                x->times[e++] = COUNTS[c][h];
            }
        x->first[c + 1] = e;
    }
    x->first[0] = 0;
    for (size_t h = 0; h < HOUSEHOLDS; h++)
        x->weight[h] = 1.0;
    x->totals = (tacit_ipu){ .units = HOUSEHOLDS,
                             .n = n,
                             .first = x->first,
                             .unit = x->unit,
                             .times = x->times,
                             .target = TARGETS,
                             .tolerance = 1e-9,
                             .most_rounds = 100000 };
}

static void assert_weights(const example *x, const double *want)
{
    for (size_t h = 0; h < HOUSEHOLDS; h++)
        assert_near(x->weight[h], want[h], 0.0051);
}

/* Each total of the first round, to the two decimals of the paper. */
static void test_first_round(void **state)
{
    static const double households[] = { 11.67, 11.67, 11.67, 13.00, 13.00, 13.00, 13.00, 13.00 };
    static const double one[] = { 9.51, 9.51, 9.51, 10.59, 13.00, 10.59, 10.59, 10.59 };
    static const double two[] = { 8.05, 9.51, 8.05, 10.59, 11.00, 8.97, 8.97, 8.97 };
    static const double three[] = { 12.37, 14.61, 8.05, 16.28, 16.91, 8.97, 13.78, 8.97 };
    static const double *const want[] = { households, one, two, three };
    (void)state;
    for (size_t n = 2; n <= TOTALS; n++) {
        example x;
        start(&x, n);
        x.totals.most_rounds = 1;
        tacit_ipu_fit(&x.totals, x.weight);
        assert_weights(&x, want[n - 2]);
    }
}

/* All totals are reached, and the weights are the published ones. */
static void test_published(void **state)
{
    static const double want[] = { 1.36, 25.66, 7.98, 27.79, 18.45, 8.64, 1.47, 8.64 };
    example x;
    (void)state;
    start(&x, TOTALS);
    const tacit_ipu_end end = tacit_ipu_fit(&x.totals, x.weight);
    assert_true(end.converged && end.difference <= 1e-9);
    assert_weights(&x, want);
    for (size_t c = 0; c < TOTALS; c++) {
        double sum = 0.0;
        for (size_t h = 0; h < HOUSEHOLDS; h++)
            sum += COUNTS[c][h] * x.weight[h];
        assert_near(sum, TARGETS[c], 1e-6);
    }
}

/* The nearest weights reach the same totals, and every step that keeps all totals leads farther
 * away: the sum of log w_i times the step is 0 (the first-order condition of the least relative
 * entropy from weights of 1).  Eight weights under five totals leave three such steps, found by
 * hand and checked below. */
static void test_nearest(void **state)
{
    static const double steps[][HOUSEHOLDS] = { { 0, 0, 0, 0, 0, 1, 0, -1 },
                                                { -2, 1, 1, 0, 1, -1, 0, 0 },
                                                { -1, 3, -2, -3, 0, 1, 2, 0 } };
    example x, plain;
    double near = 0.0, far = 0.0;
    (void)state;
    start(&x, TOTALS);
    start(&plain, TOTALS);
    x.totals.nearest = true;
    assert_true(tacit_ipu_fit(&x.totals, x.weight).converged);
    assert_true(tacit_ipu_fit(&plain.totals, plain.weight).converged);
    for (size_t k = 0; k < 3; k++) {
        double slope = 0.0;
        for (size_t c = 0; c < TOTALS; c++) {
            double sum = 0.0, moved = 0.0;
            for (size_t h = 0; h < HOUSEHOLDS; h++) {
                sum += COUNTS[c][h] * x.weight[h];
                moved += COUNTS[c][h] * steps[k][h];
            }
            assert_near(sum, TARGETS[c], 1e-6);
            assert_near(moved, 0.0, 0.0);
        }
        for (size_t h = 0; h < HOUSEHOLDS; h++)
            slope += steps[k][h] * log(x.weight[h]);
        assert_near(slope, 0.0, 1e-6);
    }
    for (size_t h = 0; h < HOUSEHOLDS; h++) {
        near += x.weight[h] * log(x.weight[h]) - x.weight[h];
        far += plain.weight[h] * log(plain.weight[h]) - plain.weight[h];
    }
    assert_true(near < far);
}

/* Totals that no weights reach: the same units are to be 35 and 70. */
static void test_contradiction(void **state)
{
    const size_t first[] = { 0, 2, 4 };
    const uint32_t unit[] = { 0, 1, 0, 1 };
    const double times[] = { 1, 1, 1, 1 }, target[] = { 35, 70 };
    double weight[] = { 1, 1 };
    const tacit_ipu totals = { 2, 2, first, unit, times, target, 1e-6, 50, false };
    (void)state;
    const tacit_ipu_end end = tacit_ipu_fit(&totals, weight);
    assert_false(end.converged);
    assert_int_equal(end.rounds, 50);
    assert_int_equal(end.worst, 0);
    assert_near(end.difference, 1.0, 1e-12); /* it is 70 instead of 35 */
}

/* A total that nobody counts for cannot be reached; one of 0 takes its units away. */
static void test_nobody(void **state)
{
    const size_t first[] = { 0, 1, 1 };
    const uint32_t unit[] = { 0 };
    const double times[] = { 3 }, target[] = { 0, 7 };
    double weight[] = { 2.5, 2.5 };
    const tacit_ipu totals = { 2, 2, first, unit, times, target, 1e-6, 5, false };
    (void)state;
    const tacit_ipu_end end = tacit_ipu_fit(&totals, weight);
    assert_true(!end.converged && end.worst == 1 && isinf(end.difference));
    assert_near(weight[0], 0.0, 0.0);
    assert_near(weight[1], 2.5, 0.0);
}

/* Every unit, and every stretch of units from the first, is taken its share rounded down or up;
 * over many starts each is taken its share on average. */
static void test_systematic(void **state)
{
    enum { N = 5, SIZE = 13, STARTS = 4000 };
    const double weight[N] = { 0.4, 2.385, 0.0, 1.1, 0.615 }, all = 4.5;
    double mean[N] = { 0 };
    (void)state;
    for (uint64_t seed = 0; seed < STARTS; seed++) {
        tacit_rng rng = tacit_rng_seed(seed);
        uint64_t times[N], taken = 0;
        double sum = 0.0;
        tacit_systematic(weight, N, SIZE, &rng, times);
        for (size_t i = 0; i < N; i++) {
            taken += times[i];
            sum += weight[i] / all * SIZE;
            assert_true(fabs((double)taken - sum) < 1.0 + 1e-9);
            mean[i] += (double)times[i] / STARTS;
        }
        assert_int_equal(taken, SIZE);
    }
    for (size_t i = 0; i < N; i++)
        assert_near(mean[i], weight[i] / all * SIZE, 0.04); /* 5 standard errors of a share 1/2 */
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_first_round),   cmocka_unit_test(test_published),
        cmocka_unit_test(test_contradiction), cmocka_unit_test(test_nobody),
        cmocka_unit_test(test_systematic),    cmocka_unit_test(test_nearest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
