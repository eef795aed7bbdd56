/*
 * test_pairs.c - what every utility and every attack on protected data promises.
 *
 * Each figure of a utility has a range and lies in it; data that was not changed lost
 * nothing; rows in another order, the same in both tables, change nothing; noise costs
 * something; files whose rows do not correspond are compared or refused.
 */
#include "support/compare.h"
#include "support/measures.h"

#include "micro/classes/subject.h"
#include "micro/risk/risk.h"
#include "table/take.h"
#include "micro/utility/utility.h"

static bool has_required(const tacit_entry *e)
{
    for (const tacit_param *p = e->params; p->name != NULL; p++)
        if (p->need == TACIT_REQUIRED)
            return true;
    return false;
}

/* Two keys with few values, a sensitive column, numbers. */
static tacit_table *sample(tacit_ctx *cx, size_t rows, uint64_t seed)
{
    tacit_rng rng = tacit_rng_seed(seed);
    tacit_table *t = random_table(cx, &rng, "a:c,b:i,s:c,x:r,y:i", rows, 6, 0.05);
    with_keys(t, 2);
    tacit_table_set_roles(t, 2, TACIT_ROLE_SENSITIVE);
    return t;
}

/* The same with other rows: a third of each column's cells come from other rows. */
static tacit_table *disturb(tacit_ctx *cx, const tacit_table *t)
{
    const size_t n = tacit_table_rows(t);
    tacit_rng rng = tacit_rng_seed(99);
    tacit_table *out = NULL;
    size_t *at = test_calloc(n, sizeof *at);
    assert_ok(cx, tacit_table_copy(cx, t, &out));
    for (size_t j = 0; j < tacit_table_columns(t); j++) {
        const tacit_column *c = tacit_table_column(t, j);
        tacit_column *other = NULL;
        for (size_t i = 0; i < n; i++)
            at[i] = tacit_rng_below(&rng, 3) == 0 ? tacit_rng_below(&rng, n) : i;
        const tacit_row_list rows = { .n = n, .at = at };
        assert_ok(cx, tacit_column_take(cx, c, tacit_column_name(c), &rows, &other));
        tacit_table_replace(out, j, other);
    }
    test_free(at);
    return out;
}

/* ---- running ---- */

/* Run a utility or a risk with its defaults. */
static tacit_status try_on(tacit_ctx *cx, const tacit_measure *m, const tacit_pair *pair,
                           tacit_result **out)
{
    arguments a;
    preset_args(&a, &m->about);
    return measure_pair(cx, m, pair, &a.args, out);
}

/* Run `what` for every utility, and every risk that looks at the original, that needs no
 * parameter. */
static void for_each(tacit_ctx *cx, void (*what)(tacit_ctx *cx, const tacit_measure *m))
{
    for (size_t i = 0; i < tacit_utility_catalog.n; i++) {
        const tacit_measure *m = tacit_utility_find(tacit_utility_catalog.entry[i]->name);
        if (!has_required(&m->about))
            what(cx, m);
    }
    for (size_t i = 0; i < tacit_risk_catalog.n; i++) {
        const tacit_measure *m = tacit_risk_find(tacit_risk_catalog.entry[i]->name);
        if (!has_required(&m->about) && (m->needs & TACIT_NEEDS_ORIGINAL) != 0)
            what(cx, m);
    }
}

/* ---- ranges ---- */

static void check_range(const tacit_measure *m, const json_t *f)
{
    const json_t *range = json_object_get(f, "range");
    const json_t *value = json_object_get(f, "value");
    const json_t *least = json_object_get(range, "least"), *most = json_object_get(range, "most");
    const char *name = json_string_value(json_object_get(f, "name"));
    const char *unit = json_string_value(json_object_get(f, "unit"));
    if (m->family == TACIT_FAMILY_UTILITY && range == NULL && strcmp(unit, "count") != 0)
        fail_msg("%s: '%s' has no range", m->about.name, name);
    if (range == NULL || json_is_null(value))
        return;
    const double x = json_number_value(value), slack = 1e-9 * (1.0 + fabs(x));
    if ((json_is_number(least) && x < json_number_value(least) - slack) ||
        (json_is_number(most) && x > json_number_value(most) + slack))
        fail_msg("%s: '%s' is %g, outside its range", m->about.name, name, x);
}

static void check_ranges(tacit_ctx *cx, const tacit_measure *m)
{
    tacit_table *x = sample(cx, 400, 5), *y = disturb(cx, x);
    tacit_result *r = NULL;
    const json_t *f;
    size_t i;
    if (try_on(cx, m, &(tacit_pair){ .original = x, .masked = y }, &r) == TACIT_OK)
        json_array_foreach(json_object_get(r, "figures"), i, f) check_range(m, f);
    json_decref(r);
    tacit_table_free(x);
    tacit_table_free(y);
}

static void test_ranges(void **state)
{
    for_each(*state, check_ranges);
}

/* ---- identity ---- */

/* A loss that starts at 0 is 0, what is kept up to 1 is 1.  Figures on other scales, such
 * as the size of classes, have a value for unchanged data that is not at their end. */
