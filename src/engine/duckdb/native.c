/*
 * native.c - sources whose columns have types of their own: Parquet, JSON, tables of databases.
 *
 * Nothing is lost in silence.  A number that neither 64 bits nor a double hold exactly keeps its
 * column a text, digit by digit, with a warning; columns that differ only in the case of their
 * letters, which DuckDB would rename, are refused; all of a JSON file is looked at for its
 * columns, and its texts stay as they are written.  One more pass over a column that may hold
 * such numbers, two over a JSON file.
 */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/memory.h"
#include "engine/duckdb/data.h"
#include "engine/sql.h"

/* Digits that every double of that length tells apart, and that 64 bits hold. */
enum { REAL_DIGITS = 15, WHOLE_DIGITS = 18 };

/* ---- types ---- */

/* Our type for a native one; 0 if cells of the type are not single values. */
static tacit_type own_type(duckdb_type native)
{
    switch (native) {
    case DUCKDB_TYPE_TINYINT:
    case DUCKDB_TYPE_SMALLINT:
    case DUCKDB_TYPE_INTEGER:
    case DUCKDB_TYPE_BIGINT:
    case DUCKDB_TYPE_UTINYINT:
    case DUCKDB_TYPE_USMALLINT:
    case DUCKDB_TYPE_UINTEGER:
    case DUCKDB_TYPE_UBIGINT:
    case DUCKDB_TYPE_HUGEINT:
    case DUCKDB_TYPE_UHUGEINT:
        return TACIT_TYPE_INTEGER;
    case DUCKDB_TYPE_FLOAT:
    case DUCKDB_TYPE_DOUBLE:
        return TACIT_TYPE_REAL;
    case DUCKDB_TYPE_DATE:
        return TACIT_TYPE_DATE;
    case DUCKDB_TYPE_BLOB:
    case DUCKDB_TYPE_LIST:
    case DUCKDB_TYPE_STRUCT:
    case DUCKDB_TYPE_MAP:
    case DUCKDB_TYPE_ARRAY:
    case DUCKDB_TYPE_UNION:
        return (tacit_type)0;
    default:
        return TACIT_TYPE_CATEGORY;
    }
}

/* A column as DuckDB has it, and how to tell that our type would lose some of its values. */
typedef struct native {
    duckdb_type type;
    unsigned digits, places; /* of a DECIMAL */
} native;

static native native_of(duckdb_result *result, size_t j)
{
    native n = { .type = duckdb_column_type(result, j) };
    if (n.type != DUCKDB_TYPE_DECIMAL)
        return n;
    duckdb_logical_type logical = duckdb_column_logical_type(result, j);
    n.digits = duckdb_decimal_width(logical);
    n.places = duckdb_decimal_scale(logical);
    duckdb_destroy_logical_type(&logical);
    return n;
}

static tacit_type type_of(const native *n)
{
    if (n->type == DUCKDB_TYPE_DECIMAL)
        return n->places == 0 ? TACIT_TYPE_INTEGER : TACIT_TYPE_REAL;
    return own_type(n->type);
}

/* Whether the column may hold numbers that our type does not. */
static bool is_wide(const native *n)
{
    if (n->type == DUCKDB_TYPE_DECIMAL)
        return n->digits > (n->places == 0 ? WHOLE_DIGITS : REAL_DIGITS);
    return n->type == DUCKDB_TYPE_UBIGINT || n->type == DUCKDB_TYPE_HUGEINT ||
           n->type == DUCKDB_TYPE_UHUGEINT;
}

/* ---- numbers that would be lost ---- */

/* Keep column `j` a text if a value satisfies `lost`, in which %s is the column. */
static tacit_status keep_exact(tacit_ctx *cx, tacit_duck_data *d, size_t j, const char *lost)
{
    tacit_buffer sql = { 0 };
    int64_t n = 0;
    tacit_status status = tacit_buffer_format(cx, &sql, "SELECT count(*) FROM (SELECT ");
    if (status == TACIT_OK)
        status = tacit_sql_name(cx, &sql, d->column[j].name);
    if (status == TACIT_OK)
        status = tacit_buffer_format(cx, &sql, " AS x FROM %s) WHERE x IS NOT NULL AND %s",
                                     d->relation.text, lost);
    if (status == TACIT_OK)
        status = tacit_duck_count(cx, d, sql.text, &n);
    tacit_buffer_free(&sql);
    TACIT_TRY(status);
    if (n == 0)
        return TACIT_OK;
    d->column[j].type = TACIT_TYPE_CATEGORY;
    tacit_warn(cx,
               "Column '%s' has %lld numbers with more digits than can be computed with exactly; "
               "it is kept as text.",
               d->column[j].name, (long long)n);
    return TACIT_OK;
}

