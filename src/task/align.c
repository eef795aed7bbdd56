/*
 * align.c - two files made comparable: columns by their names, rows by identifiers.
 */
#include "task/align.h"

#include <string.h>

#include "base/text.h"
#include "table/take.h"
#include "task/found.h"

tacit_status tacit_align_columns(tacit_ctx *cx, const tacit_names *map, const char *uri,
                                 tacit_table *table)
{
    for (size_t i = 0; i < map->n; i++) {
        const char *equals = strchr(map->at[i], '=');
        char *name = NULL;
        if (equals == NULL || equals == map->at[i] || equals[1] == '\0')
            return tacit_fail(cx, TACIT_ERR_INPUT,
                              "Mapping '%s' must be of the form a=b: column a of the first file is "
                              "column b of the second.",
                              map->at[i]);
        TACIT_TRY(tacit_scratch_format(cx, &name, "%.*s", (int)(equals - map->at[i]), map->at[i]));
        const size_t j = tacit_table_find(table, equals + 1), n = tacit_table_columns(table);
        if (j == n)
            return tacit_fail(cx, TACIT_ERR_INPUT, "%s has no column '%s' to map '%s' to.", uri,
                              equals + 1, name);
        if (strcmp(name, equals + 1) == 0)
            continue;
        if (tacit_table_find(table, name) < n)
            return tacit_fail(cx, TACIT_ERR_INPUT,
                              "%s has a column '%s' already, so '%s' cannot be mapped to it.", uri,
                              name, equals + 1);
        TACIT_TRY(tacit_table_rename(cx, table, j, name));
    }
    return TACIT_OK;
}

tacit_names tacit_names_of(const tacit_args *args, size_t i)
{
    const tacit_value *v = &args->at[i];
    return v->given ? (tacit_names){ .n = v->n, .at = v->texts } : (tacit_names){ 0 };
}

tacit_status tacit_align_load(tacit_ctx *cx, tacit_work *w, const char *uri, const tacit_names *map,
                              tacit_aligned *out)
{
    const tacit_plan *given = w->plan, *found = NULL;
    *out = (tacit_aligned){ .uri_a = w->plan->data, .uri_b = uri };
    TACIT_TRY(tacit_found_load(cx, w, tacit_work_load, &found));
    out->a = w->data;
    w->data = NULL;
    if (uri == NULL)
        return TACIT_OK;
    w->plan = found; /* who protects a file writes it as it was written */
    const tacit_status status = tacit_work_load_other(cx, w, uri, &out->b);
    w->plan = given;
    TACIT_TRY(status);
    TACIT_TRY(tacit_align_columns(cx, map, uri, out->b));
    tacit_work_set_roles(w, out->b);
    return TACIT_OK;
}

/* ---- rows ---- */

static tacit_status find_columns(tacit_ctx *cx, const tacit_table *t, const char *uri,
                                 const tacit_names *by, size_t *at)
{
    for (size_t i = 0; i < by->n; i++) {
        at[i] = tacit_table_find(t, by->at[i]);
        if (at[i] == tacit_table_columns(t))
            return tacit_fail(cx, TACIT_ERR_INPUT,
                              "Rows cannot be aligned by '%s': %s has no such column.", by->at[i],
                              uri);
    }
    return TACIT_OK;
}

/* Append the values of row i to `out`, with their lengths so that no two rows mix up. */
static tacit_status row_text(tacit_ctx *cx, const tacit_table *t, const tacit_select *by, size_t i,
                             tacit_buffer *out)
{
    out->length = 0;
    for (size_t c = 0; c < by->n; c++) {
        const tacit_column *column = tacit_table_column(t, by->at[c]);
        char room[32];
        const char *text = tacit_column_text(column, i, room);
        TACIT_TRY(tacit_buffer_format(cx, out, "%zu:%s", strlen(text), text));
    }
    return TACIT_OK;
}

