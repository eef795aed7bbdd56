/*
 * result.c - what a measure found, in one form for the terminal, JSON and the report.
 */
#include "base/result.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

/* A buffer that jansson writes to, and whether it could. */
typedef struct drain {
    tacit_ctx *cx;
    tacit_buffer *out;
    tacit_status status;
} drain;

static int take_json(const char *bytes, size_t n, void *user)
{
    drain *d = user;
    if (d->status == TACIT_OK)
        d->status = tacit_buffer_bytes(d->cx, d->out, bytes, n);
    return d->status == TACIT_OK ? 0 : -1;
}

tacit_status tacit_json_text(tacit_ctx *cx, const json_t *value, size_t flags, tacit_buffer *out)
{
    drain d = { .cx = cx, .out = out };
    const int failed = json_dump_callback(value, take_json, &d, flags);
    return failed != 0 || d.status != TACIT_OK ? tacit_fail_memory(cx) : TACIT_OK;
}

tacit_status tacit_json_put(tacit_ctx *cx, json_t *object, const char *key, json_t *value)
{
    return json_object_set_new(object, key, value) == 0 ? TACIT_OK : tacit_fail_memory(cx);
}

tacit_status tacit_json_add(tacit_ctx *cx, json_t *array, json_t *value)
{
    return json_array_append_new(array, value) == 0 ? TACIT_OK : tacit_fail_memory(cx);
}

/* A JSON number, whole where it is whole, null where it is not finite. */
static json_t *number(double x)
{
    if (!isfinite(x))
        return json_null();
    if (fabs(x) < 9007199254740992.0 && floor(x) >= x)
        return json_integer((json_int_t)x);
    return json_real(x);
}

static json_t *texts_json(const char *const *texts, size_t n)
{
    json_t *a = json_array();
    for (size_t i = 0; i < n; i++)
        if (json_array_append_new(a, texts[i] != NULL ? json_string(texts[i]) : json_null()) != 0) {
            json_decref(a);
            return NULL;
        }
    return a;
}

static json_t *groups_json(const tacit_group *groups, size_t n)
{
    json_t *o = json_object();
    for (size_t i = 0; i < n; i++)
        if (json_object_set_new(o, groups[i].label, texts_json(groups[i].member, groups[i].n)) !=
            0) {
            json_decref(o);
            return NULL;
        }
    return o;
}

/* The branches of one depth from number *i on, with what is in them. */
static json_t *branches_json(const tacit_group *branch, size_t n, size_t *i)
{
    const size_t depth = *i < n ? branch[*i].depth : 0;
    json_t *o = json_object();
    while (*i < n && branch[*i].depth == depth) {
        const tacit_group *own = &branch[(*i)++];
        const bool nested = *i < n && branch[*i].depth > depth;
        json_t *inner = nested ? branches_json(branch, n, i) : NULL;
        json_t *all = own->n > 0 || !nested ? texts_json(own->member, own->n) : inner;
        const bool whole = all == inner || !nested || json_array_append_new(all, inner) == 0;
        if (json_object_set_new(o, own->label, all) != 0 || !whole) {
            json_decref(o);
            return NULL;
        }
    }
    return o;
}

static json_t *tree_json(const tacit_group *branch, size_t n)
{
    size_t i = 0;
    return branches_json(branch, n, &i);
}

static json_t *reals_json(const double *x, size_t n)
{
    json_t *a = json_array();
    for (size_t i = 0; i < n; i++)
        if (json_array_append_new(a, number(x[i])) != 0) {
            json_decref(a);
            return NULL;
        }
    return a;
}

static json_t *value_json(const tacit_param *p, const tacit_value *v)
{
    switch (p->type) {
    case TACIT_PARAM_FLAG:
        return json_boolean(v->number > 0.0);
    case TACIT_PARAM_INTEGER:
    case TACIT_PARAM_REAL:
        return number(v->number);
    case TACIT_PARAM_CHOICE:
        return json_string(p->choices[(size_t)v->number]);
    case TACIT_PARAM_TEXT:
    case TACIT_PARAM_FILE:
    case TACIT_PARAM_OUTPUT:
    case TACIT_PARAM_COLUMN:
        return json_string(v->text);
    case TACIT_PARAM_COLUMNS:
    case TACIT_PARAM_TEXTS:
        return texts_json(v->texts, v->n);
    case TACIT_PARAM_REALS:
        return reals_json(v->reals, v->n);
    case TACIT_PARAM_GROUPS:
    case TACIT_PARAM_LISTS:
    case TACIT_PARAM_KEY_NUMBERS:
    case TACIT_PARAM_KEY_SPANS:
        return groups_json(v->groups, v->n);
    case TACIT_PARAM_TREE:
        return tree_json(v->groups, v->n);
    }
    return NULL;
}

