/*
 * test_categories.c - contingency tables, entropy-based loss and distances of categories, by
 * hand and against a slow count.
 */
#include "support/comparisons.h"

#include <math.h>

/* ---- contingency tables ---- */

/* a: p p q q becomes p q q q; b stays x y x y.
 * One-way: a differs by 1 + 1, b by 0.  Two-way: px 1, py 1, qx 1, qy 1 become px 1, qy 2, qx 1. */
static void test_tables(void **state)
{
    comparison c;
    start_comparison(&c, "contingency_tables", table_of(*state, "a:c,b:c", "p,x\np,y\nq,x\nq,y\n"),
                     table_of(*state, "b:c,a:c", "x,p\ny,q\nx,q\ny,q\n"));
    tacit_result *r = run_comparison(*state, &c);
    assert_near(figure(r, "contingency_loss"), 2.0 + 0.0 + 2.0, 1e-15);
    assert_near(figure(r, "loss_per_cell"), 4.0 / (2.0 + 2.0 + 4.0), 1e-15);
    assert_near(figure(r, "loss_one"), (2.0 / 8.0 + 0.0) / 2.0, 1e-15);
    assert_near(figure(r, "loss_two"), 2.0 / 8.0, 1e-15);
    assert_false(has_figure(r, "loss_three"));
    assert_int_equal(rows_of(r, "tables"), 3);
    assert_near(cell_of(r, "tables", 0, 2), 2.0, 0.0);
    assert_near(bar(r, "pairs", 0), 0.25, 0.0);
    assert_near(bar(r, "pairs", 1), 0.25, 0.0);
    json_decref(r);
    set_number(&c.a, "dimension", 1);
    r = run_comparison(*state, &c);
    assert_near(figure(r, "contingency_loss"), 2.0, 0.0);
    json_decref(r);
    set_number(&c.a, "dimension", 3);
    set_number(&c.a, "most_tables", 2);
    r = run_comparison(*state, &c);
    assert_note(r, "2 of 3 tables");
    json_decref(r);
    end_comparison(&c);
}

/* px 2, py 1, qx 1 become px 1, py 1, qx 1, qy 1: by 1, 0, 0, 1, relatively (without qy) by 1/2, 0,
 * 0, of roots by sqrt 2 - 1, 0, 0, 1. */
static void test_cells(void **state)
{
    comparison c;
    start_comparison(&c, "cell_changes", table_of(*state, "a:c,b:c", "p,x\np,x\np,y\nq,x\n"),
                     table_of(*state, "a:c,b:c", "p,x\np,y\nq,x\nq,y\n"));
    tacit_result *r = run_comparison(*state, &c);
    assert_near(figure(r, "mean_change"), 0.5, 1e-15);
    assert_near(figure(r, "cells"), 4.0, 0.0);
    assert_near(figure(r, "false_zeros"), 0.0, 0.0);
    assert_near(figure(r, "false_cells"), 1.0, 0.0);
    assert_int_equal(rows_of(r, "quantiles"), 12);
    assert_near(cell_of(r, "quantiles", 4, 1), 0.5, 1e-15);
    assert_near(cell_of(r, "quantiles", 11, 1), 1.0, 0.0);
    assert_near(cell_of(r, "quantiles", 8, 2), 0.4, 1e-15); /* 0, 0, 1/2 at 0.9: 0.8 of the way */
    assert_near(cell_of(r, "quantiles", 11, 2), 0.5, 0.0);
    assert_near(cell_of(r, "quantiles", 4, 3), (sqrt(2.0) - 1.0) / 2.0, 1e-15);
    json_decref(r);
    end_comparison(&c);
}

/* Twice the rows with the same shares is no loss; missing is a value; keys take part. */
static void test_scaled(void **state)
{
    comparison c;
    start_comparison(&c, "contingency_tables", table_of(*state, "a:c,k:i,x:i", "p,1,1\n,2,2\n"),
                     table_of(*state, "a:c,k:i,x:i", "p,1,1\n,2,5\np,1,6\n,2,7\n"));
    tacit_table_set_roles(c.before, 1, TACIT_ROLE_KEY);
    tacit_result *r = run_comparison(*state, &c);
    assert_near(figure(r, "contingency_loss"), 0.0, 0.0);
    assert_int_equal(rows_of(r, "tables"), 3); /* a, k, a x k */
    json_decref(r);
    end_comparison(&c);
}

