/*
 * command.c - the commands: every task, and list, help and version.
 */
#include "cli/cli.h"
#include "cli/request/request.h"
#include "base/result.h"
#include "report/text/text.h"

/* Show what the task found: nothing but an answer that is nowhere else with --quiet. */
static tacit_status show(tacit_cli *cli)
{
    const bool quiet = tacit_cli_option(cli, "quiet") != NULL;
    const bool written = json_array_size(json_object_get(cli->record, "outputs")) > 0;
    const bool answer = json_object_get(cli->record, "says") != NULL && !written;
    if (cli->json || (quiet && !answer))
        return TACIT_OK;
    (void)json_object_del(cli->record, "warnings"); /* these go to standard error */
    const tacit_screen screen = { .ink = cli->colour ? TACIT_INK_COLOUR : TACIT_INK_PLAIN,
                                  .width = cli->width };
    return tacit_report_text_on(cli->cx, cli->record, &screen, &cli->out);
}

/* What became of each line of a batch file: a part of the record, and lines before its text. */
static tacit_status tell_batch(tacit_cli *cli)
{
    const bool quiet = cli->json || tacit_cli_option(cli, "quiet") != NULL;
    json_t *line = NULL;
    size_t i = 0;
    if (cli->batch == NULL)
        return TACIT_OK;
    json_array_foreach(quiet ? NULL : cli->batch, i, line)
        TACIT_TRY(tacit_buffer_format(cli->cx, &cli->out, "%4lld  %s: %s: %s\n",
                                      json_integer_value(json_object_get(line, "line")),
                                      json_string_value(json_object_get(line, "command")),
                                      json_string_value(json_object_get(line, "outcome")),
                                      json_string_value(json_object_get(line, "says"))));
    if (!quiet)
        TACIT_TRY(tacit_buffer_text(cli->cx, &cli->out, "\n"));
    return tacit_json_put(cli->cx, cli->record, "batch", json_incref(cli->batch));
}

static tacit_status run_task(tacit_cli *cli)
{
    const tacit_given *memory = tacit_cli_option(cli, "memory");
    TACIT_TRY(tacit_standard_new(cli->cx, &cli->standard));
    tacit_run_spec spec = { .tasks = &tacit_task_catalog,
                            .task = cli->command->task,
                            .memory = memory == NULL ? 0 : memory->number,
                            .standard = cli->standard,
                            .fetch = tacit_cli_option(cli, "fetch") != NULL,
                            .force = tacit_cli_option(cli, "force") != NULL,
                            .dry = tacit_cli_option(cli, "dry-run") != NULL };
    tacit_verdict verdict = TACIT_VERDICT_NONE;
    char *text = NULL;
    TACIT_TRY(tacit_request_plan(cli, &spec.file, &text));
    spec.text = text;
    if (tacit_cli_option(cli, "print-plan") != NULL)
        return tacit_buffer_text(cli->cx, &cli->out, text);
    TACIT_TRY(tacit_task_run(cli->cx, &spec, &verdict, &cli->record));
    cli->unmet = verdict == TACIT_VERDICT_FAILS;
    TACIT_TRY(tell_batch(cli));
    return show(cli);
}

static tacit_status make_command(tacit_ctx *cx, const tacit_task *task, tacit_command *out)
{
    *out = (tacit_command){ .name = task->section.about.name,
                            .summary = task->section.about.summary,
                            .arguments = task->arguments,
                            .details = task->details,
                            .examples = task->examples,
                            .task = task,
                            .run = run_task };
    return tacit_request_options(cx, task, &out->options);
}

tacit_status tacit_commands_make(tacit_ctx *cx, const tacit_command **out)
{
    const size_t n = tacit_task_catalog.n;
    tacit_command *all = NULL;
    TACIT_TRY(tacit_scratch(cx, n + 4, sizeof *all, &all));
    for (size_t i = 0; i < n; i++)
        TACIT_TRY(make_command(cx, (const void *)tacit_task_catalog.entry[i], &all[i]));
    all[n] = tacit_command_list;
    all[n + 1] = tacit_command_help;
    all[n + 2] = tacit_command_version;
    *out = all;
    return TACIT_OK;
}
