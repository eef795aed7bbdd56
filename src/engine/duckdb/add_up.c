/*
 * add_up.c - sums and the largest values by combinations of keys, where the data is.
 *
 * A GROUP BY, as in group.c.  Values are added up as whole numbers of units, so that sums are exact
 * and do not depend on threads.  Missing values do not count.
 */
#include <string.h>

#include "engine/duckdb/data.h"

enum { MOST_DECIMALS = 6 };

/* A query on its way, with the columns that it gives besides the keys. */
typedef struct query {
    const tacit_duck_data *d;
    tacit_buffer sql;
    tacit_field *extra;
    size_t n;
} query;

/* The number in column j; 1 for the records. */
static tacit_status put_number(tacit_ctx *cx, const tacit_duck_data *d, size_t j, tacit_buffer *sql)
{
    if (j >= d->n)
        return tacit_buffer_text(cx, sql, "1");
    TACIT_TRY(tacit_buffer_text(cx, sql, "CAST("));
    TACIT_TRY(tacit_duck_number(cx, d, j, sql));
    return tacit_buffer_text(cx, sql,
                             d->column[j].type == TACIT_TYPE_INTEGER && !d->is_csv ? " AS BIGINT)"
                                                                                   : " AS DOUBLE)");
}

/* Add a column of the result, called after sum number k; what is put between is its expression. */
static tacit_status begin_column(tacit_ctx *cx, query *q, size_t k, const char *name)
{
    char *own = NULL;
    TACIT_TRY(tacit_scratch_format(cx, &own, "%zu%s", k, name));
    q->extra[q->n++] = (tacit_field){ .name = own, .type = TACIT_TYPE_REAL };
    return tacit_buffer_text(cx, &q->sql, ", CAST(");
}

/* function(before x after), x being the number of column j. */
static tacit_status put_column(tacit_ctx *cx, query *q, size_t j, const char *before,
                               const char *after)
{
    TACIT_TRY(tacit_buffer_text(cx, &q->sql, before));
    TACIT_TRY(put_number(cx, q->d, j, &q->sql));
    TACIT_TRY(tacit_buffer_text(cx, &q->sql, after));
    return tacit_buffer_text(cx, &q->sql, " AS DOUBLE)");
}

/* Units of a column: whole numbers after multiplying by 10^decimals. */
static tacit_status put_units(tacit_ctx *cx, query *q, const tacit_sum *s, const char *before,
                              const char *after)
{
    char *own = NULL;
    if (s->decimals == 0 && !q->d->is_csv && q->d->column[s->column].type == TACIT_TYPE_INTEGER)
        return put_column(cx, q, s->column, before, after);
    TACIT_TRY(tacit_scratch_format(cx, &own, "%sCAST(round(1e%d * ", before, s->decimals));
    char *end = NULL;
    TACIT_TRY(tacit_scratch_format(cx, &end, ") AS BIGINT)%s", after));
    return put_column(cx, q, s->column, own, end);
}

static tacit_status put_sum(tacit_ctx *cx, query *q, size_t k, const tacit_sum *s)
{
    TACIT_TRY(begin_column(cx, q, k, TACIT_SUM_N));
    TACIT_TRY(put_column(cx, q, s->column, "count(", ")"));
    if (s->column >= q->d->n)
        return TACIT_OK;
    TACIT_TRY(begin_column(cx, q, k, TACIT_SUM_UNITS));
    TACIT_TRY(put_units(cx, q, s, "sum(", ")"));
    TACIT_TRY(begin_column(cx, q, k, TACIT_SUM_BULK));
    TACIT_TRY(put_units(cx, q, s, "sum(abs(", "))"));
    TACIT_TRY(begin_column(cx, q, k, TACIT_SUM_LEAST));
    TACIT_TRY(put_column(cx, q, s->column, "min(abs(", "))"));
    for (uint32_t i = 1; i <= s->n_top; i++) {
        char *name = NULL, *end = NULL;
        TACIT_TRY(tacit_scratch_format(cx, &name, "%s%u", TACIT_SUM_TOP, i));
        TACIT_TRY(tacit_scratch_format(cx, &end, "), %u)[%u]", s->n_top, i));
        TACIT_TRY(begin_column(cx, q, k, name));
        TACIT_TRY(put_column(cx, q, s->column, "max(abs(", end));
    }
    return TACIT_OK;
}

static tacit_status put_query(tacit_ctx *cx, query *q, const tacit_select *keys,
                              const tacit_sum *sums, size_t n)
{
    size_t most = 0;
    for (size_t k = 0; k < n; k++)
        most += 4 + sums[k].n_top;
    TACIT_TRY(tacit_scratch(cx, most, sizeof *q->extra, &q->extra));
    for (size_t c = 0; c < keys->n; c++) {
        TACIT_TRY(tacit_buffer_text(cx, &q->sql, c == 0 ? "SELECT " : ", "));
        TACIT_TRY(tacit_duck_expression(cx, q->d, keys->at[c], &q->sql));
    }
    for (size_t k = 0; k < n; k++)
        TACIT_TRY(put_sum(cx, q, k, &sums[k]));
    TACIT_TRY(tacit_buffer_format(cx, &q->sql, " FROM %s", q->d->relation.text));
    for (size_t c = 0; c < keys->n; c++)
        TACIT_TRY(tacit_buffer_format(cx, &q->sql, "%s%zu", c > 0 ? ", " : " GROUP BY ", c + 1));
    for (size_t c = 0; c < keys->n; c++)
        TACIT_TRY(tacit_buffer_format(cx, &q->sql, "%s%zu", c > 0 ? ", " : " ORDER BY ", c + 1));
    return TACIT_OK;
}

