/*
 * test_two_way_tables.c - tables of pairs of columns, by hand.
 */
#include "support/comparisons.h"

#include "stats/counts/table_fit.h"

/* d = 6 2 0 4, s = 1 2 1 0 of 4 rows: c = 1/4, e = 2 2/3 0 4/3.
 * VW = 4 (1/7 + (16/9)/4 + 1/1 + (16/9)/4): (s - e)^2 / ((s + d) / 4) is 4/7, 16/9, 4, 16/9. */
static void test_fit(void **state)
{
    (void)state;
    const uint32_t d[] = { 6, 2, 0, 4, 0 }, s[] = { 1, 2, 1, 0, 0 };
    const tacit_table_fit f = tacit_table_fit_of(s, d, 5);
    const double vw = 4.0 / 7.0 + 16.0 / 9.0 + 4.0 + 16.0 / 9.0;
    assert_int_equal(f.df, 3);
    assert_int_equal(f.df_g, 1);
    assert_near(f.vw, vw, 1e-12);
    assert_near(f.pmse, vw * 0.25 * 0.5625 / 16.0, 1e-15);
    assert_near(f.s_pmse, vw / 3.0, 1e-12);
    /* the same from the propensities 1/7 1/2 1 0 of the cells */
    const double squares =
        7.0 * (1.0 / 7.0 - 0.25) * (1.0 / 7.0 - 0.25) + 4.0 * 0.0625 + 0.5625 + 4.0 * 0.0625;
    assert_near(f.pmse, squares / 16.0, 1e-15);
    /* shares 1/4 1/2 1/4 0 and 1/2 1/6 0 1/3 */
    assert_near(f.tv, 0.5 * (1.0 / 4.0 + 1.0 / 3.0 + 1.0 / 4.0 + 1.0 / 3.0), 1e-15);
    assert_near(f.mabsdd, 2.0 * f.tv, 1e-15);
    assert_near(f.dbhatt, sqrt(1.0 - sqrt(1.0 / 8.0) - sqrt(1.0 / 12.0)), 1e-12);
    assert_near(f.g, 2.0 * (log(1.0 * 8.0 / (6.0 * 3.0)) + 2.0 * log(2.0 * 8.0 / (2.0 * 3.0))),
                1e-12);
    const double ft = (1.0 - sqrt(2.0)) * (1.0 - sqrt(2.0)) +
                      (sqrt(2.0) - sqrt(2.0 / 3.0)) * (sqrt(2.0) - sqrt(2.0 / 3.0)) + 1.0 +
                      4.0 / 3.0;
    assert_near(f.ft, 4.0 * ft, 1e-12);
}

static void test_ends(void **state)
{
    (void)state;
    const uint32_t a[] = { 3, 0, 6 }, b[] = { 1, 0, 2 }, c[] = { 0, 5, 0 }, one[] = { 4 };
    const tacit_table_fit same = tacit_table_fit_of(a, b, 3), apart = tacit_table_fit_of(a, c, 3);
    assert_near(same.vw, 0.0, 1e-25);
    assert_near(same.ft, 0.0, 1e-25);
    assert_near(same.jsd, 0.0, 1e-15);
    assert_near(same.dbhatt, 0.0, 1e-12);
    assert_near(same.g, 0.0, 1e-12);
    assert_near(apart.tv, 1.0, 1e-15);
    assert_near(apart.jsd, 1.0, 1e-12);
    assert_near(apart.dbhatt, 1.0, 1e-12);
    assert_near(apart.pmse, 9.0 / 14.0 * (5.0 / 14.0), 1e-12); /* c (1 - c) */
    assert_true(isnan(tacit_table_fit_of(one, one, 1).s_pmse));
}

/* a and b agree in one table and not in the other: single columns are kept, the pair is not.
 * 4 cells, d = 2 0 0 2, s = 1 1 1 1, c = 1/2: VW = 2 (1/3 + 1 + 1 + 1/3), over 3. */
