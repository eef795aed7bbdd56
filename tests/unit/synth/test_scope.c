/*
 * test_scope.c - records drawn anew, strata, and numbers near those of donors.
 */
#include "support/synths.h"

#include <math.h>

#include "synth/resample/resample.h"
#include "synth/smooth/smooth.h"

/* Gaps of uniform numbers, of the reference (bayesian_bootstrap). */
static void test_gaps(void **state)
{
    static const double expected[] = { 0.11, 0.24, 0.27, 0.25, 0.13 };
    double uniform[] = { 0.62, 0.11, 0.87, 0.35 }, weight[5];
    assert_ok(*state, tacit_synth_gaps(*state, uniform, 5, weight));
    for (size_t i = 0; i < 5; i++)
        assert_near(weight[i], expected[i], 1e-15);
}

/* Of k records each is taken floor(k w) or ceil(k w) times; by hand: weights 1, 2, 3 and 12 give
 * 2, 4 and 6 whatever the start. */
static void test_systematic(void **state)
{
    static const double whole[] = { 1, 2, 3 };
    static const uint32_t order[] = { 2, 0, 1, 3, 4 };
    size_t row[50];
    (void)state;
    for (int k = 0; k < 10; k++) {
        size_t taken[3] = { 0 };
        tacit_synth_systematic(whole, order, 3, 12, 0.1 * k + 0.05, row);
        for (size_t i = 0; i < 12; i++)
            taken[row[i]]++;
        assert_int_equal(taken[0], 2);
        assert_int_equal(taken[1], 4);
        assert_int_equal(taken[2], 6);
    }
    static const double odd[] = { 0.11, 0.24, 0.27, 0.25, 0.13 };
    for (int k = 0; k < 100; k++) {
        size_t taken[5] = { 0 };
        tacit_synth_systematic(odd, order, 5, 7, 0.01 * k, row);
        for (size_t i = 0; i < 7; i++)
            taken[row[i]]++;
        for (size_t i = 0; i < 5; i++)
            assert_true(fabs((double)taken[i] - 7.0 * odd[i]) < 1.0);
    }
}

/* A table of two groups with numbers about 0 and about 1000, of one decimal. */
static tacit_table *two_groups(tacit_ctx *cx, size_t rows)
{
    tacit_builder *b[2];
    tacit_type type[2];
    tacit_rng rng = tacit_rng_seed(8);
    start_columns(cx, "g:c,x:r", b, type);
    for (size_t i = 0; i < rows; i++) {
        char text[32];
        snprintf(text, sizeof text, "%.1f",
                 (i % 2 == 1 ? 1000.0 : 0.0) + 100.0 * tacit_rng_normal(&rng));
        add_cell(cx, b[0], type[0], i % 2 == 0 ? "low" : "high");
        add_cell(cx, b[1], type[1], text);
    }
    return finish_columns(cx, b, 2, rows);
}

/* Mean and standard deviation of x in a group. */
static void describe(const tacit_table *t, const char *group, double out[2])
{
    double n = 0.0, sum = 0.0, squares = 0.0;
    for (size_t i = 0; i < tacit_table_rows(t); i++) {
        char room[32];
        if (strcmp(tacit_column_text(column_of(t, "g"), i, room), group) != 0)
            continue;
        const double x = tacit_column_number(column_of(t, "x"), i);
        n += 1.0;
        sum += x;
        squares += x * x;
    }
    out[0] = sum / n;
    out[1] = sqrt(squares / n - out[0] * out[0]);
}

/* A kernel keeps mean and spread of the leaf, within what 20 000 draws vary by: 100 / sqrt(10 000)
 * is 1, and reflection at the second largest moves little; almost no number is a real one. */
static void test_kernel(void **state)
{
    tacit_table *t = two_groups(*state, 400);
    for (int kind = TACIT_SMOOTH_BETWEEN; kind <= TACIT_SMOOTH_KERNEL; kind++) {
        synthesis s;
        double real[2], made[2];
        set_synth(start_synthesis(&s, t, "cart"), "min_bucket", 200)->spec.rows = 20000;
        set_synth(&s, "smooth", kind);
        run_synthesis(*state, &s);
        describe(t, "high", real);
        describe(s.set[0], "high", made);
        assert_near(made[0], real[0], 4.0);
        assert_near(made[1], real[1], 5.0);
        for (size_t i = 0; i < 20000; i++) {
            const double x = 10.0 * tacit_column_number(column_of(s.set[0], "x"), i);
            assert_near(x, round(x), 1e-6); /* decimals as in the original */
        }
        end_synthesis(&s);
    }
    tacit_table_free(t);
}

/* Common values stay, and no number lies beyond the second of either end. */
static void test_atoms(void **state)
{
    tacit_builder *b[1];
    tacit_type type[1];
    synthesis s;
    start_columns(*state, "x:i", b, type);
    for (int i = 0; i < 300; i++) {
        char text[32];
        snprintf(text, sizeof text, "%d", i < 100 ? 7777 : i == 299 ? 1000000 : 13 * i);
        add_cell(*state, b[0], type[0], text);
    }
    tacit_table *t = finish_columns(*state, b, 1, 300);
    set_synth(start_synthesis(&s, t, "cart"), "smooth", TACIT_SMOOTH_BETWEEN);
    run_synthesis(*state, &s);
    const int64_t *x = tacit_column_integers(column_of(s.set[0], "x"));
    size_t atoms = 0;
    for (size_t i = 0; i < 300; i++) {
        atoms += x[i] == 7777;
        assert_true(x[i] >= 1313 && (x[i] <= 13 * 298 || x[i] == 7777));
    }
    assert_int_equal(atoms, 100);
    end_synthesis(&s);
    tacit_table_free(t);
}

