/*
 * duckdb.c - the embedded engine: CSV, TSV, Parquet, JSON files and DuckDB tables.
 *
 * Each open source has a DuckDB of its own, in memory.  Columns are fetched as 64-bit
 * integers, doubles, dates or texts; texts are dictionary-encoded as they arrive.
 */
#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "base/memory.h"
#include "engine/csv_rules.h"
#include "engine/duckdb_data.h"
#include "engine/sql.h"

static bool ends_in_any(const char *name, const char *const *endings)
{
    for (size_t i = 0; endings[i] != NULL; i++)
        if (tacit_name_ends(name, endings[i]))
            return true;
    return false;
}

static const char *const TEXT_FILES[] = { ".csv",    ".tsv",     ".txt",     ".csv.gz",
                                          ".tsv.gz", ".csv.zst", ".tsv.zst", NULL };
static const char *const JSON_FILES[] = { ".json", ".jsonl", ".ndjson", NULL };
static const char *const OTHER_FILES[] = { ".parquet", ".duckdb", NULL };
static const char *const WRITTEN[] = { ".csv",  ".tsv",   ".csv.gz", ".tsv.gz", ".parquet",
                                       ".json", ".jsonl", ".ndjson", NULL };

static bool is_address(const char *uri)
{
    return strncmp(uri, "duckdb:", 7) == 0;
}

static bool reads(const char *uri)
{
    return is_address(uri) || ends_in_any(uri, TEXT_FILES) || ends_in_any(uri, JSON_FILES) ||
           ends_in_any(uri, OTHER_FILES);
}

static bool writes(const char *uri)
{
    return !is_address(uri) && ends_in_any(uri, WRITTEN);
}

/* ---- opening ---- */

static tacit_status check_file(tacit_ctx *cx, const char *path)
{
    struct stat st;
    if (strpbrk(path, "*?[") != NULL)
        return TACIT_OK; /* a pattern: DuckDB lists the files */
    if (stat(path, &st) != 0)
        return tacit_fail(cx, TACIT_ERR_IO, "Cannot read %s: %s.", path, strerror(errno));
    if (S_ISDIR(st.st_mode))
        return tacit_fail(cx, TACIT_ERR_IO, "Cannot read %s: it is a directory, not a file.", path);
    if (S_ISREG(st.st_mode) && st.st_size == 0)
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "%s is empty; a line that names the columns is expected.", path);
    return TACIT_OK;
}

tacit_status tacit_duck_columns(tacit_ctx *cx, tacit_duck_data *d, size_t n)
{
    TACIT_TRY(tacit_alloc(cx, n, sizeof *d->column, &d->column));
    TACIT_TRY(tacit_alloc(cx, n, sizeof *d->field, &d->field));
    d->n = n;
    return TACIT_OK;
}

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
    case DUCKDB_TYPE_DECIMAL:
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

static tacit_status take_column(tacit_ctx *cx, tacit_duck_data *d, duckdb_result *result, size_t j)
{
    const char *name = duckdb_column_name(result, j);
    const tacit_type type = own_type(duckdb_column_type(result, j));
    TACIT_TRY(tacit_copy_text(cx, name, &d->column[j].name));
    if (type == 0)
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "%s: column '%s' holds lists or records in its cells; give each part a "
                          "column of its own.",
                          d->uri, name);
    d->column[j].type = type;
    return TACIT_OK;
}

/* Columns and types of `relation`, as DuckDB knows them. */
static tacit_status describe(tacit_ctx *cx, tacit_duck_data *d)
{
    tacit_buffer sql = { 0 };
    duckdb_result result;
    tacit_status status =
        tacit_buffer_format(cx, &sql, "SELECT * FROM %s LIMIT 0", d->relation.text);
    if (status == TACIT_OK)
        status = tacit_duckdb_query(cx, &d->session, sql.text, d->uri, &result);
    tacit_buffer_free(&sql);
    TACIT_TRY(status);
    status = tacit_duck_columns(cx, d, duckdb_column_count(&result));
    for (size_t j = 0; j < d->n && status == TACIT_OK; j++)
        status = take_column(cx, d, &result, j);
    duckdb_destroy_result(&result);
    return status;
}

static tacit_status open_function(tacit_ctx *cx, tacit_duck_data *d, const char *function)
{
    TACIT_TRY(tacit_buffer_format(cx, &d->relation, "%s(", function));
    TACIT_TRY(tacit_sql_literal(cx, &d->relation, d->uri));
    TACIT_TRY(tacit_buffer_text(cx, &d->relation, ")"));
    return describe(cx, d);
}

