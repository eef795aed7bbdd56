/*
 * test_local_suppress.c - local suppression by hand; suppression by risk against a slow count.
 */
#include "support/told.h"

#include "micro/risk/risk.h"
#include "stats/population/benedetti_franconi.h"

static mask *suppress(mask *m, const tacit_table *t, const char *column, double threshold)
{
    set_number(&add_column(start_mask(m, "local_suppress"), t, column)->a, "threshold", threshold);
    set_number(&m->a, "missing", 0);
    return m;
}

/* Classes (a, 1) of 3, (a, 2) of 1, (b, 1) of 2, (b, 2) of 1.  Records 4 and 7 are alone. */
static tacit_table *seven(tacit_ctx *cx)
{
    return with_keys(
        table_of(cx, "r:c,x:i,z:c", "a,1,p\na,1,q\na,1,p\na,2,q\nb,1,p\nb,1,q\nb,2,p\n"), 2);
}

static void test_by_hand(void **state)
{
    tacit_table *t = seven(*state);
    tacit_result *told = NULL;
    mask m;
    /* x gone from records 4 and 7: (a, .) and (b, .) are alone again if missing is a value. */
    tacit_table *out = run_told(*state, suppress(&m, t, "x", 0.5), t, &told);
    assert_cells(out, "x", "1,1,1,,1,1,");
    assert_near(figure(told, "at_risk_before"), 2, 0);
    assert_near(figure(told, "at_risk_after"), 2, 0);
    assert_near(told_cell(told, "blanks", 0, 1), 2, 0);
    json_decref(told);
    tacit_table_free(out);
    /* Then r is blanked too, and both are (., .): no risk is left. */
    add_column(&m, t, "r");
    out = run_told(*state, &m, t, &told);
    assert_cells(out, "x", "1,1,1,,1,1,");
    assert_cells(out, "r", "a,a,a,,b,b,");
    assert_near(figure(told, "at_risk_after"), 0, 0);
    assert_near(told_cell(told, "blanks", 0, 2), 2, 0);
    assert_near(told_cell(told, "blanks", 1, 1), 2, 0);
    json_decref(told);
    tacit_table_free(out);
    /* If a missing key matches anything, the first column is enough and the second stays. */
    set_number(&m.a, "missing", 1);
    out = run_told(*state, &m, t, &told);
    assert_cells(out, "r", "a,a,a,a,b,b,b");
    assert_near(figure(told, "at_risk_after"), 0, 0);
    assert_near(told_cell(told, "blanks", 1, 1), 0, 0);
    json_decref(told);
    tacit_table_free(out);
    /* "Above" is strict: pairs have a risk of 1/2.  A column that is no key can go as well. */
    assert_masked(*state, suppress(&m, t, "z", 0.5), t, "z", "p,q,p,,p,q,");
    assert_masked(*state, suppress(&m, t, "z", 0.49), t, "z", "p,q,p,,,,");
    assert_masked(*state, suppress(&m, t, "z", 0), t, "z", ",,,,,,");
    assert_masked(*state, suppress(&m, t, "z", 1), t, "z", "p,q,p,q,p,q,p");
    tacit_table_free(t);
}

/* The eight records of Franconi and Polettini: frequencies 2 2 2 1 1 1 1 2 and sums of weights
 * 110 84.5 84.5 17 541 8 5 110.  E[1 / F | 1] = p / (1 - p) log(1 / p) is 0.177 for 17, 0.0117
 * for 541, 0.297 for 8 and 0.402 for 5; pairs have less than 0.02. */
static void test_weights(void **state)
{
    tacit_table *t = with_keys(table_of(*state, EIGHT_COLUMNS, EIGHT_RECORDS), 4);
    mask m;
    set_number(&suppress(&m, t, "k1", 0.2)->a, "risk", 1);
    assert_mask_fails(*state, &m, t, TACIT_ERR_INPUT, "weight");
    tacit_table_set_roles(t, 4, TACIT_ROLE_WEIGHT);
    assert_near(tacit_benedetti_franconi(1, 1.0 / 8), log(8) / 7, 1e-12);
    assert_masked(*state, &m, t, "k1", "1,1,1,3,4,,,1");
    set_number(&m.a, "threshold", 0.1);
    assert_masked(*state, &m, t, "k1", "1,1,1,,4,,,1");
    set_number(&m.a, "threshold", 0.3);
    assert_masked(*state, &m, t, "k1", "1,1,1,3,4,4,,1");
    tacit_table_free(t);
}

