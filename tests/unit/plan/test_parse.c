/*
 * test_parse.c - whole plans: what a right plan becomes, and the checks across its keys.
 *
 * Provenance: expected values are those written in the plans.
 */
#include "plan/inputs.h"
#include "help.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* A plan with everything in it. */
static const char FULL[] = "data: {path: people.csv, delimiter: ';', missing: [NA, '', -9]}\n"
                           "roles:\n"
                           "  identifier: name\n"
                           "  key: [age, sex, region]\n"
                           "  sensitive: [income]\n"
                           "  weight: w\n"
                           "  household: hid\n"
                           "  strata: region\n"
                           "hierarchies:\n"
                           "  age: {intervals: {widths: [5, 10, 20], origin: 1.5}}\n"
                           "  zip: {mask: }\n"
                           "  sex: {file: sex.csv}\n"
                           "require:\n"
                           "  - k_anonymity: {k: 5}\n"
                           "  - k_anonymity: {k: 2, missing: wildcard}\n"
                           "steps:\n"
                           "  - drop: [name, hid]\n"
                           "  - recode: {columns: age, breaks: [0, 18, 65], open: true}\n"
                           "  - recode:\n"
                           "      columns: [region]\n"
                           "      groups: {coast: [north, 'south west'], inland: east}\n"
                           "  - drop: w\n"
                           "measures: [uniques, {prosecutor: {threshold: 0.05}}]\n"
                           "seed: 18446744073709551615\n"
                           "output: safe.csv\n"
                           "report: safe.html\n"
                           "certificate: safe.json\n";

static void test_full_places(void **state)
{
    (void)state;
    tacit_ctx *cx = tacit_ctx_new();
    tacit_plan *p = parse_right(cx, FULL);
    assert_string_equal(p->file, "plan.yaml");
    assert_string_equal(p->text, FULL);
    assert_string_equal(p->data, "people.csv");
    assert_string_equal(tacit_arg_text(&p->source, TACIT_SOURCE_DELIMITER), ";");
    assert_int_equal(p->source.at[TACIT_SOURCE_MISSING].n, 3);
    assert_string_equal(p->source.at[TACIT_SOURCE_MISSING].texts[1], "");
    assert_string_equal(p->source.at[TACIT_SOURCE_MISSING].texts[2], "-9");
    assert_true(tacit_arg_flag(&p->source, TACIT_SOURCE_HEADER));
    assert_true(p->seed == UINT64_MAX);
    assert_string_equal(p->output, "safe.csv");
    assert_string_equal(p->report, "safe.html");
    assert_string_equal(p->certificate, "safe.json");
    tacit_plan_free(p);
    tacit_ctx_free(cx);
}

static void test_full_columns(void **state)
{
    (void)state;
    tacit_ctx *cx = tacit_ctx_new();
    tacit_plan *p = parse_right(cx, FULL);
    assert_int_equal(p->n_roles, 8);
    assert_string_equal(p->role[0].column, "name");
    assert_int_equal(p->role[0].role, TACIT_ROLE_IDENTIFIER);
    assert_int_equal(p->role[2].place.line, 4);
    assert_int_equal(p->role[2].place.column, 14);
    assert_string_equal(p->role[7].column, "region");
    assert_int_equal(p->role[7].role, TACIT_ROLE_STRATA);

    assert_int_equal(p->n_hierarchies, 3);
    assert_ptr_equal(p->hierarchy[0].spec.builder, &tacit_hierarchy_builder_intervals);
    assert_int_equal(p->hierarchy[0].spec.args.at[0].n, 3);
    assert_true(p->hierarchy[0].spec.args.at[0].reals[1] > 9.99 &&
                p->hierarchy[0].spec.args.at[0].reals[1] < 10.01);
    assert_false(p->hierarchy[1].spec.args.at[0].given);
    assert_string_equal(p->hierarchy[2].spec.args.at[0].text, "sex.csv");
    tacit_plan_free(p);
    tacit_ctx_free(cx);
}

