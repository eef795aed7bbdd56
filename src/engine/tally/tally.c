/*
 * tally.c - what is told of columns by an engine that counts their values.
 *
 * Every query is over the count of the values, which the engine makes anyway and which a
 * distributed table makes on its shards.  Sums run in the order in which the engine takes the
 * values: their last digits may differ from run to run.
 */
#include "engine/tally/tally.h"

#include <math.h>

#include "engine/maker.h"

/* The count of the values of some columns, as a query within a query. */
typedef struct counted {
    const tacit_sql_dialect *dialect;
    tacit_buffer sql;
} counted;

static const tacit_select NONE;

bool tacit_tally_can(const tacit_data *data)
{
    return data->engine->maker != NULL && data->engine->maker->counts != NULL;
}

/* Ask for `n` doubles a row, by what is put before and after the count. */
static tacit_status ask(tacit_ctx *cx, tacit_data *data, const char *sql, size_t n,
                        tacit_table **out)
{
    static const tacit_field fields[] = {
        { .name = "a", .type = TACIT_TYPE_REAL }, { .name = "b", .type = TACIT_TYPE_REAL },
        { .name = "c", .type = TACIT_TYPE_REAL }, { .name = "d", .type = TACIT_TYPE_REAL },
        { .name = "e", .type = TACIT_TYPE_REAL }, { .name = "f", .type = TACIT_TYPE_REAL },
        { .name = "g", .type = TACIT_TYPE_REAL },
    };
    TACIT_ASSERT(n <= sizeof fields / sizeof *fields);
    const tacit_fetch f = { .sql = sql, .columns = &NONE, .extra = fields, .n_extra = n };
    return data->engine->maker->ask(cx, data, &f, out);
}

static double number_at(const tacit_table *t, size_t j, size_t i)
{
    const tacit_column *c = tacit_table_column(t, j);
    return tacit_column_is_missing(c, i) ? 0.0 : tacit_column_number(c, i);
}

/* Append ", " and an expression as a double. */
static tacit_status put_double(tacit_ctx *cx, const tacit_sql_dialect *d, const char *x,
                               tacit_buffer *sql)
{
    return tacit_buffer_format(cx, sql, "%sCAST(%s AS %s)", sql->length > 0 ? ", " : "SELECT ", x,
                               d->real_type);
}

static uint64_t whole(double x)
{
    return x > 0.0 ? (uint64_t)(x + 0.5) : 0;
}

/* ---- sizes of classes ---- */

static tacit_status take_sizes(tacit_ctx *cx, const tacit_table *t, tacit_tallied *out)
{
    uint64_t *rows = NULL, *classes = NULL;
    const size_t n = tacit_table_rows(t);
    TACIT_TRY(tacit_scratch(cx, n, sizeof *rows, &rows));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *classes, &classes));
    for (size_t i = 0; i < n; i++) {
        rows[i] = whole(number_at(t, 0, i));
        classes[i] = whole(number_at(t, 1, i));
    }
    *out = (tacit_tallied){ .n = n, .rows = rows, .classes = classes };
    return TACIT_OK;
}

tacit_status tacit_tally_of(tacit_ctx *cx, tacit_data *data, const tacit_select *columns,
                            tacit_tallied *out)
{
    counted c = { 0 };
    tacit_buffer sql = { 0 };
    tacit_table *t = NULL;
    tacit_status status = data->engine->maker->counts(cx, data, columns, &c.dialect, &c.sql);
    if (status == TACIT_OK)
        status = put_double(cx, c.dialect, "tacit_n", &sql);
    if (status == TACIT_OK)
        status = put_double(cx, c.dialect, "count(*)", &sql);
    if (status == TACIT_OK)
        status = tacit_buffer_format(
            cx, &sql, " FROM (%s) tacit_h GROUP BY tacit_n ORDER BY tacit_n", c.sql.text);
    if (status == TACIT_OK)
        status = ask(cx, data, sql.text, 2, &t);
    tacit_buffer_free(&c.sql);
    tacit_buffer_free(&sql);
    if (status == TACIT_OK)
        status = take_sizes(cx, t, out);
    tacit_table_free(t);
    return status;
}

uint64_t tacit_tally_rows(const tacit_tallied *t)
{
    return tacit_tally_below(t, UINT64_MAX);
}

