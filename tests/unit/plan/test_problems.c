/*
 * test_problems.c - what is wrong with a plan, as data: place, code and arguments.
 *
 * Provenance: each plan has the fault that its code names; lines and columns are counted by
 * hand.
 */
#include "support/check.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

#include "help.h"
#include "plan/problems.h"

/* The problems of a plan. */
static const json_t *problems_of(tacit_ctx *cx, const char *text)
{
    tacit_plan *plan = NULL;
    assert_int_equal(tacit_plan_parse(cx, "plan.yaml", text, &PROTECT, &plan), TACIT_ERR_INPUT);
    assert_non_null(tacit_fail_details_of(cx));
    return tacit_fail_details_of(cx);
}

/* A plan's only problem, as {line, column, code, arguments}. */
static void check_problem(const char *text, const char *expected)
{
    tacit_ctx *cx = tacit_ctx_new();
    json_t *wanted = json_loads(expected, 0, NULL);
    assert_non_null(wanted);
    const json_t *list = problems_of(cx, text);
    assert_int_equal(json_array_size(list), 1);
    json_t *found = json_deep_copy(json_array_get(list, 0));
    assert_true(json_is_string(json_object_get(found, "message")));
    json_object_del(found, "message");
    if (!json_equal(found, wanted)) {
        char *is = json_dumps(found, 0);
        fail_msg("%s instead of %s for %s", is, expected, text);
    }
    json_decref(found);
    json_decref(wanted);
    tacit_ctx_free(cx);
}

static void test_codes_of_text(void **state)
{
    (void)state;
    check_problem("data: b: c\n",
                  "{\"line\": 1, \"column\": 8, \"code\": \"syntax\", \"arguments\": []}");
    check_problem("data: b\xff\n",
                  "{\"line\": 1, \"column\": 8, \"code\": \"encoding\", \"arguments\": []}");
    check_problem("data: \"\\x01\"\n", "{\"line\": 1, \"column\": 7, \"code\": "
                                       "\"control_character\", \"arguments\": []}");
    check_problem("data: &x a.csv\n",
                  "{\"line\": 1, \"column\": 7, \"code\": \"not_supported\", \"arguments\": []}");
    check_problem("", "{\"line\": null, \"column\": null, \"code\": \"empty\", \"arguments\": []}");
    check_problem("- a\n",
                  "{\"line\": 1, \"column\": 1, \"code\": \"wrong_type\", \"arguments\": []}");
}

static void test_codes_of_keys(void **state)
{
    (void)state;
    check_problem("output: safe.csv\n",
                  "{\"line\": null, \"column\": null, \"code\": "
                  "\"missing_key\", \"arguments\": [\"the plan\", \"data\"]}");
    check_problem(NEEDED "sed: 1\n", "{\"line\": 3, \"column\": 1, \"code\": \"unknown_key\", "
                                     "\"arguments\": [\"key\", \"sed\", \"the plan\", \"seed\"]}");
    check_problem(NEEDED "seed: x\n", "{\"line\": 3, \"column\": 7, \"code\": \"out_of_range\", "
                                      "\"arguments\": [\"seed\"]}");
    check_problem(NEEDED "seed: 1\nseed: 2\n",
                  "{\"line\": 4, \"column\": 1, \"code\": \"duplicate\", "
                  "\"arguments\": [\"seed\", \"the plan\", 3]}");
    check_problem("data: a.csv\noutput: a.csv\n",
                  "{\"line\": 2, \"column\": 9, \"code\": \"would_overwrite\", "
                  "\"arguments\": [\"output\", \"the data\"]}");
}

static void test_codes_of_columns(void **state)
{
    (void)state;
    check_problem(NEEDED "roles: {key: [age, age]}\n",
                  "{\"line\": 3, \"column\": 20, \"code\": \"duplicate\", "
                  "\"arguments\": [\"age\", \"key\"]}");
    check_problem(NEEDED "roles: {weight: [a, b]}\n",
                  "{\"line\": 3, \"column\": 9, \"code\": \"too_many\", "
                  "\"arguments\": [\"weight\", 2]}");
    check_problem(NEEDED "roles: age\n", "{\"line\": 3, \"column\": 8, \"code\": \"wrong_type\", "
                                         "\"arguments\": [\"roles\"]}");
    check_problem(NEEDED "require: {k_anonymity: {k: 3}}\n",
                  "{\"line\": 3, \"column\": 11, \"code\": \"missing_role\", "
                  "\"arguments\": [\"k_anonymity\", \"key\"]}");
}

static void test_codes_of_steps(void **state)
{
    (void)state;
    check_problem(NEEDED "steps: [{nois: {}}]\n",
                  "{\"line\": 3, \"column\": 10, \"code\": \"unknown_name\", "
                  "\"arguments\": [\"method\", \"nois\", \"\", \"noise\"]}");
    check_problem(NEEDED "steps: noise\n", "{\"line\": 3, \"column\": 8, \"code\": \"wrong_type\", "
                                           "\"arguments\": [\"steps\"]}");
    check_problem(NEEDED "steps: [{noise: {columns: [a], scale: -1}}]\n",
                  "{\"line\": 3, \"column\": 39, \"code\": \"out_of_range\", "
                  "\"arguments\": [\"scale\", \"noise\"]}");
    check_problem(NEEDED "steps: [{noise: {columns: [a], scale: \"1\"}}]\n",
                  "{\"line\": 3, \"column\": 39, \"code\": \"quoted\", "
                  "\"arguments\": [\"scale\", \"noise\"]}");
    check_problem(NEEDED "steps: [{noise: {columns: []}}]\n",
                  "{\"line\": 3, \"column\": 27, \"code\": \"missing_value\", "
                  "\"arguments\": [\"columns\", \"noise\"]}");
}