/* Whether rows i and k agree in the first two columns. */
static bool agree(const tacit_table *t, size_t i, size_t k)
{
    for (size_t j = 0; j < 2; j++) {
        char x[32], y[32];
        const tacit_column *c = tacit_table_column(t, j);
        if (tacit_column_is_missing(c, i) != tacit_column_is_missing(c, k) ||
            strcmp(tacit_column_text(c, i, x), tacit_column_text(c, k, y)) != 0)
            return false;
    }
    return true;
}

/* Records whose class, counted one by one, has fewer than `k`. */
static size_t count_small(const tacit_table *t, size_t k, bool *small)
{
    size_t n = 0;
    for (size_t i = 0; i < tacit_table_rows(t); i++) {
        size_t f = 0;
        for (size_t j = 0; j < tacit_table_rows(t); j++)
            f += agree(t, i, j);
        small[i] = f < k;
        n += small[i];
    }
    return n;
}

static void test_slowly(void **state)
{
    enum { ROWS = 40 };
    tacit_rng rng = tacit_rng_seed(31);
    for (int round = 0; round < 200; round++) {
        tacit_table *t = with_keys(random_table(*state, &rng, "a:c,b:i", ROWS, 5, 0.1), 2);
        const size_t k = 2 + (size_t)round % 3;
        bool small[ROWS], after[ROWS];
        tacit_result *told = NULL;
        mask m;
        const size_t before = count_small(t, k, small);
        tacit_table *out = run_told(*state, suppress(&m, t, "a", 1.0 / (double)k + 1e-9), t, &told);
        assert_near(figure(told, "at_risk_before"), (double)before, 0);
        for (size_t i = 0; i < ROWS; i++)
            assert_int_equal(tacit_column_is_missing(column_of(out, "a"), i),
                             small[i] || tacit_column_is_missing(column_of(t, "a"), i));
        assert_near(figure(told, "at_risk_after"), (double)count_small(out, k, after), 0);
        json_decref(told);
        tacit_table_free(out);
        tacit_table_free(t);
    }
}

/* Without keys the columns given are the keys; roles stay as they were. */
static void test_without_keys(void **state)
{
    tacit_table *t = table_of(*state, "x:i,y:d", "1,2000-01-01\n1,2000-01-01\n2,2000-01-01\n");
    mask m;
    add_column(suppress(&m, t, "x", 0.5), t, "y");
    tacit_table *out = run_mask(*state, &m, t);
    assert_cells(out, "x", "1,1,");
    assert_cells(out, "y", "2000-01-01,2000-01-01,"); /* still alone without x */
    assert_int_equal(tacit_table_roles(out, 0), 0);
    tacit_table_free(out);
    tacit_table_free(t);
}

/* ---- promises ---- */

enum { CATEGORY = 0, STRICT = 3, WILDCARD = 1, EXACT = 1, COMPAT = 2 };

/* All columns of `t` under a rule. */
static mask *promise(mask *m, const tacit_table *t, double k, double missing)
{
    start_mask(m, "local_suppress");
    for (size_t j = 0; j < tacit_table_columns(t); j++)
        if ((tacit_table_roles(t, j) & TACIT_ROLE_STRATA) == 0)
            add_column(m, t, tacit_column_name(tacit_table_column(t, j)));
    set_number(set_number(&m->a, "k", k), "missing", missing);
    return m;
}

static void set_list(mask *m, const char *name, const double *x, size_t n)
{
    tacit_value *v = argument(&m->a, name);
    v->reals = x;
    v->n = n;
}

/* Three records that differ in x alone, k = 2.  Strict: each shows a value that nobody else
 * shows, so all three lose it.  Wildcard: one blank matches the two others. */
