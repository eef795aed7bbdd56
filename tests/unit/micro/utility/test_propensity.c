/*
 * test_propensity.c - merged tables, scores, and propensity scores of small tables.
 */
#include "support/comparisons.h"

#include "micro/utility/propensity/model.h"

/* ---- merged tables ---- */

static tacit_merged merge(tacit_ctx *cx, const tacit_table *a, const tacit_table *b, uint32_t bins,
                          uint32_t levels)
{
    tacit_merged m;
    const tacit_pair pair = { .original = a, .masked = b };
    assert_ok(cx, tacit_merged_of(cx, &pair, &(tacit_merge){ .bins = bins, .levels = levels }, &m));
    return m;
}

static void assert_codes(const tacit_merged *m, size_t j, const char *codes)
{
    char text[64];
    assert_true(m->rows < sizeof text);
    for (size_t i = 0; i < m->rows; i++)
        text[i] = (char)('0' + m->column[j].code[i]);
    text[m->rows] = '\0';
    assert_string_equal(text, codes);
}

/* Numbers upwards, texts by their bytes, missing last; columns of one table alone fall away. */
static void test_codes(void **state)
{
    tacit_table *a = table_of(*state, "x:i,c:c,d:d,only:i",
                              "7,pear,2024-01-02,1\n-2,apple,2024-01-01,1\n,fig,2024-01-02,1\n");
    tacit_table *b = table_of(*state, "d:d,c:c,x:r",
                              "2023-12-31,apple tree,2.5\n2024-01-02,,7\n2024-01-02,fig,7\n");
    const tacit_merged m = merge(*state, a, b, 10, 10);
    assert_int_equal(m.columns, 3);
    assert_int_equal(m.original, 3);
    assert_codes(&m, 0, "203122");
    assert_codes(&m, 1, "302142");
    assert_codes(&m, 2, "212022");
    assert_true(m.column[0].ordered && m.column[0].missing && m.column[0].levels == 4);
    assert_true(!m.column[1].ordered && m.column[1].missing && m.column[1].levels == 5);
    assert_true(m.column[2].ordered && !m.column[2].missing && m.column[2].levels == 3);
    assert_near(m.column[0].value[3], 2.5, 0.0);
    tacit_table_free(a);
    tacit_table_free(b);
}

/* Numbers of which a few became texts are compared as texts; a column that was recoded is
 * left out, for its labels alone tell the tables apart. */
static void test_recoded(void **state)
{
    tacit_table *a = table_of(*state, "x:i,y:i,z:c", "1,1,p\n2,2,q\n12,3,r\n");
    tacit_table *b = table_of(*state, "x:c,y:c,z:c", "2,1-9,r\n12,1-9,pq\n1-9,1-9,pq\n");
    const tacit_merged m = merge(*state, a, b, 10, 10);
    assert_int_equal(m.columns, 1);
    assert_int_equal(m.recoded, 2);
    assert_codes(&m, 0, "032321");
    assert_true(!m.column[0].ordered && m.column[0].value == NULL);
    tacit_table_free(a);
    tacit_table_free(b);
}

/* Labels replaced: under 1-9 stood 1 and 2, under * all of z, and a permutation of these is in
 * their place; what is blank stays blank. */
static void test_drawn(void **state)
{
    tacit_table *a = table_of(*state, "x:i,z:c", "1,p\n2,q\n12,r\n15,s\n");
    tacit_table *b = table_of(*state, "x:c,z:c", "1-9,*\n1-9,*\n12,*\n,*\n");
    const tacit_pair pair = { .original = a, .masked = b };
    const tacit_merge how = { .bins = 10, .levels = 10, .draw = true, .seed = 3 };
    tacit_merged m;
    size_t seen[2][5] = { { 0 } };
    assert_ok(*state, tacit_merged_of(*state, &pair, &how, &m));
    assert_int_equal(m.columns, 2);
    assert_int_equal(m.drawn, 2);
    for (size_t j = 0; j < 2; j++)
        for (size_t i = 4; i < 8; i++)
            seen[j][m.column[j].code[i]]++;
    assert_true(m.column[0].code[4] != m.column[0].code[5] && m.column[0].code[4] < 2 &&
                m.column[0].code[5] < 2);
    assert_int_equal(m.column[0].code[6], 2);
    assert_int_equal(m.column[0].code[7], 4);
    for (size_t k = 0; k < 4; k++)
        assert_int_equal(seen[1][k], 1);
    tacit_table_free(a);
    tacit_table_free(b);
}

