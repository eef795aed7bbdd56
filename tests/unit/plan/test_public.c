/*
 * test_public.c - a plan as everybody may see it: no secret in whatever spelling comes through,
 * and what comes through is the same plan.
 *
 * Provenance: expected texts by hand, from the plans.  The forms of the seed are those that the
 * YAML 1.1 specification gives for a key and its value.
 */
#include "plan/public.h"
#include "help.h"

#include <stdio.h>

/* The public text of a plan. */
static void publish(tacit_ctx *cx, const char *text, tacit_buffer *out)
{
    tacit_plan *plan = parse_right(cx, text);
    assert_int_equal(tacit_plan_public(cx, plan, out), TACIT_OK);
    tacit_plan_free(plan);
}

static void assert_lacks(const char *text, const char *part)
{
    if (strstr(text, part) != NULL)
        fail_msg("'%s' is in:\n%s", part, text);
}

static void test_seed(void **state)
{
    (void)state;
    static const char *const forms[] = {
        "seed: 7316720498541209385\n",
        "seed:\n  7316720498541209385\n",
        "seed: # the old one was 7316720498541209385\n  7316720498541209385\n",
        "? seed\n: 7316720498541209385\n",
        "\"s\\u0065ed\": 7316720498541209385\n",
        "'seed'   :   7316720498541209385\n",
        "\"\\x73eed\": 7316720498541209385 # 7316720498541209385\n",
    };
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
        tacit_ctx *cx = tacit_ctx_new();
        tacit_buffer out = { 0 };
        char text[512];
        snprintf(text, sizeof text, NEEDED "steps: [{noise: {columns: x}}]\n%s", forms[i]);
        publish(cx, text, &out);
        assert_lacks(out.text, "7316720498541209385");
        assert_string_equal(out.text, "data: people.csv\nsteps:\n  - noise: {columns: [x]}\n"
                                      "output: safe.csv\n");
        tacit_buffer_free(&out);
        tacit_ctx_free(cx);
    }
}

static void test_json(void **state)
{
    (void)state;
    tacit_ctx *cx = tacit_ctx_new();
    tacit_buffer out = { 0 };
    publish(cx,
            "{\"data\": \"a.csv\", \"seed\": 9182736450918273645, \"output\": \"b.csv\",\n"
            " \"steps\": [{\"noise\": {\"columns\": [\"seed: 9\"]}}]}",
            &out);
    assert_string_equal(out.text, "data: a.csv\nsteps:\n  - noise: {columns: [\"seed: 9\"]}\n"
                                  "output: b.csv\n");
    tacit_buffer_free(&out);
    tacit_ctx_free(cx);
}

/* Keys, what was suppressed, folders, comments, other outputs and measures stay inside. */
static void test_withheld(void **state)
{
    (void)state;
    tacit_ctx *cx = tacit_ctx_new();
    tacit_buffer out = { 0 };
    publish(cx,
            "# ask Eve in room 12\n"
            "data: {path: /srv/eve/hospital/people.csv, delimiter: ';'}\n"
            "population: duckdb:/srv/eve/register.db#all\n"
            "fraction: 0.25\n"
            "hierarchies: {zip: {file: ../eve/zip.csv}}\n"
            "steps:\n"
            "  - pseudonymise: {columns: id, key: /srv/eve/secret.key}\n"
            "  - suppress: {columns: job, combinations: {rare: [lighthouse keeper]}, rows: [17]}\n"
            "measures: []\n"
            "output: /srv/eve/out/safe.csv\n"
            "report: /srv/eve/out/eve.html\n"
            "sql: eve.sql\n",
            &out);
    assert_string_equal(
        out.text, "data:\n  delimiter: \";\"\n  path: people.csv\npopulation: \"register.db#all\"\n"
                  "fraction: 0.25\n"
                  "hierarchies:\n  zip: {file: {path: zip.csv}}\nsteps:\n"
                  "  - pseudonymise: {columns: [id], key: withheld}\n"
                  "  - suppress: {columns: [job], combinations: withheld, rows: withheld}\n"
                  "output: safe.csv\n");
    tacit_buffer_free(&out);
    tacit_ctx_free(cx);
}

static void test_names(void **state)
{
    (void)state;
    assert_string_equal(tacit_public_name("a.csv"), "a.csv");
    assert_string_equal(tacit_public_name("postgresql://ann@h.org/d?host=/run/x#s.people"),
                        "s.people");
    assert_string_equal(tacit_public_name("/x/y/a.csv"), "a.csv");
    assert_string_equal(tacit_public_name("C:\\eve\\a.csv"), "a.csv");
    assert_string_equal(tacit_public_name("duckdb:/x/y.db#t"), "y.db#t");
    assert_string_equal(tacit_public_name("memory:a"), "memory:a");
    assert_string_equal(tacit_public_name("a@b.csv"), "a@b.csv");
    assert_string_equal(tacit_public_name("postgresql://eve:pass@host"), "host");
    assert_string_equal(tacit_public_name("postgresql://eve:p@ss@host/people"), "people");
}

/* What is public, read as a plan, is the same plan: publishing it again gives the same text. */
static void test_again(void **state)
{
    (void)state;
    tacit_ctx *cx = tacit_ctx_new();
    tacit_buffer once = { 0 }, twice = { 0 };
    publish(cx,
            "data: people.csv\n"
            "roles: {identifier: 'no: 1', key: [age, zip], sensitive: health}\n"
            "hierarchies:\n"
            "  age: {intervals: {widths: [5, 10]}}\n"
            "  job: {tree: {branches: {office: [clerk, 'null'], field: {sea: [sailor]}}}}\n"
            "require: [{k_anonymity: {k: 3}}, {l_diversity: {l: 2}}]\n"
            "steps:\n"
            "  - recode: {columns: zip, groups: {\"x \\\"y\\\"\": ['1', '2']}}\n"
            "  - top_code: {columns: income, share: 0.01}\n"
            "output: safe.csv\n",
            &once);
    publish(cx, once.text, &twice);
    assert_string_equal(once.text, twice.text);
    tacit_buffer_free(&once);
    tacit_buffer_free(&twice);
    tacit_ctx_free(cx);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_seed),  cmocka_unit_test(test_json),  cmocka_unit_test(test_withheld),
        cmocka_unit_test(test_names), cmocka_unit_test(test_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