static tacit_status check_wide(tacit_ctx *cx, tacit_duck_data *d, size_t j, const native *n)
{
    char lost[128];
    if (!is_wide(n))
        return TACIT_OK;
    if (d->column[j].type == TACIT_TYPE_INTEGER)
        return keep_exact(cx, d, j, "TRY_CAST(x AS BIGINT) IS NULL");
    snprintf(lost, sizeof lost,
             "TRY_CAST(CAST(x AS DOUBLE) AS DECIMAL(%u, %u)) IS DISTINCT FROM x", n->digits,
             n->places);
    return keep_exact(cx, d, j, lost);
}

/* ---- columns ---- */

static tacit_status take_column(tacit_ctx *cx, tacit_duck_data *d, size_t j, const char *name,
                                const native *n)
{
    const tacit_type type = type_of(n);
    TACIT_TRY(tacit_copy_text(cx, name, &d->column[j].name));
    if (type == 0)
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "%s: column '%s' holds lists, records or bytes in its cells; give each "
                          "part a column of its own.",
                          d->uri, name);
    d->column[j].type = type;
    return TACIT_OK;
}

static tacit_status take_columns(tacit_ctx *cx, tacit_duck_data *d, duckdb_result *result,
                                 native **out)
{
    const size_t n = duckdb_column_count(result);
    TACIT_TRY(tacit_scratch(cx, n, sizeof **out, out));
    TACIT_TRY(tacit_duck_columns(cx, d, n));
    for (size_t j = 0; j < n; j++) {
        (*out)[j] = native_of(result, j);
        TACIT_TRY(take_column(cx, d, j, duckdb_column_name(result, j), &(*out)[j]));
    }
    return TACIT_OK;
}

/* Columns and types of `relation`, as DuckDB knows them. */
static tacit_status describe(tacit_ctx *cx, tacit_duck_data *d, native **out)
{
    tacit_buffer sql = { 0 };
    duckdb_result result;
    tacit_status status =
        tacit_buffer_format(cx, &sql, "SELECT * FROM %s LIMIT 0", d->relation.text);
    if (status == TACIT_OK)
        status = tacit_duckdb_query(cx, &d->session, sql.text, d->uri, &result);
    tacit_buffer_free(&sql);
    TACIT_TRY(status);
    status = take_columns(cx, d, &result, out);
    duckdb_destroy_result(&result);
    return status;
}

static tacit_status check_all_wide(tacit_ctx *cx, tacit_duck_data *d, const native *n)
{
    for (size_t j = 0; j < d->n; j++)
        TACIT_TRY(check_wide(cx, d, j, &n[j]));
    return TACIT_OK;
}

/* ---- names ---- */

/* Whether DuckDB may have made `name` from another that was there already: age_1 from age. */
static bool may_be_renamed(const tacit_duck_data *d, const char *name)
{
    const char *bar = strrchr(name, '_');
    if (bar == NULL || bar[1] == '\0' || bar[1 + strspn(bar + 1, "0123456789")] != '\0')
        return false;
    const size_t stem = (size_t)(bar - name);
    for (size_t j = 0; j < d->n; j++)
        if (strlen(d->column[j].name) == stem && strncasecmp(d->column[j].name, name, stem) == 0)
            return true;
    return false;
}

/* Fail if `names`, SQL for the names that the file itself has as `name`, has two that differ
 * in case only. */
static tacit_status check_names(tacit_ctx *cx, tacit_duck_data *d, const char *names)
{
    bool suspect = false;
    for (size_t j = 0; j < d->n; j++)
        suspect = suspect || may_be_renamed(d, d->column[j].name);
    if (!suspect)
        return TACIT_OK;
    char *sql = NULL;
    int64_t twice = 0;
    TACIT_TRY(tacit_scratch_format(cx, &sql,
                                   "SELECT count(*) FROM (SELECT lower(name) FROM (%s) GROUP BY 1 "
                                   "HAVING count(*) > 1)",
                                   names));
    TACIT_TRY(tacit_duck_count(cx, d, sql, &twice));
    for (size_t j = 0; j < d->n && twice > 0; j++)
        if (may_be_renamed(d, d->column[j].name))
            return tacit_fail(cx, TACIT_ERR_DATA,
                              "%s: two columns are both called '%.*s' (upper and lower case count "
                              "as the same); rename one of them.",
                              d->uri, (int)(strrchr(d->column[j].name, '_') - d->column[j].name),
                              d->column[j].name);
    return TACIT_OK;
}

/* ---- Parquet ---- */

