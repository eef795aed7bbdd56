/*
 * test_options.c - words of the command line into options and arguments.
 *
 * Provenance: the expected values stand in the words themselves.
 */
#include "support/check.h"

#include <string.h>

#include "cli/options.h"

static const tacit_option OPTIONS[] = {
    { .name = "key", .argument = "COLUMNS", .type = TACIT_OPTION_LIST, .help = "keys" },
    { .name = "model", .argument = "MODEL", .type = TACIT_OPTION_TEXTS, .help = "models" },
    { .name = "output", .argument = "FILE", .type = TACIT_OPTION_TEXT, .help = "output" },
    { .name = "rows", .argument = "N", .type = TACIT_OPTION_COUNT, .help = "rows" },
    { .name = "room", .argument = "SIZE", .type = TACIT_OPTION_BYTES, .help = "room" },
    { .name = "force", .help = "force" },
    TACIT_OPTION_END
};

static const tacit_command COMMAND = {
    .name = "try",
    .summary = "try",
    .arguments = "A [B]",
    .details = "Tries.",
    .options = OPTIONS,
};

enum { MOST_WORDS = 12 };

/* Read the words of `line`, which blanks separate. */
static tacit_status read_line(tacit_cli *cli, const char *line)
{
    char *words[MOST_WORDS], *copy = NULL;
    size_t n = 0;
    *cli = (tacit_cli){ .cx = tacit_ctx_new(), .command = &COMMAND };
    TACIT_TRY(tacit_scratch_text(cli->cx, line, &copy));
    for (char *rest = copy; rest != NULL && *rest != '\0'; n++) {
        assert_true(n < MOST_WORDS);
        words[n] = strsep(&rest, " ");
    }
    return tacit_options_read(cli, n, words);
}

static void test_values(void **state)
{
    (void)state;
    tacit_cli cli;
    assert_int_equal(read_line(&cli, "x --rows 18446744073709551615 --output=a=b y --room 2GB"),
                     TACIT_OK);
    assert_int_equal(cli.n_arguments, 2);
    assert_string_equal(cli.argument[0], "x");
    assert_string_equal(cli.argument[1], "y");
    assert_true(tacit_cli_option(&cli, "rows")->number == UINT64_MAX);
    assert_true(tacit_cli_option(&cli, "room")->number == 2000000000u);
    assert_string_equal(tacit_cli_text(&cli, "output"), "a=b");
    assert_null(tacit_cli_option(&cli, "force"));
    assert_null(tacit_cli_text(&cli, "json"));
    tacit_ctx_free(cli.cx);
}

static void test_lists(void **state)
{
    (void)state;
    static const char *const expected[] = { "a", "b", "c" };
    tacit_cli cli;
    assert_int_equal(read_line(&cli, "x --key a,,b, --model m:{a,b} --key c --model n"), TACIT_OK);
    const tacit_given *key = tacit_cli_option(&cli, "key"),
                      *model = tacit_cli_option(&cli, "model");
    assert_int_equal(key->n, 3);
    for (size_t i = 0; i < 3; i++)
        assert_string_equal(key->item[i], expected[i]);
    assert_int_equal(model->n, 2);
    assert_string_equal(model->item[0], "m:{a,b}");
    tacit_ctx_free(cli.cx);
}

static void test_flags_and_common(void **state)
{
    (void)state;
    tacit_cli cli;
    assert_int_equal(read_line(&cli, "x --force -q --seed 7 -- --json"), TACIT_OK);
    assert_non_null(tacit_cli_option(&cli, "force"));
    assert_non_null(tacit_cli_option(&cli, "quiet"));
    assert_int_equal(tacit_cli_option(&cli, "seed")->number, 7);
    assert_null(tacit_cli_option(&cli, "json"));
    assert_string_equal(cli.argument[1], "--json");
    assert_null(tacit_cli_option(&cli, "memory"));
    tacit_ctx_free(cli.cx);
}

static void test_help_needs_no_arguments(void **state)
{
    (void)state;
    tacit_cli cli;
    assert_int_equal(read_line(&cli, "--help"), TACIT_OK);
    tacit_ctx_free(cli.cx);
    assert_int_equal(read_line(&cli, "-h"), TACIT_OK);
    tacit_ctx_free(cli.cx);
}

static void test_refusals(void **state)
{
    (void)state;
    static const struct refusal {
        const char *line, *says;
    } refusals[] = {
        { "", "needs A [B]" },
        { "x y z", "Too many arguments" },
        { "x --outptu f", "did you mean '--output'?" },
        { "x --zzzzzzzz", "'tacit help try' lists the options" },
        { "x -z f", "Unknown option '-z'" },
        { "x -o", "Option '--output' needs a value" },
        { "x --output", "Option '--output' needs a value: --output FILE." },
        { "x --force=1", "takes no value" },
        { "x --rows 1e3", "needs a whole number" },
        { "x --rows=", "needs a whole number" },
        { "x --rows 18446744073709551616", "needs a whole number" },
        { "x --room 2QB", "needs a size" },
    };
    for (size_t i = 0; i < sizeof refusals / sizeof refusals[0]; i++) {
        tacit_cli cli;
        assert_int_equal(read_line(&cli, refusals[i].line), TACIT_ERR_INPUT);
        assert_non_null(strstr(tacit_message(cli.cx), refusals[i].says));
        tacit_ctx_free(cli.cx);
    }
}

static void test_counts(void **state)
{
    (void)state;
    static const tacit_command none = { .arguments = "" }, two = { .arguments = "A B" };
    assert_int_equal(tacit_command_least(&COMMAND), 1);
    assert_int_equal(tacit_command_most(&COMMAND), 2);
    assert_int_equal(tacit_command_least(&none), 0);
    assert_int_equal(tacit_command_most(&none), 0);
    assert_int_equal(tacit_command_least(&two), 2);
    assert_int_equal(tacit_option_count(OPTIONS), 6);
}

/* Every command's tables are complete, and no option shadows a common one. */
static void test_tables(void **state)
{
    (void)state;
    tacit_cli cli = { .cx = tacit_ctx_new() };
    assert_int_equal(tacit_commands_make(cli.cx, &cli.commands), TACIT_OK);
    for (const tacit_command *c = cli.commands; c->name != NULL; c++) {
        assert_ptr_equal(tacit_command_find(&cli, c->name), c);
        assert_true(c->summary[0] != '\0' && c->details[0] != '\0');
        assert_true(c->details[strlen(c->details) - 1] == '.');
        assert_non_null(c->examples[0].line);
        assert_non_null(c->run);
        for (const tacit_option *o = c->options; o->name != NULL; o++) {
            assert_true((o->type == TACIT_OPTION_FLAG) == (o->argument == NULL));
            assert_true(o->help != NULL && o->help[strlen(o->help) - 1] != '.');
            for (const tacit_option *common = TACIT_COMMON_OPTIONS; common->name != NULL; common++)
                assert_string_not_equal(o->name, common->name);
        }
    }
    assert_null(tacit_command_find(&cli, "nothing"));
    tacit_ctx_free(cli.cx);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values),           cmocka_unit_test(test_lists),
        cmocka_unit_test(test_flags_and_common), cmocka_unit_test(test_help_needs_no_arguments),
        cmocka_unit_test(test_refusals),         cmocka_unit_test(test_counts),
        cmocka_unit_test(test_tables),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
