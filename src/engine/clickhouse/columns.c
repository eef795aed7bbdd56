/*
 * columns.c - a table of ClickHouse, its columns and what they become.
 *
 * Whole numbers, floats, dates and texts cross over as they are stored, which is what the server
 * groups fastest; -0 becomes 0 and all NaN one, since ClickHouse compares floats by their bits.  An
 * empty text and a NaN are missing, and become NULL where the column can hold that.
 * Decimals become numbers if 64 bits or a double hold all of that length, else texts; moments are
 * told in UTC; all else that is one value becomes a text, and cells of several values are refused.
 */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "engine/clickhouse/data.h"
#include "engine/sql/sql.h"

/* Digits that every double of that length tells apart, and that 64 bits hold. */
enum { REAL_DIGITS = 15, WHOLE_DIGITS = 18 };

/* ---- expressions ---- */

tacit_status tacit_ch_form(tacit_ctx *cx, const tacit_ch_data *d, size_t j, const char *form,
                           tacit_buffer *sql)
{
    const tacit_sql_field field = { .name = d->column[j].name, .form = form };
    return tacit_sql_put_cell(cx, &tacit_sql_clickhouse, &field, sql);
}

tacit_status tacit_ch_expression(tacit_ctx *cx, const tacit_ch_data *d, size_t j, tacit_buffer *sql)
{
    return tacit_ch_form(cx, d, j, d->column[j].form, sql);
}

/* ---- types ---- */

#define SIGNED(n) TACIT_TYPE_INTEGER, "$", TACIT_CH_SIGNED, n, 0
#define UNSIGNED(n) TACIT_TYPE_INTEGER, "$", TACIT_CH_UNSIGNED, n, 0
#define FLOAT(n) TACIT_TYPE_REAL, "if(isNaN($), nan, $ + 0.0)", TACIT_CH_FLOAT, 8, -1
#define TEXT(form) TACIT_TYPE_CATEGORY, form, TACIT_CH_TEXT, 0, 0

/* Types by how they begin; `places` as in a column. */
static const struct {
    const char *name;
    tacit_type type;
    const char *form;
    tacit_ch_kind kind;
    size_t bytes;
    int places;
} TYPES[] = {
    { "Int8", SIGNED(1) },
    { "Int16", SIGNED(2) },
    { "Int32", SIGNED(4) },
    { "Int64", SIGNED(8) },
    { "UInt8", UNSIGNED(1) },
    { "UInt16", UNSIGNED(2) },
    { "UInt32", UNSIGNED(4) },
    { "UInt64", UNSIGNED(8) },
    { "Float32", FLOAT(4) },
    { "Float64", FLOAT(8) },
    { "Date", TACIT_TYPE_DATE, "$", TACIT_CH_UNSIGNED, 2, 0 },
    { "Date32", TACIT_TYPE_DATE, "$", TACIT_CH_SIGNED, 4, 0 },
    { "String", TEXT("$") },
    { "FixedString", TEXT("toStringCutToZero($)") },
    { "DateTime", TEXT("formatDateTime($, '%F %T', 'UTC')") },
    { "DateTime64", TEXT("toString(toTimeZone($, 'UTC'))") },
    { "Enum8", TEXT("toString($)") },
    { "Enum16", TEXT("toString($)") },
    { "UUID", TEXT("toString($)") },
    { "Bool", TEXT("toString($)") },
    { "IPv4", TEXT("toString($)") },
    { "IPv6", TEXT("toString($)") },
    { "Int128", TEXT("toString($)") },
    { "Int256", TEXT("toString($)") },
    { "UInt128", TEXT("toString($)") },
    { "UInt256", TEXT("toString($)") },
};
enum { N_TYPES = sizeof TYPES / sizeof *TYPES };

/* What a wrapper such as Nullable(T) holds; false if `type` is none of that name. */
static bool unwrap(char *type, const char *wrapper)
{
    const size_t n = strlen(wrapper), all = strlen(type);
    if (strncmp(type, wrapper, n) != 0 || type[n] != '(' || type[all - 1] != ')')
        return false;
    memmove(type, type + n + 1, all - n - 2);
    type[all - n - 2] = '\0';
    return true;
}

