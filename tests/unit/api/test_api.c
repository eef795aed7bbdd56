/*
 * test_api.c - the public calls of tacit.h, as a program that links the library uses them.
 *
 * This file includes no header of the library but tacit.h.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "tacit.h"
#include "support/group.h"

enum { PATH = 256, PLAN = 1024 };

/* A folder of its own with a small file: ages 30, 30, 40, 40, 41. */
static int make_place(void **state)
{
    char *folder = malloc(PATH), path[PATH + 16];
    snprintf(folder, PATH, "/tmp/tacit-api-XXXXXX");
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/in.csv", folder);
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fputs("name,age,pay\nann,30,1\nbob,30,2\ncid,40,3\ndee,40,4\neve,41,5\n", f);
    assert_int_equal(fclose(f), 0);
    *state = folder;
    return 0;
}

static int remove_place(void **state)
{
    static const char *const names[] = { "in.csv", "out.csv", "out.csv.certificate.json" };
    char *folder = *state, path[PATH + 64];
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        unlink(path);
    }
    assert_int_equal(rmdir(folder), 0); /* nothing else was left there */
    free(folder);
    return 0;
}

static void write_plan(const char *folder, const char *rest, char out[PLAN])
{
    snprintf(out, PLAN,
             "data: %s/in.csv\nroles: {identifier: name, key: age}\noutput: %s/out.csv\n%s", folder,
             folder, rest);
}

/* Do a task; the record is freed by the caller. */
static tacit_ending run(tacit_ctx *cx, const char *what, const char *plan, tacit_verdict *verdict,
                        char **record)
{
    return tacit_run(cx, NULL, what, plan, NULL, verdict, record);
}

/* The ending of a task whose record must have the text `has`. */
static void ends(tacit_ctx *cx, const char *what, const char *plan, tacit_ending ending,
                 const char *has)
{
    tacit_verdict verdict = TACIT_VERDICT_NONE;
    char *record = NULL;
    assert_int_equal(run(cx, what, plan, &verdict, &record), ending);
    assert_int_equal(verdict == TACIT_VERDICT_FAILS, ending == TACIT_NOT_RELEASED);
    if (strstr(record, has) == NULL)
        fail_msg("no %s in %s", has, record);
    tacit_text_free(record);
}

static void test_protect_and_verify(void **state)
{
    char plan[PLAN], check[PLAN], path[PATH + 16];
    tacit_ctx *cx = tacit_ctx_new();
    write_plan(*state,
               "require: {k_anonymity: {k: 2}}\n"
               "steps: [{recode: {columns: age, breaks: [30, 40, 50]}}]\n",
               plan);
    ends(cx, "protect", plan, TACIT_DONE, "\"released\": true");
    snprintf(path, sizeof path, "%s/out.csv", (char *)*state);
    snprintf(check, sizeof check, "data: %s\n", path);
    ends(cx, "verify", check, TACIT_DONE, "\"verified\": true");
    FILE *f = fopen(path, "a");
    assert_non_null(f);
    fputs("99,7\n", f);
    assert_int_equal(fclose(f), 0);
    ends(cx, "verify", check, TACIT_NOT_RELEASED, "\"verified\": false");
    tacit_ctx_free(cx);
}

/* The library replaces what is no result of tacit by force only, as the command does. */
static void test_force(void **state)
{
    char plan[PLAN], path[PATH + 16];
    tacit_ctx *cx = tacit_ctx_new();
    write_plan(*state, "steps: [{round: {columns: pay, base: 2}}]\n", plan);
    snprintf(path, sizeof path, "%s/out.csv", (char *)*state);
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fputs("precious\n", f);
    assert_int_equal(fclose(f), 0);
    ends(cx, "protect", plan, TACIT_WRONG_REQUEST, "is not a result of tacit");
    assert_int_equal(tacit_run(cx, NULL, "protect", plan, "{\"force\": false}", NULL, NULL),
                     TACIT_WRONG_REQUEST);
    assert_int_equal(tacit_run(cx, NULL, "protect", plan, "{\"force\": true}", NULL, NULL),
                     TACIT_DONE);
    ends(cx, "protect", plan, TACIT_DONE, "\"released\": true"); /* it is ours now */
    tacit_ctx_free(cx);
}

static void test_refused_release(void **state)
{
    char plan[PLAN], more[2 * PLAN], path[PATH + 16];
    tacit_ctx *cx = tacit_ctx_new();
    write_plan(*state, "require: {k_anonymity: {k: 2}}\n", plan);
    ends(cx, "protect", plan, TACIT_NOT_RELEASED, "\"released\": false");
    snprintf(path, sizeof path, "%s/out.csv", (char *)*state);
    assert_int_equal(access(path, F_OK), -1);
    ends(cx, "measure", plan, TACIT_NOT_RELEASED, "\"holds\": false");
    snprintf(more, sizeof more, "%scompare: {protected: %s/in.csv}\n", plan, (char *)*state);
    ends(cx, "compare", more, TACIT_DONE, "\"utility\"");
    tacit_ctx_free(cx);
}

