/*
 * test_parameters.c - $1, $2, ... in questions, and what an answer looks like before they are
 * known.
 */
#include "support/questions.h"

#include <string.h>

/* Parameters are constants: a text that would be SQL is a value that is not declared. */
static void test_parameters(void **state)
{
    static const char ASKED[] = "SELECT COUNT(*) FROM survey WHERE $1 <= age AND sex = $2";
    const tacit_sql_constant value[] = { { true, 18, "18" }, { false, 0, "f" } };
    const tacit_sql_constant bad[] = { { true, 18, "18" }, { false, 0, "f' OR '1'='1" } };
    tacit_ctx *cx = tacit_ctx_new();
    const tacit_query_schema *schema = survey_schema(cx);
    tacit_query q, plain;
    (void)state;
    assert_ok(cx, tacit_sql_read_bound(cx, ASKED, &(tacit_sql_values){ 2, value }, schema, &q));
    assert_ok(cx, tacit_sql_read(cx, "SELECT COUNT(*) FROM survey WHERE age >= 18 AND sex = 'f'",
                                 schema, &plain));
    assert_string_equal(q.key, plain.key);
    assert_int_equal(tacit_sql_read_bound(cx, ASKED, &(tacit_sql_values){ 2, bad }, schema, &q),
                     TACIT_ERR_INPUT);
    assert_non_null(strstr(tacit_message(cx), "has no declared value"));
    assert_int_equal(tacit_sql_read_bound(cx, ASKED, &(tacit_sql_values){ 1, value }, schema, &q),
                     TACIT_ERR_INPUT);
    assert_non_null(strstr(tacit_message(cx), "no value was given"));
    assert_int_equal(tacit_sql_read(cx, ASKED, schema, &q), TACIT_ERR_INPUT);
    tacit_ctx_free(cx);
}

/* What an answer looks like is known before its parameters are. */
static void test_shape(void **state)
{
    tacit_ctx *cx = tacit_ctx_new();
    tacit_query q;
    (void)state;
    assert_ok(cx,
              tacit_sql_read_shape(cx,
                                   "SELECT sex, AVG(age) AS a FROM public.survey WHERE age < $1 "
                                   "GROUP BY sex HAVING COUNT(*) > $2 LIMIT $3",
                                   survey_schema(cx), &q));
    assert_int_equal(q.n_shown, 2);
    assert_string_equal(q.shown[1].name, "a");
    assert_int_equal(tacit_sql_read_shape(cx, "SELECT $1 FROM survey", survey_schema(cx), &q),
                     TACIT_ERR_INPUT);
    tacit_ctx_free(cx);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_parameters),
        cmocka_unit_test(test_shape),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
