/*
 * test_shuffle.c - data shuffling: values kept exactly, rank correlations closely.
 *
 * Limits are five standard deviations of the statistic, so a right method fails with probability
 * below 1e-6 for a fresh seed; the seeds are fixed.  A rank correlation r of n records has a
 * deviation of at most 1.06 / sqrt(n).
 */
#include "support/shuffles.h"

#include "base/pool.h"

enum { N = 6000 };

static const char *const BY[] = { "age", "size" };
static const double LIMIT = 5.0 * 1.06;

static mask *shuffle_money(mask *m, const tacit_table *t)
{
    return predict_by(add_column(add_column(start_mask(m, "shuffle"), t, "income"), t, "wealth"),
                      BY, 2);
}

static void test_values(void **state)
{
    tacit_table *t = money(*state, N, false);
    mask m;
    tacit_table *out = run_mask(*state, shuffle_money(&m, t), t);
    assert_same_values(*state, t, out, "income", 0, N);
    assert_same_values(*state, t, out, "wealth", 0, N);
    assert_int_equal(tacit_column_type(column_of(out, "wealth")), TACIT_TYPE_INTEGER);
    size_t same = 0;
    for (size_t i = 0; i < N; i++)
        same += same_cell(column_of(out, "income"), column_of(t, "income"), i);
    assert_true(same < N / 100);
    tacit_table_free(out);
    tacit_table_free(t);
}

/* Largest change of the rank correlations of the masked columns, among them and with BY. */
static double largest_change(tacit_ctx *cx, const tacit_table *t, const tacit_table *out,
                             size_t from, size_t n)
{
    static const char *const names[] = { "income", "wealth", "age", "size" };
    double most = 0.0;
    for (size_t a = 0; a < 2; a++)
        for (size_t b = a + 1; b < 4; b++) {
            const double was = spearman(cx, t, names[a], t, names[b], (stretch){ from, n });
            const double is = spearman(cx, out, names[a], out, names[b], (stretch){ from, n });
            most = fmax(most, fabs(is - was));
        }
    return most;
}

/* Noise that is orthogonal to the data leaves a third of what chance does. */
static void test_correlations(void **state)
{
    tacit_table *t = money(*state, N, false);
    for (int exact = 0; exact < 2; exact++)
        for (int scores = 0; scores < 2; scores++) {
            mask m;
            tacit_result *told = NULL;
            set_number(set_number(&shuffle_money(&m, t)->a, "exact", exact), "correlation", scores);
            tacit_table *out = run_told(*state, &m, t, &told);
            const double change = largest_change(*state, t, out, 0, N);
            assert_true(change < (exact ? 0.33 : 1.0) * LIMIT / sqrt(N));
            assert_near(figure(told, "largest_change"), change, 1e-12);
            assert_near(figure(told, "masked"), N, 0.0);
            assert_near(figure(told, "left"), 0.0, 0.0);
            json_decref(told);
            tacit_table_free(out);
        }
    tacit_table_free(t);
}

/* A column of two values, cut from a normal one: if its ties were not allowed for, its
 * correlation of 0.5 would shrink by a quarter. */
static void test_ties(void **state)
{
    tacit_builder *b[2] = { NULL };
    tacit_rng rng = tacit_rng_seed(9);
    assert_ok(*state, tacit_builder_new(*state, "x", TACIT_TYPE_INTEGER, N, &b[0]));
    assert_ok(*state, tacit_builder_new(*state, "s", TACIT_TYPE_REAL, N, &b[1]));
    for (size_t i = 0; i < N; i++) {
        const double s = tacit_rng_normal(&rng);
        const int64_t x = 0.7 * s + 0.7 * tacit_rng_normal(&rng) > 0.5;
        assert_ok(*state, tacit_builder_integers(*state, b[0], &x, NULL, 1));
        assert_ok(*state, tacit_builder_reals(*state, b[1], &s, NULL, 1));
    }
    tacit_table *t = finish_columns(*state, b, 2, N);
    for (int scores = 0; scores < 2; scores++) {
        mask m;
        set_number(&add_column(start_mask(&m, "shuffle"), t, "x")->a, "correlation", scores);
        tacit_table *out = run_mask(*state, &m, t);
        const double was = spearman(*state, t, "x", t, "s", (stretch){ 0, N });
        assert_true(was > 0.45);
        assert_near(spearman(*state, out, "x", out, "s", (stretch){ 0, N }), was, LIMIT / sqrt(N));
        assert_same_values(*state, t, out, "x", 0, N);
        tacit_table_free(out);
    }
    tacit_table_free(t);
}

