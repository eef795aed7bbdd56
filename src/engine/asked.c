/*
 * asked.c - what an engine that is asked in SQL does in the same way as every other.
 *
 * The queries are those of engine/sql; here their answers become what a driver gives.
 */
#include "engine/asked.h"

#include "engine/grouped.h"

static const tacit_select NONE;

tacit_status tacit_asked_select(tacit_ctx *cx, const tacit_asked *a, const tacit_select *columns,
                                tacit_sql_query *out)
{
    tacit_sql_field *own = NULL;
    TACIT_TRY(tacit_scratch(cx, columns->n, sizeof *own, &own));
    for (size_t c = 0; c < columns->n; c++)
        own[c] = a->column[columns->at[c]];
    *out = (tacit_sql_query){
        .dialect = a->dialect, .relation = a->relation, .column = own, .n = columns->n
    };
    return TACIT_OK;
}

/* ---- counts ---- */

/* Every weight must be a positive number: in sums over groups a bad one would not show. */
static tacit_status check_weights(tacit_ctx *cx, const tacit_asked *a, size_t weight)
{
    static const tacit_field count = { .name = TACIT_COUNT, .type = TACIT_TYPE_REAL };
    tacit_buffer sql = { 0 };
    tacit_table *t = NULL;
    const tacit_type type = a->column[weight].type;
    if (type != TACIT_TYPE_INTEGER && type != TACIT_TYPE_REAL)
        return tacit_fail(cx, TACIT_ERR_DATA, "Weight column '%s' does not hold numbers.",
                          a->column[weight].name);
    tacit_status status = tacit_buffer_format(
        cx, &sql,
        "SELECT CAST(count(*) - coalesce(sum(CASE WHEN tacit_w > 0 AND tacit_w < 1e15 THEN 1 ELSE "
        "0 END), 0) AS %s) AS tacit_n FROM (SELECT ",
        a->dialect->real_type);
    if (status == TACIT_OK)
        status = tacit_sql_put_cell(cx, a->dialect, &a->column[weight], &sql);
    if (status == TACIT_OK)
        status = tacit_buffer_format(cx, &sql, " AS tacit_w FROM %s) tacit_g", a->relation);
    const tacit_fetch f = { .sql = sql.text, .columns = &NONE, .extra = &count, .n_extra = 1 };
    if (status == TACIT_OK)
        status = a->fetch(cx, a->data, &f, &t);
    tacit_buffer_free(&sql);
    TACIT_TRY(status);
    const double bad = tacit_column_number(tacit_table_column(t, 0), 0);
    tacit_table_free(t);
    return bad > 0.0 ? tacit_fail_weights(cx, a->column[weight].name, (int64_t)bad) : TACIT_OK;
}

tacit_status tacit_asked_group(tacit_ctx *cx, const tacit_asked *a, const tacit_select *keys,
                               size_t weight, tacit_table **out)
{
    static const tacit_field extra[] = {
        { .name = TACIT_COUNT, .type = TACIT_TYPE_INTEGER },
        { .name = TACIT_WEIGHT, .type = TACIT_TYPE_REAL },
    };
    const size_t mark = tacit_scratch_mark(cx);
    const bool weighted = weight < a->data->schema.n;
    tacit_sql_query q;
    tacit_buffer sql = { 0 };
    if (weighted)
        TACIT_TRY(check_weights(cx, a, weight));
    TACIT_TRY(tacit_asked_select(cx, a, keys, &q));
    tacit_status status =
        tacit_sql_put_count(cx, &q, weighted ? &a->column[weight] : NULL, true, &sql);
    const tacit_fetch f = {
        .sql = sql.text, .columns = keys, .extra = extra, .n_extra = weighted ? 2 : 1
    };
    if (status == TACIT_OK)
        status = a->fetch(cx, a->data, &f, out);
    tacit_buffer_free(&sql);
    tacit_scratch_release(cx, mark);
    return status;
}

/* ---- sums ---- */

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
static tacit_status take_sums(tacit_ctx *cx, const tacit_asked *a, const tacit_sum *sums, size_t n,
                              tacit_sql_sum **out, tacit_fetch *f)
{
    tacit_field *extra = NULL;
    size_t most = 0;
    for (size_t k = 0; k < n; k++)
        most += 4 + sums[k].n_top;
    TACIT_TRY(tacit_scratch(cx, most, sizeof *extra, &extra));
    TACIT_TRY(tacit_scratch(cx, n, sizeof **out, out));
    for (size_t k = 0; k < n; k++) {
        tacit_sql_sum *s = &(*out)[k];
        *s = (tacit_sql_sum){ .decimals = sums[k].decimals, .n_top = sums[k].n_top };
        if (sums[k].column < a->data->schema.n)
            s->column = &a->column[sums[k].column];
        TACIT_TRY(name_columns(cx, k, s, extra, &f->n_extra));
    }
    f->extra = extra;
    return TACIT_OK;
}

tacit_status tacit_asked_add_up(tacit_ctx *cx, const tacit_asked *a, const tacit_select *keys,
                                const tacit_sum *sums, size_t n, tacit_table **out)
{
    const size_t mark = tacit_scratch_mark(cx);
    tacit_fetch fetch = { .columns = keys };
    tacit_sql_sum *own = NULL;
    tacit_buffer sql = { 0 };
    tacit_sql_query q;
    TACIT_TRY(tacit_asked_select(cx, a, keys, &q));
    TACIT_TRY(take_sums(cx, a, sums, n, &own, &fetch));
    tacit_status status = tacit_sql_put_sums(cx, &q, own, n, &sql);
    fetch.sql = sql.text;
    if (status == TACIT_OK)
        status = a->fetch(cx, a->data, &fetch, out);
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

tacit_status tacit_asked_range(tacit_ctx *cx, const tacit_asked *a, size_t column,
                               tacit_column_range *out)
{
    const tacit_sql_query q = { .dialect = a->dialect, .relation = a->relation };
    static const char *const NAMES[] = { "0", "1", "2", "3", "4", "5", "6", "7", "8", "9" };
    tacit_field field[COLUMNS];
    tacit_table *t = NULL;
    tacit_buffer sql = { 0 };
    for (size_t j = 0; j < COLUMNS; j++)
        field[j] = (tacit_field){ .name = NAMES[j], .type = TACIT_TYPE_REAL };
    tacit_status status = tacit_sql_put_range(cx, &q, &a->column[column], &sql);
    const tacit_fetch fetch = {
        .sql = sql.text, .columns = &NONE, .extra = field, .n_extra = COLUMNS
    };
    if (status == TACIT_OK)
        status = a->fetch(cx, a->data, &fetch, &t);
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
