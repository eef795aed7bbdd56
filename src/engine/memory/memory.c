/*
 * memory.c - the driver for tables that a program holds in memory (table/store.h).
 *
 * An open table shares its columns with the store, so that it stays whole whatever happens
 * there.  Loading copies nothing; a scan copies one chunk at a time.  Groups are rows with
 * count 1: the classes that are built from them count in memory anyway.
 */
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "engine/ones.h"
#include "table/take.h"

enum { CHUNK_ROWS = 4096 };

static const char SCHEME[] = "memory:";

typedef struct memory_data {
    tacit_data base;
    char *uri;
    tacit_table *table;
    tacit_field *field;
} memory_data;

static bool reads(const char *uri)
{
    return strncmp(uri, SCHEME, sizeof SCHEME - 1) == 0;
}

static void close_data(tacit_data *data)
{
    memory_data *d = (memory_data *)data;
    tacit_table_free(d->table);
    tacit_free(d->field);
    tacit_free(d->uri);
    tacit_free(d);
}

static const char *store_name(const void *user, size_t i)
{
    return tacit_store_name(user, i);
}

/* The table that `source` names. */
static tacit_status find_table(tacit_ctx *cx, const tacit_source *source, const tacit_table **out)
{
    if (source->store == NULL)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "Cannot read %s: tables in memory can only be named by a program that "
                          "uses the library.",
                          source->uri);
    const char *name = source->uri + sizeof SCHEME - 1;
    *out = tacit_store_find(source->store, name);
    if (*out != NULL)
        return TACIT_OK;
    const char *near =
        tacit_suggest(name, tacit_store_size(source->store), store_name, source->store);
    if (near != NULL)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "There is no table '%s' in memory; perhaps '%s' is meant.", name, near);
    return tacit_fail(cx, TACIT_ERR_INPUT, "There is no table '%s' in memory.", name);
}

static tacit_status fill_data(tacit_ctx *cx, const char *uri, const tacit_table *t, memory_data *d)
{
    const size_t n = tacit_table_columns(t);
    TACIT_TRY(tacit_copy_text(cx, uri, &d->uri));
    TACIT_TRY(tacit_table_copy(cx, t, &d->table));
    TACIT_TRY(tacit_alloc(cx, n, sizeof *d->field, &d->field));
    for (size_t j = 0; j < n; j++) {
        const tacit_column *c = tacit_table_column(d->table, j);
        d->field[j] = (tacit_field){ .name = tacit_column_name(c),
                                     .type = tacit_column_type(c),
                                     .notes = *tacit_column_notes_of(c) };
    }
    d->base = (tacit_data){ .engine = &tacit_engine_memory,
                            .uri = d->uri,
                            .schema = { .n = n, .field = d->field } };
    return TACIT_OK;
}

static tacit_status open_data(tacit_ctx *cx, const tacit_source *source, tacit_data **out)
{
    const tacit_table *t = NULL;
    memory_data *d = NULL;
    TACIT_TRY(find_table(cx, source, &t));
    TACIT_TRY(tacit_alloc(cx, 1, sizeof *d, &d));
    const tacit_status status = fill_data(cx, source->uri, t, d);
    if (status != TACIT_OK) {
        close_data(&d->base);
        return status;
    }
    *out = &d->base;
    return TACIT_OK;
}

static tacit_status add_columns(tacit_ctx *cx, const tacit_table *from, const tacit_select *columns,
                                tacit_table *to)
{
    const size_t n = columns != NULL ? columns->n : tacit_table_columns(from);
    for (size_t s = 0; s < n; s++) {
        const tacit_column *c = tacit_table_column(from, columns != NULL ? columns->at[s] : s);
        TACIT_TRY(tacit_table_add(cx, to, tacit_column_share(c)));
    }
    return TACIT_OK;
}

static tacit_status load(tacit_ctx *cx, tacit_data *data, const tacit_select *columns,
                         tacit_table **out)
{
    const memory_data *d = (const memory_data *)data;
    tacit_table *t = NULL;
    TACIT_TRY(tacit_table_new(cx, tacit_table_rows(d->table), &t));
    const tacit_status status = add_columns(cx, d->table, columns, t);
    if (status != TACIT_OK) {
        tacit_table_free(t);
        return status;
    }
    *out = t;
    return TACIT_OK;
}

/* Give the rows of `t` from `first` on to `sink`, at most a chunk of them. */
static tacit_status give_chunk(tacit_ctx *cx, const tacit_table *t, size_t first,
                               const tacit_sink *sink)
{
    const size_t left = tacit_table_rows(t) - first;
    const size_t n = left < CHUNK_ROWS ? left : CHUNK_ROWS;
    size_t at[CHUNK_ROWS];
    for (size_t i = 0; i < n; i++)
        at[i] = first + i;
    const tacit_row_list rows = { .n = n, .at = at };
    tacit_table *chunk = NULL;
    TACIT_TRY(tacit_table_take(cx, t, &rows, &chunk));
    const tacit_status status = sink->take(cx, sink->user, chunk);
    tacit_table_free(chunk);
    return status;
}

static tacit_status give_chunks(tacit_ctx *cx, const tacit_table *t, const tacit_sink *sink)
{
    size_t first = 0;
    do {
        TACIT_TRY(tacit_tick(cx, first, tacit_table_rows(t)));
        TACIT_TRY(give_chunk(cx, t, first, sink));
        first += CHUNK_ROWS;
    } while (first < tacit_table_rows(t));
    return TACIT_OK;
}

static tacit_status scan(tacit_ctx *cx, tacit_data *data, const tacit_select *columns,
                         const tacit_sink *sink)
{
    tacit_table *t = NULL;
    TACIT_TRY(load(cx, data, columns, &t));
    const tacit_status status = give_chunks(cx, t, sink);
    tacit_table_free(t);
    return status;
}

/* A run keeps what it releases; no driver writes there. */
static tacit_status refuse(tacit_ctx *cx, const tacit_rows *rows, const char *target,
                           const char *path)
{
    (void)rows;
    (void)path;
    return tacit_fail(cx, TACIT_ERR_INPUT,
                      "%s is a table in memory, which a program keeps, not a file to write.",
                      target);
}

static const tacit_param PARAMS[] = { TACIT_PARAM_END };

/* Tables that a program gave. */
const tacit_engine tacit_engine_memory = {
    .about = { .name = "memory",
               .title = "Tables in memory",
               .summary = "Reads tables that a program gave the library, without a file.",
               .source = "Apache Arrow, The Arrow C stream interface (2020)",
               .params = PARAMS },
    .endings = "memory:NAME",
    .reads = reads,
    .writes = reads, /* so that nobody takes the name for a file's */
    .open = open_data,
    .close = close_data,
    .scan = scan,
    .load = load,
    .group = tacit_group_ones,
    .write = refuse,
};
