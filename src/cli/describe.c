/*
 * describe.c - commands, catalogs and their entries for people.
 */
#include "cli/describe.h"

#include <string.h>

#include "base/result.h"
#include "cli/output.h"
#include "cli/parameter.h"
#include "report/line.h"

enum { NAME_COLUMN = 2, TEXT_COLUMN = 26, ENTRY_COLUMN = 18 };

tacit_status tacit_describe_plural(tacit_ctx *cx, const char *family, char **out)
{
    const size_t n = strlen(family);
    if (n > 0 && family[n - 1] == 'y')
        return tacit_scratch_format(cx, out, "%.*sies", (int)n - 1, family);
    return tacit_scratch_format(cx, out, "%ss", family);
}

/* Whether `name` is `family` or its plural. */
static bool is_family(const char *family, const char *name)
{
    const size_t n = strlen(family);
    if (strncmp(name, family, n) == 0 && (name[n] == '\0' || strcmp(name + n, "s") == 0))
        return true;
    return n > 0 && family[n - 1] == 'y' && strncmp(name, family, n - 1) == 0 &&
           strcmp(name + n - 1, "ies") == 0;
}

const tacit_catalog *tacit_describe_family(const char *name)
{
    for (const tacit_catalog *const *c = tacit_catalogs(); *c != NULL; c++)
        if (is_family((*c)->family, name))
            return *c;
    return NULL;
}

/* "name    text", the text wrapped under itself. */
static tacit_status put_item(tacit_cli *cli, const char *name, const char *text, size_t column)
{
    char *lead = NULL;
    TACIT_TRY(tacit_scratch_format(cli->cx, &lead, "%*s%s", NAME_COLUMN, "", name));
    if (tacit_line_width(lead) + 2 <= column)
        return tacit_line_wrap(cli->cx, &cli->out, column, lead, text);
    TACIT_TRY(tacit_buffer_format(cli->cx, &cli->out, "%s\n", lead));
    return tacit_line_wrap(cli->cx, &cli->out, column, "", text);
}

static tacit_status put_heading(tacit_cli *cli, const char *title)
{
    return tacit_buffer_format(cli->cx, &cli->out, "\n%s\n", title);
}

static tacit_status put_options(tacit_cli *cli, const tacit_option *options)
{
    for (const tacit_option *o = options; o->name != NULL; o++) {
        char *name = NULL;
        TACIT_TRY(tacit_scratch_format(cli->cx, &name, "--%s%s%s", o->name,
                                       o->argument != NULL ? " " : "",
                                       o->argument != NULL ? o->argument : ""));
        if (!o->hidden)
            TACIT_TRY(put_item(cli, name, o->help, TEXT_COLUMN));
    }
    return TACIT_OK;
}

static tacit_status put_exits(tacit_cli *cli)
{
    TACIT_TRY(put_heading(cli, "Exit status"));
    for (const tacit_exit_help *e = TACIT_EXITS; e->meaning != NULL; e++) {
        char *name = NULL;
        TACIT_TRY(tacit_scratch_format(cli->cx, &name, "%d", e->status));
        TACIT_TRY(put_item(cli, name, e->meaning, 7));
    }
    return TACIT_OK;
}

static tacit_status put_program(tacit_cli *cli)
{
    tacit_ctx *cx = cli->cx;
    TACIT_TRY(tacit_buffer_text(cx, &cli->out,
                                "tacit " TACIT_VERSION
                                ": measure disclosure risk, protect data, prove it.\n\n"
                                "usage: tacit COMMAND [ARGUMENT ...] [OPTION ...]\n"));
    TACIT_TRY(put_heading(cli, "Commands"));
    for (const tacit_command *c = cli->commands; c->name != NULL; c++)
        TACIT_TRY(put_item(cli, c->name, c->summary, ENTRY_COLUMN));
    TACIT_TRY(put_heading(cli, "Options of every command"));
    TACIT_TRY(put_options(cli, TACIT_COMMON_OPTIONS));
    TACIT_TRY(put_exits(cli));
    return tacit_buffer_text(cx, &cli->out,
                             "\n'tacit help NAME' explains a command, or a method, model or "
                             "measure that 'tacit list' shows.\n");
}

