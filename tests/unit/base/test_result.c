/*
 * test_result.c - the JSON shape of results, and of arguments.
 */
#include "support/check.h"

#include "base/result.h"

enum { K, SHARE, OPEN, RULE, NAME, COLUMNS, BREAKS, GROUPS };

static const char *const RULES[] = { "category", "wildcard", NULL };

static const tacit_param PARAMS[] = {
    [K] = { .name = "k", .type = TACIT_PARAM_INTEGER, .preset = 3, .min = 1, .max = 9 },
    [SHARE] = { .name = "share", .type = TACIT_PARAM_REAL, .need = TACIT_OPTIONAL, .max = 1 },
    [OPEN] = { .name = "open", .type = TACIT_PARAM_FLAG },
    [RULE] = { .name = "rule", .type = TACIT_PARAM_CHOICE, .choices = RULES, .preset = 1 },
    [NAME] = { .name = "name", .type = TACIT_PARAM_TEXT },
    [COLUMNS] = { .name = "columns", .type = TACIT_PARAM_COLUMNS },
    [BREAKS] = { .name = "breaks", .type = TACIT_PARAM_REALS },
    [GROUPS] = { .name = "groups", .type = TACIT_PARAM_GROUPS },
    TACIT_PARAM_END
};

static const tacit_entry ENTRY = { .name = "demo",
                                   .title = "Demo",
                                   .summary = "Shows.",
                                   .source = "Nobody (2001)",
                                   .params = PARAMS };

static void assert_json(const json_t *value, const char *expected)
{
    char *text = json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY);
    assert_non_null(text);
    assert_string_equal(text, expected);
    free(text);
}

static void test_arguments(void **state)
{
    tacit_value at[8];
    tacit_args args;
    json_t *o = NULL;
    tacit_args_preset(PARAMS, at, &args);
    assert_ok(*state, tacit_args_json(*state, &args, &o));
    assert_json(o, "{\"k\":3,\"open\":false,\"rule\":\"wildcard\"}"); /* what has a default */
    json_decref(o);

    const char *const texts[] = { "a\"b", "c" };
    const double reals[] = { 1.0, 2.5 };
    const tacit_group groups[] = { { "north", texts, 2, 0 }, { "south", texts, 0, 0 } };
    at[SHARE] = (tacit_value){ .given = true, .number = 0.25 };
    at[OPEN].number = 1.0;
    at[NAME] = (tacit_value){ .given = true, .text = "x" };
    at[COLUMNS] = (tacit_value){ .given = true, .texts = texts, .n = 2 };
    at[BREAKS] = (tacit_value){ .given = true, .reals = reals, .n = 2 };
    at[GROUPS] = (tacit_value){ .given = true, .groups = groups, .n = 2 };
    assert_ok(*state, tacit_args_json(*state, &args, &o));
    assert_json(o, "{\"k\":3,\"share\":0.25,\"open\":true,\"rule\":\"wildcard\",\"name\":\"x\","
                   "\"columns\":[\"a\\\"b\",\"c\"],\"breaks\":[1,2.5],"
                   "\"groups\":{\"north\":[\"a\\\"b\",\"c\"],\"south\":[]}}");
    json_decref(o);
}

static tacit_result *start(tacit_ctx *cx)
{
    tacit_value at[8];
    tacit_args args;
    tacit_result *r = NULL;
    tacit_args_preset(PARAMS, at, &args);
    assert_ok(cx, tacit_result_new(cx, "model", &ENTRY, &args, &r));
    return r;
}

static void test_empty(void **state)
{
    tacit_result *r = start(*state);
    assert_json(r, "{\"family\":\"model\",\"name\":\"demo\",\"title\":\"Demo\",\"source\":"
                   "\"Nobody (2001)\",\"parameters\":{\"k\":3,\"open\":false,\"rule\":"
                   "\"wildcard\"},\"figures\":[],\"tables\":[],\"charts\":[],\"notes\":[]}");
    json_decref(r);
}

