/*
 * test_rank_swap.c - rank swapping: how far values move, and what stays.
 *
 * Limits on random figures are five standard deviations, so that a right method fails with
 * probability below 1e-6 for a fresh seed; the seeds are fixed.
 */
#include "support/swaps.h"

#include "stats/moments.h"

/* Columns of the table `swaps` that is told. */
enum { VALUES = 1, RANKS, SWAPPED, EQUAL, MEAN_MOVE, FARTHEST, CORRELATION };

static mask *on(mask *m, const tacit_table *t, const char *column, const char *name, double x)
{
    set_number(&add_column(start_mask(m, "rank_swap"), t, column)->a, name, x);
    return m;
}

/* The whole numbers 0 ... n-1 in the column x, in an order that is not theirs. */
static tacit_table *numbers(tacit_ctx *cx, size_t n)
{
    tacit_builder *b[1] = { NULL };
    assert_ok(cx, tacit_builder_new(cx, "x", TACIT_TYPE_INTEGER, n, &b[0]));
    for (size_t i = 0; i < n; i++) {
        const int64_t x = (int64_t)(i * 7919 % n);
        assert_ok(cx, tacit_builder_integers(cx, b[0], &x, NULL, 1));
    }
    return finish_columns(cx, b, 1, n);
}

/* With one rank at most there is one way to swap; missing cells have no rank. */
static void test_neighbours(void **state)
{
    tacit_table *t = table_of(*state, "x:i,y:r,d:d",
                              "30,2.5,2001-01-03\n10,,2001-01-01\n40,-0.5,2001-01-04\n"
                              ",2.25,2001-01-02\n20,7.125,\n50,9,2001-01-05\n");
    mask m;
    on(&m, t, "x", "most", 1);
    add_column(add_column(&m, t, "y"), t, "d");
    tacit_table *out = run_mask(*state, &m, t);
    assert_cells(out, "x", "40,20,30,,10,50");
    assert_cells(out, "y", "7.125,,2.25,-0.5,2.5,9");
    assert_cells(out, "d", "2001-01-04,2001-01-02,2001-01-03,2001-01-01,,2001-01-05");
    assert_int_equal(tacit_column_type(column_of(out, "x")), TACIT_TYPE_INTEGER);
    tacit_table_free(out);
    tacit_table_free(t);
}

/* 10, 11 ... 19: one at the bottom and two at the top are left out. */
static void test_ends(void **state)
{
    tacit_table *t = table_of(*state, "x:i", "10\n11\n12\n13\n14\n15\n16\n17\n18\n19\n");
    mask m;
    on(&m, t, "x", "most", 1);
    set_number(set_number(&m.a, "bottom", 10), "top", 20);
    assert_masked(*state, &m, t, "x", "10,12,11,14,13,16,15,17,18,19");
    set_number(&m.a, "ends", 1);
    assert_masked(*state, &m, t, "x", "10,12,11,14,13,16,15,17,18.5,18.5");
    set_number(&m.a, "whole", 1);
    assert_masked(*state, &m, t, "x", "10,12,11,14,13,16,15,17,19,19");
    tacit_table_free(t);
    t = table_of(*state, "x:d", "2001-01-01\n2001-01-02\n");
    on(&m, t, "x", "top", 50);
    assert_masked(*state, &m, t, "x", "2001-01-01,2001-01-02");
    set_number(&m.a, "ends", 1);
    assert_mask_fails(*state, &m, t, TACIT_ERR_INPUT, "column 'x'");
    tacit_table_free(t);
}

static double correlation(tacit_ctx *cx, const tacit_table *t, const tacit_table *out)
{
    double *x = NULL, *y = NULL;
    size_t n = 0;
    assert_ok(cx, tacit_column_present(cx, column_of(t, "x"), &x, &n));
    assert_ok(cx, tacit_column_present(cx, column_of(out, "x"), &y, &n));
    return tacit_correlation(x, y, n);
}

