/*
 * write.c - rows into files: JSON, Parquet.
 *
 * The rows stand for DuckDB as a table function that one thread calls, so a COPY pulls
 * them chunk by chunk in order and nothing is held twice.  The function runs on a thread
 * of DuckDB's while the caller waits and ticks, so it has a context of its own.  After a
 * cancelled query such a thread may outlive the connection: the feed is shared with
 * DuckDB, and closed under its lock before the caller's rows go away.
 */
#include <pthread.h>
#include <string.h>

#include "base/memory.h"
#include "engine/csv_rules.h"
#include "engine/duckdb/data.h"
#include "engine/sql.h"

/* The rows on their way out. */
typedef struct feed {
    pthread_mutex_t lock; /* held while rows are given out */
    unsigned owners;      /* the caller, and DuckDB */
    bool closed;          /* the rows are gone */
    tacit_ctx *cx;        /* the table function's own */
    const tacit_rows *rows;
    tacit_table *chunk; /* being given out, or NULL */
    size_t at;          /* its next row */
    tacit_status status;
} feed;

/* Give up one ownership; the last frees. */
static void leave(void *user)
{
    feed *f = user;
    pthread_mutex_lock(&f->lock);
    const bool last = --f->owners == 0;
    pthread_mutex_unlock(&f->lock);
    if (!last)
        return;
    pthread_mutex_destroy(&f->lock);
    tacit_ctx_free(f->cx);
    tacit_free(f);
}

static tacit_status make_feed(tacit_ctx *cx, const tacit_rows *rows, feed **out)
{
    feed *f = NULL;
    TACIT_TRY(tacit_alloc(cx, 1, sizeof *f, &f));
    f->cx = tacit_ctx_new();
    if (f->cx == NULL) {
        tacit_free(f);
        return tacit_fail_memory(cx);
    }
    pthread_mutex_init(&f->lock, NULL);
    f->owners = 1;
    f->rows = rows;
    *out = f;
    return TACIT_OK;
}

/* Wait until no row is being given out, and give none from now on. */
static void close_feed(feed *f)
{
    pthread_mutex_lock(&f->lock);
    f->closed = true;
    tacit_table_free(f->chunk);
    f->chunk = NULL;
    pthread_mutex_unlock(&f->lock);
}

static duckdb_type native_type(tacit_type type)
{
    switch (type) {
    case TACIT_TYPE_INTEGER:
        return DUCKDB_TYPE_BIGINT;
    case TACIT_TYPE_REAL:
        return DUCKDB_TYPE_DOUBLE;
    case TACIT_TYPE_DATE:
        return DUCKDB_TYPE_DATE;
    case TACIT_TYPE_CATEGORY:
        break;
    }
    return DUCKDB_TYPE_VARCHAR;
}

static void bind(duckdb_bind_info info)
{
    const feed *f = duckdb_bind_get_extra_info(info);
    for (size_t j = 0; j < tacit_table_columns(f->rows->shape); j++) {
        const tacit_column *c = tacit_table_column(f->rows->shape, j);
        duckdb_logical_type type = duckdb_create_logical_type(native_type(tacit_column_type(c)));
        duckdb_bind_add_result_column(info, tacit_column_name(c), type);
        duckdb_destroy_logical_type(&type);
    }
}

static void init(duckdb_init_info info)
{
    duckdb_init_set_max_threads(info, 1);
}

static void fill_texts(const tacit_column *c, size_t at, size_t n, duckdb_vector v)
{
    const tacit_dict *dict = tacit_column_dict(c);
    const uint32_t *codes = tacit_column_codes(c);
    const uint64_t *valid = tacit_column_valid(c);
    for (size_t i = 0; i < n; i++)
        if (tacit_valid_at(valid, at + i))
            duckdb_vector_assign_string_element_len(v, i, tacit_dict_text(dict, codes[at + i]),
                                                    tacit_dict_length(dict, codes[at + i]));
}

/* Cells at ... at + n - 1 of `c` into `v`. */
static void fill_vector(const tacit_column *c, size_t at, size_t n, duckdb_vector v)
{
    void *to = duckdb_vector_get_data(v);
    if (tacit_column_type(c) == TACIT_TYPE_INTEGER)
        memcpy(to, tacit_column_integers(c) + at, n * sizeof(int64_t));
    else if (tacit_column_type(c) == TACIT_TYPE_REAL)
        memcpy(to, tacit_column_reals(c) + at, n * sizeof(double));
    else if (tacit_column_type(c) == TACIT_TYPE_DATE)
        memcpy(to, tacit_column_dates(c) + at, n * sizeof(int32_t));
    else
        fill_texts(c, at, n, v);
    if (tacit_column_missing(c) == 0)
        return;
    duckdb_vector_ensure_validity_writable(v);
    uint64_t *valid = duckdb_vector_get_validity(v);
    for (size_t i = 0; i < n; i++)
        if (!tacit_valid_at(tacit_column_valid(c), at + i))
            duckdb_validity_set_row_invalid(valid, i);
}

