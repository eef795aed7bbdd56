/*
 * test_suda.c - special uniques.
 *
 * Provenance: the eight records of Franconi and Polettini (2004) have, by hand, the minimal
 * sample uniques {k1}, {k2, k4} (record 4), {k4} (5), {k1, k4}, {k2, k4} (6) and {k1},
 * {k2, k4} (7); with (n - k)! the scores are 8, 6, 4, 8, as sdcMicro 5.8.1's suda2() gives,
 * and DIS for a fraction of 0.01 is 0.0142135, 0.0101060, 0.0062368, 0.0142135 there.
 */
#include "support/measures.h"

#include "base/pool.h"
#include "micro/risk/risk.h"
#include "micro/risk/keys/suda/score.h"

static tacit_result *measure(tacit_ctx *cx, const tacit_table *t, const char *parameter, double x)
{
    const tacit_measure *m = tacit_risk_find("suda");
    tacit_subject *s = NULL;
    tacit_result *r = NULL;
    arguments a;
    preset_args(&a, &m->about);
    if (parameter != NULL)
        set_number(&a, parameter, x);
    assert_ok(cx, tacit_subject_new(cx, t, &s));
    assert_ok(cx, tacit_measure_run(cx, m, s, &a.args, &r));
    tacit_subject_free(s);
    return r;
}

/* A cell of a table of a result. */
static const json_t *cell(const tacit_result *r, const char *table, size_t row, size_t column)
{
    const json_t *rows = json_object_get(part_of(r, "tables", table), "rows");
    return json_array_get(json_array_get(rows, row), column);
}

static double number(const tacit_result *r, const char *table, size_t row, size_t column)
{
    return json_number_value(cell(r, table, row, column));
}

static void test_eight_records(void **state)
{
    static const double score[] = { 0, 0, 0, 8, 6, 4, 8, 0 };
    static const double dis[] = { 0, 0, 0, 0.0142135, 0.0101060, 0.0062368, 0.0142135, 0 };
    tacit_ctx *cx = *state;
    tacit_table *t = with_keys(table_of(cx, EIGHT_COLUMNS, EIGHT_RECORDS), 4);
    const tacit_classes *c = NULL;
    tacit_subject *subject = NULL;
    tacit_suda s;
    assert_ok(cx, tacit_subject_new(cx, t, &subject));
    assert_ok(cx, tacit_suda_measure(cx, subject, &(tacit_suda_spec){ .fraction = 0.01 }, &s));
    assert_ok(cx, tacit_subject_classes(cx, subject, TACIT_MISSING_CATEGORY, &c));
    assert_null(s.portion);
    assert_int_equal(s.pairs, 4);
    for (size_t i = 0; i < 8; i++) {
        assert_near(s.score[c->of_row[i]], score[i], 0.0);
        assert_near(s.dis[c->of_row[i]], dis[i], 1e-6);
    }
    tacit_subject_free(subject);
    tacit_table_free(t);
}

static void test_figures(void **state)
{
    tacit_table *t = with_keys(table_of(*state, EIGHT_COLUMNS, EIGHT_RECORDS), 4);
    tacit_result *r = measure(*state, t, NULL, 0);
    assert_near(figure(r, "scored"), 4, 0);
    assert_near(figure(r, "scored_share"), 0.5, 0);
    assert_near(figure(r, "msus"), 7, 0);
    assert_near(figure(r, "score_sum"), 26, 0);
    assert_near(figure(r, "score_highest"), 8, 0);
    assert_near(figure(r, "dis_sum"), 0.0447698, 2e-6);
    assert_near(figure(r, "dis_mean"), 0.0447698 / 8, 1e-6);
    const double share[] = { 14.0 / 26, 6.0 / 26, 0, 14.0 / 26 }, msus[] = { 3, 3, 0, 5 };
    const double values[] = { 3, 2, 0, 3 }, one[] = { 6.0 / 14, 4.0 / 6, 0, 6.0 / 14 };
    for (size_t j = 0; j < 4; j++) {
        assert_near(number(r, "keys", j, 1), share[j], 1e-12);
        assert_near(number(r, "keys", j, 2), msus[j], 0);
        assert_near(number(r, "keys", j, 3), values[j], 0);
        assert_near(number(r, "keys", j, 4), one[j], 1e-12);
        assert_near(bar(r, "contributions", j), 100 * share[j], 1e-12);
    }
    const double sizes[][2] = { { 3, 3 }, { 4, 1 }, { 0, 0 }, { 0, 0 } };
    for (size_t k = 0; k < 4; k++) {
        assert_near(number(r, "sizes", k, 1), sizes[k][0], 0);
        assert_near(number(r, "sizes", k, 2), sizes[k][1], 0);
    }
    assert_string_equal(json_string_value(cell(r, "sets", 0, 0)), "k2, k4");
    assert_near(number(r, "sets", 0, 2), 3, 0);
    assert_string_equal(json_string_value(cell(r, "sets", 1, 0)), "k1");
    assert_near(bar(r, "scores", 1), 4, 0); /* from 1 to less than 10 */
    json_decref(r);
    tacit_table_free(t);
}

