/*
 * test_k_pram.c - randomisation within intervals: groups, what stays, what is told.
 *
 * Limits are five standard errors, so a right method fails with probability below 1e-6 for a
 * fresh seed and comparison; the seeds are fixed.
 */
#include "support/masks.h"

#include "base/sort.h"
#include "micro/method/pram/k_pram_groups.h"

enum { ALL = 659 }; /* records in the paper's example */

/* Run with an account; the caller frees both. */
static tacit_table *run_told(tacit_ctx *cx, const mask *m, const tacit_table *t,
                             tacit_result **told)
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

/* Field `j` of the first row of the table of columns. */
static double told_of(const tacit_result *r, size_t j)
{
    const json_t *rows = json_object_get(part_of(r, "tables", "columns"), "rows");
    return json_number_value(json_array_get(json_array_get(rows, 0), j));
}

enum {
    GROUPS = 1,
    EMPTY,
    SMALLEST,
    EXPECTED,
    EXPOSED,
    BIAS,
    MSE,
    RMSE,
    BIAS_EXPECTED,
    MSE_EXPECTED
};

/* ---- groups ---- */

/* Sizes by a plain loop over the numbers; whether all that are not empty are large enough. */
static bool large_enough(const double *x, size_t n, size_t m, const tacit_k_need *need)
{
    size_t size[64] = { 0 }, values[64] = { 0 };
    const double range = x[n - 1] - x[0];
    for (size_t i = 0; i < n; i++) {
        size_t g = range > 0.0 ? (size_t)((x[i] - x[0]) / range * (double)m) : 0;
        g = g >= m ? m - 1 : g;
        size[g]++;
        values[g] += i == 0 || x[i] > x[i - 1];
    }
    for (size_t g = 0; g < m; g++)
        if (size[g] > 0 && (size[g] < need->k || values[g] < need->values))
            return false;
    return true;
}

/* Number the different values of `x`. */
static void rank_values(const double *x, size_t n, size_t *rank)
{
    rank[0] = 0;
    for (size_t i = 1; i < n; i++)
        rank[i] = rank[i - 1] + (x[i] > x[i - 1]);
}

/* The largest m by trying all, on thousands of small samples with ties and gaps. */
static void test_choice(void **state)
{
    tacit_rng rng = tacit_rng_seed(8);
    for (int trial = 0; trial < 5000; trial++) {
        const size_t n = 2 + tacit_rng_below(&rng, 59);
        const uint64_t wide = 1 + tacit_rng_below(&rng, 40);
        tacit_k_need need = { .k = 2 + tacit_rng_below(&rng, 4),
                              .values = 1 + tacit_rng_below(&rng, 3) };
        double x[64];
        size_t rank[64], best = 1;
        for (size_t i = 0; i < n; i++)
            x[i] = (double)(tacit_rng_below(&rng, wide) * (1 + tacit_rng_below(&rng, 3)));
        assert_ok(*state, tacit_sort_reals(*state, x, n));
        rank_values(x, n, rank);
        const size_t different = (rank[n - 1] + 1) / need.values;
        const size_t most = n / need.k < different ? n / need.k : different;
        for (size_t m = 1; m <= most; m++)
            if (large_enough(x, n, m, &need))
                best = m;
        tacit_k_groups g = { .x = x, .rank = rank, .n = n };
        assert_ok(*state, tacit_k_groups_choose(*state, &g, &need));
        assert_int_equal(g.m, best);
        need.law = TACIT_K_UNIFORM;
        assert_ok(*state, tacit_k_groups_choose(*state, &g, &need));
        assert_int_equal(g.m, most > 1 ? most : 1);
    }
}

