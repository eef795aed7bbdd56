/*
 * test_risky_cells.c - small cells of the tables that keys can be crossed to.
 *
 * Expected values are counted by hand in five records.
 */
#include "support/measures.h"

#include "micro/risk/risk.h"

/* x is a three times, b twice; y is p three times, q once, missing once. */
#define FIVE "a,p\na,p\na,q\nb,p\nb,\n"

/* Run with one number and with levels, either of which may be NULL. */
static tacit_status try_cells(tacit_ctx *cx, const tacit_table *t, const char *parameter, double x,
                              const tacit_value *levels, tacit_result **out)
{
    const tacit_measure *m = tacit_risk_find("risky_cells");
    tacit_subject *s = NULL;
    arguments a;
    preset_args(&a, &m->about);
    if (parameter != NULL)
        set_number(&a, parameter, x);
    if (levels != NULL)
        *argument(&a, "levels") = *levels;
    assert_ok(cx, tacit_subject_new(cx, t, &s));
    const tacit_status status = tacit_measure_run(cx, m, s, &a.args, out);
    tacit_subject_free(s);
    return status;
}

/* The rows of a table of a result. */
static const json_t *rows_of(const tacit_result *r, const char *table)
{
    return json_object_get(part_of(r, "tables", table), "rows");
}

/* Row `i` of the list of tables is this one. */
static void check_row(const tacit_result *r, size_t i, const char *name, double cells,
                      double unsafe, double records)
{
    const json_t *row = json_array_get(rows_of(r, "tables"), i);
    assert_string_equal(json_string_value(json_array_get(row, 0)), name);
    assert_near(json_number_value(json_array_get(row, 2)), cells, 0);
    assert_near(json_number_value(json_array_get(row, 3)), unsafe, 0);
    assert_near(json_number_value(json_array_get(row, 4)), records, 0);
}

static void test_five_records(void **state)
{
    tacit_table *t = with_keys(table_of(*state, "x:c,y:c", FIVE), 2);
    tacit_result *r = NULL;
    assert_ok(*state, try_cells(*state, t, "threshold", 1, NULL, &r));
    check_row(r, 0, "x", 2, 0, 0);
    check_row(r, 1, "y", 2, 1, 1);
    check_row(r, 2, "x x y", 3, 2, 2);
    assert_near(figure(r, "records"), 2, 0); /* (a, q) in two tables, (b, p) */
    assert_near(figure(r, "records_share"), 0.4, 1e-15);
    assert_near(figure(r, "unsafe"), 3, 0);
    assert_near(figure(r, "cells"), 7, 0);
    assert_near(figure(r, "tables"), 3, 0);
    assert_near(figure(r, "unsafe_tables"), 2, 0);
    assert_near(bar(r, "keys", 0), 2, 0);
    assert_near(bar(r, "keys", 1), 3, 0);
    const json_t *y = json_array_get(rows_of(r, "keys"), 1);
    assert_int_equal(json_array_size(y), 3);
    assert_near(json_number_value(json_array_get(y, 1)), 1, 0);
    assert_near(json_number_value(json_array_get(y, 2)), 2, 0);
    json_decref(r);
    assert_ok(*state, try_cells(*state, t, NULL, 0, NULL, &r)); /* at most 2 */
    check_row(r, 0, "x", 2, 1, 2);
    check_row(r, 2, "x x y", 3, 3, 4);
    assert_near(figure(r, "records"), 5, 0);
    json_decref(r);
    tacit_table_free(t);
}

/* Thresholds 2 for one key and 1 for two: b of x (2 records), q of y, (a, q) and (b, p). */
static void test_thresholds(void **state)
{
    static const double by_size[] = { 2, 1 };
    const tacit_measure *m = tacit_risk_find("risky_cells");
    tacit_table *t = with_keys(table_of(*state, "x:c,y:c", FIVE), 2);
    tacit_subject *s = NULL;
    tacit_result *r = NULL;
    arguments a;
    preset_args(&a, &m->about);
    *argument(&a, "thresholds") = (tacit_value){ .given = true, .n = 2, .reals = by_size };
    assert_ok(*state, tacit_subject_new(*state, t, &s));
    assert_ok(*state, tacit_measure_run(*state, m, s, &a.args, &r));
    check_row(r, 0, "x", 2, 1, 2);
    check_row(r, 1, "y", 2, 1, 1);
    check_row(r, 2, "x x y", 3, 2, 2);
    assert_near(figure(r, "records"), 3, 0);
    json_decref(r);
    tacit_subject_free(s);
    tacit_table_free(t);
}

static void test_missing(void **state)
{
    tacit_table *t = with_keys(table_of(*state, "x:c,y:c", FIVE), 2);
    tacit_result *r = NULL;
    assert_ok(*state, try_cells(*state, t, "missing", 1, NULL, &r));
    check_row(r, 1, "y", 3, 2, 2);
    check_row(r, 2, "x x y", 4, 4, 5);
    json_decref(r);
    tacit_table_free(t);
}