static void test_two_rules(void **state)
{
    tacit_table *t = table_of(*state, "r:c,x:i", "a,1\na,2\na,3\n");
    tacit_result *told = NULL;
    mask m;
    tacit_table *out = run_told(*state, promise(&m, t, 2, STRICT), t, &told);
    assert_cells(out, "r", "a,a,a");
    assert_cells(out, "x", ",,");
    assert_near(figure(told, "cells"), 3, 0);
    assert_near(figure(told, "records"), 3, 0);
    assert_near(figure(told, "most"), 1, 0);
    assert_near(figure(told, "bound"), 3, 0);
    assert_near(figure(told, "gap"), 0, 0);
    assert_near(figure(told, "unsafe"), 0, 0);
    assert_near(figure(told, "sets_checked"), 1, 0);
    assert_near(figure(told, "combinations_checked"), 1, 0);
    assert_near(told_cell(told, "blanks", 1, 1), 3, 0);
    json_decref(told);
    tacit_table_free(out);
    assert_masked(*state, promise(&m, t, 2, WILDCARD), t, "x", ",2,3");
    assert_masked(*state, promise(&m, t, 3, WILDCARD), t, "x", ",,3");
    /* More records than there are cannot be had: nothing is shown any more. */
    assert_masked(*state, promise(&m, t, 4, STRICT), t, "r", ",,");
    assert_masked(*state, promise(&m, t, 4, WILDCARD), t, "x", ",,");
    assert_masked(*state, promise(&m, t, 1, STRICT), t, "x", "1,2,3");
    tacit_table_free(t);
}

/* Where a blank is a value of its own, by hand.  k = 2: (a, 1) twice is a class; (a, 2) and (a, 3)
 * lose x and are a class (a, .); (b, 4) has nobody and shows nothing, and so does the cheapest
 * other one.  Taking (a, 1), which is two records, costs 4 blanks; the class (a, .), 2; these are
 * cheaper. */
static void test_category(void **state)
{
    tacit_table *t = table_of(*state, "r:c,x:i", "a,1\na,1\na,2\na,3\n");
    tacit_table *lone = table_of(*state, "r:c,x:i", "a,1\na,1\na,1\na,2\na,3\nb,4\n");
    mask m;
    assert_masked(*state, promise(&m, t, 2, CATEGORY), t, "x", "1,1,,");
    assert_masked(*state, promise(&m, t, 2, CATEGORY), t, "r", "a,a,a,a");
    assert_masked(*state, promise(&m, lone, 2, CATEGORY), lone, "x", "1,1,1,,,");
    assert_masked(*state, promise(&m, lone, 2, CATEGORY), lone, "r", "a,a,a,,,");
    assert_masked(*state, promise(&m, lone, 1, CATEGORY), lone, "x", "1,1,1,2,3,4");
    assert_mask_fails(*state, promise(&m, t, 5, CATEGORY), t, TACIT_ERR_DATA,
                      "is to leave 5 records alike, but the data has only 4");
    set_number(&promise(&m, t, 2, CATEGORY)->a, "how", EXACT);
    assert_mask_fails(*state, &m, t, TACIT_ERR_INPUT, "'how: exact' of local_suppress needs");
    tacit_table_free(lone);
    tacit_table_free(t);
}

/* A record with a gap shows the rest; a gap of another one does not help it. */
static void test_gaps(void **state)
{
    tacit_table *t = table_of(*state, "r:c,x:i", "a,1\na,\na,\nb,\nb,\n,2\n");
    mask m;
    /* (a, 1) is alone under the strict rule, though two records might be (a, 1). */
    assert_masked(*state, promise(&m, t, 2, STRICT), t, "x", ",,,,,");
    assert_masked(*state, promise(&m, t, 2, STRICT), t, "r", "a,a,a,b,b,");
    assert_masked(*state, promise(&m, t, 2, WILDCARD), t, "x", "1,,,,,2");
    tacit_table_free(t);
}

