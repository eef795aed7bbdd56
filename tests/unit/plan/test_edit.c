/*
 * test_edit.c - one value of a plan is changed and the rest of its text stays.
 *
 * Provenance: each new text was written by hand, as a person with an editor would.
 */
#include "support/check.h"

#include <stdio.h>
#include <stdlib.h>

#include "plan/edit/edit.h"

enum { MOST_PARTS = 8 };

/* Split "a/b/c" at its slashes and edit. */
static tacit_status edit(tacit_ctx *cx, const char *text, const char *way, const char *json,
                         tacit_buffer *out)
{
    char copy[256];
    const char *part[MOST_PARTS];
    tacit_plan_path path = { 0, part };
    snprintf(copy, sizeof copy, "%s", way);
    char *rest = NULL;
    for (char *at = strtok_r(copy, "/", &rest); at != NULL; at = strtok_r(NULL, "/", &rest))
        part[path.n++] = at;
    json_t *value = json != NULL ? json_loads(json, JSON_DECODE_ANY, NULL) : NULL;
    assert_true(json == NULL || value != NULL);
    const tacit_status status = tacit_plan_edit(cx, text, &path, value, out);
    json_decref(value);
    return status;
}

/* `before` becomes `after`. */
static void changes(const char *before, const char *way, const char *json, const char *after)
{
    tacit_ctx *cx = tacit_ctx_new();
    tacit_buffer out = { 0 };
    const tacit_status status = edit(cx, before, way, json, &out);
    if (status != TACIT_OK)
        fail_msg("%s in <%s>: %s", way, before, tacit_message(cx));
    if (strcmp(out.text, after) != 0)
        fail_msg("%s in <%s>:\n<%s> instead of\n<%s>", way, before, out.text, after);
    tacit_buffer_free(&out);
    tacit_ctx_free(cx);
}

/* A change that adds, and its removal, which gives the old text again. */
static void adds(const char *before, const char *way, const char *json, const char *after)
{
    changes(before, way, json, after);
    changes(after, way, NULL, before);
}

static void refuses(const char *before, const char *way, const char *json, const char *message)
{
    tacit_ctx *cx = tacit_ctx_new();
    tacit_buffer out = { 0 };
    assert_int_equal(edit(cx, before, way, json, &out), TACIT_ERR_INPUT);
    assert_string_equal(tacit_message(cx), message);
    assert_null(out.text);
    tacit_buffer_free(&out);
    tacit_ctx_free(cx);
}

static void test_replace_scalars(void **state)
{
    (void)state;
    changes("a: 1 # one\nb: 2\n", "a", "3", "a: 3 # one\nb: 2\n");
    changes("a: \"x y\"   # q\nb: 'it''s'\n", "a", "\"z\"", "a: z   # q\nb: 'it''s'\n");
    changes("a: \"x y\"   # q\nb: 'it''s'\n", "b", "true", "a: \"x y\"   # q\nb: true\n");
    changes("a:   1\n", "a", "1", "a:   1\n");
    changes("\"a b\": 1\n'c': 2\n", "a b", "5", "\"a b\": 5\n'c': 2\n");
    changes("a: x\n  y\n  z # c\nb: 1\n", "a", "0.5", "a: 0.5 # c\nb: 1\n");
    changes("a: \"x\n  y\" # c\nb: 1\n", "a", "null", "a: null # c\nb: 1\n");
    changes("a:\nb: 1\n", "a", "2", "a: 2\nb: 1\n");
    changes("a: # c\nb: 1\n", "a", "2", "a: 2 # c\nb: 1\n");
    changes("- 1\n-\n- 3 # c\n", "1", "2", "- 1\n- 2\n- 3 # c\n");
    changes("- 1\n- 2 # c\n", "1", "[]", "- 1\n- [] # c\n");
    changes("{\"a\":1,\"b\":2}", "b", "\"x\"", "{\"a\":1,\"b\":\"x\"}");
    changes("{a, b: 2}", "a", "1", "{a: 1, b: 2}");
    changes("a:\tx\t# c\n", "a", "\"y\"", "a:\ty\t# c\n");
}

