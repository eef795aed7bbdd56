/*
 * entry_json.c - an entry of a catalog with its parameters as JSON.
 *
 *   { "name", "title", "summary", "source", "parameters": [ { "name", "type", "required",
 *     "default", "min", "max", "low", "high", "scale", "unit", "importance", "advanced",
 *     "choices", "help" } ] }
 */
#include "base/result.h"

#include <math.h>

/* Types by their names. */
static const char *const TYPES[] = {
    [TACIT_PARAM_FLAG] = "flag",           [TACIT_PARAM_INTEGER] = "integer",
    [TACIT_PARAM_REAL] = "real",           [TACIT_PARAM_CHOICE] = "choice",
    [TACIT_PARAM_TEXT] = "text",           [TACIT_PARAM_FILE] = "file",
    [TACIT_PARAM_OUTPUT] = "output",       [TACIT_PARAM_COLUMN] = "column",
    [TACIT_PARAM_COLUMNS] = "columns",     [TACIT_PARAM_REALS] = "reals",
    [TACIT_PARAM_TEXTS] = "texts",         [TACIT_PARAM_GROUPS] = "groups",
    [TACIT_PARAM_LISTS] = "lists",         [TACIT_PARAM_KEY_NUMBERS] = "key_numbers",
    [TACIT_PARAM_KEY_SPANS] = "key_spans", [TACIT_PARAM_TREE] = "tree",
};

static bool is_number(const tacit_param *p)
{
    return p->type == TACIT_PARAM_INTEGER || p->type == TACIT_PARAM_REAL ||
           p->type == TACIT_PARAM_REALS;
}

/* What a slider would offer. */
static tacit_status put_useful(tacit_ctx *cx, const tacit_param *p, json_t *object)
{
    double low = 0.0, high = 0.0;
    const char *scale = p->scale == TACIT_SCALE_LOG ? "log" : "linear";
    tacit_param_useful(p, &low, &high);
    TACIT_TRY(tacit_json_put(cx, object, "low", json_real(low)));
    TACIT_TRY(tacit_json_put(cx, object, "high", json_real(high)));
    TACIT_TRY(tacit_json_put(cx, object, "scale", json_string(scale)));
    return p->unit == NULL ? TACIT_OK : tacit_json_put(cx, object, "unit", json_string(p->unit));
}

/* 1 first ... 3 last. */
static tacit_status put_importance(tacit_ctx *cx, const tacit_param *p, json_t *object)
{
    const bool first = p->need == TACIT_REQUIRED || p->importance == TACIT_FIRST;
    const bool advanced = !first && p->importance == TACIT_ADVANCED;
    TACIT_TRY(tacit_json_put(cx, object, "importance", json_integer(first ? 1 : 2 + advanced)));
    return tacit_json_put(cx, object, "advanced", json_boolean(advanced));
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
    TACIT_TRY(tacit_json_put(cx, object, "type", json_string(TYPES[p->type])));
    TACIT_TRY(tacit_json_put(cx, object, "required", json_boolean(p->need == TACIT_REQUIRED)));
    TACIT_TRY(put_preset(cx, p, object));
    if (is_number(p))
        TACIT_TRY(put_range(cx, p, object));
    if (is_number(p))
        TACIT_TRY(put_useful(cx, p, object));
    TACIT_TRY(put_importance(cx, p, object));
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
    TACIT_TRY(tacit_json_put(cx, object, "source",
                             json_string(entry->source != NULL ? entry->source : "")));
    for (const tacit_param *p = entry->params; p->name != NULL; p++)
        TACIT_TRY(put_param(cx, p, list));
    return TACIT_OK;
}

tacit_status tacit_entry_json(tacit_ctx *cx, const tacit_entry *entry, json_t **out)
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
