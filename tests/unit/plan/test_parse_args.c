/*
 * test_parse_args.c - arguments by the tables of parameters: right ones and wrong ones.
 *
 * Provenance: each plan has the mistake that its message names; places are counted by
 * hand.
 */
#include "help.h"

#include "plan/parse_args.h"

static const char *const KINDS[] = { "normal", "uniform", NULL };

/* One parameter of each type, so that the test does not depend on the catalogs. */
static const tacit_param PARAMS[] = {
    { .name = "count", .type = TACIT_PARAM_INTEGER, .min = 1, .max = 9, .help = "a count" },
    { .name = "share", .type = TACIT_PARAM_REAL, .preset = 0.25, .max = 1, .help = "a share" },
    { .name = "keep", .type = TACIT_PARAM_FLAG, .preset = 1, .max = 1, .help = "a flag" },
    { .name = "kind", .type = TACIT_PARAM_CHOICE, .choices = KINDS, .help = "a kind" },
    { .name = "note", .type = TACIT_PARAM_TEXT, .need = TACIT_OPTIONAL, .help = "a text" },
    { .name = "by", .type = TACIT_PARAM_COLUMN, .need = TACIT_OPTIONAL, .help = "a column" },
    { .name = "columns", .type = TACIT_PARAM_COLUMNS, .need = TACIT_REQUIRED, .help = "columns" },
    { .name = "cuts",
      .type = TACIT_PARAM_REALS,
      .need = TACIT_OPTIONAL,
      .min = -5,
      .max = 5,
      .help = "numbers" },
    { .name = "words", .type = TACIT_PARAM_TEXTS, .need = TACIT_OPTIONAL, .help = "texts" },
    { .name = "groups", .type = TACIT_PARAM_GROUPS, .need = TACIT_OPTIONAL, .help = "groups" },
    { .name = "from", .type = TACIT_PARAM_FILE, .need = TACIT_OPTIONAL, .help = "a file" },
    TACIT_PARAM_END
};
static const tacit_entry ENTRY = { .name = "sample", .params = PARAMS };

enum { COUNT, SHARE, KEEP, KIND, NOTE, BY, COLUMNS, CUTS, WORDS, GROUPS, FROM };

/* A tree with its context. */
typedef struct sample {
    tacit_ctx *cx;
    tacit_region region;
    tacit_problems problems;
    tacit_args args;
} sample;

/* Read `text` as the arguments of the sample entry. */
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

/* `text` must be wrong in exactly these ways. */
static void check_args(const char *text, const char *message)
{
    sample s;
    read_sample(&s, text);
    assert_int_equal(tacit_problems_end(&s.problems), TACIT_ERR_INPUT);
    assert_string_equal(tacit_message(s.cx), message);
    end_sample(&s);
}

static void test_every_type(void **state)
{
    (void)state;
    sample s;
    read_sample(&s, "{count: 3, share: 1e-1, keep: false, kind: uniform, note: 12, by: age,\n"
                    " columns: [a, '1'], cuts: [-1.5, 2], words: [x, 'null', true, 1.50],\n"
                    " groups: {low: [1, 2], high: '3'}}");
    assert_int_equal(tacit_problems_end(&s.problems), TACIT_OK);
    assert_int_equal(tacit_arg_integer(&s.args, COUNT), 3);
    assert_true(tacit_arg_real(&s.args, SHARE) > 0.09999 &&
                tacit_arg_real(&s.args, SHARE) < 0.10001);
    assert_false(tacit_arg_flag(&s.args, KEEP));
    assert_int_equal(tacit_arg_choice(&s.args, KIND), 1);
    assert_string_equal(tacit_arg_text(&s.args, NOTE), "12");
    assert_string_equal(tacit_arg_text(&s.args, BY), "age");
    assert_int_equal(s.args.at[COLUMNS].n, 2);
    assert_string_equal(s.args.at[COLUMNS].texts[1], "1");
    assert_int_equal(s.args.at[CUTS].n, 2);
    assert_true(s.args.at[CUTS].reals[0] < -1.4);
    assert_int_equal(s.args.at[WORDS].n, 4);
    assert_string_equal(s.args.at[WORDS].texts[1], "null");
    assert_string_equal(s.args.at[WORDS].texts[3], "1.50");
    assert_int_equal(s.args.at[GROUPS].n, 2);
    assert_string_equal(s.args.at[GROUPS].groups[1].label, "high");
    assert_string_equal(s.args.at[GROUPS].groups[1].member[0], "3");
    end_sample(&s);
}

static void test_defaults_and_scalars_for_lists(void **state)
{
    (void)state;
    sample s;
    read_sample(&s, "{columns: age, cuts: 1, words: x}");
    assert_int_equal(tacit_problems_end(&s.problems), TACIT_OK);
    assert_false(tacit_arg_given(&s.args, SHARE));
    assert_true(tacit_arg_real(&s.args, SHARE) > 0.24 && tacit_arg_real(&s.args, SHARE) < 0.26);
    assert_true(tacit_arg_flag(&s.args, KEEP));
    assert_int_equal(s.args.at[COLUMNS].n, 1);
    assert_string_equal(s.args.at[COLUMNS].texts[0], "age");
    assert_int_equal(s.args.at[CUTS].n, 1);
    assert_string_equal(s.args.at[WORDS].texts[0], "x");
    end_sample(&s);
}

/* A value without a parameter's name is the first parameter. */
static void test_direct_value(void **state)
{
    (void)state;
    sample s;
    read_sample(&s, "7");
    assert_int_equal(tacit_arg_integer(&s.args, COUNT), 7);
    assert_int_equal(tacit_problems_end(&s.problems), TACIT_ERR_INPUT);
    assert_string_equal(tacit_message(s.cx), "p:1:1: sample needs 'columns': columns.");
    end_sample(&s);
}