/* All four are alone; either key will do. */
static void test_costs(void **state)
{
    static const double dear[] = { 2.5, 1 }, cheap[] = { 1, 2.5 }, first[] = { 2, 1 };
    tacit_table *t = table_of(*state, "r:c,x:i", "a,1\na,2\nb,1\nb,2\n");
    tacit_result *told = NULL;
    mask m;
    set_list(promise(&m, t, 2, STRICT), "weights", dear, 2);
    assert_masked(*state, &m, t, "x", ",,,");
    set_list(&m, "weights", cheap, 2);
    assert_masked(*state, &m, t, "r", ",,,");
    set_list(promise(&m, t, 2, STRICT), "importance", first, 2);
    assert_masked(*state, &m, t, "r", ",,,");
    assert_masked(*state, promise(&m, t, 2, STRICT), t, "x", ",,,"); /* the later of two alike */
    set_list(&m, "weights", cheap, 2);
    set_number(&m.a, "how", EXACT);
    tacit_table_free(run_told(*state, &m, t, &told));
    assert_near(figure(told, "cost"), 4, 1e-12);
    assert_near(figure(told, "cells"), 4, 0);
    json_decref(told);
    set_list(&m, "weights", cheap, 1);
    assert_mask_fails(*state, &m, t, TACIT_ERR_INPUT, "'weights' of local_suppress needs one");
    tacit_table_free(t);
}

/* Values by themselves, pairs with their own k, and listed sets. */
static void test_sets(void **state)
{
    static const double one[] = { 1 }, both[] = { 1, 2 }, ks[] = { 3, 2 };
    static const char *const r[] = { "r" }, *const wrong[] = { "z" };
    static const tacit_group listed[] = { { .label = "only r", .member = r, .n = 1 } };
    static const tacit_group unknown[] = { { .label = "odd", .member = wrong, .n = 1 } };
    tacit_table *t = table_of(*state, "r:c,x:i", "a,1\na,1\na,2\na,2\nb,1\nb,2\nc,1\nc,1\nc,2\n");
    tacit_result *told = NULL;
    mask m;
    set_list(promise(&m, t, 3, STRICT), "subsets", one, 1);
    assert_masked(*state, &m, t, "r", "a,a,a,a,,,c,c,c");
    assert_masked(*state, &m, t, "x", "1,1,2,2,1,2,1,1,2");
    set_list(&m, "subsets", both, 2);
    set_list(&m, "subset_k", ks, 2);
    tacit_table *out = run_told(*state, &m, t, &told);
    assert_cells(out, "r", "a,a,a,a,,,c,c,c");
    assert_cells(out, "x", "1,1,2,2,1,2,1,1,"); /* (c, 2) is alone */
    assert_near(figure(told, "sets_checked"), 3, 0);
    json_decref(told);
    tacit_table_free(out);
    *argument(&promise(&m, t, 3, STRICT)->a, "sets") =
        (tacit_value){ .given = true, .groups = listed, .n = 1 };
    assert_masked(*state, &m, t, "r", "a,a,a,a,,,c,c,c");
    *argument(&m.a, "sets") = (tacit_value){ .given = true, .groups = unknown, .n = 1 };
    assert_mask_fails(*state, &m, t, TACIT_ERR_INPUT, "Set 'odd' of local_suppress names 'z'");
    set_list(promise(&m, t, 3, STRICT), "subsets", ks, 1);
    assert_mask_fails(*state, &m, t, TACIT_ERR_INPUT, "names 3 keys, but there are only 2");
    tacit_table_free(t);
}

/* What is linked with a key goes where the key does, and nowhere else; not with other keys. */
static void test_linked(void **state)
{
    static const char *const names[] = { "name", "code" }, *const key[] = { "r" },
                             *const no[] = { "q" };
    tacit_group linked[] = { { .label = "x", .member = names, .n = 2 } };
    tacit_table *t = table_of(*state, "r:c,x:i,name:c,code:i",
                              "a,1,A,1\na,1,A,1\na,1,,1\na,2,A,1\nb,1,B,2\nb,1,B,2\nb,2,B,2\n");
    mask m;
    add_column(add_column(start_mask(&m, "local_suppress"), t, "r"), t, "x");
    set_number(set_number(&m.a, "k", 2), "missing", STRICT);
    *argument(&m.a, "linked") = (tacit_value){ .given = true, .groups = linked, .n = 1 };
    tacit_result *told = NULL;
    tacit_table *out = run_told(*state, &m, t, &told);
    const tacit_column *x = tacit_table_column(out, 1), *code = tacit_table_column(out, 3);
    size_t blanks = 0;
    for (size_t i = 0; i < tacit_table_rows(t); i++) {
        blanks += tacit_column_is_missing(x, i);
        assert_int_equal(tacit_column_is_missing(code, i), tacit_column_is_missing(x, i));
        assert_int_equal(tacit_column_is_missing(tacit_table_column(out, 2), i),
                         i == 2 || tacit_column_is_missing(x, i));
    }
    assert_true(blanks > 0);
    json_decref(told);
    tacit_table_free(out);
    linked[0].member = key;
    linked[0].n = 1;
    assert_mask_fails(*state, &m, t, TACIT_ERR_INPUT, "names 'r', which is a key itself");
    linked[0].member = no;
    assert_mask_fails(*state, &m, t, TACIT_ERR_INPUT, "column 'q', which is not there");
    linked[0].label = "code";
    assert_mask_fails(*state, &m, t, TACIT_ERR_INPUT, "names 'code', which is no key");
    set_number(&m.a, "threshold", 0.5);
    assert_mask_fails(*state, &m, t, TACIT_ERR_INPUT, "goes with 'k'");
    tacit_table_free(t);
}