/* 0 ... 11 in fours of three; 5 records on 0 and one on 100 are too few there. */
static void test_by_hand(void **state)
{
    double x[12];
    for (size_t i = 0; i < 12; i++)
        x[i] = (double)i;
    size_t rank[12];
    rank_values(x, 12, rank);
    tacit_k_groups g = { .x = x, .rank = rank, .n = 12 };
    assert_ok(*state, tacit_k_groups_choose(*state, &g, &(tacit_k_need){ .k = 3, .values = 2 }));
    assert_int_equal(g.m, 4);
    assert_int_equal(tacit_k_group_of(&g, 2.0), 0);
    assert_int_equal(tacit_k_group_of(&g, 2.75), 1);
    assert_int_equal(tacit_k_group_of(&g, 11.0), 3);
    assert_int_equal(tacit_k_group_end(&g, 4), 6);
    assert_near(tacit_k_groups_least(&g, TACIT_K_EMPIRICAL), 3.0, 0.0);
    assert_near(tacit_k_groups_least(&g, TACIT_K_UNIFORM), 3.0, 0.0);
    static const double far[] = { 0, 0, 0, 0, 0, 100 };
    static const size_t far_rank[] = { 0, 0, 0, 0, 0, 1 };
    tacit_k_groups h = { .x = far, .rank = far_rank, .n = 6 };
    assert_ok(*state, tacit_k_groups_choose(*state, &h, &(tacit_k_need){ .k = 3, .values = 1 }));
    assert_int_equal(h.m, 1);
    /* normal: m = 2 halves of 12 numbers within +-1.53 deviations: 12 * 0.437 = 5.2 each */
    assert_ok(*state,
              tacit_k_groups_choose(*state, &g,
                                    &(tacit_k_need){ .k = 5, .values = 2, .law = TACIT_K_NORMAL }));
    assert_int_equal(g.m, 2);
    assert_near(tacit_k_groups_least(&g, TACIT_K_NORMAL), 12 * 0.4365, 0.01);
}

/* ---- the method ---- */

/* Ages from 24 to 79, both ends there, and whole numbers as reals. */
static tacit_table *ages(tacit_ctx *cx)
{
    tacit_builder *b[2] = { NULL };
    tacit_rng rng = tacit_rng_seed(9);
    assert_ok(cx, tacit_builder_new(cx, "age", TACIT_TYPE_INTEGER, ALL, &b[0]));
    assert_ok(cx, tacit_builder_new(cx, "x", TACIT_TYPE_REAL, ALL, &b[1]));
    for (size_t i = 0; i < ALL; i++) {
        const int64_t age = i < 2 ? 24 + 55 * (int64_t)i : 24 + (int64_t)tacit_rng_below(&rng, 56);
        const double x = (double)age + tacit_rng_uniform(&rng);
        const uint64_t valid = i % 50 != 3;
        assert_ok(cx, tacit_builder_integers(cx, b[0], &age, NULL, 1));
        assert_ok(cx, tacit_builder_reals(cx, b[1], &x, &valid, 1));
    }
    return finish_columns(cx, b, 2, ALL);
}

/* Values stay in their intervals of 5 years, 11 of them on [24, 79]. */
static void check_groups(const tacit_column *a, const tacit_column *b)
{
    for (size_t i = 0; i < ALL; i++) {
        const int64_t g = (tacit_column_integers(a)[i] - 24) / 5;
        const int64_t h = (tacit_column_integers(b)[i] - 24) / 5;
        assert_int_equal(g < 10 ? g : 10, h < 10 ? h : 10);
    }
}

/* Over 200 seeds bias and MSE have the means that are told as expected.  With these ages the
 * MSE is about 4, as the 4.398563 of the paper for its own 659 ages (which are not public). */
