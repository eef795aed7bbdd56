/*
 * add_up.c - sums and the largest values by combinations of keys in PostgreSQL.
 */
#include "engine/asked.h"
#include "engine/postgresql/data.h"

static tacit_status fetch(tacit_ctx *cx, tacit_data *data, const tacit_fetch *f, tacit_table **out)
{
    return tacit_pq_fetch_table(cx, (tacit_pq_data *)data, f, out);
}

/* The table as it is asked in SQL; in scratch memory. */
static tacit_status ask(tacit_ctx *cx, tacit_data *data, tacit_asked *out)
{
    const tacit_pq_data *d = (const tacit_pq_data *)data;
    tacit_sql_field *column = NULL;
    TACIT_TRY(tacit_scratch(cx, d->n, sizeof *column, &column));
    for (size_t j = 0; j < d->n; j++)
        column[j] = tacit_pq_field(d, j);
    *out = (tacit_asked){ .data = data,
                          .dialect = &tacit_sql_postgresql,
                          .relation = d->relation,
                          .column = column,
                          .fetch = fetch };
    return TACIT_OK;
}

tacit_status tacit_pq_add_up(tacit_ctx *cx, tacit_data *data, const tacit_select *keys,
                             const tacit_sum *sums, size_t n, tacit_table **out)
{
    tacit_asked a;
    TACIT_TRY(ask(cx, data, &a));
    return tacit_asked_add_up(cx, &a, keys, sums, n, out);
}

tacit_status tacit_pq_range(tacit_ctx *cx, tacit_data *data, size_t column, tacit_column_range *out)
{
    tacit_asked a;
    TACIT_TRY(ask(cx, data, &a));
    return tacit_asked_range(cx, &a, column, out);
}
