/*
 * test_microaggregate.c - microaggregation: groups and values by hand, sets of columns, strata,
 * missing values, what is told, and what is refused.
 */
#include "support/masks.h"

/* Places in `algorithm`. */
enum {
    SEARCH,
    MDAV,
    V_MDAV,
    INDIVIDUAL,
    OPTIMAL,
    PCA,
    ZSCORES,
    SINGLE,
    SIMPLE,
    CLUSTER,
    GOWER,
    ALL
};

static mask *start(mask *m, double algorithm, double k)
{
    set_number(&start_mask(m, "microaggregate")->a, "algorithm", algorithm);
    set_number(&m->a, "k", k);
    return m;
}

/* Run with an account; the caller frees both. */
static tacit_table *run_told(tacit_ctx *cx, const mask *m, const tacit_table *t, json_t **told)
{
    const tacit_rng rng = tacit_rng_seed(m->seed);
    tacit_table *out = NULL;
    assert_ok(cx, tacit_result_new(cx, "method", &m->method->about, &m->a.args, told));
    const tacit_job job = {
        .in = t, .cols = { m->n, m->at }, .args = &m->a.args, .rng = &rng, .told = *told
    };
    assert_ok(cx, tacit_method_run(cx, m->method, &job, &out));
    return out;
}

/* Two far pairs and three in the middle: the mean is (5, 5); row 1 is the first of the farthest,
 * row 7 the last of the farthest from it. */
static void test_mdav(void **state)
{
    tacit_table *t = table_of(*state, "x:r,y:r", "0,0\n1,0\n5,5\n5,5.5\n5,4.5\n9,10\n10,10\n");
    mask m;
    add_column(add_column(start(&m, MDAV, 2), t, "x"), t, "y");
    assert_masked(*state, &m, t, "x", "0.5\n0.5\n5\n5\n5\n9.5\n9.5\n");
    assert_masked(*state, &m, t, "y", "0\n0\n5\n5\n5\n10\n10\n");
    tacit_table_free(t);
}

/* Sorted: 1 2 4 | 8 9 10 100.  The remainder joins the last group. */
static void test_individual(void **state)
{
    tacit_table *t = table_of(*state, "x:i,y:r", "9,1\n1,1\n100,1\n4,1\n2,1\n10,1\n8,1\n");
    mask m;
    add_column(add_column(start(&m, INDIVIDUAL, 3), t, "x"), t, "y");
    assert_masked(*state, &m, t, "x",
                  "31.75\n2.3333333333333335\n31.75\n2.3333333333333335\n2.3333333333333335\n"
                  "31.75\n31.75\n");
    assert_masked(*state, &m, t, "y", "1\n1\n1\n1\n1\n1\n1\n");
    tacit_table_free(t);
}

/* Runs of 3 to 5 of 1 2 3 4 20 21 22: three and four, the four being 1 2 3 4. */
static void test_optimal(void **state)
{
    tacit_table *t = table_of(*state, "x:i", "22\n1\n20\n3\n2\n21\n4\n");
    mask m;
    add_column(start(&m, OPTIMAL, 3), t, "x");
    assert_masked(*state, &m, t, "x", "21\n2.5\n21\n2.5\n2.5\n21\n2.5\n");
    set_number(&m.a, "algorithm", INDIVIDUAL);
    assert_masked(*state, &m, t, "x", "16.75\n2\n16.75\n2\n2\n16.75\n16.75\n");
    tacit_table_free(t);
}

