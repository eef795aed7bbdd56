/*
 * test_tables.c - dates and public tables in questions: canonical texts, labels, refusals.
 *
 * The texts were written by hand from the declarations in support/questions.h.
 */
#include "asked.h"

#include "query/levels.h"

#define ASK "SELECT COUNT(*) FROM survey "
#define JOIN "SELECT COUNT(*) FROM survey s JOIN regions r ON s.region = r.region "
#define LEFT "SELECT COUNT(*) FROM survey s LEFT JOIN regions r ON s.region = r.region "
#define COUNT "count of \"survey\""
#define FOUR " where \"region\" in {\"n1\",\"n2\",\"s1\",\"s2\"}"

/* ---- dates ---- */

static void test_dates(void **state)
{
    static const example all[] = {
        { ASK "WHERE day >= DATE '2022-01-01'", COUNT " where \"day\" in [2022-01-01,2022-07-10]" },
        { ASK "WHERE day >= '2022-01-01' AND day < CAST('2022-03-01' AS date)",
          COUNT " where \"day\" in [2022-01-01,2022-03-01)" },
        { ASK "WHERE day BETWEEN '2022-01-01' AND '2022-02-28'::date",
          COUNT " where \"day\" in [2022-01-01,2022-03-01)" },
        { ASK "WHERE TIMESTAMP '2022-01-01 00:00:00' <= day AND day <= '2022-02-28'",
          COUNT " where \"day\" in [2022-01-01,2022-03-01)" },
        { ASK "WHERE day < '2021-12-01'", COUNT " where \"day\" in [2021-11-15,2021-12-01)" },
        { ASK "WHERE date_trunc('year', day) = DATE '2022-01-01'",
          COUNT " where \"day\" in [2022-01-01,2022-07-10]" },
        { ASK "WHERE EXTRACT(year FROM day) = 2022",
          COUNT " where \"day\" in [2022-01-01,2022-07-10]" },
        { ASK "WHERE date_part('year', day) IN (2022, 2021)",
          COUNT " where \"day\" in [2021-11-15,2022-07-10]" },
        { ASK "WHERE EXTRACT(year FROM day) < 2022",
          COUNT " where \"day\" in [2021-11-15,2022-01-01)" },
        { ASK "WHERE date_trunc('quarter', day) BETWEEN '2022-01-01' AND '2022-04-01'",
          COUNT " where \"day\" in [2022-01-01,2022-07-01)" },
        { ASK "WHERE date_trunc('quarter', day) > '2022-Q1'", /* its label */
          COUNT " where \"day\" in [2022-04-01,2022-07-10]" },
        { ASK "WHERE date_trunc('MONTH', day) IN ('2022-02', DATE '2022-04-01')",
          COUNT " where \"day\" in [2022-02-01,2022-03-01) [2022-04-01,2022-05-01)" },
        { ASK "WHERE bin(day) = '2022-02'", COUNT " where \"day\" in [2022-02-01,2022-03-01)" },
        { ASK "WHERE day IS NOT NULL", COUNT " where \"day\" in [2021-11-15,2022-07-10]" },
        { ASK "GROUP BY date_trunc('month', day)", COUNT " by \"day\"" },
        { ASK "GROUP BY day", COUNT " by \"day\"" },
        { "SELECT EXTRACT(year FROM day) AS y, COUNT(*) FROM survey GROUP BY y ORDER BY y",
          COUNT " by \"day\"/year" },
        { "SELECT date_trunc('year', day), COUNT(*) FROM survey GROUP BY EXTRACT(year FROM day)",
          COUNT " by \"day\"/year" },
        { ASK "GROUP BY date_trunc('quarter', survey.day), date_trunc('year', day)",
          COUNT " by \"day\"/quarter" }, /* quarters tell the year */
        { ASK "WHERE day >= '2022-01-01' GROUP BY EXTRACT(year FROM day)",
          COUNT " where \"day\" in [2022-01-01,2022-07-10]" },
    };
    (void)state;
    CHECK_ALL(all, check_read);
}

