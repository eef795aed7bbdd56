/*
 * test_table.c - tables: roles, copies that share, writing to a copy.
 */
#include "support/tables.h"

static tacit_table *people(tacit_ctx *cx)
{
    tacit_table *t = table_of(cx, "age:i,income:r,region:c,weight:r",
                              "31,10.5,north,1\n,20.25,south,2\n47,,north,3\n");
    tacit_table_set_roles(t, 0, TACIT_ROLE_KEY);
    tacit_table_set_roles(t, 2, TACIT_ROLE_KEY | TACIT_ROLE_STRATA);
    tacit_table_set_roles(t, 3, TACIT_ROLE_WEIGHT);
    return t;
}

static void test_roles(void **state)
{
    tacit_ctx *cx = *state;
    tacit_table *t = people(cx);
    tacit_select keys = { 0 }, both = { 0 }, none = { 0 };
    assert_ok(cx, tacit_table_with_role(cx, t, TACIT_ROLE_KEY, &keys));
    assert_int_equal(keys.n, 2);
    assert_int_equal(keys.at[0], 0);
    assert_int_equal(keys.at[1], 2);
    assert_ok(cx, tacit_table_with_role(cx, t, TACIT_ROLE_STRATA | TACIT_ROLE_WEIGHT, &both));
    assert_int_equal(both.n, 2);
    assert_ok(cx, tacit_table_with_role(cx, t, TACIT_ROLE_SENSITIVE, &none));
    assert_int_equal(none.n, 0);
    assert_int_equal(tacit_table_role_column(t, TACIT_ROLE_WEIGHT), 3);
    assert_int_equal(tacit_table_role_column(t, TACIT_ROLE_HOUSEHOLD), 4);
    assert_int_equal(tacit_table_find(t, "region"), 2);
    assert_int_equal(tacit_table_find(t, "Region"), 4);
    static const char *const names[] = { "identifier", "key",    "sensitive", "weight",
                                         "household",  "strata", "cluster" };
    for (size_t i = 0; i < TACIT_ROLES; i++)
        assert_string_equal(tacit_role_name(i), names[i]);
    tacit_table_free(t);
}

static void test_copy_shares(void **state)
{
    tacit_ctx *cx = *state;
    tacit_table *t = people(cx), *copy = NULL;
    assert_ok(cx, tacit_table_copy(cx, t, &copy));
    assert_true(same_table(t, copy));
    for (size_t j = 0; j < 4; j++) {
        assert_ptr_equal(tacit_table_column(t, j), tacit_table_column(copy, j));
        assert_int_equal(tacit_table_roles(t, j), tacit_table_roles(copy, j));
    }
    tacit_table_set_roles(copy, 1, TACIT_ROLE_SENSITIVE);
    assert_int_equal(tacit_table_roles(t, 1), 0);
    tacit_table_free(t);
    assert_cells(copy, "age", "31,,47"); /* the columns outlive their first table */
    tacit_table_free(copy);
}

static void test_edit_reals(void **state)
{
    tacit_ctx *cx = *state;
    tacit_table *t = people(cx), *copy = NULL;
    double *x = NULL, *again = NULL;
    assert_ok(cx, tacit_table_copy(cx, t, &copy));
    assert_ok(cx, tacit_table_edit_reals(cx, copy, 1, &x));
    x[0] = 99.5;
    assert_cells(copy, "income", "99.5,20.25,");
    assert_cells(t, "income", "10.5,20.25,");
    assert_ptr_equal(tacit_table_column(t, 0), tacit_table_column(copy, 0));
    assert_ok(cx, tacit_table_edit_reals(cx, copy, 1, &again));
    assert_ptr_equal(x, again);                             /* its own by now: no second copy */
    assert_ok(cx, tacit_table_edit_reals(cx, copy, 0, &x)); /* an INTEGER becomes REAL */
    x[2] = 47.5;
    assert_cells(copy, "age", "31,,47.5");
    assert_int_equal(tacit_column_type(column_of(copy, "age")), TACIT_TYPE_REAL);
    assert_int_equal(tacit_column_type(column_of(t, "age")), TACIT_TYPE_INTEGER);
    assert_cells(t, "age", "31,,47");
    assert_int_equal(tacit_table_roles(copy, 0), TACIT_ROLE_KEY);
    tacit_table_free(t);
    tacit_table_free(copy);
}

static void test_edit_integers(void **state)
{
    tacit_ctx *cx = *state;
    tacit_table *t = people(cx), *copy = NULL;
    int64_t *x = NULL;
    assert_ok(cx, tacit_table_copy(cx, t, &copy));
    assert_ok(cx, tacit_table_edit_integers(cx, copy, 0, &x));
    x[0] = 5;
    assert_cells(copy, "age", "5,,47");
    assert_cells(t, "age", "31,,47");
    tacit_table_free(copy);
    assert_ok(cx, tacit_table_edit_integers(cx, t, 0, &x)); /* the only owner writes in place */
    assert_ptr_equal(x, tacit_column_integers(column_of(t, "age")));
    tacit_table_free(t);
}

