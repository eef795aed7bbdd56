/*
 * group.c - counting key combinations in ClickHouse.
 *
 * Counting is one GROUP BY of the server, on each shard of a distributed table and merged there;
 * only the combinations cross over.  No subquery: it would bring all rows of a distributed table to
 * one server.  Weights are added up as decimals, whole units of 10^-12 of a float, which is exact,
 * so that the sum does not depend on threads and shards.  Combinations come in the order of their
 * keys, missing ones last: they are sorted here, which costs less than half of what it costs there.
 */
#include "engine/clickhouse/data.h"
#include "engine/grouped.h"

/* Every weight must be a positive number: in sums over groups a bad one would not show.  A pass
 * over one column costs less than a look at each weight on its way into a group. */
static tacit_status check_weights(tacit_ctx *cx, tacit_ch_data *d, size_t j)
{
    static const tacit_field count = { .name = TACIT_COUNT, .type = TACIT_TYPE_INTEGER };
    static const tacit_select none = { 0 };
    const tacit_ch_column *c = &d->column[j];
    tacit_table *t = NULL;
    tacit_buffer sql = { 0 };
    if (!c->number || c->places > TACIT_WEIGHT_PLACES)
        return tacit_fail(cx, TACIT_ERR_DATA, "Weight column '%s' does not hold numbers.", c->name);
    tacit_status status =
        tacit_ch_form(cx, d, j,
                      "SELECT toInt64(count() - countIf(toFloat64($) > 0 AND toFloat64($) < 1e15)) "
                      "FROM ",
                      &sql);
    if (status == TACIT_OK)
        status = tacit_buffer_text(cx, &sql, d->relation);
    const tacit_fetch f = { .sql = sql.text, .columns = &none, .extra = &count, .n_extra = 1 };
    if (status == TACIT_OK)
        status = tacit_ch_fetch_table(cx, d, &f, NULL, &t);
    tacit_buffer_free(&sql);
    TACIT_TRY(status);
    const int64_t bad = tacit_column_integers(tacit_table_column(t, 0))[0];
    tacit_table_free(t);
    return bad > 0 ? tacit_fail_weights(cx, c->name, bad) : TACIT_OK;
}

/* The exact sum of weights. */
static tacit_status put_weight(tacit_ctx *cx, const tacit_ch_data *d, size_t j, tacit_buffer *sql,
                               tacit_ch_wire *wire)
{
    const tacit_ch_column *c = &d->column[j];
    char *units = NULL;
    *wire = (tacit_ch_wire){ .kind = TACIT_CH_WEIGHT,
                             .bytes = 16,
                             .places = c->places < 0 ? TACIT_WEIGHT_PLACES : c->places,
                             .nullable = c->wire.nullable };
    if (c->places < 0)
        return tacit_ch_form(cx, d, j, ", sum(toDecimal128(floor($ * 1e12 + 0.5), 0)) AS tacit_w",
                             sql);
    TACIT_TRY(tacit_scratch_format(cx, &units, ", sum(toDecimal128($, %d)) AS tacit_w", c->places));
    return tacit_ch_form(cx, d, j, units, sql);
}

tacit_status tacit_ch_select(tacit_ctx *cx, const tacit_ch_data *d, const tacit_select *keys,
                             tacit_buffer *sql)
{
    TACIT_TRY(tacit_buffer_text(cx, sql, "SELECT "));
    for (size_t c = 0; c < keys->n; c++) {
        TACIT_TRY(tacit_ch_expression(cx, d, keys->at[c], sql));
        TACIT_TRY(tacit_buffer_format(cx, sql, " AS tacit_%zu, ", c));
    }
    return tacit_buffer_text(cx, sql, "toInt64(count()) AS tacit_n");
}

/* Append the table and its groups. */
static tacit_status put_groups(tacit_ctx *cx, const tacit_ch_data *d, size_t keys,
                               tacit_buffer *sql)
{
    TACIT_TRY(tacit_buffer_format(cx, sql, " FROM %s", d->relation));
    for (size_t c = 0; c < keys; c++)
        TACIT_TRY(tacit_buffer_format(cx, sql, "%s tacit_%zu", c > 0 ? "," : " GROUP BY", c));
    return TACIT_OK;
}