static void test_refused_dates(void **state)
{
    static const example all[] = {
        { ASK "WHERE day >= '2022-01-02'",
          "the nearest are DATE '2022-01-01' and DATE '2022-02-01', as in day >= DATE '2022-01-01' "
          "AND day < DATE '2022-02-01'" },
        { ASK "WHERE day <= '2022-07-09'",
          "the nearest are DATE '2022-07-01' and DATE '2022-07-10', as in day >= DATE '2022-07-01' "
          "AND day <= DATE '2022-07-10'" },
        { ASK "WHERE day = '2022-01-01'", "the nearest are DATE '2022-01-01'" },
        { ASK "WHERE day >= 2022", "a day such as DATE '2022-01-31'" },
        { ASK "WHERE day >= '2022-02-30'", "a day such as" },
        { ASK "WHERE day >= '2022-01'", "a day such as" },
        { ASK "WHERE day >= TIMESTAMP '2022-01-01 10:00:00'", "a day such as" },
        { ASK "WHERE day >= TIMESTAMPTZ '2022-01-01'", "a cast cannot stand here" },
        { ASK "WHERE day >= '2022-01-01'::date[]", "a cast cannot stand here" },
        { ASK "WHERE day >= '2022-01-01'::setof date", "a cast cannot stand here" },
        { ASK "WHERE day >= '2022-01-01'::x.date", "a cast cannot stand here" },
        { ASK "WHERE day >= timestamp(3) '2022-01-01'", "a cast cannot stand here" },
        { ASK "GROUP BY x.date_trunc('year', day)", "a function cannot stand here" },
        { ASK "GROUP BY x.bin(day)", "a function cannot stand here" },
        { ASK "WHERE day >= CURRENT_DATE", "a value of the server" },
        { ASK "WHERE day >= DATE '2022-01-01' + 1", "a calculation" },
        { ASK "WHERE day <> '2022-01-01'", "a date is compared by" },
        { ASK "WHERE age >= DATE '2022-01-01'", "a cast cannot stand here" },
        { ASK "WHERE date_trunc('year', day) = '2022-03-01'",
          "the first day of a year; the nearest are DATE '2022-01-01' and DATE '2023-01-01'" },
        { ASK "WHERE date_trunc('week', day) = '2022-01-03'",
          "declared by month; date_trunc can give of it: 'month', 'quarter', 'year'" },
        { ASK "GROUP BY date_trunc('day', day)", "declared by month" },
        { ASK "GROUP BY date_trunc('moon', day)", "declared by month" },
        { ASK "GROUP BY date_trunc('year', age)", "needs a column of dates, which 'age' is not" },
        { ASK "GROUP BY date_trunc('year')", "it is written date_trunc('month', column)" },
        { ASK "GROUP BY EXTRACT(month FROM day)", "the year can be extracted" },
        { ASK "GROUP BY EXTRACT(epoch FROM day)", "the year can be extracted" },
        { ASK "WHERE EXTRACT(year FROM day) = '2022'", "a year is a whole number" },
        { ASK "WHERE EXTRACT(year FROM day) = 2022.5", "a year is a whole number" },
        { ASK "WHERE EXTRACT(year FROM day) = 20222", "a year is a whole number" },
        { ASK "GROUP BY level(day, 1)", "no hierarchy" },
        { "SELECT AVG(day) FROM survey", "'day' is no number but a date" },
        { "SELECT MAX(day) FROM survey", "'day' is no number but a date" },
        { ASK "WHERE day > '2022-07-10'", "no value of 'day' can" },
    };
    (void)state;
    CHECK_ALL(all, check_refused);
}

/* ---- public tables ---- */