/* Along x, along y, along x + y standardised, in the order of the file. */
static void test_axes(void **state)
{
    tacit_table *t = table_of(*state, "x:r,y:r", "1,30\n4,10\n2,20\n3,50\n");
    mask m;
    add_column(add_column(start(&m, SINGLE, 2), t, "x"), t, "y");
    assert_masked(*state, &m, t, "y", "25\n30\n25\n30\n");
    *argument(&m.a, "axis") = (tacit_value){ .given = true, .text = "y" };
    assert_masked(*state, &m, t, "y", "40\n15\n15\n40\n");
    assert_masked(*state, &m, t, "x", "2\n3\n3\n2\n");
    set_number(&m.a, "algorithm", SIMPLE);
    assert_masked(*state, &m, t, "y", "20\n20\n35\n35\n");
    /* x - 2.5 over 1.118, y - 27.5 over 14.79: sums -1.17 0.16 -1.17+0.21 1.97 */
    set_number(&m.a, "algorithm", ZSCORES);
    assert_masked(*state, &m, t, "y", "25\n30\n25\n30\n");
    tacit_table_free(t);
}

/* 1 2 4 100 with the mean 26.75, the median 3, without a quarter at each end 3; robust: the
 * median absolute deviation is 1.5, so 100 is drawn to 3 + 3 / 1.486 * 1.4826 * 1.5. */
static void test_aggregates(void **state)
{
    tacit_table *t = table_of(*state, "x:r", "2\n100\n1\n4\n");
    const double robust = (1.0 + 2.0 + 4.0 + 3.0 + 3.0 / 1.486 * 1.4826 * 1.5) / 4.0;
    mask m;
    add_column(start(&m, MDAV, 4), t, "x");
    assert_masked(*state, &m, t, "x", "26.75\n26.75\n26.75\n26.75\n");
    set_number(&m.a, "aggregate", 1);
    assert_masked(*state, &m, t, "x", "3\n3\n3\n3\n");
    set_number(set_number(&m.a, "aggregate", 2), "trim", 0.25);
    assert_masked(*state, &m, t, "x", "3\n3\n3\n3\n");
    set_number(&m.a, "trim", 0.2);
    assert_masked(*state, &m, t, "x", "26.75\n26.75\n26.75\n26.75\n");
    set_number(&m.a, "aggregate", 3);
    tacit_table *out = run_mask(*state, &m, t);
    assert_near(tacit_column_reals(column_of(out, "x"))[0], robust, 1e-12);
    tacit_table_free(out);
    set_number(set_number(&m.a, "aggregate", 0), "whole", 1);
    assert_masked(*state, &m, t, "x", "27\n27\n27\n27\n");
    tacit_table_free(t);
}

/* The weight of a column is 1 / variance unless columns are taken as they are. */
static void test_standardise(void **state)
{
    tacit_table *t = table_of(*state, "x:r,y:r", "0,0\n0,1\n1000,0\n1000,1.1\n");
    mask m;
    add_column(add_column(start(&m, MDAV, 2), t, "x"), t, "y");
    set_number(&m.a, "standardise", 0);
    assert_masked(*state, &m, t, "x", "0\n0\n1000\n1000\n");
    tacit_table_free(t);
    t = table_of(*state, "x:r,y:r", "0,0\n0,9\n1,0\n1,10\n");
    assert_masked(*state, &m, t, "x", "0.5\n0.5\n0.5\n0.5\n"); /* y decides */
    set_number(&m.a, "standardise", 1);
    tacit_table *out = run_mask(*state, &m, t);
    assert_true(tacit_column_reals(column_of(out, "x"))[0] < 0.6);
    tacit_table_free(out);
    tacit_table_free(t);
}

/* Numbers, dates and categories: the records fall into the two halves; the mode of a a b is a, the
 * lower median of the dates is the second. */
static void test_gower(void **state)
{
    tacit_table *t = table_of(*state, "x:i,c:c,d:d",
                              "1,a,2020-01-01\n2,a,2020-01-02\n3,b,2020-01-04\n"
                              "91,z,2024-01-01\n92,z,2024-02-01\n93,y,2024-03-01\n");
    mask m;
    add_column(add_column(add_column(start(&m, GOWER, 3), t, "x"), t, "c"), t, "d");
    assert_masked(*state, &m, t, "x", "2\n2\n2\n92\n92\n92\n");
    assert_masked(*state, &m, t, "c", "a\na\na\nz\nz\nz\n");
    assert_masked(*state, &m, t, "d",
                  "2020-01-02\n2020-01-02\n2020-01-02\n2024-02-01\n2024-02-01\n2024-02-01\n");
    tacit_table_free(t);
}

