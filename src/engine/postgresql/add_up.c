/*
 * add_up.c - sums and the largest values by combinations of keys in PostgreSQL.
 */
#include "engine/postgresql/data.h"

/* The columns that come of a sum, called after its number k, from `extra[at]` on. */
static tacit_status name_columns(tacit_ctx *cx, size_t k, const tacit_sql_sum *s,
                                 tacit_field *extra, size_t *at)
{
    static const char *const NAMES[] = { TACIT_SUM_N, TACIT_SUM_UNITS, TACIT_SUM_BULK,
                                         TACIT_SUM_LEAST };
    const size_t n = s->column == NULL ? 1 : sizeof NAMES / sizeof *NAMES;
    char *name = NULL;
    for (size_t i = 0; i < n; i++) {
        TACIT_TRY(tacit_scratch_format(cx, &name, "%zu%s", k, NAMES[i]));
        extra[(*at)++] = (tacit_field){ .name = name, .type = TACIT_TYPE_REAL };
    }
    for (uint32_t i = 1; s->column != NULL && i <= s->n_top; i++) {
        TACIT_TRY(tacit_scratch_format(cx, &name, "%zu%s%u", k, TACIT_SUM_TOP, i));
        extra[(*at)++] = (tacit_field){ .name = name, .type = TACIT_TYPE_REAL };
    }
    return TACIT_OK;
}

/* The sums as the query has them, and the columns that come of them. */
static tacit_status take_sums(tacit_ctx *cx, const tacit_pq_data *d, const tacit_sum *sums,
                              size_t n, tacit_sql_sum **out, tacit_fetch *f)
{
    tacit_sql_field *column = NULL;
    tacit_field *extra = NULL;
    size_t most = 0;
    for (size_t k = 0; k < n; k++)
        most += 4 + sums[k].n_top;
    TACIT_TRY(tacit_scratch(cx, most, sizeof *extra, &extra));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *column, &column));
    TACIT_TRY(tacit_scratch(cx, n, sizeof **out, out));
    for (size_t k = 0; k < n; k++) {
        tacit_sql_sum *s = &(*out)[k];
        *s = (tacit_sql_sum){ .decimals = sums[k].decimals, .n_top = sums[k].n_top };
        if (sums[k].column < d->n) {
            column[k] = tacit_pq_field(d, sums[k].column);
            s->column = &column[k];
        }
        TACIT_TRY(name_columns(cx, k, s, extra, &f->n_extra));
    }
    f->extra = extra;
    return TACIT_OK;
}

tacit_status tacit_pq_add_up(tacit_ctx *cx, tacit_data *data, const tacit_select *keys,
                             const tacit_sum *sums, size_t n, tacit_table **out)
{
    const size_t mark = tacit_scratch_mark(cx);
    tacit_pq_data *d = (tacit_pq_data *)data;
    tacit_fetch fetch = { .columns = keys };
    tacit_sql_sum *own = NULL;
    tacit_buffer sql = { 0 };
    tacit_sql_query q;
    TACIT_TRY(tacit_pq_columns(cx, d, keys, &q));
    TACIT_TRY(take_sums(cx, d, sums, n, &own, &fetch));
    tacit_status status = tacit_sql_put_sums(cx, &q, own, n, &sql);
    fetch.sql = sql.text;
    if (status == TACIT_OK)
        status = tacit_pq_fetch_table(cx, d, &fetch, out);
    tacit_buffer_free(&sql);
    tacit_scratch_release(cx, mark);
    return status;
}

/* ---- ranges ---- */

enum { LEAST, EMPTY, ABOVE, DECIMALS, COLUMNS = DECIMALS + 7 };

static double number_of(const tacit_table *t, size_t j)
{
    return tacit_column_number(tacit_table_column(t, j), 0);
}

tacit_status tacit_pq_range(tacit_ctx *cx, tacit_data *data, size_t column, tacit_column_range *out)
{
    static const tacit_select none = { 0 };
    tacit_pq_data *d = (tacit_pq_data *)data;
    const tacit_sql_query q = { .dialect = &tacit_sql_postgresql, .relation = d->relation };
    const tacit_sql_field x = tacit_pq_field(d, column);
    tacit_field field[COLUMNS];
    tacit_table *t = NULL;
    tacit_buffer sql = { 0 };
    for (size_t j = 0; j < COLUMNS; j++)
        field[j] = (tacit_field){ .name = "number", .type = TACIT_TYPE_REAL };
    tacit_status status = tacit_sql_put_range(cx, &q, &x, &sql);
    const tacit_fetch fetch = {
        .sql = sql.text, .columns = &none, .extra = field, .n_extra = COLUMNS
    };
    if (status == TACIT_OK)
        status = tacit_pq_fetch_table(cx, d, &fetch, &t);
    tacit_buffer_free(&sql);
    TACIT_TRY(status);
    *out = (tacit_column_range){ .least = number_of(t, LEAST),
                                 .empty = (uint64_t)number_of(t, EMPTY),
                                 .whole = number_of(t, ABOVE) >= 0 };
    while (DECIMALS + out->decimals < COLUMNS && number_of(t, DECIMALS + (size_t)out->decimals) < 1)
        out->decimals++;
    tacit_table_free(t);
    return TACIT_OK;
}