static void check_no_loss(const tacit_measure *m, const json_t *f)
{
    /* These say how well keys tell a sensitive column; unchanged keys do not tell all. */
    static const char *const except[] = { "private_mutual_information", "classification_metric",
                                          "spread" };
    for (size_t i = 0; i < sizeof except / sizeof except[0]; i++)
        if (strcmp(m->about.name, except[i]) == 0)
            return;
    const json_t *range = json_object_get(f, "range");
    const json_t *value = json_object_get(f, "value");
    const char *better = json_string_value(json_object_get(range, "better"));
    if (range == NULL || json_is_null(value) || strcmp(better, "none") == 0)
        return;
    const bool lower = strcmp(better, "lower") == 0;
    const json_t *best = json_object_get(range, lower ? "least" : "most");
    if (!json_is_number(best) || fabs(json_number_value(best) - (lower ? 0.0 : 1.0)) > 0.0)
        return;
    if (fabs(json_number_value(value) - json_number_value(best)) > 1e-9)
        fail_msg("%s: '%s' is %g for data that was not changed", m->about.name,
                 json_string_value(json_object_get(f, "name")), json_number_value(value));
}

static void check_identity(tacit_ctx *cx, const tacit_measure *m)
{
    tacit_table *t = sample(cx, 400, 6);
    tacit_result *r = NULL;
    const json_t *f;
    size_t i;
    if (m->family == TACIT_FAMILY_UTILITY &&
        try_on(cx, m, &(tacit_pair){ .original = t, .masked = t }, &r) == TACIT_OK)
        json_array_foreach(json_object_get(r, "figures"), i, f) check_no_loss(m, f);
    json_decref(r);
    tacit_table_free(t);
}

static void test_identity(void **state)
{
    for_each(*state, check_identity);
}

/* ---- order ---- */

static void compare_figures(const tacit_measure *m, const tacit_result *a, const tacit_result *b)
{
    const json_t *f;
    size_t i;
    json_array_foreach(json_object_get(a, "figures"), i, f)
    {
        const char *name = json_string_value(json_object_get(f, "name"));
        const json_t *value = json_object_get(f, "value");
        const double x = json_is_number(value) ? json_number_value(value) : NAN;
        const double y = figure(b, name);
        if (!(fabs(x - y) <= 1e-9 * (1.0 + fabs(x))) && !(isnan(x) && isnan(y)))
            fail_msg("%s: '%s' is %.12g, and %.12g in another order", m->about.name, name, x, y);
    }
}

/* Measures that draw rows at random see other rows in another order. */
static bool is_random(const tacit_measure *m)
{
    const tacit_param *params = m->about.params;
    return tacit_param_find(params, "seed") < tacit_param_count(params);
}

static void check_order(tacit_ctx *cx, const tacit_measure *m)
{
    tacit_table *x = sample(cx, 300, 7), *y = disturb(cx, x), *x2 = NULL, *y2 = NULL;
    size_t at[300];
    tacit_result *a = NULL, *b = NULL;
    for (size_t i = 0; i < 300; i++)
        at[i] = (i * 7 + 11) % 300;
    assert_ok(cx, tacit_table_take(cx, x, &(tacit_row_list){ 300, at }, &x2));
    assert_ok(cx, tacit_table_take(cx, y, &(tacit_row_list){ 300, at }, &y2));
    const tacit_status status = try_on(cx, m, &(tacit_pair){ .original = x, .masked = y }, &a);
    assert_int_equal(try_on(cx, m, &(tacit_pair){ .original = x2, .masked = y2 }, &b), status);
    if (status == TACIT_OK && !is_random(m))
        compare_figures(m, a, b);
    json_decref(a);
    json_decref(b);
    tacit_table_free(x);
    tacit_table_free(y);
    tacit_table_free(x2);
    tacit_table_free(y2);
}

static void test_order(void **state)
{
    for_each(*state, check_order);
}

/* ---- rows that do not correspond, columns that are not there ---- */

static void check_refusal(tacit_ctx *cx, const tacit_measure *m, const tacit_pair *pair)
{
    tacit_result *r = NULL;
    const tacit_status status = try_on(cx, m, pair, &r);
    assert_int_equal(status == TACIT_OK, r != NULL);
    if (status != TACIT_OK) {
        assert_true(status == TACIT_ERR_DATA || status == TACIT_ERR_INPUT);
        assert_message(cx, "");
        assert_untold(cx, "4711");
    }
    json_decref(r);
}

static void check_unlike(tacit_ctx *cx, const tacit_measure *m)
{
    const unsigned rows = m->needs & TACIT_NEEDS_SAME_ROWS;
    tacit_table *x = sample(cx, 60, 8), *y = sample(cx, 40, 9);
    tacit_table *other = table_of(cx, "q:c,z:r", "4711,1\n4712,2\n4711,3\n");
    tacit_table *one = table_of(cx, "x:i", "4711\n");
    tacit_result *r = NULL;
    if (rows != 0)
        assert_fails(cx, try_on(cx, m, &(tacit_pair){ .original = x, .masked = y }, &r),
                     TACIT_ERR_DATA, "align them");
    else
        check_refusal(cx, m, &(tacit_pair){ .original = x, .masked = y });
    if (rows != 0)
        assert_fails(
            cx, try_on(cx, m, &(tacit_pair){ .original = x, .masked = x, .independent = true }, &r),
            TACIT_ERR_DATA, "align them");
    check_refusal(cx, m, &(tacit_pair){ .original = x, .masked = other, .independent = true });
    check_refusal(cx, m, &(tacit_pair){ .original = one, .masked = x, .independent = true });
    check_refusal(cx, m, &(tacit_pair){ .original = other, .masked = other });
    check_refusal(cx, m, &(tacit_pair){ .original = one, .masked = one });
    tacit_table_free(x);
    tacit_table_free(y);
    tacit_table_free(other);
    tacit_table_free(one);
}

static void test_unlike(void **state)
{
    for_each(*state, check_unlike);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_ranges),
        with_context(test_identity),
        with_context(test_order),
        with_context(test_unlike),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
