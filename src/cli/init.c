/*
 * init.c - `tacit init`: a commented plan to start from.
 */
#include "cli/cli.h"

#include <unistd.h>

#include "base/result.h"
#include "cli/request.h"

static tacit_status write_plan(tacit_cli *cli, const tacit_buffer *plan, const char *path)
{
    tacit_release *release = NULL;
    TACIT_TRY(tacit_release_new(cli->cx, NULL, &release));
    tacit_status status = tacit_release_add(cli->cx, release, path, plan->text, plan->length);
    if (status == TACIT_OK)
        status = tacit_release_commit(cli->cx, release);
    tacit_release_free(release);
    return status;
}

/* Hand the plan over: to a file, to the record, or to standard output. */
static tacit_status give_plan(tacit_cli *cli, const tacit_buffer *plan, json_t *record)
{
    const char *path = tacit_cli_text(cli, "output");
    if (path != NULL)
        TACIT_TRY(write_plan(cli, plan, path));
    TACIT_TRY(tacit_json_put(cli->cx, record, "command", json_string("init")));
    TACIT_TRY(tacit_json_put(cli->cx, record, "plan_text", json_string(plan->text)));
    if (path == NULL)
        return tacit_buffer_bytes(cli->cx, &cli->out, plan->text, plan->length);
    TACIT_TRY(tacit_json_put(cli->cx, record, "outputs",
                             json_pack("[{s:s,s:s}]", "kind", "plan", "path", path)));
    if (tacit_cli_option(cli, "quiet") != NULL)
        return TACIT_OK;
    return tacit_buffer_format(cli->cx, &cli->out,
                               "Wrote a plan to %s. Read it, change what is wrong, then run: "
                               "tacit protect %s\n",
                               path, path);
}

static tacit_status run(tacit_cli *cli)
{
    const char *path = tacit_cli_text(cli, "output");
    if (path != NULL && tacit_cli_option(cli, "force") == NULL && access(path, F_OK) == 0)
        return tacit_fail(cli->cx, TACIT_ERR_INPUT,
                          "%s is there already; give another name, or --force to replace it.",
                          path);
    char *text = NULL;
    tacit_buffer plan = { 0 };
    TACIT_TRY(tacit_request_text(cli, cli->argument[0], NULL, &text));
    const tacit_request request = tacit_cli_request(cli, "command line", text);
    TACIT_TRY(tacit_run_inspect(cli->cx, &request, &cli->record));
    tacit_status status = tacit_init_plan(cli->cx, cli->record, &plan);
    if (status == TACIT_OK)
        status = give_plan(cli, &plan, cli->record);
    tacit_buffer_free(&plan);
    return status;
}

const tacit_command tacit_command_init = {
    .name = "init",
    .summary = "write a commented plan to start from",
    .arguments = "DATA",
    .details = "Inspects the data and writes a plan with the suggested roles, the steps that "
               "usually come first, and comments. A file that is there already is kept unless "
               "--force is given.",
    .options =
        (const tacit_option[]){
            { .name = "output",
              .argument = "FILE",
              .type = TACIT_OPTION_TEXT,
              .help = "the plan to write; standard output if not given" },
            { .name = "force", .help = "replace the file if it is there already" },
            TACIT_DATA_OPTIONS,
            TACIT_OPTION_END },
    .examples =
        (const tacit_example[]){
            { "init survey.csv --output plan.yaml", "Start a plan for a file." },
            { "init survey.csv", "Show it only." },
            { NULL, NULL },
        },
    .run = run,
};
