/*
 * test_round.c - rounding to multiples, by hand and by chance.
 */
#include "support/told.h"

enum { UP = 1, DOWN, RANDOM };

static mask *to_base(mask *m, const tacit_table *t, const char *column, double base, double how)
{
    set_number(&add_column(start_mask(m, "round"), t, column)->a, "base", base);
    set_number(&m->a, "how", how);
    return m;
}

static void test_whole(void **state)
{
    tacit_table *t = table_of(*state, "x:i", "0\n2\n3\n5\n7\n8\n-2\n-3\n-5\n-8\n\n10\n");
    mask m;
    assert_masked(*state, to_base(&m, t, "x", 5, 0), t, "x", "0,0,5,5,5,10,0,-5,-5,-10,,10");
    assert_masked(*state, to_base(&m, t, "x", 5, UP), t, "x", "0,5,5,5,10,10,0,0,-5,-5,,10");
    assert_masked(*state, to_base(&m, t, "x", 5, DOWN), t, "x", "0,0,0,5,5,5,-5,-5,-5,-10,,10");
    /* Halves go away from zero. */
    assert_masked(*state, to_base(&m, t, "x", 4, 0), t, "x", "0,4,4,4,8,8,-4,-4,-4,-8,,12");
    tacit_table *out = run_mask(*state, to_base(&m, t, "x", 10, 0), t);
    assert_int_equal(tacit_column_type(column_of(out, "x")), TACIT_TYPE_INTEGER);
    tacit_table_free(out);
    /* A base that is not whole makes reals. */
    out = run_mask(*state, to_base(&m, t, "x", 2.5, 0), t);
    assert_int_equal(tacit_column_type(column_of(out, "x")), TACIT_TYPE_REAL);
    assert_cells(out, "x", "0,2.5,2.5,5,7.5,7.5,-2.5,-2.5,-5,-7.5,,10");
    tacit_table_free(out);
    tacit_table_free(t);
}

/* Decimal multiples are those that texts are read as, and stay where they are. */
static void test_decimals(void **state)
{
    tacit_table *t = table_of(*state, "y:r", "0.3\n0.29\n0.7\n0.15\n-0.15\n2.385\n1e20\n\n");
    mask m;
    assert_masked(*state, to_base(&m, t, "y", 0.1, 0), t, "y", "0.3,0.3,0.7,0.2,-0.2,2.4,1e+20,");
    assert_masked(*state, to_base(&m, t, "y", 0.1, DOWN), t, "y",
                  "0.3,0.2,0.7,0.1,-0.2,2.3,1e+20,");
    assert_masked(*state, to_base(&m, t, "y", 0.01, UP), t, "y",
                  "0.3,0.29,0.7,0.15,-0.15,2.39,1e+20,");
    assert_masked(*state, to_base(&m, t, "y", 0.01, DOWN), t, "y",
                  "0.3,0.29,0.7,0.15,-0.15,2.38,1e+20,");
    tacit_table_free(t);
}

/* A column of `rows` equal numbers. */
static tacit_table *equal_numbers(tacit_ctx *cx, int64_t x, size_t rows)
{
    tacit_builder *b[1] = { NULL };
    assert_ok(cx, tacit_builder_new(cx, "x", TACIT_TYPE_INTEGER, 0, &b[0]));
    for (size_t i = 0; i < rows; i++)
        assert_ok(cx, tacit_builder_integers(cx, b[0], &x, NULL, 1));
    return finish_columns(cx, b, 1, rows);
}

/* 17 to base 10 goes up with probability 0.7: of 40 000 the number is binomial with standard
 * deviation 92; six of them are left by a right program once in 5e8 seeds. */
static void test_random(void **state)
{
    tacit_table *t = equal_numbers(*state, 17, 40000);
    mask m;
    tacit_table *out = run_mask(*state, to_base(&m, t, "x", 10, RANDOM), t);
    const int64_t *x = tacit_column_integers(column_of(out, "x"));
    size_t up = 0;
    for (size_t i = 0; i < 40000; i++) {
        assert_true(x[i] == 10 || x[i] == 20);
        up += x[i] == 20;
    }
    assert_near((double)up, 28000, 6 * 92);
    tacit_table_free(out);
    tacit_table_free(t);
    t = equal_numbers(*state, -20, 500); /* a multiple stays */
    out = run_mask(*state, to_base(&m, t, "x", 10, RANDOM), t);
    assert_true(same_table(t, out));
    tacit_table_free(out);
    tacit_table_free(t);
}

/* Results are multiples within a base, on the right side, and rounding again changes nothing. */
static void test_properties(void **state)
{
    tacit_rng rng = tacit_rng_seed(51);
    for (int round = 0; round < 80; round++) {
        tacit_table *t = random_table(*state, &rng, "x:i,y:r", 60, 400, 0.1);
        const double base = 0.25 * (double)(1 + tacit_rng_below(&rng, 60));
        const size_t how = (size_t)round % 4;
        mask m;
        add_column(to_base(&m, t, "x", base, (double)how), t, "y");
        tacit_table *once = run_mask(*state, &m, t), *twice = run_mask(*state, &m, once);
        assert_true(same_table(once, twice));
        for (size_t i = 0; i < 60; i++) {
            const tacit_column *a = column_of(t, "y"), *b = column_of(once, "y");
            if (tacit_column_is_missing(a, i))
                continue;
            const double d = tacit_column_number(b, i) - tacit_column_number(a, i);
            assert_near(remainder(tacit_column_number(b, i), base), 0, 1e-9);
            assert_true(fabs(d) < base && (how != 0 || fabs(d) <= base / 2));
            assert_true((how != UP || d >= 0) && (how != DOWN || d <= 0));
        }
        tacit_table_free(t);
        tacit_table_free(once);
        tacit_table_free(twice);
    }
}

static void test_told_and_refused(void **state)
{
    tacit_table *t = table_of(*state, "x:i", "1\n2\n3\n4\n9223372036854775\n\n");
    tacit_result *told = NULL;
    mask m;
    tacit_table *out = run_told(*state, to_base(&m, t, "x", 10, 0), t, &told);
    assert_near(told_cell(told, "values", 0, 1), 5, 0);
    assert_near(told_cell(told, "values", 0, 2), 2, 0);
    json_decref(told);
    tacit_table_free(out);
    add_column(start_mask(&m, "round"), t, "x");
    assert_mask_fails(*state, &m, t, TACIT_ERR_INPUT, "'base'");
    set_number(&m.a, "base", 0);
    assert_mask_fails(*state, &m, t, TACIT_ERR_INPUT, "'base'");
    tacit_table_free(t);
}

/* The ends of 64 bits: what cannot be held is refused. */
static void test_ends(void **state)
{
    tacit_table *t = equal_numbers(*state, INT64_MAX - 2, 1);
    mask m;
    assert_mask_fails(*state, to_base(&m, t, "x", 1000, UP), t, TACIT_ERR_DATA, "Column 'x'");
    assert_masked(*state, to_base(&m, t, "x", 1000, DOWN), t, "x", "9223372036854775000");
    tacit_table_free(t);
    t = equal_numbers(*state, INT64_MIN + 2, 1);
    assert_mask_fails(*state, to_base(&m, t, "x", 1000, DOWN), t, TACIT_ERR_DATA, "Column 'x'");
    assert_masked(*state, to_base(&m, t, "x", 1000, UP), t, "x", "-9223372036854775000");
    tacit_table_free(t);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_whole),
        with_context(test_decimals),
        with_context(test_random),
        with_context(test_properties),
        with_context(test_told_and_refused),
        with_context(test_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