static void test_full_work(void **state)
{
    (void)state;
    tacit_ctx *cx = tacit_ctx_new();
    tacit_plan *p = parse_right(cx, FULL);
    assert_int_equal(p->n_requires, 2);
    assert_int_equal(tacit_arg_integer(&p->require[0].args, 0), 5);
    const size_t missing = tacit_param_find(p->require[0].args.params, "missing");
    assert_int_equal(tacit_arg_choice(&p->require[0].args, missing), 0);
    assert_int_equal(tacit_arg_choice(&p->require[1].args, missing), 1);
    assert_int_equal(p->require[1].place.line, 15);

    assert_int_equal(p->n_steps, 4);
    assert_ptr_equal(p->step[0].method, &tacit_method_drop);
    assert_int_equal(p->step[0].args.at[0].n, 2);
    assert_string_equal(p->step[0].args.at[0].texts[1], "hid");
    assert_int_equal(p->step[0].columns[1].line, 17);
    assert_int_equal(p->step[0].columns[1].column, 18);
    assert_string_equal(p->step[1].args.at[0].texts[0], "age");
    const tacit_args *recode = &p->step[2].args;
    const tacit_value *groups = &recode->at[tacit_param_find(recode->params, "groups")];
    assert_int_equal(groups->n, 2);
    assert_string_equal(groups->groups[0].label, "coast");
    assert_string_equal(groups->groups[0].member[1], "south west");
    assert_int_equal(groups->groups[1].n, 1);
    assert_string_equal(p->step[3].args.at[0].texts[0], "w");

    assert_int_equal(p->n_measures, 2);
    assert_ptr_equal(p->measure[0].measure, &tacit_risk_uniques);
    assert_ptr_equal(p->measure[1].measure, &tacit_risk_prosecutor);
    assert_true(tacit_arg_given(&p->measure[1].args, 0));
    tacit_plan_free(p);
    tacit_ctx_free(cx);
}

static bool has_required(const tacit_entry *entry)
{
    bool any = false;
    for (const tacit_param *q = entry->params; q->name != NULL; q++)
        any = any || q->need == TACIT_REQUIRED;
    return any;
}

/* The common risks and utilities that run without parameters and need no role but keys. */
static size_t count_default(void)
{
    size_t n = 0;
    for (size_t i = 0; i < tacit_risk_catalog.n; i++) {
        const tacit_measure *r = tacit_risk_find(tacit_risk_catalog.entry[i]->name);
        const unsigned met =
            TACIT_NEEDS_KEYS | TACIT_NEEDS_ROWS | TACIT_NEEDS_ORIGINAL | TACIT_NEEDS_SAME_ROWS;
        n += (r->needs & ~met) == 0 && !has_required(&r->about) &&
             (r->traits & TACIT_MEASURE_COMMON) != 0;
    }
    for (size_t i = 0; i < tacit_utility_catalog.n; i++) {
        const tacit_measure *u = tacit_utility_find(tacit_utility_catalog.entry[i]->name);
        n += (u->needs & TACIT_NEEDS_COMMON_SENSITIVE) == 0 && !has_required(&u->about) &&
             (u->traits & TACIT_MEASURE_COMMON) != 0;
    }
    return n;
}

/* JSON is YAML; a byte order mark and CRLF do no harm; what is left out has defaults. */
static void test_json_and_defaults(void **state)
{
    (void)state;
    tacit_ctx *cx = tacit_ctx_new();
    tacit_plan *p = parse_right(cx, "\xef\xbb\xbf{\"data\": \"a.csv\",\r\n \"output\": \"b.csv\","
                                    "\r\n \"roles\": {\"key\": [\"age\"]}, \"steps\": null}\r\n");
    assert_string_equal(p->data, "a.csv");
    assert_int_equal(p->seed, 0);
    assert_false(p->seed_given);
    assert_int_equal(p->n_steps, 0);
    assert_int_equal(p->n_requires, 0);
    assert_null(p->report);
    assert_null(p->certificate);
    assert_int_equal(p->n_measures, count_default());
    assert_ptr_equal(p->measure[0].measure, &tacit_risk_prosecutor);
    assert_int_equal(p->measure[0].place.line, 0);
    tacit_plan_free(p);
    tacit_ctx_free(cx);
}