static tacit_status put_examples(tacit_cli *cli, const tacit_task_example *examples)
{
    TACIT_TRY(put_heading(cli, "Examples"));
    for (const tacit_task_example *e = examples; e->line != NULL; e++) {
        TACIT_TRY(tacit_line_wrap(cli->cx, &cli->out, 2, "", e->what));
        TACIT_TRY(tacit_buffer_format(cli->cx, &cli->out, "    tacit %s\n", e->line));
    }
    return TACIT_OK;
}

static tacit_status put_command(tacit_cli *cli, const tacit_command *c)
{
    tacit_ctx *cx = cli->cx;
    TACIT_TRY(tacit_buffer_format(cx, &cli->out, "tacit %s: %s.\n\n", c->name, c->summary));
    TACIT_TRY(tacit_buffer_format(cx, &cli->out, "usage: tacit %s%s%s [OPTION ...]\n\n", c->name,
                                  c->arguments[0] != '\0' ? " " : "", c->arguments));
    TACIT_TRY(tacit_line_wrap(cx, &cli->out, 0, "", c->details));
    if (c->options[0].name != NULL)
        TACIT_TRY(put_heading(cli, "Options"));
    TACIT_TRY(put_options(cli, c->options));
    TACIT_TRY(put_heading(cli, "Options of every command"));
    TACIT_TRY(put_options(cli, TACIT_COMMON_OPTIONS));
    return put_examples(cli, c->examples);
}

static tacit_status put_parameters(tacit_cli *cli, const tacit_param *params)
{
    if (params[0].name == NULL)
        return tacit_buffer_text(cli->cx, &cli->out, "\nNo parameters.\n");
    TACIT_TRY(put_heading(cli, "Parameters"));
    for (const tacit_param *p = params; p->name != NULL; p++) {
        char *kind = NULL, *preset = NULL, *text = NULL;
        TACIT_TRY(tacit_parameter_kind(cli->cx, p, &kind));
        TACIT_TRY(tacit_parameter_preset(cli->cx, p, &preset));
        const char *word = p->need == TACIT_PRESET     ? "default "
                           : p->need == TACIT_REQUIRED ? ""
                                                       : "may be left out";
        TACIT_TRY(tacit_scratch_format(cli->cx, &text, "%s (%s; %s%s)", p->help, kind, word,
                                       p->need == TACIT_OPTIONAL ? "" : preset));
        TACIT_TRY(put_item(cli, p->name, text, ENTRY_COLUMN));
    }
    return TACIT_OK;
}

static tacit_status put_entry(tacit_cli *cli, const char *family, const tacit_entry *entry)
{
    tacit_ctx *cx = cli->cx;
    char *folder = NULL;
    TACIT_TRY(
        tacit_buffer_format(cx, &cli->out, "%s: %s (%s)\n\n", entry->name, entry->title, family));
    TACIT_TRY(tacit_line_wrap(cx, &cli->out, 0, "", entry->summary));
    TACIT_TRY(put_parameters(cli, entry->params));
    TACIT_TRY(put_heading(cli, "Source"));
    TACIT_TRY(tacit_line_wrap(cx, &cli->out, 2, "", entry->source));
    TACIT_TRY(tacit_describe_plural(cx, family, &folder));
    return tacit_buffer_format(cx, &cli->out, "\nFormula, advice and examples: docs/%s/%s.md\n",
                               folder, entry->name);
}

static tacit_status put_catalog(tacit_cli *cli, const tacit_catalog *catalog)
{
    const char *gap = cli->out.length > 0 ? "\n" : "";
    TACIT_TRY(tacit_buffer_format(cli->cx, &cli->out, "%s%s\n", gap, catalog->title));
    for (size_t i = 0; i < catalog->n; i++)
        TACIT_TRY(put_item(cli, catalog->entry[i]->name, catalog->entry[i]->summary, ENTRY_COLUMN));
    return TACIT_OK;
}

