/*
 * test_grammar.c - what can be asked in SQL, its canonical text, and every kind of refusal.
 *
 * The canonical texts were written by hand from the declarations in support/questions.h.
 */
#include "asked.h"

#include <jansson.h>
#include <limits.h>
#include <pthread.h>

static void test_aggregates(void **state)
{
    static const example all[] = {
        { "SELECT COUNT(*) FROM survey", "count of \"survey\"" },
        { "SELECT COUNT(1), COUNT('x') FROM survey", "count of \"survey\"" },
        { "select count(distinct id) from survey", "persons of \"survey\"" },
        { "SELECT SUM(income), AVG(income) FROM survey;",
          "sum(\"income\") mean(\"income\") of \"survey\"" },
        { "SELECT VARIANCE(age), VAR(age), VAR_SAMP(age) FROM survey",
          "variance(\"age\") of \"survey\"" },
        { "SELECT VAR_POP(age), STDDEV(age), STDDEV_SAMP(age), STDDEV_POP(age) FROM survey",
          "variance_all(\"age\") deviation(\"age\") deviation_all(\"age\") of \"survey\"" },
        { "SELECT MEDIAN(age), QUANTILE(age, 0.50), PERCENTILE_CONT(.5) WITHIN GROUP (ORDER BY age "
          "ASC) FROM survey",
          "quantile(\"age\",0.5) of \"survey\"" },
        { "SELECT QUANTILE(age, 1), QUANTILE(age, 0), QUANTILE(age, -0.0) FROM survey",
          "quantile(\"age\",0) quantile(\"age\",1) of \"survey\"" },
        { "SELECT REGR_SLOPE(income, age), REGR_SLOPE(age, income) FROM survey",
          "slope(\"age\",\"income\") slope(\"income\",\"age\") of \"survey\"" },
        { "SELECT CORR(income, age), CORR(age, income) FROM survey",
          "correlation(\"age\",\"income\") of \"survey\"" },
        { "SELECT MAX(age), MIN(age) FROM survey",
          "least(\"age\") largest(\"age\") of \"survey\"" },
    };
    (void)state;
    CHECK_ALL(all, check_read);
}

static void test_names(void **state)
{
    static const example all[] = {
        { "SELECT AVG(AGE) FROM Survey", "mean(\"age\") of \"survey\"" },
        { "SELECT AVG(\"age\") FROM \"survey\"", "mean(\"age\") of \"survey\"" },
        { "SELECT AVG(s.age) AS mean FROM survey AS s", "mean(\"age\") of \"survey\"" },
        { "SELECT AVG(survey.age) FROM survey", "mean(\"age\") of \"survey\"" },
        { "SELECT COUNT(*) FROM survey WHERE \"Odd \"\"N\"\"\" = 'it''s'",
          "count of \"survey\" where \"Odd \\\"N\\\"\" in {\"it's\"}" },
        { "SELECT COUNT(*) FROM survey WHERE \"Odd \"\"N\"\"\" IN (1, -2, U&'\\00fc')",
          "count of \"survey\" where \"Odd \\\"N\\\"\" in {\"\xc3\xbc\",\"1\",\"-2\"}" },
        { "SELECT /* a comment */ COUNT(*) -- and one more\nFROM survey", "count of \"survey\"" },
        { "SELECT COUNT(*) FROM survey WHERE sex = $$f$$ AND sex = E'\\x66'",
          "count of \"survey\" where \"sex\" in {\"f\"}" },
    };
    (void)state;
    CHECK_ALL(all, check_read);
}