/* Families leave out what the plan's roles do not serve, and yield to what is named. */
static void test_families(void **state)
{
    (void)state;
    tacit_ctx *cx = tacit_ctx_new();
    tacit_plan *p = parse_right(cx, NEEDED);
    for (size_t i = 0; i < p->n_measures; i++)
        assert_true((p->measure[i].measure->needs & TACIT_NEEDS_KEYS) == 0);
    tacit_plan_free(p);

    p = parse_right(cx, NEEDED "roles: {key: age}\n"
                               "measures: [risk, risk, {prosecutor: {threshold: 0.5}}, models]\n");
    size_t prosecutors = 0, models = 0;
    for (size_t i = 0; i < p->n_measures; i++) {
        models += p->measure[i].measure->family == TACIT_FAMILY_MODEL;
        if (p->measure[i].measure == &tacit_risk_prosecutor) {
            prosecutors++;
            assert_true(tacit_arg_given(&p->measure[i].args, 0));
        }
    }
    assert_int_equal(prosecutors, 1);
    assert_true(models >= 1);
    tacit_plan_free(p);

    p = parse_right(cx, NEEDED "roles: {key: age}\nmeasures: []\n");
    assert_int_equal(p->n_measures, 0);
    tacit_plan_free(p);
    p = parse_right(cx, NEEDED "roles: {key: age}\nmeasures: uniques\nrequire: k_anonymity\n");
    assert_int_equal(p->n_measures, 1);
    assert_int_equal(p->n_requires, 1);
    assert_int_equal(tacit_arg_integer(&p->require[0].args, 0), 3);
    tacit_plan_free(p);
    tacit_ctx_free(cx);
}

/* Whether the plan measures this. */
static bool asks_for(const tacit_plan *p, const tacit_measure *m)
{
    for (size_t i = 0; i < p->n_measures; i++)
        if (p->measure[i].measure == m)
            return true;
    return false;
}

/* Attacks on a method come with their family where a step uses it; `all` is everything else too,
 * and everything where no step says what was done. */
static void test_attacks_that_fit(void **state)
{
    (void)state;
    static const char swap[] = NEEDED "steps: [{rank_swap: {columns: a}}]\n";
    static const char coarse[] = NEEDED "steps: [{round: {columns: a, base: 5}}]\n"
                                        "measures: all\n";
    tacit_ctx *cx = tacit_ctx_new();
    tacit_plan *p = parse_right(cx, swap);
    assert_true(asks_for(p, &tacit_risk_rank_swap_attack));
    assert_true(asks_for(p, &tacit_risk_distance_linkage));
    assert_false(asks_for(p, &tacit_risk_noise_attack));
    assert_false(asks_for(p, &tacit_utility_propensity));
    tacit_plan_free(p);
    p = parse_right(cx, NEEDED "steps: [{drop: {columns: a}}]\n");
    assert_false(asks_for(p, &tacit_risk_rank_swap_attack));
    assert_false(asks_for(p, &tacit_risk_distance_linkage));
    tacit_plan_free(p);
    p = parse_right(cx, coarse);
    assert_false(asks_for(p, &tacit_risk_rank_swap_attack));
    assert_true(asks_for(p, &tacit_risk_distance_linkage));
    assert_true(asks_for(p, &tacit_utility_propensity));
    tacit_plan_free(p);
    p = parse_right(cx, NEEDED "measures: [risk_all]\nmeasure_seconds: 2.5\n");
    assert_true(asks_for(p, &tacit_risk_rank_swap_attack));
    assert_false(asks_for(p, &tacit_utility_moments));
    assert_true(p->measure_seconds == 2.5);
    tacit_plan_free(p);
    check_wrong(NEEDED "measure_seconds: 0\n",
                "plan.yaml:3:18: measure_seconds must be a number above 0 and up to 1000000: "
                "seconds of processor time.");
    tacit_ctx_free(cx);
}

static void test_outputs(void **state)
{
    (void)state;
    check_wrong("data: a.csv\n",
                "plan.yaml: the plan needs 'output': the file to write the protected data to.");
    check_wrong("output: a.csv\n",
                "plan.yaml: the plan needs 'data': the file or address to read.");
    check_wrong("data: a.csv\noutput: ./a.csv\n",
                "plan.yaml:2:9: output would overwrite the data; give it another name.");
    check_wrong("data: a.csv\noutput: b\nreport: b\ncertificate: plan.yaml\n",
                "plan.yaml:3:9: report would overwrite output; give it another name.\n"
                "plan.yaml:4:14: certificate would overwrite the plan; give it another name.");
    check_wrong("data: a.csv\noutput: h.csv\nhierarchies: {zip: {file: h.csv}}\n",
                "plan.yaml:2:9: output would overwrite the file of a hierarchy; give it another "
                "name.");
    check_wrong("data: a.csv\noutput: k\nreport: m\nsteps:\n"
                "- {pseudonymise: {columns: id, key: ./k}}\n"
                "- {pram: {columns: sex, matrix: m}}\n",
                "plan.yaml:2:9: output would overwrite the file of a step; give it another name.\n"
                "plan.yaml:3:9: report would overwrite the file of a step; give it another name.");
    check_wrong("data: {delimiter: ;}\noutput: \n",
                "plan.yaml:1:7: data needs 'path': the file or address.\n"
                "plan.yaml:2:1: output has no value.");
    check_wrong("data: [a.csv]\noutput: ~\n",
                "plan.yaml:1:7: data must be one text, not a list.\n"
                "plan.yaml:2:9: output has no value; put quotes around it if the word itself is "
                "meant.");
}

