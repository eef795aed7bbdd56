/*
 * test_recode.c - global recoding: intervals, groups, levels of a hierarchy, by hand.
 */
#include "support/masks.h"

static void set_breaks(mask *m, const double *x, size_t n)
{
    tacit_value *v = argument(&m->a, "breaks");
    v->reals = x;
    v->n = n;
}

static void test_breaks(void **state)
{
    static const double breaks[] = { 0, 10, 20, 65 };
    static const char *const labels[] = { "child", "youth", "adult" };
    tacit_table *t = table_of(*state, "x:i,y:r", "0,0\n9,9.5\n10,10\n20,20\n65,65\n,\n");
    mask m;
    set_breaks(add_column(add_column(start_mask(&m, "recode"), t, "x"), t, "y"), breaks, 4);
    tacit_table *out = run_mask(*state, &m, t);
    assert_cells(out, "x", "0-9,0-9,10-19,20-65,20-65,");
    char text[32];
    static const char *const y[] = { "[0, 10)", "[0, 10)", "[10, 20)", "[20, 65]", "[20, 65]", "" };
    for (size_t i = 0; i < 6; i++)
        assert_string_equal(tacit_column_text(column_of(out, "y"), i, text), y[i]);
    tacit_table_free(out);
    *argument(&m.a, "labels") = (tacit_value){ .given = true, .texts = labels, .n = 3 };
    assert_masked(*state, &m, t, "x", "child,child,youth,adult,adult,");
    tacit_table_free(t);
}

static void test_open_ends(void **state)
{
    static const double breaks[] = { 10, 20 };
    tacit_table *t = table_of(*state, "x:i", "4711\n10\n9\n20\n21\n");
    mask m;
    set_breaks(add_column(start_mask(&m, "recode"), t, "x"), breaks, 2);
    assert_mask_fails(*state, &m, t, TACIT_ERR_DATA, "Column 'x' has 3 distinct values outside");
    set_number(&m.a, "open", 1);
    assert_masked(*state, &m, t, "x", ">20,10-20,<10,10-20,>20");
    tacit_table_free(t);
}

static void test_dates(void **state)
{
    static const double breaks[] = { 10957, 11323, 11688 }; /* 2000-, 2001-, 2002-01-01 */
    tacit_table *t = table_of(*state, "d:d", "2000-01-01\n2000-12-31\n\n2001-01-01\n2002-01-01\n");
    mask m;
    char text[32];
    set_breaks(add_column(start_mask(&m, "recode"), t, "d"), breaks, 3);
    tacit_table *out = run_mask(*state, &m, t);
    static const char *const d[] = { "[2000-01-01, 2001-01-01)", "[2000-01-01, 2001-01-01)", "",
                                     "[2001-01-01, 2002-01-01]", "[2001-01-01, 2002-01-01]" };
    for (size_t i = 0; i < 5; i++)
        assert_string_equal(tacit_column_text(column_of(out, "d"), i, text), d[i]);
    tacit_table_free(out);
    set_number(&add_column(start_mask(&m, "recode"), t, "d")->a, "width", 7);
    set_number(&m.a, "origin", 10959); /* Monday 2000-01-03 */
    out = run_mask(*state, &m, t);
    assert_string_equal(tacit_column_text(column_of(out, "d"), 0, text),
                        "[1999-12-27, 2000-01-03)");
    tacit_table_free(out);
    tacit_table_free(t);
}

static void test_width(void **state)
{
    tacit_table *t = table_of(*state, "x:i", "-1\n0\n4\n5\n23\n\n");
    mask m;
    set_number(&add_column(start_mask(&m, "recode"), t, "x")->a, "width", 5);
    assert_masked(*state, &m, t, "x", "-5--1,0-4,0-4,5-9,20-24,");
    set_number(&m.a, "origin", 1);
    assert_masked(*state, &m, t, "x", "-4-0,-4-0,1-5,1-5,21-25,");
    set_number(&m.a, "origin", 0);
    set_number(&m.a, "width", 1);
    assert_masked(*state, &m, t, "x", "-1,0,4,5,23,");
    tacit_table_free(t);
}

/* The texts of a column, which may have commas in them. */
static void assert_texts(const tacit_table *t, const char *name, const char *const *texts)
{
    const tacit_column *c = column_of(t, name);
    for (size_t i = 0; i < tacit_column_length(c); i++) {
        char text[32];
        assert_string_equal(tacit_column_text(c, i, text), texts[i]);
    }
}

/* Intervals that include their upper end; the first one its lower end too. */
static void test_right(void **state)
{
    static const double breaks[] = { 0, 10, 20, 65 };
    static const char *const y[] = { "[0, 10]", "[0, 10]", "(10, 20]", "(20, 65]", "(20, 65]" };
    tacit_table *t = table_of(*state, "x:i,y:r", "0,0\n10,10\n11,10.5\n21,21\n65,65\n");
    mask m;
    set_breaks(add_column(add_column(start_mask(&m, "recode"), t, "x"), t, "y"), breaks, 4);
    set_number(&m.a, "closed", 1);
    tacit_table *out = run_mask(*state, &m, t);
    assert_cells(out, "x", "0-10,0-10,11-20,21-65,21-65");
    assert_texts(out, "y", y);
    tacit_table_free(out);
    tacit_table_free(t);
}

