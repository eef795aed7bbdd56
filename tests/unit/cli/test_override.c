/*
 * test_override.c - a key of a plan's text replaced.
 *
 * Provenance: the expected texts were written by hand.
 */
#include "support/check.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <jansson.h>

#include "cli/override.h"

static void check(const char *text, const char *key, const char *value, const char *expected)
{
    tacit_ctx *cx = tacit_ctx_new();
    char      *out = NULL;
    assert_int_equal(tacit_override(cx, text, key, value, &out), TACIT_OK);
    assert_string_equal(out, expected);
    tacit_ctx_free(cx);
}

static void test_replaces(void **state)
{
    (void)state;
    check("data: a\noutput: b\nseed: 1\n", "output", "c.csv",
          "data: a\noutput: \"c.csv\"\nseed: 1\n");
    check("'output' : b\n", "output", "c", "output: \"c\"\n");
    check("\"output\": b", "output", "say \"x\"", "output: \"say \\\"x\\\"\"\n");
}

static void test_keeps_lines(void **state)
{
    (void)state;
    check("output: >-\n  b\n  c\nseed: 1\n", "output", "d", "output: \"d\"\n\n\nseed: 1\n");
    check("# output: no\nreport: r\n", "report", "s", "# output: no\nreport: \"s\"\n");
}

static void test_adds(void **state)
{
    (void)state;
    check("data: a\n", "report", "r.html", "data: a\nreport: \"r.html\"\n");
    check("data: a", "report", "r", "data: a\nreport: \"r\"\n");
    check("", "report", "r", "report: \"r\"\n");
    check("outputs: x\nsteps:\n  output: y\n", "output", "z",
          "outputs: x\nsteps:\n  output: y\noutput: \"z\"\n");
}

static void test_json(void **state)
{
    (void)state;
    tacit_ctx *cx = tacit_ctx_new();
    char      *out = NULL;
    assert_int_equal(tacit_override(cx, " {\"data\": \"a\"}", "output", "b", &out), TACIT_OK);
    json_t *plan = json_loads(out, 0, NULL);
    assert_string_equal(json_string_value(json_object_get(plan, "output")), "b");
    assert_string_equal(json_string_value(json_object_get(plan, "data")), "a");
    json_decref(plan);
    assert_int_equal(tacit_override(cx, "{data: a}", "output", "b", &out), TACIT_ERR_INPUT);
    assert_non_null(strstr(tacit_message(cx), "'--output'"));
    tacit_ctx_free(cx);
}

static void test_read(void **state)
{
    (void)state;
    tacit_ctx *cx = tacit_ctx_new();
    char       path[] = "/tmp/tacit-override-XXXXXX";
    char      *out = NULL;
    const int  fd = mkstemp(path);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, "data: a\n", 8), 8);
    assert_int_equal(tacit_override_read(cx, path, &out), TACIT_OK);
    assert_string_equal(out, "data: a\n");
    assert_int_equal(write(fd, "\0", 1), 1);
    assert_int_equal(tacit_override_read(cx, path, &out), TACIT_ERR_INPUT);
    close(fd);
    unlink(path);
    assert_int_equal(tacit_override_read(cx, path, &out), TACIT_ERR_IO);
    assert_int_equal(tacit_override_read(cx, "/tmp", &out), TACIT_ERR_IO);
    tacit_ctx_free(cx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_replaces), cmocka_unit_test(test_keeps_lines),
        cmocka_unit_test(test_adds),     cmocka_unit_test(test_json),
        cmocka_unit_test(test_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
