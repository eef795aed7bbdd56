/*
 * record.c - reading a run record: pairs of results and parts, the columns of the data.
 *
 * Two results belong together if name and parameters agree, or if the name occurs once in
 * each list.  Pairing n with m results takes O(n m) comparisons; both are small.
 */
#include "report/record.h"

#include <string.h>

#include "base/result.h"

const char *tacit_record_text(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text == NULL ? "" : text;
}

bool tacit_record_layout(const json_t *record, const char *trait)
{
    return json_is_true(json_object_get(json_object_get(record, "layout"), trait));
}

bool tacit_record_is_public(const json_t *record)
{
    return strcmp(tacit_record_text(record, "reader"), "public") == 0;
}

const json_t *tacit_record_data(const json_t *record)
{
    const json_t *data = json_object_get(record, "data");
    return data != NULL ? data : json_object_get(record, "protected");
}

const json_t *tacit_record_list(const json_t *record, const char *part, const char *key)
{
    return json_object_get(json_object_get(record, part), key);
}

static bool has_name(const json_t *part, const char *name)
{
    return strcmp(tacit_record_text(part, "name"), name) == 0;
}

const json_t *tacit_record_find(const json_t *list, const char *name)
{
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *part = json_array_get(list, i);
        if (json_is_object(part) && has_name(part, name))
            return part;
    }
    return NULL;
}

static size_t count_name(const json_t *list, const char *name)
{
    size_t n = 0;
    for (size_t i = 0; i < json_array_size(list); i++)
        n += has_name(json_array_get(list, i), name);
    return n;
}

static const json_t *find_equal(const json_t *list, const json_t *result)
{
    const char *name = tacit_record_text(result, "name");
    const json_t *given = json_object_get(result, "parameters");
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *other = json_array_get(list, i);
        const json_t *theirs = json_object_get(other, "parameters");
        if (has_name(other, name) && (given == theirs || json_equal(given, theirs)))
            return other;
    }
    return NULL;
}

/* The result of `list` that measures the same as `result`, a member of `own`. */
static const json_t *find_partner(const json_t *list, const json_t *own, const json_t *result)
{
    const json_t *equal = find_equal(list, result);
    const char *name = tacit_record_text(result, "name");
    if (equal != NULL || count_name(list, name) != 1 || count_name(own, name) != 1)
        return equal;
    return tacit_record_find(list, name);
}

const json_t *tacit_twin_main(const tacit_twin *pair)
{
    return pair->after != NULL ? pair->after : pair->before;
}

typedef const json_t *partner_of(const json_t *list, const json_t *own, const json_t *part);

static const json_t *find_same_name(const json_t *list, const json_t *own, const json_t *part)
{
    (void)own;
    return tacit_record_find(list, tacit_record_text(part, "name"));
}

/* Pair two lists: the order is that of `after`, then what only `before` has. */
static tacit_status pair_lists(tacit_ctx *cx, const json_t *before, const json_t *after,
                               partner_of *partner, tacit_twins *out)
{
    const size_t n = json_array_size(after), m = json_array_size(before);
    tacit_twin *pair = NULL;
    TACIT_TRY(tacit_scratch(cx, n + m, sizeof *pair, &pair));
    size_t used = 0;
    for (size_t i = 0; i < n; i++) {
        const json_t *part = json_array_get(after, i);
        if (json_is_object(part))
            pair[used++] = (tacit_twin){ partner(before, after, part), part };
    }
    for (size_t i = 0; i < m; i++) {
        const json_t *part = json_array_get(before, i);
        if (json_is_object(part) && partner(after, before, part) == NULL)
            pair[used++] = (tacit_twin){ part, NULL };
    }
    *out = (tacit_twins){ pair, used };
    return TACIT_OK;
}

tacit_status tacit_twin_results(tacit_ctx *cx, const json_t *before, const json_t *after,
                                tacit_twins *out)
{
    return pair_lists(cx, before, after, find_partner, out);
}

tacit_status tacit_twin_parts(tacit_ctx *cx, const tacit_twin *pair, const char *key,
                              tacit_twins *out)
{
    return pair_lists(cx, json_object_get(pair->before, key), json_object_get(pair->after, key),
                      find_same_name, out);
}

tacit_status tacit_record_requirements(tacit_ctx *cx, const json_t *record, tacit_twins *out)
{
    const json_t *required = json_object_get(record, "requirements");
    TACIT_TRY(tacit_twin_results(cx, tacit_record_list(record, "before", "models"), required, out));
    /* Models that were measured before but not required come last: leave them out. */
    while (out->n > 0 && out->at[out->n - 1].after == NULL)
        out->n--;
    return TACIT_OK;
}

tacit_status tacit_record_models(tacit_ctx *cx, const json_t *record, tacit_twins *out)
{
    const json_t *required = json_object_get(record, "requirements");
    tacit_twins all = { NULL, 0 };
    TACIT_TRY(tacit_twin_results(cx, tacit_record_list(record, "before", "models"),
                                 tacit_record_list(record, "after", "models"), &all));
    tacit_twin *kept = NULL;
    TACIT_TRY(tacit_scratch(cx, all.n, sizeof *kept, &kept));
    size_t n = 0;
    for (size_t i = 0; i < all.n; i++)
        if (find_equal(required, tacit_twin_main(&all.at[i])) == NULL)
            kept[n++] = all.at[i];
    *out = (tacit_twins){ kept, n };
    return TACIT_OK;
}

