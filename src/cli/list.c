/*
 * list.c - `tacit list`: everything that a plan can name.
 */
#include "cli/cli.h"

#include "cli/describe.h"

static const char *family_word(const void *user, size_t i)
{
    (void)user;
    return tacit_catalogs()[i]->family;
}

static size_t count_families(void)
{
    size_t n = 0;
    while (tacit_catalogs()[n] != NULL)
        n++;
    return n;
}

static tacit_status fail_family(tacit_cli *cli, const char *name)
{
    const char *near = tacit_suggest(name, count_families(), family_word, NULL);
    if (near != NULL)
        return tacit_fail(cli->cx, TACIT_ERR_INPUT, "Unknown family '%s'; did you mean '%s'?", name,
                          near);
    char *all = NULL;
    TACIT_TRY(tacit_scratch_text(cli->cx, "", &all));
    for (size_t i = 0; i < count_families(); i++)
        TACIT_TRY(tacit_scratch_format(cli->cx, &all, "%s%s%s", all, i > 0 ? ", " : "",
                                       family_word(NULL, i)));
    return tacit_fail(cli->cx, TACIT_ERR_INPUT, "Unknown family '%s'; it can be %s.", name, all);
}

static tacit_status run(tacit_cli *cli)
{
    const tacit_catalog *only = NULL;
    if (cli->n_arguments > 0) {
        only = tacit_describe_family(cli->argument[0]);
        if (only == NULL)
            return fail_family(cli, cli->argument[0]);
    }
    return tacit_describe_catalogs(cli, only);
}

const tacit_command tacit_command_list = {
    .name = "list",
    .summary = "list methods, models, measures, hierarchies and engines",
    .arguments = "[FAMILY]",
    .details = "Lists everything that a plan can name, or one family of it: method, model, risk, "
               "utility, hierarchy, engine. 'tacit help NAME' explains one of them.",
    .options = (const tacit_option[]){ TACIT_OPTION_END },
    .examples =
        (const tacit_task_example[]){
            { "list", "List everything." },
            { "list methods", "List the masking methods." },
            { "list --json", "The same for a program, with all parameters." },
            { NULL, NULL },
        },
    .run = run,
};