/* Correlation of the new with the old incomes given age (by ranks): the proximity. */
static double closeness(tacit_ctx *cx, const tacit_table *t, double proximity, bool exact)
{
    static const char *const by[] = { "age" };
    mask m;
    predict_by(add_column(start_mask(&m, "shuffle"), t, "income"), by, 1);
    set_number(set_number(&m.a, "proximity", proximity), "exact", exact);
    tacit_table *out = run_mask(cx, &m, t);
    const double r = partial(spearman(cx, out, "income", t, "income", (stretch){ 0, N }),
                             spearman(cx, out, "income", t, "age", (stretch){ 0, N }),
                             spearman(cx, t, "income", t, "age", (stretch){ 0, N }));
    assert_same_values(cx, t, out, "income", 0, N);
    tacit_table_free(out);
    return r;
}

/* Given the predictor, new and old are independent, or as close as asked for.  Partial
 * correlations of ranks are those of scores to 0.03. */
static void test_proximity(void **state)
{
    tacit_table *t = money(*state, N, false);
    assert_near(closeness(*state, t, 0.0, false), 0.0, LIMIT / sqrt(N));
    assert_near(closeness(*state, t, 0.0, true), 0.0, LIMIT / sqrt(N));
    assert_near(closeness(*state, t, 0.6, false), 0.6, 0.03 + LIMIT / sqrt(N));
    assert_near(closeness(*state, t, 0.9, true), 0.9, 0.03);
    mask m;
    set_number(&shuffle_money(&m, t)->a, "proximity", 1.0);
    tacit_table *out = run_mask(*state, &m, t);
    assert_true(same_table(t, out));
    tacit_table_free(out);
    tacit_table_free(t);
}

/* Mean of the ranks of income of those with sex "m". */
static double mean_rank(tacit_ctx *cx, const tacit_table *t)
{
    double *x = numbers_of(cx, t, "income", 0, N), sum = 0.0, n = 0.0;
    char text[32];
    assert_ok(cx, tacit_ranks_of(cx, x, N, 1));
    for (size_t i = 0; i < N; i++)
        if (strcmp(tacit_column_text(column_of(t, "sex"), i, text), "m") == 0) {
            sum += x[i];
            n++;
        }
    return sum / n / N;
}

/* A category predicts: groups keep their places.  Without it they lose them. */
static void test_category(void **state)
{
    static const char *const by[] = { "sex", "age" };
    tacit_table *t = money(*state, N, false);
    const double was = mean_rank(*state, t);
    mask m;
    predict_by(add_column(start_mask(&m, "shuffle"), t, "income"), by, 2);
    tacit_table *out = run_mask(*state, &m, t);
    assert_true(was > 0.55);
    assert_near(mean_rank(*state, out), was, 5.0 * sqrt(1.0 / 12.0 / (N / 2)));
    tacit_table_free(out);
    out = run_mask(*state, predict_by(&m, by + 1, 1), t);
    assert_true(mean_rank(*state, out) < was - 0.03);
    tacit_table_free(out);
    tacit_table_free(t);
}

/* Income rises with age in one half and falls in the other: strata keep both. */
static void test_strata(void **state)
{
    tacit_table *t = money(*state, N, true);
    tacit_table_set_roles(t, tacit_table_find(t, "area"), TACIT_ROLE_STRATA);
    mask m;
    tacit_table *out = run_mask(*state, shuffle_money(&m, t), t);
    for (size_t from = 0; from < N; from += N / 2) {
        assert_same_values(*state, t, out, "income", from, N / 2);
        assert_same_values(*state, t, out, "wealth", from, N / 2);
        assert_true(largest_change(*state, t, out, from, N / 2) < LIMIT / sqrt(N / 2));
    }
    assert_true(spearman(*state, out, "income", out, "age", (stretch){ 0, N / 2 }) > 0.4);
    assert_true(spearman(*state, out, "income", out, "age", (stretch){ N / 2, N / 2 }) < -0.4);
    tacit_table_free(out);
    tacit_table_free(t);
}

/* By default all other numbers predict, but not weights, households, identifiers and strata; of
 * collinear ones the first stays. */
static void test_default_predictors(void **state)
{
    tacit_table *t = money(*state, N, false);
    tacit_result *told = NULL;
    mask m;
    tacit_table *out = run_told(
        *state, add_column(add_column(start_mask(&m, "shuffle"), t, "income"), t, "wealth"), t,
        &told);
    assert_true(is_noted(told, "Predictor 'twice'"));
    assert_false(is_noted(told, "'age'"));
    assert_true(largest_change(*state, t, out, 0, N) < LIMIT / sqrt(N));
    json_decref(told);
    tacit_table_free(out);
    tacit_table_set_roles(t, tacit_table_find(t, "twice"), TACIT_ROLE_WEIGHT);
    tacit_table_set_roles(t, tacit_table_find(t, "size"), TACIT_ROLE_HOUSEHOLD);
    tacit_table_set_roles(t, tacit_table_find(t, "age"), TACIT_ROLE_IDENTIFIER);
    out = run_told(*state, &m, t, &told);
    assert_true(is_noted(told, "no predictors"));
    assert_near(spearman(*state, out, "income", out, "age", (stretch){ 0, N }), 0.0,
                LIMIT / sqrt(N));
    assert_near(spearman(*state, out, "income", out, "wealth", (stretch){ 0, N }),
                spearman(*state, t, "income", t, "wealth", (stretch){ 0, N }), LIMIT / sqrt(N));
    json_decref(told);
    tacit_table_free(out);
    tacit_table_free(t);
}

