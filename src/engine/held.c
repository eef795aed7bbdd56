/*
 * held.c - sources that are read as a whole when they are opened.
 */
#include "engine/held.h"

#include "base/memory.h"

typedef struct held_data {
    tacit_data base;
    char *uri;
    tacit_data *memory; /* the same data in memory */
} held_data;

/* Put the table (taken over) in memory under the driver for that. */
static tacit_status keep(tacit_ctx *cx, tacit_table *table, tacit_data **out)
{
    tacit_store *store = NULL;
    tacit_status status = tacit_store_new(cx, &store);
    if (status != TACIT_OK) {
        tacit_table_free(table);
        return status;
    }
    status = tacit_store_put(cx, store, "data", table);
    const tacit_source source = { .uri = "memory:data", .store = store };
    if (status == TACIT_OK)
        status = tacit_engine_memory.open(cx, &source, out);
    tacit_store_free(store);
    return status;
}

void tacit_held_close(tacit_data *data)
{
    held_data *d = (held_data *)data;
    tacit_data_close(d->memory);
    tacit_free(d->uri);
    tacit_free(d);
}

tacit_status tacit_held_new(tacit_ctx *cx, const tacit_engine *engine, const char *uri,
                            tacit_table *table, tacit_data **out)
{
    held_data *d = NULL;
    tacit_status status = tacit_alloc(cx, 1, sizeof *d, &d);
    if (status != TACIT_OK) {
        tacit_table_free(table);
        return status;
    }
    status = keep(cx, table, &d->memory);
    if (status == TACIT_OK)
        status = tacit_copy_text(cx, uri, &d->uri);
    if (status != TACIT_OK) {
        tacit_held_close(&d->base);
        return status;
    }
    d->base = (tacit_data){ .engine = engine, .uri = d->uri, .schema = d->memory->schema };
    *out = &d->base;
    return TACIT_OK;
}

tacit_status tacit_held_scan(tacit_ctx *cx, tacit_data *data, const tacit_select *columns,
                             const tacit_sink *sink)
{
    held_data *d = (held_data *)data;
    return tacit_engine_memory.scan(cx, d->memory, columns, sink);
}

tacit_status tacit_held_load(tacit_ctx *cx, tacit_data *data, const tacit_select *columns,
                             tacit_table **out)
{
    held_data *d = (held_data *)data;
    return tacit_engine_memory.load(cx, d->memory, columns, out);
}

tacit_status tacit_held_group(tacit_ctx *cx, tacit_data *data, const tacit_select *keys,
                              size_t weight, tacit_table **out)
{
    held_data *d = (held_data *)data;
    return tacit_engine_memory.group(cx, d->memory, keys, weight, out);
}
