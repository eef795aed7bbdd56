/*
 * test_bind.c - the columns of a plan against those of the data.
 *
 * Provenance: each plan has the mistake that its message names.
 */
#include "help.h"

static const tacit_field FIELDS[] = {
    { .name = "name", .type = TACIT_TYPE_CATEGORY }, { .name = "age", .type = TACIT_TYPE_INTEGER },
    { .name = "sex", .type = TACIT_TYPE_CATEGORY },  { .name = "income", .type = TACIT_TYPE_REAL },
    { .name = "born", .type = TACIT_TYPE_DATE },     { .name = "w", .type = TACIT_TYPE_REAL },
};
static const tacit_schema SCHEMA = { sizeof FIELDS / sizeof FIELDS[0], FIELDS };

/* A plan that parses, and what binding says of it; NULL if nothing. */
static void check_bind(const char *text, const char *message)
{
    tacit_ctx *cx = tacit_ctx_new();
    tacit_plan *plan = parse_right(cx, text);
    const tacit_status status = tacit_plan_bind(cx, plan, &SCHEMA);
    assert_string_equal(status == TACIT_OK ? "" : tacit_message(cx), message);
    assert_int_equal(status, message[0] == '\0' ? TACIT_OK : TACIT_ERR_INPUT);
    tacit_plan_free(plan);
    tacit_ctx_free(cx);
}

static void test_right(void **state)
{
    (void)state;
    check_bind(NEEDED "roles: {identifier: name, key: [age, sex], sensitive: income, weight: w}\n"
                      "hierarchies: {age: {intervals: {widths: 5}}, sex: {mask: }}\n"
                      "require: {k_anonymity: 2}\n"
                      "steps:\n"
                      "  - drop: name\n"
                      "  - noise: {columns: [income, age]}\n"
                      "  - recode: {columns: age, width: 10}\n",
               "");
}

static void test_unknown(void **state)
{
    (void)state;
    check_bind(NEEDED "roles: {key: [agee, SEX]}\n"
                      "hierarchies: {incom: {mask: }}\n"
                      "steps: [{drop: [zzzzzzzzzz]}]\n",
               "plan.yaml:3:15: unknown column 'agee'; did you mean 'age'?\n"
               "plan.yaml:3:21: unknown column 'SEX'; the data has 'sex', and upper and lower case "
               "differ.\n"
               "plan.yaml:4:15: unknown column 'incom'; did you mean 'income'?\n"
               "plan.yaml:5:17: unknown column 'zzzzzzzzzz'; it can be name, age, sex, income, "
               "born, w.");
    check_bind("data: {path: a.csv, text: [zip]}\noutput: b.csv\n",
               "plan.yaml:1:7: unknown column 'zip'; it can be name, age, sex, income, born, w.");
}

static void test_types(void **state)
{
    (void)state;
    check_bind(NEEDED "roles: {weight: sex}\n"
                      "hierarchies: {born: {intervals: {widths: 5}}}\n"
                      "steps: [{noise: [sex, age]}]\n",
               "plan.yaml:3:17: role 'weight' needs numbers, but column 'sex' is a category; if it "
               "holds numbers such as 1,234, say 'thousands' or 'decimal' under data.\n"
               "plan.yaml:4:15: hierarchy builder 'intervals' needs numbers, but column 'born' is "
               "a date.\n"
               "plan.yaml:5:18: method 'noise' needs numbers, but column 'sex' is a category; if "
               "it holds numbers such as 1,234, say 'thousands' or 'decimal' under data.");
}

/* What an earlier step did is known: dropped columns are gone, types may have changed. */
static void test_order(void **state)
{
    (void)state;
    check_bind(NEEDED "steps:\n"
                      "  - drop: [name, age]\n"
                      "  - drop: sex\n"
                      "  - noise: [income, age]\n"
                      "  - drop: [sex]\n",
               "plan.yaml:6:21: column 'age' is no longer there: step 1 drops it.\n"
               "plan.yaml:7:12: column 'sex' is no longer there: step 2 drops it.");
    check_bind(NEEDED "steps: [{recode: {columns: sex, groups: {a: m}}}, {noise: [sex]}]\n", "");
}

static void test_no_columns(void **state)
{
    (void)state;
    const tacit_schema none = { 0, NULL };
    tacit_ctx *cx = tacit_ctx_new();
    tacit_plan *plan = parse_right(cx, NEEDED "roles: {key: age}\n");
    assert_int_equal(tacit_plan_bind(cx, plan, &none), TACIT_ERR_INPUT);
    assert_string_equal(tacit_message(cx), "plan.yaml:3:14: unknown column 'age'.");
    tacit_plan_free(plan);
    tacit_ctx_free(cx);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_right),      cmocka_unit_test(test_unknown),
        cmocka_unit_test(test_types),      cmocka_unit_test(test_order),
        cmocka_unit_test(test_no_columns),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