tacit_status tacit_duck_parquet_open(tacit_ctx *cx, tacit_duck_data *d)
{
    const size_t mark = tacit_scratch_mark(cx);
    native *n = NULL;
    char *names = NULL;
    TACIT_TRY(tacit_buffer_format(cx, &d->relation,
                                  "read_parquet('%s', hive_partitioning=false)", d->input.name));
    TACIT_TRY(describe(cx, d, &n));
    TACIT_TRY(tacit_scratch_format(
        cx, &names, "SELECT name FROM parquet_schema('%s') WHERE coalesce(num_children, 0) = 0",
        d->input.name));
    TACIT_TRY(check_names(cx, d, names));
    TACIT_TRY(check_all_wide(cx, d, n));
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

/* ---- tables of databases ---- */

static tacit_status attach(tacit_ctx *cx, tacit_duck_data *d, const char *path)
{
    tacit_buffer sql = { 0 };
    TACIT_TRY(tacit_duckdb_confine(cx, &d->session, path));
    tacit_status status = tacit_buffer_text(cx, &sql, "ATTACH ");
    if (status == TACIT_OK)
        status = tacit_sql_literal(cx, &sql, path);
    if (status == TACIT_OK)
        status = tacit_buffer_text(cx, &sql, " AS source (READ_ONLY, TYPE duckdb)");
    if (status == TACIT_OK)
        status = tacit_duckdb_run(cx, &d->session, sql.text, d->uri);
    tacit_buffer_free(&sql);
    return status;
}

/* The file of `path` under the name that it has without links, which can be no address. */
static tacit_status attach_file(tacit_ctx *cx, tacit_duck_data *d, const char *path)
{
    char whole[PATH_MAX];
    TACIT_TRY(tacit_input_check(cx, path));
    if (realpath(path, whole) == NULL)
        return tacit_fail(cx, TACIT_ERR_IO, "Cannot read %s: %s.", path, strerror(errno));
    return attach(cx, d, whole);
}

tacit_status tacit_duck_table_open(tacit_ctx *cx, tacit_duck_data *d, const char *address)
{
    const size_t mark = tacit_scratch_mark(cx);
    const char *hash = strrchr(address, '#');
    char *path = NULL;
    native *n = NULL;
    if (hash == NULL || hash[1] == '\0')
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "Say which table of the database to read, as in duckdb:FILE#TABLE.");
    TACIT_TRY(tacit_scratch_text(cx, address, &path));
    path[hash - address] = '\0';
    TACIT_TRY(attach_file(cx, d, path));
    TACIT_TRY(tacit_buffer_text(cx, &d->relation, "source."));
    TACIT_TRY(tacit_sql_name(cx, &d->relation, hash + 1));
    TACIT_TRY(describe(cx, d, &n));
    TACIT_TRY(check_all_wide(cx, d, n));
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

/* ---- JSON ---- */

/* As what a column of JSON is read, once it is known what DuckDB takes it for: reals as they
 * are written, texts too, be they times, or identifiers of some form. */
static const char *json_type(const native *n)
{
    switch (n->type) {
    case DUCKDB_TYPE_BIGINT:
        return "BIGINT";
    case DUCKDB_TYPE_UBIGINT:
    case DUCKDB_TYPE_HUGEINT:
        return "HUGEINT";
    case DUCKDB_TYPE_DATE:
        return "DATE";
    default:
        return "VARCHAR";
    }
}

/* SQL that reads the file with the columns found. */
static tacit_status json_relation(tacit_ctx *cx, tacit_duck_data *d, const native *n)
{
    d->relation.length = 0;
    TACIT_TRY(tacit_buffer_format(cx, &d->relation,
                                  "read_json('%s', hive_partitioning=false, "
                                  "dateformat='%%Y-%%m-%%d', columns={",
                                  d->input.name));
    for (size_t j = 0; j < d->n; j++) {
        TACIT_TRY(tacit_buffer_text(cx, &d->relation, j > 0 ? ", " : ""));
        TACIT_TRY(tacit_sql_literal(cx, &d->relation, d->column[j].name));
        TACIT_TRY(tacit_buffer_format(cx, &d->relation, ": '%s'", json_type(&n[j])));
    }
    return tacit_buffer_text(cx, &d->relation, "})");
}

static tacit_status check_json_numbers(tacit_ctx *cx, tacit_duck_data *d, const native *n)
{
    for (size_t j = 0; j < d->n; j++)
        if (n[j].type == DUCKDB_TYPE_DOUBLE)
            TACIT_TRY(keep_exact(cx, d, j,
                                 "regexp_full_match(x, '-?[0-9]+') AND "
                                 "CAST(TRY_CAST(CAST(x AS DOUBLE) AS HUGEINT) AS VARCHAR) "
                                 "IS DISTINCT FROM x"));
    return check_all_wide(cx, d, n);
}

tacit_status tacit_duck_json_open(tacit_ctx *cx, tacit_duck_data *d)
{
    const size_t mark = tacit_scratch_mark(cx);
    native *n = NULL;
    char *names = NULL;
    TACIT_TRY(tacit_buffer_format(cx, &d->relation,
                                  "read_json('%s', hive_partitioning=false, sample_size=-1, "
                                  "map_inference_threshold=-1, dateformat='%%Y-%%m-%%d')",
                                  d->input.name));
    TACIT_TRY(describe(cx, d, &n));
    TACIT_TRY(tacit_scratch_format(cx, &names,
                                   "SELECT DISTINCT unnest(json_keys(json)) AS name FROM "
                                   "read_json_objects('%s')",
                                   d->input.name));
    TACIT_TRY(check_names(cx, d, names));
    TACIT_TRY(json_relation(cx, d, n));
    TACIT_TRY(check_json_numbers(cx, d, n));
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}
