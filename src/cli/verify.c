/*
 * verify.c - `tacit verify`: a release against its certificate.
 */
#include "cli/cli.h"
#include "report/line.h"

/* What was checked, one line each. */
static tacit_status put_checks(tacit_cli *cli, const json_t *checks)
{
    TACIT_TRY(tacit_buffer_text(cli->cx, &cli->out, "\nChecks\n"));
    for (size_t i = 0; i < json_array_size(checks); i++) {
        const json_t *check = json_array_get(checks, i);
        const char *what = json_string_value(json_object_get(check, "check"));
        const bool holds = json_is_true(json_object_get(check, "holds"));
        TACIT_TRY(tacit_line_wrap(cli->cx, &cli->out, 7, holds ? "  yes" : "  NO",
                                  what != NULL ? what : ""));
    }
    return TACIT_OK;
}

static tacit_status run(tacit_cli *cli)
{
    const tacit_given *memory = tacit_cli_option(cli, "memory");
    json_t *record = NULL;
    TACIT_TRY(
        tacit_run_verify(cli->cx, cli->argument[0], memory == NULL ? 0 : memory->number, &record));
    cli->unmet = !json_is_true(json_object_get(record, "verified"));
    TACIT_TRY(tacit_cli_show(cli, record));
    if (cli->json || tacit_cli_option(cli, "quiet") != NULL)
        return TACIT_OK;
    return put_checks(cli, json_object_get(record, "checks"));
}

const tacit_command tacit_command_verify = {
    .name = "verify",
    .summary = "check a release against its certificate",
    .arguments = "RELEASE",
    .details = "Checks that the file is the one that was certified, and measures every claimed "
               "guarantee again, without the plan and the original. RELEASE is the protected file, "
               "with its certificate beside it, or the certificate. The exit status is 3 if a "
               "check fails.",
    .options = (const tacit_option[]){ TACIT_OPTION_END },
    .examples =
        (const tacit_example[]){
            { "verify survey-safe.csv", "Check a release that was received." },
            { "verify survey-safe.csv.certificate.json", "The same, by its certificate." },
            { NULL, NULL },
        },
    .run = run,
};
