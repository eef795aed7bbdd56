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

TESTS(void)
{
    const struct CMUnitTest tests[] = { with_context(test_audit), with_context(test_camouflage) };
    return golden_run_tests(tests);
}
