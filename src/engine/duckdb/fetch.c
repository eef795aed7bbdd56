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

enum { MOST_ROWS = 8192, TICK_CHUNKS = 16 };

/* The cells of a chunk, by type. */
typedef union cells {
    int64_t whole[MOST_ROWS];
    double real[MOST_ROWS];
    int32_t day[MOST_ROWS];
} cells;

/* The columns being fetched. */
typedef struct target {
    tacit_duck_data *d;
    const tacit_duck_fetch *fetch;
    tacit_builder **builder;
    size_t n;
    uint64_t rows;
} target;

static const char *field_name(const target *t, size_t c)
{
    const size_t n = t->fetch->columns->n;
    return c < n ? t->d->column[t->fetch->columns->at[c]].name : t->fetch->extra[c - n].name;
}

static tacit_type field_type(const target *t, size_t c)
{
    const size_t n = t->fetch->columns->n;
    return c < n ? t->d->column[t->fetch->columns->at[c]].type : t->fetch->extra[c - n].type;
}

static void drop_builders(target *t)
{
    for (size_t c = 0; c < t->n; c++) {
        tacit_builder_free(t->builder[c]);
        t->builder[c] = NULL;
    }
}

static tacit_status make_builders(tacit_ctx *cx, target *t)
{
    for (size_t c = 0; c < t->n; c++)
        TACIT_TRY(tacit_builder_new(cx, field_name(t, c), field_type(t, c), 0, &t->builder[c]));
    return TACIT_OK;
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
        t->d->retype = t->fetch->columns->at[c];
        return tacit_fail(cx, TACIT_ERR_DATA, "%s: column '%s' is not a column of %s.", t->d->uri,
                          field_name(t, c), type == TACIT_TYPE_DATE ? "dates" : "numbers");
    }
    return type == TACIT_TYPE_INTEGER ? tacit_builder_integers(cx, t->builder[c], x.whole, valid, n)
           : type == TACIT_TYPE_REAL  ? tacit_builder_reals(cx, t->builder[c], x.real, valid, n)
                                      : tacit_builder_dates(cx, t->builder[c], x.day, valid, n);
}

static tacit_status append_texts(tacit_ctx *cx, target *t, size_t c, duckdb_vector v, size_t n)
{
    uint32_t codes[MOST_ROWS];
    tacit_dict *dict = tacit_builder_dict(t->builder[c]);
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
                              t->d->uri, (unsigned long long)(t->rows + i + 1), field_name(t, c));
    }
    return tacit_builder_codes(cx, t->builder[c], dict, codes, valid, n);
}

static tacit_status append_vector(tacit_ctx *cx, target *t, size_t c, duckdb_vector v, size_t n)
{
    const uint64_t *valid = duckdb_vector_get_validity(v);
    if (t->d->is_csv && c < t->fetch->columns->n && field_type(t, c) != TACIT_TYPE_CATEGORY)
        return append_read(cx, t, c, v, n);
    switch (field_type(t, c)) {
    case TACIT_TYPE_INTEGER:
        return tacit_builder_integers(cx, t->builder[c], duckdb_vector_get_data(v), valid, n);
    case TACIT_TYPE_REAL:
        return tacit_builder_reals(cx, t->builder[c], duckdb_vector_get_data(v), valid, n);
    case TACIT_TYPE_DATE:
        return tacit_builder_dates(cx, t->builder[c], duckdb_vector_get_data(v), valid, n);
    case TACIT_TYPE_CATEGORY:
        break;
    }
    return append_texts(cx, t, c, v, n);
}

static tacit_status append_chunk(tacit_ctx *cx, target *t, duckdb_data_chunk chunk)
{
    const size_t n = duckdb_data_chunk_get_size(chunk);
    TACIT_ASSERT(n <= MOST_ROWS);
    for (size_t c = 0; c < t->n; c++)
        TACIT_TRY(append_vector(cx, t, c, duckdb_data_chunk_get_vector(chunk, c), n));
    t->rows += n;
    return TACIT_OK;
}

/* End the builders and put their columns into a table. */
static tacit_status finish_table(tacit_ctx *cx, target *t, size_t rows, tacit_table **out)
{
    tacit_table *table = NULL;
    TACIT_TRY(tacit_table_new(cx, rows, &table));
    tacit_status status = TACIT_OK;
    for (size_t c = 0; c < t->n && status == TACIT_OK; c++) {
        tacit_column *column = NULL;
        tacit_builder *b = t->builder[c];
        t->builder[c] = NULL;
        status = tacit_builder_finish(cx, b, &column);
        if (status == TACIT_OK)
            status = tacit_table_add(cx, table, column);
    }
    if (status != TACIT_OK) {
        tacit_table_free(table);
        return status;
    }
    *out = table;
    return TACIT_OK;
}

/* Hand the rows gathered so far to the sink and begin anew. */
static tacit_status hand_over(tacit_ctx *cx, target *t, size_t rows, const tacit_sink *sink)
{
    tacit_table *chunk = NULL;
    TACIT_TRY(finish_table(cx, t, rows, &chunk));
    tacit_status status = sink->take(cx, sink->user, chunk);
    tacit_table_free(chunk);
    if (status == TACIT_OK)
        status = make_builders(cx, t);
    return status;
}

static tacit_status drain(tacit_ctx *cx, target *t, duckdb_result *result, const tacit_sink *sink)
{
    for (uint64_t i = 0;; i++) {
        duckdb_data_chunk chunk = NULL;
        const uint64_t before = t->rows;
        TACIT_TRY(tacit_duckdb_next(cx, result, t->d->uri, &chunk));
        if (chunk == NULL)
            return TACIT_OK;
        tacit_status status = append_chunk(cx, t, chunk);
        duckdb_destroy_data_chunk(&chunk);
        if (status == TACIT_OK && sink != NULL)
            status = hand_over(cx, t, (size_t)(t->rows - before), sink);
        if (status == TACIT_OK && i % TICK_CHUNKS == 0)
            status = tacit_tick(cx, t->rows, 0);
        TACIT_TRY(status);
    }
}

static tacit_status fetch(tacit_ctx *cx, target *t, const tacit_sink *sink)
{
    duckdb_result result;
    TACIT_TRY(make_builders(cx, t));
    TACIT_TRY(tacit_duckdb_query(cx, &t->d->session, t->fetch->sql, t->d->uri, &result));
    const tacit_status status = drain(cx, t, &result, sink);
    duckdb_destroy_result(&result);
    return status;
}

static tacit_status begin(tacit_ctx *cx, tacit_duck_data *d, const tacit_duck_fetch *f, target *t)
{
    *t = (target){ .d = d, .fetch = f, .n = f->columns->n + f->n_extra };
    return tacit_scratch(cx, t->n, sizeof *t->builder, &t->builder);
}

tacit_status tacit_duck_fetch_table(tacit_ctx *cx, tacit_duck_data *d, const tacit_duck_fetch *f,
                                    tacit_table **out)
{
    target t;
    TACIT_TRY(begin(cx, d, f, &t));
    tacit_status status = fetch(cx, &t, NULL);
    if (status == TACIT_OK)
        status = finish_table(cx, &t, (size_t)t.rows, out);
    drop_builders(&t);
    return status;
}

tacit_status tacit_duck_fetch_chunks(tacit_ctx *cx, tacit_duck_data *d, const tacit_duck_fetch *f,
                                     const tacit_sink *sink)
{
    target t;
    TACIT_TRY(begin(cx, d, f, &t));
    const tacit_status status = fetch(cx, &t, sink);
    drop_builders(&t);
    return status;
}
