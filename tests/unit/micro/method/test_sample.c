/*
 * test_sample.c - samples: their size, their shares of strata, weights, and chance.
 */
#include "support/told.h"

/* A table of `rows` records numbered from 1 in "id"; stratum by `stratum[i % n]`, weight 2. */
static tacit_table *numbered(tacit_ctx *cx, size_t rows, const char *const *stratum, size_t n)
{
    tacit_builder *b[3];
    tacit_type type[3];
    start_columns(cx, "id:i,s:c,w:i", b, type);
    for (size_t i = 0; i < rows; i++) {
        char id[32];
        snprintf(id, sizeof id, "%zu", i + 1);
        add_cell(cx, b[0], type[0], id);
        add_cell(cx, b[1], type[1], stratum[i % n]);
        add_cell(cx, b[2], type[2], i == 0 ? "" : "2");
    }
    tacit_table *t = finish_columns(cx, b, 3, rows);
    tacit_table_set_roles(t, 1, TACIT_ROLE_STRATA);
    tacit_table_set_roles(t, 2, TACIT_ROLE_WEIGHT);
    return t;
}

static size_t count_stratum(const tacit_table *t, const char *stratum)
{
    const tacit_column *c = column_of(t, "s");
    size_t n = 0;
    for (size_t i = 0; i < tacit_column_length(c); i++) {
        char text[32];
        n += strcmp(tacit_column_text(c, i, text), stratum) == 0;
    }
    return n;
}

/* Of strata of 50, 30 and 20 records 7 are drawn: quotas 3.5, 2.1, 1.4, so 4, 2, 1. */
static void test_strata(void **state)
{
    static const char *const of[] = { "a", "a", "a", "a", "a", "b", "b", "b", "c", "c" };
    tacit_table *t = numbered(*state, 100, of, 10);
    tacit_result *told = NULL;
    mask m;
    set_number(&start_mask(&m, "sample")->a, "size", 7);
    for (m.seed = 1; m.seed < 20; m.seed++) {
        tacit_table *out = run_told(*state, &m, t, &told);
        assert_int_equal(tacit_table_rows(out), 7);
        assert_int_equal(count_stratum(out, "a"), 4);
        assert_int_equal(count_stratum(out, "b"), 2);
        assert_int_equal(count_stratum(out, "c"), 1);
        for (size_t i = 0; i < 7; i++) {
            char text[32];
            const char *s = tacit_column_text(column_of(out, "s"), i, text);
            const double factor = s[0] == 'a' ? 12.5 : s[0] == 'b' ? 15 : 20;
            const int64_t *id = tacit_column_integers(column_of(out, "id"));
            if (!tacit_column_is_missing(column_of(out, "w"), i))
                assert_near(tacit_column_number(column_of(out, "w"), i), 2 * factor, 1e-12);
            assert_true(i == 0 || id[i] > id[i - 1]); /* the order of the file */
        }
        assert_near(told_cell(told, "strata", 0, 2), 4, 0);
        assert_near(told_cell(told, "strata", 2, 3), 20, 0);
        assert_int_equal(tacit_table_roles(out, 2), TACIT_ROLE_WEIGHT);
        json_decref(told);
        tacit_table_free(out);
    }
    tacit_table_free(t);
}

/* With `each` a small stratum is not lost, and the size stays. */
static void test_each(void **state)
{
    static const char *const of[] = { "a", "a", "a", "a", "a", "a", "a", "a", "a", "b" };
    tacit_table *t = numbered(*state, 20, of, 10);
    tacit_result *told = NULL;
    mask m;
    set_number(&start_mask(&m, "sample")->a, "size", 3);
    tacit_table *out = run_told(*state, &m, t, &told); /* quotas 2.7 and 0.3 */
    assert_int_equal(count_stratum(out, "b"), 0);
    assert_int_equal(json_array_size(json_object_get(told, "notes")), 1);
    json_decref(told);
    tacit_table_free(out);
    set_number(&m.a, "each", 1);
    out = run_mask(*state, &m, t);
    assert_int_equal(count_stratum(out, "a"), 2);
    assert_int_equal(count_stratum(out, "b"), 1);
    tacit_table_free(out);
    set_number(&m.a, "size", 1);
    assert_mask_fails(*state, &m, t, TACIT_ERR_DATA, "each of the 2 strata");
    tacit_table_free(t);
}

