/*
 * columns.c - what engine is behind a driver, a table of it, and what its columns become.
 *
 * The engine tells its name (the standard's GetInfo, code 0), which says in which dialect it is
 * asked.  Whole numbers become integers, other numbers reals, dates dates, and all else that is one
 * value becomes a text, by casts of the engine.  Numbers that may be longer than 64 bits or a
 * double hold stay texts, with a warning.
 */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "engine/adbc/data.h"
#include "engine/sql.h"

/* Digits that every double of that length tells apart, and that 64 bits hold. */
enum { REAL_DIGITS = 15, WHOLE_DIGITS = 18, MOST_VENDOR = 64 };

/* ---- dialects ---- */

/* The texts of an array of the type utf8: that at `i`, in `out`. */
static void copy_text(const struct ArrowArray *a, size_t i, char out[MOST_VENDOR])
{
    const int32_t *at = a->buffers[1];
    const char *text = a->buffers[2];
    const size_t from = (size_t)a->offset + i, n = (size_t)(at[from + 1] - at[from]);
    size_t k = 0;
    for (; k < n && k + 1 < MOST_VENDOR; k++)
        out[k] = (char)tolower((unsigned char)text[at[from] + (int32_t)k]);
    out[k] = '\0';
}

/* The value of the first row of what GetInfo gives, which is a union; texts are its first kind.
 * The standard says that it is a dense one; DuckDB's is sparse. */
static void take_vendor(const struct ArrowSchema *s, const struct ArrowArray *a,
                        char out[MOST_VENDOR])
{
    if (a->n_children < 2 || s->n_children < 2 || a->length < 1)
        return;
    const struct ArrowArray *value = a->children[1];
    const char *format = s->children[1]->format;
    const bool dense = strncmp(format, "+ud:", 4) == 0, sparse = strncmp(format, "+us:", 4) == 0;
    if ((!dense && !sparse) || value->n_children < 1 || value->n_buffers < 1 ||
        strcmp(s->children[1]->children[0]->format, "u") != 0)
        return;
    const int8_t *kind = value->buffers[0];
    const size_t row = (size_t)value->offset;
    if (kind == NULL || kind[row] != 0)
        return;
    copy_text(value->children[0], dense ? (size_t)((const int32_t *)value->buffers[1])[row] : row,
              out);
}

/* The name of the engine, in small letters; "" if the driver does not tell. */
static void ask_vendor(tacit_adbc_session *s, char out[MOST_VENDOR])
{
    static const uint32_t code = ADBC_VENDOR_NAME;
    struct ArrowArrayStream in = { 0 };
    struct ArrowSchema schema = { 0 };
    struct ArrowArray rows = { 0 };
    struct AdbcError error = { 0 };
    out[0] = '\0';
    if (s->driver.ConnectionGetInfo != NULL &&
        s->driver.ConnectionGetInfo(&s->connection, &code, 1, &in, &error) == 0 &&
        in.release != NULL && in.get_schema(&in, &schema) == 0 && in.get_next(&in, &rows) == 0 &&
        rows.release != NULL)
        take_vendor(&schema, &rows, out);
    if (error.release != NULL)
        error.release(&error);
    if (rows.release != NULL)
        rows.release(&rows);
    if (schema.release != NULL)
        schema.release(&schema);
    if (in.release != NULL)
        in.release(&in);
}

/* The dialect whose name is in `vendor`, or NULL. */
static const tacit_sql_dialect *dialect_of(const char *vendor)
{
    for (size_t i = 0; i < tacit_sql_catalog.n; i++)
        if (strstr(vendor, tacit_sql_catalog.entry[i]->name) != NULL)
            return (const tacit_sql_dialect *)tacit_sql_catalog.entry[i]; /* its first member */
    return strstr(vendor, "databricks") != NULL ? &tacit_sql_spark
           : strstr(vendor, "postgres") != NULL ? &tacit_sql_postgresql
                                                : NULL;
}

tacit_status tacit_adbc_find_dialect(tacit_ctx *cx, tacit_adbc_data *d, const char *said)
{
    char vendor[MOST_VENDOR];
    if (said == NULL)
        ask_vendor(d->session, vendor);
    d->dialect = dialect_of(said != NULL ? said : vendor);
    if (d->dialect != NULL)
        return TACIT_OK;
    return tacit_fail(cx, TACIT_ERR_INPUT,
                      "%s: it is not known in which dialect of SQL this engine is asked; write "
                      "dialect=duckdb, postgresql, clickhouse, spark, trino, bigquery or "
                      "snowflake, if it understands one of them.",
                      d->uri);
}

/* ---- types ---- */

/* Our type for one of Arrow; 0 if cells of the type are not single values.  `*wide` if numbers may
 * be longer than ours. */
