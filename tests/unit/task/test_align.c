/*
 * test_align.c - columns of two files by name, rows by what tells them apart.
 */
#include "support/tables.h"

#include "task/align.h"

static tacit_names names_of(const char *const *at, size_t n)
{
    return (tacit_names){ .n = n, .at = at };
}

static const char *cell(const tacit_table *t, size_t i, const char *column, char room[32])
{
    const size_t j = tacit_table_find(t, column);
    assert_true(j < tacit_table_columns(t));
    return tacit_column_text(tacit_table_column(t, j), i, room);
}

static void test_columns(void **state)
{
    static const char *const map[] = { "age=alter", "sex=sex" };
    tacit_table *t = table_of(*state, "alter:i,sex:c", "1,f\n2,m\n");
    const tacit_names names = names_of(map, 2);
    assert_ok(*state, tacit_align_columns(*state, &names, "b.csv", t));
    assert_int_equal(tacit_table_find(t, "age"), 0);
    assert_int_equal(tacit_table_find(t, "alter"), 2);
    tacit_table_free(t);
}

static void test_bad_columns(void **state)
{
    static const struct {
        const char *map, *message;
    } cases[] = {
        { "age", "of the form a=b" },
        { "=b", "of the form a=b" },
        { "age=", "of the form a=b" },
        { "age=years", "no column 'years'" },
        { "sex=alter", "has a column 'sex' already" },
    };
    tacit_table *t = table_of(*state, "alter:i,sex:c", "1,f\n2,m\n");
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const tacit_names names = names_of(&cases[i].map, 1);
        assert_fails(*state, tacit_align_columns(*state, &names, "b.csv", t), TACIT_ERR_INPUT,
                     cases[i].message);
    }
    tacit_table_free(t);
}

/* Rows of b in the order of a; a number in one file is the same as its text in the other. */
static void test_rows(void **state)
{
    static const char *const by[] = { "id" };
    const tacit_names names = names_of(by, 1);
    char room[32];
    tacit_aligned f = { .uri_a = "a.csv",
                        .uri_b = "b.csv",
                        .a = table_of(*state, "id:i,x:i", "3,30\n1,10\n2,20\n9,90\n"),
                        .b = table_of(*state, "id:c,y:i", "1,100\n7,700\n2,200\n3,300\n8,800\n") };
    assert_ok(*state, tacit_align_rows(*state, &names, &f));
    assert_int_equal(tacit_table_rows(f.a), 3);
    assert_int_equal(tacit_table_rows(f.b), 3);
    for (size_t i = 0; i < 3; i++) {
        static const char *const x[] = { "30", "10", "20" }, *const y[] = { "300", "100", "200" };
        assert_string_equal(cell(f.a, i, "x", room), x[i]);
        assert_string_equal(cell(f.b, i, "y", room), y[i]);
    }
    assert_int_equal(tacit_warning_count(*state), 2);
    assert_non_null(strstr(tacit_warning(*state, 0), "1 of 4 rows of a.csv"));
    assert_non_null(strstr(tacit_warning(*state, 1), "2 of 5 rows of b.csv"));
    tacit_table_free(f.a);
    tacit_table_free(f.b);
}

/* Two columns together: their texts do not run into each other. */
static void test_two_columns(void **state)
{
    static const char *const by[] = { "h", "p" };
    const tacit_names names = names_of(by, 2);
    char room[32];
    tacit_aligned f = { .uri_a = "a.csv",
                        .uri_b = "b.csv",
                        .a = table_of(*state, "h:c,p:c,x:i", "1,11,1\n11,1,2\n"),
                        .b = table_of(*state, "h:c,p:c,y:i", "11,1,2\n1,11,1\n") };
    assert_ok(*state, tacit_align_rows(*state, &names, &f));
    assert_string_equal(cell(f.b, 0, "y", room), "1");
    assert_string_equal(cell(f.b, 1, "y", room), "2");
    tacit_table_free(f.a);
    tacit_table_free(f.b);
}

static void refuse_rows(tacit_ctx *cx, const char *a, const char *b, const char *column,
                        tacit_status code, const char *message)
{
    const tacit_names names = names_of(&column, 1);
    tacit_aligned f = { .uri_a = "a.csv",
                        .uri_b = "b.csv",
                        .a = table_of(cx, "id:c,x:i", a),
                        .b = table_of(cx, "id:c,y:i", b) };
    assert_fails(cx, tacit_align_rows(cx, &names, &f), code, message);
    assert_untold(cx, "secret");
    tacit_table_free(f.a);
    tacit_table_free(f.b);
}

static void test_bad_rows(void **state)
{
    refuse_rows(*state, "u,1\n", "u,1\n", "x", TACIT_ERR_INPUT, "b.csv has no such column");
    refuse_rows(*state, "secret,1\nsecret,2\n", "u,1\n", "id", TACIT_ERR_DATA,
                "1 rows of a.csv repeat");
    refuse_rows(*state, "u,1\n", "secret,1\nsecret,2\nsecret,3\n", "id", TACIT_ERR_DATA,
                "2 rows of b.csv repeat");
    refuse_rows(*state, "u,1\n", "secret,1\n", "id", TACIT_ERR_DATA, "No row of a.csv");
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_columns),     with_context(test_bad_columns), with_context(test_rows),
        with_context(test_two_columns), with_context(test_bad_rows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