/* In strata each works by itself, a stratum without a value too. */
static void test_strata(void **state)
{
    tacit_table *t = table_of(*state, "x:i,s:c", "1,m\n1,m\n2,m\n1,f\n2,f\n2,f\n1,\n1,\n");
    tacit_result *told = NULL;
    mask m;
    assert_masked(*state, promise(&m, t, 2, STRICT), t, "x", "1,1,2,1,2,2,1,1");
    tacit_table_set_roles(t, 1, TACIT_ROLE_STRATA);
    tacit_table *out = run_told(*state, promise(&m, t, 2, STRICT), t, &told);
    assert_cells(out, "x", "1,1,,,2,2,1,1");
    assert_near(figure(told, "sets_checked"), 3, 0);
    json_decref(told);
    tacit_table_free(out);
    assert_masked(*state, promise(&m, t, 2, WILDCARD), t, "x", "1,1,,,2,2,1,1");
    set_number(&m.a, "how", COMPAT);
    assert_masked(*state, &m, t, "x", "1,1,,,2,2,1,1");
    add_column(&m, t, "s");
    assert_mask_fails(*state, &m, t, TACIT_ERR_INPUT, "Column 's' has the role of strata");
    tacit_table_free(t);
}

/* The records of Franconi and Polettini: sdcMicro 5.8.1 blanks these four cells for k = 2. */
static void test_compat(void **state)
{
    tacit_table *t = table_of(*state, EIGHT_COLUMNS, EIGHT_RECORDS);
    mask m;
    start_mask(&m, "local_suppress");
    for (size_t j = 0; j < 4; j++)
        add_column(&m, t, tacit_column_name(tacit_table_column(t, j)));
    set_number(set_number(&m.a, "k", 2), "how", COMPAT);
    assert_masked(*state, &m, t, "k1", "1,1,1,,4,4,6,1");
    assert_masked(*state, &m, t, "k2", "2,2,2,3,3,3,,2");
    assert_masked(*state, &m, t, "k4", "1,1,1,5,,,5,1");
    tacit_table_free(t);
}

static void test_refused(void **state)
{
    tacit_table *t = table_of(*state, "r:c,x:i", "a,1\na,2\n");
    tacit_table *empty = table_of(*state, "r:c,x:i", "");
    mask m;
    assert_mask_fails(*state, promise(&m, t, 2, 2), t, TACIT_ERR_INPUT, "missing = sdcmicro");
    assert_mask_fails(*state, start_mask(&m, "local_suppress"), t, TACIT_ERR_INPUT,
                      "works with 1 to 60 columns");
    assert_masked(*state, promise(&m, empty, 2, STRICT), empty, "x", "");
    assert_masked(*state, promise(&m, empty, 2, WILDCARD), empty, "x", "");
    tacit_table_free(empty);
    tacit_table_free(t);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_by_hand),      with_context(test_weights),   with_context(test_slowly),
        with_context(test_without_keys), with_context(test_two_rules), with_context(test_gaps),
        with_context(test_costs),        with_context(test_sets),      with_context(test_strata),
        with_context(test_linked),       with_context(test_compat),    with_context(test_refused),
        with_context(test_category),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
