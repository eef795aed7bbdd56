/*
 * explore.c - `tacit explore`: what a plan could ask for instead, and what that would cost.
 */
#include "cli/cli.h"

/* The sizes and limits that the options name, in scratch memory. */
static tacit_status read_sizes(tacit_cli *cli, tacit_what_if *out)
{
    const tacit_given *given = tacit_cli_option(cli, "k");
    uint64_t *k = NULL;
    const size_t n = given != NULL ? given->n : 0;
    TACIT_TRY(tacit_scratch(cli->cx, n, sizeof *k, &k));
    for (size_t i = 0; i < n; i++) {
        double v = 0.0;
        if (!tacit_parse_real(given->item[i], &v) || !(v >= 1.0 && v <= 1e9) ||
            (double)(uint64_t)v < v)
            return tacit_fail(cli->cx, TACIT_ERR_INPUT,
                              "Option '--k' needs whole numbers from 1 on, with commas between "
                              "them, not '%s'.",
                              given->item[i]);
        k[i] = (uint64_t)v;
    }
    out->k = k;
    out->n_k = n;
    return TACIT_OK;
}

static tacit_status read_limits(tacit_cli *cli, tacit_what_if *out)
{
    const tacit_given *given = tacit_cli_option(cli, "suppression");
    double *limit = NULL;
    const size_t n = given != NULL ? given->n : 0;
    TACIT_TRY(tacit_scratch(cli->cx, n, sizeof *limit, &limit));
    for (size_t i = 0; i < n; i++)
        if (!tacit_parse_real(given->item[i], &limit[i]) || !(limit[i] >= 0.0 && limit[i] <= 1.0))
            return tacit_fail(cli->cx, TACIT_ERR_INPUT,
                              "Option '--suppression' needs shares between 0 and 1, with commas "
                              "between them, not '%s'.",
                              given->item[i]);
    out->limit = limit;
    out->n_limits = n;
    return TACIT_OK;
}

static tacit_status run(tacit_cli *cli)
{
    const tacit_request request = tacit_cli_request(cli, cli->argument[0], NULL);
    tacit_what_if what = { 0 };
    json_t *record = NULL;
    TACIT_TRY(read_sizes(cli, &what));
    TACIT_TRY(read_limits(cli, &what));
    TACIT_TRY(tacit_run_explore(cli->cx, &request, &what, &record));
    return tacit_cli_finish(cli, record, tacit_cli_text(cli, "report"));
}

const tacit_command tacit_command_explore = {
    .name = "explore",
    .summary = "show what other guarantees would cost, before a plan is carried out",
    .arguments = "PLAN",
    .details = "Looks at every choice of levels that the plan's step 'generalize' has, once, and "
               "shows the least loss for each k and each share of records that may be "
               "suppressed; for what the plan itself asks, the best choice, those that come next, "
               "and what one level more or less of each key would change. Nothing is written but "
               "the report.",
    .options =
        (const tacit_option[]){
            { .name = "k",
              .argument = "NUMBERS",
              .type = TACIT_OPTION_LIST,
              .help = "sizes of classes to explore, with commas between them; by default 2 to "
                      "100" },
            { .name = "suppression",
              .argument = "SHARES",
              .type = TACIT_OPTION_LIST,
              .help = "shares of records that may be suppressed, with commas between them; by "
                      "default 0 to 1" },
            { .name = "report",
              .argument = "FILE",
              .type = TACIT_OPTION_TEXT,
              .help = "write a report in HTML" },
            TACIT_OPTION_END },
    .examples =
        (const tacit_example[]){
            { "explore plan.yaml --k 3,5,10 --suppression 0,0.02,0.05",
              "What would three, five or ten alike records cost?" },
            { "explore plan.yaml --report explore.html",
              "The same on a wide grid, with pictures." },
            { NULL, NULL },
        },
    .run = run,
};
