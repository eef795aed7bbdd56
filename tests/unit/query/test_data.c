/*
 * test_data.c - aggregates of small sets, computed by hand.
 */
#include "support/questions.h"

#include <math.h>

/* Columns of the schema in questions.h, with cells that are missing, beyond the bounds, or not
 * declared. */
static const char COLUMNS[] = "age:i,income:r,sex:c,region:c,score:r,Odd \"N\":c,day:d,id:c";
static const char ROWS[] = "10,100,f,n1,0.1,1,2021-12-31,a\n"
                           "20,200,m,n1,0.2,1,2022-01-01,a\n"
                           "40,600,f,s1,,1,2022-03-31,b\n"
                           ",700,f,s2,0.5,1,,c\n"
                           "200,-5000,x,,9,1,2030-01-01,\n"; /* 110, -1000, no sex, no region, 1,
                                                              * 2022-07-10, no person */

/* What the first item of `sql` is in cell `cell`. */
static double ask(const char *sql, size_t cell)
{
    tacit_ctx *cx = tacit_ctx_new();
    tacit_table *t = table_of(cx, COLUMNS, ROWS);
    const tacit_query q = question_of(cx, survey_schema(cx), sql);
    tacit_query_data data;
    tacit_query_sets sets;
    double x = 0;
    assert_ok(cx, tacit_query_data_of(cx, q.schema, t, &data));
    assert_ok(cx, tacit_query_sets_of(cx, &q, &data, &sets));
    assert_true(cell < sets.n);
    assert_ok(cx, tacit_query_value(cx, &sets, &q.aggregate[q.shown[0].at], cell, &x));
    tacit_table_free(t);
    tacit_ctx_free(cx);
    return x;
}

static void check(const char *sql, size_t cell, double want)
{
    assert_true(fabs(ask(sql, cell) - want) <= 1e-9 * fmax(1, fabs(want)));
}

static void test_counts(void **state)
{
    (void)state;
    check("SELECT COUNT(*) FROM survey", 0, 5);
    check("SELECT COUNT(DISTINCT id) FROM survey", 0, 4); /* a, b, c, and nobody */
    check("SELECT COUNT(*) FROM survey WHERE sex = 'f'", 0, 3);
    check("SELECT COUNT(*) FROM survey WHERE sex IS NOT NULL", 0, 4);
    check("SELECT COUNT(*) FROM survey WHERE age >= 65", 0, 1);
    check("SELECT COUNT(*) FROM survey GROUP BY sex", 1, 1);
    check("SELECT COUNT(*) FROM survey GROUP BY region", 4, 0); /* declared, not found */
    check("SELECT COUNT(*) FROM survey GROUP BY level(region, 1)", 1, 2);
    check("SELECT COUNT(*) FROM survey WHERE age >= 18 GROUP BY age", 3, 1); /* [65, 110] */
}

static void test_dates(void **state)
{
    (void)state;
    check("SELECT COUNT(*) FROM survey WHERE day IS NOT NULL", 0, 4);
    check("SELECT COUNT(*) FROM survey GROUP BY EXTRACT(year FROM day)", 0, 1);
    check("SELECT COUNT(*) FROM survey GROUP BY EXTRACT(year FROM day)", 1, 3);
    check("SELECT COUNT(*) FROM survey WHERE day >= '2022-07-01'", 0, 1); /* moved to the last */
    check("SELECT COUNT(*) FROM survey GROUP BY date_trunc('quarter', day)", 1, 2);
    check("SELECT SUM(income) FROM survey WHERE day BETWEEN '2021-12-01' AND '2022-01-31'", 0, 300);
}

static void test_joins(void **state)
{
    (void)state;
    check("SELECT COUNT(*) FROM survey JOIN regions USING (region)", 0, 4); /* one has none */
    check("SELECT COUNT(*) FROM survey LEFT JOIN regions USING (region)", 0, 5);
    check("SELECT COUNT(*) FROM survey JOIN regions USING (region) GROUP BY climate", 0, 3);
    check("SELECT COUNT(*) FROM survey JOIN regions USING (region) GROUP BY climate", 1, 1);
    check("SELECT COUNT(*) FROM survey LEFT JOIN regions USING (region) GROUP BY climate", 2, 0);
    check("SELECT AVG(income) FROM survey JOIN regions USING (region) WHERE height < 10", 0, 600);
}

static void test_moments(void **state)
{
    (void)state;
    check("SELECT SUM(income) FROM survey", 0, 600);   /* 100 + 200 + 600 + 700 - 1000 */
    check("SELECT AVG(age) FROM survey", 0, 45);       /* (10 + 20 + 40 + 110) / 4 */
    check("SELECT VAR_POP(age) FROM survey", 0, 1525); /* (35^2 + 25^2 + 5^2 + 65^2) / 4 */
    check("SELECT VARIANCE(age) FROM survey", 0, 6100. / 3);
    check("SELECT STDDEV_POP(age) FROM survey", 0, sqrt(1525));
    check("SELECT SUM(score) FROM survey", 0, 1.8); /* 0.1 + 0.2 + 0 + 0.5 + 1 */
    check("SELECT MEDIAN(age) FROM survey", 0, 30);
    check("SELECT QUANTILE(age, 0.25) FROM survey", 0, 17.5); /* 10 + 0.75 * 10 */
    check("SELECT MIN(age) FROM survey", 0, 10);
    check("SELECT MAX(income) FROM survey", 0, 700);
    /* ages 10, 20, 40 of n1 and s1 with incomes 100, 200, 600, around (70/3, 300):
     * cross products (-40/3)(-200) + (-10/3)(-100) + (50/3)(300) = 8000, squares 4200/9 */
    check("SELECT REGR_SLOPE(income, age) FROM survey WHERE region IN ('n1', 's1')", 0,
          8000 / (4200. / 9));
    check("SELECT CORR(age, income) FROM survey WHERE region IN ('n1', 's1')", 0,
          8000 / sqrt(4200. / 9 * 140000));
}

static void test_nothing(void **state)
{
    (void)state;
    assert_true(isnan(ask("SELECT SUM(age) FROM survey WHERE region = 's3'", 0)));
    assert_true(isnan(ask("SELECT VARIANCE(age) FROM survey WHERE region = 's1'", 0)));
    assert_true(isnan(ask("SELECT MEDIAN(age) FROM survey WHERE region = 's2'", 0)));
    assert_true(isnan(ask("SELECT CORR(age, age) FROM survey WHERE region = 's1'", 0)));
    check("SELECT VAR_POP(age) FROM survey WHERE region = 's1'", 0, 0);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_counts),  cmocka_unit_test(test_dates),
        cmocka_unit_test(test_joins),   cmocka_unit_test(test_moments),
        cmocka_unit_test(test_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