tacit_status tacit_record_risks(tacit_ctx *cx, const json_t *record, tacit_twins *out)
{
    return tacit_twin_results(cx, tacit_record_list(record, "before", "risks"),
                              tacit_record_list(record, "after", "risks"), out);
}

tacit_status tacit_record_utility(tacit_ctx *cx, const json_t *record, tacit_twins *out)
{
    return tacit_twin_results(cx, NULL, json_object_get(record, "utility"), out);
}

tacit_status tacit_record_section(tacit_ctx *cx, const json_t *section, tacit_twins *out)
{
    return tacit_twin_results(cx, NULL, json_object_get(section, "results"), out);
}

tacit_status tacit_record_exploration(tacit_ctx *cx, const json_t *record, tacit_twins *out)
{
    return tacit_twin_results(cx, NULL, json_object_get(record, "exploration"), out);
}

tacit_status tacit_record_linkage(tacit_ctx *cx, const json_t *record, tacit_twins *out)
{
    return tacit_twin_results(cx, NULL, json_object_get(record, "linkage"), out);
}

const json_t *tacit_record_step_columns(const json_t *step)
{
    const json_t *columns = json_object_get(step, "columns");
    return columns != NULL ? columns : tacit_record_list(step, "parameters", "columns");
}

/* How the keys that a column usually has are shown; others appear under their own name. */
static const struct {
    const char *key, *title;
} COLUMN_PARTS[] = {
    { "name", "Column" },
    { "type", "Type" },
    { "roles", "Role" },
    { "missing", "Missing" },
    { "distinct", "Distinct values" },
};

static const char *column_title(const char *key)
{
    for (size_t i = 0; i < sizeof COLUMN_PARTS / sizeof COLUMN_PARTS[0]; i++)
        if (strcmp(COLUMN_PARTS[i].key, key) == 0)
            return COLUMN_PARTS[i].title;
    return key;
}

/* Every key that some column has, each once, the usual ones first. */
static tacit_status collect_keys(tacit_ctx *cx, const json_t *columns, json_t *keys)
{
    for (size_t k = 0; k < sizeof COLUMN_PARTS / sizeof COLUMN_PARTS[0]; k++)
        for (size_t i = 0; i < json_array_size(columns); i++)
            if (json_object_get(json_array_get(columns, i), COLUMN_PARTS[k].key) != NULL)
                TACIT_TRY(tacit_json_put(cx, keys, COLUMN_PARTS[k].key, json_null()));
    for (size_t i = 0; i < json_array_size(columns); i++) {
        const char *key = NULL;
        json_t *value = NULL;
        json_object_foreach(json_array_get(columns, i), key, value)
            TACIT_TRY(tacit_json_put(cx, keys, key, json_null()));
    }
    return TACIT_OK;
}

static tacit_status add_row(tacit_ctx *cx, json_t *rows, json_t *keys, const json_t *column)
{
    json_t *row = json_array();
    TACIT_TRY(tacit_json_add(cx, rows, row));
    const char *key = NULL;
    json_t *unused = NULL;
    json_object_foreach(keys, key, unused)
    {
        json_t *value = json_object_get(column, key);
        TACIT_TRY(tacit_json_add(cx, row, value == NULL ? json_null() : json_incref(value)));
    }
    return TACIT_OK;
}

static tacit_status fill_columns(tacit_ctx *cx, const json_t *columns, json_t *keys, json_t *table)
{
    TACIT_TRY(tacit_json_put(cx, table, "columns", json_array()));
    TACIT_TRY(tacit_json_put(cx, table, "rows", json_array()));
    TACIT_TRY(collect_keys(cx, columns, keys));
    const char *key = NULL;
    json_t *unused = NULL;
    json_object_foreach(keys, key, unused) TACIT_TRY(
        tacit_json_add(cx, json_object_get(table, "columns"), json_string(column_title(key))));
    for (size_t i = 0; i < json_array_size(columns); i++)
        TACIT_TRY(add_row(cx, json_object_get(table, "rows"), keys, json_array_get(columns, i)));
    return TACIT_OK;
}

tacit_status tacit_record_columns(tacit_ctx *cx, const json_t *record, const char *part,
                                  json_t **out)
{
    const json_t *columns = tacit_record_list(record, part, "columns");
    *out = NULL;
    if (json_array_size(columns) == 0)
        return TACIT_OK;
    json_t *table = json_object(), *keys = json_object();
    tacit_status status = table == NULL || keys == NULL ? tacit_fail_memory(cx)
                                                        : fill_columns(cx, columns, keys, table);
    json_decref(keys);
    if (status == TACIT_OK)
        *out = table;
    else
        json_decref(table);
    return status;
}