tacit_status tacit_ch_counts(tacit_ctx *cx, tacit_data *data, const tacit_select *columns,
                             const tacit_sql_dialect **dialect, tacit_buffer *out)
{
    const tacit_ch_data *d = (const tacit_ch_data *)data;
    *dialect = &tacit_sql_clickhouse;
    TACIT_TRY(tacit_ch_select(cx, d, columns, out));
    return put_groups(cx, d, columns->n, out);
}

tacit_status tacit_ch_from(tacit_ctx *cx, const tacit_ch_data *d, const tacit_select *keys,
                           tacit_buffer *sql)
{
    TACIT_TRY(put_groups(cx, d, keys->n, sql));
    for (size_t c = 0; c < keys->n; c++) {
        const tacit_ch_column *key = &d->column[keys->at[c]];
        const bool empties = key->type == TACIT_TYPE_CATEGORY && !key->wire.nullable;
        TACIT_TRY(tacit_buffer_text(cx, sql, c > 0 ? ", " : " ORDER BY "));
        if (empties)
            TACIT_TRY(tacit_buffer_format(cx, sql, "tacit_%zu = '', ", c));
        TACIT_TRY(tacit_buffer_format(cx, sql, "tacit_%zu", c));
    }
    return TACIT_OK;
}

static tacit_status put_query(tacit_ctx *cx, const tacit_ch_data *d, const tacit_select *keys,
                              size_t weight, tacit_buffer *sql, tacit_ch_wire *wire)
{
    TACIT_TRY(tacit_ch_select(cx, d, keys, sql));
    TACIT_TRY(tacit_buffer_text(cx, sql, ", toInt64("));
    TACIT_TRY(tacit_ch_put_hash(cx, d, keys, true, sql));
    TACIT_TRY(tacit_buffer_text(cx, sql, ") AS tacit_h"));
    if (weight < d->n)
        TACIT_TRY(put_weight(cx, d, weight, sql, wire));
    return put_groups(cx, d, keys->n, sql);
}

#define HASH ":hash"

/* The rows in a histogram, and the sum of their hashes; the column of these is taken away. */
static tacit_ch_seen take_seen(tacit_table *t)
{
    const size_t at = tacit_table_find(t, HASH);
    const int64_t *n = tacit_column_integers(tacit_table_column(t, at - 1)),
                  *hash = tacit_column_integers(tacit_table_column(t, at));
    uint64_t sum = 0;
    tacit_ch_seen seen = { .hashed = true };
    for (size_t i = 0; i < tacit_table_rows(t); i++) {
        seen.rows += n[i];
        sum += (uint64_t)n[i] * (uint64_t)hash[i];
    }
    seen.sum = (int64_t)sum;
    tacit_table_drop(t, at);
    return seen;
}

static tacit_status group(tacit_ctx *cx, tacit_ch_data *d, const tacit_select *keys, size_t weight,
                          tacit_table **out)
{
    static const tacit_field extra[] = {
        { .name = TACIT_COUNT, .type = TACIT_TYPE_INTEGER },
        { .name = HASH, .type = TACIT_TYPE_INTEGER },
        { .name = TACIT_WEIGHT, .type = TACIT_TYPE_REAL },
    };
    const bool weighted = weight < d->n;
    tacit_ch_wire wire;
    tacit_buffer sql = { 0 };
    if (weighted)
        TACIT_TRY(check_weights(cx, d, weight));
    tacit_status status = put_query(cx, d, keys, weight, &sql, &wire);
    const tacit_fetch f = {
        .sql = sql.text, .columns = keys, .extra = extra, .n_extra = weighted ? 3 : 2
    };
    if (status == TACIT_OK)
        status = tacit_ch_fetch_table(cx, d, &f, weighted ? &wire : NULL, out);
    tacit_buffer_free(&sql);
    TACIT_TRY(status);
    const tacit_ch_seen seen = take_seen(*out);
    return tacit_ch_check_seal(cx, d, keys, &seen);
}

tacit_status tacit_ch_group(tacit_ctx *cx, tacit_data *data, const tacit_select *keys,
                            size_t weight, tacit_table **out)
{
    const size_t mark = tacit_scratch_mark(cx);
    tacit_table *made = NULL;
    const tacit_status status = group(cx, (tacit_ch_data *)data, keys, weight, &made);
    tacit_scratch_release(cx, mark);
    const tacit_status sorted =
        status == TACIT_OK ? tacit_group_order(cx, made, keys->n, out) : status;
    tacit_table_free(made);
    return sorted;
}