/* Shares below 0 ... 5/6 of six values in two bins: halves.  Texts: b and c thrice and twice, the
 * others share a place. */
static void test_pooled(void **state)
{
    tacit_table *a = table_of(*state, "x:i,c:c", "10,b\n20,b\n30,c\n");
    tacit_table *b = table_of(*state, "x:i,c:c", "40,a\n50,c\n60,d\n,b\n");
    const tacit_merged m = merge(*state, a, b, 2, 3);
    assert_codes(&m, 0, "0001112");
    assert_codes(&m, 1, "0012120");
    assert_true(m.column[0].pooled && m.column[1].pooled);
    tacit_table_free(a);
    tacit_table_free(b);
}

/* ---- scores ---- */

/* Scores 0.2 0.4 | 0.4 0.8 of two original and two protected rows, c = 1/2: squares .09 .01 .01
 * .09; the distributions differ most, by 1/2, below 0.4; 3.5 of 4 pairs are right. */
static void test_scores(void **state)
{
    const double p[] = { 0.2, 0.4, 0.4, 0.8 };
    const bool t[] = { false, false, true, true };
    tacit_score s;
    assert_ok(*state, tacit_score_of(*state, p, t, 4, &s));
    assert_near(s.pmse, 0.05, 1e-15);
    assert_near(s.specks, 0.5, 1e-15);
    assert_near(s.u, 3.5, 1e-15);
    assert_near(s.auc, 0.875, 1e-15);
    assert_near(s.po50, 25.0, 1e-12); /* three of four */
}

/* One protected row of four: scores are compared with 1/4. */
static void test_unequal(void **state)
{
    const double p[] = { 0.25, 0.3, 0.1, 0.26 };
    const bool t[] = { false, false, false, true };
    tacit_score s;
    assert_ok(*state, tacit_score_of(*state, p, t, 4, &s));
    assert_near(s.c, 0.25, 0.0);
    assert_near(s.po50, 50.0 * (2.0 / 3.0 + 1.0) - 50.0, 1e-12);
    const double same[] = { 0.25, 0.25, 0.25, 0.25 + 1e-15 };
    assert_ok(*state, tacit_score_of(*state, same, t, 4, &s));
    assert_near(s.specks, 0.0, 0.0);
    assert_near(s.po50, 0.0, 1e-12);
    assert_near(s.auc, 0.5, 1e-15);
}

/* ---- the measure ---- */

/* A table in which column b follows column a unless `shuffled`. */
static tacit_table *pairs_of(tacit_ctx *cx, size_t rows, bool shuffled)
{
    tacit_builder *b[2];
    tacit_type type[2];
    start_columns(cx, "a:i,b:c", b, type);
    for (size_t i = 0; i < rows; i++) {
        const int64_t x = (int64_t)(i % 10);
        const size_t y = shuffled ? i / 10 % 10 : i % 10;
        assert_ok(cx, tacit_builder_integers(cx, b[0], &x, NULL, 1));
        assert_ok(cx, tacit_builder_text(cx, b[1], y < 5 ? "low" : "high", y < 5 ? 3 : 4));
    }
    return finish_columns(cx, b, 2, rows);
}

/* The same marginals, another dependence: the default sees it, main effects do not. */
static void test_lost_dependence(void **state)
{
    comparison c;
    start_comparison(&c, "propensity", pairs_of(*state, 1000, false), pairs_of(*state, 1000, true));
    tacit_result *r = run_comparison(*state, &c);
    /* a below 5: 1 of 1.5 rows "low" is original; p = 1/3 in three quarters, 1 in one: 1/12 */
    assert_near(figure(r, "pmse"), 0.75 * (1.0 / 36.0) + 0.25 * 0.25, 1e-12);
    assert_true(figure(r, "ratio") > 10.0 && figure(r, "z") > 5.0);
    assert_near(figure(r, "logistic_pmse"), 0.0, 1e-20);
    assert_near(figure(r, "auc"), 0.75, 1e-12);
    json_decref(r);
    set_number(&c.a, "model", 2);
    r = run_comparison(*state, &c);
    assert_true(figure(r, "pmse") > 0.05);
    json_decref(r);
    end_comparison(&c);
}

