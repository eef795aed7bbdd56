/*
 * test_init.c - inspecting a file and making a plan from what was found.
 *
 * Provenance: the small file's figures are counted by hand.  Every plan that is made must
 * be one that the parser accepts, for columns of any name.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "example/survey.h"
#include "plan/plan.h"
#include "support/group.h"
#include "task/init/init.h"
#include "task/init/yaml.h"
#include "task/tasks.h"

/* A folder of its own, in which the test runs. */
static int enter_folder(void **state)
{
    char *folder = strdup("/tmp/tacit-init-XXXXXX");
    *state = folder;
    return mkdtemp(folder) != NULL && chdir(folder) == 0 ? 0 : -1;
}

static int leave_folder(void **state)
{
    static const char *const files[] = { "a.csv",
                                         "a-safe.csv",
                                         "a-safe.html",
                                         "a-custodian.html",
                                         "survey-custodian.html",
                                         "a-safe.csv.certificate.json",
                                         "survey.csv",
                                         "survey-safe.csv",
                                         "survey-safe.html",
                                         "survey-safe.csv.certificate.json",
                                         NULL };
    for (size_t i = 0; files[i] != NULL; i++)
        (void)remove(files[i]);
    const int gone = chdir("/") == 0 ? rmdir(*state) : -1;
    free(*state);
    return gone;
}

static void write_file(const char *path, const char *text)
{
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(text, 1, strlen(text), f), strlen(text));
    assert_int_equal(fclose(f), 0);
}

static tacit_status do_task(tacit_ctx *cx, const tacit_task *task, const char *plan,
                            json_t **record)
{
    const tacit_run_spec spec = {
        .tasks = &tacit_task_catalog, .task = task, .file = "command line", .text = plan
    };
    tacit_verdict verdict = TACIT_VERDICT_NONE;
    return tacit_task_run(cx, &spec, &verdict, record);
}

static json_t *inspect(tacit_ctx *cx, const char *plan)
{
    json_t *record = NULL;
    if (do_task(cx, &tacit_task_inspect, plan, &record) != TACIT_OK)
        fail_msg("%s", tacit_message(cx));
    return record;
}

/* The plan for a record, which must be valid; the caller frees both. */
static tacit_plan *init(tacit_ctx *cx, const json_t *record, tacit_buffer *text)
{
    tacit_plan *plan = NULL;
    assert_int_equal(tacit_init_plan(cx, record, NULL, text), TACIT_OK);
    const tacit_plan_use use = { .tasks = &tacit_task_catalog, .needs = TACIT_PART_OUTPUT };
    if (tacit_plan_parse(cx, "plan.yaml", text->text, &use, &plan) != TACIT_OK)
        fail_msg("%s\n%s", tacit_message(cx), text->text);
    return plan;
}

static const json_t *profile_of(const json_t *record, size_t j)
{
    return json_array_get(json_object_get(record, "profile"), j);
}

static const json_t *figure(const json_t *record, size_t result, size_t i)
{
    const json_t *r =
        json_array_get(json_object_get(json_object_get(record, "before"), "risks"), result);
    return json_object_get(json_array_get(json_object_get(r, "figures"), i), "value");
}

static bool has_role(const tacit_plan *plan, const char *column, tacit_role role)
{
    for (size_t i = 0; i < plan->n_roles; i++)
        if (strcmp(plan->role[i].column, column) == 0 && plan->role[i].role == role)
            return true;
    return false;
}

