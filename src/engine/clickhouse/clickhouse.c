/*
 * clickhouse.c - the driver for tables of ClickHouse.
 *
 * A source is clickhouse://USER@HOST:PORT/DATABASE#TABLE, which may be distributed over a cluster.
 * Combinations of keys are counted, and tables added up, by the servers; rows cross over, as a
 * stream, for what needs rows.  They come in the order in which one thread of the server reads
 * them.
 */
#include "base/memory.h"
#include "engine/clickhouse/data.h"
#include "engine/made.h"

void tacit_ch_close(tacit_data *data)
{
    tacit_ch_data *d = (tacit_ch_data *)data;
    curl_easy_cleanup(d->curl);
    for (size_t j = 0; j < d->n; j++)
        tacit_free(d->column[j].name);
    tacit_free(d->column);
    tacit_free(d->field);
    tacit_free(d->seal.column);
    tacit_free(d->settings);
    tacit_free(d->relation);
    tacit_ch_place_free(&d->place);
    tacit_free(d);
}

tacit_status tacit_ch_begin(tacit_ctx *cx, const char *uri, size_t which, uint64_t memory,
                            tacit_ch_data *d)
{
    TACIT_TRY(tacit_ch_place_of(cx, uri, which, &d->place));
    d->base = (tacit_data){ .engine = &tacit_engine_clickhouse, .uri = d->place.shown };
    return tacit_ch_connect(cx, memory, d);
}

static tacit_status fill_data(tacit_ctx *cx, const tacit_source *source, tacit_ch_data *d)
{
    TACIT_TRY(tacit_ch_begin(cx, source->uri, 0, source->memory, d));
    return tacit_ch_describe(cx, d);
}

static tacit_status open_data(tacit_ctx *cx, const tacit_source *source, tacit_data **out)
{
    tacit_ch_data *d = NULL;
    TACIT_TRY(tacit_alloc(cx, 1, sizeof *d, &d));
    const tacit_status status = fill_data(cx, source, d);
    if (status != TACIT_OK) {
        tacit_ch_close(&d->base);
        return status;
    }
    *out = &d->base;
    return TACIT_OK;
}

/* Fetch rows into `out` or, if that is NULL, into `sink`. */
static tacit_status fetch(tacit_ctx *cx, tacit_data *data, const tacit_select *columns,
                          const tacit_sink *sink, tacit_table **out)
{
    tacit_ch_data *d = (tacit_ch_data *)data;
    const size_t mark = tacit_scratch_mark(cx);
    tacit_select asked = { 0 };
    uint64_t rows = 0;
    TACIT_TRY(tacit_data_select(cx, data, columns, &asked));
    TACIT_TRY(tacit_ch_fetch_rows(cx, d, &asked, sink, out, &rows));
    const tacit_ch_seen seen = { .rows = (int64_t)rows };
    const tacit_status status = tacit_ch_check_seal(cx, d, &asked, &seen);
    tacit_scratch_release(cx, mark);
    if (status != TACIT_OK && out != NULL) {
        tacit_table_free(*out);
        *out = NULL;
    }
    return status;
}

static tacit_status scan(tacit_ctx *cx, tacit_data *data, const tacit_select *columns,
                         const tacit_sink *sink)
{
    return fetch(cx, data, columns, sink, NULL);
}

static tacit_status load(tacit_ctx *cx, tacit_data *data, const tacit_select *columns,
                         tacit_table **out)
{
    return fetch(cx, data, columns, NULL, out);
}

static const tacit_param PARAMS[] = { TACIT_PARAM_END };

const tacit_engine tacit_engine_clickhouse = {
    .about = { .name = "clickhouse",
               .title = "ClickHouse",
               .summary = "Reads tables of ClickHouse servers and clusters; combinations of keys "
                          "are counted there, and what was decided can be applied there.",
               .source = "ClickHouse Inc. (2024), ClickHouse documentation, \"HTTP Interface\" and "
                         "\"RowBinary\"",
               .params = PARAMS },
    .endings = "clickhouse://HOST/DATABASE#TABLE",
    .reads = tacit_is_clickhouse,
    .writes = tacit_is_clickhouse, /* so that nobody takes the name for a file's */
    .open = open_data,
    .close = tacit_ch_close,
    .scan = scan,
    .load = load,
    .group = tacit_ch_group,
    .add_up = tacit_ch_add_up,
    .range = tacit_ch_range,
    .write = tacit_made_refuse,
    .maker = &tacit_ch_maker,
};
