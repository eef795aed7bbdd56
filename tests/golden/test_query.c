/*
 * test_query.c - query restriction against sequences that were decided with exact fractions, and
 * camouflage against intervals that were found by linear and quadratic programs.
 *
 * Provenance: golden/dp.json, audit: decisions and reduced row echelon forms by a program with
 * rational numbers; camouflage: a polytope of four vertices around six values.
 */
#include "golden.h"

#include "query/audit/audit.h"
#include "query/camouflage/camouflage.h"
#include "query/mode/camouflage/own.h"
#include "support/coded.h"

/* One sequence: every decision, and at the end the rank. */
static void check_audit(tacit_ctx *cx, const json_t *o)
{
    const json_t *queries = json_object_get(o, "queries"), *q = NULL;
    tacit_expert *a = NULL;
    size_t i;
    assert_ok(cx, tacit_expert_new(cx, (uint32_t)json_integer_value(json_object_get(o, "n")),
                                   (uint64_t)json_integer_value(json_object_get(o, "k")), 1, &a));
    json_array_foreach(queries, i, q)
    {
        uint32_t at[64];
        tacit_query_set set = { at, json_array_size(q) };
        tacit_expert_decision said;
        for (size_t e = 0; e < set.n; e++)
            at[e] = (uint32_t)json_integer_value(json_array_get(q, e));
        assert_ok(cx, tacit_expert_ask(cx, a, &set, 1, &said));
        const char *want = json_string_value(json_array_get(json_object_get(o, "decisions"), i));
        assert_int_equal(said != TACIT_EXPERT_DENY, strcmp(want, "answer") == 0);
    }
    assert_int_equal(tacit_expert_state_of(a, 1).rank, json_array_size(json_object_get(o, "rref")));
    tacit_expert_free(a);
}

static void test_audit(void **state)
{
    json_t *root = golden_json("golden/dp.json");
    const json_t *list = json_object_get(root, "audit"), *o = NULL;
    size_t i;
    assert_true(json_array_size(list) >= 6);
    json_array_foreach(list, i, o)
    {
        check_audit(*state, o);
    }
    json_decref(root);
}

/* The same through the mode, in which a set may also be too large, and is the public one. */
static void check_restrict(const json_t *o)
{
    const json_t *queries = json_object_get(o, "queries"), *q = NULL;
    coded g;
    size_t i;
    coded_begin(&g, &tacit_mode_restrict, &(coded_wish){ .n = (size_t)golden_number(o, "n") });
    coded_number(&g, "k", golden_number(o, "k"));
    coded_columns(&g, "sums", "x");
    coded_open(&g);
    json_array_foreach(queries, i, q)
    {
        bool in[CODED_MOST] = { false };
        tacit_query_told told;
        for (size_t e = 0; e < json_array_size(q); e++)
            in[json_integer_value(json_array_get(q, e))] = true;
        const char *want = json_string_value(json_array_get(json_object_get(o, "decisions"), i));
        assert_int_equal(coded_ask(&g, "SUM(x)", in, "", &told),
                         strcmp(want, "answer") == 0 ? TACIT_REFUSED_NOT : TACIT_REFUSED_AUDIT);
    }
    coded_end(&g);
}

static void test_restrict(void **state)
{
    json_t *root = golden_json("golden/dp.json");
    const json_t *list = json_object_get(root, "audit"), *o = NULL;
    size_t i;
    (void)state;
    json_array_foreach(list, i, o)
    {
        check_restrict(o);
    }
    json_decref(root);
}

/* A step is a millionth. */
#define STEP 1e-6

enum { PEOPLE = 6, VERTICES = 4 };

static tacit_camouflage *golden_polytope(tacit_ctx *cx, const json_t *o)
{
    int64_t value[VERTICES * PEOPLE];
    tacit_camouflage *c = NULL;
    for (size_t j = 0; j < VERTICES; j++)
        for (size_t i = 0; i < PEOPLE; i++)
            value[j * PEOPLE + i] =
                llround(json_number_value(
                            json_array_get(json_array_get(json_object_get(o, "vertices"), j), i)) /
                        STEP);
    assert_ok(cx, tacit_camouflage_of(cx, VERTICES, PEOPLE, value, &c));
    return c;
}

/* The interval is the golden one, rounded outwards by a unit at most, and by `slack` of them where
 * it was found by a program. */
static void check_range(const json_t *want, tacit_camouflage_range r, double unit, double slack)
{
    const double least = (double)r.least * unit, most = (double)r.most * unit;
    const double low = json_number_value(json_object_get(want, "lo")),
                 high = json_number_value(json_object_get(want, "hi"));
    if (!(least <= low + 1e-9 && least >= low - slack * unit && most >= high - 1e-9 &&
          most <= high + slack * unit))
        fail_msg("[%.9g, %.9g] instead of [%.9g, %.9g]", least, most, low, high);
}

