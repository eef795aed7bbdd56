/*
 * compare.c - `tacit compare`: a protected file against its original.
 */
#include "cli/cli.h"
#include "cli/request.h"

static tacit_status run(tacit_cli *cli)
{
    char *text = NULL;
    json_t *record = NULL;
    TACIT_TRY(tacit_request_text(cli, cli->argument[0], &text));
    const tacit_request request = tacit_cli_request(cli, "command line", text);
    TACIT_TRY(tacit_run_compare(cli->cx, &request, cli->argument[1], &record));
    return tacit_cli_finish(cli, record, tacit_cli_text(cli, "report"));
}

const tacit_command tacit_command_compare = {
    .name = "compare",
    .summary = "compare a protected file with its original, whoever made it",
    .arguments = "ORIGINAL PROTECTED",
    .details = "Says how means, variances, correlations and distributions differ between the two "
               "files, and with --key how the disclosure risk does. Columns are matched by their "
               "names; rows need not correspond.",
    .options = (const tacit_option[]){ TACIT_ROLE_OPTIONS,
                                       { .name = "report",
                                         .argument = "FILE",
                                         .type = TACIT_OPTION_TEXT,
                                         .help = "write a report in HTML" },
                                       TACIT_DATA_OPTIONS,
                                       TACIT_OPTION_END },
    .examples =
        (const tacit_example[]){
            { "compare survey.csv survey-safe.csv", "What did the protection cost?" },
            { "compare survey.csv survey-safe.csv --key region,age,sex --report compare.html",
              "And what did it bring? With a report." },
            { NULL, NULL },
        },
    .run = run,
};
