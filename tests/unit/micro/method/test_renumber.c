/*
 * test_renumber.c - ids that link records, replaced by random numbers.
 *
 * Provenance: counted by hand.  3 ids have 6 orders; with N runs each is expected N / 6 times, with
 * a standard deviation below sqrt(N / 6), of which 5 are allowed.
 */
#include <math.h>
#include <string.h>

#include "support/told.h"

enum { RUNS = 6000, ORDERS = 64 };

static int64_t number_at(const tacit_table *t, const char *column, size_t i)
{
    return tacit_column_integers(column_of(t, column))[i];
}

/* Every order of the numbers 1 ... 3 is equally likely, whatever the ids are. */
static void test_orders(void **state)
{
    tacit_table *t = table_of(*state, "h:c", "b\n10\na\nb\n");
    size_t count[ORDERS] = { 0 }, seen = 0;
    mask m;
    add_column(start_mask(&m, "renumber"), t, "h");
    for (m.seed = 1; m.seed <= RUNS; m.seed++) {
        tacit_table *out = run_mask(*state, &m, t);
        assert_int_equal(number_at(out, "h", 0), number_at(out, "h", 3));
        count[number_at(out, "h", 0) * 16 + number_at(out, "h", 1) * 4 + number_at(out, "h", 2)]++;
        tacit_table_free(out);
    }
    for (size_t i = 0; i < ORDERS; i++) {
        seen += count[i] > 0;
        if (count[i] > 0)
            assert_near((double)count[i], RUNS / 6.0, 5.0 * sqrt(RUNS / 6.0));
    }
    assert_int_equal(seen, 6);
    tacit_table_free(t);
}

/* One to one on 1 ... m, missing cells stay, and the other columns are as they were. */
static void test_one_to_one(void **state)
{
    enum { IDS = 500 };
    char text[16 * IDS];
    size_t n = 0;
    bool used[IDS + 1] = { false };
    for (int i = 0; i < IDS; i++)
        n += (size_t)snprintf(text + n, sizeof text - n, "%d,%d\n", 70000 - 7 * i, i);
    snprintf(text + n, sizeof text - n, ",500\n");
    tacit_table *t = table_of(*state, "h:i,x:i", text);
    mask m;
    tacit_table *out = run_mask(*state, add_column(start_mask(&m, "renumber"), t, "h"), t);
    for (size_t i = 0; i < IDS; i++) {
        const int64_t x = number_at(out, "h", i);
        assert_true(x >= 1 && x <= IDS && !used[x]);
        used[x] = true;
        assert_int_equal(number_at(out, "x", i), i);
    }
    assert_true(tacit_column_is_missing(column_of(out, "h"), IDS));
    tacit_table_free(out);
    tacit_table_free(t);
}

/* The number of an id goes by the ids, not by where they stand. */
static void test_places(void **state)
{
    tacit_table *a = table_of(*state, "h:i", "5\n6\n7\n6\n"),
                *b = table_of(*state, "h:i", "7\n6\n5\n");
    mask m;
    add_column(start_mask(&m, "renumber"), a, "h");
    tacit_table *x = run_mask(*state, &m, a), *y = run_mask(*state, &m, b);
    for (size_t i = 0; i < 3; i++)
        assert_int_equal(number_at(x, "h", i), number_at(y, "h", 2 - i));
    tacit_table_free(y);
    tacit_table_free(x);
    tacit_table_free(b);
    tacit_table_free(a);
}

static void test_keep(void **state)
{
    tacit_table *t = table_of(*state, "h:i", "5\n6\n7\n");
    mask m;
    add_column(start_mask(&m, "renumber"), t, "h");
    set_number(&m.a, "keep", 1);
    tacit_table *out = run_mask(*state, &m, t);
    assert_int_equal(number_at(out, "h", 1), 6);
    tacit_table_free(out);
    tacit_table_free(t);
}

/* A settled step meets an id that was not there, and half of a settled step. */
static void test_refused(void **state)
{
    static const double order[] = { 1, 2 };
    tacit_table *t = table_of(*state, "h:i", "5\n6\n7\n");
    mask m;
    add_column(start_mask(&m, "renumber"), t, "h");
    argument(&m.a, "draw")->text = "00000000000000aa";
    assert_mask_fails(*state, &m, t, TACIT_ERR_INPUT, "'draw' and 'order' of renumber go together");
    argument(&m.a, "order")->reals = order;
    argument(&m.a, "order")->n = 2;
    assert_mask_fails(*state, &m, t, TACIT_ERR_DATA, "a value that was not there");
    tacit_table_free(t);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_orders), with_context(test_one_to_one), with_context(test_places),
        with_context(test_keep),   with_context(test_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