/* Keys (age, sex): (30, f) three times, (40, m), (41, f), (NA, f): 3 of 6 are unique. */
static void test_small(void **state)
{
    (void)state;
    tacit_ctx *cx = tacit_ctx_new();
    write_file("a.csv", "no;age;sex;income;note\n1;30;f;0;x\n2;30;f;-5;x\n3;40;m;7;x\n"
                        "4;30;f;7;x\n5;41;f;8;x\n6;NA;f;9;x\n");
    json_t *record = inspect(cx, "data: {path: a.csv, delimiter: ';'}");
    const json_t *age = profile_of(record, 1), *income = profile_of(record, 3);
    assert_int_equal(json_integer_value(json_object_get(age, "missing")), 1);
    assert_int_equal(json_integer_value(json_object_get(age, "distinct")), 3);
    assert_int_equal(json_integer_value(json_object_get(json_object_get(age, "quantiles"), "50")),
                     30);
    assert_int_equal(json_integer_value(json_object_get(income, "zeros")), 1);
    assert_int_equal(json_integer_value(json_object_get(income, "negatives")), 1);
    assert_int_equal(json_integer_value(json_object_get(income, "least")), -5);
    assert_int_equal(json_integer_value(figure(record, 0, 0)), 1); /* identifiers */
    assert_int_equal(json_integer_value(figure(record, 0, 1)), 2); /* keys */
    assert_int_equal(json_integer_value(figure(record, 1, 0)), 6); /* records */
    assert_int_equal(json_integer_value(figure(record, 1, 1)), 4); /* classes */
    assert_int_equal(json_integer_value(figure(record, 1, 2)), 3); /* uniques */

    tacit_buffer text = { 0 };
    tacit_plan *plan = init(cx, record, &text);
    assert_string_equal(plan->data, "a.csv");
    assert_string_equal(tacit_arg_text(&plan->source, TACIT_SOURCE_DELIMITER), ";");
    assert_true(has_role(plan, "no", TACIT_ROLE_IDENTIFIER));
    assert_true(has_role(plan, "age", TACIT_ROLE_KEY));
    assert_true(has_role(plan, "income", TACIT_ROLE_SENSITIVE));
    assert_false(has_role(plan, "note", TACIT_ROLE_KEY));
    assert_string_equal(plan->output, "a-safe.csv");
    assert_string_equal(plan->report, "a-safe.html");
    assert_int_equal(plan->n_requires, 1);
    tacit_plan_free(plan);
    tacit_buffer_free(&text);
    json_decref(record);
    tacit_ctx_free(cx);
}

/* Files with nothing, with one row, with nothing but missing values, without roles. */
static void test_bare(void **state)
{
    (void)state;
    static const char *const files[] = { "age,sex\n", "age,sex\n1,f\n", "age,sex\nNA,\n,NA\n",
                                         "q1,q2\n1.5,2\n1.5,2\n2.5,2\n" };
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        tacit_ctx *cx = tacit_ctx_new();
        write_file("a.csv", files[i]);
        json_t *record = NULL;
        const tacit_status status = do_task(cx, &tacit_task_inspect, "data: a.csv", &record);
        if (status != TACIT_OK) { /* a reader may refuse a file without rows */
            assert_int_equal(i, 0);
            assert_int_equal(status, TACIT_ERR_DATA);
        } else {
            tacit_buffer text = { 0 };
            tacit_plan_free(init(cx, record, &text));
            tacit_buffer_free(&text);
        }
        json_decref(record);
        tacit_ctx_free(cx);
    }
}

/* A record with one key of the given name. */
static json_t *record_of(const char *name)
{
    json_t *column = json_pack("{s:s, s:s, s:i, s:i, s:i, s:{s:i, s:i}, s:{s:s, s:s, s:s, s:s},"
                               " s:[s]}",
                               "name", name, "type", "integer", "distinct", 50, "least", 0, "most",
                               90, "quantiles", "5", 5, "95", 85, "suggestion", "role", "key",
                               "confidence", "high", "kind", "age", "reason", name, "hints", name);
    return json_pack("{s:{s:s, s:i}, s:[o]}", "data", "uri", name, "rows", 3, "profile", column);
}

/* Names that YAML would read as something else, or not at all. */
static const char *const NAMES[] = {
    "age",
    "no",
    "Null",
    "1",
    "1.5",
    "a: b",
    "#x",
    "- a",
    "a'b",
    "a\"b",
    "a\\b",
    "a\nkey: b",
    "tab\tx",
    "{x}",
    "[x",
    "*a",
    "&a",
    "!a",
    "%a",
    "@a",
    "`a",
    "~",
    "?",
    " a ",
    "a,b",
    "\xc3\xa4ge",
    "\xe2\x80\xa8x",
    "\xc2\x85x",
    "\xef\xbb\xbfx",
    "\x7f",
    "\xf0\x9f\x98\x80",
    "true",
    "-",
    "...",
    "---",
    "a#b",
    "a #b",
    "=",
    "<<",
    "0x1",
};