static void test_conditions(void **state)
{
    static const example all[] = {
        { "SELECT COUNT(*) FROM survey WHERE age >= 18 AND age < 65",
          "count of \"survey\" where \"age\" in [18,65)" },
        { "SELECT COUNT(*) FROM survey WHERE age BETWEEN 18 AND 64",
          "count of \"survey\" where \"age\" in [18,65)" },
        { "SELECT COUNT(*) FROM survey WHERE 17 < age AND (65 > age AND age > 17)",
          "count of \"survey\" where \"age\" in [18,65)" },
        { "SELECT COUNT(*) FROM survey WHERE age > 17.5 AND age <= 64.9",
          "count of \"survey\" where \"age\" in [18,65)" },
        { "SELECT COUNT(*) FROM survey WHERE bin(age) IN ('[18, 30)', '[65, 110]')",
          "count of \"survey\" where \"age\" in [18,30) [65,110]" },
        { "SELECT COUNT(*) FROM survey WHERE age >= 65", /* to the end, whatever it is */
          "count of \"survey\" where \"age\" in [65,110]" },
        { "SELECT COUNT(*) FROM survey WHERE age BETWEEN 65 AND 200",
          "count of \"survey\" where \"age\" in [65,110]" },
        { "SELECT COUNT(*) FROM survey WHERE age IS NOT NULL",
          "count of \"survey\" where \"age\" in [0,110]" },
        { "SELECT COUNT(*) FROM survey WHERE score IS NOT NULL", /* none is missing */
          "count of \"survey\"" },
        { "SELECT COUNT(*) FROM survey WHERE score < -0.5",
          "count of \"survey\" where \"score\" in [-1,-0.5)" },
        { "SELECT COUNT(*) FROM survey WHERE score >= -1 AND score <= -0.51",
          "count of \"survey\" where \"score\" in [-1,-0.5)" },
        { "SELECT COUNT(*) FROM survey WHERE score >= 0",
          "count of \"survey\" where \"score\" in [0,1]" },
        { "SELECT COUNT(*) FROM survey WHERE region IN ('s3', 'n1', 's3')",
          "count of \"survey\" where \"region\" in {\"n1\",\"s3\"}" },
        { "SELECT COUNT(*) FROM survey WHERE level(region, 1) = 'south' AND region IN ('s3', 'n1')",
          "count of \"survey\" where \"region\" in {\"s3\"}" },
        { "SELECT COUNT(*) FROM survey WHERE sex = 'm' AND age < 18 AND 'm' = sex",
          "count of \"survey\" where \"age\" in [0,18) and \"sex\" in {\"m\"}" },
    };
    (void)state;
    CHECK_ALL(all, check_read);
}

static void test_groups(void **state)
{
    static const example all[] = {
        { "SELECT sex, age, COUNT(*) FROM survey GROUP BY sex, age",
          "count of \"survey\" by \"age\" \"sex\"" },
        { "SELECT bin(age) AS a, COUNT(*) FROM survey GROUP BY 1, sex, a",
          "count of \"survey\" by \"age\" \"sex\"" },
        { "SELECT level(region, 1) AS part, COUNT(*) AS n FROM survey GROUP BY part",
          "count of \"survey\" by \"region\"/1" },
        { "SELECT level(region, 0), COUNT(*) FROM survey GROUP BY region",
          "count of \"survey\" by \"region\"" },
        { "SELECT COUNT(*) FROM survey GROUP BY level(region, 2), region",
          "count of \"survey\" by \"region\"" },                   /* one follows from the other */
        { "SELECT COUNT(*) FROM survey GROUP BY level(region, 2)", /* one group is a condition */
          "count of \"survey\" where \"region\" in {\"n1\",\"n2\",\"s1\",\"s2\",\"s3\"}" },
        { "SELECT sex, COUNT(*) FROM survey WHERE sex = 'f' GROUP BY sex",
          "count of \"survey\" where \"sex\" in {\"f\"}" },
        { "SELECT sex, COUNT(*) FROM survey WHERE sex IS NOT NULL GROUP BY sex",
          "count of \"survey\" by \"sex\"" }, /* as the groups say already */
        { "SELECT COUNT(*) FROM survey WHERE region IN ('n1', 's1') GROUP BY level(region, 1)",
          "count of \"survey\" by \"region\" where \"region\" in {\"n1\",\"s1\"}" },
        { "SELECT score, COUNT(*) FROM survey WHERE score >= 0 GROUP BY score",
          "count of \"survey\" by \"score\" where \"score\" in [0,1]" },
        { "SELECT sex, COUNT(*) FROM survey GROUP BY sex HAVING COUNT(*) >= 5 AND 3 < AVG(age) "
          "ORDER BY 2 DESC, sex LIMIT 3",
          "count mean(\"age\") of \"survey\" by \"sex\"" },
        { "SELECT sex, AVG(age) AS mean FROM survey GROUP BY sex HAVING mean > 3 AND SUM(income) "
          "BETWEEN 1 AND 9 ORDER BY mean NULLS LAST FETCH FIRST 2 ROWS ONLY",
          "sum(\"income\") mean(\"age\") of \"survey\" by \"sex\"" },
    };
    (void)state;
    CHECK_ALL(all, check_read);
}