/* Quartiles (type 7) of 1 ... 9: 3, 5, 7.  The outer labels tell no end. */
static void test_parts(void **state)
{
    static const char *const right[] = { "<=3",    "<=3",    "<=3", "(3, 5]", "(3, 5]",
                                         "(5, 7]", "(5, 7]", ">7",  ">7" };
    tacit_table *t = table_of(*state, "x:i,y:r", "1,1\n2,2\n3,3\n4,4\n5,5\n6,6\n7,7\n8,8\n9,9\n");
    static const char *const labels[] = { "low", "high" };
    mask m;
    set_number(&add_column(add_column(start_mask(&m, "recode"), t, "x"), t, "y")->a, "parts", 4);
    assert_masked(*state, &m, t, "x", "<3,<3,3-4,3-4,5-6,5-6,>=7,>=7,>=7");
    set_number(&m.a, "closed", 1);
    tacit_table *out = run_mask(*state, &m, t);
    assert_cells(out, "x", "<=3,<=3,<=3,4-5,4-5,6-7,6-7,>7,>7");
    assert_texts(out, "y", right);
    tacit_table_free(out);
    set_number(&m.a, "parts", 2);
    set_number(&m.a, "equal", 2); /* ends 1, 3, 9 */
    assert_masked(*state, &m, t, "y", "<=3,<=3,<=3,>3,>3,>3,>3,>3,>3");
    set_number(&m.a, "equal", 1); /* ends 1, 5, 9 */
    *argument(&m.a, "labels") = (tacit_value){ .given = true, .texts = labels, .n = 2 };
    assert_masked(*state, &m, t, "x", "low,low,low,low,low,high,high,high,high");
    assert_int_equal(tacit_warning_count(*state), 0);
    tacit_table_free(t);
}

static void test_odd_parts(void **state)
{
    tacit_table *t = table_of(*state, "x:i,c:c,z:i,d:d",
                              "0,a,4,2000-01-01\n0,b,4,2000-01-02\n0,a,4,2000-01-03\n"
                              "0,a,,2000-01-04\n7,a,4,\n");
    mask m;
    set_number(&add_column(start_mask(&m, "recode"), t, "x")->a, "parts", 4);
    set_number(&m.a, "closed", 1);
    assert_masked(*state, &m, t, "x", "0-7,0-7,0-7,0-7,0-7"); /* all quartiles but the last are 0 */
    assert_int_equal(tacit_warning_count(*state), 1);
    set_number(&m.a, "equal", 2);
    assert_mask_fails(*state, &m, t, TACIT_ERR_DATA, "by ratio");
    set_number(&add_column(start_mask(&m, "recode"), t, "z")->a, "parts", 4);
    assert_mask_fails(*state, &m, t, TACIT_ERR_DATA, "two different values");
    set_number(&add_column(start_mask(&m, "recode"), t, "c")->a, "parts", 4);
    assert_mask_fails(*state, &m, t, TACIT_ERR_INPUT, "category");
    /* The median of the dates is half past the second day. */
    set_number(&add_column(start_mask(&m, "recode"), t, "d")->a, "parts", 2);
    assert_masked(*state, &m, t, "d", "<2000-01-03,<2000-01-03,>=2000-01-03,>=2000-01-03,");
    set_number(&m.a, "closed", 1);
    assert_masked(*state, &m, t, "d", "<=2000-01-02,<=2000-01-02,>2000-01-02,>2000-01-02,");
    tacit_table_free(t);
}

/* Each value lies in the interval that its label names, whatever the width. */
static void test_width_property(void **state)
{
    tacit_rng rng = tacit_rng_seed(24);
    for (int round = 0; round < 50; round++) {
        tacit_table *t = random_table(*state, &rng, "y:r", 60, 400, 0.1);
        const double width = 0.1 + 0.1 * (double)tacit_rng_below(&rng, 50);
        mask m;
        set_number(&add_column(start_mask(&m, "recode"), t, "y")->a, "width", width);
        tacit_table *out = run_mask(*state, &m, t);
        for (size_t i = 0; i < 60; i++) {
            double low = 0.0, high = 0.0;
            char text[32];
            const tacit_column *c = column_of(out, "y");
            assert_int_equal(tacit_column_is_missing(c, i),
                             tacit_column_is_missing(column_of(t, "y"), i));
            if (tacit_column_is_missing(c, i))
                continue;
            const double x = tacit_column_number(column_of(t, "y"), i);
            assert_int_equal(sscanf(tacit_column_text(c, i, text), "[%lf, %lf)", &low, &high), 2);
            if (!(low <= x && x < high))
                fail_msg("%.17g is not in %s", x, tacit_column_text(c, i, text));
        }
        tacit_table_free(out);
        tacit_table_free(t);
    }
}

