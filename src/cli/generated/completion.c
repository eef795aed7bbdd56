/*
 * completion.c - a completion for bash, which zsh can use too.
 *
 * The script holds the names of commands, options, families and entries; where none of
 * them fits it offers file names.  After an option that takes columns it offers the names in the
 * first line of the text file that the command is about, those that need no quotes.
 */
#include "cli/generated/generated.h"

#include <string.h>

#include "cli/request/request.h"

static tacit_status put(tacit_cli *cli, const char *text)
{
    return tacit_buffer_text(cli->cx, &cli->out, text);
}

static tacit_status put_options(tacit_cli *cli, const tacit_option *options)
{
    for (const tacit_option *o = options; o->name != NULL; o++)
        if (!o->hidden)
            TACIT_TRY(tacit_buffer_format(cli->cx, &cli->out, " --%s", o->name));
    return TACIT_OK;
}

static tacit_status put_commands(tacit_cli *cli)
{
    for (const tacit_command *c = cli->commands; c->name != NULL; c++)
        TACIT_TRY(tacit_buffer_format(cli->cx, &cli->out, " %s", c->name));
    return TACIT_OK;
}

static tacit_status put_families(tacit_cli *cli)
{
    for (const tacit_catalog *const *c = tacit_catalogs(); *c != NULL; c++)
        TACIT_TRY(tacit_buffer_format(cli->cx, &cli->out, " %s", (*c)->family));
    return TACIT_OK;
}

static tacit_status put_entries(tacit_cli *cli)
{
    for (const tacit_catalog *const *c = tacit_catalogs(); *c != NULL; c++)
        for (size_t i = 0; i < (*c)->n; i++)
            TACIT_TRY(tacit_buffer_format(cli->cx, &cli->out, " %s", (*c)->entry[i]->name));
    return TACIT_OK;
}

/* The branch of the script that knows the options of a command. */
static tacit_status put_branch(tacit_cli *cli, const tacit_command *c)
{
    TACIT_TRY(tacit_buffer_format(cli->cx, &cli->out, "    %s) options='", c->name));
    TACIT_TRY(put_options(cli, c->options));
    return put(cli, "' ;;\n");
}

/* Branches for the arguments of a task that are one of a few words. */
static tacit_status put_arguments(tacit_cli *cli, const tacit_task *task)
{
    const tacit_entry *about = &task->section.about;
    char *word = NULL;
    TACIT_TRY(tacit_request_word(cli->cx, task->positions, 0, &word));
    for (size_t i = 0; word != NULL; i++) {
        const tacit_param *p = &about->params[tacit_param_find(about->params, word)];
        if (p->name != NULL && p->type == TACIT_PARAM_CHOICE) {
            TACIT_TRY(tacit_buffer_format(cli->cx, &cli->out,
                                          "    elif [ \"${COMP_WORDS[1]} $COMP_CWORD\" = '%s %zu' "
                                          "]; then\n        words='",
                                          about->name, i + 2));
            for (size_t k = 0; p->choices[k] != NULL; k++)
                TACIT_TRY(tacit_buffer_format(cli->cx, &cli->out, " %s", p->choices[k]));
            TACIT_TRY(put(cli, "'\n"));
        }
        TACIT_TRY(tacit_request_word(cli->cx, task->positions, i + 1, &word));
    }
    return TACIT_OK;
}

bool tacit_option_takes_columns(const tacit_option *option)
{
    return !option->hidden && option->argument != NULL &&
           (strcmp(option->argument, "COLUMNS") == 0 || strcmp(option->argument, "COLUMN") == 0);
}

/* The options that take names of columns, with bars between them. */
static tacit_status put_column_options(tacit_cli *cli)
{
    const char *between = "";
    for (const tacit_command *c = cli->commands; c->name != NULL; c++)
        for (const tacit_option *o = c->options; o->name != NULL; o++)
            if (tacit_option_takes_columns(o)) {
                TACIT_TRY(tacit_buffer_format(cli->cx, &cli->out, "%s'%s --%s'", between, c->name,
                                              o->name));
                between = "|";
            }
    return TACIT_OK;
}

