/*
 * test_contingency.c - noisy tables that agree: least squares against the normal equations, then
 * nonnegative and whole; intervals.
 */
#include "questions.h"

#include "base/rng.h"
#include "privacy/statistic/agreeing.h"

enum { CELLS = 12, MARGINS = 2 + 3 + 2 };
static const tacit_shape SHAPE = { 3, { 2, 3, 2 }, CELLS, MARGINS };
static const tacit_agreeing_noise NOISE = { 3, 5 };

/* ---- the slow way ---- */

/* Whether a cell is counted in row r of all that was measured: cells, then margins. */
static double measured(size_t r, size_t cell)
{
    size_t at = CELLS;
    for (size_t i = 0; i < SHAPE.d; at += SHAPE.size[i++])
        if (r >= at && r < at + SHAPE.size[i])
            return tacit_shape_value(&SHAPE, cell, i) == r - at;
    return r == cell;
}

/* Solve (A' W A) x = b by elimination; the matrix is positive definite. */
static void solve(double *b)
{
    double m[CELLS][CELLS] = { 0 };
    for (size_t r = 0; r < CELLS + MARGINS; r++)
        for (size_t i = 0; i < CELLS; i++)
            for (size_t k = 0; k < CELLS; k++)
                m[i][k] +=
                    measured(r, i) * measured(r, k) / (r < CELLS ? NOISE.cell : NOISE.margin);
    for (size_t i = 0; i < CELLS; i++)
        for (size_t k = 0; k < CELLS; k++) {
            const double by = k == i ? 0 : m[k][i] / m[i][i];
            for (size_t l = 0; l < CELLS; l++)
                m[k][l] -= by * m[i][l];
            b[k] -= by * b[i];
        }
    for (size_t i = 0; i < CELLS; i++)
        b[i] /= m[i][i];
}

static void test_least_squares(void **state)
{
    tacit_rng rng = tacit_rng_seed(9);
    (void)state;
    for (int round = 0; round < 200; round++) {
        double x[CELLS], margin[MARGINS], own[MARGINS], b[CELLS] = { 0 };
        for (size_t i = 0; i < CELLS; i++)
            x[i] = tacit_rng_uniform(&rng) * 20 - 5;
        for (size_t i = 0; i < MARGINS; i++)
            margin[i] = tacit_rng_uniform(&rng) * 80;
        for (size_t r = 0; r < CELLS + MARGINS; r++)
            for (size_t i = 0; i < CELLS; i++)
                b[i] += measured(r, i) *
                        (r < CELLS ? x[r] / NOISE.cell : margin[r - CELLS] / NOISE.margin);
        solve(b);
        tacit_agreeing_least_squares(&SHAPE, &NOISE, margin, own, x);
        for (size_t i = 0; i < CELLS; i++)
            assert_near(x[i], b[i], 1e-9);
    }
}

/* q' (A' W A)^-1 q for the sum over all cells that agree with cell 0 in the kept columns. */
static void test_variance(void **state)
{
    (void)state;
    for (unsigned kept = 0; kept < 8; kept++) {
        double q[CELLS], b[CELLS], variance = 0;
        for (size_t c = 0; c < CELLS; c++) {
            q[c] = 1;
            for (size_t i = 0; i < 3; i++)
                q[c] *= !(kept >> i & 1) || tacit_shape_value(&SHAPE, c, i) == 0;
            b[c] = q[c];
        }
        solve(b);
        for (size_t c = 0; c < CELLS; c++)
            variance += q[c] * b[c];
        assert_near(tacit_agreeing_variance(&SHAPE, &NOISE, kept), variance, 1e-9);
    }
}

/* ---- nonnegative and whole ---- */

static void test_lift(void **state)
{
    tacit_rng rng = tacit_rng_seed(2);
    for (int round = 0; round < 200; round++) {
        double x[CELLS], before[MARGINS], after[MARGINS], sum = 0, whole = 0;
        for (size_t i = 0; i < CELLS; i++)
            x[i] = tacit_rng_uniform(&rng) * 30 - 8;
        tacit_shape_margins(&SHAPE, x, before);
        assert_ok(*state, tacit_agreeing_lift(*state, &SHAPE, x));
        tacit_shape_margins(&SHAPE, x, after);
        bool positive = true;
        for (size_t i = 0; i < MARGINS; i++)
            positive = positive && before[i] >= 0;
        for (size_t i = 0; i < MARGINS; i++)
            assert_true(after[i] >= 0 && (!positive || fabs(after[i] - before[i]) < 0.5));
        for (size_t i = 0; i < CELLS; i++) {
            assert_true(x[i] >= 0);
            sum += x[i];
        }
        assert_ok(*state, tacit_agreeing_round(*state, &SHAPE, x));
        for (size_t i = 0; i < CELLS; i++) {
            assert_true(x[i] >= 0);
            assert_near(x[i], nearbyint(x[i]), 0);
            whole += x[i];
        }
        assert_near(whole, nearbyint(sum), 0);
    }
}