/* Whether the argument is worth showing: given, or a default that has a value. */
static bool is_shown(const tacit_param *p, const tacit_value *v)
{
    return v->given || (p->need == TACIT_PRESET && p->type <= TACIT_PARAM_CHOICE);
}

tacit_status tacit_args_json(tacit_ctx *cx, const tacit_args *args, json_t **out)
{
    json_t *o = json_object();
    if (o == NULL)
        return tacit_fail_memory(cx);
    for (size_t i = 0; i < args->n; i++) {
        const tacit_param *p = &args->params[i];
        if (!is_shown(p, &args->at[i]))
            continue;
        if (json_object_set_new(o, p->name, value_json(p, &args->at[i])) != 0) {
            json_decref(o);
            return tacit_fail_memory(cx);
        }
    }
    *out = o;
    return TACIT_OK;
}

static tacit_status fill_result(tacit_ctx *cx, const char *family, const tacit_entry *entry,
                                const tacit_args *args, tacit_result *r)
{
    TACIT_TRY(tacit_json_put(cx, r, "family", json_string(family)));
    TACIT_TRY(tacit_json_put(cx, r, "name", json_string(entry->name)));
    TACIT_TRY(tacit_json_put(cx, r, "title", json_string(entry->title)));
    TACIT_TRY(tacit_json_put(cx, r, "source", json_string(entry->source)));
    json_t *parameters = NULL;
    TACIT_TRY(tacit_args_json(cx, args, &parameters));
    TACIT_TRY(tacit_json_put(cx, r, "parameters", parameters));
    TACIT_TRY(tacit_json_put(cx, r, "figures", json_array()));
    TACIT_TRY(tacit_json_put(cx, r, "tables", json_array()));
    TACIT_TRY(tacit_json_put(cx, r, "charts", json_array()));
    return tacit_json_put(cx, r, "notes", json_array());
}

tacit_status tacit_result_new(tacit_ctx *cx, const char *family, const tacit_entry *entry,
                              const tacit_args *args, tacit_result **out)
{
    tacit_result *r = json_object();
    if (r == NULL)
        return tacit_fail_memory(cx);
    const tacit_status status = fill_result(cx, family, entry, args, r);
    if (status != TACIT_OK) {
        json_decref(r);
        return status;
    }
    *out = r;
    return TACIT_OK;
}

static const char *const UNITS[] = {
    [TACIT_UNIT_NUMBER] = "number",
    [TACIT_UNIT_COUNT] = "count",
    [TACIT_UNIT_SHARE] = "share",
    [TACIT_UNIT_PROBABILITY] = "probability",
};

const tacit_range TACIT_RANGE_LOSS = { 0.0, INFINITY, TACIT_BETTER_LOWER };
const tacit_range TACIT_RANGE_LOSS_SHARE = { 0.0, 1.0, TACIT_BETTER_LOWER };
const tacit_range TACIT_RANGE_KEPT = { 0.0, 1.0, TACIT_BETTER_HIGHER };
const tacit_range TACIT_RANGE_RISK = { 0.0, 1.0, TACIT_BETTER_LOWER };

static json_t *range_json(const tacit_range *s)
{
    static const char *const words[] = { "none", "lower", "higher" };
    return json_pack("{s:o, s:o, s:s}", "least", number(s->least), "most", number(s->most),
                     "better", words[s->better]);
}

