/*
 * fish.c - a completion for fish: a line for each command, option and argument.
 *
 * Texts stand in single quotes, in which fish reads backslashes and quotes only.
 */
#include "cli/generated/generated.h"

static tacit_status put(tacit_cli *cli, const char *text)
{
    return tacit_buffer_text(cli->cx, &cli->out, text);
}

static tacit_status put_quoted(tacit_cli *cli, const char *text)
{
    TACIT_TRY(put(cli, "'"));
    for (; *text != '\0'; text++)
        TACIT_TRY(tacit_buffer_format(cli->cx, &cli->out, "%s%c",
                                      *text == '\'' || *text == '\\' ? "\\" : "", *text));
    return put(cli, "'");
}

/* The options of a command, or those of all if it is NULL. */
static tacit_status put_options(tacit_cli *cli, const char *command, const tacit_option *options)
{
    for (const tacit_option *o = options; o->name != NULL; o++) {
        if (o->hidden)
            continue;
        TACIT_TRY(put(cli, "complete -c tacit"));
        if (command != NULL)
            TACIT_TRY(tacit_buffer_format(cli->cx, &cli->out,
                                          " -n '__fish_seen_subcommand_from %s'", command));
        TACIT_TRY(tacit_buffer_format(cli->cx, &cli->out, " -l %s%s", o->name,
                                      tacit_option_takes_columns(o) ? " -x -a '(__tacit_columns)'"
                                      : o->argument != NULL         ? " -r"
                                                                    : ""));
        TACIT_TRY(put(cli, " -d "));
        TACIT_TRY(put_quoted(cli, o->help));
        TACIT_TRY(put(cli, "\n"));
    }
    return TACIT_OK;
}

static tacit_status put_command(tacit_cli *cli, const tacit_command *c)
{
    TACIT_TRY(tacit_buffer_format(
        cli->cx, &cli->out, "complete -c tacit -n __fish_use_subcommand -f -a %s -d ", c->name));
    TACIT_TRY(put_quoted(cli, c->summary));
    TACIT_TRY(put(cli, "\n"));
    return put_options(cli, c->name, c->options);
}

/* What `help` and `list` can be asked for. */
static tacit_status put_names(tacit_cli *cli)
{
    for (const tacit_catalog *const *c = tacit_catalogs(); *c != NULL; c++) {
        TACIT_TRY(tacit_buffer_format(
            cli->cx, &cli->out,
            "complete -c tacit -n '__fish_seen_subcommand_from list' -f -a %s\n", (*c)->family));
        for (size_t i = 0; i < (*c)->n; i++)
            TACIT_TRY(tacit_buffer_format(
                cli->cx, &cli->out,
                "complete -c tacit -n '__fish_seen_subcommand_from help' -f -a %s\n",
                (*c)->entry[i]->name));
    }
    return TACIT_OK;
}

tacit_status tacit_generate_fish(tacit_cli *cli)
{
    TACIT_TRY(put(cli,
                  "# fish completion for tacit\n"
                  "function __tacit_columns\n"
                  "    set -l word (commandline -ct)\n"
                  "    set -l list (string replace -r '[^,]*$' '' -- $word)\n"
                  "    for file in (commandline -opc)\n"
                  "        if string match -qr '\\.(csv|tsv|txt)$' -- $file; and test -f $file\n"
                  "            head -n 1 -- $file | tr -d '\"\\r' | tr ',;\\t|' "
                  "'\\n\\n\\n\\n' | grep -E '^[A-Za-z0-9_.-]+$' | "
                  "string replace -r '^' \"$list\"\n"
                  "            return\n"
                  "        end\n"
                  "    end\n"
                  "end\n"));
    for (const tacit_command *c = cli->commands; c->name != NULL; c++)
        TACIT_TRY(put_command(cli, c));
    TACIT_TRY(put_options(cli, NULL, TACIT_COMMON_OPTIONS));
    return put_names(cli);
}