/* Normalised: (2^3 - 1) 1! 3! / 4! = 1.75 for one key, (2^2 - 1) 2! 2! / 4! = 0.5 for two. */
static void test_parameters(void **state)
{
    tacit_table *t = with_keys(table_of(*state, EIGHT_COLUMNS, EIGHT_RECORDS), 4);
    tacit_result *r = measure(*state, t, "scores", TACIT_SUDA_NORMALISED);
    assert_near(figure(r, "score_sum"), 3 * 1.75 + 4 * 0.5, 1e-12);
    json_decref(r);
    r = measure(*state, t, "depth", 1);
    assert_near(figure(r, "msus"), 3, 0);
    assert_near(figure(r, "score_sum"), 18, 0);
    json_decref(r);
    r = measure(*state, t, "depth", 32); /* no more than there are keys */
    assert_near(figure(r, "score_sum"), 26, 0);
    json_decref(r);
    r = measure(*state, t, "fraction", 1.0);
    assert_near(figure(r, "dis_highest"), 1.0, 0);
    json_decref(r);
    tacit_table_free(t);
}

/* Without a parameter: what the weights say, 8 / 765.5 here; without weights 0.01. */
static void test_fraction(void **state)
{
    tacit_table *t = with_keys(table_of(*state, EIGHT_COLUMNS, EIGHT_RECORDS), 4);
    tacit_result *r = measure(*state, t, NULL, 0);
    assert_near(figure(r, "fraction"), 0.01, 0);
    json_decref(r);
    tacit_table_set_roles(t, 4, TACIT_ROLE_WEIGHT);
    r = measure(*state, t, NULL, 0);
    assert_near(figure(r, "fraction"), 8 / 765.5, 1e-15);
    json_decref(r);
    r = measure(*state, t, "fraction", 0.2);
    assert_near(figure(r, "fraction"), 0.2, 0);
    json_decref(r);
    tacit_table_free(t);
}

/* Unique on both keys together alone: 0! each, but (2^0 - 1) = 0 normalised. */
static void test_full_keys(void **state)
{
    tacit_table *t = with_keys(table_of(*state, "x:c,y:c", "a,p\na,q\nb,p\nb,q\n"), 2);
    tacit_result *r = measure(*state, t, NULL, 0);
    assert_near(figure(r, "msus"), 4, 0);
    assert_near(figure(r, "score_sum"), 4, 0);
    assert_near(figure(r, "dis_sum"), 4, 0); /* there are no pairs */
    assert_int_equal(json_array_size(json_object_get(r, "notes")), 1);
    json_decref(r);
    r = measure(*state, t, "scores", TACIT_SUDA_NORMALISED);
    assert_near(figure(r, "msus"), 4, 0);
    assert_near(figure(r, "scored"), 0, 0);
    assert_near(figure(r, "dis_sum"), 0, 0);
    json_decref(r);
    tacit_table_free(t);
}

/* A missing value is in no minimal sample unique, even if no other is missing. */
static void test_missing(void **state)
{
    tacit_table *t = with_keys(table_of(*state, "x:c,y:c", "a,p\na,p\n,p\n,q\nb,\n"), 2);
    tacit_result *r = measure(*state, t, NULL, 0);
    assert_near(figure(r, "msus"), 2, 0); /* y = q and x = b */
    assert_near(figure(r, "score_sum"), 2, 0);
    json_decref(r);
    tacit_table_free(t);
}