/* Groups of columns are masked each by itself; a missing value leaves its record out of its own
 * group of columns only. */
static void test_sets(void **state)
{
    static const char *const first[] = { "x" }, *const second[] = { "y", "z" };
    static const tacit_group groups[] = { { "one", first, 1, 0 }, { "two", second, 2, 0 } };
    json_t *told = NULL;
    tacit_table *t =
        table_of(*state, "x:r,y:r,z:r", "1,40,4\n9,10,1\n3,20,2\n11,30,3\n,41,4\n10,,7\n");
    mask m;
    add_column(add_column(add_column(start(&m, MDAV, 2), t, "x"), t, "y"), t, "z");
    *argument(&m.a, "groups") = (tacit_value){ .given = true, .groups = groups, .n = 2 };
    tacit_table *out = run_told(*state, &m, t, &told);
    assert_cells(out, "x", "2\n10\n2\n10\n\n10\n");
    assert_cells(out, "y", "37\n15\n15\n37\n37\n\n");
    tacit_column *z = tacit_column_share(column_of(out, "z"));
    assert_near(tacit_column_number(z, 5), 7.0, 0.0);
    assert_near(tacit_column_number(z, 0), 11.0 / 3.0, 1e-12);
    tacit_column_free(z);
    assert_near(figure(told, "left_out"), 2, 0.0);
    assert_near(figure(told, "groups"), 4, 0.0);
    assert_near(figure(told, "smallest_group"), 2, 0.0);
    assert_near(figure(told, "largest_group"), 3, 0.0);
    assert_near(bar(told, "sizes", 0), 2, 0.0);
    assert_near(bar(told, "sizes", 1), 2, 0.0);
    json_decref(told);
    tacit_table_free(out);
    tacit_table_free(t);
}

/* SSE / SST by hand: x 0 2 | 10 12 has SSE 4 and SST 104. */
static void test_loss(void **state)
{
    json_t *told = NULL;
    tacit_table *t = table_of(*state, "x:r,c:r", "0,5\n2,5\n10,5\n12,5\n");
    mask m;
    add_column(add_column(start(&m, SEARCH, 2), t, "x"), t, "c");
    tacit_table *out = run_told(*state, &m, t, &told);
    assert_near(figure(told, "information_loss"), 4.0 / 104.0, 1e-15);
    json_decref(told);
    tacit_table_free(out);
    tacit_table_free(t);
}

/* Strata are masked each by itself, a missing one too. */
static void test_strata(void **state)
{
    tacit_table *t = table_of(*state, "s:c,x:r", "a,1\nb,2\na,3\nb,4\n,100\n,200\n");
    mask m;
    tacit_table_set_roles(t, 0, TACIT_ROLE_STRATA);
    for (int algorithm = 0; algorithm < ALL; algorithm++) {
        add_column(start(&m, algorithm, 2), t, "x");
        assert_masked(*state, &m, t, "x", "2\n3\n2\n3\n150\n150\n");
    }
    set_number(&m.a, "k", 3);
    assert_mask_fails(*state, &m, t, TACIT_ERR_DATA, "stratum has only 2 records");
    tacit_table_free(t);
}

/* How many records have the values of record i in all of the first `p` columns. */
static size_t count_alike(const tacit_table *t, size_t p, size_t i)
{
    size_t n = 0;
    for (size_t r = 0; r < tacit_table_rows(t); r++) {
        bool same = true;
        for (size_t j = 0; j < p; j++) {
            const tacit_column *c = tacit_table_column(t, j);
            same = same && fabs(tacit_column_number(c, r) - tacit_column_number(c, i)) <= 0.0;
        }
        n += same;
    }
    return n;
}

/* Every way: each record is equal to at least k - 1 others (in its own column for the two that
 * mask columns apart), and means stay. */