static void test_errors(void **state)
{
    enum { SEEDS = 200 };
    tacit_table *t = ages(*state);
    for (int draw = 0; draw < 3; draw++) {
        double bias = 0.0, bias2 = 0.0, mse = 0.0, mse2 = 0.0, want = 0.0, off = 0.0;
        mask m;
        set_number(&add_column(start_mask(&m, "k_pram"), t, "age")->a, "groups", 11);
        set_number(&m.a, "draw", draw);
        for (m.seed = 1; m.seed <= SEEDS; m.seed++) {
            tacit_result *told = NULL;
            tacit_table *out = run_told(*state, &m, t, &told);
            check_groups(column_of(t, "age"), column_of(out, "age"));
            assert_near(told_of(told, RMSE), sqrt(told_of(told, MSE)), 1e-12);
            if (draw == 1)
                assert_near(told_of(told, BIAS), 0.0, 1e-12); /* an exchange keeps the mean */
            bias += told_of(told, BIAS);
            bias2 += told_of(told, BIAS) * told_of(told, BIAS);
            mse += told_of(told, MSE);
            mse2 += told_of(told, MSE) * told_of(told, MSE);
            want = told_of(told, MSE_EXPECTED);
            off = told_of(told, BIAS_EXPECTED);
            assert_int_equal(tacit_column_type(column_of(out, "age")), TACIT_TYPE_INTEGER);
            json_decref(told);
            tacit_table_free(out);
        }
        bias /= SEEDS;
        mse /= SEEDS;
        assert_near(bias, off, 5.0 * sqrt((bias2 / SEEDS - bias * bias) / SEEDS) + 1e-12);
        assert_near(mse, want, 5.0 * sqrt((mse2 / SEEDS - mse * mse) / SEEDS));
        assert_true(want > 3.5 && want < 5.0);
    }
    tacit_table_free(t);
}

/* What is told of sizes and errors is what the tables show. */
static void test_told(void **state)
{
    tacit_table *t = ages(*state);
    for (int law = 0; law < 3; law++) {
        double bias = 0.0, mse = 0.0;
        tacit_result *told = NULL;
        mask m;
        set_number(&add_column(start_mask(&m, "k_pram"), t, "age")->a, "law", law);
        set_number(&m.a, "k", 10);
        tacit_table *out = run_told(*state, &m, t, &told);
        for (size_t i = 0; i < ALL; i++) {
            const double d = (double)(tacit_column_integers(column_of(out, "age"))[i] -
                                      tacit_column_integers(column_of(t, "age"))[i]);
            bias += d / ALL;
            mse += d * d / ALL;
        }
        assert_near(told_of(told, BIAS), bias, 1e-12);
        assert_near(told_of(told, MSE), mse, 1e-9);
        assert_near(told_of(told, SMALLEST), figure(told, "smallest_group"), 0.0);
        assert_near(told_of(told, EXPOSED), figure(told, "in_small_groups"), 0.0);
        assert_true(told_of(told, EXPECTED) >= 10.0);
        if (law == TACIT_K_EMPIRICAL)
            assert_true(told_of(told, SMALLEST) >= 10.0 && !(told_of(told, EXPOSED) > 0.0));
        if (law == TACIT_K_UNIFORM) /* 56 ages allow 28 intervals of two on average */
            assert_near(told_of(told, GROUPS) + told_of(told, EMPTY), 28.0, 0.0);
        assert_true(mse > 0.1);
        json_decref(told);
        tacit_table_free(out);
    }
    tacit_table_free(t);
}

/* Real numbers drawn from intervals stay in them, and missing cells stay missing. */
static void test_reals(void **state)
{
    tacit_table *t = ages(*state);
    tacit_result *told = NULL;
    mask m;
    set_number(&add_column(start_mask(&m, "k_pram"), t, "x")->a, "draw", 2);
    tacit_table *out = run_told(*state, &m, t, &told);
    const tacit_column *a = column_of(t, "x"), *b = column_of(out, "x");
    double *x = NULL;
    size_t n = 0, fresh = 0;
    assert_ok(*state, tacit_column_present(*state, a, &x, &n));
    assert_ok(*state, tacit_sort_reals(*state, x, n));
    const tacit_k_groups g = { .x = x,
                               .n = n,
                               .m = (size_t)(told_of(told, GROUPS) + told_of(told, EMPTY)) };
    for (size_t i = 0; i < ALL; i++) {
        assert_int_equal(tacit_column_is_missing(a, i), tacit_column_is_missing(b, i));
        if (tacit_column_is_missing(a, i))
            continue;
        assert_int_equal(tacit_k_group_of(&g, tacit_column_reals(a)[i]),
                         tacit_k_group_of(&g, tacit_column_reals(b)[i]));
        fresh += !same_cell(a, b, i);
    }
    assert_true(fresh > n - 5);
    json_decref(told);
    tacit_table_free(out);
    tacit_table_free(t);
}

