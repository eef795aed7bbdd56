/*
 * test_drop.c - leaving columns out.
 */
#include "support/masks.h"

static void test_drop(void **state)
{
    tacit_table *t = table_of(*state, "a:i,b:c,c:r,d:d", "1,x,2.5,2000-01-01\n");
    tacit_table_set_roles(t, 2, TACIT_ROLE_SENSITIVE);
    mask m;
    add_column(add_column(start_mask(&m, "drop"), t, "d"), t, "a"); /* in any order */
    tacit_table *out = run_mask(*state, &m, t);
    assert_int_equal(tacit_table_columns(out), 2);
    assert_string_equal(tacit_column_name(tacit_table_column(out, 0)), "b");
    assert_string_equal(tacit_column_name(tacit_table_column(out, 1)), "c");
    assert_int_equal(tacit_table_roles(out, 1), TACIT_ROLE_SENSITIVE);
    assert_int_equal(tacit_table_columns(t), 4);
    tacit_table_free(out);
    tacit_table_free(t);
}

static void test_twice(void **state)
{
    tacit_table *t = table_of(*state, "a:i,b:c", "1,x\n");
    mask m;
    add_column(add_column(start_mask(&m, "drop"), t, "a"), t, "a");
    assert_mask_fails(*state, &m, t, TACIT_ERR_INPUT, "Column 'a' is to be dropped twice");
    assert_null(tacit_method_find("Drop"));
    tacit_table_free(t);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = { with_context(test_drop), with_context(test_twice) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