static void test_joins(void **state)
{
    static const example all[] = {
        { JOIN, COUNT FOUR }, /* the table does not have s3 */
        { LEFT, COUNT },
        { JOIN "GROUP BY r.climate", COUNT " by \"region\"/\"regions\".\"climate\"" FOUR },
        { "SELECT climate, COUNT(*) FROM survey JOIN regions USING (region) GROUP BY climate",
          COUNT " by \"region\"/\"regions\".\"climate\"" FOUR },
        { "SELECT climate, COUNT(*) FROM survey JOIN regions ON regions.region = survey.region "
          "GROUP BY 1 ORDER BY climate",
          COUNT " by \"region\"/\"regions\".\"climate\"" FOUR },
        { LEFT "GROUP BY climate", COUNT " by \"region\"/\"regions\".\"climate\"" },
        { LEFT "WHERE r.climate IS NOT NULL GROUP BY climate",
          COUNT " by \"region\"/\"regions\".\"climate\"" FOUR },
        { JOIN "WHERE r.climate = 'wet'", COUNT " where \"region\" in {\"n1\",\"s1\"}" },
        { LEFT "WHERE 'wet' = climate", COUNT " where \"region\" in {\"n1\",\"s1\"}" },
        { JOIN "WHERE r.height > 0 AND height < 15", COUNT " where \"region\" in {\"n1\",\"s2\"}" },
        { JOIN "WHERE height BETWEEN 10 AND 20.5",
          COUNT " where \"region\" in {\"n1\",\"n2\",\"s2\"}" },
        { JOIN "WHERE height IN (10.0, 20)", COUNT " where \"region\" in {\"n1\",\"n2\",\"s2\"}" },
        { JOIN "WHERE height <> 10", COUNT " where \"region\" in {\"n2\",\"s1\"}" },
        { JOIN "WHERE r.region = 's1' AND s.region = 's1'", COUNT " where \"region\" in {\"s1\"}" },
        { JOIN "GROUP BY r.region", COUNT " by \"region\"" FOUR }, /* as the values themselves */
        { JOIN "GROUP BY s.region, climate", COUNT " by \"region\"" FOUR },
        { JOIN "GROUP BY climate, height", COUNT " by \"region\"" FOUR }, /* all four differ */
        { LEFT "GROUP BY climate, level(s.region, 1)", COUNT " by \"region\"" },
        { LEFT "GROUP BY height, level(s.region, 1)", COUNT " by \"region\"" },
        { "SELECT \"Part\", COUNT(*) FROM survey s JOIN parts p ON s.region = code GROUP BY 1",
          COUNT " by \"region\"/1" }, /* parts are as level 1 is, under other labels */
        { "SELECT COUNT(*) FROM survey s JOIN parts p ON p.code = s.region LEFT JOIN regions r ON "
          "s.region = r.region WHERE \"Part\" = 'S' AND climate = 'dry'",
          COUNT " where \"region\" in {\"s2\"}" },
        { "SELECT COUNT(*) FROM survey s JOIN regions r ON s.region = r.region WHERE height = 10 "
          "GROUP BY climate",
          COUNT " by \"region\" where \"region\" in {\"n1\",\"s2\"}" },
    };
    (void)state;
    CHECK_ALL(all, check_read);
}