static void test_names(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof NAMES / sizeof NAMES[0]; i++) {
        tacit_ctx *cx = tacit_ctx_new();
        json_t *record = record_of(NAMES[i]);
        assert_non_null(record);
        tacit_buffer text = { 0 };
        tacit_plan *plan = init(cx, record, &text);
        assert_int_equal(plan->n_roles, 1);
        assert_string_equal(plan->role[0].column, NAMES[i]);
        assert_string_equal(plan->data, NAMES[i]);
        assert_int_equal(plan->n_hierarchies, 1);
        assert_string_equal(plan->hierarchy[0].spec.column, NAMES[i]);
        assert_int_equal(plan->n_steps, 2);
        assert_ptr_equal(plan->step[0].method, tacit_method_find("generalize"));
        assert_ptr_equal(plan->step[1].method, tacit_method_find("reorder"));
        tacit_plan_free(plan);
        tacit_buffer_free(&text);
        json_decref(record);
        tacit_ctx_free(cx);
    }
}

/* A plan cannot hold such a name; the column is mentioned in a comment. */
static void test_control_character(void **state)
{
    (void)state;
    tacit_ctx *cx = tacit_ctx_new();
    json_t *record = record_of("x\x01");
    tacit_buffer text = { 0 };
    assert_int_equal(
        json_string_set(json_object_get(json_object_get(record, "data"), "uri"), "x.csv"), 0);
    tacit_plan *plan = init(cx, record, &text);
    assert_int_equal(plan->n_roles, 0);
    assert_non_null(strstr(text.text, "# perhaps key: x?  # rename it"));
    tacit_plan_free(plan);
    tacit_buffer_free(&text);
    json_decref(record);
    tacit_ctx_free(cx);
}

/* Where the outputs go, whatever the data is. */
static void test_outputs(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        { "folder/people.csv", "people-safe.csv" },
        { "people.parquet", "people-safe.parquet" },
        { "duckdb:shop.db#customers", "customers-safe.csv" },
        { "people.unknown", "people-safe.csv" },
        { "", "data-safe.csv" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        tacit_ctx *cx = tacit_ctx_new();
        json_t *record = json_pack("{s:{s:s}}", "data", "uri", cases[i][0]);
        tacit_buffer text = { 0 };
        char expected[64];
        (void)snprintf(expected, sizeof expected, "\noutput: %s\n", cases[i][1]);
        assert_int_equal(tacit_init_plan(cx, record, NULL, &text), TACIT_OK);
        if (strstr(text.text, expected) == NULL)
            fail_msg("%s: not %s", cases[i][0], cases[i][1]);
        tacit_buffer_free(&text);
        json_decref(record);
        tacit_ctx_free(cx);
    }
}

/* 10 000 columns: one suggestion each, and tables that stay short. */
static void test_wide(void **state)
{
    (void)state;
    enum { WIDE = 10000 };
    tacit_ctx *cx = tacit_ctx_new();
    tacit_buffer csv = { 0 }, text = { 0 };
    for (size_t j = 0; j < WIDE; j++)
        assert_int_equal(tacit_buffer_format(cx, &csv, "%sname%zu", j > 0 ? "," : "", j), TACIT_OK);
    for (size_t i = 0; i < 3; i++)
        for (size_t j = 0; j < WIDE; j++)
            assert_int_equal(
                tacit_buffer_format(cx, &csv, "%sv%zu", j > 0 ? "," : "\n", (i + j) % 3), TACIT_OK);
    write_file("a.csv", csv.text);
    json_t *record = inspect(cx, "data: a.csv");
    assert_int_equal(json_array_size(json_object_get(record, "profile")), WIDE);
    const json_t *roles = json_array_get(
        json_object_get(
            json_array_get(json_object_get(json_object_get(record, "before"), "risks"), 0),
            "tables"),
        0);
    const json_t *rows = json_object_get(roles, "rows");
    assert_int_equal(json_array_size(rows), 61);
    assert_string_equal(json_string_value(json_array_get(json_array_get(rows, 60), 0)),
                        "\xe2\x80\xa6 and 9940 more");
    tacit_plan *plan = init(cx, record, &text);
    assert_int_equal(plan->n_roles, WIDE);
    tacit_plan_free(plan);
    json_decref(record);
    tacit_buffer_free(&csv);
    tacit_buffer_free(&text);
    tacit_ctx_free(cx);
}

/* The example survey: the roles its makers gave, and a plan that runs to a verdict.  Its makers
 * gave none to the relation to the head of the household, which neighbours know: a key. */
