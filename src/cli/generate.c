/*
 * generate.c - `tacit generate`: example data of any size.
 */
#include "cli/cli.h"

#include "report/format.h"

enum { USUAL_ROWS = 5000, USUAL_SEED = 1 };

static tacit_status run(tacit_cli *cli)
{
    const tacit_given *rows = tacit_cli_option(cli, "rows"), *seed = tacit_cli_option(cli, "seed");
    const char *output = tacit_cli_text(cli, "output");
    const uint64_t n = rows == NULL ? USUAL_ROWS : rows->number;
    if (output == NULL)
        return tacit_fail(cli->cx, TACIT_ERR_INPUT,
                          "tacit generate needs '--output FILE', such as survey.csv or "
                          "survey.parquet.");
    TACIT_TRY(tacit_run_generate(cli->cx, cli->argument[0], n,
                                 seed == NULL ? USUAL_SEED : seed->number, output, &cli->record));
    if (cli->json || tacit_cli_option(cli, "quiet") != NULL)
        return TACIT_OK;
    return tacit_buffer_format(cli->cx, &cli->out, "Wrote %s records to %s.\n",
                               tacit_format_count((double)n).text, output);
}

const tacit_command tacit_command_generate = {
    .name = "generate",
    .summary = "make example data of any size",
    .arguments = "survey",
    .details = "Makes up a household survey that looks like real life: persons in households in "
               "regions, with identifiers, keys, money, sampling weights and missing values. The "
               "same seed gives the same bytes. The ending of the output says the format.",
    .options = (const tacit_option[]){ { .name = "rows",
                                         .argument = "N",
                                         .type = TACIT_OPTION_COUNT,
                                         .help = "number of persons; 5000 if not given" },
                                       { .name = "output",
                                         .argument = "FILE",
                                         .type = TACIT_OPTION_TEXT,
                                         .help = "the file to write" },
                                       TACIT_OPTION_END },
    .examples =
        (const tacit_example[]){
            { "generate survey --output survey.csv", "A survey to try things on." },
            { "generate survey --rows 10000000 --seed 7 --output big.parquet",
              "A large one, from another seed." },
            { NULL, NULL },
        },
    .run = run,
};
