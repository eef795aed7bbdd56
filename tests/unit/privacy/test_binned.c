/*
 * test_binned.c - bounds that are found, sums of counts that agree, and the most frequent values.
 */
#include "questions.h"

enum { K = TACIT_STATISTIC_OF + 1 };

/* ---- bounds ---- */

/* Values 3 ... 702 among bounds of a thousand millions: from 2 to 1023. */
static void test_bounds(void **state)
{
    const tacit_domain d = number_domain(*state, -1e9, 1e9, 0);
    size_t misses = 0;
    asking a;
    ask(*state, &tacit_statistic_bounds, &d, 1, &a);
    settle(&a, 1);
    for (int64_t i = 0; i < 700; i++)
        add_record(&a, &(int64_t){ 3 + i });
    for (int i = 0; i < 500; i++) {
        const tacit_answers all = answers(&a);
        misses += all.at[0].value < 4 || fabs(all.at[1].value - 1023) > 0;
        assert_true(all.at[0].value <= 16); /* 2 and 3 are too few, 4 ... 7 may be */
    }
    assert_covers(misses, 500, 0.05);
}

/* Negative values, and those of both signs; what is declared is never left. */
static void test_bounds_signs(void **state)
{
    const tacit_domain d = number_domain(*state, -100, 50, 0);
    asking a;
    ask(*state, &tacit_statistic_bounds, &d, 1, &a);
    settle(&a, 100);
    for (int i = 0; i < 30; i++)
        add_record(&a, &(int64_t){ -70 });
    assert_near(answers(&a).at[0].value, -100, 0);
    assert_near(answers(&a).at[1].value, -64, 0);
    for (int i = 0; i < 30; i++)
        add_record(&a, &(int64_t){ 1 });
    assert_near(answers(&a).at[1].value, 1, 0);
}

/* Without records they are those declared, but for false alarms. */
static void test_no_bounds(void **state)
{
    const tacit_domain d = number_domain(*state, -1e9, 1e9, 0);
    size_t alarms = 0;
    asking a;
    ask(*state, &tacit_statistic_bounds, &d, 1, &a);
    settle(&a, 0.1);
    for (int i = 0; i < 1000; i++) {
        const tacit_answers all = answers(&a);
        alarms += all.at[0].value > -1e9 || all.at[1].value < 1e9;
    }
    assert_covers(alarms, 1000, 0.05);
    assert_true(alarms > 10); /* or the threshold would be needlessly high */
}

/* ---- the distribution ---- */

/* Records in bins of one step: i % 7 of them in bin i. */
static void add_bins(asking *a, int64_t bins)
{
    for (int64_t i = 0; i < bins; i++)
        for (int64_t k = 0; k < i % 7; k++)
            add_record(a, &i);
}

/* Squares of errors of the sums over all prefixes, on average. */
static double squares_of(const tacit_answers *all, int64_t bins, bool adds)
{
    double sum = 0, truth = 0, value = 0;
    for (int64_t i = 0; i < bins; i++) {
        truth += (double)(i % 7);
        value = adds ? value + all->at[i].value : all->at[i].value;
        sum += (value - truth) * (value - truth);
    }
    return sum / (double)bins;
}

/* Sums never decrease, and are far nearer to the truth than sums of noisy counts. */
static void test_distribution(void **state)
{
    const tacit_domain d = number_domain(*state, 0, 1000, 1000);
    double tree = 0, flat = 0;
    asking a, h;
    ask(*state, &tacit_statistic_distribution, &d, 1, &a);
    ask(*state, &tacit_statistic_histogram, &d, 1, &h);
    settle(&a, 0.5);
    settle(&h, 0.5);
    add_bins(&a, 1000);
    add_bins(&h, 1000);
    for (int i = 0; i < 20; i++) {
        const tacit_answers sums = answers(&a), counts = answers(&h);
        tree += squares_of(&sums, 1000, false);
        flat += squares_of(&counts, 1000, true);
        for (size_t k = 1; k < sums.n; k++)
            assert_true(sums.at[k].value >= sums.at[k - 1].value && sums.at[0].value >= 0);
    }
    if (!(tree < 0.4 * flat))
        fail_msg("squares %g with the tree, %g without", tree / 20, flat / 20);
}

/* Few bins are counted without a tree: it would cost more than it brings. */
static void test_few_bins(void **state)
{
    const tacit_domain d = number_domain(*state, 0, 10, 10);
    asking a;
    ask(*state, &tacit_statistic_distribution, &d, 1, &a);
    settle(&a, 0.5);
    assert_int_equal(a.q.part[0].moved, 1);
    assert_int_equal(a.q.width, 10);
}

