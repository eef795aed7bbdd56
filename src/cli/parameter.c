/*
 * parameter.c - parameters of catalog entries in words, for help, the manual and docs.
 */
#include "cli/parameter.h"

#include <math.h>

#include "base/result.h"
#include "base/text.h"

/* Beyond this a limit is there for the computer's sake, and people need not read it. */
static const double VAST = 1e9;

/* Types by their names in JSON, and what people read. */
static const struct kind {
    const char *name, *words;
} KINDS[] = {
    [TACIT_PARAM_FLAG] = { "flag", "true or false" },
    [TACIT_PARAM_INTEGER] = { "integer", "whole number" },
    [TACIT_PARAM_REAL] = { "real", "number" },
    [TACIT_PARAM_CHOICE] = { "choice", "one of" },
    [TACIT_PARAM_TEXT] = { "text", "text" },
    [TACIT_PARAM_COLUMN] = { "column", "name of a column" },
    [TACIT_PARAM_COLUMNS] = { "columns", "names of columns" },
    [TACIT_PARAM_REALS] = { "reals", "list of numbers" },
    [TACIT_PARAM_TEXTS] = { "texts", "list of texts" },
    [TACIT_PARAM_GROUPS] = { "groups", "label: [member, ...] for each group" },
    [TACIT_PARAM_LISTS] = { "lists", "name: value or [value, ...] for each name" },
    [TACIT_PARAM_TREE] = { "tree", "label: {label: [member, ...]}, as deep as need be" },
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
    TACIT_TRY(tacit_scratch_text(cx, KINDS[p->type].words, out));
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
    return tacit_scratch_format(cx, out, "%s%s", KINDS[p->type].words, range);
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

static tacit_status put_range(tacit_ctx *cx, const tacit_param *p, json_t *object)
{
    if (isfinite(p->min))
        TACIT_TRY(tacit_json_put(cx, object, "min", json_real(p->min)));
    if (isfinite(p->max))
        TACIT_TRY(tacit_json_put(cx, object, "max", json_real(p->max)));
    return TACIT_OK;
}

static tacit_status put_choices(tacit_ctx *cx, const tacit_param *p, json_t *object)
{
    json_t *list = json_array();
    TACIT_TRY(tacit_json_put(cx, object, "choices", list));
    for (size_t i = 0; p->choices[i] != NULL; i++)
        TACIT_TRY(tacit_json_add(cx, list, json_string(p->choices[i])));
    return TACIT_OK;
}

static tacit_status put_preset(tacit_ctx *cx, const tacit_param *p, json_t *object)
{
    json_t *value = NULL;
    if (p->need != TACIT_PRESET)
        return TACIT_OK;
    if (p->type == TACIT_PARAM_CHOICE)
        value = json_string(p->choices[(size_t)p->preset]);
    else if (p->type == TACIT_PARAM_FLAG)
        value = json_boolean(p->preset > 0.5);
    else if (p->type == TACIT_PARAM_INTEGER)
        value = json_integer((json_int_t)p->preset);
    else if (p->type == TACIT_PARAM_REAL)
        value = json_real(p->preset);
    else
        return TACIT_OK;
    return tacit_json_put(cx, object, "default", value);
}

static tacit_status put_param(tacit_ctx *cx, const tacit_param *p, json_t *list)
{
    json_t *object = json_object();
    TACIT_TRY(tacit_json_add(cx, list, object));
    TACIT_TRY(tacit_json_put(cx, object, "name", json_string(p->name)));
    TACIT_TRY(tacit_json_put(cx, object, "type", json_string(KINDS[p->type].name)));
    TACIT_TRY(tacit_json_put(cx, object, "required", json_boolean(p->need == TACIT_REQUIRED)));
    TACIT_TRY(put_preset(cx, p, object));
    if (is_number(p))
        TACIT_TRY(put_range(cx, p, object));
    if (p->type == TACIT_PARAM_CHOICE)
        TACIT_TRY(put_choices(cx, p, object));
    return tacit_json_put(cx, object, "help", json_string(p->help));
}

static tacit_status fill_entry(tacit_ctx *cx, const tacit_entry *entry, json_t *object)
{
    json_t *list = json_array();
    TACIT_TRY(tacit_json_put(cx, object, "parameters", list));
    TACIT_TRY(tacit_json_put(cx, object, "name", json_string(entry->name)));
    TACIT_TRY(tacit_json_put(cx, object, "title", json_string(entry->title)));
    TACIT_TRY(tacit_json_put(cx, object, "summary", json_string(entry->summary)));
    TACIT_TRY(tacit_json_put(cx, object, "source", json_string(entry->source)));
    for (const tacit_param *p = entry->params; p->name != NULL; p++)
        TACIT_TRY(put_param(cx, p, list));
    return TACIT_OK;
}

tacit_status tacit_parameter_entry_json(tacit_ctx *cx, const tacit_entry *entry, json_t **out)
{
    json_t *object = json_object();
    if (object == NULL)
        return tacit_fail_memory(cx);
    const tacit_status status = fill_entry(cx, entry, object);
    if (status != TACIT_OK) {
        json_decref(object);
        return status;
    }
    *out = object;
    return TACIT_OK;
}
