/*
 * test_candidates.c - values chosen by ranks: scores by hand, what a record moves, quantiles and
 * extremes against the truth.
 */
#include "questions.h"

#include "base/rng.h"
#include "privacy/statistic/candidates.h"

enum { AT = TACIT_STATISTIC_OF + 1, CANDIDATES, INTERVALS };

/* golden/dp.json, selection.quantile: data 1 to 9, candidates 0 to 10, without regard to ties; with
 * it a value that is the median scores 0 and its neighbours count one record less. */
static void test_scores(void **state)
{
    static const int golden[] = { 9, 8, 6, 4, 2, 0, 2, 4, 6, 8, 9 };
    static const int tied[] = { 9, 7, 5, 3, 1, 0, 1, 3, 5, 7, 9 };
    (void)state;
    for (int c = 0; c <= 10; c++) {
        const int below = c > 0 ? c - 1 : 0, equal = c > 0 && c < 10, above = 9 - below - equal;
        const tacit_i128 none[] = { below, 0, above }, one[] = { below, equal, above };
        assert_int_equal(-tacit_rank_score(0.5, 1, none), golden[c]);
        assert_int_equal(-tacit_rank_score(0.5, 1, one), tied[c]);
    }
    /* alpha = 1/4: a = 1, b = 4, so |3 below - above|: |3 * 2 - 7| = 1. */
    assert_int_equal(-tacit_rank_score(0.25, 3, (const tacit_i128[]){ 2, 0, 7 }), 1);
    /* Six of ten are equal: it is the median, whatever is around. */
    assert_int_equal(tacit_rank_score(0.5, 1, (const tacit_i128[]){ 0, 6, 4 }), 0);
}

/* A heap of 2^62 records, 10^4 candidates: nothing overflows. */
static void test_large(void **state)
{
    const tacit_i128 all = (tacit_i128)1 << 62;
    (void)state;
    assert_true(tacit_rank_score(0.5, TACIT_RANK_STEPS, (const tacit_i128[]){ all, 0, 0 }) ==
                -(all << 16));
}

/* Places hold the records of their candidate, one more of which is one more in one place. */
static void test_spread(void **state)
{
    const tacit_domain d = number_domain(*state, 0, 3, 0);
    const tacit_quantile_candidates r = tacit_candidates_of(&d, 1000, true);
    tacit_i128 cell[7] = { 0 }, mass[128], before[128] = { 0 };
    assert_int_equal(r.n, 4);
    assert_int_equal(tacit_candidates_width(&r), 7);
    assert_int_equal(tacit_candidates_places(&r), 4 * 16 + 3);
    for (int i = 0; i < 100; i++) {
        int moved = 0, all = 0;
        tacit_candidates_add(&r, i % 4, cell);
        tacit_candidates_spread(&r, cell, mass);
        for (size_t k = 0; k < tacit_candidates_places(&r); k++) {
            moved += mass[k] != before[k];
            all += (int)mass[k];
            assert_true(mass[k] - before[k] >= 0 && mass[k] - before[k] <= 1);
            before[k] = mass[k];
        }
        assert_int_equal(moved, 1);
        assert_int_equal(all, i + 1);
    }
    for (size_t i = 0, place = 0; i < r.n * r.fine; i++, place++) {
        place += !tacit_candidates_is_candidate(&r, place);
        assert_int_equal(tacit_candidates_place(&r, 0, i), place);
    }
    assert_near(tacit_candidates_value(&r, 2 * 17 + 5), 2, 0);
}

/* ---- what a person moves ---- */

static double farthest(const tacit_i128 *a, const tacit_i128 *b, size_t n)
{
    tacit_i128 most = 0;
    for (size_t i = 0; i < n; i++) {
        const tacit_i128 by = a[i] > b[i] ? a[i] - b[i] : b[i] - a[i];
        most = by > most ? by : most;
    }
    return (double)most;
}

/* The scores of all spans between splits, which are halved as a search halves them. */
static double moved_in_spans(const tacit_quantile_candidates *r, tacit_i128 *a, tacit_i128 *b,
                             const size_t *split, size_t n, double alpha)
{
    tacit_i128 one[256], other[256];
    double all = 0;
    for (size_t k = 0; k + 1 < n; k++) {
        const size_t span[] = { split[k], split[k + 1] };
        const tacit_i128 ends[] = { a[span[1]], b[span[1]] };
        const bool last = k + 2 == n;
        a[span[1]] = last ? ends[0] : ends[0] / 2;
        b[span[1]] = last ? ends[1] : ends[1] / 2;
        const size_t scores = tacit_rank_scores(r, a, span, alpha, one);
        assert_int_equal(tacit_rank_scores(r, b, span, alpha, other), scores);
        all += farthest(one, other, scores);
        a[span[1]] = ends[0] - ends[0] / 2;
        b[span[1]] = ends[1] - ends[1] / 2;
    }
    return all;
}

