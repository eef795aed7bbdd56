/*
 * seal.c - whether a table of ClickHouse is still what it was.
 *
 * ClickHouse has no snapshot that lasts for several queries.  After the first look at the table its
 * rows are counted, and the hashes of the values that were looked at added up over them, in any
 * order; after every further look this is done again and must give the same.  A seal of rows only
 * is widened by the first look at combinations.  Whether a value is missing is hashed beside it.
 * One pass over these columns, but for the first look if that is at combinations of keys: their
 * hashes come with their counts, so that the rows are only counted.
 */
#include "base/memory.h"
#include "engine/clickhouse/data.h"
#include "engine/sql/sql.h"

/* Append what is hashed of a value `x` of column `j`. */
static tacit_status put_value(tacit_ctx *cx, const tacit_ch_data *d, size_t j, const char *x,
                              tacit_buffer *sql)
{
    const tacit_type type = d->column[j].type;
    const char *form = type == TACIT_TYPE_CATEGORY ? "isNull($), ifNull($, '')"
                       : type == TACIT_TYPE_DATE   ? "isNull($), ifNull(toInt32($), 0)"
                                                   : "isNull($), ifNull($, 0)";
    if (!d->column[j].wire.nullable)
        return tacit_buffer_text(cx, sql, x);
    return tacit_sql_put_form(cx, form, x, NULL, sql);
}

tacit_status tacit_ch_put_hash(tacit_ctx *cx, const tacit_ch_data *d, const tacit_select *columns,
                               bool named, tacit_buffer *sql)
{
    tacit_status status = tacit_buffer_text(cx, sql, columns->n > 0 ? "cityHash64(" : "toUInt64(0");
    for (size_t c = 0; status == TACIT_OK && c < columns->n; c++) {
        tacit_buffer x = { 0 };
        status = named ? tacit_buffer_format(cx, &x, "tacit_%zu", c)
                       : tacit_ch_expression(cx, d, columns->at[c], &x);
        if (status == TACIT_OK)
            status = tacit_buffer_text(cx, sql, c > 0 ? ", " : "");
        if (status == TACIT_OK)
            status = put_value(cx, d, columns->at[c], x.text, sql);
        tacit_buffer_free(&x);
    }
    return status == TACIT_OK ? tacit_buffer_text(cx, sql, ")") : status;
}

static tacit_status put_query(tacit_ctx *cx, const tacit_ch_data *d, tacit_buffer *sql)
{
    const tacit_select columns = { .n = d->seal.n, .at = d->seal.column };
    TACIT_TRY(tacit_buffer_text(cx, sql, "SELECT toInt64(count()), toInt64(sum("));
    TACIT_TRY(tacit_ch_put_hash(cx, d, &columns, false, sql));
    return tacit_buffer_format(cx, sql, ")) FROM %s", d->relation);
}

/* What the table is like now. */
static tacit_status look(tacit_ctx *cx, tacit_ch_data *d, int64_t *rows, int64_t *sum)
{
    static const tacit_field fields[] = { { .name = "n", .type = TACIT_TYPE_INTEGER },
                                          { .name = "sum", .type = TACIT_TYPE_INTEGER } };
    static const tacit_select none = { 0 };
    tacit_table *t = NULL;
    tacit_buffer sql = { 0 };
    tacit_status status = put_query(cx, d, &sql);
    const tacit_fetch f = { .sql = sql.text, .columns = &none, .extra = fields, .n_extra = 2 };
    if (status == TACIT_OK)
        status = tacit_ch_fetch_table(cx, d, &f, NULL, &t);
    tacit_buffer_free(&sql);
    TACIT_TRY(status);
    *rows = tacit_column_integers(tacit_table_column(t, 0))[0];
    *sum = tacit_column_integers(tacit_table_column(t, 1))[0];
    tacit_table_free(t);
    return TACIT_OK;
}

/* Keep which columns the seal is of. */
static tacit_status begin(tacit_ctx *cx, tacit_ch_data *d, const tacit_select *columns)
{
    TACIT_TRY(tacit_alloc(cx, columns->n + 1, sizeof *d->seal.column, &d->seal.column));
    for (size_t c = 0; c < columns->n; c++)
        d->seal.column[c] = columns->at[c];
    d->seal.n = columns->n;
    d->seal.taken = true;
    return TACIT_OK;
}

/* Take over from a look what it has told of its columns: as much as another one would. */
static tacit_status widen(tacit_ctx *cx, tacit_ch_data *d, const tacit_select *columns, int64_t sum)
{
    tacit_free(d->seal.column);
    d->seal.column = NULL;
    TACIT_TRY(begin(cx, d, columns));
    d->seal.sum = sum;
    return TACIT_OK;
}

tacit_status tacit_ch_check_seal(tacit_ctx *cx, tacit_ch_data *d, const tacit_select *columns,
                                 const tacit_ch_seen *seen)
{
    static const tacit_select none = { 0 };
    int64_t rows = 0, sum = 0;
    bool same = true;
    if (d->seal.taken) {
        TACIT_TRY(look(cx, d, &rows, &sum));
        same = rows == d->seal.rows && sum == d->seal.sum;
    } else {
        TACIT_TRY(begin(cx, d, seen->hashed ? &none : columns));
        TACIT_TRY(look(cx, d, &d->seal.rows, &d->seal.sum));
    }
    if (d->seal.n == 0 && seen->hashed)
        TACIT_TRY(widen(cx, d, columns, seen->sum));
    if (same && (seen->rows < 0 || seen->rows == d->seal.rows))
        return TACIT_OK;
    return tacit_fail(cx, TACIT_ERR_IO,
                      "%s changed while it was read; run this again when nobody writes to it.",
                      d->place.shown);
}
