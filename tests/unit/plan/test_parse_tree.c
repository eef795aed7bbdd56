/*
 * test_parse_tree.c - YAML that is broken or hostile gets one clear sentence.
 *
 * Provenance: each text has the fault that its message names; places are counted by hand.
 */
#include "help.h"

#include <stdio.h>
#include <stdlib.h>

static void test_syntax(void **state)
{
    (void)state;
    check_wrong("data: b: c\n",
                "plan.yaml:1:8: this is not valid YAML: invalid nested block mapping on the same "
                "line.");
    check_wrong("data: \"x\n",
                "plan.yaml:1:8: this is not valid YAML: double-quoted scalar without closing "
                "quote.");
    check_wrong("a:\n\t- b\n",
                "plan.yaml:2:1: this is not valid YAML: tab character may not be used as "
                "indentation.");
    check_wrong("data: @x\n",
                "plan.yaml:1:7: this is not valid YAML: plain scalar cannot start with '@'.");
    /* Behind a '?' the parser of YAML would crash on these. */
    check_wrong("? p:\t:",
                "plan.yaml:1:5: this is not valid YAML: a tab stands behind ':'; write a space "
                "instead.");
    check_wrong("data: a.csv\n? p: \t- b",
                "plan.yaml:2:6: this is not valid YAML: a tab stands behind ':'; write a space "
                "instead.");
    tacit_ctx *cx = tacit_ctx_new();
    tacit_plan *p = NULL;
    assert_int_equal(tacit_plan_parse(cx, "p", "a: [1, 2\n", &PROTECT, &p), TACIT_ERR_INPUT);
    assert_non_null(strstr(tacit_message(cx), "this is not valid YAML"));
    tacit_ctx_free(cx);
}

static void test_anchors_and_tags(void **state)
{
    (void)state;
    check_wrong("data: &x a.csv\n",
                "plan.yaml:1:7: a plan cannot use anchors (&name); write the value out where it is "
                "needed.");
    check_wrong("data: *x\n",
                "plan.yaml:1:7: a plan cannot use aliases (*name); write the value out, or quote "
                "the text.");
    check_wrong("data: !!str a.csv\n",
                "plan.yaml:1:7: a plan cannot use tags (!name); remove it, or quote the text.");
    check_wrong("a: &a [x,x]\nb: &b [*a,*a]\nc: [*b,*b]\n",
                "plan.yaml:1:4: a plan cannot use anchors (&name); write the value out where it is "
                "needed.");
    check_wrong("data: a\n---\ndata: b\n",
                "plan.yaml:2:1: a file holds one plan, but a second begins here; remove the "
                "'---'.");
}

static void test_characters(void **state)
{
    (void)state;
    check_wrong("data: \"a\\0b\"\n",
                "plan.yaml:1:7: this text has a control character; remove it.");
    check_wrong("data: \"\\x01count\"\n",
                "plan.yaml:1:7: this text has a control character; remove it.");
    check_wrong("data: \xc3\xa4\noutput: b\xff\n",
                "plan.yaml:2:10: this is not valid UTF-8; save the plan in UTF-8.");
    tacit_ctx *cx = tacit_ctx_new();
    tacit_plan *p = parse_right(cx, "data: {path: \xc3\xa4.csv, delimiter: \"\\t\"}\noutput: b\n");
    assert_string_equal(p->data, "\xc3\xa4.csv");
    assert_string_equal(tacit_arg_text(&p->source, TACIT_SOURCE_DELIMITER), "\t");
    tacit_plan_free(p);
    tacit_ctx_free(cx);
}

/* Write `n` times `piece`. */
static char *repeat(const char *piece, size_t n)
{
    const size_t bytes = strlen(piece);
    char *text = malloc(n * bytes + 1);
    assert_non_null(text);
    for (size_t i = 0; i < n; i++)
        memcpy(text + i * bytes, piece, bytes);
    text[n * bytes] = '\0';
    return text;
}

static void test_limits(void **state)
{
    (void)state;
    char *deep = repeat("[", 100000), *deep_block = repeat("- ", 100000);
    char *many = repeat("- x\n", 200001), *large = repeat("# comment\n", 420000);
    check_wrong(deep, "plan.yaml:1:33: lists and maps are nested more than 32 deep; a plan needs "
                      "5.");
    check_wrong(deep_block, "plan.yaml:1:65: lists and maps are nested more than 32 deep; a plan "
                            "needs 5.");
    check_wrong(many, "plan.yaml:200000:3: a plan has at most 200000 values; this one has more.");
    check_wrong(large, "plan.yaml: a plan has at most 4 MiB of text.");
    free(deep);
    free(deep_block);
    free(many);
    free(large);
}

/* A word that is longer than any message: it is cut at a whole character. */
static void test_long_words(void **state)
{
    (void)state;
    char *word = repeat("\xc3\xa4", 3000);
    char *text = malloc(strlen(word) + 64);
    assert_non_null(text);
    snprintf(text, strlen(word) + 64, NEEDED "%s: 1\n", word);
    tacit_ctx *cx = tacit_ctx_new();
    tacit_plan *p = NULL;
    assert_int_equal(tacit_plan_parse(cx, "p", text, &PROTECT, &p), TACIT_ERR_INPUT);
    const char *message = tacit_message(cx);
    const size_t n = strlen(message);
    assert_true(n < 2000);
    assert_string_equal(message + n - 5, "\xc3\xa4...");
    free(word);
    free(text);
    tacit_ctx_free(cx);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_syntax),     cmocka_unit_test(test_anchors_and_tags),
        cmocka_unit_test(test_characters), cmocka_unit_test(test_limits),
        cmocka_unit_test(test_long_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