static void test_wrong_types(void **state)
{
    (void)state;
    check_args("{columns: a, count: 0}",
               "p:1:21: 'count' of sample must be a whole number from 1 to 9.");
    check_args("{columns: a, count: 1.5}",
               "p:1:21: 'count' of sample must be a whole number from 1 to 9.");
    check_args("{columns: a, count: many}",
               "p:1:21: 'count' of sample must be a whole number from 1 to 9.");
    check_args("{columns: a, count: [1]}",
               "p:1:21: 'count' of sample must be a whole number from 1 to 9.");
    check_args("{columns: a, count: '3'}", "p:1:21: 'count' of sample must be a number without "
                                           "quotes.");
    check_args("{columns: a, share: 1.1}",
               "p:1:21: 'share' of sample must be a number from 0 to 1.");
    check_args("{columns: a, share: .nan}",
               "p:1:21: 'share' of sample must be a number from 0 to 1.");
    check_args("{columns: a, cuts: [1, 6, x]}",
               "p:1:24: 'cuts' of sample must be a number from -5 to 5.\n"
               "p:1:27: 'cuts' of sample must be a number from -5 to 5.");
    check_args("{columns: a, keep: yes}",
               "p:1:20: 'keep' of sample must be true or false, not yes, no, on or off.");
    check_args("{columns: a, keep: 'true'}",
               "p:1:20: 'keep' of sample must be true or false, without quotes.");
    check_args("{columns: a, keep: 1}", "p:1:20: 'keep' of sample must be true or false.");
    check_args("{columns: a, kind: unifrom}",
               "p:1:20: 'kind' of sample must be normal or uniform; did you mean 'uniform'?");
    check_args("{columns: a, kind: {}}", "p:1:20: 'kind' of sample must be normal or uniform.");
    check_args("{columns: a, note: [x]}", "p:1:20: 'note' of sample must be one text, not a list.");
    check_args("{columns: a, words: {x: y}}",
               "p:1:21: 'words' of sample must be one text, not a map.");
}

static void test_nothing_given(void **state)
{
    (void)state;
    check_args("{columns: a, count: }", "p:1:14: 'count' of sample has no value.");
    check_args("{columns: a, words: [x, null]}",
               "p:1:25: 'words' of sample has no value; put quotes around it if the word itself is "
               "meant.");
    check_args("{columns: []}", "p:1:11: 'columns' of sample is an empty list.");
    check_args("{columns: a, cuts: []}", "p:1:20: 'cuts' of sample is an empty list.");
    check_args("{columns: ''}", "p:1:11: 'columns' of sample has no value.");
    check_args("{}", "p:1:1: sample needs 'columns': columns.");
    check_args("~", "p:1:1: sample needs 'columns': columns.");
}

/* A place with a password is a problem, and the password is not in the message. */
static void test_passwords(void **state)
{
    static const char *const wrong[] = { "postgresql://ann:hunter2@h/db",
                                         "postgresql://h/db?password=hunter2",
                                         "'postgresql:host=h password=hunter2'" };
    static const char *const right[] = { "postgresql://ann@h:5432/db", "postgresql://h/a:b@c",
                                         "C:/data@home.csv", "a:b@c.csv" };
    char text[128];
    sample s;
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        snprintf(text, sizeof text, "{columns: [a], from: %s}", wrong[i]);
        read_sample(&s, text);
        assert_int_equal(s.problems.n, 1);
        assert_non_null(strstr(s.problems.line[0].text, "has a password in it"));
        assert_null(strstr(s.problems.line[0].text, "hunter"));
        end_sample(&s);
    }
    for (size_t i = 0; i < sizeof right / sizeof *right; i++) {
        snprintf(text, sizeof text, "{columns: [a], from: '%s'}", right[i]);
        read_sample(&s, text);
        assert_int_equal(s.problems.n, 0);
        end_sample(&s);
    }
}

static void test_groups(void **state)
{
    (void)state;
    check_args("{columns: a, groups: [x]}",
               "p:1:22: 'groups' of sample must be a map of labels to their members, such as "
               "{label: [member, member]}.");
    check_args("columns: a\ngroups:\n  x: [1, 2]\n  y: [3, 1]\n  x: 4\n",
               "p:4:10: this member in 'groups' of sample is in a group already, in line 3.\n"
               "p:5:3: group 'x' in 'groups' of sample is given twice.");
    check_args("{columns: a, groups: {x: }}", "p:1:23: 'groups' of sample has no value.");
}

static void test_keys(void **state)
{
    (void)state;
    check_args("{columns: a, cuont: 1}",
               "p:1:14: unknown key 'cuont' in sample; did you mean 'count'?");
    check_args("{columns: a, zzzzzzzz: 1}",
               "p:1:14: unknown key 'zzzzzzzz' in sample; it can be count, share, keep, kind, "
               "note, by, columns, cuts, words, groups, from.");
    check_args("columns: a\ncount: 1\ncount: 2\n",
               "p:3:1: 'count' of sample is given twice; the first is in line 2.");
    check_args("{columns: [a, b, a]}", "p:1:18: 'columns' of sample names column 'a' twice.");
    check_args("{columns: a, [x]: 1}", "p:1:14: a key of sample must be a single word.");
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_type),    cmocka_unit_test(test_defaults_and_scalars_for_lists),
        cmocka_unit_test(test_direct_value),  cmocka_unit_test(test_wrong_types),
        cmocka_unit_test(test_nothing_given), cmocka_unit_test(test_groups),
        cmocka_unit_test(test_keys),          cmocka_unit_test(test_passwords),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
