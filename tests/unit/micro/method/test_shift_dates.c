/*
 * test_shift_dates.c - shifted dates: what stays, what moves, and how far.
 */
#include "support/told.h"

static mask *shift(mask *m, const tacit_table *t, double most, const char *by)
{
    set_number(&add_column(add_column(start_mask(m, "shift_dates"), t, "in"), t, "out")->a, "most",
               most);
    if (by != NULL)
        argument(&m->a, "by")->text = by;
    return m;
}

static tacit_table *visits(tacit_ctx *cx)
{
    return table_of(cx, "who:c,in:d,out:d",
                    "a,2020-01-31,2020-02-03\nb,2020-05-05,2020-05-05\na,2020-03-01,\n"
                    ",2020-01-31,2020-02-03\n,2020-01-31,2020-02-03\nb,,2021-05-05\n");
}

static int days(const tacit_table *t, const char *column, size_t i)
{
    return tacit_column_dates(column_of(t, column))[i];
}

/* How far row i of `out` was moved. */
static int moved(const tacit_table *t, const tacit_table *out, size_t i)
{
    const char *column = tacit_column_is_missing(column_of(t, "in"), i) ? "out" : "in";
    return days(out, column, i) - days(t, column, i);
}

static void test_intervals(void **state)
{
    tacit_table *t = visits(*state);
    tacit_result *told = NULL;
    mask m;
    tacit_table *out = run_told(*state, shift(&m, t, 3000, "who"), t, &told);
    assert_int_equal(moved(t, out, 0), moved(t, out, 2));
    assert_int_equal(moved(t, out, 1), moved(t, out, 5));
    assert_int_not_equal(moved(t, out, 0), moved(t, out, 1));
    assert_int_not_equal(moved(t, out, 3), moved(t, out, 4)); /* without `who`, each by itself */
    for (size_t i = 0; i < 2; i++) {
        assert_int_equal(days(out, "out", i) - days(out, "in", i),
                         days(t, "out", i) - days(t, "in", i));
        assert_true(abs(moved(t, out, i)) <= 3000);
    }
    assert_true(tacit_column_is_missing(column_of(out, "out"), 2));
    assert_true(tacit_column_is_missing(column_of(out, "in"), 5));
    assert_near(figure(told, "persons"), 4, 0);
    assert_near(figure(told, "shifts"), 6001, 0);
    json_decref(told);
    tacit_table_free(out);
    tacit_table_free(t);
}

/* A person moves alike wherever the record stands and in whatever file. */
static void test_across_files(void **state)
{
    tacit_table *t = visits(*state), *other = table_of(*state, "who:c,in:d,out:d",
                                                       "c,2020-01-01,\nb,2000-01-01,2000-01-02\n");
    mask m;
    tacit_table *one = run_mask(*state, shift(&m, t, 3000, "who"), t);
    tacit_table *two = run_mask(*state, shift(&m, other, 3000, "who"), other);
    assert_int_equal(moved(t, one, 1), moved(other, two, 1));
    tacit_table_free(one);
    tacit_table_free(two);
    tacit_table_free(t);
    tacit_table_free(other);
}

/* All shifts of -3 ... 3 are as likely as each other: chi-square of 7000 records with 6 (or,
 * without 0, 5) degrees of freedom is above 50 once in 2e8 seeds. */
static void test_uniform(void **state)
{
    enum { ROWS = 7000 };
    tacit_rng rng = tacit_rng_seed(9);
    tacit_table *t = random_table(*state, &rng, "in:d,out:d", ROWS, 400, 0.0);
    for (int always = 0; always < 2; always++) {
        size_t count[7] = { 0 };
        mask m;
        set_number(&shift(&m, t, 3, NULL)->a, "always", always);
        tacit_table *out = run_mask(*state, &m, t);
        for (size_t i = 0; i < ROWS; i++) {
            assert_in_range(moved(t, out, i) + 3, 0, 6);
            count[moved(t, out, i) + 3]++;
        }
        double chi = 0.0;
        const double expected = (double)ROWS / (always ? 6 : 7);
        for (size_t k = 0; k < 7; k++)
            if (!always || k != 3)
                chi += ((double)count[k] - expected) * ((double)count[k] - expected) / expected;
        assert_true(chi < 50);
        assert_true(!always || count[3] == 0);
        tacit_table_free(out);
    }
    tacit_table_free(t);
}

static void test_weeks(void **state)
{
    tacit_rng rng = tacit_rng_seed(10);
    tacit_table *t = random_table(*state, &rng, "in:d,out:d", 500, 400, 0.0);
    bool seen[3] = { false };
    mask m;
    set_number(&shift(&m, t, 13, NULL)->a, "weeks", 1);
    tacit_table *out = run_mask(*state, &m, t);
    for (size_t i = 0; i < 500; i++) {
        assert_true(moved(t, out, i) % 7 == 0);
        seen[moved(t, out, i) / 7 + 1] = true; /* at most one week of 13 days */
    }
    assert_true(seen[0] && seen[1] && seen[2]);
    tacit_table_free(out);
    set_number(&m.a, "most", 6);
    assert_mask_fails(*state, &m, t, TACIT_ERR_INPUT, "at least 7 days");
    tacit_table_free(t);
}

static void test_refusals(void **state)
{
    tacit_table *t = table_of(*state, "x:i,in:d,out:d", "1,9999-12-31,2000-01-01\n");
    mask m;
    argument(&shift(&m, t, 5, NULL)->a, "by")->text = "nobody";
    assert_mask_fails(*state, &m, t, TACIT_ERR_INPUT, "'nobody'");
    argument(&m.a, "by")->text = "in";
    assert_mask_fails(*state, &m, t, TACIT_ERR_INPUT, "'in'");
    set_number(&add_column(start_mask(&m, "shift_dates"), t, "x")->a, "most", 5);
    assert_mask_fails(*state, &m, t, TACIT_ERR_INPUT, "needs dates");
    bool refused = false;
    for (uint64_t seed = 1; seed < 40 && !refused; seed++) {
        tacit_table *out = NULL;
        shift(&m, t, 30000, NULL)->seed = seed;
        refused = try_mask(*state, &m, t, &out) == TACIT_ERR_DATA;
        tacit_table_free(out);
    }
    assert_true(refused); /* one of 39 goes forwards */
    assert_message(*state, "Column 'in'");
    tacit_table_free(t);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_intervals), with_context(test_across_files), with_context(test_uniform),
        with_context(test_weeks),     with_context(test_refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