/* By hand: 3, -1 and 2 have to keep their sum 4, so that each of the others pays 0.5. */
static void test_lift_by_hand(void **state)
{
    const tacit_shape one = { 2, { 1, 3 }, 3, 4 };
    double x[] = { 3, -1, 2 };
    assert_ok(*state, tacit_agreeing_lift(*state, &one, x));
    assert_near(x[0], 2.5, 1e-3);
    assert_near(x[1], 0, 0);
    assert_near(x[2], 1.5, 1e-3);
}

/* A total of one bit beside 5: the shift that would leave it is lost in rounding, and nothing is
 * left. */
static void test_lift_to_nearly_nothing(void **state)
{
    const tacit_shape one = { 2, { 1, 3 }, 3, 4 };
    double x[] = { 5, -2.5, -2.5 + 0x1p-51 };
    assert_ok(*state, tacit_agreeing_lift(*state, &one, x));
    for (size_t i = 0; i < 3; i++)
        assert_true(x[i] >= 0 && x[i] < 1e-3);
}

/* ---- answers ---- */

static const char *const VALUES[] = { "a", "b", "c", "d" };

static const tacit_answer *find(const tacit_answers *all, const char *at)
{
    for (size_t i = 0; i < all->n; i++)
        if (strcmp(all->at[i].at, at) == 0)
            return &all->at[i];
    fail_msg("there is no '%s'", at);
    return NULL;
}

/* Ten records with a in both, three with b and d: whole margins that are sums of their cells, and
 * intervals that hold the truth. */
static void test_answers(void **state)
{
    enum { TIMES = 400 };
    const tacit_domain d[] = { category_domain(*state, VALUES, 2),
                               category_domain(*state, VALUES, 4) };
    size_t misses[3] = { 0 };
    asking a;
    ask(*state, &tacit_statistic_contingency, d, 2, &a);
    settle(&a, 1);
    for (int i = 0; i < 13; i++)
        add_record(&a, i < 10 ? (const int64_t[]){ 0, 0 } : (const int64_t[]){ 1, 3 });
    for (size_t i = 0; i < TIMES; i++) {
        const tacit_answers all = answers(&a);
        assert_int_equal(all.n, 3 * 5);
        const tacit_answer *total = find(&all, "*, *"), *first = find(&all, "a, *"),
                           *cell = find(&all, "a, a");
        assert_near(total->value, first->value + find(&all, "b, *")->value, 0);
        assert_near(first->value,
                    cell->value + find(&all, "a, b")->value + find(&all, "a, c")->value +
                        find(&all, "a, d")->value,
                    0);
        misses[0] += total->low > 13 || total->high < 13;
        misses[1] += first->low > 10 || first->high < 10;
        misses[2] += cell->low > 10 || cell->high < 10;
    }
    for (size_t k = 0; k < 3; k++)
        assert_covers(misses[k], TIMES, 0.05);
}

static void test_refusals(void **state)
{
    const tacit_domain d[] = { number_domain(*state, 0, 1000, 1000),
                               number_domain(*state, 0, 1000, 1000) };
    asking a;
    ask(*state, &tacit_statistic_contingency, d, 2, &a);
    a.q.args = &a.args;
    a.q.n_of = 1;
    assert_fails(*state, tacit_question_prepare(*state, &a.q), TACIT_ERR_INPUT, "1 were named");
    a.q.n_of = 2;
    assert_fails(*state, tacit_question_prepare(*state, &a.q), TACIT_ERR_INPUT, "100000 cells");
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_least_squares),
        cmocka_unit_test(test_variance),
        with_context(test_lift),
        with_context(test_lift_by_hand),
        with_context(test_lift_to_nearly_nothing),
        with_context(test_answers),
        with_context(test_refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