/* What is shown follows the asker's list, not the canonical order. */
static void test_view(void **state)
{
    tacit_ctx *cx = tacit_ctx_new();
    const tacit_query q = question_of(
        cx, survey_schema(cx),
        "SELECT AVG(age) AS m, sex, COUNT(*), AVG(age) FROM survey WHERE sex = 'm' GROUP BY sex, "
        "age HAVING MAX(age) <> 3 AND 2 <= COUNT(*) ORDER BY m DESC, age, COUNT(*) LIMIT 0");
    (void)state;
    assert_int_equal(q.n_aggregates, 3);
    assert_int_equal(q.n_shown, 4);
    assert_string_equal(q.shown[0].name, "m");
    assert_int_equal(q.aggregate[q.shown[0].at].kind, TACIT_AGGREGATE_MEAN);
    assert_string_equal(q.shown[1].name, "sex");
    assert_true(q.shown[1].is_axis);
    assert_int_equal(q.by[q.shown[1].at].column, ASK_SEX);
    assert_string_equal(q.shown[2].name, "count");
    assert_int_equal(q.shown[3].at, q.shown[0].at);
    assert_int_equal(q.cells, 5); /* ages, of one sex */
    assert_string_equal(tacit_query_cell_label(&q, 0, 4), "m");
    assert_string_equal(tacit_query_cell_label(&q, 1, 4), "[65, 110]");
    assert_int_equal(q.n_tests, 2);
    assert_int_equal(q.aggregate[q.test[0].aggregate].kind, TACIT_AGGREGATE_LARGEST);
    assert_int_equal(q.test[0].compare, TACIT_COMPARE_OTHER);
    assert_int_equal(q.test[1].compare, TACIT_COMPARE_AT_LEAST);
    assert_int_equal(q.n_orders, 3);
    assert_true(q.order[0].falls && !q.order[1].falls);
    assert_int_equal(q.by[q.order[1].at].column, ASK_AGE);
    assert_true(q.limited);
    assert_int_equal(q.limit, 0);
    tacit_ctx_free(cx);
}

/* A group has the text of the question that asks for it by conditions. */
static void test_cells(void **state)
{
    tacit_ctx *cx = tacit_ctx_new();
    const tacit_query_schema *schema = survey_schema(cx);
    const tacit_query groups = question_of(
        cx, schema, "SELECT COUNT(*) FROM survey WHERE age < 45 GROUP BY level(region, 1), age");
    const tacit_query one = question_of(
        cx, schema,
        "SELECT AVG(age) FROM survey WHERE age BETWEEN 18 AND 29 AND region IN ('s1', 's2', 's3')");
    tacit_buffer a = { 0 }, b = { 0 };
    (void)state;
    assert_int_equal(groups.cells, 6);
    assert_ok(cx, tacit_query_cell_text(cx, &groups, 3, &a)); /* ages 2 of 3, parts 2 of 2 */
    assert_ok(cx, tacit_query_cell_text(cx, &one, 0, &b));
    assert_string_equal(a.text, b.text);
    assert_string_equal(
        a.text, "\"survey\" where \"age\" in [18,30) and \"region\" in {\"s1\",\"s2\",\"s3\"}");
    tacit_buffer_free(&a);
    tacit_buffer_free(&b);
    tacit_ctx_free(cx);
}