/* Numbers for keys are checked with the plan, all of them, each at its place; what depends
 * on the hierarchies is left to the step. */
static void test_keyed(void **state)
{
    (void)state;
    tacit_ctx *cx = tacit_ctx_new();
    tacit_plan_free(parse_right(
        cx,
        NEEDED "roles: {key: [age, sex]}\n"
               "steps: [{generalize: {levels: {age: [1, 3], sex: 0}, weights: {age: 0.5}}}]\n"));
    tacit_ctx_free(cx);
    check_wrong("data: a.csv\noutput: b.csv\nroles: {key: [age, sex]}\nsteps:\n"
                "- generalize:\n"
                "    levels: {age: [3, 1], sex: 1.5, zip: 2}\n"
                "    weights: {age: heavy, sex: -1}\n",
                "plan.yaml:6:23: 'levels' of generalize needs for 'age' a whole number from 0 to "
                "255, or [lowest, highest].\n"
                "plan.yaml:6:32: 'levels' of generalize needs for 'sex' a whole number from 0 to "
                "255, or [lowest, highest].\n"
                "plan.yaml:6:37: 'levels' of generalize names 'zip', which is no key.\n"
                "plan.yaml:7:20: 'weights' of generalize needs for 'age' one number from 0 to "
                "1e+300.\n"
                "plan.yaml:7:32: 'weights' of generalize needs for 'sex' one number from 0 to "
                "1e+300.");
    check_wrong("data: a.csv\noutput: b.csv\nroles: {key: age}\nsteps:\n"
                "- generalize: {levels: {age: [0, 1, 2]}, weights: {age: [1, 2]}}\n",
                "plan.yaml:5:30: 'levels' of generalize needs for 'age' a whole number from 0 to "
                "255, or [lowest, highest].\n"
                "plan.yaml:5:57: 'weights' of generalize needs for 'age' one number from 0 to "
                "1e+300.");
    check_wrong("data: a.csv\noutput: b.csv\nroles: {key: age}\nsteps:\n"
                "- generalize: {levels: {age: }}\n",
                "plan.yaml:5:25: 'levels' of generalize has no value.");
}

/* Every file that is read is listed, with what it is; other texts are not. */
static void test_inputs(void **state)
{
    (void)state;
    static const char *const paths[] = { "a.csv", "p.csv", "c.csv", "plan.yaml",
                                         "h.csv", "t.hrc", "k",     "m" };
    static const char *const what[] = {
        "the data",           "the population",          "the control",
        "the plan",           "the file of a hierarchy", "the file of a hierarchy",
        "the file of a step", "the file of a step"
    };
    tacit_ctx *cx = tacit_ctx_new();
    const tacit_plan_input *input = NULL;
    size_t n = 0;
    tacit_plan *p =
        parse_right(cx, "data: a.csv\noutput: b.csv\npopulation: p.csv\ncontrol: c.csv\n"
                        "roles: {key: [zip, job]}\n"
                        "hierarchies: {zip: {file: h.csv}, job: {argus: {path: t.hrc, mark: x}}}\n"
                        "steps:\n- {pseudonymise: {columns: id, key: k, domain: d}}\n"
                        "- {pram: {columns: sex, matrix: m}}\n- {pram: {columns: sex}}\n");
    assert_int_equal(tacit_plan_inputs(cx, p, NULL, &input, &n), TACIT_OK);
    assert_int_equal(n, sizeof paths / sizeof paths[0]);
    for (size_t i = 0; i < n; i++) {
        assert_string_equal(input[i].path, paths[i]);
        assert_string_equal(input[i].what, what[i]);
    }
    tacit_plan_free(p);
    tacit_ctx_free(cx);
}

