/*
 * test_content.c - the digest of a column's values.
 *
 * Provenance: properties only; no digest is an expected value.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/rng.h"
#include "support/group.h"
#include "table/content.h"

enum { ROWS = 3 * TACIT_BLOCK_ROWS + 5 };

static tacit_builder *start(tacit_ctx *cx, tacit_type type)
{
    tacit_builder *b = NULL;
    assert_int_equal(tacit_builder_new(cx, "x", type, 0, &b), TACIT_OK);
    return b;
}

static void add(tacit_ctx *cx, tacit_content *d, tacit_builder *b)
{
    tacit_column *c = NULL;
    assert_int_equal(tacit_builder_finish(cx, b, &c), TACIT_OK);
    assert_int_equal(tacit_content_add(cx, d, c), TACIT_OK);
    tacit_column_free(c);
}

static uint64_t digest(tacit_ctx *cx, uint64_t key, tacit_builder *b)
{
    tacit_content d = { .key = key };
    add(cx, &d, b);
    return d.state;
}

static int64_t cell(size_t i)
{
    return (int64_t)(i * 37 % 1000);
}

/* Rows from ... to - 1, with cells `a` and `b` exchanged. */
static tacit_builder *integers(tacit_ctx *cx, size_t from, size_t to, size_t a, size_t b)
{
    tacit_builder *out = start(cx, TACIT_TYPE_INTEGER);
    for (size_t i = from; i < to; i++) {
        const int64_t x = cell(i == a ? b : i == b ? a : i);
        assert_int_equal(tacit_builder_integers(cx, out, &x, NULL, 1), TACIT_OK);
    }
    return out;
}

static void test_parts(void **state)
{
    (void)state;
    tacit_ctx *cx = tacit_ctx_new();
    tacit_content d = { .key = 7 };
    const uint64_t whole = digest(cx, 7, integers(cx, 0, ROWS, 0, 0));
    add(cx, &d, integers(cx, 0, 2 * TACIT_BLOCK_ROWS, 0, 0));
    add(cx, &d, integers(cx, 2 * TACIT_BLOCK_ROWS, ROWS, 0, 0));
    assert_true(d.state == whole);
    assert_true(digest(cx, 8, integers(cx, 0, ROWS, 0, 0)) != whole); /* another key */
    tacit_ctx_free(cx);
}

/* Cells in other places, within a piece, a block and between blocks. */
static void test_order(void **state)
{
    (void)state;
    tacit_ctx *cx = tacit_ctx_new();
    const uint64_t whole = digest(cx, 7, integers(cx, 0, ROWS, 0, 0));
    static const size_t other[] = { 1, 600, TACIT_BLOCK_ROWS, ROWS - 1 };
    for (size_t k = 0; k < sizeof other / sizeof other[0]; k++) {
        assert_true(cell(0) != cell(other[k]));
        assert_true(digest(cx, 7, integers(cx, 0, ROWS, 0, other[k])) != whole);
    }
    assert_true(digest(cx, 7, integers(cx, 0, ROWS - 1, 0, 0)) != whole);
    tacit_ctx_free(cx);
}

static void test_numbers(void **state)
{
    (void)state;
    tacit_ctx *cx = tacit_ctx_new();
    static const int64_t whole[] = { 0, -3, INT64_C(1) << 53 };
    static const double real[] = { -0.0, -3.0, 9007199254740992.0 };
    tacit_builder *a = start(cx, TACIT_TYPE_INTEGER), *b = start(cx, TACIT_TYPE_REAL);
    assert_int_equal(tacit_builder_integers(cx, a, whole, NULL, 3), TACIT_OK);
    assert_int_equal(tacit_builder_reals(cx, b, real, NULL, 3), TACIT_OK);
    assert_true(digest(cx, 7, a) == digest(cx, 7, b));
    tacit_ctx_free(cx);
}

static uint64_t texts(tacit_ctx *cx, const char *first, const char *const *text, size_t n)
{
    tacit_builder *b = start(cx, TACIT_TYPE_CATEGORY);
    uint32_t code = 0;
    assert_int_equal(tacit_dict_add(cx, tacit_builder_dict(b), first, 1, &code), TACIT_OK);
    for (size_t i = 0; i < n; i++)
        assert_int_equal(text[i] == NULL ? tacit_builder_missing(cx, b)
                                         : tacit_builder_text(cx, b, text[i], 1),
                         TACIT_OK);
    return digest(cx, 7, b);
}

/* The order of the dictionary plays no part, nor does a text that no row has. */
static void test_texts(void **state)
{
    (void)state;
    tacit_ctx *cx = tacit_ctx_new();
    static const char *const one[] = { "a", "b", NULL, "a" }, *const two[] = { "a", "b", "a", "a" };
    const uint64_t d = texts(cx, "a", one, 4);
    assert_true(texts(cx, "b", one, 4) == d);
    assert_true(texts(cx, "z", one, 4) == d);
    assert_true(texts(cx, "a", two, 4) != d); /* missing is no value */
    tacit_ctx_free(cx);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_parts),
        cmocka_unit_test(test_order),
        cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_texts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
