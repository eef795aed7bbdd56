/*
 * measure.c - `tacit measure`: anonymity models and disclosure risk of data as it is.
 */
#include "cli/cli.h"
#include "cli/request.h"

static tacit_status run(tacit_cli *cli)
{
    tacit_request request = { 0 };
    json_t *record = NULL;
    const char *report = tacit_cli_text(cli, "report");
    TACIT_TRY(tacit_request_make(cli, NULL, &request));
    request.records = tacit_cli_text(cli, "records");
    TACIT_TRY(tacit_run_measure(cli->cx, &request, &record));
    cli->unmet = json_is_false(json_object_get(record, "holds"));
    return tacit_cli_finish(cli, record, report);
}

const tacit_command tacit_command_measure = {
    .name = "measure",
    .summary = "measure anonymity and disclosure risk of data as it is",
    .arguments = "DATA|PLAN",
    .details = "Counts how many records share their key values, and reports the risk of "
               "re-identification that follows. With --k or --model it also checks a guarantee: "
               "the exit status is 3 if it does not hold. Instead of data and options, a plan "
               "(.yaml) can be given; its steps are not carried out. Nothing is changed.",
    .options =
        (const tacit_option[]){
            TACIT_ROLE_OPTIONS,
            { .name = "k",
              .argument = "K",
              .type = TACIT_OPTION_COUNT,
              .help = "require k-anonymity: at least K records share each key combination" },
            { .name = "model",
              .argument = "MODEL",
              .type = TACIT_OPTION_TEXTS,
              .help = "require a model, as NAME or 'NAME:{parameter: value}'; may be repeated" },
            TACIT_MEASURE_OPTIONS,
            { .name = "report",
              .argument = "FILE",
              .type = TACIT_OPTION_TEXT,
              .help = "write a report in HTML" },
            { .name = "records",
              .argument = "FILE",
              .type = TACIT_OPTION_TEXT,
              .help = "write the risk of each record, for the custodian alone" },
            TACIT_DATA_OPTIONS,
            TACIT_OPTION_END },
    .examples =
        (const tacit_example[]){
            { "measure survey.csv --key region,age,sex",
              "How many people stand out by region, age and sex?" },
            { "measure survey.csv --key region,age,sex --k 5",
              "The same, and fail with status 3 if fewer than 5 share a combination." },
            { "measure plan.yaml --json", "What the plan measures, for a program." },
            { NULL, NULL },
        },
    .run = run,
};