/* A table of a DuckDB file: duckdb:FILE#TABLE. */
static tacit_status open_table(tacit_ctx *cx, tacit_duck_data *d)
{
    const char *address = is_address(d->uri) ? d->uri + 7 : d->uri;
    const char *hash = strrchr(address, '#');
    if (hash == NULL || hash[1] == '\0')
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "Say which table of the database to read, as in duckdb:FILE#TABLE.");
    char *path = NULL;
    TACIT_TRY(tacit_scratch_text(cx, address, &path));
    path[hash - address] = '\0';
    TACIT_TRY(check_file(cx, path));
    tacit_buffer sql = { 0 };
    tacit_status status = tacit_buffer_text(cx, &sql, "ATTACH ");
    if (status == TACIT_OK)
        status = tacit_sql_literal(cx, &sql, path);
    if (status == TACIT_OK)
        status = tacit_buffer_text(cx, &sql, " AS source (READ_ONLY)");
    if (status == TACIT_OK)
        status = tacit_duckdb_run(cx, &d->session, sql.text, d->uri);
    tacit_buffer_free(&sql);
    TACIT_TRY(status);
    TACIT_TRY(tacit_buffer_text(cx, &d->relation, "source."));
    TACIT_TRY(tacit_sql_name(cx, &d->relation, hash + 1));
    return describe(cx, d);
}

static tacit_status open_relation(tacit_ctx *cx, tacit_duck_data *d)
{
    if (is_address(d->uri) || tacit_name_ends(d->uri, ".duckdb"))
        return open_table(cx, d);
    TACIT_TRY(check_file(cx, d->uri));
    if (tacit_name_ends(d->uri, ".parquet"))
        return open_function(cx, d, "read_parquet");
    if (ends_in_any(d->uri, JSON_FILES))
        return open_function(cx, d, "read_json");
    return tacit_duck_csv_open(cx, d);
}

static void publish_schema(tacit_duck_data *d)
{
    for (size_t j = 0; j < d->n; j++)
        d->field[j] = (tacit_field){ .name = d->column[j].name, .type = d->column[j].type };
    d->base.schema = (tacit_schema){ .n = d->n, .field = d->field };
    d->retype = d->n;
}

static void close_data(tacit_data *data)
{
    tacit_duck_data *d = (tacit_duck_data *)data;
    tacit_duckdb_close(&d->session);
    for (size_t j = 0; j < d->n; j++)
        tacit_free(d->column[j].name);
    tacit_free(d->column);
    tacit_free(d->field);
    tacit_free(d->uri);
    tacit_buffer_free(&d->relation);
    tacit_free(d);
}

static tacit_status fill_data(tacit_ctx *cx, const tacit_source *source, tacit_duck_data *d)
{
    TACIT_TRY(tacit_copy_text(cx, source->uri, &d->uri));
    d->args = source->args;
    d->base = (tacit_data){ .engine = &tacit_engine_duckdb, .uri = d->uri };
    TACIT_TRY(tacit_duckdb_open(cx, source->memory, &d->session));
    return open_relation(cx, d);
}

static tacit_status open_data(tacit_ctx *cx, const tacit_source *source, tacit_data **out)
{
    tacit_duck_data *d = NULL;
    TACIT_TRY(tacit_alloc(cx, 1, sizeof *d, &d));
    const tacit_status status = fill_data(cx, source, d);
    if (status != TACIT_OK) {
        close_data(&d->base);
        return status;
    }
    publish_schema(d);
    *out = &d->base;
    return TACIT_OK;
}

tacit_status tacit_duck_settle(tacit_ctx *cx, tacit_duck_data *d)
{
    if (!d->is_csv || d->inferred_all)
        return TACIT_OK;
    TACIT_TRY(tacit_duck_csv_infer(cx, d, true));
    publish_schema(d);
    return TACIT_OK;
}

tacit_status tacit_duck_retry(tacit_ctx *cx, tacit_duck_data *d, tacit_status status, bool *again)
{
    const size_t late = d->retype;
    *again = false;
    if (status != TACIT_ERR_DATA || !d->is_csv || d->inferred_all)
        return status;
    TACIT_TRY(tacit_duck_settle(cx, d));
    if (late < d->n && d->column[late].type == TACIT_TYPE_CATEGORY)
        tacit_warn(cx,
                   "Column '%s' looks like whole numbers at first, but some of its values have "
                   "leading zeros or are no numbers; it is kept as text.",
                   d->column[late].name);
    *again = true;
    return TACIT_OK;
}

/* ---- reading ---- */

