/*
 * postgresql.c - the driver for tables of PostgreSQL, and of servers that speak as it does.
 *
 * A source is postgresql://USER@HOST:PORT/DATABASE#SCHEMA.TABLE.  Combinations of keys are counted
 * by the server; rows cross over, as a stream, for what needs rows.  Rows come in the order in
 * which the table has them.
 */
#include <string.h>

#include "base/memory.h"
#include "engine/made.h"
#include "engine/postgresql/data.h"

/* ---- opening ---- */

void tacit_pq_close(tacit_data *data)
{
    tacit_pq_data *d = (tacit_pq_data *)data;
    PQfinish(d->connection);
    for (size_t j = 0; j < d->n && d->column != NULL; j++)
        tacit_free(d->column[j].name);
    tacit_free(d->column);
    tacit_free(d->field);
    tacit_free(d->relation);
    tacit_free(d->uri);
    tacit_free(d);
}

tacit_status tacit_pq_address(tacit_ctx *cx, const char *uri, char **place, const char **table)
{
    TACIT_TRY(tacit_scratch_text(cx, uri, place));
    char *mark = strrchr(*place, '#');
    if (mark == NULL || mark[1] == '\0')
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "The address does not say which table: write "
                          "postgresql://user@host/database#schema.table.");
    *mark = '\0';
    *table = mark + 1;
    return TACIT_OK;
}

void tacit_pq_show(tacit_pq_data *d)
{
    for (size_t j = 0; j < d->n; j++)
        d->field[j] = (tacit_field){ .name = d->column[j].name, .type = d->column[j].type };
    d->base = (tacit_data){ .engine = &tacit_engine_postgresql,
                            .uri = d->uri,
                            .schema = { .n = d->n, .field = d->field } };
}

static tacit_status fill_data(tacit_ctx *cx, const tacit_source *source, tacit_pq_data *d)
{
    const char *shown = NULL, *table = NULL;
    char *place = NULL, *uri = NULL;
    TACIT_TRY(tacit_pq_address(cx, source->uri, &place, &table));
    TACIT_TRY(tacit_pq_shown(cx, place, &shown));
    TACIT_TRY(tacit_scratch_format(cx, &uri, "%s#%s", shown, table));
    TACIT_TRY(tacit_copy_text(cx, uri, &d->uri));
    TACIT_TRY(tacit_pq_connect(cx, place, source->memory, d));
    TACIT_TRY(tacit_pq_describe(cx, d, table));
    tacit_pq_show(d);
    return TACIT_OK;
}

static tacit_status open_data(tacit_ctx *cx, const tacit_source *source, tacit_data **out)
{
    tacit_pq_data *d = NULL;
    TACIT_TRY(tacit_alloc(cx, 1, sizeof *d, &d));
    const tacit_status status = fill_data(cx, source, d);
    if (status != TACIT_OK) {
        tacit_pq_close(&d->base);
        return status;
    }
    *out = &d->base;
    return TACIT_OK;
}

/* ---- reading ---- */

/* Fetch rows by one process of the server, which gives them in the order of the table; into `out`
 * or, if that is NULL, into `sink`. */
static tacit_status fetch_rows(tacit_ctx *cx, tacit_data *data, const tacit_select *columns,
                               const tacit_sink *sink, tacit_table **out)
{
    tacit_pq_data *d = (tacit_pq_data *)data;
    const size_t mark = tacit_scratch_mark(cx);
    tacit_select asked = { 0 };
    tacit_sql_query q;
    tacit_buffer sql = { 0 };
    TACIT_TRY(tacit_data_select(cx, data, columns, &asked));
    TACIT_TRY(tacit_pq_columns(cx, d, &asked, &q));
    TACIT_TRY(tacit_pq_workers(cx, d, false));
    tacit_status status = tacit_sql_put_rows(cx, &q, &sql);
    const tacit_fetch fetch = { .sql = sql.text, .columns = &asked };
    if (status == TACIT_OK)
        status = out != NULL ? tacit_pq_fetch_table(cx, d, &fetch, out)
                             : tacit_pq_fetch_chunks(cx, d, &fetch, sink);
    tacit_buffer_free(&sql);
    TACIT_TRY(status);
    tacit_scratch_release(cx, mark);
    return tacit_pq_workers(cx, d, true);
}

static tacit_status scan(tacit_ctx *cx, tacit_data *data, const tacit_select *columns,
                         const tacit_sink *sink)
{
    return fetch_rows(cx, data, columns, sink, NULL);
}

static tacit_status load(tacit_ctx *cx, tacit_data *data, const tacit_select *columns,
                         tacit_table **out)
{
    return fetch_rows(cx, data, columns, NULL, out);
}

static const tacit_param PARAMS[] = { TACIT_PARAM_END };

const tacit_engine tacit_engine_postgresql = {
    .about = { .name = "postgresql",
               .title = "PostgreSQL",
               .summary = "Reads tables of PostgreSQL servers; combinations of keys are counted "
                          "there, and what was decided can be applied there.",
               .source = "The PostgreSQL Global Development Group (2023), PostgreSQL 15 "
                         "documentation",
               .params = PARAMS },
    .endings = "postgresql://HOST/DATABASE#SCHEMA.TABLE",
    .reads = tacit_is_postgresql,
    .writes = tacit_is_postgresql, /* so that nobody takes the name for a file's */
    .open = open_data,
    .close = tacit_pq_close,
    .scan = scan,
    .load = load,
    .group = tacit_pq_group,
    .add_up = tacit_pq_add_up,
    .range = tacit_pq_range,
    .write = tacit_made_refuse,
    .maker = &tacit_pq_maker,
};