static void check_k(tacit_ctx *cx, const tacit_table *t, int algorithm, size_t k)
{
    const bool apart = algorithm == INDIVIDUAL || algorithm == OPTIMAL;
    double before = 0.0, after = 0.0;
    mask m;
    add_column(start(&m, algorithm, (double)k), t, "x");
    if (!apart)
        add_column(add_column(&m, t, "y"), t, "z");
    tacit_table *out = run_mask(cx, &m, t);
    for (size_t i = 0; i < tacit_table_rows(t); i++) {
        before += tacit_column_number(column_of(t, "x"), i);
        after += tacit_column_number(column_of(out, "x"), i);
        if (count_alike(out, apart ? 1 : 3, i) < k)
            fail_msg("algorithm %d leaves a group below %zu", algorithm, k);
    }
    assert_near(after, before, 1e-9 * fabs(before));
    tacit_table_free(out);
}

static void test_k(void **state)
{
    tacit_rng rng = tacit_rng_seed(3);
    tacit_table *t = random_table(*state, &rng, "x:r,y:i,z:r", 331, 40, 0.0);
    tacit_table *few = random_table(*state, &rng, "x:r,y:i,z:r", 113, 3, 0.0);
    for (int algorithm = 0; algorithm < ALL; algorithm++)
        for (size_t k = 2; k < 120; k = 2 * k + 1) {
            check_k(*state, t, algorithm, k);
            check_k(*state, few, algorithm, k < 113 ? k : 113);
        }
    tacit_table_free(t);
    tacit_table_free(few);
}

static void test_refusals(void **state)
{
    static const char *const twice[] = { "x", "x" }, *const other[] = { "h" };
    static const tacit_group bad[] = { { "one", twice, 2, 0 } },
                             strange[] = { { "one", other, 1, 0 } },
                             part[] = { { "one", twice, 1, 0 } };
    tacit_table *t = table_of(*state, "x:r,c:c,h:r", "4711,secret,1e200\n1,,2\n3,,4\n");
    mask m;
    add_column(start(&m, SEARCH, 3), t, "c");
    assert_mask_fails(*state, &m, t, TACIT_ERR_INPUT, "gower");
    add_column(start(&m, SEARCH, 4), t, "x");
    assert_mask_fails(*state, &m, t, TACIT_ERR_DATA, "fewer than k = 4");
    add_column(start(&m, MDAV, 3), t, "h");
    assert_mask_fails(*state, &m, t, TACIT_ERR_DATA, "'h'");
    add_column(add_column(start(&m, MDAV, 3), t, "x"), t, "c");
    set_number(&m.a, "algorithm", GOWER);
    assert_mask_fails(*state, &m, t, TACIT_ERR_DATA, "Only 1 records"); /* complete ones */
    add_column(start(&m, SINGLE, 3), t, "x");
    *argument(&m.a, "axis") = (tacit_value){ .given = true, .text = "h" };
    assert_mask_fails(*state, &m, t, TACIT_ERR_INPUT, "'axis'");
    add_column(start(&m, MDAV, 3), t, "x");
    *argument(&m.a, "groups") = (tacit_value){ .given = true, .groups = bad, .n = 1 };
    assert_mask_fails(*state, &m, t, TACIT_ERR_INPUT, "twice");
    *argument(&m.a, "groups") = (tacit_value){ .given = true, .groups = strange, .n = 1 };
    assert_mask_fails(*state, &m, t, TACIT_ERR_INPUT, "not among");
    add_column(&m, t, "h");
    *argument(&m.a, "groups") = (tacit_value){ .given = true, .groups = part, .n = 1 };
    assert_mask_fails(*state, &m, t, TACIT_ERR_INPUT, "'h' is in none");
    tacit_table_free(t);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_mdav),   with_context(test_individual), with_context(test_optimal),
        with_context(test_axes),   with_context(test_aggregates), with_context(test_standardise),
        with_context(test_gower),  with_context(test_sets),       with_context(test_loss),
        with_context(test_strata), with_context(test_k),          with_context(test_refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
