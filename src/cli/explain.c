/*
 * explain.c - `tacit explain`: why each key had to be generalised.
 */
#include "cli/cli.h"

static tacit_status run(tacit_cli *cli)
{
    const tacit_request request = tacit_cli_request(cli, cli->argument[0], NULL);
    json_t *record = NULL;
    TACIT_TRY(tacit_run_explain(cli->cx, &request, &record));
    return tacit_cli_finish(cli, record, tacit_cli_text(cli, "report"));
}

const tacit_command tacit_command_explain = {
    .name = "explain",
    .summary = "say why each key has to be generalised as far as it is",
    .arguments = "PLAN",
    .details = "For each key that the plan's step 'generalize' would generalise, says what keeps "
               "it from a lower level: too many records would stay at risk whatever the other "
               "keys are, or other keys would have to go up and the loss would be larger. All "
               "choices of levels are looked at. Nothing is written but the report.",
    .options = (const tacit_option[]){ { .name = "report",
                                         .argument = "FILE",
                                         .type = TACIT_OPTION_TEXT,
                                         .help = "write a report in HTML" },
                                       TACIT_OPTION_END },
    .examples =
        (const tacit_example[]){
            { "explain plan.yaml", "Why is each key generalised as far as it is?" },
            { NULL, NULL },
        },
    .run = run,
};
