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
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/pool.h"
#include "base/result.h"
#include "cli/describe.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/watch.h"

enum { MOST_THREADS = 1024 };

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
    { .name = "fetch",
      .help = "fetch all records of a table on a server where they are needed, however many" },
    { .name = "force",
      .help = "replace outputs that exist and are not results of tacit; never inputs" },
    { .name = "help", .help = "say what the command does, and its options" },
    TACIT_OPTION_END
};

static size_t count_commands(const tacit_cli *cli)
{
    size_t n = 0;
    while (cli->commands[n].name != NULL)
        n++;
    return n;
}

static const char *command_word(const void *user, size_t i)
{
    const tacit_cli *cli = user;
    return cli->commands[i].name;
}

const tacit_command *tacit_command_find(const tacit_cli *cli, const char *name)
{
    for (const tacit_command *c = cli->commands; c->name != NULL; c++)
        if (strcmp(c->name, name) == 0)
            return c;
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

static tacit_status set_threads(tacit_cli *cli)
{
    const tacit_given *threads = tacit_cli_option(cli, "threads");
    if (threads == NULL)
        return TACIT_OK;
    if (threads->number < 1 || threads->number > MOST_THREADS)
        return tacit_fail(cli->cx, TACIT_ERR_INPUT,
                          "Option '--threads' needs a whole number from 1 to %d.", MOST_THREADS);
    tacit_ctx_threads(cli->cx, (size_t)threads->number);
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
    tacit_ctx_on_words(cli->cx, tacit_output_words, cli);
    const size_t before = tacit_pool_enter(cli->cx);
    const tacit_status status = cli->command->run(cli);
    tacit_pool_leave(before);
    tacit_bar_end(&bar);
    return status;
}

static tacit_status run_watched(tacit_cli *cli)
{
    tacit_watch watch;
    tacit_watch_start(cli->cx, cli->json, &watch);
    const tacit_status status = run_shown(cli);
    tacit_watch_end(&watch);
    return status;
}

static tacit_status fail_command(tacit_cli *cli, const char *name)
{
    const char *near = tacit_suggest(name, count_commands(cli), command_word, cli);
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
    TACIT_TRY(tacit_commands_make(cli->cx, &cli->commands));
    if (n == 0)
        return tacit_fail(cli->cx, TACIT_ERR_INPUT,
                          "Say what to do, for example 'tacit inspect DATA'; 'tacit help' lists "
                          "the commands.");
    if (strcmp(words[0], "--version") == 0)
        return tacit_buffer_format(cli->cx, &cli->out, "tacit %s\n", TACIT_VERSION);
    if (strcmp(words[0], "--help") == 0 || strcmp(words[0], "-h") == 0)
        return tacit_describe_program(cli);
    cli->command = tacit_command_find(cli, words[0]);
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

/* Columns of the terminal that standard output is; 0 if it is none.  COLUMNS, where a shell hands
 * it on, says how many there are to be. */
static size_t find_width(void)
{
    const char *said = getenv("COLUMNS");
    struct winsize size = { 0 };
    size_t n = 0;
    for (; said != NULL && *said >= '0' && *said <= '9' && n < 10000; said++)
        n = 10 * n + (size_t)(*said - '0');
    if (n > 0)
        return n;
    return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

int tacit_main(int argc, char **argv)
{
    tacit_output_guard();
    signal(SIGPIPE, SIG_IGN); /* a closed pipe and a limit on files are failures to write */
    signal(SIGXFSZ, SIG_IGN);
    tacit_cli cli = { .cx = tacit_ctx_new(), .colour = wants_colour(), .width = find_width() };
    if (cli.cx == NULL) {
        fputs("tacit: Memory ran out.\n", stderr);
        return TACIT_EXIT_INTERNAL;
    }
    const size_t n = argc > 1 ? (size_t)argc - 1 : 0;
    const int code = tacit_output_end(&cli, run_words(&cli, n, argv + 1));
    tacit_standard_free(cli.standard);
    json_decref(cli.record);
    json_decref(cli.batch);
    tacit_buffer_free(&cli.out);
    tacit_ctx_free(cli.cx);
    return code;
}
