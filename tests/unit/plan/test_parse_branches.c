/*
 * test_parse_branches.c - arguments that are trees: right ones, wrong ones, and back to JSON.
 *
 * Provenance: each text has the mistake that its message names; places are counted by hand.
 */
#include "help.h"

#include "base/result.h"
#include "plan/parse_args.h"

static const tacit_param PARAMS[] = {
    { .name = "branches", .type = TACIT_PARAM_TREE, .need = TACIT_REQUIRED, .help = "a tree" },
    TACIT_PARAM_END
};
static const tacit_entry ENTRY = { .name = "sample", .params = PARAMS };

typedef struct sample {
    tacit_ctx *cx;
    tacit_region region;
    tacit_problems problems;
    tacit_args args;
} sample;

static void read_sample(sample *s, const char *text)
{
    *s = (sample){ .cx = tacit_ctx_new() };
    assert_int_equal(tacit_problems_start(s->cx, "p", &s->problems), TACIT_OK);
    const tacit_parse ps = { .cx = s->cx, .region = &s->region, .problems = &s->problems };
    tacit_node *root = NULL;
    assert_int_equal(tacit_tree_read(s->cx, &s->region, text, &s->problems, &root), TACIT_OK);
    assert_non_null(root);
    assert_int_equal(tacit_parse_args(&ps, &ENTRY, root, root->place, &s->args), TACIT_OK);
}

static void end_sample(sample *s)
{
    tacit_region_free(&s->region);
    tacit_ctx_free(s->cx);
}

static void test_tree(void **state)
{
    (void)state;
    sample s;
    read_sample(&s, "branches: {Europe: [CH, {North: [SE, NO], South: IT}], Asia: {East: [JP]}}");
    assert_false(tacit_problems_any(&s.problems));
    static const struct {
        const char *label;
        size_t depth, n;
    } expected[] = {
        { "Europe", 0, 1 }, { "North", 1, 2 }, { "South", 1, 1 }, { "Asia", 0, 0 }, { "East", 1, 1 }
    };
    const tacit_value *v = &s.args.at[0];
    assert_int_equal(v->n, 5);
    for (size_t i = 0; i < v->n; i++) {
        assert_string_equal(v->groups[i].label, expected[i].label);
        assert_int_equal(v->groups[i].depth, expected[i].depth);
        assert_int_equal(v->groups[i].n, expected[i].n);
    }
    assert_string_equal(v->groups[0].member[0], "CH");
    assert_string_equal(v->groups[1].member[1], "NO");
    json_t *o = NULL;
    assert_int_equal(tacit_args_json(s.cx, &s.args, &o), TACIT_OK);
    char *text = json_dumps(o, JSON_COMPACT);
    assert_string_equal(text, "{\"branches\":{\"Europe\":[\"CH\",{\"North\":[\"SE\",\"NO\"],"
                              "\"South\":[\"IT\"]}],\"Asia\":{\"East\":[\"JP\"]}}}");
    free(text);
    json_decref(o);
    end_sample(&s);
}

static void test_problems(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        { "branches: [a, b]", "p:1:11: 'branches' of sample must be a map of labels" },
        { "branches: {}", "p:1:11: 'branches' of sample must be a map of labels" },
        { "branches: {a: []}", "p:1:15: 'branches' of sample has a label with nothing in it." },
        { "branches: {a: {}}", "p:1:15: 'branches' of sample has an empty map." },
        { "branches: {a: [[b]]}", "p:1:16: 'branches' of sample has a list in a list" },
        { "branches: {a: b, a: c}", "p:1:18: this label in 'branches' of sample is given twice" },
        { "branches:\n  a: [b]\n  c: {d: [e, b]}",
          "p:3:14: this member in 'branches' of sample is in the tree already, in line 2." },
        { "branches: {a: [b, ~]}", "p:1:19: a member in 'branches' of sample has no value." },
        { "branches: {~: [b]}", "p:1:12: a branch in 'branches' of sample needs a label." },
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        sample s;
        read_sample(&s, cases[i][0]);
        assert_int_equal(tacit_problems_end(&s.problems), TACIT_ERR_INPUT);
        if (strstr(tacit_message(s.cx), cases[i][1]) == NULL)
            fail_msg("%s: %s", cases[i][0], tacit_message(s.cx));
        end_sample(&s);
    }
}

TESTS(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_tree),
                                        cmocka_unit_test(test_problems) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