static void test_camouflage(void **state)
{
    static const uint32_t three[] = { 0, 1, 3 }, all[] = { 0, 1, 2, 3, 4, 5 };
    static const double x[] = { 1, 2, 3, 4, 5, 6 };
    static const size_t middle[] = { 3, 4 };
    const tacit_camouflage_set t = { three, 3 }, every = { all, PEOPLE };
    json_t *root = golden_json("golden/dp.json");
    const json_t *o = json_object_get(root, "camouflage");
    tacit_camouflage *c = golden_polytope(*state, o);
    tacit_camouflage_range r;
    check_range(json_object_get(o, "sum_T013"), tacit_camouflage_sum(c, &t), STEP, 1);
    check_range(json_object_get(o, "mean_T013"), tacit_camouflage_mean(c, &t), STEP, 1);
    check_range(json_object_get(o, "count_ge_100"),
                tacit_camouflage_count(c, &every, llround(100 / STEP)), 1, 0);
    assert_ok(*state, tacit_camouflage_max(*state, c, &t, &r));
    check_range(json_object_get(o, "max_T013"), r, STEP, 2);
    assert_ok(*state, tacit_camouflage_min(*state, c, &t, &r));
    check_range(json_object_get(o, "min_T013"), r, STEP, 100);
    assert_ok(*state, tacit_camouflage_variance(*state, c, &every, &r));
    check_range(json_object_get(o, "var_all"), r, STEP * STEP, 1e4);
    assert_ok(*state, tacit_camouflage_slope(*state, c, &every, x, &r));
    check_range(json_object_get(o, "slope_on_public_x"), r, STEP, 2);
    assert_ok(*state, tacit_camouflage_order(*state, c, &every, middle, &r));
    assert_true((double)r.least * STEP == 85.5 && (double)r.most * STEP == 105.5);
    tacit_camouflage_free(c);
    json_decref(root);
}

/* ---- through the mode ---- */

/* The answer of the mode to SQL is the golden interval, rounded outwards by `by` at most. */
static void check_told(coded *g, const char *sql, const json_t *want, double by)
{
    const double low = json_number_value(json_object_get(want, "lo")),
                 high = json_number_value(json_object_get(want, "hi"));
    tacit_query q;
    tacit_query_answer a;
    assert_int_equal(coded_sql(g, sql, &q, &a), TACIT_REFUSED_NOT);
    const tacit_query_told t = a.told[0];
    if (!(t.low <= low + 1e-9 && t.low >= low - by && t.high >= high - 1e-9 && t.high <= high + by))
        fail_msg("%s: [%.9g, %.9g] instead of [%.9g, %.9g]", sql, t.low, t.high, low, high);
    assert_near(t.value, (t.low + t.high) / 2, 1e-9);
}

/* The mode with the golden polytope in the place of one that it would draw. */
static void test_hidden(void **state)
{
    json_t *root = golden_json("golden/dp.json");
    const json_t *o = json_object_get(root, "camouflage"), *a = json_object_get(o, "a");
    double x[PEOPLE];
    coded g;
    for (size_t i = 0; i < PEOPLE; i++)
        x[i] = json_number_value(json_array_get(a, i));
    coded_begin(&g, &tacit_mode_camouflage, &(coded_wish){ .n = PEOPLE, .x = x, .decimals = 6 });
    tacit_hidden h = { .schema = &g.schema,
                       .data = &g.data,
                       .confidential = (bool[CODED_COLUMNS]){ [CODED_X] = true },
                       .block = (uint32_t[CODED_COLUMNS]){ 0 },
                       .scale = 1,
                       .polytope = golden_polytope(*state, o) };
    g.state = &h;
    coded_columns(&g, "confidential", "x");
    g.at[TACIT_CAMOUFLAGE_POLYTOPE] = (tacit_value){ .given = true, .text = "none" };
    check_told(&g, "SELECT SUM(x) FROM t WHERE code IN ('c0','c1','c3')",
               json_object_get(o, "sum_T013"), 2e-6);
    check_told(&g, "SELECT AVG(x) FROM t WHERE code IN ('c0','c1','c3')",
               json_object_get(o, "mean_T013"), 2e-6);
    check_told(&g, "SELECT MAX(x) FROM t WHERE code IN ('c0','c1','c3')",
               json_object_get(o, "max_T013"), 1e-5);
    check_told(&g, "SELECT MIN(x) FROM t WHERE code IN ('c0','c1','c3')",
               json_object_get(o, "min_T013"), 1e-3);
    check_told(&g, "SELECT VAR_POP(x) FROM t", json_object_get(o, "var_all"), 1e-6);
    check_told(&g, "SELECT COUNT(*) FROM t WHERE x >= 100", json_object_get(o, "count_ge_100"), 0);
    check_told(&g, "SELECT REGR_SLOPE(x, z) FROM t", json_object_get(o, "slope_on_public_x"), 1e-5);
    tacit_camouflage_free(h.polytope);
    g.state = NULL;
    coded_end(&g);
    json_decref(root);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = { with_context(test_audit), with_context(test_restrict),
                                        with_context(test_camouflage), with_context(test_hidden) };
    return golden_run_tests(tests);
}
