/*
 * link.c - `tacit link`: records of two files that belong together, or duplicates in one.
 */
#include <string.h>

#include "base/result.h"
#include "cli/cli.h"
#include "cli/request.h"

/* Put the linker that the options ask for into the plan. */
static tacit_status put_linker(tacit_cli *cli, json_t *plan)
{
    const char *how = tacit_cli_text(cli, "how");
    const tacit_given *on = tacit_cli_option(cli, "on");
    json_t *link = json_object();
    TACIT_TRY(tacit_json_put(cli->cx, plan, "link", link));
    TACIT_TRY(tacit_request_named(cli, "how", how != NULL ? how : "distance", link));
    if (on == NULL)
        return TACIT_OK;
    json_t *parameters = json_object_iter_value(json_object_iter(link)), *columns = json_array();
    if (json_object_get(parameters, "columns") != NULL)
        return tacit_fail(cli->cx, TACIT_ERR_INPUT,
                          "The columns are given twice: by '--on' and by '--how'.");
    TACIT_TRY(tacit_json_put(cli->cx, parameters, "columns", columns));
    for (size_t i = 0; i < on->n; i++)
        TACIT_TRY(tacit_json_add(cli->cx, columns, json_string(on->item[i])));
    return TACIT_OK;
}

static tacit_status run(tacit_cli *cli)
{
    tacit_request request = { 0 };
    json_t *record = NULL;
    const tacit_other other = {
        .uri = cli->n_arguments > 1 ? cli->argument[1] : NULL,
        .map = tacit_request_names(cli, "map"),
        .truth = tacit_cli_text(cli, "truth"),
        .output = tacit_cli_text(cli, "output"),
    };
    TACIT_TRY(tacit_request_make(cli, put_linker, &request));
    request.output = NULL;
    TACIT_TRY(tacit_run_link(cli->cx, &request, &other, &record));
    return tacit_cli_finish(cli, record, tacit_cli_text(cli, "report"));
}

const tacit_command tacit_command_link = {
    .name = "link",
    .summary = "link the records of two files, or find duplicates in one",
    .arguments = "A|PLAN [B]",
    .details =
        "Finds for each record of A the record of B that seems to belong to the same person, by "
        "distance or by probability. With one file only, finds pairs of its records that seem to "
        "be the same. With --truth it also says how many links are right. The links name records: "
        "they are for the custodian alone.",
    .options =
        (const tacit_option[]){
            { .name = "on",
              .argument = "COLUMNS",
              .type = TACIT_OPTION_LIST,
              .help = "columns to compare; by default all that both files have" },
            { .name = "how",
              .argument = "LINKER",
              .type = TACIT_OPTION_TEXT,
              .help = "distance or probabilistic, or 'NAME:{parameter: value}'; distance if not "
                      "given" },
            { .name = "map",
              .argument = "A=B",
              .type = TACIT_OPTION_LIST,
              .help = "column A of the first file is column B of the second; may be repeated" },
            { .name = "truth",
              .argument = "COLUMN",
              .type = TACIT_OPTION_TEXT,
              .help = "column in both files whose equality makes a true pair" },
            { .name = "output",
              .argument = "FILE",
              .type = TACIT_OPTION_TEXT,
              .help = "write the links, with the numbers of their records" },
            { .name = "report",
              .argument = "FILE",
              .type = TACIT_OPTION_TEXT,
              .help = "write a report in HTML" },
            TACIT_DATA_OPTIONS,
            TACIT_OPTION_END },
    .examples =
        (const tacit_example[]){
            { "link survey.csv survey-safe.csv --on age,income,spending --output links.csv",
              "Which protected record is nearest to each original one?" },
            { "link survey.csv survey-safe.csv --how 'probabilistic:{columns: [age, sex]}'",
              "The same by agreement patterns, after Fellegi and Sunter." },
            { NULL, NULL },
        },
    .run = run,
};