/* Offer columns: those that the first text file among the words names in its first line, after
 * those that the list has already. */
static tacit_status put_columns(tacit_cli *cli)
{
    TACIT_TRY(put(cli, "_tacit_columns() {\n"
                       "    local file\n"
                       "    for file in \"${COMP_WORDS[@]:2}\"; do\n"
                       "        case $file in\n"
                       "        *.csv|*.tsv|*.txt) [ -f \"$file\" ] && head -n 1 -- \"$file\" |\n"
                       "            tr -d '\"\\r' | tr ',;\\t|' '\\n\\n\\n\\n' |\n"
                       "            grep -E '^[A-Za-z0-9_.-]+$' && return ;;\n"
                       "        esac\n"
                       "    done\n"
                       "}\n"));
    return TACIT_OK;
}

/* Whether the word is for columns, and what is offered then. */
static tacit_status put_column_branch(tacit_cli *cli)
{
    TACIT_TRY(put(cli, "    case \"${COMP_WORDS[1]} ${COMP_WORDS[COMP_CWORD-1]}\" in\n    "));
    TACIT_TRY(put_column_options(cli));
    return put(cli, ")\n"
                    "        local list=${word%\"${word##*,}\"}\n"
                    "        COMPREPLY=($(compgen -P \"$list\" -W \"$(_tacit_columns)\" -- "
                    "\"${word##*,}\"))\n"
                    "        return ;;\n"
                    "    esac\n");
}

static tacit_status put_script(tacit_cli *cli)
{
    TACIT_TRY(put_columns(cli));
    TACIT_TRY(put(cli, "_tacit() {\n"
                       "    local word=${COMP_WORDS[COMP_CWORD]} options= words=\n"));
    TACIT_TRY(put_column_branch(cli));
    TACIT_TRY(put(cli, "    case ${COMP_WORDS[1]} in\n"));
    for (const tacit_command *c = cli->commands; c->name != NULL; c++)
        TACIT_TRY(put_branch(cli, c));
    TACIT_TRY(put(cli, "    esac\n    if [ \"$COMP_CWORD\" -eq 1 ]; then\n        words='"));
    TACIT_TRY(put_commands(cli));
    TACIT_TRY(put(cli, " --help --version'\n    elif [[ $word == -* ]]; then\n"
                       "        words=\"$options"));
    TACIT_TRY(put_options(cli, TACIT_COMMON_OPTIONS));
    TACIT_TRY(put(cli, "\"\n    elif [ \"${COMP_WORDS[1]}\" = list ]; then\n        words='"));
    TACIT_TRY(put_families(cli));
    TACIT_TRY(put(cli, "'\n    elif [ \"${COMP_WORDS[1]}\" = help ]; then\n        words='"));
    TACIT_TRY(put_commands(cli));
    TACIT_TRY(put_entries(cli));
    TACIT_TRY(put(cli, "'\n"));
    for (const tacit_command *c = cli->commands; c->name != NULL; c++)
        if (c->task != NULL)
            TACIT_TRY(put_arguments(cli, c->task));
    return put(cli, "    fi\n"
                    "    COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n"
                    "}\n"
                    "complete -o default -F _tacit tacit\n");
}

tacit_status tacit_generate_bash(tacit_cli *cli)
{
    TACIT_TRY(put(cli, "# bash completion for tacit\n"));
    return put_script(cli);
}

tacit_status tacit_generate_zsh(tacit_cli *cli)
{
    TACIT_TRY(put(cli, "#compdef tacit\n# zsh completion for tacit, by that of bash\n"
                       "autoload -Uz bashcompinit && bashcompinit\n"));
    return put_script(cli);
}
