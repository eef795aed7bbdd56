/*
 * adbc.c - the driver for tables behind any driver of Arrow Database Connectivity.
 *
 * A source is adbc:driver=NAME;KEY=VALUE;...#SCHEMA.TABLE.  Combinations of keys are counted, and
 * tables added up, by the engine behind the driver; rows cross over, as an Arrow stream, for what
 * needs rows.  All that is asked is one transaction, if the engine has them.
 */
#include <string.h>

#include "base/memory.h"
#include "engine/adbc/data.h"
#include "engine/made.h"

static const char SCHEME[] = "adbc:";

static bool is_adbc(const char *uri)
{
    return strncmp(uri, SCHEME, sizeof SCHEME - 1) == 0;
}

void tacit_adbc_close_data(tacit_data *data)
{
    tacit_adbc_data *d = (tacit_adbc_data *)data;
    tacit_adbc_close(d->session);
    for (size_t j = 0; j < d->n; j++)
        tacit_free((void *)(uintptr_t)d->column[j].name);
    tacit_free(d->column);
    tacit_free(d->field);
    tacit_free(d->plain);
    tacit_free(d->relation);
    tacit_free(d->table);
    tacit_free(d->uri);
    tacit_free(d);
}

/* One transaction for all that is asked, so that every look sees the same rows; an engine that has
 * none, or another word for it, is asked without. */
static tacit_status begin(tacit_ctx *cx, tacit_adbc_data *d)
{
    if (d->dialect != &tacit_sql_duckdb && d->dialect != &tacit_sql_postgresql)
        return TACIT_OK;
    return tacit_adbc_run(cx, d->session,
                          d->dialect == &tacit_sql_duckdb ? "BEGIN TRANSACTION"
                                                          : "BEGIN ISOLATION LEVEL REPEATABLE READ");
}

static tacit_status fill_data(tacit_ctx *cx, const tacit_source *source, tacit_adbc_data *d)
{
    tacit_adbc_place place;
    char *text = NULL;
    TACIT_TRY(tacit_adbc_place_of(cx, source->uri, &place));
    TACIT_TRY(tacit_scratch_format(cx, &text, "%s%s#%s", SCHEME, strrchr(place.driver, '/') + 1,
                                   place.table));
    TACIT_TRY(tacit_copy_text(cx, text, &d->uri));
    TACIT_TRY(tacit_copy_text(cx, place.table, &d->table));
    d->base = (tacit_data){ .engine = &tacit_engine_adbc, .uri = d->uri };
    TACIT_TRY(tacit_alloc(cx, 1, sizeof *d->session, &d->session));
    d->session->users = 1;
    TACIT_TRY(tacit_copy_text(cx, d->uri, &d->session->uri));
    TACIT_TRY(tacit_scratch_format(cx, &text, "%.*s", (int)(strrchr(source->uri, '#') - source->uri),
                                   source->uri));
    TACIT_TRY(tacit_copy_text(cx, text, &d->session->place));
    TACIT_TRY(tacit_adbc_connect(cx, &place, d->session));
    TACIT_TRY(tacit_adbc_find_dialect(cx, d, place.dialect));
    TACIT_TRY(begin(cx, d));
    return tacit_adbc_describe(cx, d, place.table);
}

static tacit_status open_data(tacit_ctx *cx, const tacit_source *source, tacit_data **out)
{
    tacit_adbc_data *d = NULL;
    TACIT_TRY(tacit_alloc(cx, 1, sizeof *d, &d));
    const tacit_status status = fill_data(cx, source, d);
    if (status != TACIT_OK) {
        tacit_adbc_close_data(&d->base);
        return status;
    }
    *out = &d->base;
    return TACIT_OK;
}

/* ---- reading ---- */

tacit_asked tacit_adbc_asked(tacit_data *data)
{
    const tacit_adbc_data *d = (const tacit_adbc_data *)data;
    return (tacit_asked){ .data = data,
                          .dialect = d->dialect,
                          .relation = d->relation,
                          .column = d->column,
                          .fetch = tacit_adbc_fetch_table };
}

/* Fetch rows into `out` or, if that is NULL, into `sink`. */
static tacit_status fetch(tacit_ctx *cx, tacit_data *data, const tacit_select *columns,
                          const tacit_sink *sink, tacit_table **out)
{
    const size_t mark = tacit_scratch_mark(cx);
    const tacit_asked a = tacit_adbc_asked(data);
    tacit_select chosen = { 0 };
    tacit_sql_query q;
    tacit_buffer sql = { 0 };
    TACIT_TRY(tacit_data_select(cx, data, columns, &chosen));
    TACIT_TRY(tacit_asked_select(cx, &a, &chosen, &q));
    tacit_status status = tacit_sql_put_rows(cx, &q, &sql);
    const tacit_fetch f = { .sql = sql.text, .columns = &chosen };
    if (status == TACIT_OK)
        status = out != NULL ? tacit_adbc_fetch_table(cx, data, &f, out)
                             : tacit_adbc_fetch_chunks(cx, data, &f, sink);
    tacit_buffer_free(&sql);
    tacit_scratch_release(cx, mark);
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

static tacit_status group(tacit_ctx *cx, tacit_data *data, const tacit_select *keys, size_t weight,
                          tacit_table **out)
{
    const tacit_asked a = tacit_adbc_asked(data);
    return tacit_asked_group(cx, &a, keys, weight, out);
}

static tacit_status add_up(tacit_ctx *cx, tacit_data *data, const tacit_select *keys,
                           const tacit_sum *sums, size_t n, tacit_table **out)
{
    const tacit_asked a = tacit_adbc_asked(data);
    return tacit_asked_add_up(cx, &a, keys, sums, n, out);
}

static tacit_status range(tacit_ctx *cx, tacit_data *data, size_t column, tacit_column_range *out)
{
    const tacit_asked a = tacit_adbc_asked(data);
    return tacit_asked_range(cx, &a, column, out);
}

static const tacit_param PARAMS[] = { TACIT_PARAM_END };

const tacit_engine tacit_engine_adbc = {
    .about = { .name = "adbc",
               .title = "Arrow Database Connectivity",
               .summary = "Reads tables of any engine that has a driver of ADBC; combinations of "
                          "keys are counted there, and with DuckDB's driver what was decided can "
                          "be applied there.",
               .source = "The Apache Software Foundation (2024), ADBC API standard 1.1.0",
               .params = PARAMS },
    .endings = "adbc:driver=NAME;KEY=VALUE#SCHEMA.TABLE",
    .reads = is_adbc,
    .writes = is_adbc, /* so that nobody takes the name for a file's */
    .open = open_data,
    .close = tacit_adbc_close_data,
    .scan = scan,
    .load = load,
    .group = group,
    .add_up = add_up,
    .range = range,
    .write = tacit_made_refuse,
    .maker = &tacit_adbc_maker,
};
