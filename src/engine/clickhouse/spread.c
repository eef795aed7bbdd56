/*
 * spread.c - tables of ClickHouse that are distributed over the servers of a cluster.
 *
 * What a table is spread over stands in its engine as the server writes it:
 * Distributed(cluster, database, table[, key]), names bare or in quotes.
 */
#include "engine/clickhouse/spread.h"

#include <stdlib.h>
#include <string.h>

static const tacit_sql_dialect *const SQL = &tacit_sql_clickhouse;

/* Append "(database, table) = (...)" with these two as literals. */
static tacit_status put_which(tacit_ctx *cx, const char *columns, const char *a, const char *b,
                              tacit_buffer *sql)
{
    TACIT_TRY(tacit_buffer_format(cx, sql, "%s = (", columns));
    TACIT_TRY(tacit_sql_put_literal(cx, SQL, a, sql));
    TACIT_TRY(tacit_buffer_text(cx, sql, ", "));
    TACIT_TRY(tacit_sql_put_literal(cx, SQL, b, sql));
    return tacit_buffer_text(cx, sql, ")");
}

/* The next name of the list, which `at` moves behind; NULL if it is written in a way that is not
 * known. */
static tacit_status take_name(tacit_ctx *cx, const char **at, char **out)
{
    const char *from = *at + strspn(*at, " (,");
    const char quote = *from == '\'' || *from == '`' || *from == '"' ? *from : '\0';
    *out = NULL;
    from += quote != '\0';
    const char ends[] = { quote != '\0' ? quote : ',', quote != '\0' ? '\\' : ')', '\0' };
    const size_t n = strcspn(from, ends);
    if (n == 0 || from[n] == '\0' || (quote != '\0' && from[n] == '\\'))
        return TACIT_OK;
    *at = from + n + (quote != '\0');
    return tacit_scratch_format(cx, out, "%.*s", (int)n, from);
}

static tacit_status take_engine(tacit_ctx *cx, const tacit_ch_data *d, const char *engine,
                                tacit_ch_spread *out)
{
    const char *at = engine + strlen("Distributed");
    TACIT_TRY(take_name(cx, &at, &out->cluster));
    if (out->cluster != NULL)
        TACIT_TRY(take_name(cx, &at, &out->database));
    if (out->database != NULL)
        TACIT_TRY(take_name(cx, &at, &out->table));
    if (out->table != NULL)
        return TACIT_OK;
    return tacit_fail(cx, TACIT_ERR_DATA,
                      "%s: it cannot be told over which tables this one is distributed.",
                      d->place.shown);
}

tacit_status tacit_ch_find_spread(tacit_ctx *cx, tacit_ch_data *d, const char *database,
                                  const char *table, tacit_ch_spread *out, bool *found)
{
    tacit_table *t = NULL;
    tacit_buffer sql = { 0 };
    *found = false;
    tacit_status status = tacit_buffer_text(cx, &sql,
                                            "SELECT engine_full FROM system.tables WHERE engine = "
                                            "'Distributed' AND ");
    if (status == TACIT_OK)
        status = put_which(cx, "(database, name)", database, table, &sql);
    if (status == TACIT_OK)
        status = tacit_ch_ask(cx, d, sql.text, 1, &t);
    tacit_buffer_free(&sql);
    TACIT_TRY(status);
    *found = tacit_table_rows(t) > 0;
    if (*found)
        status = take_engine(cx, d, tacit_ch_text_at(t, 0, 0), out);
    tacit_table_free(t);
    return status;
}

tacit_status tacit_ch_put_spread(tacit_ctx *cx, const char *cluster, const char *database,
                                 const char *rows, tacit_buffer *sql)
{
    TACIT_TRY(tacit_buffer_text(cx, sql, " ENGINE = Distributed("));
    TACIT_TRY(tacit_sql_put_literal(cx, SQL, cluster, sql));
    TACIT_TRY(tacit_buffer_text(cx, sql, ", "));
    TACIT_TRY(tacit_sql_put_literal(cx, SQL, database, sql));
    TACIT_TRY(tacit_buffer_text(cx, sql, ", "));
    TACIT_TRY(tacit_sql_put_literal(cx, SQL, rows, sql));
    return tacit_buffer_text(cx, sql, ", rand())");
}