/* The code of each row's values in the dictionary `d`; fails if two rows share one. */
static tacit_status code_rows(tacit_ctx *cx, const tacit_table *t, const char *uri,
                              const tacit_select *by, tacit_dict *d, uint32_t *code)
{
    const size_t rows = tacit_table_rows(t);
    tacit_buffer text = { 0 };
    tacit_status status = TACIT_OK;
    for (size_t i = 0; status == TACIT_OK && i < rows; i++) {
        status = row_text(cx, t, by, i, &text);
        if (status == TACIT_OK)
            status = tacit_dict_add(cx, d, text.text, text.length, &code[i]);
    }
    tacit_buffer_free(&text);
    TACIT_TRY(status);
    uint8_t *seen = NULL;
    size_t twice = 0;
    TACIT_TRY(tacit_scratch(cx, tacit_dict_size(d), sizeof *seen, &seen));
    for (size_t i = 0; i < rows; i++) {
        twice += seen[code[i]];
        seen[code[i]] = 1;
    }
    return twice == 0 ? TACIT_OK
                      : tacit_fail(cx, TACIT_ERR_DATA,
                                   "Rows cannot be aligned: %zu rows of %s repeat the values of "
                                   "another; name columns that tell every row apart.",
                                   twice, uri);
}

/* Rows of a that have a partner, and their partners. */
typedef struct partners {
    size_t n, *a, *b;
} partners;

static tacit_status match_rows(tacit_ctx *cx, const tacit_aligned *f, const uint32_t *const code[2],
                               uint32_t codes, partners *out)
{
    const size_t rows_a = tacit_table_rows(f->a), rows_b = tacit_table_rows(f->b);
    size_t *row = NULL; /* of b for each code, from 1 */
    TACIT_TRY(tacit_scratch(cx, codes, sizeof *row, &row));
    TACIT_TRY(tacit_scratch(cx, rows_a, sizeof *out->a, &out->a));
    TACIT_TRY(tacit_scratch(cx, rows_a, sizeof *out->b, &out->b));
    for (size_t i = 0; i < rows_b; i++)
        row[code[1][i]] = i + 1;
    for (size_t i = 0; i < rows_a; i++) {
        if (row[code[0][i]] == 0)
            continue;
        out->a[out->n] = i;
        out->b[out->n++] = row[code[0][i]] - 1;
    }
    if (out->n == 0)
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "No row of %s has a partner in %s by the columns named.", f->uri_a,
                          f->uri_b);
    if (out->n < rows_a)
        tacit_warn(cx, "%zu of %zu rows of %s have no partner in %s and were left out.",
                   rows_a - out->n, rows_a, f->uri_a, f->uri_b);
    if (out->n < rows_b)
        tacit_warn(cx, "%zu of %zu rows of %s have no partner in %s and were left out.",
                   rows_b - out->n, rows_b, f->uri_b, f->uri_a);
    return TACIT_OK;
}

static tacit_status take_rows(tacit_ctx *cx, const size_t *at, size_t n, tacit_table **table)
{
    tacit_table *taken = NULL;
    TACIT_TRY(tacit_table_take(cx, *table, &(tacit_row_list){ .n = n, .at = at }, &taken));
    tacit_table_free(*table);
    *table = taken;
    return TACIT_OK;
}

static tacit_status align(tacit_ctx *cx, const tacit_names *by, tacit_dict *d, tacit_aligned *f)
{
    size_t *at = NULL;
    uint32_t *a = NULL, *b = NULL;
    partners found = { 0 };
    const tacit_select columns = { .n = by->n, .at = NULL };
    tacit_select by_a = columns, by_b = columns;
    TACIT_TRY(tacit_scratch(cx, 2 * by->n, sizeof *at, &at));
    TACIT_TRY(tacit_scratch(cx, tacit_table_rows(f->a), sizeof *a, &a));
    TACIT_TRY(tacit_scratch(cx, tacit_table_rows(f->b), sizeof *b, &b));
    TACIT_TRY(find_columns(cx, f->a, f->uri_a, by, at));
    TACIT_TRY(find_columns(cx, f->b, f->uri_b, by, at + by->n));
    by_a.at = at;
    by_b.at = at + by->n;
    TACIT_TRY(code_rows(cx, f->a, f->uri_a, &by_a, d, a));
    TACIT_TRY(code_rows(cx, f->b, f->uri_b, &by_b, d, b));
    TACIT_TRY(match_rows(cx, f, (const uint32_t *const[2]){ a, b }, tacit_dict_size(d), &found));
    TACIT_TRY(take_rows(cx, found.a, found.n, &f->a));
    return take_rows(cx, found.b, found.n, &f->b);
}

tacit_status tacit_align_rows(tacit_ctx *cx, const tacit_names *by, tacit_aligned *files)
{
    const size_t mark = tacit_scratch_mark(cx);
    tacit_dict *d = NULL;
    TACIT_TRY(tacit_dict_new(cx, &d));
    const tacit_status status = align(cx, by, d, files);
    tacit_dict_free(d);
    tacit_scratch_release(cx, mark);
    return status;
}