static void test_refused_statements(void **state)
{
    static const example all[] = {
        { "", "it is empty" },
        { " ; -- nothing", "it is empty" },
        { "SELECT COUNT(*) FROM survey; SELECT 1", "several statements" },
        { "SELEC COUNT(*) FROM survey", "line 1, column 1: this is no SQL" },
        { "SELECT COUNT(*)\nFROM survey WHERE sex = 'f", "line 2, column 25: this is no SQL" },
        { "SELECT '\xc3\xbc\xc3\xbc' FROM x y z", "column 22: this is no SQL" }, /* characters */
        { "DELETE FROM survey", "only SELECT" },
        { "COPY survey TO '/tmp/x'", "only SELECT" },
        { "EXPLAIN ANALYZE SELECT COUNT(*) FROM survey", "only SELECT" },
        { "SET x = 1", "only SELECT" },
        { "WITH a AS (SELECT 1) SELECT COUNT(*) FROM survey", "WITH cannot" },
        { "SELECT COUNT(*) FROM survey UNION SELECT COUNT(*) FROM survey", "UNION" },
        { "SELECT DISTINCT sex FROM survey", "SELECT DISTINCT cannot" },
        { "SELECT COUNT(*) INTO x FROM survey", "INTO cannot" },
        { "SELECT COUNT(*) FROM survey FOR UPDATE", "FOR UPDATE" },
        { "SELECT COUNT(*) FROM survey LIMIT 1 OFFSET 1", "OFFSET cannot" },
        { "SELECT sex, COUNT(*) FROM survey GROUP BY sex ORDER BY 2 FETCH FIRST 1 ROWS WITH TIES",
          "WITH TIES" },
        { "VALUES (1)", "VALUES cannot" },
        { "TABLE survey", "* cannot be used" },
        { "SELECT COUNT(*)", "one table: FROM survey" },
        { "SELECT COUNT(*) FROM survey, survey", "one table" },
        { "SELECT COUNT(*) FROM survey JOIN other ON true", "no public table 'other'" },
        { "SELECT COUNT(*) FROM (SELECT * FROM survey) s", "only the data itself" },
        { "SELECT COUNT(*) FROM survey TABLESAMPLE system (10)", "only the data itself" },
        { "SELECT COUNT(*) FROM ONLY survey", "ONLY cannot" },
        { "SELECT COUNT(*) FROM other.survey", "a schema before" },
        { "SELECT COUNT(*) FROM surveys", "no table 'surveys'" },
        { "SELECT COUNT(*) FROM \"Survey\"", "no table 'Survey'" },
        { "SELECT COUNT(*) FROM survey s(a, b)", "other names in FROM" },
    };
    (void)state;
    CHECK_ALL(all, check_refused);
}