/* Make sure that `f->chunk` has a row to give, or is NULL at the end. */
static tacit_status refill(feed *f)
{
    while (f->chunk == NULL || f->at == tacit_table_rows(f->chunk)) {
        tacit_table_free(f->chunk);
        f->chunk = NULL;
        f->at = 0;
        TACIT_TRY(f->rows->next(f->cx, f->rows->user, &f->chunk));
        if (f->chunk == NULL)
            return TACIT_OK;
    }
    return TACIT_OK;
}

/* Fill `out` with the next rows of the chunk; how many. */
static size_t give_rows(feed *f, duckdb_data_chunk out)
{
    if (f->chunk == NULL)
        return 0;
    const size_t left = tacit_table_rows(f->chunk) - f->at;
    const size_t n = left < duckdb_vector_size() ? left : duckdb_vector_size();
    for (size_t j = 0; j < tacit_table_columns(f->chunk); j++)
        fill_vector(tacit_table_column(f->chunk, j), f->at, n,
                    duckdb_data_chunk_get_vector(out, j));
    f->at += n;
    return n;
}

static void give(duckdb_function_info info, duckdb_data_chunk out)
{
    feed *f = duckdb_function_get_extra_info(info);
    size_t n = 0;
    pthread_mutex_lock(&f->lock);
    if (!f->closed && f->status == TACIT_OK)
        f->status = refill(f);
    if (!f->closed && f->status == TACIT_OK)
        n = give_rows(f, out);
    else
        duckdb_function_set_error(info, "no more rows");
    pthread_mutex_unlock(&f->lock);
    duckdb_data_chunk_set_size(out, n);
}

static tacit_status register_feed(tacit_ctx *cx, const tacit_duckdb *d, feed *f)
{
    duckdb_table_function function = duckdb_create_table_function();
    duckdb_table_function_set_name(function, "tacit_rows");
    f->owners++;
    duckdb_table_function_set_extra_info(function, f, leave);
    duckdb_table_function_set_bind(function, bind);
    duckdb_table_function_set_init(function, init);
    duckdb_table_function_set_function(function, give);
    const duckdb_state state = duckdb_register_table_function(d->con, function);
    duckdb_destroy_table_function(&function);
    return state == DuckDBSuccess
               ? TACIT_OK
               : tacit_fail(cx, TACIT_ERR_MEMORY, "The embedded DuckDB takes no rows.");
}

/* The COPY options for the ending of a name; NULL if there is none. */
static const char *copy_format(const char *target)
{
    static const struct {
        const char *ending, *options;
    } formats[] = {
        { ".parquet", "FORMAT parquet, COMPRESSION zstd, USE_TMP_FILE false" },
        { ".json", "FORMAT json, ARRAY true, USE_TMP_FILE false" },
        { ".jsonl", "FORMAT json, USE_TMP_FILE false" },
        { ".ndjson", "FORMAT json, USE_TMP_FILE false" },
    };
    for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++)
        if (tacit_name_ends(target, formats[i].ending))
            return formats[i].options;
    return NULL;
}

tacit_status tacit_duck_copy(tacit_ctx *cx, tacit_buffer *sql, const char *query,
                             const char *target, const char *path)
{
    const char *options = copy_format(target);
    TACIT_ASSERT(options != NULL);
    TACIT_TRY(tacit_buffer_format(cx, sql, "COPY (%s) TO ", query));
    TACIT_TRY(tacit_sql_literal(cx, sql, path));
    return tacit_buffer_format(cx, sql, " (%s)", options);
}

static tacit_status copy_out(tacit_ctx *cx, tacit_duckdb *d, feed *f, const char *target,
                             const char *path)
{
    tacit_buffer sql = { 0 };
    TACIT_TRY(register_feed(cx, d, f));
    tacit_status status = tacit_duck_copy(cx, &sql, "SELECT * FROM tacit_rows()", target, path);
    if (status == TACIT_OK)
        status = tacit_duckdb_run(cx, d, sql.text, target);
    tacit_buffer_free(&sql);
    if (status != TACIT_OK && f->status != TACIT_OK)
        return tacit_fail(cx, f->status, "%s", tacit_message(f->cx));
    return status;
}

tacit_status tacit_duck_write(tacit_ctx *cx, const tacit_rows *rows, const char *target,
                              const char *path)
{
    tacit_duckdb session;
    feed *f = NULL;
    TACIT_TRY(tacit_duckdb_open(cx, 0, &session));
    tacit_status status = make_feed(cx, rows, &f);
    if (status == TACIT_OK) {
        status = copy_out(cx, &session, f, target, path);
        close_feed(f);
        leave(f);
    }
    tacit_duckdb_close(&session);
    return status;
}