static tacit_status take_decimal(tacit_ctx *cx, const char *type, tacit_ch_column *c)
{
    char *end = NULL;
    const long digits = strtol(type + strlen("Decimal("), &end, 10),
               places = *end == ',' ? strtol(end + 1, NULL, 10) : 0;
    const bool whole = places == 0 && digits <= WHOLE_DIGITS;
    if (whole || digits <= REAL_DIGITS) {
        c->number = true;
        c->places = (int)places;
        c->type = whole ? TACIT_TYPE_INTEGER : TACIT_TYPE_REAL;
        c->form = whole ? "toInt64($)" : "toFloat64($)";
        c->wire.kind = whole ? TACIT_CH_SIGNED : TACIT_CH_FLOAT;
        c->wire.bytes = 8;
        return TACIT_OK;
    }
    c->type = TACIT_TYPE_CATEGORY;
    c->form = "toString($)";
    c->wire.kind = TACIT_CH_TEXT;
    tacit_warn(cx,
               "Column '%s' may have numbers with more digits than can be computed with exactly; "
               "it is kept as text.",
               c->name);
    return TACIT_OK;
}

static tacit_status take_type(tacit_ctx *cx, const tacit_ch_data *d, char *type, tacit_ch_column *c)
{
    (void)unwrap(type, "LowCardinality");
    c->plain = strstr(type, "Float") == NULL && strstr(type, "String") == NULL;
    c->wire.nullable = unwrap(type, "Nullable");
    if (strncmp(type, "Decimal(", 8) == 0)
        return take_decimal(cx, type, c);
    const size_t n = strcspn(type, "(");
    for (size_t i = 0; i < N_TYPES; i++) {
        if (strncmp(TYPES[i].name, type, n) != 0 || TYPES[i].name[n] != '\0')
            continue;
        c->type = TYPES[i].type;
        c->form = TYPES[i].form;
        c->places = TYPES[i].places;
        c->wire.kind = TYPES[i].kind;
        c->wire.bytes = TYPES[i].bytes;
        c->number = c->type == TACIT_TYPE_INTEGER || c->type == TACIT_TYPE_REAL;
        if (c->wire.nullable && c->type == TACIT_TYPE_REAL)
            c->form = "if(isNaN($), NULL, $ + 0.0)";
        if (c->wire.nullable && strcmp(type, "String") == 0)
            c->form = "nullIf($, '')";
        return TACIT_OK;
    }
    return tacit_fail(cx, TACIT_ERR_DATA,
                      "%s: column '%s' holds lists, records or states in its cells; give each part "
                      "a column of its own.",
                      d->place.shown, c->name);
}

/* ---- numbers that would be lost ---- */

/* Keep a column of unsigned numbers that 64 bits with a sign do not hold as text. */
static tacit_status check_wide(tacit_ctx *cx, tacit_ch_data *d, size_t j)
{
    static const tacit_field count = { .name = "n", .type = TACIT_TYPE_INTEGER };
    static const tacit_select none = { 0 };
    tacit_ch_column *c = &d->column[j];
    tacit_buffer sql = { 0 };
    tacit_table *t = NULL;
    if (c->wire.kind != TACIT_CH_UNSIGNED || c->wire.bytes < 8)
        return TACIT_OK;
    tacit_status status =
        tacit_ch_form(cx, d, j, "SELECT toInt64(countIf($ > 9223372036854775807)) FROM ", &sql);
    if (status == TACIT_OK)
        status = tacit_buffer_text(cx, &sql, d->relation);
    const tacit_fetch f = { .sql = sql.text, .columns = &none, .extra = &count, .n_extra = 1 };
    if (status == TACIT_OK)
        status = tacit_ch_fetch_table(cx, d, &f, NULL, &t);
    tacit_buffer_free(&sql);
    TACIT_TRY(status);
    const int64_t wide = tacit_column_integers(tacit_table_column(t, 0))[0];
    tacit_table_free(t);
    if (wide == 0)
        return TACIT_OK;
    c->type = TACIT_TYPE_CATEGORY;
    c->form = "toString($)";
    c->number = false;
    c->wire.kind = TACIT_CH_TEXT;
    tacit_warn(cx,
               "Column '%s' has %lld numbers with more digits than can be computed with exactly; "
               "it is kept as text.",
               c->name, (long long)wide);
    return TACIT_OK;
}

/* ---- the table ---- */

tacit_status tacit_ch_ask(tacit_ctx *cx, tacit_ch_data *d, const char *sql, size_t n,
                          tacit_table **out)
{
    static const tacit_field fields[] = { { .name = "1", .type = TACIT_TYPE_CATEGORY },
                                          { .name = "2", .type = TACIT_TYPE_CATEGORY },
                                          { .name = "3", .type = TACIT_TYPE_CATEGORY } };
    static const tacit_select none = { 0 };
    const tacit_fetch f = { .sql = sql, .columns = &none, .extra = fields, .n_extra = n };
    return tacit_ch_fetch_table(cx, d, &f, NULL, out);
}