static void test_measure_needs_no_output(void **state)
{
    (void)state;
    tacit_ctx *cx = tacit_ctx_new();
    tacit_plan *p = NULL;
    assert_int_equal(tacit_plan_parse(cx, "command line", "data: a.csv\n",
                                      &(tacit_plan_use){ .needs = TACIT_PART_DATA }, &p),
                     TACIT_OK);
    tacit_plan_free(p);
    p = NULL;
    assert_int_equal(tacit_plan_parse(cx, "command line", "data: a.csv\nroles: {kee: age}\n",
                                      &(tacit_plan_use){ .needs = TACIT_PART_DATA }, &p),
                     TACIT_ERR_INPUT);
    assert_string_equal(tacit_message(cx),
                        "command line: unknown key 'kee' in roles; did you mean 'key'?");
    tacit_ctx_free(cx);
}

static void test_seed(void **state)
{
    (void)state;
    static const char *const wrong[] = { "-1",  "1.0", "1e3", "'1'", "18446744073709551616",
                                         "[1]", "" };
    tacit_ctx *cx = tacit_ctx_new();
    tacit_plan *p = parse_right(cx, NEEDED "seed: 9007199254740993\n"); /* 2^53 + 1 */
    assert_true(p->seed == UINT64_C(9007199254740993));
    assert_true(p->seed_given);
    tacit_plan_free(p);
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        char text[128];
        snprintf(text, sizeof text, NEEDED "seed: %s\n", wrong[i]);
        assert_int_equal(tacit_plan_parse(cx, "p", text, &PROTECT, &p), TACIT_ERR_INPUT);
        assert_non_null(strstr(tacit_message(cx),
                               "seed must be a whole number from 0 to 18446744073709551615."));
    }
    tacit_ctx_free(cx);
}

static tacit_status read_bytes(tacit_ctx *cx, const char *bytes, size_t n, tacit_plan **out)
{
    char path[] = "/tmp/tacit-plan-XXXXXX";
    const int fd = mkstemp(path);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, bytes, n), (ssize_t)n);
    assert_int_equal(close(fd), 0);
    char *text = NULL;
    const tacit_status status = tacit_plan_read(cx, path, &text);
    assert_int_equal(unlink(path), 0);
    return status == TACIT_OK ? tacit_plan_parse(cx, path, text, &PROTECT, out) : status;
}

static void test_files(void **state)
{
    (void)state;
    static const char zero[] = "data: a.csv\noutput: b\0.csv\n";
    tacit_ctx *cx = tacit_ctx_new();
    tacit_plan *p = NULL;
    assert_int_equal(read_bytes(cx, NEEDED, strlen(NEEDED), &p), TACIT_OK);
    assert_string_equal(p->output, "safe.csv");
    tacit_plan_free(p);
    assert_int_equal(read_bytes(cx, zero, sizeof zero - 1, &p), TACIT_ERR_INPUT);
    assert_non_null(strstr(tacit_message(cx), ":2: this line has a NUL byte"));
    const size_t n = ((size_t)4 << 20) + 1;
    char *large = calloc(n, 1);
    assert_non_null(large);
    memset(large, ' ', n);
    assert_int_equal(read_bytes(cx, large, n, &p), TACIT_ERR_INPUT);
    assert_non_null(strstr(tacit_message(cx), "a plan has at most 4 MiB of text."));
    free(large);
    char *text = NULL;
    assert_int_equal(tacit_plan_read(cx, "/nonexistent.yaml", &text), TACIT_ERR_IO);
    assert_string_equal(tacit_message(cx),
                        "Cannot open plan '/nonexistent.yaml': No such file or directory.");
    assert_int_equal(tacit_plan_read(cx, "/tmp", &text), TACIT_ERR_IO);
    assert_string_equal(tacit_message(cx), "Cannot read plan '/tmp': it is a directory.");
    tacit_ctx_free(cx);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_full_places), cmocka_unit_test(test_full_columns),
        cmocka_unit_test(test_full_work),   cmocka_unit_test(test_json_and_defaults),
        cmocka_unit_test(test_families),    cmocka_unit_test(test_attacks_that_fit),
        cmocka_unit_test(test_outputs),     cmocka_unit_test(test_inputs),
        cmocka_unit_test(test_keyed),       cmocka_unit_test(test_measure_needs_no_output),
        cmocka_unit_test(test_seed),        cmocka_unit_test(test_files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