static void test_refused_joins(void **state)
{
    static const example all[] = {
        { "SELECT COUNT(*) FROM survey, regions", "others go with JOIN ... ON" },
        { "SELECT COUNT(*) FROM regions", "the one that can be asked is 'survey'" },
        { "SELECT COUNT(*) FROM regions r JOIN survey s ON s.region = r.region",
          "there is no table 'regions'; the one that can be asked is 'survey', and it comes "
          "first" },
        { ASK "JOIN region ON true", "no public table 'region'; did you mean regions?" },
        { ASK "JOIN regions r ON true", "joined by its key: JOIN ... ON survey.region = r.region" },
        { ASK "JOIN regions r ON r.region = r.region", "joined by its key" },
        { ASK "JOIN regions r ON region = region", "joined by its key" },
        { ASK "JOIN regions r ON survey.region = r.climate", "joined by its key" },
        { ASK "JOIN regions r ON survey.sex = r.region", "joined by its key" },
        { ASK "JOIN regions r ON survey.region <> r.region", "joined by its key" },
        { ASK "JOIN regions r ON survey.region = r.region AND r.height > 3", "joined by its key" },
        { ASK "JOIN regions r USING (climate)", "joined by its key" },
        { ASK "JOIN parts p USING (code)", "ON survey.region = p.code" },
        { ASK "CROSS JOIN regions", "joined by its key" },
        { ASK "NATURAL JOIN regions", "by JOIN or LEFT JOIN" },
        { ASK "RIGHT JOIN regions r ON survey.region = r.region", "by JOIN or LEFT JOIN" },
        { ASK "FULL JOIN regions r ON survey.region = r.region", "by JOIN or LEFT JOIN" },
        { ASK "JOIN (SELECT 1) x ON true", "only a public table" },
        { ASK "JOIN survey t ON true", "no public table 'survey'" },
        { ASK "JOIN (regions r JOIN parts p ON true) ON true", "only a public table" },
        { JOIN "JOIN regions q ON s.region = q.region", "joined once" },
        { ASK "JOIN regions survey ON survey.region = survey.region", "a name of its own" },
        { ASK "s JOIN regions r(a, b) ON s.region = r.region", "other names in FROM" },
        { ASK "s JOIN ONLY regions r ON s.region = r.region", "ONLY cannot" },
        { ASK "s JOIN x.regions r ON s.region = r.region", "a schema before" },
        { JOIN "WHERE region = 'n1'", "several tables have a column 'region'; write 's.'" },
        { JOIN "WHERE q.climate = 'wet'", "of no table" },
        { JOIN "WHERE r.climat = 'wet'", "no column 'climat'" },
        { JOIN "WHERE s.climate = 'wet'", "joined by its key" },
        { ASK "GROUP BY climate",
          "'regions' is joined by its key: JOIN ... ON survey.region = regions.region" },
        { JOIN "WHERE climate = 'cold'", "'climate' has no declared value 'cold'" },
        { JOIN "WHERE climate = 'wett'", "did you mean 'wet'" },
        { JOIN "WHERE climate > 'a'", "= or IN" },
        { JOIN "WHERE height > 'high'", "'height' is a number" },
        { JOIN "WHERE height = 11", "no value of 'region' can" },
        { LEFT "WHERE climate IS NULL", "IS NOT NULL" },
        { "SELECT SUM(height) FROM survey JOIN regions USING (region)",
          "'height' is a column of a public table" },
        { "SELECT climate, COUNT(*) FROM survey JOIN regions USING (region)",
          "must stand under GROUP BY" },
        { JOIN "GROUP BY level(r.climate, 1)", "a column of a public table" },
        { JOIN "GROUP BY level(s.region, 3)", "levels 0 to 2" },
    };
    (void)state;
    CHECK_ALL(all, check_refused);
}

/* Labels are the asker's, whatever the canonical form; what a LEFT JOIN does not find is missing,
 * and comes last. */
static void test_labels(void **state)
{
    tacit_ctx *cx = tacit_ctx_new();
    const tacit_query_schema *schema = survey_schema(cx);
    const tacit_query left = question_of(cx, schema, LEFT "GROUP BY climate");
    const tacit_query both =
        question_of(cx, schema,
                    "SELECT s.region, \"Part\", date_trunc('year', day) AS y, COUNT(*) FROM survey "
                    "s JOIN parts "
                    "p ON s.region = p.code WHERE day >= '2022-01-01' GROUP BY 1, 2, 3");
    (void)state;
    assert_int_equal(left.cells, 3); /* in the order of the declared values: wet, dry, missing */
    assert_string_equal(tacit_query_cell_label(&left, 0, 0), "wet");
    assert_string_equal(tacit_query_cell_label(&left, 0, 1), "dry");
    assert_null(tacit_query_cell_label(&left, 0, 2));
    assert_int_equal(both.cells, 5);
    assert_string_equal(tacit_query_cell_label(&both, 0, 3), "s2");
    assert_string_equal(tacit_query_cell_label(&both, 1, 3), "S");
    assert_string_equal(tacit_query_cell_label(&both, 1, 1), "N");
    assert_string_equal(tacit_query_cell_label(&both, 2, 4), "2022");
    assert_string_equal(both.shown[1].name, "Part");
    assert_string_equal(both.shown[2].name, "y");
    tacit_ctx_free(cx);
}

