/*
 * json_stat.c - JSON-stat 2.0 as we write it: a dataset, or a collection of them.
 *
 * What is not looked at here (labels of dimensions, which code stands below which) tells nothing of
 * a cell.
 */
#include <errno.h>
#include <string.h>

#include "task/tables/forms/own.h"

/* Whether the k-th dimension has the codes that the table shows, in order. */
static bool has_codes(const tacit_form_file *f, const tacit_outline_table *t, size_t k,
                      const json_t *dimension)
{
    const tacit_outline_dimension *d = &f->o->dimension[t->by[k]];
    const json_t *index = json_object_get(json_object_get(dimension, "category"), "index");
    json_int_t next = 0;
    for (size_t c = 0; c < d->n; c++) {
        const json_t *at = json_object_get(index, d->code[c]);
        if (!tacit_form_shows(t, k, c))
            continue;
        if (!json_is_integer(at) || json_integer_value(at) != next++)
            return false;
    }
    return json_object_size(index) == (size_t)next;
}

static bool has_dimensions(const tacit_form_file *f, const tacit_outline_table *t,
                           const json_t *set)
{
    const json_t *id = json_object_get(set, "id"), *size = json_object_get(set, "size");
    const char *label = json_string_value(json_object_get(set, "label"));
    bool good = json_array_size(id) == t->n && json_array_size(size) == t->n && label != NULL &&
                strcmp(label, t->name) == 0;
    for (size_t k = 0; good && k < t->n; k++) {
        const char *name = json_string_value(json_array_get(id, k));
        const json_t *all = json_object_get(set, "dimension");
        good =
            name != NULL && strcmp(name, f->o->dimension[t->by[k]].name) == 0 &&
            json_integer_value(json_array_get(size, k)) == (json_int_t)tacit_form_codes(f, t, k) &&
            has_codes(f, t, k, json_object_get(all, name));
    }
    return good;
}

/* Whether statuses mark the hidden cells, and no others. */
static bool has_marks(const json_t *status, const json_t *values)
{
    size_t hidden = 0, i = 0;
    const json_t *x = NULL;
    json_array_foreach(values, i, x)
    {
        char at[32];
        const char *mark = NULL;
        snprintf(at, sizeof at, "%zu", i);
        mark = json_string_value(json_object_get(status, at));
        if (json_is_null(x) != (mark != NULL && strcmp(mark, "x") == 0))
            return false;
        hidden += json_is_null(x);
    }
    return json_is_object(status) && json_object_size(status) == hidden;
}

static bool take_dataset(tacit_form_file *f, const tacit_outline_table *t, const json_t *set)
{
    const json_t *values = json_object_get(set, "value"), *x = NULL;
    const size_t before = f->n;
    size_t cells = 1, i = 0;
    if (!has_dimensions(f, t, set) || !has_marks(json_object_get(set, "status"), values))
        return false;
    json_array_foreach(values, i, x)
    {
        const double number = json_number_value(x);
        if ((!json_is_number(x) && !json_is_null(x)) ||
            !tacit_form_take(f, json_is_null(x) ? NULL : &number))
            return false;
    }
    for (size_t k = 0; k < t->n; k++)
        cells *= tacit_form_codes(f, t, k);
    return f->n - before == cells;
}

static bool take_all(tacit_form_file *f, const json_t *from)
{
    const json_t *sets = json_object_get(json_object_get(from, "link"), "item");
    bool good = f->o->n_tables == 1 || json_array_size(sets) == f->o->n_tables;
    for (size_t t = 0; good && t < f->o->n_tables; t++)
        good =
            take_dataset(f, &f->o->table[t], f->o->n_tables == 1 ? from : json_array_get(sets, t));
    return good;
}

tacit_status tacit_form_read_json_stat(tacit_form_file *f)
{
    json_error_t why;
    json_t *from = json_load_file(f->path, JSON_REJECT_DUPLICATES, &why);
    if (from == NULL && json_error_code(&why) == json_error_out_of_memory)
        return tacit_fail_memory(f->cx);
    if (from == NULL && json_error_code(&why) == json_error_cannot_open_file)
        return tacit_fail(f->cx, TACIT_ERR_IO, "Cannot read %s: %s.", f->target, strerror(errno));
    const bool good = from != NULL && take_all(f, from);
    json_decref(from);
    return good ? TACIT_OK : tacit_form_fail(f);
}
