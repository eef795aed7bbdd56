/*
 * test_reorder.c - records in random order.
 *
 * Provenance: counted by hand.  3 records have 6 orders.  A household of two records and two
 * single ones (one without a number) have 3! orders of the groups, times 2 within: 12.  With
 * N runs each order is expected N / orders times, with a standard deviation below
 * sqrt(N / orders); 5 of them are allowed.
 */
#include <math.h>

#include "support/told.h"

enum { RUNS = 6000, ORDERS = 256 };

/* The order of the ids as one number in base 3 or 4. */
static size_t order_of(const tacit_table *t, size_t base)
{
    const int64_t *id = tacit_column_integers(column_of(t, "id"));
    size_t order = 0;
    for (size_t i = 0; i < tacit_table_rows(t); i++)
        order = order * base + (size_t)id[i] - 1;
    return order;
}

/* Count the orders; each must be equally likely. */
static void check_orders(tacit_ctx *cx, mask *m, const tacit_table *t, size_t orders)
{
    const size_t base = tacit_table_rows(t);
    const double expected = (double)RUNS / (double)orders;
    size_t count[ORDERS] = { 0 }, seen = 0;
    for (m->seed = 1; m->seed <= RUNS; m->seed++) {
        tacit_table *out = run_mask(cx, m, t);
        count[order_of(out, base)]++;
        tacit_table_free(out);
    }
    for (size_t i = 0; i < ORDERS; i++) {
        seen += count[i] > 0;
        if (count[i] > 0)
            assert_near((double)count[i], expected, 5.0 * sqrt(expected));
    }
    assert_int_equal(seen, orders);
}

static void test_records(void **state)
{
    tacit_table *t = table_of(*state, "id:i", "1\n2\n3\n");
    mask m;
    check_orders(*state, start_mask(&m, "reorder"), t, 6);
    tacit_table_free(t);
}

static void test_groups(void **state)
{
    tacit_table *t = table_of(*state, "id:i,h:i", "1,7\n2,\n3,7\n4,\n");
    mask m;
    check_orders(*state, add_column(start_mask(&m, "reorder"), t, "h"), t, 12);
    tacit_table_free(t);
}

/* The whole of a record moves. */
static void test_together(void **state)
{
    tacit_table *t = table_of(*state, "id:i,x:c", "1,a\n2,b\n3,\n4,d\n");
    mask m;
    tacit_table *out = run_mask(*state, start_mask(&m, "reorder"), t);
    for (size_t i = 0; i < 4; i++) {
        static const char *const text[] = { "a", "b", "", "d" };
        char room[32];
        const int64_t id = tacit_column_integers(column_of(out, "id"))[i];
        assert_string_equal(tacit_column_text(column_of(out, "x"), i, room), text[id - 1]);
    }
    tacit_table_free(out);
    tacit_table_free(t);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_records),
        with_context(test_groups),
        with_context(test_together),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