/* What 'auto' comes to: of 300 amounts 100 are 0, which is special, and each other is one's own; 60
 * codes are of five records each; of 300 ages a sixth are of one or two. */
static void test_auto(void **state)
{
    static const struct {
        size_t column;
        tacit_tells tells;
        tacit_synth_smoothing asked, settled;
    } cases[] = {
        { 0, TACIT_TELLS_MANY, TACIT_SMOOTH_AUTO, TACIT_SMOOTH_BETWEEN },
        { 0, TACIT_TELLS_MANY, TACIT_SMOOTH_NONE, TACIT_SMOOTH_NONE },
        { 0, TACIT_TELLS_MANY, TACIT_SMOOTH_KERNEL, TACIT_SMOOTH_KERNEL },
        { 1, TACIT_TELLS_NOBODY, TACIT_SMOOTH_AUTO, TACIT_SMOOTH_NONE },
        { 1, TACIT_TELLS_NOBODY, TACIT_SMOOTH_BETWEEN, TACIT_SMOOTH_BETWEEN },
        { 2, TACIT_TELLS_SOME, TACIT_SMOOTH_AUTO, TACIT_SMOOTH_NONE },
        { 3, TACIT_TELLS_NOBODY, TACIT_SMOOTH_AUTO, TACIT_SMOOTH_NONE },
    };
    tacit_builder *b[4];
    tacit_type type[4];
    synthesis s;
    start_columns(*state, "amount:i,code:i,age:i,name:c", b, type);
    for (int i = 0; i < 300; i++) {
        const int cell[] = { i < 100 ? 0 : 13 * i, i % 60, i < 50 ? 1000 + i : i % 25, i };
        for (size_t j = 0; j < 4; j++) {
            char text[32];
            snprintf(text, sizeof text, "%d", cell[j]);
            add_cell(*state, b[j], type[j], text);
        }
    }
    tacit_table *t = finish_columns(*state, b, 4, 300);
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        tacit_tells tells = TACIT_TELLS_MANY;
        set_synth(start_synthesis(&s, t, "cart"), "smooth", cases[k].asked);
        tacit_synth_column *c = &s.column[cases[k].column];
        assert_ok(*state, tacit_smooth_settle(*state, tacit_table_column(t, c->at), &c->specials,
                                              &c->args, &tells));
        assert_int_equal(tells, cases[k].tells);
        const size_t at = tacit_param_find(c->args->params, "smooth");
        assert_int_equal(tacit_arg_choice(c->args, at), cases[k].settled);
    }
    tacit_table_free(t);
}

/* Shrinking by a lot forgets the leaf: groups mix as the whole column has it. */
static void test_shrink(void **state)
{
    tacit_table *t = two_groups(*state, 400);
    synthesis s;
    double made[2];
    set_synth(start_synthesis(&s, t, "cart"), "shrink", 1e6);
    run_synthesis(*state, &s);
    describe(s.set[0], "high", made);
    assert_true(made[0] > 350.0 && made[0] < 650.0);
    end_synthesis(&s);
    tacit_table_free(t);
}

/* Records that stand for one unit do not fill a leaf: with 40 records of 4 units a leaf of 5 units
 * is not to be had, and all rows draw from the root. */
static void test_units(void **state)
{
    tacit_table *t = two_groups(*state, 40);
    uint32_t unit[40];
    synthesis s;
    for (uint32_t i = 0; i < 40; i++)
        unit[i] = i % 4;
    set_synth(start_synthesis(&s, t, "cart"), "min_bucket", 5);
    s.spec.unit = unit;
    s.spec.units = 4;
    run_synthesis(*state, &s);
    assert_true(s.told[1].raised > 0 && s.told[1].raised == (s.told[1].pools + 1) / 2);
    end_synthesis(&s);
    tacit_table_free(t);
}

/* Strata have the rows of their records, and threads play no part in any of it. */
static void test_strata(void **state)
{
    tacit_table *t = two_groups(*state, 300);
    uint32_t stratum[300];
    synthesis s;
    for (uint32_t i = 0; i < 300; i++)
        stratum[i] = i % 2 == 0 ? 0 : 1;
    start_synthesis(&s, t, "sample");
    s.spec.stratum = stratum;
    s.spec.strata = 2;
    s.spec.sets = 2;
    run_synthesis(*state, &s);
    for (size_t k = 0; k < 2; k++) {
        double real[2], made[2];
        describe(t, "low", real);
        describe(s.set[k], "low", made); /* though columns are drawn each by itself */
        assert_near(made[0], real[0], 1e-9);
        assert_int_equal(tacit_table_rows(s.set[k]), 300);
    }
    assert_false(same_table(s.set[0], s.set[1]));
    end_synthesis(&s);
    tacit_table_free(t);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_gaps),   with_context(test_systematic), with_context(test_kernel),
        with_context(test_atoms),  with_context(test_shrink),     with_context(test_units),
        with_context(test_strata), with_context(test_auto),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
