/*
 * test_number_texts.c - texts in the order in which rows have them.
 *
 * Provenance: by hand, and against a table built row by row.
 */
#include "support/tables.h"
#include "support/group.h"

static void check(tacit_ctx *cx, const uint32_t *code, uint64_t valid, size_t n, const char *order)
{
    static const char *const texts[] = { "a", "b", "c", "d" };
    tacit_dict *dict = NULL;
    tacit_builder *b = NULL;
    tacit_column *c = NULL;
    tacit_table *t = NULL;
    uint32_t unused = 0;
    assert_ok(cx, tacit_dict_new(cx, &dict));
    for (size_t k = 0; k < 4; k++)
        assert_ok(cx, tacit_dict_add(cx, dict, texts[k], 1, &unused));
    assert_ok(cx, tacit_builder_new(cx, "x", TACIT_TYPE_CATEGORY, n, &b));
    assert_ok(cx, tacit_builder_codes(cx, b, dict, code, &valid, n));
    assert_ok(cx, tacit_builder_finish(cx, b, &c));
    assert_ok(cx, tacit_table_new(cx, n, &t));
    assert_ok(cx, tacit_table_add(cx, t, c));
    tacit_dict_free(dict);
    assert_ok(cx, tacit_table_number_texts(cx, t, 0));
    c = NULL;
    const tacit_column *now = tacit_table_column(t, 0);
    const tacit_dict *fresh = tacit_column_dict(now);
    assert_int_equal(tacit_dict_size(fresh), strlen(order));
    for (uint32_t k = 0; k < tacit_dict_size(fresh); k++)
        assert_int_equal(tacit_dict_text(fresh, k)[0], order[k]);
    for (size_t i = 0; i < n; i++) {
        assert_int_equal(tacit_column_is_missing(now, i), (valid >> i & 1) == 0);
        if (!tacit_column_is_missing(now, i))
            assert_string_equal(tacit_dict_text(fresh, tacit_column_codes(now)[i]), texts[code[i]]);
    }
    tacit_table_free(t);
}

static void test_orders(void **state)
{
    check(*state, (const uint32_t[]){ 0, 1, 0, 2, 3, 1 }, 0x3f, 6, "abcd");
    check(*state, (const uint32_t[]){ 2, 1, 2, 0, 3, 1 }, 0x3f, 6, "cbad");
    check(*state, (const uint32_t[]){ 3, 3, 1, 3, 3, 1 }, 0x3f, 6, "db");
    check(*state, (const uint32_t[]){ 2, 1, 2, 0, 3, 1 }, 0x3a, 6, "bad"); /* rows 1, 3 missing */
    check(*state, (const uint32_t[]){ 0, 1, 2, 3, 0, 0 }, 0x00, 6, "");
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_orders),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
