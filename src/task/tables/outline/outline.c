/*
 * outline.c - the structure of tables as it is read.  O(codes + parts of sums).
 */
#include "task/tables/outline/outline.h"

#include <string.h>

typedef struct reading {
    tacit_ctx *cx;
    const tacit_table *file;
    tacit_outline *o;
} reading;

tacit_status tacit_outline_fail(tacit_ctx *cx)
{
    return tacit_fail(cx, TACIT_ERR_DATA,
                      "The structure of the tables is damaged, or not that of this file.");
}

static tacit_status fail(const reading *r)
{
    return tacit_outline_fail(r->cx);
}

static tacit_status take_index(const reading *r, const json_t *from, size_t below, size_t *out)
{
    const json_int_t x = json_integer_value(from);
    if (!json_is_integer(from) || x < 0 || (uint64_t)x >= below)
        return fail(r);
    *out = (size_t)x;
    return TACIT_OK;
}

/* A list of positions below `below`, no position twice and at least `least` of them. */
static tacit_status take_sum(const reading *r, const json_t *from, size_t below,
                             tacit_outline_sum *out)
{
    uint32_t *code = NULL;
    uint8_t *seen = NULL;
    const size_t n = json_array_size(from);
    if (n < 2 || n > below)
        return fail(r);
    TACIT_TRY(tacit_scratch(r->cx, n, sizeof *code, &code));
    const size_t mark = tacit_scratch_mark(r->cx);
    TACIT_TRY(tacit_scratch(r->cx, below, sizeof *seen, &seen));
    for (size_t k = 0; k < n; k++) {
        size_t at = 0;
        TACIT_TRY(take_index(r, json_array_get(from, k), below, &at));
        if (seen[at]++ != 0)
            return fail(r);
        code[k] = (uint32_t)at;
    }
    tacit_scratch_release(r->cx, mark);
    *out = (tacit_outline_sum){ n, code };
    return TACIT_OK;
}

static tacit_status take_sums(const reading *r, const json_t *from, size_t below, size_t *n,
                              tacit_outline_sum **out)
{
    *n = json_array_size(from);
    if (!json_is_array(from))
        return fail(r);
    TACIT_TRY(tacit_scratch(r->cx, *n, sizeof **out, out));
    for (size_t k = 0; k < *n; k++)
        TACIT_TRY(take_sum(r, json_array_get(from, k), below, &(*out)[k]));
    return TACIT_OK;
}

/* Whether every code but the total is part of a sum: none stands beside what is added up. */
static tacit_status check_sums(const reading *r, const tacit_outline_dimension *d)
{
    const size_t mark = tacit_scratch_mark(r->cx);
    size_t covered = 1;
    bool *part = NULL;
    TACIT_TRY(tacit_scratch(r->cx, d->n, sizeof *part, &part));
    for (size_t k = 0; k < d->n_sums; k++)
        for (size_t e = 1; e < d->sum[k].n; e++) {
            covered += !part[d->sum[k].code[e]] && d->sum[k].code[e] != 0;
            part[d->sum[k].code[e]] = true;
        }
    const bool all = covered == d->n && !part[0];
    tacit_scratch_release(r->cx, mark);
    return all ? TACIT_OK : fail(r);
}

/* Whether a column of the file has this name. */
static bool is_column(const reading *r, size_t column, const char *name)
{
    return r->file == NULL ||
           strcmp(name, tacit_column_name(tacit_table_column(r->file, column))) == 0;
}

static tacit_status take_dimension(const reading *r, const json_t *from, size_t column,
                                   tacit_outline_dimension *out)
{
    const json_t *codes = json_object_get(from, "codes");
    out->name = json_string_value(json_object_get(from, "name"));
    out->n = json_array_size(codes);
    if (out->n == 0 || out->n > UINT32_MAX || out->name == NULL || !is_column(r, column, out->name))
        return fail(r);
    TACIT_TRY(tacit_scratch(r->cx, out->n, sizeof *out->code, &out->code));
    for (size_t c = 0; c < out->n; c++) {
        out->code[c] = json_string_value(json_array_get(codes, c));
        if (out->code[c] == NULL)
            return fail(r);
    }
    TACIT_TRY(take_sums(r, json_object_get(from, "sums"), out->n, &out->n_sums, &out->sum));
    return check_sums(r, out);
}