/* How often each of 10 records is in a sample of 4, and pairs of neighbours. */
static void count_draws(tacit_ctx *cx, const tacit_table *t, mask *m, size_t seeds, size_t *one,
                        size_t *next)
{
    for (m->seed = 1; m->seed <= seeds; m->seed++) {
        tacit_table *out = run_mask(cx, m, t);
        const int64_t *id = tacit_column_integers(column_of(out, "id"));
        assert_int_equal(tacit_table_rows(out), 4);
        for (size_t i = 0; i < 4; i++) {
            one[id[i] - 1]++;
            *next += i > 0 && id[i] == id[i - 1] + 1;
        }
        tacit_table_free(out);
    }
}

/* Every record is drawn with probability 0.4: of 4000 samples 1600 +- 31; six standard
 * deviations are left once in 5e7 seeds for ten records.  A simple sample of 4 of 10 has
 * 9 * (4 * 3) / (10 * 9) = 1.2 pairs of neighbours on average, a systematic one none. */
static void test_chance(void **state)
{
    static const char *const of[] = { "a" };
    tacit_table *t = numbered(*state, 10, of, 1);
    size_t simple[10] = { 0 }, systematic[10] = { 0 }, pairs[2] = { 0 };
    mask m;
    set_number(&start_mask(&m, "sample")->a, "share", 0.4);
    count_draws(*state, t, &m, 4000, simple, &pairs[0]);
    set_number(&m.a, "how", 1);
    count_draws(*state, t, &m, 4000, systematic, &pairs[1]);
    for (size_t i = 0; i < 10; i++) {
        assert_near((double)simple[i], 1600, 6 * 31);
        assert_near((double)systematic[i], 1600, 6 * 31);
    }
    assert_near((double)pairs[0] / 4000, 1.2, 0.1);
    assert_int_equal(pairs[1], 0);
    tacit_table_free(t);
}

/* A systematic sample by a column has each tenth of its values; missing values are last. */
static void test_order(void **state)
{
    tacit_rng rng = tacit_rng_seed(77);
    tacit_table *t = random_table(*state, &rng, "x:i,y:r", 1000, 100000, 0.0);
    size_t tenth[10] = { 0 };
    mask m;
    set_number(&add_column(start_mask(&m, "sample"), t, "x")->a, "size", 100);
    set_number(&m.a, "how", 1);
    tacit_table *out = run_mask(*state, &m, t);
    const int64_t *x = tacit_column_integers(column_of(out, "x"));
    for (size_t i = 0; i < 100; i++) {
        size_t rank = 0;
        for (size_t k = 0; k < 1000; k++)
            rank += tacit_column_integers(column_of(t, "x"))[k] < x[i];
        tenth[rank / 100]++;
    }
    for (size_t d = 0; d < 10; d++)
        assert_in_range(tenth[d], 9, 11); /* ties at the ends of a tenth */
    tacit_table_free(out);
    tacit_table_free(t);
}

static void test_sizes(void **state)
{
    static const char *const of[] = { "a", "b", "c" };
    tacit_table *t = numbered(*state, 30, of, 3), *none = numbered(*state, 0, of, 3);
    mask m;
    set_number(&start_mask(&m, "sample")->a, "share", 1);
    tacit_table *out = run_mask(*state, &m, t);
    assert_true(same_table(out, t)); /* weights stay whole numbers */
    tacit_table_free(out);
    set_number(&m.a, "share", 0); /* at least one record */
    out = run_mask(*state, &m, t);
    assert_int_equal(tacit_table_rows(out), 1);
    tacit_table_free(out);
    out = run_mask(*state, &m, none);
    assert_int_equal(tacit_table_rows(out), 0);
    tacit_table_free(out);
    set_number(&m.a, "size", 5);
    assert_mask_fails(*state, &m, t, TACIT_ERR_INPUT, "not both");
    assert_mask_fails(*state, start_mask(&m, "sample"), t, TACIT_ERR_INPUT, "'share' or 'size'");
    set_number(&m.a, "size", 31);
    assert_mask_fails(*state, &m, t, TACIT_ERR_DATA, "only 30 records");
    tacit_table_set_roles(t, 2, 0);
    tacit_table_set_roles(t, 1, TACIT_ROLE_WEIGHT);
    set_number(&m.a, "size", 3);
    assert_mask_fails(*state, &m, t, TACIT_ERR_INPUT, "column 's'");
    tacit_table_free(t);
    tacit_table_free(none);
}

