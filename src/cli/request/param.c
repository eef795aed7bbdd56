/*
 * param.c - parameters of tasks as options, and what was given for them as values of a plan.
 */
#include "cli/request/own.h"

#include <string.h>

#include "base/result.h"
#include "cli/request/flow.h"

/* How each type of parameter is given on the command line. */
static const struct {
    const char *argument;
    tacit_option_type type;
} KINDS[] = {
    [TACIT_PARAM_FLAG] = { NULL, TACIT_OPTION_FLAG },
    [TACIT_PARAM_INTEGER] = { "N", TACIT_OPTION_COUNT },
    [TACIT_PARAM_REAL] = { "NUMBER", TACIT_OPTION_TEXT },
    [TACIT_PARAM_CHOICE] = { "WORD", TACIT_OPTION_TEXT },
    [TACIT_PARAM_TEXT] = { "TEXT", TACIT_OPTION_TEXT },
    [TACIT_PARAM_FILE] = { "FILE", TACIT_OPTION_TEXT },
    [TACIT_PARAM_OUTPUT] = { "FILE", TACIT_OPTION_TEXT },
    [TACIT_PARAM_COLUMN] = { "COLUMN", TACIT_OPTION_TEXT },
    [TACIT_PARAM_COLUMNS] = { "COLUMNS", TACIT_OPTION_LIST },
    [TACIT_PARAM_REALS] = { "NUMBERS", TACIT_OPTION_LIST },
    [TACIT_PARAM_TEXTS] = { "TEXTS", TACIT_OPTION_LIST },
    [TACIT_PARAM_GROUPS] = { "MAP", TACIT_OPTION_TEXT },
    [TACIT_PARAM_LISTS] = { "MAP", TACIT_OPTION_TEXT },
};

tacit_status tacit_param_option(tacit_ctx *cx, const tacit_param *p, tacit_option *out)
{
    char *name = NULL;
    TACIT_ASSERT(p->type < sizeof KINDS / sizeof KINDS[0]);
    TACIT_ASSERT(p->type == TACIT_PARAM_FLAG || KINDS[p->type].argument != NULL);
    TACIT_TRY(tacit_scratch_text(cx, p->name, &name));
    for (char *c = name; *c != '\0'; c++)
        *c = *c == '_' ? '-' : *c;
    *out = (tacit_option){ .name = name,
                           .argument = KINDS[p->type].argument,
                           .type = KINDS[p->type].type,
                           .help = p->help };
    return TACIT_OK;
}

static tacit_status number_of(tacit_cli *cli, const tacit_param *p, const char *text, json_t **out)
{
    double x = 0.0;
    if (!tacit_parse_real(text, &x))
        return tacit_fail(cli->cx, TACIT_ERR_INPUT, "Option '--%s' needs numbers, not '%s'.",
                          p->name, text);
    TACIT_TRY(tacit_param_check_number(cli->cx, cli->command->name, p, x));
    *out = json_real(x);
    return *out == NULL ? tacit_fail_memory(cli->cx) : TACIT_OK;
}

static tacit_status fill_list(tacit_cli *cli, const tacit_param *p, const tacit_given *given,
                              json_t *list)
{
    for (size_t i = 0; i < given->n; i++) {
        json_t *item = NULL;
        if (p->type == TACIT_PARAM_REALS)
            TACIT_TRY(number_of(cli, p, given->item[i], &item));
        else
            item = json_string(given->item[i]);
        TACIT_TRY(tacit_json_add(cli->cx, list, item));
    }
    return TACIT_OK;
}

/* Names with their lists, as they stand in a plan: {name: [value, ...]}. */
static tacit_status map_of(tacit_cli *cli, const tacit_param *p, const char *text, json_t **out)
{
    TACIT_TRY(tacit_flow_read(cli->cx, text, out));
    if (*out != NULL)
        return TACIT_OK;
    return tacit_fail(cli->cx, TACIT_ERR_INPUT,
                      "Option '--%s' needs names with their values: '{name: [value, ...]}'.",
                      p->name);
}

tacit_status tacit_param_value(tacit_cli *cli, const tacit_param *p, const tacit_given *given,
                               json_t **out)
{
    json_t *value = NULL;
    if (p->type == TACIT_PARAM_REAL)
        return number_of(cli, p, given->text, out);
    if (p->type == TACIT_PARAM_GROUPS || p->type == TACIT_PARAM_LISTS)
        return map_of(cli, p, given->text, out);
    const tacit_option_type type = KINDS[p->type].type;
    value = type == TACIT_OPTION_FLAG    ? json_true()
            : type == TACIT_OPTION_COUNT ? json_integer((json_int_t)given->number)
            : type == TACIT_OPTION_LIST  ? json_array()
                                         : json_string(given->text);
    if (value == NULL)
        return tacit_fail_memory(cli->cx);
    const tacit_status status =
        type == TACIT_OPTION_LIST ? fill_list(cli, p, given, value) : TACIT_OK;
    if (status != TACIT_OK) {
        json_decref(value);
        return status;
    }
    *out = value;
    return TACIT_OK;
}