static void test_recoded(void **state)
{
    static const char *const named[] = { "a" };
    comparison c;
    start_comparison(&c, "contingency_tables", table_of(*state, "a:c,b:c", "p,x\nq,y\n"),
                     table_of(*state, "a:c,b:c", "P,x\nQ,y\n"));
    tacit_result *r = run_comparison(*state, &c);
    assert_note(r, "1 columns are left out");
    assert_int_equal(rows_of(r, "tables"), 1);
    json_decref(r);
    r = run_comparison(*state, set_texts(&c, "columns", named, 1));
    assert_near(figure(r, "loss_one"), 1.0, 0.0);
    json_decref(r);
    end_comparison(&c);
}

/* A column that names records is left out, unless it is named itself. */
static void test_names(void **state)
{
    static const char *const named[] = { "id", "b" };
    char rows[4096] = "";
    size_t used = 0;
    for (size_t i = 0; i < 150; i++)
        used +=
            (size_t)snprintf(rows + used, sizeof rows - used, "n%zu,%s\n", i, i % 2 ? "x" : "y");
    comparison c;
    tacit_table *t = table_of(*state, "id:c,b:c", rows);
    tacit_result *r = run_comparison(*state, start_comparison(&c, "contingency_tables", t, t));
    assert_int_equal(rows_of(r, "tables"), 1);
    assert_note(r, "1 columns are left out");
    json_decref(r);
    r = run_comparison(*state, set_texts(&c, "columns", named, 2));
    assert_int_equal(rows_of(r, "tables"), 3);
    json_decref(r);
    end_comparison(&c);
}

/* How many rows of `u` have the same three values as row i of `t`. */
static double count_like(const tacit_table *t, size_t i, const tacit_table *u)
{
    double n = 0.0;
    for (size_t k = 0; k < tacit_table_rows(u); k++) {
        bool same = true;
        for (size_t j = 0; j < 3; j++) {
            char x[32], y[32];
            same &= strcmp(tacit_column_text(tacit_table_column(t, j), i, x),
                           tacit_column_text(tacit_table_column(u, j), k, y)) == 0;
        }
        n += same;
    }
    return n;
}

/* Sum of |count - count'| over cells: rows of a cell share its difference, and a cell that both
 * tables have is met from both. */
static double slow_difference(const tacit_table *t, const tacit_table *u)
{
    double sum = 0.0;
    for (size_t side = 0; side < 2; side++)
        for (size_t i = 0; i < tacit_table_rows(t); i++) {
            const tacit_table *mine = side == 0 ? t : u, *other = side == 0 ? u : t;
            const double own = count_like(mine, i, mine), theirs = count_like(mine, i, other);
            sum += fabs(own - theirs) / own * (theirs > 0.0 ? 0.5 : 1.0);
        }
    return sum;
}

/* With few values the tables are dense, with many sparse; both count alike. */
static void test_slow(void **state)
{
    tacit_rng rng = tacit_rng_seed(77);
    for (size_t k = 0; k < 40; k++) {
        comparison c;
        const uint64_t values = k % 2 == 0 ? 4 : 200;
        start_comparison(&c, "contingency_tables",
                         random_table(*state, &rng, "a:c,b:i,c:c", 120, values, 0.1),
                         random_table(*state, &rng, "a:c,b:i,c:c", 120, values, 0.1));
        static const char *const names[] = { "a", "b", "c" };
        tacit_result *r = run_comparison(*state, set_texts(&c, "columns", names, 3));
        double three = NAN;
        for (size_t i = 0; i < rows_of(r, "tables"); i++) {
            const json_t *row =
                json_array_get(json_object_get(part_of(r, "tables", "tables"), "rows"), i);
            if (strcmp(json_string_value(json_array_get(row, 0)), "a x b x c") == 0)
                three = json_number_value(json_array_get(row, 2));
        }
        assert_near(three, slow_difference(c.before, c.after), 1e-9);
        json_decref(r);
        end_comparison(&c);
    }
}

/* ---- entropy ---- */