/* Choices of one level are moved by no more together than one choice would be by all records. */
static void test_moves(void **state)
{
    const tacit_domain d = number_domain(*state, 0, 30, 0);
    const tacit_quantile_candidates r = tacit_candidates_of(&d, 12, true), flat = { &d, 12, 1 };
    const size_t width = tacit_candidates_width(&r), last = tacit_candidates_places(&r) - 1;
    tacit_rng rng = tacit_rng_seed(7);
    for (int round = 0; round < 2000; round++) {
        tacit_i128 cell[2][32] = { 0 }, mass[2][256], score[2][32];
        const uint64_t records = 1 + tacit_rng_below(&rng, 3), n = tacit_rng_below(&rng, 60);
        for (uint64_t i = 0; i < n + records; i++) {
            const int64_t x = (int64_t)tacit_rng_below(&rng, round % 2 ? 31 : 4);
            tacit_candidates_add(&r, x, cell[0]);
            if (i < n)
                tacit_candidates_add(&r, x, cell[1]);
        }
        for (int k = 0; k < 2; k++)
            tacit_candidates_spread(&r, cell[k], mass[k]);
        const size_t first = tacit_candidates_place(&r, 0, tacit_rng_below(&rng, 12 * r.fine - 1));
        const size_t split[] = { 0, first, last };
        const double most = (double)(records * TACIT_RANK_STEPS);
        assert_true(moved_in_spans(&r, mass[0], mass[1], split, 3, tacit_rng_uniform(&rng)) <=
                    most);
        for (int down = 0; down < 2; down++) {
            for (int k = 0; k < 2; k++)
                tacit_tail_scores(&flat, cell[k], 10, down, score[k]);
            assert_true(farthest(score[0], score[1], width / 2 + 1) <= (double)records);
        }
    }
}

/* ---- answers ---- */

/* Squares of 1 ... n: skew, without ties. */
static void add_squares(asking *a, int64_t n)
{
    for (int64_t i = 1; i <= n; i++)
        add_record(a, &(int64_t){ i * i });
}

/* How far the ranks of answers are off, on average. */
static double rank_error(asking *a, const double *at, int64_t n, int times)
{
    double sum = 0;
    size_t m = 0;
    for (int i = 0; i < times; i++) {
        const tacit_answers all = answers(a);
        m = all.n;
        for (size_t k = 0; k < all.n; k++)
            sum += fabs(floor(sqrt(all.at[k].value)) - at[k] * (double)n);
    }
    return sum / times / (double)m;
}

/* Seven at once against seven that share the budget. */
static void test_several_at_once(void **state)
{
    static const double at[] = { 0.125, 0.25, 0.375, 0.5, 0.625, 0.75, 0.875 };
    const tacit_domain d = number_domain(*state, 0, 1e6, 0);
    asking several, single;
    double apart = 0;
    ask(*state, &tacit_statistic_quantiles, &d, 1, &several);
    several.at[AT] = (tacit_value){ .given = true, .n = 7, .reals = at };
    several.at[INTERVALS].number = 0;
    settle(&several, 0.5);
    assert_int_equal(several.q.part[0].times, 3);
    add_squares(&several, 1000);
    for (int k = 0; k < 7; k++) {
        ask(*state, &tacit_statistic_quantiles, &d, 1, &single);
        single.at[AT] = (tacit_value){ .given = true, .n = 1, .reals = at + k };
        single.at[INTERVALS].number = 0;
        settle(&single, 0.5 / 7);
        add_squares(&single, 1000);
        apart += rank_error(&single, at + k, 1000, 20) / 7;
    }
    const double together = rank_error(&several, at, 1000, 20);
    if (!(together < 0.8 * apart))
        fail_msg("ranks are off by %g at once, by %g apart", together, apart);
}

/* Quantiles do not decrease, also of heaps; most of the records are 0, and so is the median, but
 * the upper decile is not. */
static void test_heaps(void **state)
{
    static const double at[] = { 0.2, 0.5, 0.9 };
    const tacit_domain d = number_domain(*state, -50, 100, 0);
    asking a;
    ask(*state, &tacit_statistic_quantiles, &d, 1, &a);
    a.at[AT] = (tacit_value){ .given = true, .n = 3, .reals = at };
    settle(&a, 4);
    for (int64_t i = 0; i < 2000; i++)
        add_record(&a, &(int64_t){ i < 1200 ? 0 : (i - 1200) / 8 });
    for (int i = 0; i < 20; i++) {
        const tacit_answers all = answers(&a);
        assert_near(all.at[0].value, 0, 0);
        assert_near(all.at[1].value, 0, 0);
        assert_near(all.at[2].value, 75, 8);
        for (size_t k = 0; k < 3; k++)
            assert_true(all.at[k].low <= all.at[k].value && all.at[k].value <= all.at[k].high);
    }
}