uint64_t tacit_tally_classes(const tacit_tallied *t)
{
    uint64_t n = 0;
    for (size_t i = 0; i < t->n; i++)
        n += t->classes[i];
    return n;
}

uint64_t tacit_tally_below(const tacit_tallied *t, uint64_t k)
{
    uint64_t rows = 0;
    for (size_t i = 0; i < t->n && t->rows[i] < k; i++)
        rows += t->rows[i] * t->classes[i];
    return rows;
}

/* ---- one column ---- */

/* Append a column's values as numbers (of texts the characters), tacit_x, with tacit_n. */
static tacit_status put_values(tacit_ctx *cx, tacit_data *data, size_t column, bool texts,
                               const tacit_sql_dialect **d, tacit_buffer *out)
{
    const tacit_type type = data->schema.field[column].type;
    const tacit_select one = { .n = 1, .at = &column };
    counted c = { 0 };
    tacit_buffer value = { 0 };
    const tacit_sql_field field = { .name = "tacit_0", .type = type };
    tacit_status status = data->engine->maker->counts(cx, data, &one, &c.dialect, &c.sql);
    if (status == TACIT_OK)
        status = tacit_sql_put_cell(cx, c.dialect, &field, &value);
    if (status == TACIT_OK)
        status = tacit_buffer_text(cx, out, "SELECT ");
    const char *form = texts                         ? "$"
                       : type == TACIT_TYPE_DATE     ? c.dialect->days
                       : type == TACIT_TYPE_CATEGORY ? c.dialect->characters
                                                     : "$";
    if (status == TACIT_OK && !texts)
        status = tacit_buffer_text(cx, out, "CAST(");
    if (status == TACIT_OK)
        status = tacit_sql_put_form(cx, form, value.text, NULL, out);
    if (status == TACIT_OK && !texts)
        status = tacit_buffer_format(cx, out, " AS %s)", c.dialect->real_type);
    if (status == TACIT_OK)
        status = tacit_buffer_format(cx, out, " AS tacit_x, tacit_n FROM (%s) tacit_h", c.sql.text);
    tacit_buffer_free(&c.sql);
    tacit_buffer_free(&value);
    *d = c.dialect;
    return status;
}

/* The sum of squares of what is left of the values without their mean. */
static tacit_status put_squares(tacit_ctx *cx, const tacit_sql_dialect *d, double mean,
                                const char *values, tacit_buffer *sql)
{
    tacit_buffer number = { 0 }, form = { 0 };
    tacit_status status = tacit_sql_put_number(cx, d, mean, &number);
    if (status == TACIT_OK)
        status = tacit_sql_put_form(cx, "sum((tacit_x - $) * (tacit_x - $) * tacit_n)", number.text,
                                    NULL, &form);
    if (status == TACIT_OK)
        status = put_double(cx, d, form.text, sql);
    if (status == TACIT_OK)
        status = tacit_buffer_format(cx, sql, " FROM (%s) tacit_v", values);
    tacit_buffer_free(&number);
    tacit_buffer_free(&form);
    return status;
}

static tacit_status put_span(tacit_ctx *cx, const tacit_sql_dialect *d, const char *values,
                             tacit_buffer *sql)
{
    static const char *const parts[] = {
        "sum(tacit_n)",
        "sum(CASE WHEN tacit_x IS NULL THEN tacit_n ELSE 0 END)",
        "sum(CASE WHEN tacit_x = 0 THEN tacit_n ELSE 0 END)",
        "sum(CASE WHEN tacit_x < 0 THEN tacit_n ELSE 0 END)",
        "min(tacit_x)",
        "max(tacit_x)",
        "sum(tacit_x * tacit_n)",
    };
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        TACIT_TRY(put_double(cx, d, parts[i], sql));
    return tacit_buffer_format(cx, sql, " FROM (%s) tacit_v", values);
}

