/*
 * seal.c - whether a table of ClickHouse is still what it was.
 *
 * ClickHouse has no snapshot that lasts for several queries.  After the first look at the table its
 * rows are counted, and the hashes of the values that were looked at added up over them, in any
 * order; after every further look this is done again and must give the same.  A missing value is
 * told from every text by a mark before the texts.  One pass over these columns.
 */
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "engine/clickhouse/data.h"

static tacit_status put_value(tacit_ctx *cx, const tacit_ch_data *d, size_t j, tacit_buffer *sql)
{
    const bool tagged = d->column[j].wire.nullable;
    TACIT_TRY(tacit_buffer_text(cx, sql, tagged ? "ifNull(concat('1', toString(" : ""));
    TACIT_TRY(tacit_ch_expression(cx, d, j, sql));
    return tacit_buffer_text(cx, sql, tagged ? ")), '0')" : "");
}

static tacit_status put_query(tacit_ctx *cx, const tacit_ch_data *d, tacit_buffer *sql)
{
    TACIT_TRY(tacit_buffer_text(cx, sql, "SELECT toInt64(count()), toString("));
    for (size_t c = 0; c < d->seal.n; c++) {
        TACIT_TRY(tacit_buffer_text(cx, sql, c == 0 ? "sum(cityHash64(" : ", "));
        TACIT_TRY(put_value(cx, d, d->seal.column[c], sql));
    }
    TACIT_TRY(tacit_buffer_text(cx, sql, d->seal.n > 0 ? "))) FROM " : "0) FROM "));
    return tacit_buffer_text(cx, sql, d->relation);
}

/* What the table is like now. */
static tacit_status look(tacit_ctx *cx, tacit_ch_data *d, int64_t *rows, char sum[24])
{
    static const tacit_field fields[] = { { .name = "n", .type = TACIT_TYPE_INTEGER },
                                          { .name = "sum", .type = TACIT_TYPE_CATEGORY } };
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
    snprintf(sum, 24, "%s", tacit_dict_text(tacit_column_dict(tacit_table_column(t, 1)), 0));
    tacit_table_free(t);
    return TACIT_OK;
}

static tacit_status take(tacit_ctx *cx, tacit_ch_data *d, const tacit_select *columns)
{
    TACIT_TRY(tacit_alloc(cx, columns->n + 1, sizeof *d->seal.column, &d->seal.column));
    for (size_t c = 0; c < columns->n; c++)
        d->seal.column[c] = columns->at[c];
    d->seal.n = columns->n;
    TACIT_TRY(look(cx, d, &d->seal.rows, d->seal.sum));
    d->seal.taken = true;
    return TACIT_OK;
}

tacit_status tacit_ch_check_seal(tacit_ctx *cx, tacit_ch_data *d, const tacit_select *columns,
                                 int64_t rows)
{
    int64_t now = 0;
    char sum[24] = "";
    bool same = true;
    if (!d->seal.taken) {
        TACIT_TRY(take(cx, d, columns));
    } else {
        TACIT_TRY(look(cx, d, &now, sum));
        same = now == d->seal.rows && strcmp(sum, d->seal.sum) == 0;
    }
    if (same && (rows < 0 || rows == d->seal.rows))
        return TACIT_OK;
    return tacit_fail(cx, TACIT_ERR_IO,
                      "%s changed while it was read; run this again when nobody writes to it.",
                      d->place.shown);
}