static void test_order_and_message(void **state)
{
    const json_t *list = problems_of(*state, "roles: x\nsed: 1\noutput: safe.csv\n");
    assert_int_equal(json_array_size(list), 3);
    static const char *const codes[] = { "wrong_type", "unknown_key", "missing_key" };
    char message[512] = "";
    for (size_t i = 0; i < 3; i++) {
        const json_t *one = json_array_get(list, i);
        assert_string_equal(json_string_value(json_object_get(one, "code")), codes[i]);
        const char *said = json_string_value(json_object_get(one, "message"));
        assert_non_null(strstr(tacit_message(*state), said));
        snprintf(message, sizeof message, "%s", said);
    }
    assert_string_equal(message, "the plan needs 'data': the file or address to read.");
}

/* Members of groups may be values of the data: neither sentence nor arguments have them. */
static void test_untold(void **state)
{
    const json_t *list =
        problems_of(*state, NEEDED "hierarchies:\n"
                                   "  a: {tree: {branches: {x: [Secret, Secret]}}}\n"
                                   "  b: {tree: {branches: {Label: [s], Label: [t]}}}\n");
    char *told = json_dumps(list, 0);
    assert_true(json_array_size(list) > 0);
    assert_null(strstr(told, "Secret"));
    assert_null(strstr(told, "Label"));
    free(told);
}

/* Details belong to one failure: the next has none, and a fresh start neither. */
static void test_next_failure(void **state)
{
    problems_of(*state, "");
    assert_int_equal(tacit_fail(*state, TACIT_ERR_DATA, "Something else."), TACIT_ERR_DATA);
    assert_null(tacit_fail_details_of(*state));
    problems_of(*state, "");
    tacit_ctx_reset(*state);
    assert_null(tacit_fail_details_of(*state));
}

/* Fifty problems are told, the rest is counted. */
static void test_many(void **state)
{
    tacit_problems p;
    assert_ok(*state, tacit_problems_start(*state, "plan.yaml", &p));
    for (int i = 0; i < 60; i++)
        tacit_problem(&p, (tacit_place){ 60 - i, 1 }, TACIT_PROBLEM_TOO_MANY,
                      "%-s%s %d of %zu, %g; 100%%.%.0s", "glue ", "a", i, (size_t)60, 0.5,
                      "hidden");
    assert_int_equal(tacit_problems_end(&p), TACIT_ERR_INPUT);
    const json_t *list = tacit_fail_details_of(*state);
    assert_int_equal(json_array_size(list), TACIT_PROBLEMS_TOLD);
    const json_t *first = json_array_get(list, 0);
    assert_int_equal(json_integer_value(json_object_get(first, "line")), 11);
    assert_string_equal(json_string_value(json_object_get(first, "message")),
                        "glue a 49 of 60, 0.5; 100%.");
    json_t *wanted = json_pack("[s,i,i,f,s]", "a", 49, 60, 0.5, "hidden");
    assert_true(json_equal(json_object_get(first, "arguments"), wanted));
    json_decref(wanted);
}

/* A long name is cut off at a whole character in its argument, too. */
static void test_long(void **state)
{
    char name[4001];
    for (size_t i = 0; i < 4000; i++)
        name[i] = i % 2 == 0 ? '\xc3' : '\xb6';
    name[4000] = '\0';
    tacit_problems p;
    assert_ok(*state, tacit_problems_start(*state, "plan.yaml", &p));
    tacit_problem(&p, (tacit_place){ 1, 1 }, TACIT_PROBLEM_UNKNOWN_KEY, "unknown key '%s'.", name);
    assert_int_equal(tacit_problems_end(&p), TACIT_ERR_INPUT);
    const json_t *one = json_array_get(tacit_fail_details_of(*state), 0);
    const char *kept = json_string_value(json_array_get(json_object_get(one, "arguments"), 0));
    assert_true(strlen(kept) > 900 && strlen(kept) < 1024);
    assert_string_equal(kept + strlen(kept) - 3, "...");
}

/* Every code stands in the reference with its meaning. */
static void test_documented(void **state)
{
    (void)state;
    char path[4096], *text = calloc(1, 1 << 20);
    snprintf(path, sizeof path, "%s/docs/plan.md", getenv("TACIT_SOURCE_DIR"));
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    assert_true(fread(text, 1, (1 << 20) - 1, f) > 0);
    fclose(f);
    for (size_t i = 0; i < TACIT_PROBLEMS; i++) {
        char row[256];
        snprintf(row, sizeof row, "\n| `%s` | %s |", tacit_problem_word((tacit_problem_code)i),
                 tacit_problem_meaning((tacit_problem_code)i));
        if (strstr(text, row) == NULL)
            fail_msg("docs/plan.md does not have the row%s", row);
    }
    free(text);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_codes_of_text),
        cmocka_unit_test(test_codes_of_keys),
        cmocka_unit_test(test_codes_of_columns),
        cmocka_unit_test(test_codes_of_steps),
        with_context(test_order_and_message),
        with_context(test_untold),
        with_context(test_next_failure),
        with_context(test_many),
        with_context(test_long),
        cmocka_unit_test(test_documented),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