/* Ask for the whole of the values, and then for their spread around the mean. */
static tacit_status ask_span(tacit_ctx *cx, tacit_data *data, const tacit_sql_dialect *d,
                             const char *values, tacit_extent *out)
{
    tacit_buffer sql = { 0 }, squares = { 0 };
    tacit_table *t = NULL;
    tacit_status status = put_span(cx, d, values, &sql);
    if (status == TACIT_OK)
        status = ask(cx, data, sql.text, 7, &t);
    tacit_buffer_free(&sql);
    TACIT_TRY(status);
    *out = (tacit_extent){ .rows = whole(number_at(t, 0, 0)),
                           .missing = whole(number_at(t, 1, 0)),
                           .zeros = whole(number_at(t, 2, 0)),
                           .negatives = whole(number_at(t, 3, 0)),
                           .least = number_at(t, 4, 0),
                           .most = number_at(t, 5, 0) };
    const double present = (double)(out->rows - out->missing), sum = number_at(t, 6, 0);
    tacit_table_free(t);
    t = NULL;
    if (present < 2.0)
        return TACIT_OK;
    out->mean = sum / present;
    status = put_squares(cx, d, out->mean, values, &squares);
    if (status == TACIT_OK)
        status = ask(cx, data, squares.text, 1, &t);
    if (status == TACIT_OK)
        out->sd = sqrt(number_at(t, 0, 0) / (present - 1.0));
    tacit_buffer_free(&squares);
    tacit_table_free(t);
    return status;
}

tacit_status tacit_tally_span(tacit_ctx *cx, tacit_data *data, size_t column, tacit_extent *out)
{
    const tacit_sql_dialect *d = NULL;
    tacit_buffer values = { 0 };
    tacit_status status = put_values(cx, data, column, false, &d, &values);
    if (status == TACIT_OK)
        status = ask_span(cx, data, d, values.text, out);
    tacit_buffer_free(&values);
    return status;
}

/* The power of ten by which a number is divided to have four digits before its point. */
static tacit_status put_rounded(tacit_ctx *cx, const tacit_sql_dialect *d, const char *values,
                                tacit_buffer *sql)
{
    TACIT_TRY(put_double(cx, d, "tacit_r", sql));
    TACIT_TRY(put_double(cx, d, "sum(tacit_n)", sql));
    return tacit_buffer_format(
        cx, sql,
        " FROM (SELECT CASE WHEN tacit_x = 0 THEN tacit_x ELSE floor(tacit_x / tacit_p + 0.5) * "
        "tacit_p END AS tacit_r, tacit_n FROM (SELECT tacit_x, tacit_n, power(10.0, "
        "floor(log10(CASE WHEN tacit_x = 0 THEN 1 ELSE abs(tacit_x) END)) - 3) AS tacit_p FROM "
        "(%s) tacit_v WHERE tacit_x IS NOT NULL) tacit_u) tacit_t GROUP BY tacit_r ORDER BY "
        "tacit_r",
        values);
}

tacit_status tacit_tally_rounded(tacit_ctx *cx, tacit_data *data, size_t column, tacit_table **out)
{
    const tacit_sql_dialect *d = NULL;
    tacit_buffer values = { 0 }, sql = { 0 };
    tacit_status status = put_values(cx, data, column, false, &d, &values);
    if (status == TACIT_OK)
        status = put_rounded(cx, d, values.text, &sql);
    if (status == TACIT_OK)
        status = ask(cx, data, sql.text, 2, out);
    tacit_buffer_free(&values);
    tacit_buffer_free(&sql);
    return status;
}

tacit_status tacit_tally_texts(tacit_ctx *cx, tacit_data *data, size_t column, size_t n,
                               tacit_table **out)
{
    static const tacit_field text = { .name = "text", .type = TACIT_TYPE_CATEGORY };
    const tacit_sql_dialect *d = NULL;
    tacit_buffer values = { 0 }, sql = { 0 };
    tacit_status status = put_values(cx, data, column, true, &d, &values);
    if (status == TACIT_OK)
        status = tacit_buffer_format(cx, &sql,
                                     "SELECT tacit_x FROM (%s) tacit_v WHERE tacit_x IS NOT NULL "
                                     "ORDER BY tacit_x%s LIMIT %zu",
                                     values.text, d->by_bytes, n);
    const tacit_fetch f = { .sql = sql.text, .columns = &NONE, .extra = &text, .n_extra = 1 };
    if (status == TACIT_OK)
        status = data->engine->maker->ask(cx, data, &f, out);
    tacit_buffer_free(&values);
    tacit_buffer_free(&sql);
    return status;
}
