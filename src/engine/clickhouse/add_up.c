/*
 * add_up.c - sums and the largest values by combinations of keys, in ClickHouse.
 *
 * One GROUP BY, as in group.c.  Values are added up as whole numbers of units, halves away from 0,
 * so that sums are exact and do not depend on threads and shards.  Missing values, and floats that
 * are not finite, do not count.  The largest values are those of a sorted list of the group's.
 */
#include <stdio.h>

#include "engine/clickhouse/data.h"

enum { MOST_DECIMALS = 6 };

/* A query on its way, with the columns that it gives besides the keys. */
typedef struct query {
    const tacit_ch_data *d;
    tacit_buffer sql;
    tacit_field *extra;
    size_t n;
} query;

/* The number in a column, as a double. */
static const char *number_of(const tacit_ch_column *c)
{
    return c->places < 0 ? "if(isFinite($), toFloat64($), NULL)" : "toFloat64($)";
}

/* Add a column of the result, called after sum number k: `form`, in which # is the number. */
static tacit_status put_column(tacit_ctx *cx, query *q, size_t k, const char *name, size_t j,
                               const char *form)
{
    char *own = NULL;
    TACIT_TRY(tacit_scratch_format(cx, &own, "%zu%s", k, name));
    q->extra[q->n++] = (tacit_field){ .name = own, .type = TACIT_TYPE_REAL };
    TACIT_TRY(tacit_buffer_text(cx, &q->sql, ", toNullable(toFloat64("));
    for (const char *c = form; *c != '\0'; c++) {
        if (*c == '#')
            TACIT_TRY(tacit_ch_form(cx, q->d, j, number_of(&q->d->column[j]), &q->sql));
        else
            TACIT_TRY(tacit_buffer_bytes(cx, &q->sql, c, 1));
    }
    return tacit_buffer_format(cx, &q->sql, ")) AS tacit_s%zu", q->n);
}

/* The largest values: number i of them. */
static tacit_status put_top(tacit_ctx *cx, query *q, size_t k, const tacit_sum *s, uint32_t i)
{
    char name[32], form[160];
    snprintf(name, sizeof name, "%s%u", TACIT_SUM_TOP, i);
    if (i == 1)
        return put_column(cx, q, k, name, s->column, "max(abs(#))");
    snprintf(form, sizeof form,
             "if(count(#) >= %u, arrayElement(arrayReverseSort(groupArray(abs(#))), %u), NULL)", i,
             i);
    return put_column(cx, q, k, name, s->column, form);
}

static tacit_status put_sum(tacit_ctx *cx, query *q, size_t k, const tacit_sum *s)
{
    char units[128], bulk[128];
    if (s->column >= q->d->n)
        return put_column(cx, q, k, TACIT_SUM_N, 0, "count()");
    TACIT_TRY(put_column(cx, q, k, TACIT_SUM_N, s->column, "count(#)"));
    snprintf(units, sizeof units,
             "sum(toDecimal128(if(# < 0, -1, 1) * floor(abs(#) * 1e%d + 0.5), 0))", s->decimals);
    snprintf(bulk, sizeof bulk, "sum(toDecimal128(floor(abs(#) * 1e%d + 0.5), 0))", s->decimals);
    TACIT_TRY(put_column(cx, q, k, TACIT_SUM_UNITS, s->column, units));
    TACIT_TRY(put_column(cx, q, k, TACIT_SUM_BULK, s->column, bulk));
    TACIT_TRY(put_column(cx, q, k, TACIT_SUM_LEAST, s->column, "min(abs(#))"));
    for (uint32_t i = 1; i <= s->n_top; i++)
        TACIT_TRY(put_top(cx, q, k, s, i));
    return TACIT_OK;
}

static tacit_status put_query(tacit_ctx *cx, query *q, const tacit_select *keys,
                              const tacit_sum *sums, size_t n)
{
    size_t most = 0;
    for (size_t k = 0; k < n; k++)
        most += 4 + sums[k].n_top;
    TACIT_TRY(tacit_scratch(cx, most + 1, sizeof *q->extra, &q->extra));
    TACIT_TRY(tacit_ch_select(cx, q->d, keys, &q->sql));
    q->extra[q->n++] = (tacit_field){ .name = TACIT_COUNT, .type = TACIT_TYPE_INTEGER };
    for (size_t k = 0; k < n; k++)
        TACIT_TRY(put_sum(cx, q, k, &sums[k]));
    return tacit_ch_from(cx, q->d, keys, &q->sql);
}

