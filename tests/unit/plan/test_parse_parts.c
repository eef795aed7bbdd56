/*
 * test_parse_parts.c - what may be wrong with roles, hierarchies, steps, requirements and
 * measures.
 *
 * Provenance: each plan has the mistake that its message names; places are counted by
 * hand.
 */
#include "help.h"

#include <stdio.h>

static void test_roles(void **state)
{
    (void)state;
    check_wrong(NEEDED "roles: [age]\n",
                "plan.yaml:3:8: roles must be a map of roles to columns, such as {key: [age, "
                "sex]}.");
    check_wrong(NEEDED "roles:\n  keys: age\n  weight: [w, v]\n",
                "plan.yaml:4:3: unknown key 'keys' in roles; did you mean 'key'?\n"
                "plan.yaml:5:3: the role 'weight' takes one column, not 2.");
    check_wrong(NEEDED "roles:\n  identifier: [id]\n  key: [id, age, age]\n  sensitive: age\n",
                "plan.yaml:5:9: column 'id' cannot be both 'identifier' and 'key'; choose one.\n"
                "plan.yaml:5:18: column 'age' has the role 'key' twice.\n"
                "plan.yaml:6:14: column 'age' cannot be both 'key' and 'sensitive'; choose one.");
    check_wrong(NEEDED "roles: {weight: w, strata: w}\n",
                "plan.yaml:3:28: column 'w' cannot be both 'weight' and 'strata'; choose one.");
    check_wrong(NEEDED "roles: {key: [[a]], household: }\n",
                "plan.yaml:3:15: a column in roles must be one text, not a list.\n"
                "plan.yaml:3:21: a column in roles has no value.");
}

static void test_hierarchies(void **state)
{
    (void)state;
    check_wrong(NEEDED "hierarchies: zip\n",
                "plan.yaml:3:14: hierarchies must be a map of columns to builders, such as {zip: "
                "{mask: {levels: 5}}}.");
    check_wrong(NEEDED "hierarchies:\n  zip: zip.csv\n  age: {intervalls: {widths: 5}}\n"
                       "  sex: {mask: {}, file: x}\n  job: {file: }\n",
                "plan.yaml:4:8: the hierarchy of 'zip' must name a builder, such as {file: "
                "zip.csv}.\n"
                "plan.yaml:5:9: unknown hierarchy builder 'intervalls'; did you mean 'intervals'?\n"
                "plan.yaml:6:19: 'file' stands beside 'mask'; indent it further if it is a "
                "parameter of 'mask', or begin a new hierarchy builder for it.\n"
                "plan.yaml:7:9: file needs 'path': the file, with one row for each value: the "
                "value, then its labels.");
    check_wrong(NEEDED "hierarchies:\n  zip: {mask: }\n  zip: {mask: }\n",
                "plan.yaml:5:3: column 'zip' has two hierarchies.");
}

static void test_steps(void **state)
{
    (void)state;
    check_wrong(NEEDED "steps: {drop: name}\n",
                "plan.yaml:3:8: steps must be a list; put '- ' before each item.");
    check_wrong(NEEDED "steps:\n  - drpo: name\n  - drop:\n    columns: name\n  - [drop]\n  -\n",
                "plan.yaml:4:3: a step in this list is empty; remove it.\n"
                "plan.yaml:4:5: unknown method 'drpo'; did you mean 'drop'?\n"
                "plan.yaml:6:5: 'columns' stands beside 'drop'; indent it further if it is a "
                "parameter of 'drop', or begin a new step for it.\n"
                "plan.yaml:7:5: a step must be a name, or a name with its parameters: {name: "
                "{...}}.");
    check_wrong(NEEDED "steps: [drop]\n",
                "plan.yaml:3:9: drop needs 'columns': the columns to mask.");
    check_wrong(NEEDED "hierarchies: {zip: {mask: }}\nsteps:\n"
                       "  - recode: {columns: [zip, age], level: 2}\n",
                "plan.yaml:5:29: 'level' of recode needs a hierarchy of column 'age'; add it to "
                "hierarchies.");
}