static void test_endings(void **state)
{
    char plan[PLAN];
    tacit_ctx *cx = tacit_ctx_new();
    ends(cx, "protect", "data: [", TACIT_WRONG_REQUEST, "\"ok\": false");
    assert_string_not_equal(tacit_message(cx), "");
    ends(cx, "nothing", "data: a.csv", TACIT_WRONG_REQUEST, "There is no task 'nothing'.");
    ends(cx, "compare", "data: a.csv", TACIT_WRONG_REQUEST, "compare needs 'protected'");
    ends(cx, "measure", "data: /nowhere/x.csv\nroles: {key: a}\n", TACIT_WRONG_FILE,
         "\"status\": 5");
    write_plan(*state, "steps: [{recode: {columns: age, breaks: [30, 40]}}]\n", plan);
    ends(cx, "protect", plan, TACIT_WRONG_DATA, "\"ok\": false");
    assert_null(strstr(tacit_message(cx), "41"));
    tacit_ctx_free(cx);
}

static void test_options(void **state)
{
    static const char *const wrong[] = {
        "{", "[]", "{\"memory\": -1}", "{\"file\": 3}", "{\"memry\": 1}", ""
    };
    char plan[PLAN], *record = NULL;
    tacit_verdict verdict = TACIT_VERDICT_HOLDS;
    tacit_ctx *cx = tacit_ctx_new();
    write_plan(*state, "steps: [{nose: {columns: age}}]\n", plan);
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        assert_int_equal(tacit_run(cx, NULL, "protect", plan, wrong[i], &verdict, &record),
                         TACIT_WRONG_REQUEST);
        assert_int_equal(verdict, TACIT_VERDICT_NONE);
        tacit_text_free(record);
    }
    assert_int_equal(
        tacit_run(cx, NULL, "protect", plan, "{\"file\": \"mine.yaml\"}", &verdict, &record),
        TACIT_WRONG_REQUEST);
    assert_non_null(strstr(record, "mine.yaml:4:"));
    tacit_text_free(record);
    tacit_ctx_free(cx);
}

/* What a host leaves out is a failure, not a crash; what it does not want is not given. */
static void test_nothing(void **state)
{
    char plan[PLAN], *record = NULL;
    tacit_ctx *cx = tacit_ctx_new();
    assert_int_equal(tacit_run(cx, NULL, NULL, "data: a.csv\n", NULL, NULL, &record),
                     TACIT_WRONG_REQUEST);
    assert_non_null(strstr(record, "name of a task and a plan"));
    tacit_text_free(record);
    assert_int_equal(tacit_run(cx, NULL, "inspect", NULL, NULL, NULL, NULL), TACIT_WRONG_REQUEST);
    write_plan(*state, "", plan);
    assert_int_equal(tacit_run(cx, NULL, "inspect", plan, NULL, NULL, NULL), TACIT_DONE);
    assert_string_equal(tacit_message(cx), "");
    assert_int_equal(tacit_describe(cx, NULL), TACIT_WRONG_REQUEST);
    assert_int_equal(tacit_run(NULL, NULL, "inspect", plan, NULL, NULL, NULL), TACIT_FAILED);
    assert_string_equal(tacit_message(NULL), "");
    tacit_ctx_free(cx);
}

static void test_describe(void **state)
{
    (void)state;
    static const char *const parts[] = { "\"name\": \"k_anonymity\"", "\"name\": \"compare\"",
                                         "\"chooses\": \"linker\"", "\"low\":" };
    char *catalog = NULL;
    tacit_ctx *cx = tacit_ctx_new();
    assert_int_equal(tacit_describe(cx, &catalog), TACIT_DONE);
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        assert_non_null(strstr(catalog, parts[i]));
    tacit_text_free(catalog);
    tacit_ctx_free(cx);
}

static void test_version(void **state)
{
    (void)state;
    int parts[3] = { -1, -1, -1 };
    assert_int_equal(sscanf(tacit_version(), "%d.%d.%d", &parts[0], &parts[1], &parts[2]), 3);
    tacit_text_free(NULL);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_protect_and_verify, make_place, remove_place),
        cmocka_unit_test_setup_teardown(test_force, make_place, remove_place),
        cmocka_unit_test_setup_teardown(test_refused_release, make_place, remove_place),
        cmocka_unit_test_setup_teardown(test_endings, make_place, remove_place),
        cmocka_unit_test_setup_teardown(test_options, make_place, remove_place),
        cmocka_unit_test_setup_teardown(test_nothing, make_place, remove_place),
        cmocka_unit_test(test_describe),
        cmocka_unit_test(test_version),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