/* The codes that a table does not publish. */
static tacit_status take_hidden(const reading *r, const json_t *from, tacit_outline_table *out)
{
    TACIT_TRY(tacit_scratch(r->cx, out->n, sizeof *out->hides, &out->hides));
    if (json_array_size(from) != out->n)
        return fail(r);
    for (size_t k = 0; k < out->n; k++) {
        const size_t n = r->o->dimension[out->by[k]].n;
        const json_t *codes = json_array_get(from, k);
        TACIT_TRY(tacit_scratch(r->cx, n, sizeof **out->hides, &out->hides[k]));
        for (size_t c = 0; c < json_array_size(codes); c++) {
            size_t at = 0;
            TACIT_TRY(take_index(r, json_array_get(codes, c), n, &at));
            out->hides[k][at] = true;
        }
    }
    return TACIT_OK;
}

static tacit_status take_table(const reading *r, const json_t *from, tacit_outline_table *out)
{
    const json_t *by = json_object_get(from, "by");
    out->name = json_string_value(json_object_get(from, "name"));
    out->n = json_array_size(by);
    if (out->name == NULL || out->n > r->o->n_dimensions || !json_is_array(by))
        return fail(r);
    TACIT_TRY(take_index(r, json_object_get(from, "of"), r->o->n_responses, &out->response));
    TACIT_TRY(tacit_scratch(r->cx, out->n, sizeof *out->by, &out->by));
    for (size_t k = 0; k < out->n; k++) {
        TACIT_TRY(take_index(r, json_array_get(by, k), r->o->n_dimensions, &out->by[k]));
        for (size_t l = 0; l < k; l++)
            if (out->by[l] == out->by[k])
                return fail(r);
    }
    const json_t *hides = json_object_get(from, "hides");
    return hides == NULL ? TACIT_OK : take_hidden(r, hides, out);
}

static tacit_status take_structure(const reading *r, const json_t *from)
{
    const json_t *dimensions = json_object_get(from, "dimensions"),
                 *tables = json_object_get(from, "tables"),
                 *responses = json_object_get(from, "responses");
    r->o->n_dimensions = json_array_size(dimensions);
    r->o->n_tables = json_array_size(tables);
    r->o->n_responses = json_array_size(responses);
    if (r->o->n_tables == 0 ||
        (r->file != NULL && tacit_table_columns(r->file) != r->o->n_dimensions + 3))
        return fail(r);
    TACIT_TRY(tacit_scratch(r->cx, r->o->n_dimensions, sizeof *r->o->dimension, &r->o->dimension));
    TACIT_TRY(tacit_scratch(r->cx, r->o->n_tables, sizeof *r->o->table, &r->o->table));
    TACIT_TRY(
        tacit_scratch(r->cx, r->o->n_responses, sizeof *r->o->not_negative, &r->o->not_negative));
    for (size_t d = 0; d < r->o->n_dimensions; d++)
        TACIT_TRY(take_dimension(r, json_array_get(dimensions, d), d + 1, &r->o->dimension[d]));
    for (size_t t = 0; t < r->o->n_tables; t++)
        TACIT_TRY(take_table(r, json_array_get(tables, t), &r->o->table[t]));
    for (size_t g = 0; g < r->o->n_responses; g++)
        r->o->not_negative[g] =
            json_is_true(json_object_get(json_array_get(responses, g), "not_negative"));
    return take_sums(r, json_object_get(from, "links"), r->o->n_responses, &r->o->n_links,
                     &r->o->link);
}

tacit_status tacit_outline_read(tacit_ctx *cx, const json_t *structure, const tacit_table *file,
                                tacit_outline *out)
{
    const reading r = { cx, file, out };
    *out = (tacit_outline){ 0 };
    return take_structure(&r, structure);
}