static void test_one_key(void **state)
{
    tacit_table *t = with_keys(table_of(*state, "x:i", "1\n1\n7\n\n"), 1);
    tacit_result *r = measure(*state, t, NULL, 0);
    assert_near(figure(r, "msus"), 1, 0);
    assert_near(figure(r, "score_sum"), 1, 0);
    json_decref(r);
    tacit_table_free(t);
}

/* No record of a file in which every record is there twice is a special unique. */
static void test_doubled(void **state)
{
    tacit_table *t = with_keys(table_of(*state, EIGHT_COLUMNS, EIGHT_RECORDS EIGHT_RECORDS), 4);
    tacit_result *r = measure(*state, t, NULL, 0);
    assert_near(figure(r, "msus"), 0, 0);
    assert_near(figure(r, "dis_highest"), 0, 0);
    json_decref(r);
    tacit_table_free(t);
}

/* A table of `n` keys with one record. */
static tacit_table *wide(tacit_ctx *cx, int64_t n)
{
    tacit_table *t = NULL;
    assert_ok(cx, tacit_table_new(cx, 1, &t));
    for (int64_t j = 0; j < n; j++) {
        char name[16];
        tacit_builder *b = NULL;
        tacit_column *c = NULL;
        snprintf(name, sizeof name, "k%d", (int)j);
        assert_ok(cx, tacit_builder_new(cx, name, TACIT_TYPE_INTEGER, 0, &b));
        assert_ok(cx, tacit_builder_integers(cx, b, &j, NULL, 1));
        assert_ok(cx, tacit_builder_finish(cx, b, &c));
        assert_ok(cx, tacit_table_add(cx, t, c));
    }
    return with_keys(t, (size_t)n);
}

/* 15 keys have 32 767 sets; 20 keys have 6 195 of up to 4 and 21 699 of up to 5. */
static void test_many_keys(void **state)
{
    static const struct {
        int64_t keys;
        size_t depth;
    } want[] = { { 15, 15 }, { 16, 7 }, { 20, 5 }, { 32, 3 } };
    for (size_t i = 0; i < 4; i++) {
        tacit_table *t = wide(*state, want[i].keys);
        tacit_result *r = measure(*state, t, NULL, 0);
        assert_int_equal(json_array_size(json_object_get(part_of(r, "tables", "sizes"), "rows")),
                         want[i].depth);
        assert_near(figure(r, "msus"), (double)want[i].keys, 0); /* each value is unique */
        json_decref(r);
        tacit_table_free(t);
    }
}

static void test_refuses_many_keys(void **state)
{
    tacit_ctx *cx = *state;
    tacit_table *t = wide(cx, 33);
    tacit_subject *s = NULL;
    tacit_suda found;
    assert_ok(cx, tacit_subject_new(cx, t, &s));
    assert_fails(cx, tacit_suda_measure(cx, s, &(tacit_suda_spec){ .fraction = 0.1 }, &found),
                 TACIT_ERR_INPUT, "at most 32 keys");
    tacit_subject_free(s);
    tacit_table_free(t);
}

/* Asked to stop while it searches. */
static int stop(void *user, const char *stage, uint64_t done, uint64_t total)
{
    (void)user;
    (void)stage;
    return total > 0 && done > total / 2;
}

static void test_stops(void **state)
{
    tacit_ctx *cx = *state;
    tacit_rng rng = tacit_rng_seed(5);
    tacit_table *t = with_keys(random_table(cx, &rng, "a:i,b:i,c:i,d:i", 5000, 20, 0.0), 4);
    const tacit_measure *m = tacit_risk_find("suda");
    tacit_subject *s = NULL;
    tacit_result *r = NULL;
    arguments a;
    const size_t threads = tacit_pool_threads();
    tacit_pool_set(1); /* the thread that reports works on every part */
    tacit_ctx_on_progress(cx, stop, NULL);
    assert_ok(cx, tacit_subject_new(cx, t, &s));
    assert_fails(cx, tacit_measure_run(cx, m, s, &preset_args(&a, &m->about)->args, &r),
                 TACIT_ERR_CANCELLED, "Stopped");
    assert_null(r);
    tacit_pool_set(threads);
    tacit_subject_free(s);
    tacit_table_free(t);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_eight_records), with_context(test_figures),
        with_context(test_parameters),    with_context(test_full_keys),
        with_context(test_missing),       with_context(test_one_key),
        with_context(test_doubled),       with_context(test_refuses_many_keys),
        with_context(test_stops),         with_context(test_fraction),
        with_context(test_many_keys),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