tacit_status tacit_duck_expression(tacit_ctx *cx, const tacit_duck_data *d, size_t j,
                                   tacit_buffer *sql)
{
    const tacit_duck_column *c = &d->column[j];
    const char *cast = c->type == TACIT_TYPE_INTEGER ? "BIGINT"
                       : c->type == TACIT_TYPE_REAL  ? "DOUBLE"
                       : c->type == TACIT_TYPE_DATE  ? "DATE"
                                                     : "VARCHAR";
    if (d->is_csv)
        return tacit_sql_name(cx, sql, c->name);
    const bool text = c->type == TACIT_TYPE_CATEGORY;
    TACIT_TRY(tacit_buffer_text(cx, sql, text ? "nullif(CAST(" : "CAST("));
    TACIT_TRY(tacit_sql_name(cx, sql, c->name));
    return tacit_buffer_format(cx, sql, text ? " AS %s), '')" : " AS %s)", cast);
}

/* SELECT of the chosen columns. */
static tacit_status select_columns(tacit_ctx *cx, const tacit_duck_data *d,
                                   const tacit_select *columns, tacit_buffer *sql)
{
    TACIT_TRY(tacit_buffer_text(cx, sql, "SELECT "));
    for (size_t c = 0; c < columns->n; c++) {
        TACIT_TRY(tacit_buffer_text(cx, sql, c > 0 ? ", " : ""));
        TACIT_TRY(tacit_duck_expression(cx, d, columns->at[c], sql));
    }
    return tacit_buffer_format(cx, sql, " FROM %s", d->relation.text);
}

static tacit_status all_columns(tacit_ctx *cx, const tacit_duck_data *d, tacit_select *out)
{
    size_t *at = NULL;
    TACIT_TRY(tacit_scratch(cx, d->n, sizeof *at, &at));
    for (size_t j = 0; j < d->n; j++)
        at[j] = j;
    *out = (tacit_select){ .n = d->n, .at = at };
    return TACIT_OK;
}

/* Fetch once, into `out` or, if that is NULL, into `sink`. */
static tacit_status fetch_once(tacit_ctx *cx, tacit_duck_data *d, const tacit_select *columns,
                               const tacit_sink *sink, tacit_table **out)
{
    tacit_buffer sql = { 0 };
    tacit_status status = select_columns(cx, d, columns, &sql);
    const tacit_duck_fetch fetch = { .sql = sql.text, .columns = columns };
    if (status == TACIT_OK)
        status = out != NULL ? tacit_duck_fetch_table(cx, d, &fetch, out)
                             : tacit_duck_fetch_chunks(cx, d, &fetch, sink);
    tacit_buffer_free(&sql);
    return status;
}

static tacit_status load(tacit_ctx *cx, tacit_data *data, const tacit_select *columns,
                         tacit_table **out)
{
    tacit_duck_data *d = (tacit_duck_data *)data;
    const size_t mark = tacit_scratch_mark(cx);
    tacit_select all = { 0 };
    TACIT_TRY(all_columns(cx, d, &all));
    for (bool again = true; again;)
        TACIT_TRY(tacit_duck_retry(
            cx, d, fetch_once(cx, d, columns != NULL ? columns : &all, NULL, out), &again));
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

/* Rows already given to the sink cannot be taken back, so a scan of a text file first
 * makes sure of the types. */
static tacit_status scan(tacit_ctx *cx, tacit_data *data, const tacit_select *columns,
                         const tacit_sink *sink)
{
    tacit_duck_data *d = (tacit_duck_data *)data;
    const size_t mark = tacit_scratch_mark(cx);
    tacit_select all = { 0 };
    TACIT_TRY(all_columns(cx, d, &all));
    TACIT_TRY(tacit_duck_settle(cx, d));
    TACIT_TRY(fetch_once(cx, d, columns != NULL ? columns : &all, sink, NULL));
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

static const tacit_param PARAMS[] = { TACIT_PARAM_END };

const tacit_engine tacit_engine_duckdb = {
    .about = { .name = "duckdb",
               .title = "DuckDB, embedded",
               .summary = "Reads and writes CSV, TSV, Parquet and JSON files, and reads tables of "
                          "DuckDB databases.",
               .source = "Raasveldt and Mühleisen (2019), DuckDB: an embeddable analytical "
                         "database",
               .params = PARAMS },
    .endings = ".csv .tsv .txt .csv.gz .parquet .json .jsonl .ndjson duckdb:FILE#TABLE",
    .reads = reads,
    .writes = writes,
    .open = open_data,
    .close = close_data,
    .scan = scan,
    .load = load,
    .group = tacit_duck_group,
    .write = tacit_duck_write,
    .recode = tacit_duck_recode,
};