tacit_status tacit_result_add_figure(tacit_ctx *cx, tacit_result *r, const tacit_figure *figure)
{
    static const char *const words[] = { "neither", "lower", "higher" };
    const tacit_better better = figure->range != NULL ? figure->range->better : figure->better;
    json_t *f = json_pack("{s:s, s:s, s:o, s:s, s:s, s:s, s:b}", "name", figure->name, "title",
                          figure->title, "value", number(figure->value), "unit",
                          UNITS[figure->unit], "definition", figure->definition, "better",
                          words[better], "exact", !figure->estimate);
    TACIT_TRY(tacit_json_add(cx, json_object_get(r, "figures"), f));
    return figure->range == NULL ? TACIT_OK
                                 : tacit_json_put(cx, f, "range", range_json(figure->range));
}

tacit_status tacit_result_measured(tacit_ctx *cx, tacit_result *r, uint64_t rows, bool exact)
{
    json_t *figure;
    size_t i;
    json_array_foreach(json_object_get(r, "figures"), i, figure)
    {
        TACIT_TRY(tacit_json_put(cx, figure, "rows", json_integer((json_int_t)rows)));
        if (!exact)
            TACIT_TRY(tacit_json_put(cx, figure, "exact", json_false()));
    }
    return TACIT_OK;
}

tacit_status tacit_result_holds(tacit_ctx *cx, tacit_result *r, bool holds)
{
    return tacit_json_put(cx, r, "holds", json_boolean(holds));
}

tacit_status tacit_result_note(tacit_ctx *cx, tacit_result *r, const char *fmt, ...)
{
    char text[1024];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    return tacit_json_add(cx, json_object_get(r, "notes"), json_string(text));
}

/* Append `part` (stolen) to the list `list` of `r` and lend it out. */
static tacit_status append_part(tacit_ctx *cx, tacit_result *r, const char *list, json_t *part,
                                json_t **out)
{
    TACIT_TRY(tacit_json_add(cx, json_object_get(r, list), part));
    *out = part;
    return TACIT_OK;
}

tacit_status tacit_result_add_table(tacit_ctx *cx, tacit_result *r, const tacit_heading *heading,
                                    json_t **table)
{
    json_t *t = json_pack("{s:s, s:s, s:o, s:[]}", "name", heading->name, "title", heading->title,
                          "columns", texts_json(heading->columns, heading->n), "rows");
    return append_part(cx, r, "tables", t, table);
}

tacit_status tacit_result_row(tacit_ctx *cx, json_t *table, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    json_t *row = json_vpack_ex(NULL, 0, fmt, ap);
    va_end(ap);
    return tacit_json_add(cx, json_object_get(table, "rows"), row);
}

tacit_status tacit_result_chart(tacit_ctx *cx, tacit_result *r, const char *name, const char *title,
                                tacit_chart_kind kind, json_t **chart)
{
    static const char *const kinds[] = { "bars", "lines", "heat", "points" };
    json_t *c =
        json_pack("{s:s, s:s, s:s, s:{s:s, s:[]}, s:{s:s}, s:[]}", "name", name, "title", title,
                  "kind", kinds[kind], "x", "title", "", "labels", "y", "title", "", "series");
    return append_part(cx, r, "charts", c, chart);
}

tacit_status tacit_result_axes(tacit_ctx *cx, json_t *chart, const char *x, const char *y)
{
    TACIT_TRY(tacit_json_put(cx, json_object_get(chart, "x"), "title", json_string(x)));
    return tacit_json_put(cx, json_object_get(chart, "y"), "title", json_string(y));
}

tacit_status tacit_result_label(tacit_ctx *cx, json_t *chart, const char *label)
{
    json_t *labels = json_object_get(json_object_get(chart, "x"), "labels");
    return tacit_json_add(cx, labels, json_string(label));
}

tacit_status tacit_result_series(tacit_ctx *cx, json_t *chart, const char *name,
                                 const double *values, size_t n)
{
    json_t *s = json_pack("{s:s, s:o}", "name", name, "values", reals_json(values, n));
    return tacit_json_add(cx, json_object_get(chart, "series"), s);
}

tacit_status tacit_result_points(tacit_ctx *cx, json_t *chart, const char *name,
                                 const tacit_chart_points *points)
{
    json_t *s = json_pack("{s:s, s:o, s:o}", "name", name, "x", reals_json(points->x, points->n),
                          "values", reals_json(points->y, points->n));
    return tacit_json_add(cx, json_object_get(chart, "series"), s);
}