/* Rows 2 and 5 lack something and stay; row 9 has nothing to mask. */
static void test_missing(void **state)
{
    static const char *const by[] = { "s" };
    tacit_table *t = table_of(*state, "a:i,b:d,s:r",
                              "1,2001-01-01,3\n4711,,2\n3,2003-01-01,9\n4,2004-01-01,4\n"
                              "5,2005-01-01,\n6,2006-01-01,6\n7,2007-01-01,8\n8,2008-01-01,1\n"
                              ",,5\n10,2010-01-01,7\n11,2011-01-01,5\n12,2012-01-01,2.385\n");
    tacit_result *told = NULL;
    mask m;
    predict_by(add_column(add_column(start_mask(&m, "shuffle"), t, "a"), t, "b"), by, 1);
    tacit_table *out = run_told(*state, &m, t, &told);
    assert_near(figure(told, "masked"), 9.0, 0.0);
    assert_near(figure(told, "left"), 2.0, 0.0);
    static const size_t stay[] = { 1, 4, 8 };
    for (size_t k = 0; k < 3; k++) {
        assert_true(same_cell(column_of(t, "a"), column_of(out, "a"), stay[k]));
        assert_true(same_cell(column_of(t, "b"), column_of(out, "b"), stay[k]));
    }
    int64_t sum = 0;
    for (size_t i = 0; i < 12; i++)
        sum += tacit_column_integers(column_of(out, "a"))[i];
    assert_int_equal(sum, 1 + 4711 + 3 + 4 + 5 + 6 + 7 + 8 + 10 + 11 + 12);
    assert_false(tacit_column_is_missing(column_of(out, "b"), 0));
    json_decref(told);
    tacit_table_free(out);
    tacit_table_free(t);
}

static void test_refusals(void **state)
{
    static const char *const none[] = { "nobody" }, *const own[] = { "a" }, *const wide[] = { "c" },
                             *const fair[] = { "s" };
    tacit_table *t = table_of(*state, "a:i,s:r,c:c", "4711,1,x\n2,2,y\n3,3,z\n4,4,x\n");
    mask m;
    add_column(start_mask(&m, "shuffle"), t, "a");
    assert_mask_fails(*state, predict_by(&m, none, 1), t, TACIT_ERR_INPUT, "no column 'nobody'");
    assert_mask_fails(*state, predict_by(&m, own, 1), t, TACIT_ERR_INPUT, "both masked and");
    assert_mask_fails(*state, predict_by(&m, fair, 1), t, TACIT_ERR_DATA,
                      "at least 5 records without missing values");
    assert_message(*state, "only 4");
    tacit_table_free(t);
    tacit_rng rng = tacit_rng_seed(1);
    t = random_table(*state, &rng, "a:i,c:c", 1000, 60, 0.0);
    assert_mask_fails(*state, predict_by(&m, wide, 1), t, TACIT_ERR_DATA, "at most 50");
    tacit_table_free(t);
}

/* A predictor that says all: nothing changes, and the report says so. */
static void test_perfect_model(void **state)
{
    static const char *const by[] = { "twice" };
    tacit_table *t = money(*state, N, false);
    tacit_result *told = NULL;
    mask m;
    predict_by(add_column(start_mask(&m, "shuffle"), t, "age"), by, 1);
    tacit_table *out = run_told(*state, &m, t, &told);
    assert_true(is_noted(told, "explain more than 98 %"));
    assert_near(told_cell(told, "columns", 0, 1), 1.0, 1e-9);
    assert_true(spearman(*state, out, "age", t, "age", (stretch){ 0, N }) > 0.999);
    json_decref(told);
    tacit_table_free(out);
    tacit_table_free(t);
}

static void test_threads(void **state)
{
    tacit_table *t = money(*state, 40000, true);
    mask m;
    tacit_pool_set(1);
    tacit_table *one = run_mask(*state, shuffle_money(&m, t), t);
    tacit_pool_set(2);
    tacit_table *two = run_mask(*state, &m, t);
    assert_true(same_table(one, two));
    tacit_table_free(one);
    tacit_table_free(two);
    tacit_table_free(t);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_values),
        with_context(test_correlations),
        with_context(test_ties),
        with_context(test_proximity),
        with_context(test_category),
        with_context(test_strata),
        with_context(test_default_predictors),
        with_context(test_missing),
        with_context(test_refusals),
        with_context(test_perfect_model),
        with_context(test_threads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