static void test_survey(void **state)
{
    (void)state;
    tacit_ctx *cx = tacit_ctx_new();
    tacit_survey *survey = NULL;
    tacit_table *table = NULL;
    assert_int_equal(tacit_survey_new(cx, 42, 2000, &survey), TACIT_OK);
    const tacit_rows *rows = tacit_survey_source(survey);
    assert_int_equal(rows->next(cx, rows->user, &table), TACIT_OK);
    assert_int_equal(tacit_write_table(cx, table, "survey.csv", "survey.csv"), TACIT_OK);
    json_t *record = inspect(cx, "data: survey.csv"), *run = NULL;
    tacit_buffer text = { 0 };
    tacit_plan *plan = init(cx, record, &text);
    const unsigned checked = TACIT_ROLE_IDENTIFIER | TACIT_ROLE_KEY | TACIT_ROLE_SENSITIVE |
                             TACIT_ROLE_WEIGHT | TACIT_ROLE_HOUSEHOLD;
    for (size_t j = 0; j < tacit_table_columns(table); j++)
        for (unsigned role = 1; role <= TACIT_ROLE_HOUSEHOLD; role <<= 1) {
            const char *name = tacit_column_name(tacit_table_column(table, j));
            const bool given = (tacit_table_roles(table, j) & role & checked) != 0 ||
                               (strcmp(name, "relation") == 0 && role == TACIT_ROLE_KEY);
            if (has_role(plan, name, (tacit_role)role) != given)
                fail_msg("column %s has other roles than its makers gave", name);
        }
    assert_int_equal(do_task(cx, &tacit_task_protect, text.text, &run), TACIT_OK);
    const json_t *required = json_object_get(run, "requirements");
    assert_int_equal(json_array_size(required), 1);
    assert_int_equal(json_is_true(json_object_get(run, "released")),
                     json_is_true(json_object_get(json_array_get(required, 0), "holds")));
    json_decref(run);
    json_decref(record);
    tacit_plan_free(plan);
    tacit_buffer_free(&text);
    tacit_table_free(table);
    tacit_survey_free(survey);
    tacit_ctx_free(cx);
}

/* Semicolons and decimal commas: read as such, and the plan says so; not if a column has decimal
 * points, and not if the reader says what stands for what. */
static void test_commas(void **state)
{
    (void)state;
    tacit_ctx *cx = tacit_ctx_new();
    tacit_buffer text = { 0 };
    write_file("a.csv", "sex;income\nf;1234,50\nm;88\nf;9,25\n");
    json_t *record = inspect(cx, "data: a.csv");
    assert_string_equal(json_string_value(json_object_get(profile_of(record, 1), "type")), "real");
    assert_int_equal(tacit_warning_count(cx), 1);
    tacit_plan *plan = init(cx, record, &text);
    assert_non_null(strstr(text.text, "data: {path: a.csv, decimal: \",\"}"));
    tacit_plan_free(plan);
    json_decref(record);
    tacit_buffer_free(&text);
    write_file("a.csv", "born;income\n25.07.1978;1.234,50\n12.11.1950;88\n13.12.1961;9,25\n");
    record = inspect(cx, "data: a.csv");
    assert_string_equal(json_string_value(json_object_get(profile_of(record, 0), "type")),
                        "category");
    assert_string_equal(json_string_value(json_object_get(profile_of(record, 1), "type")), "real");
    plan = init(cx, record, &text);
    assert_non_null(strstr(text.text, "data: {path: a.csv, decimal: \",\", thousands: \".\"}"));
    tacit_plan_free(plan);
    json_decref(record);
    tacit_buffer_free(&text);
    record = inspect(cx, "data: {path: a.csv, decimal: .}");
    assert_string_equal(json_string_value(json_object_get(profile_of(record, 1), "type")),
                        "category");
    json_decref(record);
    write_file("a.csv", "rate;income\n1.5;1234,50\n2;88\n3;9,25\n");
    record = inspect(cx, "data: a.csv");
    assert_string_equal(json_string_value(json_object_get(profile_of(record, 1), "type")),
                        "category");
    json_decref(record);
    tacit_ctx_free(cx);
}

/* Codes of regions stay codes, decimals are no codes, and columns without a role stand together if
 * about as many records are unique by them. */