tacit_status tacit_duck_add_up(tacit_ctx *cx, tacit_data *data, const tacit_select *keys,
                               const tacit_sum *sums, size_t n, tacit_table **out)
{
    const size_t mark = tacit_scratch_mark(cx);
    tacit_duck_data *d = (tacit_duck_data *)data;
    query q = { .d = d };
    TACIT_ASSERT(keys->n > 0);
    TACIT_TRY(tacit_duck_settle(cx, d));
    tacit_status status = put_query(cx, &q, keys, sums, n);
    const tacit_fetch fetch = {
        .sql = q.sql.text, .columns = keys, .extra = q.extra, .n_extra = q.n
    };
    if (status == TACIT_OK)
        status = tacit_duck_fetch_table(cx, d, &fetch, out);
    tacit_buffer_free(&q.sql);
    tacit_scratch_release(cx, mark);
    return status;
}

/* ---- ranges ---- */

static tacit_status put_range(tacit_ctx *cx, const tacit_duck_data *d, size_t column, query *q)
{
    static const char *const powers[] = { "1", "10", "100", "1e3", "1e4", "1e5", "1e6" };
    tacit_buffer x = { 0 };
    tacit_status status = put_number(cx, d, column, &x);
    const bool whole = !d->is_csv && d->column[column].type == TACIT_TYPE_INTEGER;
    if (status == TACIT_OK)
        status = tacit_buffer_format(cx, &q->sql,
                                     "SELECT CAST(coalesce(min(%s), 0) AS DOUBLE), "
                                     "CAST(count(*) - count(%s) AS DOUBLE), "
                                     "CAST(count(*) FILTER (WHERE %s > 0) - count(*) AS DOUBLE)",
                                     x.text, x.text, x.text);
    for (size_t k = 0; status == TACIT_OK && !whole && k <= MOST_DECIMALS; k++)
        status = tacit_buffer_format(
            cx, &q->sql,
            ", CAST(coalesce(bool_and(abs(%s * %s - round(%s * %s)) <= 1e-9 * greatest(1, "
            "abs(%s * %s))), true) AS INTEGER)::DOUBLE",
            x.text, powers[k], x.text, powers[k], x.text, powers[k]);
    tacit_buffer_free(&x);
    TACIT_TRY(status);
    return tacit_buffer_format(cx, &q->sql, " FROM %s", d->relation.text);
}

static tacit_status fetch_range(tacit_ctx *cx, tacit_duck_data *d, const query *q,
                                tacit_column_range *out)
{
    static const tacit_field fields[] = {
        { .name = "0", .type = TACIT_TYPE_REAL }, { .name = "1", .type = TACIT_TYPE_REAL },
        { .name = "2", .type = TACIT_TYPE_REAL }, { .name = "3", .type = TACIT_TYPE_REAL },
        { .name = "4", .type = TACIT_TYPE_REAL }, { .name = "5", .type = TACIT_TYPE_REAL },
        { .name = "6", .type = TACIT_TYPE_REAL }, { .name = "7", .type = TACIT_TYPE_REAL },
        { .name = "8", .type = TACIT_TYPE_REAL }, { .name = "9", .type = TACIT_TYPE_REAL },
    };
    const tacit_select none = { 0 };
    const tacit_fetch fetch = {
        .sql = q->sql.text, .columns = &none, .extra = fields, .n_extra = q->n
    };
    tacit_table *t = NULL;
    TACIT_TRY(tacit_duck_fetch_table(cx, d, &fetch, &t));
    *out = (tacit_column_range){
        .least = tacit_column_number(tacit_table_column(t, 0), 0),
        .empty = (uint64_t)tacit_column_number(tacit_table_column(t, 1), 0),
        .whole = tacit_column_number(tacit_table_column(t, 2), 0) >= 0,
    };
    while (out->decimals <= MOST_DECIMALS && 3 + (size_t)out->decimals < q->n &&
           tacit_column_number(tacit_table_column(t, 3 + (size_t)out->decimals), 0) < 1)
        out->decimals++;
    tacit_table_free(t);
    return TACIT_OK;
}

tacit_status tacit_duck_range(tacit_ctx *cx, tacit_data *data, size_t column,
                              tacit_column_range *out)
{
    tacit_duck_data *d = (tacit_duck_data *)data;
    TACIT_TRY(tacit_duck_settle(cx, d));
    const bool whole = !d->is_csv && d->column[column].type == TACIT_TYPE_INTEGER;
    query q = { .d = d, .n = whole ? 3 : 3 + MOST_DECIMALS + 1 };
    tacit_status status = put_range(cx, d, column, &q);
    if (status == TACIT_OK)
        status = fetch_range(cx, d, &q, out);
    tacit_buffer_free(&q.sql);
    return status;
}
