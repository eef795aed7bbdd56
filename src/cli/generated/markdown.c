/*
 * markdown.c - the generated part of a page in docs/: the options of a command, or the
 * parameters and the source of a catalog entry, as tables.
 */
#include "cli/generated/generated.h"

#include <string.h>

#include "cli/describe.h"
#include "cli/parameter.h"

/* Append `text` for a cell of a table: a bar would end the cell. */
static tacit_status put_cell(tacit_cli *cli, const char *text)
{
    for (const char *c = text; *c != '\0'; c++) {
        if (*c == '|' || *c == '*' || *c == '<')
            TACIT_TRY(tacit_buffer_text(cli->cx, &cli->out, "\\"));
        TACIT_TRY(tacit_buffer_bytes(cli->cx, &cli->out, c, 1));
    }
    return TACIT_OK;
}

static tacit_status put_options(tacit_cli *cli, const tacit_option *options)
{
    for (const tacit_option *o = options; o->name != NULL; o++) {
        if (o->hidden)
            continue;
        TACIT_TRY(tacit_buffer_format(cli->cx, &cli->out, "| `--%s%s%s` | ", o->name,
                                      o->argument != NULL ? " " : "",
                                      o->argument != NULL ? o->argument : ""));
        TACIT_TRY(put_cell(cli, o->help));
        TACIT_TRY(tacit_buffer_text(cli->cx, &cli->out, " |\n"));
    }
    return TACIT_OK;
}

static tacit_status put_command(tacit_cli *cli, const tacit_command *c)
{
    TACIT_TRY(tacit_buffer_format(cli->cx, &cli->out,
                                  "Usage: `tacit %s%s%s [OPTION ...]`\n\n| option | meaning |\n"
                                  "|---|---|\n",
                                  c->name, c->arguments[0] != '\0' ? " " : "", c->arguments));
    TACIT_TRY(put_options(cli, c->options));
    return put_options(cli, TACIT_COMMON_OPTIONS);
}

static tacit_status put_param(tacit_cli *cli, const tacit_param *p)
{
    char *kind = NULL, *preset = NULL;
    TACIT_TRY(tacit_parameter_kind(cli->cx, p, &kind));
    TACIT_TRY(tacit_parameter_preset(cli->cx, p, &preset));
    TACIT_TRY(tacit_buffer_format(cli->cx, &cli->out, "| `%s` | ", p->name));
    TACIT_TRY(put_cell(cli, kind));
    TACIT_TRY(tacit_buffer_format(cli->cx, &cli->out, " | %s | ", preset));
    TACIT_TRY(put_cell(cli, p->help));
    return tacit_buffer_text(cli->cx, &cli->out, " |\n");
}

static tacit_status put_entry(tacit_cli *cli, const tacit_entry *entry)
{
    const bool any = entry->params[0].name != NULL;
    TACIT_TRY(tacit_buffer_text(cli->cx, &cli->out,
                                any ? "| parameter | value | default | meaning |\n"
                                      "|---|---|---|---|\n"
                                    : "No parameters.\n"));
    for (const tacit_param *p = entry->params; p->name != NULL; p++)
        TACIT_TRY(put_param(cli, p));
    return tacit_buffer_format(cli->cx, &cli->out, "\nSource: %s.\n", entry->source);
}

static tacit_status put_pages(tacit_cli *cli)
{
    for (const tacit_command *c = cli->commands; c->name != NULL; c++)
        TACIT_TRY(tacit_buffer_format(cli->cx, &cli->out, "commands/%s\n", c->name));
    for (const tacit_catalog *const *c = tacit_catalogs(); *c != NULL; c++) {
        char *folder = NULL;
        TACIT_TRY(tacit_describe_plural(cli->cx, (*c)->family, &folder));
        for (size_t i = 0; i < (*c)->n; i++)
            TACIT_TRY(
                tacit_buffer_format(cli->cx, &cli->out, "%s/%s\n", folder, (*c)->entry[i]->name));
    }
    return TACIT_OK;
}

tacit_status tacit_generate_markdown(tacit_cli *cli, const char *page)
{
    if (page == NULL)
        return put_pages(cli);
    const char *slash = strchr(page, '/');
    char *folder = NULL;
    TACIT_TRY(tacit_scratch_format(cli->cx, &folder, "%.*s",
                                   slash != NULL ? (int)(slash - page) : 0, page));
    const char *name = slash != NULL ? slash + 1 : page;
    const tacit_command *command = tacit_command_find(cli, name);
    const tacit_catalog *catalog = tacit_describe_family(folder);
    const tacit_entry *entry = catalog != NULL ? tacit_catalog_get(catalog, name) : NULL;
    if (strcmp(folder, "commands") == 0 && command != NULL)
        return put_command(cli, command);
    if (entry != NULL)
        return put_entry(cli, entry);
    return tacit_fail(cli->cx, TACIT_ERR_INPUT, "There is no page '%s'.", page);
}