static void test_numbered(void **state)
{
    (void)state;
    tacit_ctx *cx = tacit_ctx_new();
    tacit_buffer csv = { 0 }, text = { 0 };
    assert_int_equal(
        tacit_buffer_text(cx, &csv, "region,employment,creatinine,score1,score2,lab\n"), TACIT_OK);
    for (size_t i = 0; i < 160; i++)
        assert_int_equal(tacit_buffer_format(cx, &csv, "%zu,%zu,1.%zu,%zu.25,%zu.5,%zu.75\n",
                                             i % 16 + 1, i % 4, i / 10 + 10, i % 100, i % 120, i),
                         TACIT_OK);
    write_file("a.csv", csv.text);
    json_t *record = inspect(cx, "data: a.csv");
    tacit_plan *plan = init(cx, record, &text);
    assert_non_null(strstr(text.text, "  region: {codes: {}}\n"));
    assert_non_null(strstr(text.text, "# no role: creatinine  # 16 different numbers; 0 %"));
    assert_non_null(strstr(text.text, "  # no role, 2 columns: 100 to 120 different numbers; "
                                      "25 to 50 % of the records are unique by it:\n"
                                      "  #   score1, score2\n"));
    assert_non_null(strstr(text.text, "# no role: lab  # 160 different numbers; 100 %"));
    tacit_plan_free(plan);
    json_decref(record);
    tacit_buffer_free(&csv);
    tacit_buffer_free(&text);
    tacit_ctx_free(cx);
}

/* Two groups of five and more, and one record apart: one level for all records cannot keep the
 * sex, others can; what is written runs, and what is not taken stands in comments. */
static void test_ways(void **state)
{
    (void)state;
    tacit_ctx *cx = tacit_ctx_new();
    json_t *record = NULL, *run = NULL;
    write_file("a.csv", "age,sex,born\n31,f,1.2.1990\n31,f,1.2.1990\n31,f,1.2.1990\n31,f,1.2.1990\n"
                        "31,f,1.2.1990\n31,f,1.2.1990\n32,m,31.12.1991\n33,m,1.3.1991\n"
                        "34,m,1.4.1991\n35,m,1.5.1991\n36,m,1.6.1991\n"
                        "71,f,13.5.1950\n");
    assert_int_equal(do_task(cx, &tacit_task_init, "data: a.csv", &record), TACIT_OK);
    const char *plan = json_string_value(json_object_get(record, "plan_text"));
    assert_non_null(strstr(plan, "age: {intervals: {widths: [5, 10, 20]}}"));
    assert_non_null(strstr(plan, "  # Of 4 ways that were tried on this data"));
    assert_non_null(strstr(plan, "  # Instead: one level for all records; keeps "));
    assert_null(strstr(plan, "cluster: {"));
    assert_null(strstr(plan, "1990")); /* a plan holds no value of the data */
    assert_int_equal(do_task(cx, &tacit_task_protect, plan, &run), TACIT_OK);
    assert_true(json_is_true(json_object_get(run, "released")));
    json_decref(run);
    json_decref(record);
    tacit_ctx_free(cx);
}

/* Called while ways are tried: stops at the given call. */
static int stop_trial(void *user, const char *stage, uint64_t done, uint64_t total)
{
    int *left = (int *)user;
    (void)done;
    (void)total;
    return strncmp(stage, "Trying", 6) == 0 && --*left == 0;
}

/* Each trial begins with a stage: the third call comes from inside the first. */
static void test_stop(void **state)
{
    (void)state;
    tacit_ctx *cx = tacit_ctx_new();
    json_t *record = NULL;
    int left = 3;
    write_file("a.csv", "sex,age\nf,30\nf,31\nm,40\nm,41\nf,50\nf,30\n");
    tacit_ctx_on_progress(cx, stop_trial, &left);
    assert_int_equal(do_task(cx, &tacit_task_init, "data: a.csv", &record), TACIT_ERR_CANCELLED);
    assert_int_equal(left, 0); /* and no other trial was begun */
    json_decref(record);
    tacit_ctx_free(cx);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_small, enter_folder, leave_folder),
        cmocka_unit_test_setup_teardown(test_bare, enter_folder, leave_folder),
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_control_character),
        cmocka_unit_test(test_outputs),
        cmocka_unit_test_setup_teardown(test_wide, enter_folder, leave_folder),
        cmocka_unit_test_setup_teardown(test_commas, enter_folder, leave_folder),
        cmocka_unit_test_setup_teardown(test_numbered, enter_folder, leave_folder),
        cmocka_unit_test_setup_teardown(test_stop, enter_folder, leave_folder),
        cmocka_unit_test_setup_teardown(test_ways, enter_folder, leave_folder),
        cmocka_unit_test_setup_teardown(test_survey, enter_folder, leave_folder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