static void test_refused_items(void **state)
{
    static const example all[] = {
        { "SELECT * FROM survey", "* cannot be used" },
        { "SELECT sex FROM survey GROUP BY sex", "no aggregate" },
        { "SELECT FROM survey", "no aggregate" },
        { "SELECT sex, COUNT(*) FROM survey", "must stand under GROUP BY" },
        { "SELECT AVG(aeg) FROM survey", "column 12: there is no column 'aeg'; did you mean age?" },
        { "SELECT COUNT(*) FROM survey WHERE odd = 'x'", "no column 'odd'" },
        { "SELECT AVG(other.age) FROM survey", "of no table" },
        { "SELECT AVG(survey.age) FROM survey s", "of no table; the one that can be asked is 's'" },
        { "SELECT AVG(id) FROM survey", "COUNT(DISTINCT id), and nothing else" },
        { "SELECT COUNT(age) FROM survey",
          "only the persons can be counted, as COUNT(DISTINCT id)" },
        { "SELECT COUNT(DISTINCT 1) FROM survey", "it is the place of a column's name" },
        { "SELECT COUNT(NULL) FROM survey", "cannot be used here" },
        { "SELECT COUNT(DISTINCT age) FROM survey", "only the persons can be counted" },
        { "SELECT COUNT(id) FROM survey", "only the persons can be counted" },
        { "SELECT COUNT() FROM survey", "it is written COUNT(*)" },
        { "SELECT SUM(sex) FROM survey", "'sex' is no number" },
        { "SELECT SUM(DISTINCT age) FROM survey", "DISTINCT in this aggregate" },
        { "SELECT SUM(age + 1) FROM survey", "a calculation" },
        { "SELECT SUM(age) + 1 FROM survey", "a calculation" },
        { "SELECT SUM(age) / COUNT(*) FROM survey", "a calculation" },
        { "SELECT SUM(age::int) FROM survey", "a cast cannot stand here" },
        { "SELECT CAST(SUM(age) AS text) FROM survey", "a cast cannot stand here" },
        { "SELECT SUM(age) FILTER (WHERE sex = 'f') FROM survey", "FILTER; put the condition" },
        { "SELECT SUM(age) OVER () FROM survey", "OVER, a window" },
        { "SELECT SUM(age ORDER BY age) FROM survey", "ORDER BY in an aggregate" },
        { "SELECT SUM(age, income) FROM survey", "it is written SUM(column)" },
        { "SELECT SUM(*) FROM survey", "a star in this function" },
        { "SELECT pg_catalog.sum(age) FROM survey", "without a schema" },
        { "SELECT STDEV(age) FROM survey", "did you mean stddev?" },
        { "SELECT pg_sleep(10) FROM survey", "the function 'pg_sleep' cannot be asked" },
        { "SELECT ln(age) FROM survey", "cannot be asked" },
        { "SELECT QUANTILE(age, 1.5) FROM survey", "from 0 to 1" },
        { "SELECT QUANTILE(age) FROM survey", "QUANTILE(column, 0.5)" },
        { "SELECT PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY age DESC) FROM survey",
          "PERCENTILE_CONT(0.5) WITHIN" },
        { "SELECT PERCENTILE_CONT(0.5) FROM survey", "PERCENTILE_CONT(0.5) WITHIN" },
        { "SELECT CORR(age) FROM survey", "it is written CORR(y, x)" },
        { "SELECT (SELECT 1) FROM survey", "a question in a question" },
        { "SELECT $1 FROM survey", "a parameter such as $1" },
        { "SELECT 1 FROM survey", "a constant cannot stand here" },
        { "SELECT CURRENT_USER FROM survey", "a value of the server" },
        { "SELECT CASE WHEN age > 1 THEN 1 END FROM survey", "CASE" },
    };
    (void)state;
    CHECK_ALL(all, check_refused);
}

