/*
 * test_order.c - what the order of records tells.
 *
 * Provenance: the orders are made on purpose; 200 draws in random order raise no alarm with a
 * probability above 1 - 200 / 10^6.
 */
#include "run/order/order.h"

#include "support/tables.h"
#include "support/group.h"

enum { ROWS = 500 };

/* A column whose cell i is value(i), as text with letters of both cases. */
static tacit_table *made(tacit_ctx *cx, const char *column, long (*value)(size_t i))
{
    tacit_builder *b[1];
    tacit_type type[1];
    start_columns(cx, column, b, type);
    for (size_t i = 0; i < ROWS; i++) {
        char text[32];
        const long x = value(i);
        if (column[2] == 'c')
            snprintf(text, sizeof text, "%c%04ld", i % 2 == 0 ? 'X' : 'x', x);
        else
            snprintf(text, sizeof text, "%ld", x);
        add_cell(cx, b[0], type[0], i % 50 == 7 ? "" : text);
    }
    return finish_columns(cx, b, 1, ROWS);
}

/* Whether the order of the rows goes with the column, seen in blocks of `size` rows. */
static bool column_tells(tacit_ctx *cx, const tacit_table *t, size_t size)
{
    tacit_order_tally tally = { 0 };
    const size_t rows = tacit_table_rows(t);
    size_t at[ROWS];
    for (size_t first = 0; first < rows; first += size) {
        tacit_row_list list = { .at = at };
        tacit_table *block = NULL;
        for (size_t i = first; i < rows && i < first + size; i++)
            at[list.n++] = i;
        assert_int_equal(tacit_table_take(cx, t, &list, &block), TACIT_OK);
        assert_int_equal(tacit_order_see(cx, tacit_table_column(block, 0), &tally), TACIT_OK);
        tacit_table_free(block);
    }
    tacit_buffer_free(&tally.text);
    return tacit_order_tells(&tally);
}

static bool tells(tacit_ctx *cx, const char *column, long (*value)(size_t i))
{
    tacit_table *t = made(cx, column, value);
    const bool is = column_tells(cx, t, ROWS);
    assert_int_equal(column_tells(cx, t, 7), is);
    assert_int_equal(column_tells(cx, t, 1), is);
    tacit_table_free(t);
    return is;
}

static long rises(size_t i)
{
    return (long)(i / 3);
}
static long falls(size_t i)
{
    return 9000 - (long)i;
}
static long two_parts(size_t i) /* a file of men first, then women */
{
    return i >= 200;
}
static long waves(size_t i) /* five sorted files, one after the other */
{
    return (long)(i % 100) * 7;
}
static long same(size_t i)
{
    return (long)(i * 0) + 4;
}
static long homes(size_t i) /* the older member first */
{
    return (long)((i / 2 * 7919) % 61 + (i % 2 == 0 ? 30 : 0));
}

static void test_orders(void **state)
{
    assert_true(tells(*state, "x:i", rises));
    assert_true(tells(*state, "x:i", falls));
    assert_true(tells(*state, "x:i", two_parts));
    assert_true(tells(*state, "x:i", waves));
    assert_true(tells(*state, "x:c", rises)); /* only without regard to case */
    assert_true(tells(*state, "x:c", two_parts)); /* four texts, which are ranked */
    assert_false(tells(*state, "x:c", homes));
    assert_false(tells(*state, "x:i", same));
    assert_false(tells(*state, "x:i", homes));
}

static void test_chance(void **state)
{
    tacit_rng rng = tacit_rng_seed(3);
    for (size_t k = 0; k < 200; k++) {
        tacit_table *t =
            random_table(*state, &rng, k % 2 == 0 ? "x:i" : "x:c", 40 + k, 2 + k % 30, 0.1);
        assert_false(column_tells(*state, t, 64));
        tacit_table_free(t);
    }
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_orders),
        with_context(test_chance),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
