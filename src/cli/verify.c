/*
 * verify.c - `tacit verify`: a release against its certificate.
 */
#include "cli/cli.h"

static tacit_status run(tacit_cli *cli)
{
    const tacit_given *memory = tacit_cli_option(cli, "memory");
    json_t            *record = NULL;
    TACIT_TRY(tacit_run_verify(cli->cx, cli->argument[0], memory == NULL ? 0 : memory->number,
                               &record));
    cli->unmet = json_is_false(json_object_get(record, "verified"));
    return tacit_cli_show(cli, record);
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
