/*
 * columns.c - a table of PostgreSQL, its columns and what they become.
 *
 * Whole numbers become integers, other numbers reals, dates dates, and all else that is one value
 * becomes a text; cells of several values are refused.  Nothing is lost in silence: a column of
 * numbers that neither 64 bits nor a double hold exactly stays a text, with a warning.  Two texts
 * are the same value if their bytes are: where a collation or type says otherwise, the column is
 * compared by bytes all the same, and only there, since COLLATE keeps foreign servers from
 * counting by themselves.  One pass over the table if it has numbers without a stated length.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "engine/postgresql/data.h"
#include "engine/sql.h"

/* Digits that every double of that length tells apart, and that 64 bits hold. */
enum { REAL_DIGITS = 15, WHOLE_DIGITS = 18 };

/* ---- the table ---- */

/* Tables that can be read, with their schemas; $1 is the schema that is asked for, or empty. */
static const char TABLES[] =
    "SELECT n.nspname, c.relname, c.oid FROM pg_catalog.pg_class c "
    "JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace "
    "WHERE c.relkind IN ('r', 'v', 'm', 'f', 'p') AND n.nspname NOT LIKE 'pg\\_%' "
    "AND CASE WHEN $1 = '' THEN pg_catalog.pg_table_is_visible(c.oid) ELSE n.nspname = $1 END "
    "ORDER BY c.relname COLLATE \"C\"";

static const char *table_name(const void *user, size_t i)
{
    return PQgetvalue((const PGresult *)user, (int)i, 1);
}

static tacit_status fail_unknown(tacit_ctx *cx, const tacit_pq_data *d, const char *table,
                                 const PGresult *tables)
{
    const char *near = tacit_suggest(table, (size_t)PQntuples(tables), table_name, tables);
    return tacit_fail(cx, TACIT_ERR_INPUT,
                      "%s: there is no such table, or this user may not see its schema%s%s%s.",
                      d->uri, near != NULL ? "; perhaps '" : "", near != NULL ? near : "",
                      near != NULL ? "' is meant" : "");
}

/* Keep the quoted name of row `i` of `tables`, and its number. */
static tacit_status keep_relation(tacit_ctx *cx, tacit_pq_data *d, const PGresult *tables, int i,
                                  char **oid)
{
    tacit_buffer name = { 0 };
    tacit_status status = tacit_sql_name(cx, &name, PQgetvalue(tables, i, 0));
    if (status == TACIT_OK)
        status = tacit_buffer_text(cx, &name, ".");
    if (status == TACIT_OK)
        status = tacit_sql_name(cx, &name, PQgetvalue(tables, i, 1));
    if (status == TACIT_OK)
        status = tacit_copy_text(cx, name.text, &d->relation);
    tacit_buffer_free(&name);
    TACIT_TRY(status);
    return tacit_scratch_text(cx, PQgetvalue(tables, i, 2), oid);
}

static tacit_status find_table(tacit_ctx *cx, tacit_pq_data *d, const char *name, char **oid)
{
    char *schema = NULL, *table = NULL;
    PGresult *tables = NULL;
    TACIT_TRY(tacit_sql_split(cx, name, &schema, &table));
    TACIT_TRY(tacit_pq_query(cx, d, TABLES, schema, &tables));
    int i = 0;
    while (i < PQntuples(tables) && strcmp(PQgetvalue(tables, i, 1), table) != 0)
        i++;
    const tacit_status status = i < PQntuples(tables) ? keep_relation(cx, d, tables, i, oid)
                                                      : fail_unknown(cx, d, table, tables);
    PQclear(tables);
    return status;
}

/* ---- types ---- */

/* The columns of table $1; a domain is what it is a domain of. */
static const char COLUMNS[] =
    "WITH RECURSIVE base AS (SELECT a.attnum, a.attname, a.atttypid AS type, a.atttypmod AS mod, "
    "a.attcollation AS coll FROM pg_catalog.pg_attribute a WHERE a.attrelid = "
    "$1::pg_catalog.oid AND a.attnum > 0 AND NOT a.attisdropped "
    "UNION ALL SELECT b.attnum, b.attname, t.typbasetype, CASE WHEN t.typtypmod >= 0 THEN "
    "t.typtypmod ELSE b.mod END, b.coll FROM base b JOIN pg_catalog.pg_type t ON t.oid = b.type "
    "WHERE t.typtype = 'd') "
    "SELECT b.attname, t.typname, b.mod, t.typcategory, coalesce(c.collisdeterministic, true) "
    "FROM base b JOIN pg_catalog.pg_type t ON t.oid = b.type LEFT JOIN pg_catalog.pg_collation c "
    "ON c.oid = b.coll WHERE t.typtype <> 'd' ORDER BY b.attnum";