static tacit_type type_of(const struct ArrowSchema *s, bool *wide)
{
    const char *f = s->format;
    int digits = 0, places = 0;
    *wide = false;
    if (s->dictionary != NULL || strchr("buUn", f[0]) != NULL || strcmp(f, "vu") == 0 ||
        strncmp(f, "ts", 2) == 0 || strncmp(f, "tt", 2) == 0 || strncmp(f, "ti", 2) == 0)
        return TACIT_TYPE_CATEGORY;
    if (strncmp(f, "td", 2) == 0)
        return TACIT_TYPE_DATE;
    if (strchr("efg", f[0]) != NULL)
        return TACIT_TYPE_REAL;
    *wide = f[0] == 'L';
    if (strchr("csilCSIL", f[0]) != NULL)
        return TACIT_TYPE_INTEGER;
    if (sscanf(f, "d:%d,%d", &digits, &places) != 2)
        return (tacit_type)0;
    *wide = digits > (places <= 0 ? WHOLE_DIGITS : REAL_DIGITS);
    return places <= 0 ? TACIT_TYPE_INTEGER : TACIT_TYPE_REAL;
}

/* Whether values of a type are written in one way only: whole numbers, truth, dates and times,
 * and lists of words that are known. */
static bool is_plain(const struct ArrowSchema *s)
{
    return s->dictionary != NULL || strchr("bcsilCSIL", s->format[0]) != NULL ||
           strncmp(s->format, "td", 2) == 0 || strncmp(s->format, "ts", 2) == 0;
}

static tacit_status take_column(tacit_ctx *cx, tacit_adbc_data *d, size_t j,
                                const struct ArrowSchema *s)
{
    bool wide = false;
    const char *name = s->name != NULL ? s->name : "";
    char *own = NULL;
    tacit_type type = s->format != NULL && s->format[0] != '\0' ? type_of(s, &wide) : 0;
    if (type == 0 || !tacit_is_utf8(name, strlen(name)) || name[0] == '\0')
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "%s: column %zu has no name, or holds lists, records or bytes in its "
                          "cells; give each part a column of its own.",
                          d->uri, j + 1);
    TACIT_TRY(tacit_copy_text(cx, name, &own));
    if (wide) {
        type = TACIT_TYPE_CATEGORY;
        tacit_warn(cx,
                   "Column '%s' may have numbers with more digits than can be computed with "
                   "exactly; it is kept as text.",
                   name);
    }
    d->plain[j] = is_plain(s) && !wide;
    d->column[j] = (tacit_sql_field){ .name = own, .type = type };
    d->field[j] = (tacit_field){ .name = own, .type = type };
    return TACIT_OK;
}

static tacit_status take_columns(tacit_ctx *cx, tacit_adbc_data *d, const struct ArrowSchema *s)
{
    if (s->n_children <= 0 || s->children == NULL)
        return tacit_fail(cx, TACIT_ERR_DATA, "%s has no columns.", d->uri);
    TACIT_TRY(tacit_alloc(cx, (size_t)s->n_children, sizeof *d->column, &d->column));
    TACIT_TRY(tacit_alloc(cx, (size_t)s->n_children, sizeof *d->field, &d->field));
    TACIT_TRY(tacit_alloc(cx, (size_t)s->n_children, sizeof *d->plain, &d->plain));
    d->n = (size_t)s->n_children;
    for (size_t j = 0; j < d->n; j++)
        TACIT_TRY(take_column(cx, d, j, s->children[j]));
    d->base.schema = (tacit_schema){ .n = d->n, .field = d->field };
    return TACIT_OK;
}

/* ---- the table ---- */

static tacit_status put_relation(tacit_ctx *cx, tacit_adbc_data *d, const char *name,
                                 tacit_buffer *out)
{
    char *schema = NULL, *table = NULL;
    TACIT_TRY(tacit_sql_split(cx, name, &schema, &table));
    const char *const path[] = { schema, table };
    const size_t skip = schema[0] == '\0';
    TACIT_TRY(tacit_sql_put_path(cx, d->dialect, path + skip, 2 - skip, out));
    return tacit_copy_text(cx, out->text, &d->relation);
}

/* Ask for no row of the table, to see its columns. */
static tacit_status look(tacit_ctx *cx, tacit_adbc_data *d, tacit_adbc_answer *answer)
{
    char *sql = NULL;
    struct ArrowSchema schema = { 0 };
    TACIT_TRY(tacit_scratch_format(cx, &sql, "SELECT * FROM %s WHERE 1 = 0", d->relation));
    const tacit_status asked = tacit_adbc_ask(cx, d->session, sql, answer);
    if (asked == TACIT_ERR_IO)
        return tacit_fail(cx, TACIT_ERR_IO,
                          "%s cannot be read: the table is not there, or this user may not read "
                          "it, or the engine does not answer.",
                          d->uri);
    TACIT_TRY(asked);
    if (answer->stream.get_schema(&answer->stream, &schema) != 0 || schema.release == NULL)
        return tacit_adbc_fail(cx, d->session, 0);
    const tacit_status status = take_columns(cx, d, &schema);
    schema.release(&schema);
    return status;
}

tacit_status tacit_adbc_describe(tacit_ctx *cx, tacit_adbc_data *d, const char *name)
{
    tacit_adbc_answer answer = { .session = d->session };
    tacit_buffer relation = { 0 };
    tacit_status status = put_relation(cx, d, name, &relation);
    tacit_buffer_free(&relation);
    if (status == TACIT_OK)
        status = look(cx, d, &answer);
    tacit_adbc_end(&answer);
    return status;
}