/* Intervals of the population's median hold it: samples of 400 uniform values. */
static void test_quantile_intervals(void **state)
{
    enum { TIMES = 300 };
    const tacit_domain d = number_domain(*state, 0, 1000, 0);
    tacit_rng rng = tacit_rng_seed(3);
    size_t misses = 0, wide = 0;
    asking a;
    ask(*state, &tacit_statistic_quantiles, &d, 1, &a);
    a.promise.sampling = true;
    a.at[CANDIDATES].number = 101;
    settle(&a, 2);
    for (size_t i = 0; i < TIMES; i++) {
        memset(a.cell, 0, a.q.width * sizeof *a.cell);
        for (int k = 0; k < 400; k++)
            add_record(&a, &(int64_t){ (int64_t)tacit_rng_below(&rng, 1001) });
        const tacit_answer m = answers(&a).at[0];
        misses += m.low > 500 || m.high < 500;
        wide += m.high - m.low > 250; /* noise and the sample take 130 each */
    }
    assert_covers(misses, TIMES, 0.05);
    assert_true(wide < TIMES / 20);
}

/* Intervals of the data's own quantiles, of heaps of unequal size: 12 records with 1, 24 with 2, to
 * 132 with 11.  180 of all 792 are below 6 and 252 up to it, 336 and 432 of 8, 540 and 660 of 10.
 */
static void test_heap_intervals(void **state)
{
    enum { TIMES = 300 };
    static const double at[] = { 0.25, 0.5, 0.75 };
    const tacit_domain d = number_domain(*state, 0, 20, 0);
    size_t misses[3] = { 0 };
    asking a;
    ask(*state, &tacit_statistic_quantiles, &d, 1, &a);
    a.at[AT] = (tacit_value){ .given = true, .n = 3, .reals = at };
    settle(&a, 1);
    for (int64_t x = 1; x <= 11; x++)
        for (int64_t i = 0; i < 12 * x; i++)
            add_record(&a, &x);
    for (size_t i = 0; i < TIMES; i++) {
        const tacit_answers all = answers(&a);
        static const double truth[] = { 6, 8, 10 };
        for (size_t k = 0; k < 3; k++)
            misses[k] += all.at[k].low > truth[k] || all.at[k].high < truth[k];
    }
    for (size_t k = 0; k < 3; k++)
        assert_covers(misses[k], TIMES, 0.05);
}

/* The extremes have records at or beyond them, and not too many. */
static void test_extremes(void **state)
{
    enum { TIMES = 500 };
    const tacit_domain d = number_domain(*state, 0, 1000, 0);
    const char *unit = NULL;
    size_t misses = 0;
    asking a;
    ask(*state, &tacit_statistic_extremes, &d, 1, &a);
    settle(&a, 1);
    const double about = tacit_statistic_extremes.error(&a.q, &unit);
    for (int64_t i = 0; i < 600; i++) /* each value from 200 to 799 once */
        add_record(&a, &(int64_t){ 200 + i });
    for (size_t i = 0; i < TIMES; i++) {
        const tacit_answers all = answers(&a);
        const double low = all.at[0].value, high = all.at[1].value;
        misses += low < 200 || high > 799 || low - 200 > 2 * about || 799 - high > 2 * about;
        assert_true(all.at[0].low <= low && all.at[1].high >= high);
    }
    assert_covers(misses, TIMES, 0.05);
}

/* Few records: the bounds. */
static void test_few(void **state)
{
    const tacit_domain d = number_domain(*state, 0, 1000, 0);
    asking a;
    ask(*state, &tacit_statistic_extremes, &d, 1, &a);
    settle(&a, 1);
    add_record(&a, &(int64_t){ 500 });
    const tacit_answers all = answers(&a);
    assert_near(all.at[0].high, 1000, 0);
    assert_near(all.at[1].low, 0, 0);
}

static void test_refusals(void **state)
{
    static const double falls[] = { 0.5, 0.25 };
    const tacit_domain d = number_domain(*state, 0, 1000, 0);
    asking a;
    ask(*state, &tacit_statistic_quantiles, &d, 1, &a);
    a.at[AT] = (tacit_value){ .given = true, .n = 2, .reals = falls };
    a.q.args = &a.args;
    assert_fails(*state, tacit_question_prepare(*state, &a.q), TACIT_ERR_INPUT, "must grow");
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_scores),
        cmocka_unit_test(test_large),
        with_context(test_spread),
        with_context(test_moves),
        with_context(test_several_at_once),
        with_context(test_heaps),
        with_context(test_quantile_intervals),
        with_context(test_heap_intervals),
        with_context(test_extremes),
        with_context(test_few),
        with_context(test_refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