enum { AT_NAME, AT_TYPE, AT_LENGTH, AT_KIND, AT_BYTES };

/* Types of numbers and dates; `form` and `number` as in a column. */
static const struct {
    const char *name;
    tacit_type type;
    const char *form, *number;
} TYPES[] = {
    { "int2", TACIT_TYPE_INTEGER, "$::int8", "$::numeric" },
    { "int4", TACIT_TYPE_INTEGER, "$::int8", "$::numeric" },
    { "int8", TACIT_TYPE_INTEGER, "$", "$::numeric" },
    { "oid", TACIT_TYPE_INTEGER, "$::int8", "$::int8::numeric" },
    { "float4", TACIT_TYPE_REAL, "nullif($::text::float8, 'NaN') + 0.0", "$::text::numeric" },
    { "float8", TACIT_TYPE_REAL, "nullif($, 'NaN') + 0.0", "$::text::numeric" },
    { "numeric", TACIT_TYPE_REAL, "nullif($, 'NaN')::float8 + 0.0", "$::numeric" },
    { "money", TACIT_TYPE_REAL, "$::numeric::float8 + 0.0", "$::numeric" },
    { "date", TACIT_TYPE_DATE, "$", NULL },
};
enum { N_TYPES = sizeof TYPES / sizeof *TYPES };

/* Kinds of types (pg_type.typcategory) whose cells are one value: truth, dates and times, enums,
 * addresses, strings, spans of time; and some of those that have no kind. */
static bool is_single(const char *kind, const char *type)
{
    static const char *const OTHERS[] = { "uuid", "json", "jsonb", "xml", "citext" };
    if (kind[0] != '\0' && strchr("BDEIST", kind[0]) != NULL)
        return true;
    for (size_t i = 0; i < sizeof OTHERS / sizeof *OTHERS; i++)
        if (strcmp(type, OTHERS[i]) == 0)
            return true;
    return false;
}

/* Whole numbers among which there may be NaN. */
static const char WHOLE[] = "nullif($, 'NaN')::int8";

/* Whether values of a type are written in one way only: two that are equal look alike. */
static bool is_plain(const char *type, const char *kind)
{
    static const char *const TYPES_OF_ONE[] = { "int2", "int4",      "int8",        "oid",
                                                "date", "timestamp", "timestamptz", "uuid" };
    for (size_t i = 0; i < sizeof TYPES_OF_ONE / sizeof *TYPES_OF_ONE; i++)
        if (strcmp(type, TYPES_OF_ONE[i]) == 0)
            return true;
    return kind[0] == 'B' || kind[0] == 'E';
}

/* Numbers of a stated length: NUMERIC(digits, places). */
static void take_length(tacit_pq_column *c, int length)
{
    const int digits = (length - 4) >> 16 & 0xffff, places = (length - 4) & 0x7ff;
    if (places == 0 && digits <= WHOLE_DIGITS) {
        c->type = TACIT_TYPE_INTEGER;
        c->form = WHOLE;
    }
}

static tacit_status take_column(tacit_ctx *cx, tacit_pq_data *d, size_t j, const PGresult *r)
{
    tacit_pq_column *c = &d->column[j];
    const char *type = PQgetvalue(r, (int)j, AT_TYPE);
    TACIT_TRY(tacit_copy_text(cx, PQgetvalue(r, (int)j, AT_NAME), &c->name));
    for (size_t i = 0; i < N_TYPES && c->type == 0; i++) {
        if (strcmp(type, TYPES[i].name) != 0)
            continue;
        *c = (tacit_pq_column){
            .name = c->name, .type = TYPES[i].type, .form = TYPES[i].form, .number = TYPES[i].number
        };
        const int length = (int)strtol(PQgetvalue(r, (int)j, AT_LENGTH), NULL, 10);
        if (strcmp(type, "numeric") == 0 && length >= 4)
            take_length(c, length);
    }
    if (c->type != 0)
        return TACIT_OK;
    if (!is_single(PQgetvalue(r, (int)j, AT_KIND), type))
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "%s: column '%s' holds lists, records or bytes in its cells; give each "
                          "part a column of its own.",
                          d->uri, c->name);
    const bool bytes = PQgetvalue(r, (int)j, AT_BYTES)[0] == 't' && strcmp(type, "citext") != 0;
    c->type = TACIT_TYPE_CATEGORY;
    c->form = bytes ? "nullif($::text, '')" : "nullif($::text COLLATE \"C\", '')";
    return TACIT_OK;
}

