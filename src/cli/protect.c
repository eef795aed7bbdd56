/*
 * protect.c - `tacit protect`: carry a plan out.
 */
#include "api/publish.h"
#include "cli/cli.h"

/* A seed that the system drew is told, or the run could never be repeated; one that the
 * user gave is not, because logs are read by others. */
static tacit_status tell_seed(tacit_cli *cli, const json_t *record)
{
    const json_t *secret = json_object_get(record, "secret");
    const bool drawn = json_is_true(json_object_get(secret, "drawn"));
    if (!drawn || cli->json || tacit_cli_option(cli, "quiet") != NULL)
        return TACIT_OK;
    return tacit_buffer_format(cli->cx, &cli->out,
                               "\nSeed\n  %s\n  It was drawn for this run. Keep it to repeat the "
                               "run, and keep it secret: with it the noise can be\n  taken off "
                               "again.\n",
                               json_string_value(json_object_get(secret, "seed")));
}

static tacit_status run(tacit_cli *cli)
{
    tacit_request request = tacit_cli_request(cli, cli->argument[0], NULL);
    json_t *record = NULL;
    request.output = tacit_cli_text(cli, "output");
    request.report = tacit_cli_text(cli, "report");
    TACIT_TRY(tacit_publish(cli->cx, &request, &record));
    cli->unmet = json_is_false(json_object_get(record, "released"));
    TACIT_TRY(tacit_cli_show(cli, record));
    return tell_seed(cli, record);
}

const tacit_command tacit_command_protect = {
    .name = "protect",
    .summary = "carry out a plan: mask, check the guarantees, write, report",
    .arguments = "PLAN",
    .details = "Reads the data that the plan names, carries out its steps, and measures the "
               "required guarantees on the result. If all hold, it writes the protected data with "
               "its certificate and the report. If one does not hold, no data is written, the "
               "report says why, and the exit status is 3. Outputs appear under their names only "
               "when they are complete.",
    .options =
        (const tacit_option[]){
            { .name = "output",
              .argument = "FILE",
              .type = TACIT_OPTION_TEXT,
              .help = "where to write the protected data, instead of where the plan says" },
            { .name = "report",
              .argument = "FILE",
              .type = TACIT_OPTION_TEXT,
              .help = "where to write the report, instead of where the plan says" },
            TACIT_OPTION_END },
    .examples =
        (const tacit_example[]){
            { "protect plan.yaml", "Carry a plan out." },
            { "protect plan.yaml --output safe.parquet --report safe.html",
              "The same with other outputs." },
            { NULL, NULL },
        },
    .run = run,
};
