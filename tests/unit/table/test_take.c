/*
 * test_take.c - rows taken out of tables, and columns under other names.
 */
#include "support/tables.h"

#include "table/take.h"

#define COLUMNS "a:i,b:r,c:c,d:d"
#define ROWS "1,0.5,x,2020-01-01\n,1.5,,2020-01-02\n3,,y,\n4,2.5,x,2020-01-04\n"

/* The cells of `t`, row by row, as they would stand in a file. */
static void assert_text(const tacit_table *t, const char *cells)
{
    char all[512] = "", room[32];
    size_t n = 0;
    for (size_t i = 0; i < tacit_table_rows(t); i++)
        for (size_t j = 0; j < tacit_table_columns(t); j++)
            n += (size_t)snprintf(all + n, sizeof all - n, "%s%s",
                                  tacit_column_text(tacit_table_column(t, j), i, room),
                                  j + 1 < tacit_table_columns(t) ? "," : "\n");
    assert_string_equal(all, cells);
}

static void test_rows(void **state)
{
    tacit_table *t = table_of(*state, COLUMNS, ROWS), *taken = NULL;
    const size_t at[] = { 3, 1, 1, 2 };
    tacit_table_set_roles(t, 2, TACIT_ROLE_KEY);
    assert_ok(*state, tacit_table_take(*state, t, &(tacit_row_list){ 4, at }, &taken));
    assert_text(taken, "4,2.5,x,2020-01-04\n,1.5,,2020-01-02\n,1.5,,2020-01-02\n3,,y,\n");
    assert_int_equal(tacit_table_roles(taken, 2), TACIT_ROLE_KEY);
    assert_int_equal(tacit_column_missing(tacit_table_column(taken, 0)), 2);
    assert_int_equal(tacit_column_missing(tacit_table_column(taken, 1)), 1);
    tacit_table_free(taken);
    tacit_table_free(t);
}

static void test_no_rows(void **state)
{
    tacit_table *t = table_of(*state, COLUMNS, ROWS), *taken = NULL;
    const size_t none = 0;
    assert_ok(*state, tacit_table_take(*state, t, &(tacit_row_list){ 0, &none }, &taken));
    assert_int_equal(tacit_table_rows(taken), 0);
    assert_int_equal(tacit_table_columns(taken), 4);
    tacit_table_free(taken);
    tacit_table_free(t);
}

/* The other tables that share the column keep its old name. */
static void test_rename(void **state)
{
    tacit_table *t = table_of(*state, COLUMNS, ROWS), *copy = NULL;
    assert_ok(*state, tacit_table_copy(*state, t, &copy));
    assert_ok(*state, tacit_table_rename(*state, copy, 2, "colour"));
    assert_int_equal(tacit_table_find(copy, "colour"), 2);
    assert_int_equal(tacit_table_find(copy, "c"), 4);
    assert_int_equal(tacit_table_find(t, "c"), 2);
    assert_text(copy, ROWS);
    tacit_table_free(copy);
    tacit_table_free(t);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_rows),
        with_context(test_no_rows),
        with_context(test_rename),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
