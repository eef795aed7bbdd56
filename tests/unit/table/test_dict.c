/*
 * test_dict.c - dictionaries of texts.
 */
#include "support/check.h"

#include <stdio.h>

#include "table/dict.h"

static uint32_t add(tacit_ctx *cx, tacit_dict *d, const char *text)
{
    uint32_t code = UINT32_MAX;
    assert_ok(cx, tacit_dict_add(cx, d, text, strlen(text), &code));
    return code;
}

static void test_codes(void **state)
{
    tacit_ctx *cx = *state;
    tacit_dict *d = NULL;
    assert_ok(cx, tacit_dict_new(cx, &d));
    assert_int_equal(tacit_dict_size(d), 0);
    assert_int_equal(tacit_dict_find(d, "north"), 0); /* the size: not there */
    assert_int_equal(add(cx, d, "north"), 0);
    assert_int_equal(add(cx, d, "south"), 1);
    assert_int_equal(add(cx, d, "north"), 0);
    assert_int_equal(add(cx, d, ""), 2);
    assert_int_equal(add(cx, d, "nort"), 3);
    assert_int_equal(tacit_dict_size(d), 4);
    assert_int_equal(tacit_dict_find(d, "south"), 1);
    assert_int_equal(tacit_dict_find(d, ""), 2);
    assert_int_equal(tacit_dict_find(d, "west"), 4);
    assert_string_equal(tacit_dict_text(d, 1), "south");
    assert_int_equal(tacit_dict_length(d, 2), 0);
    assert_int_equal(tacit_dict_length(d, 3), 4);
    tacit_dict_free(d);
    tacit_dict_free(NULL);
}

static void test_bytes_not_text(void **state)
{
    tacit_ctx *cx = *state;
    tacit_dict *d = NULL;
    uint32_t a = 9, b = 9;
    assert_ok(cx, tacit_dict_new(cx, &d));
    assert_ok(cx, tacit_dict_add(cx, d, "ab", 1, &a)); /* n bytes, not to the NUL */
    assert_ok(cx, tacit_dict_add(cx, d, "a\0b", 3, &b));
    assert_int_equal(a, 0);
    assert_int_equal(b, 1);
    assert_string_equal(tacit_dict_text(d, 0), "a");
    assert_int_equal(tacit_dict_length(d, 1), 3);
    assert_memory_equal(tacit_dict_text(d, 1), "a\0b", 4);
    tacit_dict_free(d);
}

static void test_many(void **state)
{
    tacit_ctx *cx = *state;
    enum { MANY = 100000 };
    tacit_dict *d = NULL;
    char text[32];
    assert_ok(cx, tacit_dict_new(cx, &d));
    const size_t before = tacit_dict_bytes(d);
    for (int round = 0; round < 2; round++)
        for (uint32_t i = 0; i < MANY; i++) {
            snprintf(text, sizeof text, "value %u", i * 7919);
            assert_int_equal(add(cx, d, text), i);
        }
    assert_int_equal(tacit_dict_size(d), MANY);
    for (uint32_t i = 0; i < MANY; i++) {
        snprintf(text, sizeof text, "value %u", i * 7919);
        assert_string_equal(tacit_dict_text(d, i), text);
        assert_int_equal(tacit_dict_find(d, text), i);
    }
    assert_true(tacit_dict_bytes(d) > before + MANY * 8);
    tacit_dict_free(d);
}

static void test_share(void **state)
{
    tacit_ctx *cx = *state;
    tacit_dict *d = NULL;
    assert_ok(cx, tacit_dict_new(cx, &d));
    add(cx, d, "x");
    tacit_dict *again = tacit_dict_share(d);
    assert_ptr_equal(again, d);
    tacit_dict_free(d);
    assert_string_equal(tacit_dict_text(again, 0), "x");
    tacit_dict_free(again);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_codes),
        with_context(test_bytes_not_text),
        with_context(test_many),
        with_context(test_share),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