/* Intervals are as wide as they should be: of Gaussian noise 5% miss, no more and hardly less.
 * Far from 0 and from each other, sums are not changed by growing. */
static void test_distribution_intervals(void **state)
{
    enum { TIMES = 150, BINS = 150 };
    const tacit_domain d = number_domain(*state, 0, BINS, BINS);
    size_t misses = 0;
    asking a;
    ask(*state, &tacit_statistic_distribution, &d, 1, &a);
    a.promise.noise = TACIT_RELEASE_GAUSSIAN;
    settle(&a, 1);
    assert_true(a.q.part[0].moved > 1);
    for (int64_t i = 0; i < BINS; i++)
        for (int k = 0; k < 100; k++)
            add_record(&a, &i);
    for (size_t i = 0; i < TIMES; i++) {
        const tacit_answers all = answers(&a);
        for (size_t k = 0; k < BINS; k += 10) {
            const double truth = 100.0 * ((double)k + 1);
            misses += all.at[k].low > truth || all.at[k].high < truth;
        }
    }
    assert_covers(misses, TIMES * BINS / 10, 0.05);
    assert_true(misses > TIMES * BINS / 10 / 40); /* more than 2.5% */
}

/* ---- the most frequent ---- */

static const char *const VALUES[] = { "a", "b", "c", "d", "e", "f" };

static void add_values(asking *a, const int *count)
{
    for (int64_t v = 0; v < 6; v++)
        for (int i = 0; i < count[v]; i++)
            add_record(a, &v);
}

/* Clear ones come in their order; all that are asked for are different. */
static void test_top(void **state)
{
    static const int count[] = { 100, 900, 20, 500, 10, 30 };
    const tacit_domain d = category_domain(*state, VALUES, 6);
    size_t misses = 0;
    asking a;
    ask(*state, &tacit_statistic_top, &d, 1, &a);
    a.at[K] = (tacit_value){ .given = true, .number = 6 };
    settle(&a, 3);
    add_values(&a, count);
    for (int i = 0; i < 300; i++) {
        const tacit_answers all = answers(&a);
        unsigned seen = 0;
        assert_string_equal(all.at[0].at, "b");
        assert_string_equal(all.at[1].at, "d");
        assert_string_equal(all.at[2].at, "a");
        for (size_t k = 0; k < 6; k++) {
            const int truth = count[all.at[k].at[0] - 'a'];
            seen |= 1U << (all.at[k].at[0] - 'a');
            misses += all.at[k].low > truth || all.at[k].high < truth;
        }
        assert_int_equal(seen, 63);
    }
    assert_covers(misses, 1800, 0.05);
}

/* One of four with 3, 2, 2 and 0 records at epsilon 1: the share of the choice is 0.7, so that by
 * monotone scores the first is left with probability P = permute and flip at 1.4. */
static void test_top_law(void **state)
{
    static const int count[] = { 3, 2, 2, 0, 0, 0 };
    const tacit_domain d = category_domain(*state, VALUES, 4);
    size_t first = 0;
    asking a;
    ask(*state, &tacit_statistic_top, &d, 1, &a);
    a.at[K] = (tacit_value){ .given = true, .number = 1 };
    settle(&a, 1);
    add_values(&a, count);
    for (int i = 0; i < 10000; i++)
        first += answers(&a).at[0].at[0] == 'a';
    /* The first is chosen unless one that is kept comes before it: of those kept with p, p and r,
     * E[1 / (1 + number kept)], p = exp(-0.7), r = exp(-2.1). */
    const double p = exp(-0.7), r = exp(-2.1), z = 1 - p;
    const double chance = z * z * (1 - r) + (2 * p * z * (1 - r) + z * z * r) / 2 +
                          (p * p * (1 - r) + 2 * p * z * r) / 3 + p * p * r / 4;
    assert_near((double)first / 10000, chance, 5 * sqrt(chance * (1 - chance) / 10000));
}

static void test_refusals(void **state)
{
    const tacit_domain d = category_domain(*state, VALUES, 6);
    asking a;
    ask(*state, &tacit_statistic_top, &d, 1, &a);
    a.q.args = &a.args;
    a.at[K] = (tacit_value){ .given = true, .number = 7 };
    assert_fails(*state, tacit_question_prepare(*state, &a.q), TACIT_ERR_INPUT,
                 "6 declared values");
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_bounds),    with_context(test_bounds_signs),
        with_context(test_no_bounds), with_context(test_distribution),
        with_context(test_few_bins),  with_context(test_distribution_intervals),
        with_context(test_top),       with_context(test_top_law),
        with_context(test_refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