/* Shares of many strata by largest remainders, against quotas. */
static void test_quotas(void **state)
{
    tacit_rng rng = tacit_rng_seed(5);
    for (int round = 0; round < 200; round++) {
        const size_t rows = 1 + tacit_rng_below(&rng, 60);
        tacit_table *t = random_table(*state, &rng, "s:c,x:i", rows, 6, 0.1);
        const size_t size = 1 + tacit_rng_below(&rng, rows);
        mask m;
        tacit_result *told = NULL;
        tacit_table_set_roles(t, 0, TACIT_ROLE_STRATA);
        set_number(set_number(&start_mask(&m, "sample")->a, "size", (double)size), "how",
                   round % 2);
        tacit_table *out = run_told(*state, &m, t, &told);
        assert_int_equal(tacit_table_rows(out), size);
        const size_t strata = (size_t)figure(told, "strata");
        for (size_t h = 0; strata > 1 && h < strata; h++) {
            const double n = told_cell(told, "strata", h, 1), d = told_cell(told, "strata", h, 2);
            const double quota = n * (double)size / (double)rows;
            assert_true(d > quota - 1 && d < quota + 1 && d <= n);
        }
        json_decref(told);
        tacit_table_free(out);
        tacit_table_free(t);
    }
}

/* Households stay together, are drawn with equal probability whatever their size, and count as
 * their first record; records without one are drawn by themselves. */
static void test_households(void **state)
{
    tacit_table *t =
        table_of(*state, "id:i,h:c,w:r", "1,a,1\n2,b,1\n3,a,1\n4,a,1\n5,,1\n6,b,1\n7,,1\n8,c,1\n");
    size_t times[8] = { 0 };
    mask m;
    tacit_table_set_roles(t, 2, TACIT_ROLE_WEIGHT);
    set_number(&start_mask(&m, "sample")->a, "size", 2);
    argument(&m.a, "by")->text = "h";
    for (m.seed = 1; m.seed <= 2000; m.seed++) {
        bool in[9] = { false };
        set_number(&m.a, "how", (double)(m.seed % 2));
        tacit_table *out = run_mask(*state, &m, t);
        for (size_t i = 0; i < tacit_table_rows(out); i++) {
            const size_t id = (size_t)tacit_column_integers(column_of(out, "id"))[i];
            in[id] = true;
            times[id - 1]++;
            assert_near(tacit_column_number(column_of(out, "w"), i), 2.5, 0); /* 5 units, 2 drawn */
        }
        assert_true(in[1] == in[3] && in[3] == in[4] && in[2] == in[6]);
        assert_int_equal(in[1] + in[2] + in[5] + in[7] + in[8], 2);
        tacit_table_free(out);
    }
    for (size_t i = 0; i < 8; i++)
        assert_near((double)times[i], 800, 6 * 22); /* 2000 * 0.4, six standard deviations */
    set_number(&m.a, "size", 6);
    assert_mask_fails(*state, &m, t, TACIT_ERR_DATA, "only 5 values of 'by'");
    argument(&m.a, "by")->text = "nobody";
    assert_mask_fails(*state, &m, t, TACIT_ERR_INPUT, "'nobody'");
    tacit_table_free(t);
}

/* A household belongs to the stratum of its first record. */
static void test_households_in_strata(void **state)
{
    tacit_table *t = table_of(*state, "s:c,h:i", "a,1\nb,1\na,2\nb,3\nb,4\na,3\nc,1\n");
    tacit_result *told = NULL;
    mask m;
    tacit_table_set_roles(t, 0, TACIT_ROLE_STRATA);
    set_number(set_number(&start_mask(&m, "sample")->a, "size", 2), "each", 1);
    argument(&m.a, "by")->text = "h";
    tacit_table *out = run_told(*state, &m, t, &told);
    assert_near(figure(told, "strata"), 2, 0); /* no household begins in c */
    assert_near(told_cell(told, "strata", 0, 1), 2, 0);
    assert_near(told_cell(told, "strata", 1, 1), 2, 0);
    assert_near(figure(told, "units"), 2, 0);
    assert_near(figure(told, "drawn"), (double)tacit_table_rows(out), 0);
    json_decref(told);
    tacit_table_free(out);
    tacit_table_free(t);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_strata),     with_context(test_each),
        with_context(test_chance),     with_context(test_order),
        with_context(test_sizes),      with_context(test_quotas),
        with_context(test_households), with_context(test_households_in_strata),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