static tacit_status take_columns(tacit_ctx *cx, tacit_pq_data *d, const PGresult *r)
{
    d->n = (size_t)PQntuples(r);
    if (d->n == 0)
        return tacit_fail(cx, TACIT_ERR_DATA, "%s has no columns.", d->uri);
    TACIT_TRY(tacit_alloc(cx, d->n, sizeof *d->column, &d->column));
    TACIT_TRY(tacit_alloc(cx, d->n, sizeof *d->field, &d->field));
    for (size_t j = 0; j < d->n; j++) {
        TACIT_TRY(take_column(cx, d, j, r));
        d->column[j].plain =
            is_plain(PQgetvalue(r, (int)j, AT_TYPE), PQgetvalue(r, (int)j, AT_KIND));
    }
    return TACIT_OK;
}

/* ---- numbers that would be lost ---- */

/* Whether nothing is known of how long the numbers of a column are. */
static bool is_open(const PGresult *r, size_t j)
{
    const int length = (int)strtol(PQgetvalue(r, (int)j, AT_LENGTH), NULL, 10);
    return strcmp(PQgetvalue(r, (int)j, AT_TYPE), "numeric") == 0 &&
           (length < 4 || ((length - 4) >> 16 & 0xffff) > REAL_DIGITS);
}

/* How many numbers of column `j` are not whole or too long for 64 bits, and how many a double does
 * not hold: two expressions. */
static tacit_status ask_column(tacit_ctx *cx, const tacit_pq_data *d, size_t j, tacit_buffer *sql)
{
    tacit_buffer name = { 0 };
    tacit_status status = tacit_sql_name(cx, &name, d->column[j].name);
    if (status == TACIT_OK)
        status = tacit_buffer_format(
            cx, sql,
            "%scount(*) FILTER (WHERE %s <> 'NaN' AND (%s <> trunc(%s) OR abs(%s) >= 1e18)), "
            "count(*) FILTER (WHERE %s <> %s::float8::text::numeric)",
            sql->length > 0 ? ", " : "SELECT ", name.text, name.text, name.text, name.text,
            name.text, name.text);
    tacit_buffer_free(&name);
    return status;
}

/* What becomes of column `j` by these two counts. */
static void settle_column(tacit_ctx *cx, tacit_pq_column *c, bool whole, const char *lost)
{
    if (whole) {
        c->type = TACIT_TYPE_INTEGER;
        c->form = WHOLE;
    } else if (strcmp(lost, "0") != 0) {
        c->type = TACIT_TYPE_CATEGORY;
        c->form = "$::text";
        tacit_warn(cx,
                   "Column '%s' has %s numbers with more digits than can be computed with exactly; "
                   "it is kept as text.",
                   c->name, lost);
    }
}

static tacit_status ask_open(tacit_ctx *cx, tacit_pq_data *d, const PGresult *r, tacit_buffer *sql)
{
    PGresult *counts = NULL;
    for (size_t j = 0; j < d->n; j++)
        if (is_open(r, j))
            TACIT_TRY(ask_column(cx, d, j, sql));
    if (sql->length == 0)
        return TACIT_OK;
    TACIT_TRY(tacit_buffer_format(cx, sql, " FROM %s", d->relation));
    TACIT_TRY(tacit_pq_query(cx, d, sql->text, NULL, &counts));
    int at = 0;
    for (size_t j = 0; j < d->n; j++) {
        if (!is_open(r, j))
            continue;
        settle_column(cx, &d->column[j], strcmp(PQgetvalue(counts, 0, at), "0") == 0,
                      PQgetvalue(counts, 0, at + 1));
        at += 2;
    }
    PQclear(counts);
    return TACIT_OK;
}

tacit_status tacit_pq_describe(tacit_ctx *cx, tacit_pq_data *d, const char *name)
{
    char *oid = NULL;
    PGresult *r = NULL;
    tacit_buffer sql = { 0 };
    TACIT_TRY(find_table(cx, d, name, &oid));
    TACIT_TRY(tacit_pq_query(cx, d, COLUMNS, oid, &r));
    tacit_status status = take_columns(cx, d, r);
    if (status == TACIT_OK)
        status = ask_open(cx, d, r, &sql);
    tacit_buffer_free(&sql);
    PQclear(r);
    return status;
}

tacit_sql_field tacit_pq_field(const tacit_pq_data *d, size_t j)
{
    return (tacit_sql_field){ .name = d->column[j].name,
                              .type = d->column[j].type,
                              .form = d->column[j].form };
}

tacit_status tacit_pq_columns(tacit_ctx *cx, const tacit_pq_data *d, const tacit_select *columns,
                              tacit_sql_query *out)
{
    tacit_sql_field *own = NULL;
    TACIT_TRY(tacit_scratch(cx, columns->n, sizeof *own, &own));
    for (size_t c = 0; c < columns->n; c++)
        own[c] = tacit_pq_field(d, columns->at[c]);
    *out = (tacit_sql_query){
        .dialect = &tacit_sql_postgresql, .relation = d->relation, .column = own, .n = columns->n
    };
    return TACIT_OK;
}
