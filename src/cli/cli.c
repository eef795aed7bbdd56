/*
 * cli.c - the program: find the command, read its options, run it, print what it found.
 *
 * Nothing is opened and no engine is touched before a command asks for it, so that
 * `tacit list` and `tacit help` answer at once.
 */
#include "cli/cli.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/pool.h"
#include "base/result.h"
#include "cli/describe.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/watch.h"
#include "report/html.h"
#include "report/text.h"

enum { MOST_THREADS = 1024 };

const tacit_command *const TACIT_COMMANDS[] = {
#define TACIT_COMMAND(id) &tacit_command_##id,
#include "cli/commands.def"
#undef TACIT_COMMAND
    NULL,
};

const tacit_option TACIT_COMMON_OPTIONS[] = {
    { .name = "json", .help = "print one JSON object, for failures too" },
    { .name = "quiet", .help = "print no progress, no warnings and no summary" },
    { .name = "threads",
      .argument = "N",
      .type = TACIT_OPTION_COUNT,
      .help = "threads to work with; the results do not depend on it" },
    { .name = "seed",
      .argument = "N",
      .type = TACIT_OPTION_COUNT,
      .help = "seed of all random numbers, instead of the plan's" },
    { .name = "memory",
      .argument = "SIZE",
      .type = TACIT_OPTION_BYTES,
      .help = "memory the engine may use before it goes to disk, such as 2GB" },
    { .name = "help", .help = "say what the command does, and its options" },
    TACIT_OPTION_END
};

static size_t count_commands(void)
{
    size_t n = 0;
    while (TACIT_COMMANDS[n] != NULL)
        n++;
    return n;
}

static const char *command_word(const void *user, size_t i)
{
    (void)user;
    return TACIT_COMMANDS[i]->name;
}

const tacit_command *tacit_command_find(const char *name)
{
    for (size_t i = 0; TACIT_COMMANDS[i] != NULL; i++)
        if (strcmp(TACIT_COMMANDS[i]->name, name) == 0)
            return TACIT_COMMANDS[i];
    return NULL;
}

static const tacit_given *find_given(const tacit_option *options, const tacit_given *given,
                                     const char *name)
{
    for (size_t i = 0; options[i].name != NULL; i++)
        if (strcmp(options[i].name, name) == 0 && given[i].text != NULL)
            return &given[i];
    return NULL;
}

const tacit_given *tacit_cli_option(const tacit_cli *cli, const char *name)
{
    const tacit_given *own = find_given(cli->command->options, cli->own, name);
    return own != NULL ? own : find_given(TACIT_COMMON_OPTIONS, cli->common, name);
}

const char *tacit_cli_text(const tacit_cli *cli, const char *name)
{
    const tacit_given *given = tacit_cli_option(cli, name);
    return given == NULL ? NULL : given->text;
}

tacit_request tacit_cli_request(const tacit_cli *cli, const char *file, const char *text)
{
    const tacit_given *memory = tacit_cli_option(cli, "memory");
    const tacit_given *seed = tacit_cli_option(cli, "seed");
    return (tacit_request){ .plan_file = file,
                            .plan_text = text,
                            .memory = memory == NULL ? 0 : memory->number,
                            .seed = seed == NULL ? NULL : &seed->number };
}

tacit_status tacit_cli_show(tacit_cli *cli, json_t *record)
{
    TACIT_ASSERT(cli->record == NULL);
    cli->record = record;
    if (cli->json || tacit_cli_option(cli, "quiet") != NULL)
        return TACIT_OK;
    json_object_del(record, "warnings"); /* these go to standard error */
    return tacit_report_text_ink(cli->cx, record, cli->colour ? TACIT_INK_COLOUR : TACIT_INK_PLAIN,
                                 &cli->out);
}

/* Put the report among the outputs of `record`, so that it names itself too. */
static tacit_status add_output(tacit_cli *cli, json_t *record, const char *path)
{
    if (json_object_get(record, "outputs") == NULL)
        TACIT_TRY(tacit_json_put(cli->cx, record, "outputs", json_array()));
    return tacit_json_add(cli->cx, json_object_get(record, "outputs"),
                          json_pack("{s:s,s:s}", "kind", "report", "path", path));
}

static tacit_status fill_report(tacit_cli *cli, const json_t *record, const char *path,
                                tacit_release *release)
{
    tacit_buffer page = { 0 };
    tacit_status status = tacit_report_html(cli->cx, record, &page);
    if (status == TACIT_OK)
        status = tacit_release_add(cli->cx, release, path, page.text, page.length);
    tacit_buffer_free(&page);
    return status == TACIT_OK ? tacit_release_commit(cli->cx, release) : status;
}

