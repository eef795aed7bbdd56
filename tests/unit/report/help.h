/*
 * help.h - what the tests of report/ share: a context, the example record, searching.
 */
#ifndef TACIT_TESTS_UNIT_REPORT_HELP_H
#define TACIT_TESTS_UNIT_REPORT_HELP_H

#include "support/check.h"

#include <stdio.h>

#include <jansson.h>

#include "base/text.h"

/* What an attacker would put into every text. */
static const char ATTACK[] = "<script>alert(\"x\")</script>'&\x1b[31m$";

/* Make the context that the tests of a group share. */
static inline int set_up(void **state)
{
    *state = tacit_ctx_new();
    return *state == NULL;
}

/* Free it. */
static inline int tear_down(void **state)
{
    tacit_ctx_free(*state);
    return 0;
}

/* A JSON text with ' for ". */
static inline json_t *parse(const char *text)
{
    char *own = test_malloc(strlen(text) + 1);
    for (size_t i = 0; i <= strlen(text); i++)
        own[i] = text[i] == '\'' ? '"' : text[i];
    json_error_t error;
    json_t *value = json_loads(own, JSON_DECODE_ANY, &error);
    if (value == NULL)
        print_error("%s\n%s\n", error.text, own);
    assert_non_null(value);
    test_free(own);
    return value;
}

/* tests/data/record.json, found from the place of this file. */
static inline json_t *example_record(void)
{
    char path[1024];
    const char *end = strstr(__FILE__, "unit/report/");
    assert_non_null(end);
    snprintf(path, sizeof path, "%.*sdata/record.json", (int)(end - __FILE__), __FILE__);
    json_t *record = json_load_file(path, 0, NULL);
    assert_non_null(record);
    return record;
}

/* How often `part` occurs in `text`. */
static inline size_t count_text(const char *text, const char *part)
{
    size_t n = 0;
    for (const char *at = strstr(text, part); at != NULL; at = strstr(at + strlen(part), part))
        n++;
    return n;
}

/* Fail unless `part` occurs in `text`. */
static inline void assert_has(const char *text, const char *part)
{
    if (strstr(text, part) == NULL)
        fail_msg("'%s' is not in the output", part);
}

/* Fail if `part` occurs in `text`. */
static inline void assert_lacks(const char *text, const char *part)
{
    if (strstr(text, part) != NULL)
        fail_msg("'%s' is in the output", part);
}

enum { DEEPEST_ELEMENT = 64, LONGEST_NAME = 24 };

/* True for elements that have no end tag. */
static inline int is_void_element(const char *name)
{
    return strcmp(name, "meta") == 0 || strcmp(name, "!DOCTYPE") == 0;
}

/* Check that each element of `markup` is closed in the right order. */
static inline void assert_balanced(const char *markup)
{
    char open[DEEPEST_ELEMENT][LONGEST_NAME];
    size_t depth = 0;
    for (const char *at = strchr(markup, '<'); at != NULL; at = strchr(at + 1, '<')) {
        const char *end = strchr(at, '>');
        assert_non_null(end);
        const int closing = at[1] == '/';
        const char *word = at + 1 + closing;
        const size_t n = strcspn(word, " >/\n");
        assert_true(n > 0 && n < LONGEST_NAME);
        char name[LONGEST_NAME];
        snprintf(name, sizeof name, "%.*s", (int)n, word);
        if (closing) {
            assert_true(depth > 0);
            assert_string_equal(open[--depth], name);
        } else if (end[-1] != '/' && !is_void_element(name)) {
            assert_true(depth < DEEPEST_ELEMENT);
            memcpy(open[depth++], name, sizeof name);
        }
    }
    assert_int_equal(depth, 0);
}

#endif