/* The list `key` of the record, made if it is not there. */
static tacit_status record_list(tacit_cli *cli, const char *key, json_t **out)
{
    if (cli->record == NULL && (cli->record = json_object()) == NULL)
        return tacit_fail_memory(cli->cx);
    if (json_object_get(cli->record, key) == NULL)
        TACIT_TRY(tacit_json_put(cli->cx, cli->record, key, json_array()));
    *out = json_object_get(cli->record, key);
    return TACIT_OK;
}

static tacit_status add_options(tacit_cli *cli, json_t *object, const char *key,
                                const tacit_option *options)
{
    json_t *list = json_array();
    TACIT_TRY(tacit_json_put(cli->cx, object, key, list));
    for (const tacit_option *o = options; o->name != NULL; o++)
        if (!o->hidden)
            TACIT_TRY(tacit_json_add(cli->cx, list,
                                     json_pack("{s:s,s:s?,s:s}", "name", o->name, "argument",
                                               o->argument, "help", o->help)));
    return TACIT_OK;
}

static tacit_status add_command(tacit_cli *cli, const tacit_command *c)
{
    json_t *list = NULL;
    TACIT_TRY(record_list(cli, "commands", &list));
    json_t *object = json_pack("{s:s,s:s,s:s,s:s}", "name", c->name, "summary", c->summary,
                               "arguments", c->arguments, "details", c->details);
    TACIT_TRY(tacit_json_add(cli->cx, list, object));
    TACIT_TRY(add_options(cli, object, "options", c->options));
    return add_options(cli, object, "common_options", TACIT_COMMON_OPTIONS);
}

static tacit_status add_entry(tacit_cli *cli, const char *family, const tacit_entry *entry)
{
    json_t *list = NULL, *object = NULL;
    TACIT_TRY(record_list(cli, "entries", &list));
    TACIT_TRY(tacit_entry_json(cli->cx, entry, &object));
    TACIT_TRY(tacit_json_add(cli->cx, list, object));
    return tacit_json_put(cli->cx, object, "family", json_string(family));
}

tacit_status tacit_describe_program(tacit_cli *cli)
{
    if (!cli->json)
        return put_program(cli);
    for (const tacit_command *c = cli->commands; c->name != NULL; c++)
        TACIT_TRY(add_command(cli, c));
    return TACIT_OK;
}

tacit_status tacit_describe_command(tacit_cli *cli, const tacit_command *command)
{
    return cli->json ? add_command(cli, command) : put_command(cli, command);
}

tacit_status tacit_describe_catalogs(tacit_cli *cli, const tacit_catalog *only)
{
    for (const tacit_catalog *const *c = tacit_catalogs(); *c != NULL; c++) {
        if (only != NULL && *c != only)
            continue;
        if (!cli->json)
            TACIT_TRY(put_catalog(cli, *c));
        for (size_t i = 0; cli->json && i < (*c)->n; i++)
            TACIT_TRY(add_entry(cli, (*c)->family, (*c)->entry[i]));
    }
    return TACIT_OK;
}

tacit_status tacit_describe_entries(tacit_cli *cli, const char *name, bool *found)
{
    *found = false;
    for (const tacit_catalog *const *c = tacit_catalogs(); *c != NULL; c++) {
        const tacit_entry *entry = tacit_catalog_get(*c, name);
        if (entry == NULL)
            continue;
        if (*found && !cli->json)
            TACIT_TRY(tacit_buffer_text(cli->cx, &cli->out, "\n"));
        *found = true;
        TACIT_TRY(cli->json ? add_entry(cli, (*c)->family, entry)
                            : put_entry(cli, (*c)->family, entry));
    }
    return TACIT_OK;
}
