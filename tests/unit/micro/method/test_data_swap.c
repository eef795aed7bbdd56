/*
 * test_data_swap.c - data swapping: which tables stay, and who is swapped.
 */
#include "support/swaps.h"

static mask *swap_of(mask *m, const tacit_table *t, const char *column, double share)
{
    set_number(&add_column(start_mask(m, "data_swap"), t, column)->a, "share", share);
    return m;
}

/* Two records of each kept value: there is one way to swap them, all columns together. */
static void test_pairs(void **state)
{
    tacit_table *t = table_of(*state, "k:c,a:c,b:i,d:d,x:r",
                              "p,u,1,2001-01-01,0.5\nq,u,2,2001-01-02,1.5\n"
                              "p,v,3,2001-01-03,2.5\nq,w,2,2001-01-02,3.5\n");
    tacit_result *told = NULL;
    mask m;
    swap_of(&m, t, "a", 1);
    add_column(add_column(&m, t, "b"), t, "d");
    tacit_table *out = run_told(*state, set_columns(&m, "keep", NAMES("k")), t, &told);
    assert_cells(out, "a", "v,w,u,u");
    assert_cells(out, "b", "3,2,1,2");
    assert_cells(out, "d", "2001-01-03,2001-01-02,2001-01-01,2001-01-02");
    assert_ptr_equal(column_of(t, "x"), column_of(out, "x"));
    assert_near(figure(told, "swapped"), 4, 0.0);
    assert_near(figure(told, "swapped_share"), 1, 0.0);
    assert_near(figure(told, "without_partner"), 0, 0.0);
    json_decref(told);
    tacit_table_free(out);
    tacit_table_free(t);
}

/* Nobody to swap with: equal values, missing values, kept values of their own, one record. */
static void test_nobody(void **state)
{
    tacit_table *t = table_of(*state, "k:c,a:c", "p,u\np,u\np,\nq,u\nr,w\n,z\n");
    tacit_result *told = NULL;
    mask m;
    swap_of(&m, t, "a", 1);
    tacit_table *out = run_told(*state, set_columns(&m, "keep", NAMES("k")), t, &told);
    assert_true(same_table(t, out));
    assert_near(figure(told, "swapped"), 0, 0.0);
    assert_near(figure(told, "without_partner"), 5, 0.0);
    assert_true(has_note(told, "1 records take no part"));
    json_decref(told);
    tacit_table_free(out);
    tacit_table_free(t);
    t = table_of(*state, "a:c", "u\n");
    assert_masked(*state, swap_of(&m, t, "a", 1), t, "a", "u");
    tacit_table_free(t);
}

/* Random tables: all tables of kept and swapped columns stay, each swap changes something, and as
 * many records are swapped as were asked for as long as there are partners. */
static void test_tables(void **state)
{
    tacit_rng rng = tacit_rng_seed(82);
    for (int turn = 0; turn < 100; turn++) {
        tacit_table *t = random_table(*state, &rng, "k:c,l:i,s:c,a:c,b:i,x:r", 400, 4, 0.05);
        const double share = tacit_rng_uniform(&rng);
        tacit_result *told = NULL;
        mask m;
        tacit_table_set_roles(t, 2, TACIT_ROLE_STRATA);
        swap_of(&m, t, "a", share)->seed = (uint64_t)turn;
        set_number(&m.a, "first", turn % 2);
        set_columns(add_column(&m, t, "b"), "keep", NAMES("k", "l"));
        tacit_table *out = run_told(*state, &m, t, &told);
        assert_int_equal(combinations(t, NAMES("k", "l", "s", "a", "b")),
                         combinations(out, NAMES("k", "l", "s", "a", "b")));
        assert_ptr_equal(column_of(t, "k"), column_of(out, "k"));
        assert_ptr_equal(column_of(t, "x"), column_of(out, "x"));
        const double swapped = figure(told, "swapped");
        assert_int_equal(changed_rows(t, out, NAMES("a", "b")), (size_t)swapped);
        assert_true(swapped <= 400.0 * share + 0.5);
        if (figure(told, "without_partner") < 0.5)
            assert_true(swapped > 400.0 * share - 2.5);
        json_decref(told);
        tacit_table_free(out);
        tacit_table_free(t);
    }
}

/* The record with the rarest keys is swapped first, whatever the seed. */
static void test_risky(void **state)
{
    tacit_table *t = table_of(*state, "k:c,a:c,z:c", "p,u,1\np,v,1\np,u,1\np,v,2\np,u,1\np,v,1\n");
    size_t others = 0;
    for (uint64_t seed = 0; seed < 50; seed++) {
        mask m;
        tacit_table_set_roles(t, 2, TACIT_ROLE_KEY);
        set_columns(swap_of(&m, t, "a", 0.34), "keep", NAMES("k"))->seed = seed;
        set_number(&m.a, "first", 1);
        tacit_table *out = run_mask(*state, &m, t);
        assert_int_equal(changed_rows(t, out, NAMES("a")), 2);
        assert_false(same_cell(column_of(t, "a"), column_of(out, "a"), 3));
        others += !same_cell(column_of(t, "a"), column_of(out, "a"), 0);
        tacit_table_free(out);
    }
    assert_true(others > 0 && others < 50); /* the partner is drawn: 3 fit */
    tacit_table_free(t);
}

static void test_refusals(void **state)
{
    tacit_table *t = table_of(*state, "k:c,a:c", "p,secret\np,4711\n");
    mask m;
    set_columns(swap_of(&m, t, "a", 1), "keep", NAMES("k", "a"));
    assert_mask_fails(*state, &m, t, TACIT_ERR_INPUT, "column 'a'");
    set_columns(&m, "keep", NAMES("nothing"));
    assert_mask_fails(*state, &m, t, TACIT_ERR_INPUT, "'keep' of data_swap");
    tacit_table_set_roles(t, 1, TACIT_ROLE_STRATA);
    set_columns(&m, "keep", NAMES("k"));
    assert_mask_fails(*state, &m, t, TACIT_ERR_INPUT, "strata");
    tacit_table_free(t);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_pairs), with_context(test_nobody),   with_context(test_tables),
        with_context(test_risky), with_context(test_refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
