/*
 * test_strata.c - the groups of rows within which methods work, and their numbers.
 */
#include "support/tables.h"

#include "micro/method/matrix.h"

/* Rows of the strata, "0 2|1|3". */
static void assert_strata(tacit_ctx *cx, const tacit_table *t, const char *expected)
{
    tacit_strata s;
    char text[128] = "";
    size_t n = 0;
    assert_ok(cx, tacit_strata_of(cx, t, &s));
    for (size_t k = 0; k < s.n; k++)
        for (size_t i = s.start[k]; i < s.start[k + 1]; i++)
            n += (size_t)snprintf(text + n, sizeof text - n, "%s%zu",
                                  i > s.start[k] ? " "
                                  : k > 0        ? "|"
                                                 : "",
                                  s.row[i]);
    assert_string_equal(text, expected);
}

static void test_strata(void **state)
{
    tacit_table *t = table_of(*state, "s:c,u:i,x:i", "b,1,1\na,1,2\nb,1,3\n,1,4\nb,2,5\n,1,6\n");
    assert_strata(*state, t, "0 1 2 3 4 5");
    tacit_table_set_roles(t, 0, TACIT_ROLE_STRATA);
    assert_strata(*state, t, "0 2 4|1|3 5");
    tacit_table_set_roles(t, 1, TACIT_ROLE_STRATA | TACIT_ROLE_KEY);
    assert_strata(*state, t, "0 2|1|3 5|4");
    tacit_table_free(t);
}

static void test_no_rows(void **state)
{
    tacit_table *t = table_of(*state, "s:c", "");
    assert_strata(*state, t, "");
    tacit_table_set_roles(t, 0, TACIT_ROLE_STRATA);
    assert_strata(*state, t, "");
    tacit_table_free(t);
}

static void test_matrix(void **state)
{
    tacit_table *t = table_of(*state, "s:c,x:i,y:r", "b,1,0.5\na,,2\nb,3,\nb,4,4.5\n");
    const size_t at[] = { 2, 1 }, rows[] = { 3, 1, 0 };
    const tacit_select cols = { 2, at };
    tacit_matrix m;
    char room[32];
    assert_ok(*state, tacit_matrix_of(*state, t, &cols, NULL, &m));
    assert_int_equal(m.n, 2);
    assert_int_equal(m.row[1], 3);
    assert_near(m.x[0], 0.5, 0.0);
    assert_near(m.x[1], 1.0, 0.0);
    assert_near(m.x[3], 4.0, 0.0);
    assert_ok(*state, tacit_matrix_of(*state, t, &cols, &(tacit_row_list){ 3, rows }, &m));
    assert_int_equal(m.n, 2);
    assert_int_equal(m.row[0], 3);
    m.x[0] = 7.25;
    assert_ok(*state, tacit_matrix_put(*state, &m, &cols, t));
    assert_string_equal(tacit_column_text(tacit_table_column(t, 2), 3, room), "7.25");
    assert_string_equal(tacit_column_text(tacit_table_column(t, 1), 1, room), "");
    assert_string_equal(tacit_column_text(tacit_table_column(t, 1), 2, room), "3");
    tacit_table_free(t);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_strata),
        with_context(test_no_rows),
        with_context(test_matrix),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
