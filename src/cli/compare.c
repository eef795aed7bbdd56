/*
 * compare.c - `tacit compare`: a protected file against its original.
 */
#include "cli/cli.h"
#include "cli/request.h"

static tacit_status run(tacit_cli *cli)
{
    tacit_request request = { 0 };
    json_t *record = NULL;
    const tacit_other other = {
        .uri = cli->argument[1],
        .map = tacit_request_names(cli, "map"),
        .by = tacit_request_names(cli, "by"),
        .independent = tacit_cli_option(cli, "independent") != NULL,
    };
    if (other.by.n > 0 && other.independent)
        return tacit_fail(
            cli->cx, TACIT_ERR_INPUT,
            "Option '--by' says that rows correspond and '--independent' that they do "
            "not; give one of them.");
    TACIT_TRY(tacit_request_make(cli, NULL, &request));
    TACIT_TRY(tacit_run_compare(cli->cx, &request, &other, &record));
    return tacit_cli_finish(cli, record, tacit_cli_text(cli, "report"));
}

const tacit_command tacit_command_compare = {
    .name = "compare",
    .summary = "compare a protected file with its original, whoever made it",
    .arguments = "ORIGINAL|PLAN PROTECTED",
    .details =
        "Says what the protection cost: how means, correlations, distributions and tables differ "
        "between the two files; and what an attacker would still find: which records can be linked "
        "to the original, and what can be inferred from them. With --key also the risk of both "
        "files by their keys. Columns are matched by their names (--map tells others apart). Rows "
        "are taken to correspond in their order if both files have as many; --by aligns them, "
        "--independent says that they do not correspond, as in synthetic data.",
    .options = (const tacit_option[]){ TACIT_ROLE_OPTIONS,
                                       { .name = "by",
                                         .argument = "COLUMNS",
                                         .type = TACIT_OPTION_LIST,
                                         .help = "columns that tell which rows correspond" },
                                       { .name = "map",
                                         .argument = "A=B",
                                         .type = TACIT_OPTION_LIST,
                                         .help = "column A of the original is column B of the "
                                                 "protected file; may be repeated" },
                                       { .name = "independent",
                                         .help = "rows do not correspond, as in synthetic data" },
                                       { .name = "control",
                                         .argument = "FILE",
                                         .type = TACIT_OPTION_TEXT,
                                         .help = "records of other persons, to tell what is learnt "
                                                 "about a person from what is learnt about all" },
                                       TACIT_MEASURE_OPTIONS,
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
            { "compare survey.csv survey-safe.csv --measure 'propensity:{permutations: 20}'",
              "One measure alone, with its parameters." },
            { NULL, NULL },
        },
    .run = run,
};