static void test_identity(void **state)
{
    for (int model = 0; model < 3; model++) {
        tacit_rng rng = tacit_rng_seed(5);
        tacit_table *t = random_table(*state, &rng, "a:i,b:c,d:d,x:r", 400, 6, 0.1), *same = NULL;
        comparison c;
        assert_ok(*state, tacit_table_copy(*state, t, &same));
        start_comparison(&c, "propensity", t, same);
        set_number(&c.a, "model", model);
        tacit_result *r = run_comparison(*state, &c);
        assert_near(figure(r, "pmse"), 0.0, 1e-25);
        assert_near(figure(r, "ratio"), 0.0, 1e-20);
        assert_near(figure(r, "specks"), 0.0, 0.0);
        assert_near(figure(r, "po50"), 0.0, 1e-12);
        json_decref(r);
        end_comparison(&c);
    }
}

/* The rows of `t` the other way round. */
static tacit_table *reversed(tacit_ctx *cx, const tacit_table *t, const char *columns)
{
    tacit_builder *b[MOST_FIELDS];
    tacit_type type[MOST_FIELDS];
    const size_t n = start_columns(cx, columns, b, type), rows = tacit_table_rows(t);
    for (size_t i = rows; i-- > 0;)
        for (size_t j = 0; j < n; j++) {
            char room[32];
            add_cell(cx, b[j], type[j], tacit_column_text(tacit_table_column(t, j), i, room));
        }
    return finish_columns(cx, b, n, rows);
}

/* Other rows, in another order: the same figures to the last digit, and other seeds others. */
static void test_order(void **state)
{
    static const char columns[] = "a:i,b:c,x:r";
    tacit_rng rng = tacit_rng_seed(6);
    tacit_table *x = random_table(*state, &rng, columns, 500, 8, 0.1);
    tacit_table *y = random_table(*state, &rng, columns, 700, 7, 0.1);
    comparison c, d;
    start_comparison(&c, "propensity", reversed(*state, x, columns), reversed(*state, y, columns));
    start_comparison(&d, "propensity", x, y);
    tacit_result *r = run_comparison(*state, &c), *s = run_comparison(*state, &d);
    assert_near(figure(r, "pmse"), figure(s, "pmse"), 1e-15);
    assert_near(figure(r, "z"), figure(s, "z"), 1e-12);
    set_number(&d.a, "seed", 2);
    tacit_result *other = run_comparison(*state, &d);
    assert_near(figure(other, "pmse"), figure(s, "pmse"), 0.0);
    assert_true(fabs(figure(other, "z") - figure(s, "z")) > 1e-6);
    json_decref(r);
    json_decref(s);
    json_decref(other);
    end_comparison(&c);
    end_comparison(&d);
}

static void test_refused(void **state)
{
    comparison c;
    start_comparison(&c, "propensity", table_of(*state, "x:i", "1\n"),
                     table_of(*state, "y:i", "1\n"));
    assert_comparison_fails(*state, &c, TACIT_ERR_DATA, "column");
    end_comparison(&c);
    start_comparison(&c, "propensity", table_of(*state, "x:i", "1\n"), table_of(*state, "x:i", ""));
    assert_comparison_fails(*state, &c, TACIT_ERR_DATA, "rows in both");
    end_comparison(&c);
}

/* Products of 40 columns in a million rows would not fit. */
static void test_too_many(void **state)
{
    enum { COLUMNS = 40 };
    tacit_merged_column column[COLUMNS] = { { .name = "x", .levels = 1 } };
    const tacit_merged m = { .rows = 1000000, .original = 1, .columns = COLUMNS, .column = column };
    tacit_propensity p;
    assert_fails(*state, tacit_propensity_logistic(*state, &m, true, &p), TACIT_ERR_DATA,
                 "model: cart");
}

/* Columns that do not vary tell nothing: no ratio, and a note. */
static void test_constant(void **state)
{
    comparison c;
    start_comparison(&c, "propensity", table_of(*state, "x:i,y:c", "1,a\n1,a\n1,a\n"),
                     table_of(*state, "x:i,y:c", "1,a\n1,a\n"));
    tacit_result *r = run_comparison(*state, &c);
    assert_near(figure(r, "pmse"), 0.0, 1e-25);
    assert_true(isnan(figure(r, "ratio")));
    assert_true(json_array_size(json_object_get(r, "notes")) > 0);
    json_decref(r);
    end_comparison(&c);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_codes),           with_context(test_recoded),
        with_context(test_drawn),           with_context(test_pooled),
        with_context(test_scores),          with_context(test_unequal),
        with_context(test_lost_dependence), with_context(test_identity),
        with_context(test_order),           with_context(test_refused),
        with_context(test_constant),        with_context(test_too_many),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