static tacit_status write_report(tacit_cli *cli, json_t *record, const char *path)
{
    tacit_release *release = NULL;
    TACIT_TRY(add_output(cli, record, path));
    TACIT_TRY(tacit_release_new(cli->cx, path, &release));
    const tacit_status status = fill_report(cli, record, path, release);
    tacit_release_free(release);
    return status;
}

tacit_status tacit_cli_finish(tacit_cli *cli, json_t *record, const char *report)
{
    const tacit_status status = report == NULL ? TACIT_OK : write_report(cli, record, report);
    if (status == TACIT_OK)
        return tacit_cli_show(cli, record);
    json_decref(record);
    return status;
}

static tacit_status set_threads(tacit_cli *cli)
{
    const tacit_given *threads = tacit_cli_option(cli, "threads");
    if (threads == NULL)
        return TACIT_OK;
    if (threads->number < 1 || threads->number > MOST_THREADS)
        return tacit_fail(cli->cx, TACIT_ERR_INPUT,
                          "Option '--threads' needs a whole number from 1 to %d.", MOST_THREADS);
    tacit_pool_set((size_t)threads->number);
    return TACIT_OK;
}

/* Run the command with its progress shown. */
static tacit_status run_shown(tacit_cli *cli)
{
    if (tacit_cli_option(cli, "help") != NULL)
        return tacit_describe_command(cli, cli->command);
    TACIT_TRY(set_threads(cli));
    tacit_bar bar = { 0 };
    if (tacit_cli_option(cli, "quiet") == NULL)
        tacit_bar_start(cli->cx, &bar);
    const tacit_status status = cli->command->run(cli);
    tacit_bar_end(&bar);
    return status;
}

static tacit_status run_watched(tacit_cli *cli)
{
    tacit_watch watch;
    tacit_watch_start(cli->cx, &watch);
    const tacit_status status = run_shown(cli);
    tacit_watch_end(&watch);
    return status;
}

static tacit_status fail_command(tacit_cli *cli, const char *name)
{
    const char *near = tacit_suggest(name, count_commands(), command_word, NULL);
    const char *kind = name[0] == '-' ? "option" : "command";
    if (near != NULL)
        return tacit_fail(cli->cx, TACIT_ERR_INPUT, "Unknown %s '%s'; did you mean '%s'?", kind,
                          name, near);
    return tacit_fail(cli->cx, TACIT_ERR_INPUT, "Unknown %s '%s'; 'tacit help' lists the commands.",
                      kind, name);
}

/* Words go into plans, records and reports, which are UTF-8. */
static tacit_status check_words(tacit_cli *cli, size_t n, char *const *words)
{
    for (size_t i = 0; i < n; i++) {
        json_t *text = json_string(words[i]);
        if (text == NULL)
            return tacit_fail(cli->cx, TACIT_ERR_INPUT, "Argument %zu is not valid UTF-8.", i + 1);
        json_decref(text);
    }
    return TACIT_OK;
}

static tacit_status run_words(tacit_cli *cli, size_t n, char *const *words)
{
    TACIT_TRY(check_words(cli, n, words));
    if (n == 0)
        return tacit_fail(cli->cx, TACIT_ERR_INPUT,
                          "Say what to do, for example 'tacit inspect DATA'; 'tacit help' lists "
                          "the commands.");
    if (strcmp(words[0], "--version") == 0)
        return tacit_buffer_format(cli->cx, &cli->out, "tacit %s\n", TACIT_VERSION);
    if (strcmp(words[0], "--help") == 0 || strcmp(words[0], "-h") == 0)
        return tacit_describe_program(cli);
    cli->command = tacit_command_find(words[0]);
    if (cli->command == NULL)
        return fail_command(cli, words[0]);
    cli->json = tacit_options_json(n - 1, words + 1);
    TACIT_TRY(tacit_options_read(cli, n - 1, words + 1));
    return run_watched(cli);
}

/* Colour is wanted by a terminal unless the user says otherwise (no-color.org). */
static bool wants_colour(void)
{
    const char *no = getenv("NO_COLOR"), *term = getenv("TERM");
    return isatty(STDOUT_FILENO) && (no == NULL || no[0] == '\0') && term != NULL &&
           strcmp(term, "dumb") != 0;
}

int tacit_main(int argc, char **argv)
{
    tacit_output_guard();
    signal(SIGPIPE, SIG_IGN);
    tacit_cli cli = { .cx = tacit_ctx_new(), .colour = wants_colour() };
    if (cli.cx == NULL) {
        fputs("tacit: Memory ran out.\n", stderr);
        return TACIT_EXIT_INTERNAL;
    }
    const size_t n = argc > 1 ? (size_t)argc - 1 : 0;
    const int code = tacit_output_end(&cli, run_words(&cli, n, argv + 1));
    json_decref(cli.record);
    tacit_buffer_free(&cli.out);
    tacit_ctx_free(cli.cx);
    return code;
}