static void test_replace_lines(void **state)
{
    (void)state;
    changes("a: | # head\n  x\n  y\n\n# c\nb: 1\n", "a", "2", "a: 2 # head\n\n# c\nb: 1\n");
    changes("a: >-\n  x\n\n  y\nb: 1\n", "a", "2", "a: 2\nb: 1\n");
    changes("a: |+\n  x\n\n\nb: 1\n", "b", "2", "a: |+\n  x\n\n\nb: 2\n");
    changes("a: |\n  x", "a", "2", "a: 2");
    changes("- |2\n    x\n- y\n", "0", "\"x\\ny\"", "- \"x\\ny\"\n- y\n");
}

static void test_replace_collections(void **state)
{
    (void)state;
    changes("a: {x: 1, y: [2]} # c\nb: 1\n", "a", "[1, \"p q\", {\"k\": null}]",
            "a: [1, p q, {k: null}] # c\nb: 1\n");
    changes("a: # head\n  # first\n  x: 1\n  y: 2 # gone\n# c\nb: 1\n", "a", "{}",
            "a: {} # head\n  # first\n# c\nb: 1\n");
    changes("a:\n- 1\n- 2\nb: 1\n", "a", "7", "a: 7\nb: 1\n");
    changes("a:\n  - 1\n  - 2", "a", "[3]", "a: [3]");
    changes("- x: 1\n  y: 2 # c\n- 3\n", "0", "4", "- 4 # c\n- 3\n");
    changes("- - 1\n  - 2\n- 3\n", "0/1", "5", "- - 1\n  - 5\n- 3\n");
    changes("steps:\n  - noise: {scale: 0.1} # n\n", "steps/0/noise/scale", "0.25",
            "steps:\n  - noise: {scale: 0.25} # n\n");
}

static void test_texts(void **state)
{
    (void)state;
    static const char *const quoted[] = {
        "1",     "-1.5", "1e3", "true",  "Null", "~",          "",    " x",  "x ",
        "a: b",  "a #b", "- x", "*a",    "&a",   "!t",         "@x",  "yes", "off",
        "0x1F",  "a,b",  "[x]", "{x}",   "nan",  ".inf",       "...", "---", "%x",
        "1_000", "?",    "a:",  "12:30", "=",    "2020-01-01", "<<",  "|"
    };
    for (size_t i = 0; i < sizeof quoted / sizeof quoted[0]; i++) {
        char json[64], after[64];
        snprintf(json, sizeof json, "\"%s\"", quoted[i]);
        snprintf(after, sizeof after, "a: \"%s\"\n", quoted[i]);
        changes("a: old\n", "a", json, after);
    }
    changes("a: 1\n", "a", "\"data/x.csv\"", "a: data/x.csv\n");
    changes("a: 1\n", "a", "\"./x\"", "a: ./x\n");
    changes("a: 1\n", "a", "\"gr\\u00f6\\u00dfe in cm\"",
            "a: gr\xc3\xb6\xc3\x9f"
            "e in cm\n");
    changes("a: 1\n", "a", "\"x\\ty\\\"z\\\\\"", "a: \"x\\ty\\\"z\\\\\"\n");
    changes("a: 1\n", "a", "\"\\u2028\\u0085\\ufeff\"", "a: \"\\u2028\\u0085\\ufeff\"\n");
    changes("a: \"1\"\n", "a", "1", "a: 1\n");
    changes("a: 1\n", "a", "1.0", "a: 1\n");
    changes("a: 2\n", "a", "1.0", "a: 1.0\n");
    changes("{\"a\": 1}", "a", "{\"k\": [\"x\", true]}", "{\"a\": {\"k\": [\"x\", true]}}");
    refuses("a: 1\n", "a", "\"\\u0001\"",
            "The plan cannot be changed at 'a': with the way it is written there, the change would "
            "not read back as asked; change it by hand.");
}

