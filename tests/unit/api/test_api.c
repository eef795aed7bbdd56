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

static void test_protect_and_verify(void **state)
{
    char plan[PLAN], path[PATH + 16], *record = NULL;
    tacit_ctx *cx = tacit_ctx_new();
    write_plan(*state,
               "require: {k_anonymity: {k: 2}}\n"
               "steps: [{recode: {columns: age, breaks: [30, 40, 50]}}]\n",
               plan);
    tacit_threads(2);
    assert_int_equal(tacit_protect(cx, plan, &record), TACIT_DONE);
    assert_non_null(strstr(record, "\"released\": true"));
    tacit_text_free(record);
    snprintf(path, sizeof path, "%s/out.csv", (char *)*state);
    assert_int_equal(tacit_verify(cx, path, &record), TACIT_DONE);
    assert_non_null(strstr(record, "\"verified\": true"));
    tacit_text_free(record);
    FILE *f = fopen(path, "a");
    assert_non_null(f);
    fputs("99,7\n", f);
    assert_int_equal(fclose(f), 0);
    assert_int_equal(tacit_verify(cx, path, &record), TACIT_NOT_RELEASED);
    tacit_text_free(record);
    tacit_ctx_free(cx);
}

static void test_refused_release(void **state)
{
    char plan[PLAN], path[PATH + 16], *record = NULL;
    tacit_ctx *cx = tacit_ctx_new();
    write_plan(*state, "require: {k_anonymity: {k: 2}}\n", plan);
    assert_int_equal(tacit_protect(cx, plan, &record), TACIT_NOT_RELEASED);
    assert_non_null(strstr(record, "\"released\": false"));
    tacit_text_free(record);
    snprintf(path, sizeof path, "%s/out.csv", (char *)*state);
    assert_int_equal(access(path, F_OK), -1);
    assert_int_equal(tacit_measure(cx, plan, &record), TACIT_NOT_RELEASED);
    tacit_text_free(record);
    snprintf(path, sizeof path, "%s/in.csv", (char *)*state);
    assert_int_equal(tacit_compare(cx, plan, path, &record), TACIT_DONE);
    assert_non_null(strstr(record, "\"utility\""));
    tacit_text_free(record);
    tacit_ctx_free(cx);
}

static void test_endings(void **state)
{
    char plan[PLAN], *record = NULL;
    tacit_ctx *cx = tacit_ctx_new();
    assert_int_equal(tacit_protect(cx, "data: [", &record), TACIT_WRONG_REQUEST);
    assert_null(record);
    assert_string_not_equal(tacit_message(cx), "");
    assert_int_equal(tacit_measure(cx, "data: /nowhere/x.csv\nroles: {key: a}\n", &record),
                     TACIT_WRONG_FILE);
    write_plan(*state, "steps: [{recode: {columns: age, breaks: [30, 40]}}]\n", plan);
    assert_int_equal(tacit_protect(cx, plan, &record), TACIT_WRONG_DATA);
    assert_null(strstr(tacit_message(cx), "41"));
    tacit_cancel(cx);
    assert_int_equal(tacit_protect(cx, plan, &record), TACIT_FAILED);
    tacit_ctx_free(cx);
}

static void test_version(void **state)
{
    (void)state;
    int parts[3] = { -1, -1, -1 };
    assert_int_equal(sscanf(tacit_version(), "%d.%d.%d", &parts[0], &parts[1], &parts[2]), 3);
    tacit_text_free(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_protect_and_verify, make_place, remove_place),
        cmocka_unit_test_setup_teardown(test_refused_release, make_place, remove_place),
        cmocka_unit_test_setup_teardown(test_endings, make_place, remove_place),
        cmocka_unit_test(test_version),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
