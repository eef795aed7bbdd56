/*
 * version.c - `tacit version`.
 */
#include "base/result.h"
#include "base/version.h"
#include "cli/cli.h"

static tacit_status run(tacit_cli *cli)
{
    cli->record = json_pack("{s:s}", "version", TACIT_VERSION);
    if (cli->record == NULL)
        return tacit_fail_memory(cli->cx);
    return tacit_buffer_format(cli->cx, &cli->out, "tacit %s\n", TACIT_VERSION);
}

const tacit_command tacit_command_version = {
    .name = "version",
    .summary = "say which version this is",
    .arguments = "",
    .details = "Prints the version, as --version does. With --json, as an object.",
    .options = (const tacit_option[]){ TACIT_OPTION_END },
    .examples =
        (const tacit_task_example[]){
            { "version", "Which version is this?" },
            { NULL, NULL },
        },
    .run = run,
};
