/*
 * parameter.c - parameters of catalog entries in words, for help, the manual and docs.
 */
#include "cli/parameter.h"

#include <math.h>

#include "base/result.h"
#include "base/text.h"

/* Beyond this a limit is there for the computer's sake, and people need not read it. */
static const double VAST = 1e9;

/* Types as people read them. */
static const char *const KINDS[] = {
    [TACIT_PARAM_FLAG] = "true or false",
    [TACIT_PARAM_INTEGER] = "whole number",
    [TACIT_PARAM_REAL] = "number",
    [TACIT_PARAM_CHOICE] = "one of",
    [TACIT_PARAM_TEXT] = "text",
    [TACIT_PARAM_FILE] = "text",
    [TACIT_PARAM_OUTPUT] = "text",
    [TACIT_PARAM_COLUMN] = "name of a column",
    [TACIT_PARAM_COLUMNS] = "names of columns",
    [TACIT_PARAM_REALS] = "list of numbers",
    [TACIT_PARAM_TEXTS] = "list of texts",
    [TACIT_PARAM_GROUPS] = "label: [member, ...] for each group",
    [TACIT_PARAM_LISTS] = "name: value or [value, ...] for each name",
    [TACIT_PARAM_KEY_NUMBERS] = "name: value or [value, ...] for each name",
    [TACIT_PARAM_KEY_SPANS] = "name: value or [value, ...] for each name",
    [TACIT_PARAM_TREE] = "label: {label: [member, ...]}, as deep as need be",
};

static bool is_number(const tacit_param *p)
{
    return p->type == TACIT_PARAM_INTEGER || p->type == TACIT_PARAM_REAL ||
           p->type == TACIT_PARAM_REALS;
}

static void write_number(double x, char out[TACIT_NUMBER_BYTES])
{
    if (fabs(x) < VAST && !(floor(x) < x))
        tacit_format_integer((int64_t)x, out);
    else
        tacit_format_real(x, out);
}

/* " from 1 to 5", or only the limits that say something. */
static tacit_status range_words(tacit_ctx *cx, const tacit_param *p, char **out)
{
    char min[TACIT_NUMBER_BYTES], max[TACIT_NUMBER_BYTES];
    const bool low = p->min > -VAST, high = p->max < VAST;
    write_number(p->min, min);
    write_number(p->max, max);
    if (low && high)
        return tacit_scratch_format(cx, out, " from %s to %s", min, max);
    if (low)
        return tacit_scratch_format(cx, out, ", at least %s", min);
    if (high)
        return tacit_scratch_format(cx, out, ", at most %s", max);
    return tacit_scratch_text(cx, "", out);
}

static tacit_status choice_words(tacit_ctx *cx, const tacit_param *p, char **out)
{
    TACIT_TRY(tacit_scratch_text(cx, KINDS[p->type], out));
    for (size_t i = 0; p->choices[i] != NULL; i++)
        TACIT_TRY(tacit_scratch_format(cx, out, "%s%s %s", *out, i > 0 ? "," : "", p->choices[i]));
    return TACIT_OK;
}

tacit_status tacit_parameter_kind(tacit_ctx *cx, const tacit_param *p, char **out)
{
    if (p->type == TACIT_PARAM_CHOICE)
        return choice_words(cx, p, out);
    char *range = NULL;
    TACIT_TRY(tacit_scratch_text(cx, "", &range));
    if (is_number(p))
        TACIT_TRY(range_words(cx, p, &range));
    return tacit_scratch_format(cx, out, "%s%s", KINDS[p->type], range);
}

tacit_status tacit_parameter_preset(tacit_ctx *cx, const tacit_param *p, char **out)
{
    char number[TACIT_NUMBER_BYTES];
    if (p->need != TACIT_PRESET)
        return tacit_scratch_text(cx, p->need == TACIT_REQUIRED ? "required" : "none", out);
    if (p->type == TACIT_PARAM_CHOICE)
        return tacit_scratch_text(cx, p->choices[(size_t)p->preset], out);
    if (p->type == TACIT_PARAM_FLAG)
        return tacit_scratch_text(cx, p->preset > 0.5 ? "true" : "false", out);
    if (p->type != TACIT_PARAM_INTEGER && p->type != TACIT_PARAM_REAL)
        return tacit_scratch_text(cx, "none", out);
    write_number(p->preset, number);
    return tacit_scratch_text(cx, number, out);
}