static void test_refused_conditions(void **state)
{
    static const example all[] = {
        { "SELECT COUNT(*) FROM survey WHERE age >= 20",
          "the nearest are 18 and 30, as in age >= 18 AND age < 30" },
        { "SELECT COUNT(*) FROM survey WHERE age < 100",
          "the nearest are 65 and 110, as in age >= 65 AND age <= 110" },
        { "SELECT COUNT(*) FROM survey WHERE age < 110",
          "edge of its bins" }, /* 110 is in the bin */
        { "SELECT COUNT(*) FROM survey WHERE age BETWEEN 18 AND 65", "edge of its bins" },
        { "SELECT COUNT(*) FROM survey WHERE age = 18", "edge of its bins" },
        { "SELECT COUNT(*) FROM survey WHERE age = 18.5", "fewer decimals" },
        { "SELECT COUNT(*) FROM survey WHERE age <> 18", "compared by <" },
        { "SELECT COUNT(*) FROM survey WHERE age IN (18, 19)", "compared by <" },
        { "SELECT COUNT(*) FROM survey WHERE age NOT BETWEEN 18 AND 64", "this operator" },
        { "SELECT COUNT(*) FROM survey WHERE age >= '18'", "with a number" },
        { "SELECT COUNT(*) FROM survey WHERE age >= $1", "a parameter" },
        { "SELECT COUNT(*) FROM survey WHERE age >= income", "place of a constant" },
        { "SELECT COUNT(*) FROM survey WHERE age + 1 >= 18", "a calculation" },
        { "SELECT COUNT(*) FROM survey WHERE sqrt(age) >= 18", "a function cannot stand here" },
        { "SELECT COUNT(*) FROM survey WHERE 1/(age - 4) > 1", "a calculation" },
        { "SELECT COUNT(*) FROM survey WHERE income >= 0", "no declared bins" },
        { "SELECT COUNT(*) FROM survey WHERE id = 7", "tells persons apart" },
        { "SELECT COUNT(*) FROM survey WHERE sex = 'female'", "no declared value 'female'" },
        { "SELECT COUNT(*) FROM survey WHERE region = 'n3'", "did you mean 'n1'" },
        { "SELECT COUNT(*) FROM survey WHERE sex <> 'f'", "= or IN" },
        { "SELECT COUNT(*) FROM survey WHERE sex NOT IN ('f')", "= or IN" },
        { "SELECT COUNT(*) FROM survey WHERE sex LIKE 'f%'", "operator" },
        { "SELECT COUNT(*) FROM survey WHERE sex = ANY (ARRAY['f'])", "= or IN" },
        { "SELECT COUNT(*) FROM survey WHERE sex IN (SELECT 'f')", "a question in a question" },
        { "SELECT COUNT(*) FROM survey WHERE sex = 'f' OR age < 18", "AND alone" },
        { "SELECT COUNT(*) FROM survey WHERE NOT sex = 'f'", "AND alone" },
        { "SELECT COUNT(*) FROM survey WHERE sex IS NULL", "IS NOT NULL" },
        { "SELECT COUNT(*) FROM survey WHERE true", "a condition is a comparison" },
        { "SELECT COUNT(*) FROM survey WHERE sex = NULL", "cannot be used here" },
        { "SELECT COUNT(*) FROM survey WHERE age >= 65 AND age < 18", "no value of 'age' can" },
        { "SELECT COUNT(*) FROM survey WHERE age < 0", "no value of 'age' can" },
        { "SELECT COUNT(*) FROM survey WHERE sex COLLATE \"C\" = 'f'", "COLLATE" },
        { "SELECT COUNT(*) FROM survey WHERE score > - - -0.5", "edge of its bins" },
        { "SELECT COUNT(*) FROM survey WHERE score > - - -1", "write this number plainly" },
    };
    (void)state;
    CHECK_ALL(all, check_refused);
}