const char *tacit_ch_text_at(const tacit_table *t, size_t column, size_t i)
{
    const tacit_column *c = tacit_table_column(t, column);
    return tacit_dict_text(tacit_column_dict(c), tacit_column_codes(c)[i]);
}

static const char *table_name(const void *user, size_t i)
{
    return tacit_ch_text_at(user, 0, i);
}

static tacit_status fail_unknown(tacit_ctx *cx, tacit_ch_data *d)
{
    tacit_table *t = NULL;
    tacit_buffer sql = { 0 };
    tacit_status status =
        tacit_buffer_text(cx, &sql, "SELECT name FROM system.tables WHERE database = ");
    if (status == TACIT_OK)
        status = tacit_sql_put_literal(cx, &tacit_sql_clickhouse, d->place.database, &sql);
    if (status == TACIT_OK)
        status = tacit_buffer_text(cx, &sql, " ORDER BY name");
    if (status == TACIT_OK)
        status = tacit_ch_ask(cx, d, sql.text, 1, &t);
    tacit_buffer_free(&sql);
    TACIT_TRY(status);
    const char *near = tacit_suggest(d->place.table, tacit_table_rows(t), table_name, t);
    status = tacit_fail(cx, TACIT_ERR_INPUT,
                        "%s: there is no such table, or this user may not see it%s%s%s.",
                        d->place.shown, near != NULL ? "; perhaps '" : "", near != NULL ? near : "",
                        near != NULL ? "' is meant" : "");
    tacit_table_free(t);
    return status;
}

static tacit_status take_column(tacit_ctx *cx, tacit_ch_data *d, size_t j, const tacit_table *t)
{
    char *type = NULL;
    const char *name = tacit_ch_text_at(t, 0, j);
    TACIT_TRY(tacit_scratch_text(cx, tacit_ch_text_at(t, 1, j), &type));
    if (strncmp(name, "tacit_", 6) == 0)
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "%s: the name of column '%s' begins with tacit_, as names in queries do; "
                          "read a view that calls it otherwise.",
                          d->place.shown, name);
    TACIT_TRY(tacit_copy_text(cx, name, &d->column[j].name));
    return take_type(cx, d, type, &d->column[j]);
}

static tacit_status take_columns(tacit_ctx *cx, tacit_ch_data *d, const tacit_table *t)
{
    const size_t n = tacit_table_rows(t);
    if (n == 0)
        return fail_unknown(cx, d);
    TACIT_TRY(tacit_alloc(cx, n, sizeof *d->column, &d->column));
    TACIT_TRY(tacit_alloc(cx, n, sizeof *d->field, &d->field));
    d->n = n;
    for (size_t j = 0; j < n; j++)
        TACIT_TRY(take_column(cx, d, j, t));
    for (size_t j = 0; j < n; j++)
        TACIT_TRY(check_wide(cx, d, j));
    for (size_t j = 0; j < n; j++)
        d->field[j] = (tacit_field){ .name = d->column[j].name, .type = d->column[j].type };
    d->base.schema = (tacit_schema){ .n = n, .field = d->field };
    return TACIT_OK;
}

static tacit_status put_questions(tacit_ctx *cx, tacit_ch_data *d, tacit_buffer *sql,
                                  tacit_buffer *relation)
{
    const char *const path[] = { d->place.database, d->place.table };
    TACIT_TRY(tacit_sql_put_path(cx, &tacit_sql_clickhouse, path, 2, relation));
    TACIT_TRY(tacit_copy_text(cx, relation->text, &d->relation));
    TACIT_TRY(tacit_buffer_text(cx, sql,
                                "SELECT name, type FROM system.columns WHERE default_kind NOT IN "
                                "('MATERIALIZED', 'ALIAS', 'EPHEMERAL') AND database = "));
    TACIT_TRY(tacit_sql_put_literal(cx, &tacit_sql_clickhouse, d->place.database, sql));
    TACIT_TRY(tacit_buffer_text(cx, sql, " AND table = "));
    return tacit_sql_put_literal(cx, &tacit_sql_clickhouse, d->place.table, sql);
}

tacit_status tacit_ch_describe(tacit_ctx *cx, tacit_ch_data *d)
{
    tacit_table *t = NULL;
    tacit_buffer sql = { 0 }, relation = { 0 };
    tacit_status status = put_questions(cx, d, &sql, &relation);
    if (status == TACIT_OK)
        status = tacit_ch_ask(cx, d, sql.text, 2, &t);
    if (status == TACIT_OK)
        status = take_columns(cx, d, t);
    tacit_table_free(t);
    tacit_buffer_free(&sql);
    tacit_buffer_free(&relation);
    return status;
}
