/*
 * test_mv_top_code.c - multivariate top coding: who is pulled, where to, and who is not.
 */
#include "support/told.h"

#include "stats/counts/chi_square.h"
#include "stats/linear/robust.h"

enum { ROWS = 400, FAR = 20 };

/* Correlated normal pairs, with z = x + y and a constant; the first FAR records lie far off, a
 * stratum of two halves. */
static tacit_table *cloud(tacit_ctx *cx)
{
    tacit_rng rng = tacit_rng_seed(12);
    tacit_builder *b[5];
    tacit_type type[5];
    start_columns(cx, "x:r,y:r,z:r,c:i,s:c", b, type);
    for (size_t i = 0; i < ROWS; i++) {
        const double u = tacit_rng_normal(&rng), v = tacit_rng_normal(&rng);
        const double x = 100 + 10 * u + (i < FAR ? 200 : 0);
        const double y = 50 + 8 * u + 3 * v - (i < FAR ? 90 : 0), z = x + y;
        const int64_t c = 5;
        assert_ok(cx, tacit_builder_reals(cx, b[0], &x, NULL, 1));
        assert_ok(cx, tacit_builder_reals(cx, b[1], &y, NULL, 1));
        assert_ok(cx, tacit_builder_reals(cx, b[2], &z, NULL, 1));
        assert_ok(cx, tacit_builder_integers(cx, b[3], &c, NULL, 1));
        add_cell(cx, b[4], type[4], i % 2 == 0 ? "even" : "odd");
    }
    return finish_columns(cx, b, 5, ROWS);
}

static mask *code(mask *m, const tacit_table *t, const char *columns)
{
    start_mask(m, "mv_top_code");
    static const char *const names[] = { "x", "y", "z", "c" };
    for (size_t j = 0; j < 4; j++)
        if (strchr(columns, names[j][0]) != NULL)
            add_column(m, t, names[j]);
    return m;
}

static double at(const tacit_table *t, const char *column, size_t i)
{
    return tacit_column_number(column_of(t, column), i);
}

/* Records beyond the ellipsoid come to lie on it in the same direction; others stay. */
static void test_ellipsoid(void **state)
{
    tacit_table *t = cloud(*state);
    double x[2 * ROWS];
    tacit_mcd fit;
    tacit_result *told = NULL;
    mask m;
    for (size_t i = 0; i < ROWS; i++) {
        x[2 * i] = at(t, "x", i);
        x[2 * i + 1] = at(t, "y", i);
    }
    assert_ok(*state, tacit_mcd_fit(*state, x, ROWS, 2, &fit));
    const double q = -2 * log(0.025); /* chi-square with 2 degrees of freedom */
    tacit_table *out = run_told(*state, code(&m, t, "xy"), t, &told);
    size_t pulled = 0;
    for (size_t i = 0; i < ROWS; i++) {
        const double y[2] = { at(out, "x", i), at(out, "y", i) };
        double before[2], after[2];
        tacit_mcd_whiten(&fit, x + 2 * i, before);
        tacit_mcd_whiten(&fit, y, after);
        const double d2 = tacit_mcd_distance(&fit, x + 2 * i);
        if (d2 <= q) {
            assert_true(!(fabs(y[0] - x[2 * i]) > 0) && !(fabs(y[1] - x[2 * i + 1]) > 0));
            continue;
        }
        pulled++;
        assert_near(tacit_mcd_distance(&fit, y), q, 1e-9);
        assert_near(before[0] * after[1], before[1] * after[0], 1e-6); /* parallel */
        assert_true(before[0] * after[0] + before[1] * after[1] > 0);
    }
    assert_near(figure(told, "pulled"), (double)pulled, 0);
    assert_in_range(pulled, FAR, FAR + 30); /* the far ones, and some 2.5 % of the others */
    json_decref(told);
    tacit_table_free(out);
    tacit_table_free(t);
}

/* Constants stay; a sum of others is pulled with them. */
static void test_dependent(void **state)
{
    tacit_table *t = cloud(*state);
    mask m;
    tacit_table *pair = run_mask(*state, code(&m, t, "xy"), t);
    tacit_table *all = run_mask(*state, code(&m, t, "xyzc"), t);
    for (size_t i = 0; i < ROWS; i++) {
        assert_near(at(all, "x", i), at(pair, "x", i), 1e-6);
        assert_near(at(all, "c", i), 5, 0);
        assert_near(at(all, "z", i), at(all, "x", i) + at(all, "y", i), 2.0);
        if (i < FAR)
            assert_true(fabs(at(all, "z", i) - at(t, "z", i)) > 20);
    }
    tacit_table_free(pair);
    tacit_table_free(all);
    tacit_table_free(t);
}

static void test_strata_and_whole(void **state)
{
    tacit_table *t = cloud(*state);
    mask m;
    tacit_table_set_roles(t, 4, TACIT_ROLE_STRATA);
    set_number(&code(&m, t, "xyc")->a, "whole", 1);
    tacit_table *out = run_mask(*state, &m, t);
    assert_int_equal(tacit_column_type(column_of(out, "x")), TACIT_TYPE_INTEGER);
    for (size_t i = 0; i < FAR; i++)
        assert_true(at(out, "x", i) < 200);
    tacit_table_free(out);
    tacit_table_free(t);
    t = table_of(*state, "x:r,y:r", "1,2\n2,3\n3,\n4,5\n5,9\n");
    add_column(add_column(start_mask(&m, "mv_top_code"), t, "x"), t, "y");
    assert_mask_fails(*state, &m, t, TACIT_ERR_DATA, "more than 4 complete records");
    tacit_table_free(t);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_ellipsoid),
        with_context(test_dependent),
        with_context(test_strata_and_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
