/*
 * fetch.c - query results into columns.
 *
 * A result arrives in chunks of some 2000 rows; each vector is appended to the builder
 * of its column.  Texts go through the column's dictionary.  Linear in the number of
 * cells; memory is that of the columns plus DuckDB's stream buffer.
 */
#include <string.h>

#include "engine/csv_rules.h"
#include "engine/duckdb/data.h"

enum { MOST_ROWS = 8192 };

/* The cells of a chunk, by type. */
typedef union cells {
    int64_t whole[MOST_ROWS];
    double real[MOST_ROWS];
    int32_t day[MOST_ROWS];
} cells;

/* A query on its way. */
typedef struct target {
    tacit_duck_data *d;
    tacit_gather g;
} target;

static tacit_type field_type(const target *t, size_t c)
{
    return tacit_gather_field(&t->g, c)->type;
}

/* What the text is as a value of the type; false if it is none. */
static bool read_text(const tacit_args *args, tacit_type type, duckdb_string_t *s, cells *x,
                      size_t i)
{
    const char *text = duckdb_string_t_data(s);
    const size_t n = duckdb_string_t_length(*s);
    return type == TACIT_TYPE_INTEGER ? tacit_parse_integer(text, n, &x->whole[i])
           : type == TACIT_TYPE_REAL  ? tacit_csv_real(args, text, n, &x->real[i])
                                      : tacit_csv_date(text, n, &x->day[i]);
}

/* Append the cells of a text file's column that is not one of texts. */
static tacit_status append_read(tacit_ctx *cx, target *t, size_t c, duckdb_vector v, size_t n)
{
    cells x;
    const tacit_type type = field_type(t, c);
    const uint64_t *valid = duckdb_vector_get_validity(v);
    duckdb_string_t *s = duckdb_vector_get_data(v);
    memset(&x, 0, sizeof x);
    for (size_t i = 0; i < n; i++) {
        if (!tacit_valid_at(valid, i) || read_text(t->d->args, type, &s[i], &x, i))
            continue;
        t->d->retype = t->g.fetch->columns->at[c];
        return tacit_fail(cx, TACIT_ERR_DATA, "%s: column '%s' is not a column of %s.", t->d->uri,
                          tacit_gather_field(&t->g, c)->name,
                          type == TACIT_TYPE_DATE ? "dates" : "numbers");
    }
    return type == TACIT_TYPE_INTEGER
               ? tacit_builder_integers(cx, t->g.builder[c], x.whole, valid, n)
           : type == TACIT_TYPE_REAL ? tacit_builder_reals(cx, t->g.builder[c], x.real, valid, n)
                                     : tacit_builder_dates(cx, t->g.builder[c], x.day, valid, n);
}

static tacit_status append_texts(tacit_ctx *cx, target *t, size_t c, duckdb_vector v, size_t n)
{
    uint32_t codes[MOST_ROWS];
    tacit_dict *dict = tacit_builder_dict(t->g.builder[c]);
    const uint64_t *valid = duckdb_vector_get_validity(v);
    duckdb_string_t *s = duckdb_vector_get_data(v);
    for (size_t i = 0; i < n; i++) {
        codes[i] = 0;
        if (!tacit_valid_at(valid, i))
            continue;
        const char *text = duckdb_string_t_data(&s[i]);
        const uint32_t length = duckdb_string_t_length(s[i]), known = tacit_dict_size(dict);
        TACIT_TRY(tacit_dict_add(cx, dict, text, length, &codes[i]));
        if (codes[i] == known && memchr(text, '\0', length) != NULL)
            return tacit_fail(cx, TACIT_ERR_DATA, "%s, record %llu: column '%s' holds a NUL byte.",
                              t->d->uri, (unsigned long long)(t->g.rows + i + 1),
                              tacit_gather_field(&t->g, c)->name);
    }
    return tacit_builder_codes(cx, t->g.builder[c], dict, codes, valid, n);
}

static tacit_status append_vector(tacit_ctx *cx, target *t, size_t c, duckdb_vector v, size_t n)
{
    const uint64_t *valid = duckdb_vector_get_validity(v);
    if (t->d->is_csv && c < t->g.fetch->columns->n && field_type(t, c) != TACIT_TYPE_CATEGORY)
        return append_read(cx, t, c, v, n);
    switch (field_type(t, c)) {
    case TACIT_TYPE_INTEGER:
        return tacit_builder_integers(cx, t->g.builder[c], duckdb_vector_get_data(v), valid, n);
    case TACIT_TYPE_REAL:
        return tacit_builder_reals(cx, t->g.builder[c], duckdb_vector_get_data(v), valid, n);
    case TACIT_TYPE_DATE:
        return tacit_builder_dates(cx, t->g.builder[c], duckdb_vector_get_data(v), valid, n);
    case TACIT_TYPE_CATEGORY:
        break;
    }
    return append_texts(cx, t, c, v, n);
}

static tacit_status append_chunk(tacit_ctx *cx, target *t, duckdb_data_chunk chunk)
{
    const size_t n = duckdb_data_chunk_get_size(chunk);
    TACIT_ASSERT(n <= MOST_ROWS);
    for (size_t c = 0; c < t->g.n; c++)
        TACIT_TRY(append_vector(cx, t, c, duckdb_data_chunk_get_vector(chunk, c), n));
    return tacit_gather_rows(cx, &t->g, n);
}

static tacit_status drain(tacit_ctx *cx, target *t, duckdb_result *result)
{
    for (;;) {
        duckdb_data_chunk chunk = NULL;
        TACIT_TRY(tacit_duckdb_next(cx, result, t->d->uri, &chunk));
        if (chunk == NULL)
            return TACIT_OK;
        const tacit_status status = append_chunk(cx, t, chunk);
        duckdb_destroy_data_chunk(&chunk);
        TACIT_TRY(status);
    }
}

/* Carry out the query; into `out` or, if that is NULL, into `sink`. */
static tacit_status fetch(tacit_ctx *cx, tacit_duck_data *d, const tacit_fetch *f,
                          const tacit_sink *sink, tacit_table **out)
{
    target t = { .d = d };
    duckdb_result result;
    TACIT_TRY(tacit_gather_begin(cx, &t.g, &d->base, f, sink));
    tacit_status status = tacit_duckdb_query(cx, &d->session, f->sql, d->uri, &result);
    if (status == TACIT_OK) {
        status = drain(cx, &t, &result);
        duckdb_destroy_result(&result);
    }
    return tacit_gather_end(cx, &t.g, status, out);
}

tacit_status tacit_duck_fetch_table(tacit_ctx *cx, tacit_duck_data *d, const tacit_fetch *f,
                                    tacit_table **out)
{
    return fetch(cx, d, f, NULL, out);
}

tacit_status tacit_duck_fetch_chunks(tacit_ctx *cx, tacit_duck_data *d, const tacit_fetch *f,
                                     const tacit_sink *sink)
{
    return fetch(cx, d, f, sink, NULL);
}
