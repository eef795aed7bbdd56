/*
 * manual.c - the manual page tacit(1), in the macros of man(7).
 */
#include "cli/generated/generated.h"

#include <string.h>

#include "cli/output.h"
#include "cli/parameter.h"

/* Append `text` so that roff takes none of it as its own: a hyphen stays a hyphen, a
 * backslash a backslash, and no line begins with a dot. */
static tacit_status put(tacit_cli *cli, const char *text)
{
    for (const char *c = text; *c != '\0'; c++) {
        const bool first = c == text || c[-1] == '\n';
        if (first && (*c == '.' || *c == '\''))
            TACIT_TRY(tacit_buffer_text(cli->cx, &cli->out, "\\&"));
        if (*c == '\\' || *c == '-')
            TACIT_TRY(tacit_buffer_text(cli->cx, &cli->out, *c == '-' ? "\\-" : "\\e"));
        else
            TACIT_TRY(tacit_buffer_bytes(cli->cx, &cli->out, c, 1));
    }
    return TACIT_OK;
}

static tacit_status macro(tacit_cli *cli, const char *line)
{
    return tacit_buffer_format(cli->cx, &cli->out, "%s\n", line);
}

/* A paragraph after the macro `before`. */
static tacit_status put_text(tacit_cli *cli, const char *before, const char *text)
{
    TACIT_TRY(macro(cli, before));
    TACIT_TRY(put(cli, text));
    return macro(cli, "");
}

/* A tagged paragraph: a bold name, what follows it in italics, a text. */
static tacit_status put_item(tacit_cli *cli, const char *name, const char *argument,
                             const char *text)
{
    TACIT_TRY(tacit_buffer_text(cli->cx, &cli->out, ".TP\n\\fB"));
    TACIT_TRY(put(cli, name));
    TACIT_TRY(tacit_buffer_text(cli->cx, &cli->out, "\\fR"));
    if (argument != NULL && argument[0] != '\0') {
        TACIT_TRY(tacit_buffer_text(cli->cx, &cli->out, " \\fI"));
        TACIT_TRY(put(cli, argument));
        TACIT_TRY(tacit_buffer_text(cli->cx, &cli->out, "\\fR"));
    }
    TACIT_TRY(macro(cli, ""));
    TACIT_TRY(put(cli, text));
    return macro(cli, "");
}

static tacit_status put_options(tacit_cli *cli, const tacit_option *options)
{
    for (const tacit_option *o = options; o->name != NULL; o++) {
        char *name = NULL, *text = NULL;
        TACIT_TRY(tacit_scratch_format(cli->cx, &name, "--%s", o->name));
        TACIT_TRY(tacit_scratch_format(cli->cx, &text, "%s.", o->help));
        if (!o->hidden)
            TACIT_TRY(put_item(cli, name, o->argument, text));
    }
    return TACIT_OK;
}

static tacit_status put_command(tacit_cli *cli, const tacit_command *c)
{
    char *head = NULL;
    TACIT_TRY(tacit_scratch_format(cli->cx, &head, ".SS tacit %s %s", c->name, c->arguments));
    TACIT_TRY(put_text(cli, head, c->details));
    TACIT_TRY(put_options(cli, c->options));
    for (const tacit_task_example *e = c->examples; e->line != NULL; e++) {
        TACIT_TRY(put_text(cli, ".PP", e->what));
        TACIT_TRY(macro(cli, ".nf"));
        TACIT_TRY(tacit_buffer_text(cli->cx, &cli->out, ".RS\n"));
        TACIT_TRY(put(cli, "tacit "));
        TACIT_TRY(put(cli, e->line));
        TACIT_TRY(macro(cli, "\n.RE\n.fi"));
    }
    return TACIT_OK;
}

static tacit_status put_entry(tacit_cli *cli, const tacit_entry *entry)
{
    TACIT_TRY(put_item(cli, entry->name, "", entry->summary));
    for (const tacit_param *p = entry->params; p->name != NULL; p++) {
        char *kind = NULL, *preset = NULL, *text = NULL;
        TACIT_TRY(tacit_parameter_kind(cli->cx, p, &kind));
        TACIT_TRY(tacit_parameter_preset(cli->cx, p, &preset));
        TACIT_TRY(tacit_scratch_format(cli->cx, &text, "%s: %s (%s; default: %s).", p->name,
                                       p->help, kind, preset));
        TACIT_TRY(put_text(cli, ".br", text));
    }
    return TACIT_OK;
}

static tacit_status put_catalogs(tacit_cli *cli)
{
    for (const tacit_catalog *const *c = tacit_catalogs(); *c != NULL; c++) {
        char *head = NULL;
        TACIT_TRY(tacit_scratch_format(cli->cx, &head, ".SS %s", (*c)->title));
        TACIT_TRY(macro(cli, head));
        for (size_t i = 0; i < (*c)->n; i++)
            TACIT_TRY(put_entry(cli, (*c)->entry[i]));
    }
    return TACIT_OK;
}

static tacit_status put_exits(tacit_cli *cli)
{
    TACIT_TRY(macro(cli, ".SH EXIT STATUS"));
    for (const tacit_exit_help *e = TACIT_EXITS; e->meaning != NULL; e++) {
        char *name = NULL, *text = NULL;
        TACIT_TRY(tacit_scratch_format(cli->cx, &name, "%d", e->status));
        TACIT_TRY(tacit_scratch_format(cli->cx, &text, "%s.", e->meaning));
        TACIT_TRY(put_item(cli, name, "", text));
    }
    return TACIT_OK;
}

tacit_status tacit_generate_manual(tacit_cli *cli)
{
    TACIT_TRY(macro(cli, ".TH TACIT 1 \"\" \"tacit " TACIT_VERSION "\" \"User Commands\""));
    TACIT_TRY(put_text(cli, ".SH NAME", "tacit - measure disclosure risk, protect data, prove it"));
    TACIT_TRY(macro(cli, ".SH SYNOPSIS\n\\fBtacit\\fR \\fICOMMAND\\fR [\\fIARGUMENT\\fR ...] "
                         "[\\fIOPTION\\fR ...]"));
    TACIT_TRY(put_text(cli, ".SH DESCRIPTION",
                       "tacit is a system for statistical disclosure control. It says what is "
                       "risky in a file of records, protects it by the steps of a plan, checks "
                       "the guarantees that the plan requires on the result, and shows what the "
                       "protection cost. If a guarantee does not hold, nothing is released."));
    TACIT_TRY(macro(cli, ".SH COMMANDS"));
    for (const tacit_command *c = cli->commands; c->name != NULL; c++)
        TACIT_TRY(put_command(cli, c));
    TACIT_TRY(macro(cli, ".SH OPTIONS OF EVERY COMMAND"));
    TACIT_TRY(put_options(cli, TACIT_COMMON_OPTIONS));
    TACIT_TRY(macro(cli, ".SH WHAT A PLAN CAN NAME"));
    TACIT_TRY(put_catalogs(cli));
    TACIT_TRY(put_exits(cli));
    TACIT_TRY(macro(cli, ".SH ENVIRONMENT"));
    return put_item(cli, "NO_COLOR", "", "If it is set, the output has no colour.");
}
