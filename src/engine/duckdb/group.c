/*
 * group.c - counting key combinations where the data is.
 *
 * Counting is a GROUP BY, which DuckDB does out of core within its memory limit; only
 * the combinations cross over.  Combinations come in the order of their keys, and weights
 * are summed as decimals of 12 places, which is exact, so that the result does not depend
 * on threads.
 */
#include <string.h>

#include "engine/duckdb/data.h"
#include "engine/sql.h"

static tacit_status group_query(tacit_ctx *cx, const tacit_duck_data *d, const tacit_select *keys,
                                size_t weight, tacit_buffer *sql)
{
    TACIT_TRY(tacit_buffer_text(cx, sql, "SELECT "));
    for (size_t c = 0; c < keys->n; c++) {
        TACIT_TRY(tacit_duck_expression(cx, d, keys->at[c], sql));
        TACIT_TRY(tacit_buffer_text(cx, sql, ", "));
    }
    TACIT_TRY(tacit_buffer_text(cx, sql, "CAST(count(*) AS BIGINT)"));
    if (weight < d->n) {
        TACIT_TRY(tacit_buffer_text(cx, sql, ", CAST(sum(CAST("));
        TACIT_TRY(tacit_duck_number(cx, d, weight, sql));
        TACIT_TRY(tacit_buffer_text(cx, sql, " AS DECIMAL(38, 12))) AS DOUBLE)"));
    }
    TACIT_TRY(tacit_buffer_format(cx, sql, " FROM %s", d->relation.text));
    for (size_t c = 0; c < keys->n; c++)
        TACIT_TRY(tacit_buffer_format(cx, sql, "%s%zu", c > 0 ? ", " : " GROUP BY ", c + 1));
    for (size_t c = 0; c < keys->n; c++)
        TACIT_TRY(tacit_buffer_format(cx, sql, "%s%zu", c > 0 ? ", " : " ORDER BY ", c + 1));
    return TACIT_OK;
}

static tacit_status group_once(tacit_ctx *cx, tacit_duck_data *d, const tacit_select *keys,
                               size_t weight, tacit_table **out)
{
    static const tacit_field extra[] = {
        { .name = TACIT_COUNT, .type = TACIT_TYPE_INTEGER },
        { .name = TACIT_WEIGHT, .type = TACIT_TYPE_REAL },
    };
    tacit_buffer sql = { 0 };
    tacit_status status = group_query(cx, d, keys, weight, &sql);
    const tacit_duck_fetch fetch = {
        .sql = sql.text, .columns = keys, .extra = extra, .n_extra = weight < d->n ? 2 : 1
    };
    if (status == TACIT_OK)
        status = tacit_duck_fetch_table(cx, d, &fetch, out);
    tacit_buffer_free(&sql);
    return status;
}

/* The only number of the only row of `result`. */
static tacit_status only_number(tacit_ctx *cx, const tacit_duck_data *d, duckdb_result *result,
                                int64_t *out)
{
    duckdb_data_chunk chunk = NULL;
    TACIT_TRY(tacit_duckdb_next(cx, result, d->uri, &chunk));
    TACIT_ASSERT(chunk != NULL && duckdb_data_chunk_get_size(chunk) == 1);
    const int64_t *x = duckdb_vector_get_data(duckdb_data_chunk_get_vector(chunk, 0));
    *out = x[0];
    duckdb_destroy_data_chunk(&chunk);
    return TACIT_OK;
}

tacit_status tacit_duck_count(tacit_ctx *cx, tacit_duck_data *d, const char *sql, int64_t *out)
{
    duckdb_result result;
    TACIT_TRY(tacit_duckdb_query(cx, &d->session, sql, d->uri, &result));
    const tacit_status status = only_number(cx, d, &result, out);
    duckdb_destroy_result(&result);
    return status;
}

/* Every weight must be a positive number: in sums over groups a bad one would not show. */
static tacit_status check_weights(tacit_ctx *cx, tacit_duck_data *d, size_t weight)
{
    tacit_buffer sql = { 0 }, name = { 0 };
    int64_t bad = 0;
    tacit_status status = tacit_duck_number(cx, d, weight, &name);
    if (status == TACIT_OK)
        status = tacit_buffer_format(
            cx, &sql,
            "SELECT count(*) - count(*) FILTER (WHERE CAST(%s AS DOUBLE) > 0 AND CAST(%s AS "
            "DOUBLE) < 1e15) FROM %s",
            name.text, name.text, d->relation.text);
    if (status == TACIT_OK)
        status = tacit_duck_count(cx, d, sql.text, &bad);
    tacit_buffer_free(&name);
    tacit_buffer_free(&sql);
    TACIT_TRY(status);
    if (bad > 0)
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "Weight column '%s' has %lld values that are missing, zero, negative or "
                          "beyond 1e15; sampling weights are positive.",
                          d->column[weight].name, (long long)bad);
    return TACIT_OK;
}

tacit_status tacit_duck_group(tacit_ctx *cx, tacit_data *data, const tacit_select *keys,
                              size_t weight, tacit_table **out)
{
    tacit_duck_data *d = (tacit_duck_data *)data;
    const size_t mark = tacit_scratch_mark(cx);
    if (weight < d->n)
        TACIT_TRY(check_weights(cx, d, weight));
    for (bool again = true; again;)
        TACIT_TRY(tacit_duck_retry(cx, d, group_once(cx, d, keys, weight, out), &again));
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}
