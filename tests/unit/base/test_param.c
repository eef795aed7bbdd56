/*
 * test_param.c - parameters and arguments: ranges, presets, what is required; catalogs.
 */
#include "support/check.h"

#include "base/catalog.h"

enum { FLAG, WHOLE, REAL, CHOICE, TEXT, REALS, NEEDED };

static const char *const CHOICES[] = { "one", "two", "three", NULL };

static const tacit_param PARAMS[] = {
    [FLAG] = { .name = "flag", .type = TACIT_PARAM_FLAG, .preset = 1.0, .max = 1.0, .help = "f" },
    [WHOLE] = { .name = "whole",
                .type = TACIT_PARAM_INTEGER,
                .preset = 3,
                .min = 1,
                .max = 10,
                .help = "w" },
    [REAL] = { .name = "real",
               .type = TACIT_PARAM_REAL,
               .preset = 0.25,
               .min = -0.5,
               .max = 2.5,
               .help = "r" },
    [CHOICE] = { .name = "choice",
                 .type = TACIT_PARAM_CHOICE,
                 .preset = 1,
                 .choices = CHOICES,
                 .help = "c" },
    [TEXT] = { .name = "text", .type = TACIT_PARAM_TEXT, .need = TACIT_OPTIONAL, .help = "t" },
    [REALS] = { .name = "reals",
                .type = TACIT_PARAM_REALS,
                .need = TACIT_OPTIONAL,
                .min = 0,
                .max = 1,
                .help = "l" },
    [NEEDED] = { .name = "needed",
                 .type = TACIT_PARAM_COLUMN,
                 .need = TACIT_REQUIRED,
                 .help = "which column" },
    TACIT_PARAM_END
};

typedef struct fixture {
    tacit_value at[8];
    tacit_args args;
} fixture;

static fixture *preset(fixture *f)
{
    tacit_args_preset(PARAMS, f->at, &f->args);
    f->at[NEEDED] = (tacit_value){ .given = true, .text = "age" };
    return f;
}

static void test_table(void **state)
{
    (void)state;
    assert_int_equal(tacit_param_count(PARAMS), 7);
    assert_int_equal(tacit_param_find(PARAMS, "flag"), FLAG);
    assert_int_equal(tacit_param_find(PARAMS, "needed"), NEEDED);
    assert_int_equal(tacit_param_find(PARAMS, "nothing"), 7);
    assert_int_equal(tacit_param_find(PARAMS, ""), 7);
}

static void test_preset(void **state)
{
    fixture f;
    preset(&f);
    assert_int_equal(f.args.n, 7);
    assert_true(tacit_arg_flag(&f.args, FLAG));
    assert_int_equal(tacit_arg_integer(&f.args, WHOLE), 3);
    assert_near(tacit_arg_real(&f.args, REAL), 0.25, 0.0);
    assert_int_equal(tacit_arg_choice(&f.args, CHOICE), 1);
    assert_null(tacit_arg_text(&f.args, TEXT));
    assert_false(tacit_arg_given(&f.args, TEXT));
    assert_true(tacit_arg_given(&f.args, NEEDED));
    assert_string_equal(tacit_arg_text(&f.args, NEEDED), "age");
    assert_ok(*state, tacit_args_check(*state, "demo", &f.args));
}

static void check_number(tacit_ctx *cx, size_t i, double x, bool good)
{
    fixture f;
    preset(&f)->at[i] = (tacit_value){ .given = true, .number = x };
    if (good) {
        assert_ok(cx, tacit_args_check(cx, "demo", &f.args));
        return;
    }
    assert_fails(cx, tacit_args_check(cx, "demo", &f.args), TACIT_ERR_INPUT, PARAMS[i].name);
    assert_message(cx, "demo");
}

static void test_numbers(void **state)
{
    check_number(*state, WHOLE, 1, true);
    check_number(*state, WHOLE, 10, true);
    check_number(*state, WHOLE, 0, false);
    check_number(*state, WHOLE, 11, false);
    check_number(*state, WHOLE, 2.5, false);
    check_number(*state, WHOLE, NAN, false);
    check_number(*state, WHOLE, INFINITY, false);
    check_number(*state, REAL, -0.5, true);
    check_number(*state, REAL, 2.5, true);
    check_number(*state, REAL, nextafter(-0.5, -1.0), false);
    check_number(*state, REAL, nextafter(2.5, 3.0), false);
    check_number(*state, REAL, NAN, false);
    check_number(*state, REAL, -INFINITY, false);
}

