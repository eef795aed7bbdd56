/*
 * test_store.c - named tables in memory.
 */
#include "support/tables.h"

#include "table/store.h"

static void test_put_find_take(void **state)
{
    tacit_ctx *cx = *state;
    tacit_store *s = NULL;
    assert_ok(cx, tacit_store_new(cx, &s));
    assert_null(tacit_store_find(s, "a"));
    assert_null(tacit_store_take(s, "a"));
    for (int i = 0; i < 20; i++) {
        char name[8], cell[8];
        snprintf(name, sizeof name, "t%d", i);
        snprintf(cell, sizeof cell, "%d\n", i);
        assert_ok(cx, tacit_store_put(cx, s, name, table_of(cx, "x:i", cell)));
    }
    assert_int_equal(tacit_store_size(s), 20);
    assert_string_equal(tacit_store_name(s, 19), "t19");
    assert_cells(tacit_store_find(s, "t7"), "x", "7");
    tacit_table *t = tacit_store_take(s, "t7");
    assert_cells(t, "x", "7");
    tacit_table_free(t);
    assert_null(tacit_store_find(s, "t7"));
    assert_int_equal(tacit_store_size(s), 19);
    assert_cells(tacit_store_find(s, "t8"), "x", "8");
    tacit_store_free(s);
    tacit_store_free(NULL);
}

static void test_same_name(void **state)
{
    tacit_ctx *cx = *state;
    tacit_store *s = NULL;
    assert_ok(cx, tacit_store_new(cx, &s));
    assert_ok(cx, tacit_store_put(cx, s, "t", table_of(cx, "x:i", "1\n")));
    assert_ok(cx, tacit_store_put(cx, s, "t", table_of(cx, "x:i", "2\n")));
    assert_int_equal(tacit_store_size(s), 1);
    assert_cells(tacit_store_find(s, "t"), "x", "2");
    tacit_store_free(s);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_put_find_take),
        with_context(test_same_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