static void test_add_block(void **state)
{
    (void)state;
    adds("a: 1 # c\n", "b", "2", "a: 1 # c\nb: 2\n");
    adds("a: 1", "b", "2", "a: 1\nb: 2");
    adds("a: 1\r\nb:\r\n    c: 1\r\n# end\r\n", "b/d", "2",
         "a: 1\r\nb:\r\n    c: 1\r\n    d: 2\r\n# end\r\n");
    adds("a:\n   b: 1\n", "c", "{\"x\": 1}", "a:\n   b: 1\nc: {x: 1}\n");
    changes("a:\n   b: 1\n", "c/d/e", "[1]", "a:\n   b: 1\nc:\n   d:\n      e: [1]\n");
    changes("a:\n   b: 1\nc:\n   d:\n      e: [1]\n", "c", NULL, "a:\n   b: 1\n");
    changes("a:\n- 1\n", "a/-", "2", "a:\n- 1\n- 2\n");
    adds("a:\n- 1\n", "a/1", "2", "a:\n- 1\n- 2\n");
    changes("a:\n- 1\n", "b/-/k", "2", "a:\n- 1\nb:\n- k: 2\n");
    changes("a: 1\n", "b/-/k/l", "2", "a: 1\nb:\n  - k:\n      l: 2\n");
    adds("- x: 1\n- 2\n", "0/y", "2", "- x: 1\n  y: 2\n- 2\n");
    changes("a: # c\nb: 1\n", "a/x", "2", "a: # c\n  x: 2\nb: 1\n");
    changes("a:\nb: 1\n", "a/-", "2", "a:\n  - 2\nb: 1\n");
    changes("a: ~ # c\n", "a/x/y", "2", "a: {x: {y: 2}} # c\n");
    changes("- # c\n- 2\n", "0/x", "1", "- x: 1 # c\n- 2\n");
    adds("a: |+\n  x\n\n", "b", "1", "a: |+\n  x\n\nb: 1\n");
    adds("a: |\n  x\n\n# c\n", "b", "1", "a: |\n  x\nb: 1\n\n# c\n");
    adds("a: 1\n", "x: y", "1", "a: 1\n\"x: y\": 1\n");
    adds("a: 1\n", "null", "1", "a: 1\n\"null\": 1\n");
}

static void test_add_to_nothing(void **state)
{
    (void)state;
    adds("", "a", "1", "a: 1\n");
    adds("# only\n", "a", "1", "# only\na: 1\n");
    adds("# only", "a", "1", "# only\na: 1");
    adds("---\n", "a", "1", "---\na: 1\n");
    adds("---\n...\n", "a", "1", "---\na: 1\n...\n");
    adds("---\n# c\n...\n# after\n", "a", "1", "---\n# c\na: 1\n...\n# after\n");
    adds("\xef\xbb\xbf", "a", "1",
         "\xef\xbb\xbf"
         "a: 1\n");
    changes("", "a/-/b", "1", "a:\n  - b: 1\n");
    changes("", "-", "1", "- 1\n");
    adds("---\na: 1 # c\n...\n", "b", "2", "---\na: 1 # c\nb: 2\n...\n");
    adds("\xef\xbb\xbf"
         "a: 1\r\n",
         "b", "2",
         "\xef\xbb\xbf"
         "a: 1\r\nb: 2\r\n");
    changes("~\n", "a", "1", "{a: 1}\n");
}

static void test_add_flow(void **state)
{
    (void)state;
    adds("a: {x: 1}\n", "a/y", "2", "a: {x: 1, y: 2}\n");
    adds("a: {}\n", "a/y", "2", "a: {y: 2}\n");
    adds("a: { }\n", "a/y", "2", "a: {y: 2 }\n");
    adds("a: []\n", "a/0", "2", "a: [2]\n");
    adds("a: [1, 2]\n", "a/2", "{\"k\": 1}", "a: [1, 2, {k: 1}]\n");
    adds("a: {x: 1,}\n", "a/y", "2", "a: {x: 1, y: 2,}\n");
    adds("{}", "a", "\"x\"", "{\"a\": \"x\"}");
    adds("{\n  \"a\": 1, # x\n  \"b\": 2 # y\n}\n", "c", "\"z\"",
         "{\n  \"a\": 1, # x\n  \"b\": 2, # y\n  \"c\": \"z\"\n}\n");
    adds("{\n  \"a\": 1,\n  \"b\": 2, # y\n}\n", "c", "3",
         "{\n  \"a\": 1,\n  \"b\": 2, # y\n  \"c\": 3,\n}\n");
    adds("{\r\n\t\"a\": [\r\n\t\t1\r\n\t]\r\n}", "b", "1",
         "{\r\n\t\"a\": [\r\n\t\t1\r\n\t],\r\n\t\"b\": 1\r\n}");
    changes("a: {x: 1}\n", "a/y/z/-", "2", "a: {x: 1, y: {z: [2]}}\n");
    changes("a: {x: }\n", "a/x/y", "2", "a: {x: {y: 2} }\n");
}

