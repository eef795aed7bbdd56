/*
 * help.c - `tacit help`: explains commands and everything that a plan can name.
 *
 * Hidden options generate the manual page, the completion of the shell and the tables in
 * docs/ from the same tables of commands and catalogs.
 */
#include "cli/cli.h"

#include <string.h>

#include "cli/describe.h"
#include "cli/generated/generated.h"

/* What can be explained: commands, then families, then entries. */
static const char *help_word(const void *user, size_t i)
{
    const tacit_cli *cli = user;
    for (const tacit_command *c = cli->commands; c->name != NULL; c++, i--)
        if (i == 0)
            return c->name;
    for (const tacit_catalog *const *c = tacit_catalogs(); *c != NULL; c++) {
        if (i == 0)
            return (*c)->family;
        i--;
        if (i < (*c)->n)
            return (*c)->entry[i]->name;
        i -= (*c)->n;
    }
    return NULL;
}

static size_t count_words(const tacit_cli *cli)
{
    size_t n = 0;
    while (help_word(cli, n) != NULL)
        n++;
    return n;
}

static tacit_status explain(tacit_cli *cli, const char *name)
{
    const tacit_command *command = tacit_command_find(cli, name);
    const tacit_catalog *catalog = tacit_describe_family(name);
    bool found = false;
    if (command != NULL)
        return tacit_describe_command(cli, command);
    if (catalog != NULL)
        return tacit_describe_catalogs(cli, catalog);
    TACIT_TRY(tacit_describe_entries(cli, name, &found));
    if (found)
        return TACIT_OK;
    const char *near = tacit_suggest(name, count_words(cli), help_word, cli);
    if (near != NULL)
        return tacit_fail(cli->cx, TACIT_ERR_INPUT, "Nothing is called '%s'; did you mean '%s'?",
                          name, near);
    return tacit_fail(cli->cx, TACIT_ERR_INPUT,
                      "Nothing is called '%s'; 'tacit help' lists the commands and 'tacit list' "
                      "everything that a plan can name.",
                      name);
}

static tacit_status complete(tacit_cli *cli, const char *shell)
{
    if (strcmp(shell, "bash") == 0)
        return tacit_generate_bash(cli);
    if (strcmp(shell, "zsh") == 0)
        return tacit_generate_zsh(cli);
    if (strcmp(shell, "fish") == 0)
        return tacit_generate_fish(cli);
    return tacit_fail(cli->cx, TACIT_ERR_INPUT, "Option '--completion' knows bash, zsh and fish.");
}

static tacit_status run(tacit_cli *cli)
{
    const char *shell = tacit_cli_text(cli, "completion");
    const char *name = cli->n_arguments > 0 ? cli->argument[0] : NULL;
    if (tacit_cli_option(cli, "man") != NULL)
        return tacit_generate_manual(cli);
    if (shell != NULL)
        return complete(cli, shell);
    if (tacit_cli_option(cli, "markdown") != NULL)
        return tacit_generate_markdown(cli, name);
    return name == NULL ? tacit_describe_program(cli) : explain(cli, name);
}

const tacit_command tacit_command_help = {
    .name = "help",
    .summary = "explain a command, a method, a model, a measure ...",
    .arguments = "[NAME]",
    .details = "Without a name: the commands. With the name of a command: its options. With the "
               "name of something that 'tacit list' shows: what it does, its parameters with their "
               "defaults and ranges, and the publication that defines it.",
    .options =
        (const tacit_option[]){ { .name = "man", .help = "print the manual page", .hidden = true },
                                { .name = "completion",
                                  .argument = "SHELL",
                                  .type = TACIT_OPTION_TEXT,
                                  .help = "print the completion for bash, zsh or fish" },
                                { .name = "markdown",
                                  .help = "print the generated part of a page in docs",
                                  .hidden = true },
                                TACIT_OPTION_END },
    .examples =
        (const tacit_task_example[]){
            { "help protect", "Explain a command." },
            { "help k_anonymity", "Explain a model: parameters, definition, source." },
            { NULL, NULL },
        },
    .run = run,
};
