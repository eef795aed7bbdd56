/*
 * test_assign.c - one-to-one assignment; cases by hand.
 */
#include "support/tables.h"

#include "micro/linkage/assign/assign.h"
#include "micro/linkage/assign/lists.h"

static double total_of(const double *cost, size_t n, size_t m, const uint32_t *to)
{
    double sum = 0.0;
    for (size_t i = 0; i < n; i++)
        sum += cost[i * m + to[i]];
    return sum;
}

/* Greedy takes the 1 and pays 100 for it. */
static void test_greedy_loses(void **state)
{
    static const double cost[] = { 1, 2, 9, 9, 2, 100, 9, 9, 9, 9, 3, 4, 9, 9, 4, 8 };
    uint32_t to[4];
    assert_ok(*state, tacit_assign_dense(*state, cost, 4, 4, to));
    assert_near(total_of(cost, 4, 4, to), 12, 0);
    assert_int_equal(to[0], 1);
    assert_int_equal(to[3], 2);
    assert_ok(*state, tacit_assign_greedy(*state, cost, 4, 4, to));
    assert_near(total_of(cost, 4, 4, to), 112, 0);
}

/* With more columns than rows the dear ones stay free; costs may be negative. */
static void test_more_columns(void **state)
{
    static const double cost[] = { 5, -2.5, 7, 0, 5, -3, 6, 8 };
    uint32_t to[2];
    assert_ok(*state, tacit_assign_dense(*state, cost, 2, 4, to));
    assert_near(total_of(cost, 2, 4, to), -3, 0);
    assert_int_equal(to[0], 3);
    assert_int_equal(to[1], 1);
    assert_ok(*state, tacit_assign_dense(*state, cost, 1, 1, to));
    assert_int_equal(to[0], 0);
    assert_ok(*state, tacit_assign_dense(*state, cost, 1, 4, to));
    assert_int_equal(to[0], 1);
    assert_ok(*state, tacit_assign_dense(*state, cost, 0, 4, to));
}

/* Equal costs everywhere: any one-to-one assignment, and it ends. */
static void test_equal_costs(void **state)
{
    double cost[64];
    uint32_t to[8];
    bool taken[8] = { false };
    for (size_t k = 0; k < 64; k++)
        cost[k] = 0.1;
    assert_ok(*state, tacit_assign_dense(*state, cost, 8, 8, to));
    for (size_t i = 0; i < 8; i++) {
        assert_false(taken[to[i]]);
        taken[to[i]] = true;
    }
}

/* The space of the numbers of two tables with one column. */
static void line_space(tacit_ctx *cx, const double *a, size_t n, const double *b, size_t m,
                       tacit_space *s)
{
    *s = (tacit_space){
        .metric = TACIT_METRIC_EUCLIDEAN, .p = 1, .a = { .n = n, .x = a }, .b = { .n = m, .x = b }
    };
    (void)cx;
}

/* On a line squares are least if the order is kept: 0-0.9, 1-2.5, 2-9, 0.81 + 2.25 + 49. */
static void test_records(void **state)
{
    static const double a[] = { 0, 1, 2 }, b[] = { 0.9, 2.5, 9 };
    tacit_space s;
    tacit_assignment out = { 0 };
    line_space(*state, a, 3, b, 3, &s);
    assert_ok(*state, tacit_assign_records(*state, &s, &s.a, &s.b, &out));
    assert_near(out.total, 52.06, 1e-12);
    assert_near(out.gap, 0, 0);
    assert_ok(*state, tacit_assign_lists(*state, &s, &s.a, &s.b, 1, &out));
    assert_near(out.total, 52.06, 1e-12);
    assert_near(out.gap, 0, 1e-12);
}

/* The left over are those that would cost most. */
static void test_left_over(void **state)
{
    static const double a[] = { 0, 5, 1, 9 }, b[] = { 9.25, 0.5 };
    tacit_space s;
    tacit_assignment out = { 0 };
    line_space(*state, a, 4, b, 2, &s);
    for (int lists = 0; lists < 2; lists++) {
        assert_ok(*state, lists ? tacit_assign_lists(*state, &s, &s.a, &s.b, 1, &out)
                                : tacit_assign_records(*state, &s, &s.a, &s.b, &out));
        assert_near(out.total, 0.3125, 1e-12);
        assert_int_equal(out.to_of[3], 0);
        assert_int_equal(out.to_of[1], TACIT_UNASSIGNED);
    }
    line_space(*state, a, 4, b, 0, &s);
    assert_ok(*state, tacit_assign_records(*state, &s, &s.a, &s.b, &out));
    assert_int_equal(out.to_of[0], TACIT_UNASSIGNED);
    assert_near(out.total, 0, 0);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_greedy_loses), with_context(test_more_columns),
        with_context(test_equal_costs),  with_context(test_records),
        with_context(test_left_over),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