static void test_refused_views(void **state)
{
    static const example all[] = {
        { "SELECT COUNT(*) FROM survey GROUP BY income", "no declared bins" },
        { "SELECT COUNT(*) FROM survey GROUP BY id", "tells persons apart" },
        { "SELECT COUNT(*) FROM survey GROUP BY 2", "numbers 1 to 1" },
        { "SELECT COUNT(*) FROM survey GROUP BY 1", "a function cannot stand here" },
        { "SELECT COUNT(*) FROM survey GROUP BY ROLLUP (sex)", "ROLLUP" },
        { "SELECT COUNT(*) FROM survey GROUP BY level(region, 3)", "levels 0 to 2" },
        { "SELECT COUNT(*) FROM survey GROUP BY level(sex, 1)", "no hierarchy" },
        { "SELECT COUNT(*) FROM survey GROUP BY level(region, -1)", "levels 0 to 2" },
        { "SELECT COUNT(*) FROM survey GROUP BY level(region)", "level(column, 1)" },
        { "SELECT COUNT(*) FROM survey GROUP BY date_trunc('month', age)", "a column of dates" },
        { "SELECT COUNT(*) FROM survey GROUP BY substring(region from 1 for 1)", "a function" },
        { "SELECT COUNT(*) FROM survey GROUP BY age, sex, region, score, \"Odd \"\"N\"\"\", day",
          "more than the 1000" },
        { "SELECT COUNT(*) FROM survey GROUP BY sex HAVING sex = 'f'",
          "it is the place of an aggregate" },
        { "SELECT COUNT(*) FROM survey GROUP BY sex HAVING COUNT(*) > 3 OR COUNT(*) < 2",
          "under HAVING" },
        { "SELECT COUNT(*) FROM survey GROUP BY sex HAVING COUNT(*) > AVG(age)",
          "place of a constant" },
        { "SELECT COUNT(*) FROM survey GROUP BY sex HAVING COUNT(*) > 'x'", "is a number" },
        { "SELECT COUNT(*) FROM survey GROUP BY sex HAVING COUNT(*) BETWEEN 1 AND 'x'",
          "is a number" },
        { "SELECT COUNT(*) FROM survey GROUP BY sex HAVING COUNT(*) NOT BETWEEN 1 AND 2",
          "under HAVING" },
        { "SELECT COUNT(*) AS age FROM survey GROUP BY sex HAVING age > 3", /* the column */
          "it is the place of an aggregate" },
        { "SELECT COUNT(*) FROM survey ORDER BY sex", "must stand under GROUP BY" },
        { "SELECT COUNT(*) FROM survey ORDER BY 2", "numbers 1 to 1" },
        { "SELECT COUNT(*) FROM survey ORDER BY 1 NULLS FIRST", "NULLS FIRST" },
        { "SELECT COUNT(*) FROM survey ORDER BY 1 USING <", "ORDER BY USING" },
        { "SELECT COUNT(*) FROM survey LIMIT -1", "whole number" },
        { "SELECT COUNT(*) FROM survey LIMIT 1.5", "whole number" },
        { "SELECT COUNT(*) FROM survey LIMIT (SELECT 1)", "a question in a question" },
        { "SELECT COUNT(*) FROM survey WINDOW w AS ()", "WINDOW cannot" },
    };
    (void)state;
    CHECK_ALL(all, check_refused);
}

static void test_refused_by_mode(void **state)
{
    tacit_ctx *cx = tacit_ctx_new();
    tacit_query_schema schema = *survey_schema(cx);
    tacit_query q;
    schema.answers = 1u << TACIT_AGGREGATE_COUNT | 1u << TACIT_AGGREGATE_SUM;
    (void)state;
    assert_int_equal(tacit_sql_read(cx, "SELECT MAX(age) FROM survey", &schema, &q),
                     TACIT_ERR_INPUT);
    assert_string_equal(tacit_message(cx),
                        "The question, line 1, column 8: MAX is not answered here; the mode 'test' "
                        "answers COUNT(*), SUM.");
    assert_int_equal(
        tacit_sql_read(cx, "SELECT COUNT(*) FROM survey HAVING MAX(age) > 3", &schema, &q),
        TACIT_ERR_INPUT);
    tacit_ctx_free(cx);
}

/* A refusal has its place and kind as data too, counted in characters. */
static void test_details(void **state)
{
    tacit_ctx *cx = tacit_ctx_new();
    tacit_query q;
    (void)state;
    assert_int_equal(tacit_sql_read(cx,
                                    "SELECT COUNT(*) FROM survey WHERE\n\"Odd \"\"N\"\"\" = "
                                    "'\xc3\xbc' AND sex = 'g'",
                                    survey_schema(cx), &q),
                     TACIT_ERR_INPUT);
    const json_t *problem = json_array_get(tacit_fail_details_of(cx), 0);
    assert_int_equal(json_integer_value(json_object_get(problem, "line")), 2);
    assert_int_equal(json_integer_value(json_object_get(problem, "column")), 29);
    assert_string_equal(json_string_value(json_object_get(problem, "code")), "unknown_name");
    tacit_ctx_free(cx);
}