static void test_groups(void **state)
{
    static const char *const north[] = { "A", "B", "never seen" }, *const south[] = { "C" };
    static const tacit_group groups[] = { { "north", north, 3, 0 }, { "south", south, 1, 0 } };
    static const char *const ones[] = { "1", "2" };
    static const tacit_group numbers[] = { { "few", ones, 2, 0 } };
    tacit_table *t = table_of(*state, "c:c,x:i", "A,1\nD,2\nB,3\nC,\n,1\nD,10\n");
    mask m;
    *argument(&add_column(start_mask(&m, "recode"), t, "c")->a, "groups") =
        (tacit_value){ .given = true, .groups = groups, .n = 2 };
    assert_masked(*state, &m, t, "c", "north,D,north,south,,D"); /* D is not listed and stays */
    *argument(&add_column(start_mask(&m, "recode"), t, "x")->a, "groups") =
        (tacit_value){ .given = true, .groups = numbers, .n = 1 };
    assert_masked(*state, &m, t, "x", "few,few,3,,few,10");
    tacit_table_free(t);
}

static void test_value_in_two_groups(void **state)
{
    static const char *const a[] = { "x", "secret" }, *const b[] = { "secret" };
    static const tacit_group groups[] = { { "first", a, 2, 0 }, { "second", b, 1, 0 } };
    static const tacit_group twice[] = { { "first", a, 2, 0 }, { "first", b, 1, 0 } };
    tacit_table *t = table_of(*state, "c:c", "secret\nx\n");
    mask m;
    tacit_value *v = argument(&add_column(start_mask(&m, "recode"), t, "c")->a, "groups");
    *v = (tacit_value){ .given = true, .groups = groups, .n = 2 };
    assert_mask_fails(*state, &m, t, TACIT_ERR_INPUT, "'first' and 'second'");
    v->groups = twice; /* the same label: nothing is ambiguous */
    assert_masked(*state, &m, t, "c", "first,first");
    tacit_table_free(t);
}

static void test_level(void **state)
{
    tacit_table *t = table_of(*state, "zip:c", "1234\n1256\n\n");
    const tacit_hierarchy_builder *builder = tacit_hierarchy_builder_find("mask");
    arguments a;
    mask m;
    tacit_table *out = NULL;
    const tacit_rng rng = tacit_rng_seed(1);
    add_column(start_mask(&m, "recode"), t, "zip");
    set_number(&m.a, "level", 2);
    assert_mask_fails(*state, &m, t, TACIT_ERR_INPUT, "hierarchy of column 'zip'");
    preset_args(&a, &builder->about);
    const tacit_hierarchy_spec spec = { .column = "zip", .builder = builder, .args = a.args };
    const tacit_job job = { .in = t,
                            .cols = { 1, m.at },
                            .args = &m.a.args,
                            .rng = &rng,
                            .hierarchies = &spec,
                            .n_hierarchies = 1 };
    assert_ok(*state, tacit_method_run(*state, m.method, &job, &out));
    assert_cells(out, "zip", "12**,12**,");
    tacit_table_free(out);
    out = NULL;
    set_number(&m.a, "level", 99);
    assert_fails(*state, tacit_method_run(*state, m.method, &job, &out), TACIT_ERR_INPUT,
                 "'level' of recode is 99");
    tacit_table_free(t);
}

static void test_refusals(void **state)
{
    static const double down[] = { 3, 2 }, up[] = { 2, 3 };
    static const char *const labels[] = { "a", "b" };
    tacit_table *t = table_of(*state, "x:i,c:c", "2,secret\n");
    mask m;
    add_column(start_mask(&m, "recode"), t, "x");
    assert_mask_fails(*state, &m, t, TACIT_ERR_INPUT, "exactly one of");
    set_breaks(&m, down, 2);
    assert_mask_fails(*state, &m, t, TACIT_ERR_INPUT, "upwards");
    set_breaks(&m, down, 1);
    assert_mask_fails(*state, &m, t, TACIT_ERR_INPUT, "at least 2");
    set_breaks(&m, up, 2);
    *argument(&m.a, "labels") = (tacit_value){ .given = true, .texts = labels, .n = 2 };
    assert_mask_fails(*state, &m, t, TACIT_ERR_INPUT, "1 names");
    set_number(&m.a, "width", 5);
    assert_mask_fails(*state, &m, t, TACIT_ERR_INPUT, "exactly one of");
    set_number(&add_column(start_mask(&m, "recode"), t, "c")->a, "width", 5);
    assert_mask_fails(*state, &m, t, TACIT_ERR_INPUT, "Column 'c' is a category");
    tacit_table_free(t);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_breaks),   with_context(test_open_ends),
        with_context(test_dates),    with_context(test_width),
        with_context(test_groups),   with_context(test_width_property),
        with_context(test_level),    with_context(test_value_in_two_groups),
        with_context(test_refusals), with_context(test_right),
        with_context(test_parts),    with_context(test_odd_parts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