static void test_round(void **state)
{
    tacit_ctx *cx = *state;
    tacit_table *t = table_of(cx, "x:r,y:r", "2.5,1\n-2.5,1e16\n,\n0.4,1\n"), *copy = NULL;
    assert_ok(cx, tacit_table_copy(cx, t, &copy));
    assert_ok(cx, tacit_table_round(cx, copy, 0));
    assert_cells(copy, "x", "3,-3,,0"); /* halves go away from zero */
    assert_int_equal(tacit_column_type(column_of(copy, "x")), TACIT_TYPE_INTEGER);
    assert_fails(cx, tacit_table_round(cx, copy, 1), TACIT_ERR_DATA, "'y'");
    assert_true(same_column(column_of(copy, "y"), column_of(t, "y")));
    assert_cells(t, "x", "2.5,-2.5,,0.4");
    tacit_table_free(t);
    tacit_table_free(copy);
}

static void test_recode(void **state)
{
    tacit_ctx *cx = *state;
    tacit_table *t = people(cx), *copy = NULL;
    tacit_dict *d = NULL;
    uint32_t code = 0, *codes = NULL;
    uint64_t *valid = NULL;
    assert_ok(cx, tacit_dict_new(cx, &d));
    assert_ok(cx, tacit_dict_add(cx, d, "young", 5, &code));
    assert_ok(cx, tacit_dict_add(cx, d, "old", 3, &code));
    assert_ok(cx, tacit_table_copy(cx, t, &copy));
    assert_ok(cx, tacit_table_recode(cx, copy, 0, d, &codes, &valid));
    codes[2] = 1;
    assert_cells(copy, "age", "young,,old");
    valid[0] &= ~UINT64_C(1);
    tacit_table_settle(copy, 0);
    assert_int_equal(tacit_column_missing(column_of(copy, "age")), 2);
    assert_cells(copy, "age", ",,old");
    assert_cells(t, "age", "31,,47");
    assert_int_equal(tacit_table_roles(copy, 0), TACIT_ROLE_KEY);
    tacit_dict_free(d);
    tacit_table_free(t);
    tacit_table_free(copy);
}

static void test_drop_and_replace(void **state)
{
    tacit_ctx *cx = *state;
    tacit_table *t = people(cx), *copy = NULL;
    assert_ok(cx, tacit_table_copy(cx, t, &copy));
    tacit_table_drop(copy, 1);
    assert_int_equal(tacit_table_columns(copy), 3);
    assert_int_equal(tacit_table_columns(t), 4);
    assert_string_equal(tacit_column_name(tacit_table_column(copy, 1)), "region");
    assert_int_equal(tacit_table_roles(copy, 1), TACIT_ROLE_KEY | TACIT_ROLE_STRATA);
    assert_int_equal(tacit_table_roles(copy, 2), TACIT_ROLE_WEIGHT);
    tacit_table_replace(copy, 0, tacit_column_share(tacit_table_column(t, 3)));
    assert_cells(copy, "weight", "1,2,3");
    assert_int_equal(tacit_table_roles(copy, 0), TACIT_ROLE_KEY);
    tacit_table_free(t);
    tacit_table_free(copy);
}

static void test_wide_and_empty(void **state)
{
    tacit_ctx *cx = *state;
    tacit_table *t = NULL;
    assert_ok(cx, tacit_table_new(cx, 0, &t));
    assert_int_equal(tacit_table_bytes(t), 0);
    for (int j = 0; j < 500; j++) {
        tacit_builder *b = NULL;
        tacit_column *c = NULL;
        char name[16];
        snprintf(name, sizeof name, "c%d", j);
        assert_ok(cx, tacit_builder_new(cx, name, TACIT_TYPE_DATE, 0, &b));
        assert_ok(cx, tacit_builder_finish(cx, b, &c));
        assert_ok(cx, tacit_table_add(cx, t, c));
    }
    assert_int_equal(tacit_table_columns(t), 500);
    assert_int_equal(tacit_table_rows(t), 0);
    assert_int_equal(tacit_table_find(t, "c499"), 499);
    double *x = NULL;
    tacit_table *none = table_of(cx, "x:i", "");
    assert_ok(cx, tacit_table_edit_reals(cx, none, 0, &x));
    tacit_table_free(none);
    tacit_table_free(t);
    tacit_table_free(NULL);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_roles),          with_context(test_copy_shares),
        with_context(test_edit_reals),     with_context(test_recode),
        with_context(test_edit_integers),  with_context(test_drop_and_replace),
        with_context(test_wide_and_empty), with_context(test_round),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