/* p is per cent, and 5 % of 1000 are 50, 7 % of 300 are 21. */
static void check_width(tacit_ctx *cx, size_t n, const char *name, double x, double width)
{
    tacit_table *t = numbers(cx, n);
    tacit_result *told = NULL;
    mask m;
    tacit_table *out = run_told(cx, on(&m, t, "x", name, x), t, &told);
    const int64_t *a = tacit_column_integers(column_of(t, "x"));
    const int64_t *b = tacit_column_integers(column_of(out, "x"));
    double most = 0.0, sum = 0.0;
    for (size_t i = 0; i < n; i++) {
        most = fmax(most, fabs((double)(a[i] - b[i])));
        sum += fabs((double)(a[i] - b[i]));
    }
    assert_near(told_cell(told, "swaps", 0, RANKS), width, 0.0);
    assert_true(most <= width);
    assert_near(told_cell(told, "swaps", 0, CORRELATION), correlation(cx, t, out), 1e-12);
    assert_near(told_cell(told, "swaps", 0, FARTHEST), 100.0 * most / (double)n, 1e-9);
    assert_near(told_cell(told, "swaps", 0, SWAPPED), (double)(n - n % 2), 0.0);
    assert_near(told_cell(told, "swaps", 0, MEAN_MOVE),
                100.0 * sum / (double)(n - n % 2) / (double)n, 1e-9);
    assert_int_equal(combinations(t, NAMES("x")), combinations(out, NAMES("x")));
    json_decref(told);
    tacit_table_free(out);
    tacit_table_free(t);
}

/* Moore's formulas by hand: 0 ... 100 have m = 50, v = 850 and d = 100, so that R0 = 0.95 gives
 * p = sqrt(2 * 850 * 0.05) = 9.2195 and K0 = 0.05 gives p = sqrt(8 / 3) * 0.05 * 50 = 4.0825 per
 * cent of 101 ranks. */
static void test_widths(void **state)
{
    check_width(*state, 1000, "p", 5, 50);
    check_width(*state, 300, "p", 7, 21);
    check_width(*state, 1001, "p", 100, 1001);
    check_width(*state, 20001, "p", 0.1, 20);
    check_width(*state, 777, "most", 3, 3);
    check_width(*state, 101, "keep_correlation", 0.95, 9);
    check_width(*state, 101, "keep_means", 0.05, 4);
}

/* Without any bound p is 5; of several the narrowest counts. */
static void test_bounds(void **state)
{
    tacit_table *t = numbers(*state, 1000);
    tacit_result *told = NULL;
    mask m;
    tacit_table *out = run_told(*state, add_column(start_mask(&m, "rank_swap"), t, "x"), t, &told);
    assert_near(told_cell(told, "swaps", 0, RANKS), 50, 0.0);
    assert_true(has_note(told, "rank_swap_attack"));
    json_decref(told);
    tacit_table_free(out);
    set_number(set_number(&m.a, "p", 2), "keep_correlation", 0.5);
    out = run_told(*state, set_columns(&m, "columns", NAMES("x")), t, &told);
    assert_near(told_cell(told, "swaps", 0, RANKS), 20, 0.0);
    json_decref(told);
    tacit_table_free(out);
    set_number(&m.a, "p", 0);
    assert_ok(*state, try_mask(*state, &m, t, &out));
    assert_true(same_table(out, t));
    tacit_table_free(out);
    tacit_table_free(t);
}

/* Evenly spread values keep the correlation that was asked for. */
static void test_correlation(void **state)
{
    tacit_table *t = numbers(*state, 5003);
    for (double r = 0.5; r < 1.0; r += 0.09) {
        tacit_result *told = NULL;
        mask m;
        tacit_table *out = run_told(*state, on(&m, t, "x", "keep_correlation", r), t, &told);
        assert_true(told_cell(told, "swaps", 0, CORRELATION) >= r);
        json_decref(told);
        tacit_table_free(out);
    }
    tacit_table_free(t);
}

/* Of three values within reach the lowest is swapped with each of the others in half of the
 * cases.  Of 5, 5 and 8 so is the 5 that is put lowest, which is the first one in half of them. */
