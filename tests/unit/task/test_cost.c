/*
 * test_cost.c - what a release cost and what it shows, in words.
 *
 * Provenance: counted by hand in files of ten records.
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

#include "support/group.h"
#include "task/tasks.h"

static int enter_folder(void **state)
{
    static const char csv[] = "age,sex,pay\n30,f,1\n31,f,2\n32,f,3\n33,f,4\n34,f,5\n"
                              "40,m,6\n41,m,7\n42,m,8\n43,m,9\n90,x,9\n";
    char *folder = strdup("/tmp/tacit-cost-XXXXXX");
    *state = folder;
    if (mkdtemp(folder) == NULL || chdir(folder) != 0)
        return -1;
    FILE *f = fopen("a.csv", "wb");
    return f != NULL && fputs(csv, f) >= 0 && fclose(f) == 0 ? 0 : -1;
}

static int leave_folder(void **state)
{
    static const char *const files[] = { "a.csv", "b.csv", "b.csv.certificate.json", NULL };
    for (size_t i = 0; files[i] != NULL; i++)
        (void)remove(files[i]);
    const int gone = chdir("/") == 0 ? rmdir(*state) : -1;
    free(*state);
    return gone;
}

/* Protect a.csv with these steps and check what is said of it. */
static void check(const char *steps, const char *lost, const char *shown)
{
    tacit_ctx *cx = tacit_ctx_new();
    char plan[1000];
    json_t *record = NULL;
    tacit_verdict verdict = TACIT_VERDICT_NONE;
    (void)snprintf(plan, sizeof plan,
                   "data: a.csv\nroles: {key: [age, sex], sensitive: [pay]}\n"
                   "hierarchies: {age: {intervals: {widths: [5, 10]}}, "
                   "sex: {tree: {branches: {both: [fits, nobody]}}}}\n"
                   "measures: []\nsteps: [%s]\noutput: b.csv\n",
                   steps);
    const tacit_run_spec spec = {
        .tasks = &tacit_task_catalog, .task = &tacit_task_protect, .file = "plan", .text = plan
    };
    if (tacit_task_run(cx, &spec, &verdict, &record) != TACIT_OK)
        fail_msg("%s", tacit_message(cx));
    assert_string_equal(json_string_value(json_object_get(record, "lost")), lost);
    assert_string_equal(json_string_value(json_object_get(record, "shown")), shown);
    json_decref(record);
    tacit_ctx_free(cx);
}

/* Ten persons in four households: h says which, r where they live. */
static const char HOMES[] = "h,r,x\n1,a,1\n1,a,2\n2,a,3\n2,a,4\n3,b,5\n3,b,6\n3,b,7\n4,b,8\n4,b,9\n"
                            "4,b,1\n";

/* Protect them with these steps, and count what a warning says of values that others tell. */
static void check_told(const char *steps, const char *warning)
{
    tacit_ctx *cx = tacit_ctx_new();
    char plan[1000];
    json_t *record = NULL;
    tacit_verdict verdict = TACIT_VERDICT_NONE;
    FILE *f = fopen("a.csv", "wb");
    assert_true(f != NULL && fputs(HOMES, f) >= 0 && fclose(f) == 0);
    (void)snprintf(plan, sizeof plan,
                   "data: a.csv\nroles: {key: [r, x], household: h}\nmeasures: []\n"
                   "steps: [%s]\noutput: b.csv\n",
                   steps);
    const tacit_run_spec spec = {
        .tasks = &tacit_task_catalog, .task = &tacit_task_protect, .file = "plan", .text = plan
    };
    if (tacit_task_run(cx, &spec, &verdict, &record) != TACIT_OK)
        fail_msg("%s", tacit_message(cx));
    assert_int_equal(tacit_warning_count(cx), warning != NULL);
    if (warning != NULL)
        assert_non_null(strstr(tacit_warning(cx, 0), warning));
    json_decref(record);
    tacit_ctx_free(cx);
}

/* Where r is blanked beside x = 1, in one member of two households, others of both tell it. */
static void test_told_by_others(void **state)
{
    (void)state;
    check_told("suppress: {columns: [r, x], combinations: {p: [a, '1'], q: [b, '1']}}",
               "tell 2 values");
    check_told("suppress: {columns: [r], combinations: {p: [a]}}", NULL);
    check_told("local_suppress: {columns: [r], k: 2, per: h}", NULL);
    check_told("suppress: {columns: [x], combinations: {p: ['1']}}", NULL);
}

static void test_words(void **state)
{
    (void)state;
    static const char shown[] = "pay is released as it is; 80 % of records are unique by it.";
    check("reorder: {keep: true}", "", shown);
    check("recode: {columns: [age], level: 1}", "age in 5-year groups", shown);
    check("recode: {columns: [age], level: 2}, local_suppress: {k: 4}",
          "age in 10-year groups, gone in 50 % of records; sex gone in 50 % of records", shown);
    check("suppress: {columns: [age], combinations: {age: ['30']}}, "
          "suppress: {columns: [sex], combinations: {sex: [x]}}",
          "gone in some records: age (10 %), sex (10 %)", shown);
    check("drop: {columns: [sex]}, top_code: {columns: [pay], at: 8}",
          "sex left out; pay changed in 20 % of records", "");
    check("suppress: {columns: [sex], combinations: {a: [x]}, how: remove}",
          "1 record (10 %) left out",
          "pay is released as it is; 100 % of records are unique by it.");
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_words, enter_folder, leave_folder),
        cmocka_unit_test_setup_teardown(test_told_by_others, enter_folder, leave_folder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