/* Strata have groups of their own: a value never comes from another stratum. */
static void test_strata(void **state)
{
    tacit_table *t =
        table_of(*state, "s:c,x:i", "a,1\nb,101\na,2\nb,102\na,3\nb,103\na,4\nb,104\na,5\nb,105\n");
    mask m;
    size_t changed = 0;
    tacit_table_set_roles(t, 0, TACIT_ROLE_STRATA);
    set_number(&add_column(start_mask(&m, "k_pram"), t, "x")->a, "k", 5);
    for (m.seed = 1; m.seed <= 20; m.seed++) {
        tacit_table *out = run_mask(*state, &m, t);
        for (size_t i = 0; i < 10; i++) {
            assert_int_equal(tacit_column_integers(column_of(out, "x"))[i] > 100, i % 2 == 1);
            changed += !same_cell(column_of(out, "x"), column_of(t, "x"), i);
        }
        tacit_table_free(out);
    }
    assert_true(changed > 100); /* of 200, of which 160 are expected */
    tacit_table_free(t);
}

/* Ordered categories: low and mid are one group, high and top the other. */
static void test_order(void **state)
{
    static const char *const order[] = { "low", "mid", "high", "top" };
    tacit_table *t = table_of(*state, "c:c", "low\nmid\nhigh\ntop\nlow\nmid\ntop\nhigh\n\n");
    mask m;
    set_number(&add_column(start_mask(&m, "k_pram"), t, "c")->a, "k", 3);
    *argument(&m.a, "order") = (tacit_value){ .given = true, .texts = order, .n = 4 };
    for (m.seed = 1; m.seed <= 20; m.seed++) {
        tacit_table *out = run_mask(*state, &m, t);
        for (size_t i = 0; i < 8; i++) {
            char a[32], b[32];
            const char *x = tacit_column_text(column_of(t, "c"), i, a);
            const char *y = tacit_column_text(column_of(out, "c"), i, b);
            assert_int_equal(x[0] == 'l' || x[0] == 'm', y[0] == 'l' || y[0] == 'm');
        }
        assert_true(tacit_column_is_missing(column_of(out, "c"), 8));
        tacit_table_free(out);
    }
    m.a.at[tacit_param_find(m.a.args.params, "order")].n = 3;
    assert_mask_fails(*state, &m, t, TACIT_ERR_DATA, "1 categories that 'order'");
    tacit_table_free(t);
}

static void test_refusals(void **state)
{
    tacit_table *t = table_of(*state, "x:i,c:c,h:r", "4711,secret,1e300\n4711,secret,-1e300\n,,\n");
    mask m;
    add_column(start_mask(&m, "k_pram"), t, "x");
    assert_mask_fails(*state, &m, t, TACIT_ERR_DATA, "only 2 present values");
    set_number(&add_column(start_mask(&m, "k_pram"), t, "c")->a, "draw", 2);
    assert_mask_fails(*state, &m, t, TACIT_ERR_INPUT, "'c' is a category");
    set_number(&add_column(start_mask(&m, "k_pram"), t, "h")->a, "k", 2);
    assert_mask_fails(*state, &m, t, TACIT_ERR_DATA, "'h' has values too large");
    set_number(&m.a, "k", 1);
    assert_mask_fails(*state, &m, t, TACIT_ERR_INPUT, "'k'");
    tacit_table_free(t);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_choice), with_context(test_by_hand),  with_context(test_errors),
        with_context(test_told),   with_context(test_reals),    with_context(test_strata),
        with_context(test_order),  with_context(test_refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