/* Which shard a server is, how many servers the cluster has, and how many of them this one is. */
static tacit_status ask_shard(tacit_ctx *cx, tacit_ch_data *d, const char *cluster, tacit_table **t)
{
    tacit_buffer sql = { 0 };
    tacit_status status = tacit_buffer_text(
        cx, &sql,
        "SELECT toString(sum(shard_num * is_local)), toString(count()), toString(sum(is_local)) "
        "FROM system.clusters WHERE cluster = ");
    if (status == TACIT_OK)
        status = tacit_sql_put_literal(cx, SQL, cluster, &sql);
    if (status == TACIT_OK)
        status = tacit_ch_ask(cx, d, sql.text, 3, t);
    tacit_buffer_free(&sql);
    return status;
}

tacit_status tacit_ch_check_shards(tacit_ctx *cx, tacit_ch_data *const *server, size_t n,
                                   const char *cluster)
{
    bool *seen = NULL, right = true;
    TACIT_TRY(tacit_scratch(cx, n + 1, sizeof *seen, &seen));
    for (size_t i = 0; i < n && right; i++) {
        tacit_table *t = NULL;
        TACIT_TRY(ask_shard(cx, server[i], cluster, &t));
        const size_t shard = strtoul(tacit_ch_text_at(t, 0, 0), NULL, 10),
                     all = strtoul(tacit_ch_text_at(t, 1, 0), NULL, 10),
                     here = strtoul(tacit_ch_text_at(t, 2, 0), NULL, 10);
        right = here == 1 && all == n && shard >= 1 && shard <= n && !seen[shard];
        if (right)
            seen[shard] = true;
        tacit_table_free(t);
    }
    return right ? TACIT_OK
                 : tacit_fail(cx, TACIT_ERR_INPUT,
                              "The servers of the output are not the shards of the cluster, each "
                              "once and each a single server; name all of them, or one, which then "
                              "has all rows of the release.");
}

/* The names and types of a table's columns, as texts. */
static tacit_status ask_columns(tacit_ctx *cx, tacit_ch_data *d, const char *database,
                                const char *table, tacit_table **out)
{
    tacit_buffer sql = { 0 };
    tacit_status status =
        tacit_buffer_text(cx, &sql, "SELECT name, type FROM system.columns WHERE database = ");
    if (status == TACIT_OK)
        status = tacit_sql_put_literal(cx, &tacit_sql_clickhouse, database, &sql);
    if (status == TACIT_OK)
        status = tacit_buffer_text(cx, &sql, " AND table = ");
    if (status == TACIT_OK)
        status = tacit_sql_put_literal(cx, &tacit_sql_clickhouse, table, &sql);
    if (status == TACIT_OK)
        status = tacit_ch_ask(cx, d, sql.text, 2, out);
    tacit_buffer_free(&sql);
    return status;
}

static tacit_status put_create(tacit_ctx *cx, const char *database, const char *table,
                               const tacit_table *columns, tacit_buffer *sql)
{
    TACIT_TRY(tacit_buffer_text(cx, sql, "CREATE TABLE "));
    TACIT_TRY(tacit_sql_put_path(cx, &tacit_sql_clickhouse,
                                 (const char *const[]){ database, table }, 2, sql));
    for (size_t j = 0; j < tacit_table_rows(columns); j++) {
        TACIT_TRY(tacit_buffer_text(cx, sql, j > 0 ? ", " : " ("));
        TACIT_TRY(
            tacit_sql_put_name(cx, &tacit_sql_clickhouse, tacit_ch_text_at(columns, 0, j), sql));
        TACIT_TRY(tacit_buffer_format(cx, sql, " %s", tacit_ch_text_at(columns, 1, j)));
    }
    return tacit_buffer_text(cx, sql, ") ENGINE = MergeTree ORDER BY tuple()");
}

tacit_status tacit_ch_make_alike(tacit_ctx *cx, tacit_ch_data *const *node, size_t n,
                                 const char *database, const char *table)
{
    tacit_table *columns = NULL;
    tacit_buffer sql = { 0 };
    TACIT_TRY(ask_columns(cx, node[0], database, table, &columns));
    tacit_status status = put_create(cx, database, table, columns, &sql);
    for (size_t i = 1; i < n && status == TACIT_OK; i++)
        status = tacit_ch_run(cx, node[i], sql.text);
    tacit_buffer_free(&sql);
    tacit_table_free(columns);
    return status;
}
