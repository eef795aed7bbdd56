/*
 * test_one_to_one.c - independent, greedy and optimal links on the CASC data.
 *
 * The optima are from an independent solver; totals are of squared Euclidean distances of
 * columns divided by the standard deviation (n - 1) of the original.
 */
#include "golden/golden.h"

#include "micro/linkage/assign/lists.h"
#include "micro/linkage/nearest/nearest.h"

/* The space of the columns that both tables have. */
static void make_space(tacit_ctx *cx, const tacit_table *x, const tacit_table *y, tacit_space *s)
{
    const tacit_common common = { .table_a = x, .table_b = y };
    tacit_space_spec spec = { .table_a = x, .table_b = y };
    assert_ok(cx, tacit_common_columns(cx, &common, &spec.a, &spec.b));
    assert_ok(cx, tacit_space_of(cx, &spec, s));
}

/* The share of rows that are linked to their own. */
static double share_right(const uint32_t *to, size_t n)
{
    size_t right = 0;
    for (size_t i = 0; i < n; i++)
        right += to[i] == i;
    return (double)right / (double)n;
}

static double independent(tacit_ctx *cx, const tacit_space *s)
{
    const tacit_nearest_spec spec = { .space = s, .from = &s->b, .to = &s->a, .k = 1 };
    tacit_ties ties = { 0 };
    double credit = 0.0;
    assert_ok(cx, tacit_nearest_ties(cx, &spec, &ties));
    for (size_t i = 0; i < s->b.n; i++) {
        const double own = tacit_space_distance(s, &s->b, i, &s->a, i);
        credit += own <= ties.distance[i] * (1.0 + 1e-12) ? 1.0 / (double)ties.count[i] : 0.0;
    }
    return credit / (double)s->b.n;
}

static void check_greedy(tacit_ctx *cx, const tacit_space *s, const json_t *expected, double within)
{
    const size_t n = s->b.n;
    double *cost = NULL, total = 0.0;
    uint32_t *to = NULL;
    assert_ok(cx, tacit_scratch(cx, n * n, sizeof *cost, &cost));
    assert_ok(cx, tacit_scratch(cx, n, sizeof *to, &to));
    assert_ok(cx, tacit_assign_costs(cx, s, &s->b, &s->a, cost));
    assert_ok(cx, tacit_assign_greedy(cx, cost, n, n, to));
    for (size_t i = 0; i < n; i++)
        total += cost[i * n + to[i]];
    assert_relative(total, golden_number(expected, "greedy_cost"), 1e-9);
    assert_near(share_right(to, n), golden_number(expected, "greedy"), within);
}

/* Equal masked records may change places, so right links are compared `within`. */
static void check_file(tacit_ctx *cx, const tacit_table *x, const json_t *block, const char *name,
                       double within)
{
    const json_t *expected = json_object_get(block, name);
    char path[GOLDEN_PATH];
    tacit_space s;
    tacit_assignment all = { 0 }, lists = { 0 };
    snprintf(path, sizeof path, "data/evaluation/%s.csv", name);
    tacit_table *y = golden_table(cx, path, ",");
    make_space(cx, x, y, &s);
    assert_near(independent(cx, &s), golden_number(expected, "independent"), 1e-12);
    assert_ok(cx, tacit_assign_records(cx, &s, &s.b, &s.a, &all));
    assert_relative(all.total, golden_number(expected, "hungarian_cost"), 1e-9);
    assert_near(share_right(all.to_of, s.b.n), golden_number(expected, "hungarian"), within);
    assert_ok(cx, tacit_assign_lists(cx, &s, &s.b, &s.a, 8, &lists));
    assert_relative(lists.total, golden_number(expected, "hungarian_cost"), 1e-9);
    assert_near(lists.gap, 0, 0);
    check_greedy(cx, &s, expected, within);
    tacit_table_free(y);
}

static void test_casc(void **state)
{
    static const char *const files[] = { "casc_mdav5_all13", "casc_mdav5_blocks3",
                                         "casc_rankswap15" };
    static const double within[] = { 0.1, 2.0 / 1080.0, 1e-12 };
    json_t *root = golden_json("golden/evaluation.json");
    tacit_table *x = golden_table(*state, "data/evaluation/casc_census_1080x13.csv", ",");
    for (size_t i = 0; i < 3; i++)
        check_file(*state, x, json_object_get(root, "one_to_one_linkage_casc"), files[i],
                   within[i]);
    tacit_table_free(x);
    json_decref(root);
}

static void test_four(void **state)
{
    json_t *root = golden_json("golden/evaluation.json");
    const json_t *block = json_object_get(root, "assignment_4x4"), *row, *cell;
    double cost[16], best = 0.0, greedy = 0.0;
    uint32_t to[4];
    size_t i, j;
    json_array_foreach(json_object_get(block, "cost"), i, row) json_array_foreach(row, j, cell)
        cost[4 * i + j] = json_number_value(cell);
    assert_ok(*state, tacit_assign_dense(*state, cost, 4, 4, to));
    for (i = 0; i < 4; i++) {
        best += cost[4 * i + to[i]];
        assert_int_equal(to[i],
                         json_integer_value(json_array_get(json_object_get(block, "optimal"), i)));
    }
    assert_near(best, golden_number(block, "optimal_cost"), 0);
    assert_ok(*state, tacit_assign_greedy(*state, cost, 4, 4, to));
    for (i = 0; i < 4; i++)
        greedy += cost[4 * i + to[i]];
    assert_near(greedy, golden_number(block, "greedy_cost"), 0);
    json_decref(root);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_four),
        with_context(test_casc),
    };
    return golden_run_tests(tests);
}