/* A parting that no level has is told by the part of each group. */
static void test_partings(void **state)
{
    tacit_ctx *cx = tacit_ctx_new();
    static const char *const odd[] = { "a", "a", "b", "b", "b" };
    static const char *const even[] = { "x", "y", "x", "x", "x" };
    tacit_query_schema schema = *survey_schema(cx);
    tacit_query_column column[ASK_COLUMNS];
    (void)state;
    memcpy(column, schema.column, sizeof column);
    assert_ok(cx, tacit_query_add_level(cx, odd, "odd", "regions", &column[ASK_REGION]));
    assert_ok(cx, tacit_query_add_level(cx, even, "even", "regions", &column[ASK_REGION]));
    schema.column = column;
    const tacit_query q = question_of(cx, &schema, LEFT "GROUP BY r.odd, r.even");
    assert_int_equal(q.cells, 3);
    assert_string_equal(q.text, COUNT " by \"region\"/{0,1,2,2,2}");
    tacit_ctx_free(cx);
}

/* Another public table leaves the keys of questions that do not name it; another content of a
 * table changes those that are told by it, and no others. */
static void test_new_table(void **state)
{
    tacit_ctx *cx = tacit_ctx_new();
    static const char *const more[] = { "a", "a", "b", "b", "b" };
    static const char *const words[] = { "a", "a", "b", "b", "c" };
    const tacit_query_schema *before = survey_schema(cx);
    tacit_query_schema after = *before, other = *before;
    tacit_query_column column[ASK_COLUMNS], changed[ASK_COLUMNS];
    (void)state;
    memcpy(column, before->column, sizeof column);
    memcpy(changed, before->column, sizeof changed);
    assert_ok(cx, tacit_query_add_level(cx, more, "more", "another", &column[ASK_REGION]));
    assert_ok(cx, tacit_query_add_level(cx, words, "more", "another", &changed[ASK_REGION]));
    after.column = column;
    other.column = changed;
    static const char *const asked[] = { "SELECT COUNT(*) FROM survey",
                                         "SELECT region, COUNT(*) FROM survey GROUP BY region",
                                         JOIN "GROUP BY r.climate", JOIN "WHERE r.height < 15" };
    for (size_t i = 0; i < sizeof asked / sizeof asked[0]; i++) {
        const tacit_query old = question_of(cx, before, asked[i]);
        assert_string_equal(old.key, question_of(cx, &after, asked[i]).key);
    }
    tacit_query_public publics[3];
    memcpy(publics, before->publics, 2 * sizeof *publics);
    static const bool all[] = { true, true, true, true, true };
    publics[2] = (tacit_query_public){
        .name = "another", .key = "region", .column = ASK_REGION, .has = all
    };
    after.publics = other.publics = publics;
    after.n_publics = other.n_publics = 3;
    static const char by[] = "SELECT a.more, COUNT(*) FROM survey s JOIN another a "
                             "ON s.region = a.region GROUP BY a.more";
    assert_string_not_equal(question_of(cx, &after, by).key, question_of(cx, &other, by).key);
    tacit_ctx_free(cx);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_dates),     cmocka_unit_test(test_refused_dates),
        cmocka_unit_test(test_joins),     cmocka_unit_test(test_refused_joins),
        cmocka_unit_test(test_labels),    cmocka_unit_test(test_partings),
        cmocka_unit_test(test_new_table),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
