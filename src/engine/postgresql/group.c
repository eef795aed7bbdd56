/*
 * group.c - counting key combinations in PostgreSQL.
 *
 * Counting is a GROUP BY of the server; only the combinations cross over, in the order of their
 * keys by bytes.  Weights are added up as decimals of 12 places, which is exact, so that the sum
 * does not depend on the server's parallel workers.
 */
#include "engine/postgresql/data.h"

static tacit_status group_query(tacit_ctx *cx, const tacit_pq_data *d, const tacit_select *keys,
                                size_t weight, tacit_buffer *sql)
{
    tacit_sql_query q;
    TACIT_TRY(tacit_pq_columns(cx, d, keys, &q));
    if (weight >= d->n)
        return tacit_sql_put_count(cx, &q, NULL, true, sql);
    tacit_sql_field w = tacit_pq_field(d, weight);
    w.form = d->column[weight].number;
    return tacit_sql_put_count(cx, &q, &w, true, sql);
}

/* How many weights are not positive numbers below 1e15. */
static tacit_status weights_query(tacit_ctx *cx, const tacit_pq_data *d, size_t weight,
                                  tacit_buffer *sql)
{
    tacit_sql_field w = tacit_pq_field(d, weight);
    w.form = d->column[weight].number;
    TACIT_TRY(tacit_buffer_text(cx, sql,
                                "SELECT count(*) - count(*) FILTER (WHERE w > 0 AND w < "
                                "1e15) FROM (SELECT "));
    TACIT_TRY(tacit_sql_put_cell(cx, &tacit_sql_postgresql, &w, sql));
    return tacit_buffer_format(cx, sql, " AS w FROM %s) weights", d->relation);
}

/* Every weight must be a positive number: in sums over groups a bad one would not show. */
static tacit_status check_weights(tacit_ctx *cx, tacit_pq_data *d, size_t weight)
{
    tacit_buffer sql = { 0 };
    PGresult *result = NULL;
    if (d->column[weight].number == NULL || d->column[weight].type == TACIT_TYPE_CATEGORY)
        return tacit_fail(cx, TACIT_ERR_DATA, "Weight column '%s' does not hold numbers.",
                          d->column[weight].name);
    tacit_status status = weights_query(cx, d, weight, &sql);
    if (status == TACIT_OK)
        status = tacit_pq_query(cx, d, sql.text, NULL, &result);
    tacit_buffer_free(&sql);
    TACIT_TRY(status);
    if (PQgetvalue(result, 0, 0)[0] != '0')
        status = tacit_fail(cx, TACIT_ERR_DATA,
                            "Weight column '%s' has %s values that are missing, zero, negative or "
                            "beyond 1e15; sampling weights are positive.",
                            d->column[weight].name, PQgetvalue(result, 0, 0));
    PQclear(result);
    return status;
}

tacit_status tacit_pq_group(tacit_ctx *cx, tacit_data *data, const tacit_select *keys,
                            size_t weight, tacit_table **out)
{
    static const tacit_field extra[] = {
        { .name = TACIT_COUNT, .type = TACIT_TYPE_INTEGER },
        { .name = TACIT_WEIGHT, .type = TACIT_TYPE_REAL },
    };
    tacit_pq_data *d = (tacit_pq_data *)data;
    const size_t mark = tacit_scratch_mark(cx);
    tacit_buffer sql = { 0 };
    if (weight < d->n)
        TACIT_TRY(check_weights(cx, d, weight));
    tacit_status status = group_query(cx, d, keys, weight, &sql);
    const tacit_fetch fetch = {
        .sql = sql.text, .columns = keys, .extra = extra, .n_extra = weight < d->n ? 2 : 1
    };
    if (status == TACIT_OK)
        status = tacit_pq_fetch_table(cx, d, &fetch, out);
    tacit_buffer_free(&sql);
    TACIT_TRY(status);
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}