/* What a refusal repeats of the question is one line of UTF-8, however long it was. */
static void test_repeated_words(void **state)
{
    tacit_ctx *cx = tacit_ctx_new();
    tacit_buffer sql = { 0 };
    tacit_query q;
    (void)state;
    assert_ok(cx, tacit_buffer_text(cx, &sql, "SELECT COUNT(*) FROM survey WHERE sex = '\n\x1b"));
    for (size_t i = 0; i < 2000; i++)
        assert_ok(cx, tacit_buffer_text(cx, &sql, i % 2 == 0 ? "\xe2\x82\xac" : "x"));
    assert_ok(cx, tacit_buffer_text(cx, &sql, "'"));
    assert_int_equal(tacit_sql_read(cx, sql.text, survey_schema(cx), &q), TACIT_ERR_INPUT);
    const char *why = tacit_message(cx);
    assert_true(tacit_is_utf8(why, strlen(why)) && strpbrk(why, "\n\x1b") == NULL);
    assert_int_equal(json_array_size(tacit_fail_details_of(cx)), 1);
    tacit_buffer_free(&sql);
    tacit_ctx_free(cx);
}

/* ---- guards ---- */

/* Refuse "SELECT ", `n` times `part`, and `end`. */
static void check_guard(const char *part, size_t n, const char *end, const char *why)
{
    tacit_ctx *cx = tacit_ctx_new();
    tacit_buffer text = { 0 };
    assert_ok(cx, tacit_buffer_text(cx, &text, "SELECT "));
    for (size_t i = 0; i < n; i++)
        assert_ok(cx, tacit_buffer_text(cx, &text, part));
    assert_ok(cx, tacit_buffer_text(cx, &text, end));
    check_refused(cx, &(example){ text.text, why });
    tacit_buffer_free(&text);
    tacit_ctx_free(cx);
}

static void test_guards(void **state)
{
    (void)state;
    check_guard("1+", 995, "1 FROM survey", "a calculation"); /* as deep as is let through */
    check_guard("1+", 1200, "1 FROM survey", "2000 words");
    check_guard("(", 990, "1", "this is no SQL");
    check_guard("-", 900, "1 FROM survey", "");
    check_guard("NOT ", 990, "true FROM survey", "");
    check_guard(" ", 9000, "1", "8192 bytes");
    check_guard("\xff", 1, "1", "not valid UTF-8");
    check_guard("f(", 600, "1", "this is no SQL");
    check_guard("a.", 600, "a FROM survey", "");
}

/* However many questions were read, other libraries of the process find keys for data of threads,
 * of which there are PTHREAD_KEYS_MAX. */
static void test_keys(void **state)
{
    (void)state;
    tacit_ctx *cx = tacit_ctx_new();
    const tacit_query_schema *schema = survey_schema(cx);
    const size_t mark = tacit_scratch_mark(cx);
    pthread_key_t key;
    for (size_t i = 0; i < PTHREAD_KEYS_MAX + 10; i++) {
        tacit_query q;
        assert_ok(cx, tacit_sql_read(cx, "SELECT COUNT(*) FROM survey", schema, &q));
        tacit_scratch_release(cx, mark);
    }
    assert_int_equal(pthread_key_create(&key, NULL), 0);
    assert_int_equal(pthread_key_delete(key), 0);
    tacit_ctx_free(cx);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_aggregates),
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_conditions),
        cmocka_unit_test(test_groups),
        cmocka_unit_test(test_view),
        cmocka_unit_test(test_cells),
        cmocka_unit_test(test_refused_statements),
        cmocka_unit_test(test_refused_items),
        cmocka_unit_test(test_refused_conditions),
        cmocka_unit_test(test_refused_views),
        cmocka_unit_test(test_refused_by_mode),
        cmocka_unit_test(test_details),
        cmocka_unit_test(test_repeated_words),
        cmocka_unit_test(test_guards),
        cmocka_unit_test(test_keys),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