static void test_dimension(void **state)
{
    tacit_table *t = with_keys(table_of(*state, "x:c,y:c", FIVE), 2);
    tacit_result *r = NULL;
    assert_ok(*state, try_cells(*state, t, "dimension", 1, NULL, &r));
    assert_near(figure(r, "tables"), 2, 0);
    json_decref(r);
    assert_ok(*state, try_cells(*state, t, "dimension", 10, NULL, &r));
    assert_near(figure(r, "tables"), 3, 0);
    json_decref(r);
    tacit_table_free(t);
}

/* A table has one key of each level at most; a key may be of several. */
static void test_levels(void **state)
{
    static const char *const x[] = { "x" }, *const xy[] = { "x", "y" }, *const w[] = { "w" };
    static const tacit_group nested[] = { { "1", x, 1, 0 }, { "2", xy, 2, 0 } };
    static const tacit_group apart[] = { { "1", xy, 2, 0 } };
    static const tacit_group none[] = { { "1", w, 1, 0 } };
    tacit_table *t = with_keys(table_of(*state, "x:c,y:c,z:c", "a,p,1\na,p,1\nb,q,1\n"), 3);
    tacit_result *r = NULL;
    tacit_value levels = { .given = true, .groups = nested, .n = 2 };
    assert_ok(*state, try_cells(*state, t, NULL, 0, &levels, &r));
    assert_near(figure(r, "tables"), 3, 0);
    check_row(r, 2, "x x y", 2, 2, 3);
    json_decref(r);
    levels = (tacit_value){ .given = true, .groups = apart, .n = 1 };
    assert_ok(*state, try_cells(*state, t, NULL, 0, &levels, &r));
    assert_near(figure(r, "tables"), 2, 0); /* x and y, not both; z has no level */
    json_decref(r);
    levels = (tacit_value){ .given = true, .groups = none, .n = 1 };
    r = NULL;
    assert_fails(*state, try_cells(*state, t, NULL, 0, &levels, &r), TACIT_ERR_INPUT,
                 "'w', which is not a key");
    tacit_table_free(t);
}

/* A table of `n` keys with one record. */
static tacit_table *wide(tacit_ctx *cx, size_t n)
{
    const int64_t one = 1;
    tacit_table *t = NULL;
    assert_ok(cx, tacit_table_new(cx, 1, &t));
    for (size_t j = 0; j < n; j++) {
        char name[24];
        tacit_builder *b = NULL;
        tacit_column *c = NULL;
        snprintf(name, sizeof name, "k%zu", j);
        assert_ok(cx, tacit_builder_new(cx, name, TACIT_TYPE_INTEGER, 0, &b));
        assert_ok(cx, tacit_builder_integers(cx, b, &one, NULL, 1));
        assert_ok(cx, tacit_builder_finish(cx, b, &c));
        assert_ok(cx, tacit_table_add(cx, t, c));
    }
    return with_keys(t, n);
}

/* 20 keys form 20 + 190 + 1140 tables; all have one unsafe cell, so none is left out. */
static void test_many_tables(void **state)
{
    tacit_table *few = wide(*state, 20), *many = wide(*state, 60), *most = wide(*state, 65);
    tacit_result *r = NULL;
    assert_ok(*state, try_cells(*state, few, NULL, 0, NULL, &r));
    assert_near(figure(r, "tables"), 1350, 0);
    assert_near(figure(r, "unsafe"), 1350, 0);
    json_decref(r);
    r = NULL;
    assert_fails(*state, try_cells(*state, many, "dimension", 5, NULL, &r), TACIT_ERR_INPUT,
                 "lower 'dimension'");
    assert_fails(*state, try_cells(*state, most, NULL, 0, NULL, &r), TACIT_ERR_INPUT,
                 "at most 64 keys");
    tacit_table_free(few);
    tacit_table_free(many);
    tacit_table_free(most);
}

/* Every table against counting each cell. */
static void test_counting(void **state)
{
    tacit_ctx *cx = *state;
    tacit_rng rng = tacit_rng_seed(17);
    for (int round = 0; round < 200; round++) {
        enum { ROWS = 30 };
        tacit_table *t = with_keys(random_table(cx, &rng, "a:c,b:i", ROWS, 6, 0.1), 2);
        const tacit_column *a = column_of(t, "a"), *b = column_of(t, "b");
        tacit_result *r = NULL;
        double records = 0.0;
        assert_ok(cx, try_cells(cx, t, NULL, 0, NULL, &r));
        for (size_t i = 0; i < ROWS; i++) {
            size_t same = 0;
            for (size_t k = 0; k < ROWS; k++)
                same += tacit_column_is_missing(a, i) == tacit_column_is_missing(a, k) &&
                        tacit_column_is_missing(b, i) == tacit_column_is_missing(b, k) &&
                        tacit_column_codes(a)[i] == tacit_column_codes(a)[k] &&
                        tacit_column_integers(b)[i] == tacit_column_integers(b)[k];
            const bool gone = tacit_column_is_missing(a, i) || tacit_column_is_missing(b, i);
            records += !gone && same <= 2 ? 1.0 : 0.0;
        }
        assert_near(json_number_value(json_array_get(json_array_get(rows_of(r, "tables"), 2), 4)),
                    records, 0);
        json_decref(r);
        tacit_table_free(t);
    }
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_five_records), with_context(test_thresholds),
        with_context(test_missing),      with_context(test_dimension),
        with_context(test_levels),       with_context(test_many_tables),
        with_context(test_counting),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