static void test_figures(void **state)
{
    tacit_ctx *cx = *state;
    tacit_result *r = start(cx);
    assert_ok(cx, tacit_result_figure(cx, r, "k", "Least", 3.0, TACIT_UNIT_COUNT, "d"));
    assert_ok(cx, tacit_result_figure(cx, r, "s", "Share", 0.125, TACIT_UNIT_SHARE, "d"));
    assert_ok(cx, tacit_result_figure(cx, r, "n", "None", NAN, TACIT_UNIT_NUMBER, "d"));
    assert_ok(cx, tacit_result_figure(cx, r, "p", "P", INFINITY, TACIT_UNIT_PROBABILITY, "d"));
    const json_t *figures = json_object_get(r, "figures");
    assert_json(json_array_get(figures, 0), "{\"name\":\"k\",\"title\":\"Least\",\"value\":3,"
                                            "\"unit\":\"count\",\"definition\":\"d\","
                                            "\"better\":\"neither\",\"exact\":true}");
    assert_json(json_array_get(figures, 1), "{\"name\":\"s\",\"title\":\"Share\",\"value\":0.125,"
                                            "\"unit\":\"share\",\"definition\":\"d\","
                                            "\"better\":\"neither\",\"exact\":true}");
    assert_json(json_object_get(json_array_get(figures, 2), "value"), "null");
    assert_json(json_object_get(json_array_get(figures, 3), "value"), "null");
    assert_ok(cx, tacit_result_holds(cx, r, true));
    assert_json(json_object_get(r, "holds"), "true");
    assert_ok(cx, tacit_result_note(cx, r, "%d records were left out.", 3));
    assert_json(json_object_get(r, "notes"), "[\"3 records were left out.\"]");
    json_decref(r);
}

/* Which way is good comes from the range if there is one; a sample makes all inexact. */
static void test_origin(void **state)
{
    tacit_ctx *cx = *state;
    tacit_result *r = NULL;
    tacit_value at[8];
    tacit_args args;
    tacit_args_preset(PARAMS, at, &args);
    assert_ok(cx, tacit_result_new(cx, "risk", &ENTRY, &args, &r));
    assert_ok(cx, tacit_result_figure(cx, r, "a", "A", 1, TACIT_UNIT_NUMBER, "d",
                                      .better = TACIT_BETTER_HIGHER));
    assert_ok(cx, tacit_result_ranged(cx, r, &TACIT_RANGE_LOSS, "b", "B", 1, TACIT_UNIT_NUMBER, "d",
                                      .estimate = true));
    const json_t *a = json_array_get(json_object_get(r, "figures"), 0);
    const json_t *b = json_array_get(json_object_get(r, "figures"), 1);
    assert_json(json_object_get(a, "better"), "\"higher\"");
    assert_json(json_object_get(b, "better"), "\"lower\"");
    assert_ok(cx, tacit_result_measured(cx, r, 70, true));
    assert_json(json_object_get(a, "exact"), "true");
    assert_json(json_object_get(b, "exact"), "false"); /* an estimate stays one */
    assert_json(json_object_get(a, "rows"), "70");
    assert_ok(cx, tacit_result_measured(cx, r, 20, false));
    assert_json(json_object_get(a, "exact"), "false");
    assert_json(json_object_get(b, "rows"), "20");
    json_decref(r);
}

static void test_table_and_chart(void **state)
{
    tacit_ctx *cx = *state;
    static const char *const columns[] = { "column", "mean" };
    const double values[] = { 1.5, 2.0, NAN };
    tacit_result *r = start(cx);
    json_t *table = NULL, *chart = NULL;
    assert_ok(cx, tacit_result_table(cx, r, "t", "T", 2, columns, &table));
    assert_ok(cx, tacit_result_row(cx, table, "[s, f]", "age", 2.5));
    assert_ok(cx, tacit_result_row(cx, table, "[s, n]", "sex"));
    assert_json(json_object_get(r, "tables"),
                "[{\"name\":\"t\",\"title\":\"T\",\"columns\":[\"column\",\"mean\"],"
                "\"rows\":[[\"age\",2.5],[\"sex\",null]]}]");
    assert_ok(cx, tacit_result_chart(cx, r, "c", "C", TACIT_CHART_HEAT, &chart));
    assert_ok(cx, tacit_result_axes(cx, chart, "size", "share"));
    assert_ok(cx, tacit_result_label(cx, chart, "1"));
    assert_ok(cx, tacit_result_series(cx, chart, "before", values, 3));
    assert_json(json_object_get(r, "charts"),
                "[{\"name\":\"c\",\"title\":\"C\",\"kind\":\"heat\",\"x\":{\"title\":\"size\","
                "\"labels\":[\"1\"]},\"y\":{\"title\":\"share\"},\"series\":[{\"name\":\"before\","
                "\"values\":[1.5,2,null]}]}]");
    json_decref(r);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_arguments),       with_context(test_empty),
        with_context(test_figures),         with_context(test_origin),
        with_context(test_table_and_chart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
