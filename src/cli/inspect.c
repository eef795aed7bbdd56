/*
 * inspect.c - `tacit inspect`: a profile of every column, with a suggested role.
 */
#include "cli/cli.h"
#include "cli/request.h"

static tacit_status run(tacit_cli *cli)
{
    char *text = NULL;
    json_t *record = NULL;
    TACIT_TRY(tacit_request_text(cli, cli->argument[0], NULL, &text));
    const tacit_request request = tacit_cli_request(cli, "command line", text);
    TACIT_TRY(tacit_run_inspect(cli->cx, &request, &record));
    return tacit_cli_finish(cli, record, tacit_cli_text(cli, "report"));
}

const tacit_command tacit_command_inspect = {
    .name = "inspect",
    .summary = "profile every column and suggest its role",
    .arguments = "DATA",
    .details = "Says for each column its type, how many values are missing and how many are "
               "distinct, suggests a role (identifier, key, sensitive, weight ...) with the "
               "reason, and says how many records are unique on the suggested keys. Nothing is "
               "changed.",
    .options = (const tacit_option[]){ { .name = "report",
                                         .argument = "FILE",
                                         .type = TACIT_OPTION_TEXT,
                                         .help = "write a report in HTML" },
                                       TACIT_DATA_OPTIONS,
                                       TACIT_OPTION_END },
    .examples =
        (const tacit_example[]){
            { "inspect survey.csv", "What is in the file, and what is risky?" },
            { "inspect survey.csv --delimiter ';' --decimal ,", "A file with semicolons." },
            { NULL, NULL },
        },
    .run = run,
};