static void test_law(void **state)
{
    enum { RUNS = 4000 };
    tacit_table *t = table_of(*state, "x:i,y:i", "1,5\n2,5\n3,8\n");
    size_t next = 0, tie = 0;
    for (uint64_t seed = 0; seed < RUNS; seed++) {
        mask m;
        on(&m, t, "x", "p", 100)->seed = seed;
        add_column(&m, t, "y");
        tacit_table *out = run_mask(*state, &m, t);
        next += tacit_column_integers(column_of(out, "x"))[0] == 2;
        tie += tacit_column_integers(column_of(out, "y"))[0] == 8;
        tacit_table_free(out);
    }
    assert_near((double)next, RUNS / 2.0, 5.0 * sqrt(RUNS / 4.0));
    assert_near((double)tie, RUNS / 4.0, 5.0 * sqrt(RUNS * 3.0 / 16.0));
    tacit_table_free(t);
}

/* How many of the values of `s` in the stratum are below y, and how many at most y. */
static void rank_of(const tacit_table *s, const tacit_column *stratum, size_t i, double y,
                    double rank[2])
{
    const tacit_column *c = column_of(s, "x");
    rank[0] = rank[1] = 0.0;
    for (size_t k = 0; k < tacit_table_rows(s); k++) {
        char a[32], b[32];
        if (tacit_column_is_missing(c, k) ||
            strcmp(tacit_column_text(stratum, k, a), tacit_column_text(stratum, i, b)) != 0)
            continue;
        rank[0] += tacit_column_number(c, k) < y;
        rank[1] += tacit_column_number(c, k) <= y;
    }
}

/* Random tables with ties, missing values and strata: each stratum keeps its values, and no value
 * is farther from the old one than p per cent of the ranks of its stratum. */
static void test_strata(void **state)
{
    tacit_rng rng = tacit_rng_seed(81);
    for (int turn = 0; turn < 60; turn++) {
        tacit_table *t = random_table(*state, &rng, "s:c,x:i,other:c", 150, turn % 2 ? 3 : 40, 0.1);
        const double p = (double)tacit_rng_below(&rng, 101);
        mask m;
        tacit_table_set_roles(t, 0, TACIT_ROLE_STRATA);
        on(&m, t, "x", "p", p)->seed = (uint64_t)turn;
        tacit_table *out = run_mask(*state, &m, t);
        assert_int_equal(combinations(t, NAMES("s", "x")), combinations(out, NAMES("s", "x")));
        assert_ptr_equal(column_of(t, "other"), column_of(out, "other"));
        for (size_t i = 0; i < 150; i++) {
            double old[2], new[2], all[2];
            const tacit_column *s = column_of(t, "s"), *x = column_of(t, "x");
            if (tacit_column_is_missing(x, i))
                continue;
            rank_of(t, s, i, tacit_column_number(x, i), old);
            rank_of(t, s, i, tacit_column_number(column_of(out, "x"), i), new);
            rank_of(t, s, i, INFINITY, all);
            assert_true(fmax(new[0] - old[1], old[0] - new[1]) + 1.0 <= p * all[1] / 100.0 + 1e-9);
        }
        tacit_table_free(out);
        tacit_table_free(t);
    }
}

/* What a swap cannot do is told: strata too small, constant columns. */
static void test_told(void **state)
{
    tacit_table *t = table_of(*state, "s:c,x:i,k:r", "a,1,4\na,2,4\nb,3,4\n");
    tacit_result *told = NULL;
    mask m;
    tacit_table_set_roles(t, 0, TACIT_ROLE_STRATA);
    on(&m, t, "x", "p", 50);
    add_column(&m, t, "k");
    tacit_table *out = run_told(*state, &m, t, &told);
    assert_cells(out, "x", "2,1,3");
    assert_near(told_cell(told, "swaps", 0, VALUES), 3, 0.0);
    assert_near(told_cell(told, "swaps", 1, EQUAL), 2, 0.0);
    assert_true(has_note(told, "1 values of column 'x'"));
    const json_t *rows = json_object_get(part_of(told, "tables", "swaps"), "rows");
    assert_true(json_is_null(json_array_get(json_array_get(rows, 1), CORRELATION)));
    assert_near(bar(told, "moves", 0), 1.0, 1e-12);
    json_decref(told);
    tacit_table_free(out);
    tacit_table_free(t);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_neighbours), with_context(test_ends),        with_context(test_widths),
        with_context(test_bounds),     with_context(test_correlation), with_context(test_law),
        with_context(test_strata),     with_context(test_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