static void test_choice(void **state)
{
    check_number(*state, CHOICE, 0, true);
    check_number(*state, CHOICE, 2, true);
    check_number(*state, CHOICE, 3, false);
    check_number(*state, CHOICE, -1, false);
    check_number(*state, CHOICE, 0.5, false);
    check_number(*state, CHOICE, NAN, false);
    assert_message(*state, "one of"); /* which ones, is in the help */
}

static void test_message_says_what_is_right(void **state)
{
    fixture f;
    preset(&f)->at[WHOLE] = (tacit_value){ .given = true, .number = 99 };
    assert_int_equal(tacit_args_check(*state, "demo", &f.args), TACIT_ERR_INPUT);
    assert_string_equal(tacit_message(*state),
                        "'whole' of demo must be a whole number from 1 to 10.");
}

static void test_lists(void **state)
{
    fixture f;
    const double good[] = { 0.0, 0.5, 1.0 }, bad[] = { 0.0, 1.5, 1.0 };
    preset(&f)->at[REALS] = (tacit_value){ .given = true, .n = 3, .reals = good };
    assert_ok(*state, tacit_args_check(*state, "demo", &f.args));
    f.at[REALS].reals = bad;
    assert_fails(*state, tacit_args_check(*state, "demo", &f.args), TACIT_ERR_INPUT, "reals");
    f.at[REALS].n = 1; /* the bad one is beyond the end */
    assert_ok(*state, tacit_args_check(*state, "demo", &f.args));
}

static void test_required(void **state)
{
    fixture f;
    preset(&f)->at[NEEDED].given = false;
    assert_fails(*state, tacit_args_check(*state, "demo", &f.args), TACIT_ERR_INPUT,
                 "demo needs 'needed': which column");
}

static void test_catalog(void **state)
{
    (void)state;
    static const tacit_entry a = { .name = "a_b" }, b = { .name = "b" };
    static const tacit_entry *const entries[] = { &a, &b };
    const tacit_catalog cat = { .family = "demo", .entry = entries, .n = 2 };
    assert_int_equal(tacit_catalog_find(&cat, "a_b"), 0);
    assert_int_equal(tacit_catalog_find(&cat, "b"), 1);
    assert_int_equal(tacit_catalog_find(&cat, "a"), 2);
    assert_ptr_equal(tacit_catalog_get(&cat, "b"), &b);
    assert_null(tacit_catalog_get(&cat, ""));
}

/* The useful range is the whole one unless it is given; a bound on rows is a sample, 0 none. */
static void test_useful(void **state)
{
    (void)state;
    static const tacit_param P[] = {
        { .name = "k", .type = TACIT_PARAM_INTEGER, .min = 1, .max = 1e9, .low = 2, .high = 100 },
        { .name = "n", .type = TACIT_PARAM_INTEGER, .max = 500, .preset = 50, .samples = true },
        TACIT_PARAM_END
    };
    tacit_value at[2];
    tacit_args args;
    double low = 0.0, high = 0.0;
    tacit_param_useful(&P[0], &low, &high);
    assert_true(low >= 2.0 && low <= 2.0 && high >= 100.0 && high <= 100.0);
    tacit_param_useful(&P[1], &low, &high);
    assert_true(low >= 0.0 && low <= 0.0 && high >= 500.0 && high <= 500.0);
    tacit_args_preset(P, at, &args);
    assert_int_equal(tacit_args_sample(&args, 60), 50);
    assert_int_equal(tacit_args_sample(&args, 50), 50);
    assert_int_equal(tacit_args_sample(&args, 20), 20);
    at[1].number = 0.0;
    assert_int_equal(tacit_args_sample(&args, 60), 60);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_table),    with_context(test_preset),
        with_context(test_numbers),  with_context(test_choice),
        with_context(test_lists),    with_context(test_message_says_what_is_right),
        with_context(test_required), with_context(test_catalog),
        with_context(test_useful),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
