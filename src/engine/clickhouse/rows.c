/*
 * rows.c - the rows of a table of ClickHouse as a query, and their digest.
 */
#include "engine/clickhouse/spread.h"
#include "engine/made/made.h"

static const tacit_sql_dialect *const SQL = &tacit_sql_clickhouse;

/* The columns as a query that is written for every engine has them. */
static tacit_status find_fields(tacit_ctx *cx, const tacit_ch_data *d, tacit_sql_field **out)
{
    TACIT_TRY(tacit_scratch(cx, d->n, sizeof **out, out));
    for (size_t j = 0; j < d->n; j++) {
        const tacit_ch_column *c = &d->column[j];
        char *form = NULL;
        if (c->type == TACIT_TYPE_CATEGORY)
            TACIT_TRY(tacit_scratch_format(cx, &form, "nullIf(%s, '')", c->form));
        (*out)[j] = (tacit_sql_field){ .name = c->name, .type = c->type, .form = form };
    }
    return TACIT_OK;
}

/* The table whose rows are read: for several servers the one that each has of the source. */
static tacit_status put_relation(tacit_ctx *cx, tacit_ch_data *d, const char *target,
                                 tacit_buffer *out)
{
    tacit_ch_spread spread = { 0 };
    bool found = false;
    if (target != NULL && tacit_ch_hosts(target) > 1)
        TACIT_TRY(tacit_ch_find_spread(cx, d, d->place.database, d->place.table, &spread, &found));
    if (!found)
        return tacit_buffer_text(cx, out, d->relation);
    return tacit_sql_put_path(cx, SQL, (const char *const[]){ spread.database, spread.table }, 2,
                              out);
}

tacit_status tacit_ch_rows(tacit_ctx *cx, tacit_data *data, const char *target, const bool *changed,
                           tacit_buffer *out)
{
    tacit_ch_data *d = (tacit_ch_data *)data;
    tacit_sql_field *field = NULL;
    tacit_buffer relation = { 0 };
    TACIT_TRY(find_fields(cx, d, &field));
    for (size_t j = 0; j < d->n; j++)
        if (!changed[j])
            field[j].form = d->column[j].plain ? "$" : d->column[j].form;
    tacit_status status = put_relation(cx, d, target, &relation);
    const tacit_sql_query q = {
        .dialect = SQL, .relation = relation.text, .column = field, .n = d->n
    };
    if (status == TACIT_OK)
        status = tacit_sql_put_named(cx, &q, out);
    tacit_buffer_free(&relation);
    return status;
}

tacit_status tacit_ch_ask_data(tacit_ctx *cx, tacit_data *data, const tacit_fetch *f,
                               tacit_table **out)
{
    return tacit_ch_fetch_table(cx, (tacit_ch_data *)data, f, NULL, out);
}

tacit_status tacit_ch_digest(tacit_ctx *cx, tacit_data *data, bool older, char *out)
{
    (void)older; /* there were none */
    const tacit_ch_data *d = (const tacit_ch_data *)data;
    tacit_sql_field *field = NULL;
    TACIT_TRY(find_fields(cx, d, &field));
    const tacit_asked a = { .data = data,
                            .dialect = SQL,
                            .relation = d->relation,
                            .column = field,
                            .fetch = tacit_ch_ask_data };
    return tacit_made_digest(cx, &a, out);
}