static void test_require(void **state)
{
    (void)state;
    check_wrong(NEEDED "require: {k_anonymity: {k: 0}}\n",
                "plan.yaml:3:11: k_anonymity needs a column with the role 'key'; name one in "
                "roles.\n"
                "plan.yaml:3:28: 'k' of k_anonymity must be a whole number from 1 to 1000000000.");
    check_wrong(NEEDED "roles: {key: a}\nrequire: {k_anonimity: 5}\n",
                "plan.yaml:4:11: unknown model 'k_anonimity'; did you mean 'k_anonymity'?");
    check_wrong(NEEDED "roles: {key: a}\nrequire:\n  k_anonymity: 5\n  k_anonymity: 3\n",
                "plan.yaml:6:3: 'k_anonymity' is required twice; make require a list if both are "
                "meant.");
    /* the wrong role is told, and not that there is no key */
    check_wrong(NEEDED "roles: {kye: a}\nrequire: {k_anonymity: 5}\n",
                "plan.yaml:3:9: unknown key 'kye' in roles; did you mean 'key'?");
}

static void test_measures(void **state)
{
    (void)state;
    check_wrong(NEEDED "roles: {key: a}\nmeasures: {risk: }\n",
                "plan.yaml:4:11: measures must be a list; put '- ' before each item.");
    check_wrong(NEEDED "roles: {key: a}\n"
                       "measures: [risks, {risk: {k: 1}}, {uniques: {mising: a}}]\n",
                "plan.yaml:4:12: unknown measure 'risks'; did you mean 'risk'?\n"
                "plan.yaml:4:26: 'risk' is a family of measures and has no parameters.\n"
                "plan.yaml:4:46: unknown key 'mising' in uniques; did you mean 'missing'?");
    check_wrong(NEEDED "measures: [uniques]\n",
                "plan.yaml:3:12: uniques needs a column with the role 'key'; name one in roles.");
    check_wrong(NEEDED "measures: [{moments: {x: 1}}]\n",
                "plan.yaml:3:23: moments has no parameters; remove 'x'.");
}

static void test_top(void **state)
{
    (void)state;
    check_wrong("", "plan.yaml: the plan is empty; it needs at least 'data'.");
    check_wrong("# nothing\n", "plan.yaml: the plan is empty; it needs at least 'data'.");
    check_wrong("- data\n",
                "plan.yaml:1:1: a plan is a map of keys such as data, roles, steps and output.");
    check_wrong("just text\n",
                "plan.yaml:1:1: a plan is a map of keys such as data, roles, steps and output.");
    check_wrong(NEEDED "step: []\nout: x\n",
                "plan.yaml:3:1: unknown key 'step' in the plan; did you mean 'steps'?\n"
                "plan.yaml:4:1: unknown key 'out' in the plan; it can be data, population, "
                "fraction, control, histogram, roles, hierarchies, "
                "require, steps, tables, equations, rules, protection, cells, write, released, "
                "domains, public, statistics, generators, "
                "measures, measure_seconds, seed, output, report, certificate, sql, "
                "custodian_report.");
    check_wrong("data: {path: a.csv, delimeter: x}\noutput: b.csv\n",
                "plan.yaml:1:21: unknown key 'delimeter' in data; did you mean 'delimiter'?");
}

/* Hundreds of problems: the first are told, the others counted, no line is cut. */
static void test_many_problems(void **state)
{
    (void)state;
    char text[20000] = NEEDED;
    for (size_t i = 0; i < 300; i++)
        snprintf(text + strlen(text), sizeof text - strlen(text), "key_number_%03zu: 1\n", i);
    tacit_ctx *cx = tacit_ctx_new();
    tacit_plan *plan = NULL;
    assert_int_equal(tacit_plan_parse(cx, "plan.yaml", text, &PROTECT, &plan), TACIT_ERR_INPUT);
    const char *message = tacit_message(cx);
    size_t lines = 0;
    for (const char *c = message; (c = strstr(c, "plan.yaml:")) != NULL; c++)
        lines++;
    assert_true(lines >= 15 && lines <= 50);
    char end[64];
    snprintf(end, sizeof end, "_report.\n... and %zu more.", 300 - lines);
    assert_string_equal(message + strlen(message) - strlen(end), end);
    tacit_ctx_free(cx);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_roles),         cmocka_unit_test(test_hierarchies),
        cmocka_unit_test(test_steps),         cmocka_unit_test(test_require),
        cmocka_unit_test(test_measures),      cmocka_unit_test(test_top),
        cmocka_unit_test(test_many_problems),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
