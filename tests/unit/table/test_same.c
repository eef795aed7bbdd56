/*
 * test_same.c - which cells of two columns are the same.
 *
 * Provenance: each pair of cells is compared directly, by number or by text.
 */
#include "table/same.h"

#include "support/tables.h"
#include "support/group.h"

enum { ROWS = 6 };

/* A table of two columns, whose kinds `head` names. */
static tacit_table *made(tacit_ctx *cx, const char *head, const char *const cell[ROWS][2])
{
    tacit_builder *b[2];
    tacit_type type[2];
    start_columns(cx, head, b, type);
    for (size_t i = 0; i < ROWS; i++)
        for (size_t j = 0; j < 2; j++)
            add_cell(cx, b[j], type[j], cell[i][j]);
    return finish_columns(cx, b, 2, ROWS);
}

static void check(const char *head, const char *const cell[ROWS][2], size_t differ)
{
    tacit_ctx *cx = tacit_ctx_new();
    tacit_table *t = made(cx, head, cell);
    for (size_t j = 0; j < 2; j++) { /* either may be the first */
        tacit_same m;
        assert_int_equal(
            tacit_same_new(cx, tacit_table_column(t, j), tacit_table_column(t, 1 - j), &m),
            TACIT_OK);
        assert_int_equal(tacit_same_differ(&m), differ);
    }
    tacit_table_free(t);
    tacit_ctx_free(cx);
}

static const char *const CELLS[ROWS][2] = { { "3", "3" }, { "-1", "1" },  { "", "4" },
                                            { "", "" },   { "10", "10" }, { "7", "" } };

static void test_numbers(void **state)
{
    (void)state;
    check("a:i,b:i", CELLS, 3);
    check("a:r,b:r", CELLS, 3);
    check("a:i,b:r", CELLS, 3);
}

static void test_texts(void **state)
{
    (void)state;
    check("a:c,b:c", CELLS, 3);
    check("a:i,b:c", CELLS, 3);
    check("a:r,b:c", CELLS, 3);
}

static void test_whole(void **state)
{
    (void)state;
    static const char *const cell[ROWS][2] = { { "3", "3" },  { "-1", "1" },  { "5", "4.5" },
                                               { "0", "-0" }, { "10", "10" }, { "7", "7.5" } };
    check("a:r,b:r", cell, 3);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_texts),
        cmocka_unit_test(test_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
