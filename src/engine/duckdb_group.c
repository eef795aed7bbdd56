/*
 * duckdb_group.c - counting key combinations, and recoding, where the data is.
 *
 * Counting is a GROUP BY, which DuckDB does out of core within its memory limit; only
 * the combinations cross over.  Combinations come in the order of their keys, and weights
 * are summed as decimals of 12 places, which is exact, so that the result does not depend
 * on threads.
 */
#include <string.h>

#include "engine/duckdb_data.h"
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
        TACIT_TRY(tacit_sql_name(cx, sql, d->column[weight].name));
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
    static const tacit_field extra[] = { { TACIT_COUNT, TACIT_TYPE_INTEGER },
                                         { TACIT_WEIGHT, TACIT_TYPE_REAL } };
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

/* Every weight must be a positive number: in sums over groups a bad one would not show. */
static tacit_status check_weights(tacit_ctx *cx, tacit_duck_data *d, size_t weight)
{
    tacit_buffer sql = { 0 }, name = { 0 };
    duckdb_result result;
    int64_t bad = 0;
    tacit_status status = tacit_sql_name(cx, &name, d->column[weight].name);
    if (status == TACIT_OK)
        status = tacit_buffer_format(
            cx, &sql,
            "SELECT count(*) - count(*) FILTER (WHERE CAST(%s AS DOUBLE) > 0 AND CAST(%s AS "
            "DOUBLE) < 1e15) FROM %s",
            name.text, name.text, d->relation.text);
    if (status == TACIT_OK)
        status = tacit_duckdb_query(cx, &d->session, sql.text, d->uri, &result);
    tacit_buffer_free(&name);
    tacit_buffer_free(&sql);
    TACIT_TRY(status);
    status = only_number(cx, d, &result, &bad);
    duckdb_destroy_result(&result);
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

static const tacit_column_map *find_map(const tacit_column_map *maps, size_t n, const char *column)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(maps[i].column, column) == 0)
            return &maps[i];
    return NULL;
}

static tacit_status append_value(tacit_ctx *cx, tacit_buffer *sql, const char *text)
{
    return text == NULL ? tacit_buffer_text(cx, sql, "NULL") : tacit_sql_literal(cx, sql, text);
}

/* The text of column j as the rest of the program writes it: DuckDB ends a whole double
 * in .0, which is not said elsewhere. */
static tacit_status text_expression(tacit_ctx *cx, const tacit_duck_data *d, size_t j,
                                    tacit_buffer *sql)
{
    const bool real = d->column[j].type == TACIT_TYPE_REAL;
    TACIT_TRY(tacit_buffer_text(cx, sql, real ? "regexp_replace(CAST(" : "CAST("));
    TACIT_TRY(tacit_duck_expression(cx, d, j, sql));
    return tacit_buffer_text(cx, sql, real ? " AS VARCHAR), '[.]0$', '')" : " AS VARCHAR)");
}

/* Column j IS NOT DISTINCT FROM `from`; reals are compared as numbers. */
static tacit_status equals_expression(tacit_ctx *cx, const tacit_duck_data *d, size_t j,
                                      const char *from, tacit_buffer *sql)
{
    const bool real = d->column[j].type == TACIT_TYPE_REAL;
    TACIT_TRY(real ? tacit_duck_expression(cx, d, j, sql) : text_expression(cx, d, j, sql));
    TACIT_TRY(tacit_buffer_text(cx, sql, " IS NOT DISTINCT FROM "));
    TACIT_TRY(tacit_buffer_text(cx, sql, real ? "CAST(" : ""));
    TACIT_TRY(append_value(cx, sql, from));
    return tacit_buffer_text(cx, sql, real ? " AS DOUBLE)" : "");
}

/* Whether a cell of column j can be `from` at all. */
static bool can_equal(const tacit_duck_data *d, size_t j, const char *from)
{
    double x = 0.0;
    return from == NULL || d->column[j].type != TACIT_TYPE_REAL || tacit_parse_real(from, &x);
}

/* CASE WHEN the column is ... THEN ... ELSE its text END. */
static tacit_status map_expression(tacit_ctx *cx, const tacit_duck_data *d, size_t j,
                                   const tacit_column_map *m, tacit_buffer *sql)
{
    TACIT_TRY(tacit_buffer_text(cx, sql, "CASE WHEN false THEN NULL"));
    for (size_t i = 0; i < m->n; i++) {
        if (!can_equal(d, j, m->map[i].from))
            continue;
        TACIT_TRY(tacit_buffer_text(cx, sql, " WHEN "));
        TACIT_TRY(equals_expression(cx, d, j, m->map[i].from, sql));
        TACIT_TRY(tacit_buffer_text(cx, sql, " THEN "));
        TACIT_TRY(append_value(cx, sql, m->map[i].to));
    }
    TACIT_TRY(tacit_buffer_text(cx, sql, " ELSE "));
    TACIT_TRY(text_expression(cx, d, j, sql));
    return tacit_buffer_text(cx, sql, " END");
}

/* A column that stays as it is, whole numbers as such though they arrive as text. */
static tacit_status kept_expression(tacit_ctx *cx, const tacit_duck_data *d, size_t j,
                                    tacit_buffer *sql)
{
    TACIT_TRY(tacit_buffer_text(cx, sql, d->column[j].as_text ? "CAST(" : ""));
    TACIT_TRY(tacit_duck_expression(cx, d, j, sql));
    return tacit_buffer_text(cx, sql, d->column[j].as_text ? " AS BIGINT)" : "");
}

static tacit_status recode_query(tacit_ctx *cx, const tacit_duck_data *d,
                                 const tacit_column_map *maps, size_t n, tacit_buffer *sql)
{
    const char *between = "SELECT ";
    for (size_t j = 0; j < d->n; j++) {
        const tacit_column_map *m = find_map(maps, n, d->column[j].name);
        if (m != NULL && m->drop)
            continue;
        TACIT_TRY(tacit_buffer_text(cx, sql, between));
        if (m != NULL && m->n > 0)
            TACIT_TRY(map_expression(cx, d, j, m, sql));
        else
            TACIT_TRY(kept_expression(cx, d, j, sql));
        TACIT_TRY(tacit_buffer_text(cx, sql, " AS "));
        TACIT_TRY(tacit_sql_name(cx, sql, d->column[j].name));
        between = ", ";
    }
    return tacit_buffer_format(cx, sql, " FROM %s", d->relation.text);
}

tacit_status tacit_duck_recode(tacit_ctx *cx, tacit_data *data, const tacit_column_map *maps,
                               size_t n, const char *target, const char *path)
{
    tacit_duck_data *d = (tacit_duck_data *)data;
    tacit_buffer query = { 0 }, sql = { 0 };
    TACIT_TRY(tacit_duck_settle(cx, d));
    tacit_status status = recode_query(cx, d, maps, n, &query);
    if (status == TACIT_OK)
        status = tacit_duck_copy(cx, &sql, query.text, target, path);
    if (status == TACIT_OK)
        status = tacit_duckdb_run(cx, &d->session, sql.text, target);
    tacit_buffer_free(&query);
    tacit_buffer_free(&sql);
    return status;
}