static void test_remove(void **state)
{
    (void)state;
    changes("# about a\na: 1 # gone\n# about b\nb: 2\n", "a", NULL, "# about a\n# about b\nb: 2\n");
    changes("a:\n  x: 1\n  # in\n  y: 2\n\nb: 2\n", "a", NULL, "\nb: 2\n");
    changes("a:\n  x: 1 # c\nb: 2\n", "a/x", NULL, "a: {}\nb: 2\n");
    changes("a:\n  - x: 1\nb: 2\n", "a/0", NULL, "a: []\nb: 2\n");
    changes("a:\n  - x: 1\nb: 2\n", "a/0/x", NULL, "a:\n  - {}\nb: 2\n");
    changes("- a: 1 # c\n  b: 2\n  c: 3\n", "0/a", NULL, "- b: 2\n  c: 3\n");
    changes("- a: 1\n  # about b\n  b: 2\n", "0/a", NULL, "-\n  # about b\n  b: 2\n");
    changes("a: |\n  x\n  y\nb: 1\n", "a", NULL, "b: 1\n");
    changes("a: 1\nb: |\n  x\n", "b", NULL, "a: 1\n");
    changes("a: 1\nb: 2", "b", NULL, "a: 1");
    changes("a: 1\nb: 2", "a", NULL, "b: 2");
    changes("a: [1, 2, 3]\n", "a/0", NULL, "a: [2, 3]\n");
    changes("a: [1, 2, 3]\n", "a/1", NULL, "a: [1, 3]\n");
    changes("a: [1, 2, 3]\n", "a/2", NULL, "a: [1, 2]\n");
    changes("a: [1]\n", "a/0", NULL, "a: []\n");
    changes("{\n  \"a\": 1, # x\n  \"b\": 2 # y\n}\n", "b", NULL, "{\n  \"a\": 1 # x\n}\n");
    changes("{\n  \"a\": 1, # x\n  \"b\": 2 # y\n}\n", "a", NULL, "{\n  \"b\": 2 # y\n}\n");
    changes("a: [1, # one\n  2]\n", "a/0", NULL, "a: [\n  2]\n");
    changes("a: [1, # one\n  2]\n", "a/1", NULL, "a: [1 # one\n  ]\n");
    changes("a: 1\n", "b", NULL, "a: 1\n");
    changes("a: 1\n", "b/c/d", NULL, "a: 1\n");
    changes("", "a", NULL, "");
}

static void test_refusals(void **state)
{
    (void)state;
    refuses("a: 1\n", "a/b", "1",
            "The plan cannot be changed at 'b': it would be inside a text or number.");
    refuses("a: [1]\n", "a/x", "1",
            "The plan cannot be changed at 'x': a list has positions 0, 1, 2, and - behind its "
            "end.");
    refuses("a: [1]\n", "a/2", "1",
            "The plan cannot be changed at '2': the list ends before that.");
    refuses("a: 1\na: 2\n", "a", "1", "The plan cannot be changed at 'a': the key is given twice.");
    refuses("a: 1\n", "", "1", "A change of a plan needs a path to a value.");
    refuses("a: &x 1\n", "b", "1",
            "plan:1:4: a plan cannot use anchors (&name); write the value out where it is needed.");
    refuses("a: \xff\n", "b", "1", "plan:1:4: this is not valid UTF-8; save the plan in UTF-8.");
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_replace_scalars),
        cmocka_unit_test(test_replace_lines),
        cmocka_unit_test(test_replace_collections),
        cmocka_unit_test(test_texts),
        cmocka_unit_test(test_add_block),
        cmocka_unit_test(test_add_to_nothing),
        cmocka_unit_test(test_add_flow),
        cmocka_unit_test(test_remove),
        cmocka_unit_test(test_refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