static void test_pair(void **state)
{
    comparison c;
    start_comparison(&c, "two_way_tables", table_of(*state, "a:c,b:i", "x,1\nx,1\ny,2\ny,2\n"),
                     table_of(*state, "b:i,a:c", "1,x\n2,x\n1,y\n2,y\n"));
    tacit_result *r = run_comparison(*state, &c);
    assert_near(figure(r, "mean_ratio"), 16.0 / 9.0, 1e-12);
    assert_near(figure(r, "max_ratio"), 16.0 / 9.0, 1e-12);
    assert_near(figure(r, "mean_tv"), 0.5, 1e-15);
    assert_near(bar(r, "ratio", 0), 0.0, 0.0); /* a by itself */
    assert_near(bar(r, "ratio", 1), 16.0 / 9.0, 1e-12);
    const char *note = json_string_value(json_array_get(json_object_get(r, "notes"), 0));
    assert_non_null(strstr(note, "a : b"));
    json_decref(r);
    set_number(&c.a, "size", 1);
    r = run_comparison(*state, &c);
    assert_near(figure(r, "max_ratio"), 0.0, 0.0);
    json_decref(r);
    set_number(&c.a, "size", 3);
    assert_comparison_fails(*state, &c, TACIT_ERR_DATA, "3 columns");
    end_comparison(&c);
}

/* Missing is a place: 2 of 4 missing against none of 4.  d = 2 0 2, s = 2 2 0 by value 1, 2 and
 * missing. */
static void test_missing(void **state)
{
    comparison c;
    start_comparison(&c, "two_way_tables", table_of(*state, "a:i,b:c", "1,u\n1,u\n,u\n,u\n"),
                     table_of(*state, "a:i,b:c", "1,u\n1,u\n2,u\n2,u\n"));
    set_number(&c.a, "size", 1);
    tacit_result *r = run_comparison(*state, &c);
    assert_near(figure(r, "max_tv"), 0.5, 1e-15);
    assert_near(bar(r, "ratio", 0), 8.0 / 2.0, 1e-12); /* VW = 0 + 4 + 4 */
    assert_near(figure(r, "mean_ratio"), 4.0, 1e-12);  /* b has one cell: not defined */
    json_decref(r);
    end_comparison(&c);
}

/* All triples are there: 4 of 4 columns, each once. */
static void test_triples(void **state)
{
    tacit_rng rng = tacit_rng_seed(9);
    comparison c;
    tacit_table *x = random_table(*state, &rng, "a:i,b:c,d:d,x:r", 300, 4, 0.1);
    start_comparison(&c, "two_way_tables", x,
                     random_table(*state, &rng, "a:i,b:c,d:d,x:r", 200, 4, 0.1));
    set_number(&c.a, "size", 3);
    tacit_result *r = run_comparison(*state, &c);
    assert_int_equal(json_array_size(json_object_get(part_of(r, "tables", "tables"), "rows")), 4);
    assert_true(figure(r, "mean_ratio") > 0.3 && figure(r, "mean_ratio") < 4.0);
    json_decref(r);
    end_comparison(&c);
}

static void test_identity(void **state)
{
    tacit_rng rng = tacit_rng_seed(10);
    tacit_table *x = random_table(*state, &rng, "a:i,b:c,d:d,x:r", 300, 40, 0.1), *same = NULL;
    comparison c;
    assert_ok(*state, tacit_table_copy(*state, x, &same));
    start_comparison(&c, "two_way_tables", x, same);
    tacit_result *r = run_comparison(*state, &c);
    assert_near(figure(r, "max_ratio"), 0.0, 0.0);
    assert_near(figure(r, "max_tv"), 0.0, 0.0);
    assert_near(figure(r, "mean_jsd"), 0.0, 0.0);
    json_decref(r);
    end_comparison(&c);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_fit),     with_context(test_ends),    with_context(test_pair),
        with_context(test_missing), with_context(test_triples), with_context(test_identity),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