/* The answer of `q`, whose keys are `keys` and which has looked at `seen`. */
static tacit_status ask(tacit_ctx *cx, tacit_ch_data *d, const query *q, const tacit_select *keys,
                        const tacit_select *seen, tacit_table **out)
{
    const tacit_fetch f = {
        .sql = q->sql.text, .columns = keys, .extra = q->extra, .n_extra = q->n
    };
    TACIT_TRY(tacit_ch_fetch_table(cx, d, &f, NULL, out));
    const tacit_ch_seen uncounted = { .rows = -1 };
    const tacit_status status = tacit_ch_check_seal(cx, d, seen, &uncounted);
    if (status != TACIT_OK)
        tacit_table_free(*out);
    return status;
}

tacit_status tacit_ch_add_up(tacit_ctx *cx, tacit_data *data, const tacit_select *keys,
                             const tacit_sum *sums, size_t n, tacit_table **out)
{
    const size_t mark = tacit_scratch_mark(cx);
    tacit_ch_data *d = (tacit_ch_data *)data;
    tacit_table *made = NULL;
    query q = { .d = d };
    tacit_status status = put_query(cx, &q, keys, sums, n);
    if (status == TACIT_OK)
        status = ask(cx, d, &q, keys, keys, &made);
    tacit_buffer_free(&q.sql);
    tacit_scratch_release(cx, mark);
    TACIT_TRY(status);
    tacit_table_drop(made, keys->n);
    *out = made;
    return TACIT_OK;
}

/* ---- ranges ---- */

static tacit_status put_range(tacit_ctx *cx, query *q, size_t j)
{
    const bool whole = q->d->column[j].type == TACIT_TYPE_INTEGER;
    TACIT_TRY(tacit_scratch(cx, 4 + MOST_DECIMALS, sizeof *q->extra, &q->extra));
    TACIT_TRY(tacit_buffer_text(cx, &q->sql, "SELECT toInt64(count()) AS tacit_n"));
    q->extra[q->n++] = (tacit_field){ .name = TACIT_COUNT, .type = TACIT_TYPE_INTEGER };
    TACIT_TRY(put_column(cx, q, 0, "", j, "ifNull(min(#), 0)"));
    TACIT_TRY(put_column(cx, q, 1, "", j, "count() - count(#)"));
    TACIT_TRY(put_column(cx, q, 2, "", j, "count() - countIf(# > 0)"));
    for (int k = 0; !whole && k <= MOST_DECIMALS; k++) {
        char form[160];
        snprintf(form, sizeof form,
                 "countIf(abs(# * 1e%d - round(# * 1e%d)) > 1e-9 * greatest(1, abs(# * 1e%d)))", k,
                 k, k);
        TACIT_TRY(put_column(cx, q, 3 + (size_t)k, "", j, form));
    }
    return tacit_buffer_format(cx, &q->sql, " FROM %s", q->d->relation);
}

tacit_status tacit_ch_range(tacit_ctx *cx, tacit_data *data, size_t column, tacit_column_range *out)
{
    static const tacit_select none = { 0 };
    const tacit_select seen = { .n = 1, .at = &column };
    enum { LEAST = 1, EMPTY, BELOW, DECIMALS };
    const size_t mark = tacit_scratch_mark(cx);
    tacit_ch_data *d = (tacit_ch_data *)data;
    tacit_table *t = NULL;
    query q = { .d = d };
    tacit_status status = put_range(cx, &q, column);
    if (status == TACIT_OK)
        status = ask(cx, d, &q, &none, &seen, &t);
    tacit_buffer_free(&q.sql);
    tacit_scratch_release(cx, mark);
    TACIT_TRY(status);
    *out = (tacit_column_range){
        .least = tacit_column_number(tacit_table_column(t, LEAST), 0),
        .empty = (uint64_t)tacit_column_number(tacit_table_column(t, EMPTY), 0),
        .whole = tacit_column_number(tacit_table_column(t, BELOW), 0) < 1,
    };
    while ((size_t)(DECIMALS + out->decimals) < tacit_table_columns(t) &&
           tacit_column_number(tacit_table_column(t, (size_t)(DECIMALS + out->decimals)), 0) > 0)
        out->decimals++;
    tacit_table_free(t);
    return TACIT_OK;
}
