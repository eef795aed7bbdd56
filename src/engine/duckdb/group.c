/*
 * group.c - counting key combinations where the data is.
 *
 * Counting is a GROUP BY, which DuckDB does out of core within its memory limit; only
 * the combinations cross over.  Combinations come in the order of their keys.  Weights are
 * summed as whole numbers if all are, else, at ten times the cost, as decimals of 12 places:
 * both are exact, so that the result does not depend on threads.
 */
#include <string.h>

#include "engine/duckdb/data.h"
#include "engine/grouped.h"
#include "engine/sql.h"

/* What is added up: column number d->n is none. */
typedef struct weighing {
    size_t column;
    bool whole; /* all weights are whole numbers */
} weighing;

static tacit_status weight_sum(tacit_ctx *cx, const tacit_duck_data *d, const weighing *w,
                               tacit_buffer *sql)
{
    TACIT_TRY(tacit_buffer_text(cx, sql, w->whole ? ", CAST(sum(CAST(CAST(" : ", CAST(sum(CAST("));
    TACIT_TRY(tacit_duck_number(cx, d, w->column, sql));
    return tacit_buffer_text(cx, sql,
                             w->whole ? " AS DOUBLE) AS BIGINT)) AS DOUBLE)"
                                      : " AS DECIMAL(38, 12))) AS DOUBLE)");
}

static tacit_status group_query(tacit_ctx *cx, const tacit_duck_data *d, const tacit_select *keys,
                                const weighing *w, tacit_buffer *sql)
{
    TACIT_TRY(tacit_buffer_text(cx, sql, "SELECT "));
    for (size_t c = 0; c < keys->n; c++) {
        TACIT_TRY(tacit_duck_expression(cx, d, keys->at[c], sql));
        TACIT_TRY(tacit_buffer_text(cx, sql, ", "));
    }
    TACIT_TRY(tacit_buffer_text(cx, sql, "CAST(count(*) AS BIGINT)"));
    if (w->column < d->n)
        TACIT_TRY(weight_sum(cx, d, w, sql));
    TACIT_TRY(tacit_buffer_format(cx, sql, " FROM %s", d->relation.text));
    for (size_t c = 0; c < keys->n; c++)
        TACIT_TRY(tacit_buffer_format(cx, sql, "%s%zu", c > 0 ? ", " : " GROUP BY ", c + 1));
    for (size_t c = 0; c < keys->n; c++)
        TACIT_TRY(tacit_buffer_format(cx, sql, "%s%zu", c > 0 ? ", " : " ORDER BY ", c + 1));
    return TACIT_OK;
}

static tacit_status group_once(tacit_ctx *cx, tacit_duck_data *d, const tacit_select *keys,
                               const weighing *w, tacit_table **out)
{
    static const tacit_field extra[] = {
        { .name = TACIT_COUNT, .type = TACIT_TYPE_INTEGER },
        { .name = TACIT_WEIGHT, .type = TACIT_TYPE_REAL },
    };
    tacit_buffer sql = { 0 };
    tacit_status status = group_query(cx, d, keys, w, &sql);
    const tacit_fetch fetch = {
        .sql = sql.text, .columns = keys, .extra = extra, .n_extra = w->column < d->n ? 2 : 1
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

/* Every weight must be a positive number: in sums over groups a bad one would not show.  Says
 * whether all are whole, too. */
static tacit_status check_weights(tacit_ctx *cx, tacit_duck_data *d, weighing *w)
{
    tacit_buffer sql = { 0 }, name = { 0 };
    int64_t found = 0; /* 2 * bad ones, + 1 if some have a fraction */
    tacit_status status = tacit_duck_number(cx, d, w->column, &name);
    if (status == TACIT_OK)
        status = tacit_buffer_format(
            cx, &sql,
            "SELECT 2 * (count(*) - count(*) FILTER (WHERE x > 0 AND x < 1e15)) + CAST(count(*) "
            "FILTER (WHERE x <> floor(x)) > 0 AS BIGINT) FROM (SELECT CAST(%s AS DOUBLE) AS x "
            "FROM %s)",
            name.text, d->relation.text);
    if (status == TACIT_OK)
        status = tacit_duck_count(cx, d, sql.text, &found);
    tacit_buffer_free(&name);
    tacit_buffer_free(&sql);
    TACIT_TRY(status);
    w->whole = found == 0;
    return found > 1 ? tacit_fail_weights(cx, d->column[w->column].name, found / 2) : TACIT_OK;
}

tacit_status tacit_duck_group(tacit_ctx *cx, tacit_data *data, const tacit_select *keys,
                              size_t weight, tacit_table **out)
{
    tacit_duck_data *d = (tacit_duck_data *)data;
    const size_t mark = tacit_scratch_mark(cx);
    weighing w = { .column = weight };
    if (weight < d->n)
        TACIT_TRY(check_weights(cx, d, &w));
    for (bool again = true; again;)
        TACIT_TRY(tacit_duck_retry(cx, d, group_once(cx, d, keys, &w, out), &again));
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}