/* a: p p q q, seen as p p p q: of the three p's two were p, one q. */
static void test_entropy(void **state)
{
    comparison c;
    start_comparison(&c, "entropy_loss", table_of(*state, "a:c,b:c", "p,x\np,y\nq,x\nq,\n"),
                     table_of(*state, "a:c,b:c", "p,u\np,v\np,u\nq,w\n"));
    tacit_result *r = run_comparison(*state, &c);
    const double loss = -3.0 * (2.0 / 3.0 * log2(2.0 / 3.0) + 1.0 / 3.0 * log2(1.0 / 3.0));
    assert_near(figure(r, "entropy_loss"), loss, 1e-12); /* b was renamed, nothing is lost */
    assert_near(figure(r, "bits_per_cell"), loss / 8.0, 1e-12);
    assert_near(cell_of(r, "columns", 0, 4), loss / 4.0, 1e-12); /* H(a) is 1 bit */
    assert_near(cell_of(r, "columns", 1, 4), 0.0, 1e-15);
    assert_near(cell_of(r, "columns", 1, 3), 1.5, 1e-12);
    json_decref(r);
    end_comparison(&c);
    start_comparison(&c, "entropy_loss", table_of(*state, "a:c,b:c", "p,x\np,y\n"),
                     table_of(*state, "a:c,b:c", "p,z\np,z\n"));
    r = run_comparison(*state, &c);
    assert_true(isnan(cell_of(r, "columns", 0, 4)));     /* one value: no entropy */
    assert_near(figure(r, "entropy_share"), 1.0, 1e-15); /* b: all gone */
    json_decref(r);
    end_comparison(&c);
}

/* ---- distances ---- */

/* a: numbers as labels 2 10 9 2, in order 2 9 10, become 10 10 missing 2. */
static void test_distances(void **state)
{
    static const char *const ordinal[] = { "a", "b" }, *const none[] = { "z" };
    comparison c;
    start_comparison(&c, "category_distances",
                     table_of(*state, "a:c,b:c,c:c", "2,low,\n10,mid,u\n9,high,u\n2,low,u\n"),
                     table_of(*state, "a:c,b:c,c:c", "10,low,\n10,low,v\n,mid,u\n2,low,u\n"));
    tacit_result *r = run_comparison(*state, set_texts(&c, "ordinal", ordinal, 2));
    assert_near(cell_of(r, "columns", 0, 2), (1.0 + 0.0 + 1.0 + 0.0) / 4.0, 1e-15);
    assert_near(cell_of(r, "columns", 1, 2), (0.0 + 0.5 + 1.0 + 0.0) / 4.0,
                1e-15); /* high low mid */
    assert_near(figure(r, "ordinal_distance"), (2.0 / 4.0 + 1.5 / 4.0) / 2.0, 1e-15);
    assert_near(figure(r, "nominal_distance"), 1.0 / 4.0, 1e-15);
    assert_near(figure(r, "changed"), (2.0 + 2.0 + 1.0) / 12.0, 1e-15);
    json_decref(r);
    set_number(&c.a, "divisor", 1);
    r = run_comparison(*state, &c);
    assert_near(cell_of(r, "columns", 1, 2), (0.0 + 1.0 / 3.0 + 2.0 / 3.0 + 0.0) / 4.0, 1e-15);
    json_decref(r);
    assert_comparison_fails(*state, set_texts(&c, "ordinal", none, 1), TACIT_ERR_INPUT, "'z'");
    end_comparison(&c);
}

/* Many labels are put in order by text. */
static void test_order(void **state)
{
    static const char *const ordinal[] = { "a" };
    comparison c;
    start_comparison(&c, "category_distances", table_of(*state, "a:c", "e\nb\na\nd\nc\ng\nf\n"),
                     table_of(*state, "a:c", "f\nb\ng\nd\nc\ng\nf\n"));
    tacit_result *r = run_comparison(*state, set_texts(&c, "ordinal", ordinal, 1));
    assert_near(figure(r, "ordinal_distance"), (1.0 / 6.0 + 1.0) / 7.0, 1e-15);
    json_decref(r);
    end_comparison(&c);
}

static void test_nothing(void **state)
{
    static const char *const names[] = { "contingency_tables", "cell_changes", "entropy_loss",
                                         "category_distances" };
    for (size_t k = 0; k < 3; k++) {
        comparison c;
        tacit_table *t = table_of(*state, "x:r", "1\n2\n"), *empty = table_of(*state, "a:c", "");
        tacit_result *r = run_comparison(*state, start_comparison(&c, names[k], t, t));
        assert_note(r, "no key or category");
        json_decref(r);
        end_comparison(&c);
        r = run_comparison(*state, start_comparison(&c, names[k], empty, empty));
        assert_note(r, "no key or category");
        json_decref(r);
        end_comparison(&c);
    }
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_tables),  with_context(test_cells),     with_context(test_scaled),
        with_context(test_recoded), with_context(test_names),     with_context(test_slow),
        with_context(test_entropy), with_context(test_distances), with_context(test_order),
        with_context(test_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
