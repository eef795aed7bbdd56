/*
 * duckdb.c - the embedded engine: CSV, TSV, Parquet, JSON files and DuckDB tables.
 *
 * Each open source has a DuckDB of its own, in memory.  Columns are fetched as 64-bit
 * integers, doubles, dates or texts; texts are dictionary-encoded as they arrive.
 */
#include <string.h>

#include "base/memory.h"
#include "engine/csv_rules.h"
#include "engine/duckdb/data.h"
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
static const char *const WRITTEN[] = { ".parquet", ".json", ".jsonl", ".ndjson", NULL };

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

tacit_status tacit_duck_columns(tacit_ctx *cx, tacit_duck_data *d, size_t n)
{
    TACIT_TRY(tacit_alloc(cx, n, sizeof *d->column, &d->column));
    TACIT_TRY(tacit_alloc(cx, n, sizeof *d->field, &d->field));
    d->n = n;
    return TACIT_OK;
}

static tacit_status open_relation(tacit_ctx *cx, tacit_duck_data *d)
{
    if (is_address(d->uri) || tacit_name_ends(d->uri, ".duckdb"))
        return tacit_duck_table_open(cx, d, is_address(d->uri) ? d->uri + 7 : d->uri);
    TACIT_TRY(tacit_input_open(cx, d->path, &d->input));
    TACIT_TRY(tacit_duckdb_confine(cx, &d->session, d->input.name));
    if (tacit_name_ends(d->uri, ".parquet"))
        return tacit_duck_parquet_open(cx, d);
    if (ends_in_any(d->uri, JSON_FILES))
        return tacit_duck_json_open(cx, d);
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
    tacit_input_close(&d->input);
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
    d->input.fd = -1;
    TACIT_TRY(tacit_copy_text(cx, source->uri, &d->uri));
    d->args = source->args;
    d->path = tacit_source_path(source);
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
    return tacit_buffer_format(cx, sql, text ? " AS %s) COLLATE \"binary\", '')" : " AS %s)", cast);
}

tacit_status tacit_duck_number(tacit_ctx *cx, const tacit_duck_data *d, size_t j, tacit_buffer *sql)
{
    const tacit_value *decimal = tacit_csv_option(d->args, TACIT_SOURCE_DECIMAL);
    const tacit_value *thousands = tacit_csv_option(d->args, TACIT_SOURCE_THOUSANDS);
    const char *const marks[] = { thousands != NULL ? thousands->text : NULL,
                                  decimal != NULL ? decimal->text : NULL };
    static const char *const instead[] = { "", "." };
    for (size_t i = 2; d->is_csv && i-- > 0;)
        TACIT_TRY(tacit_buffer_text(cx, sql, marks[i] != NULL ? "replace(" : ""));
    TACIT_TRY(tacit_sql_name(cx, sql, d->column[j].name));
    for (size_t i = 0; d->is_csv && i < 2; i++) {
        if (marks[i] == NULL)
            continue;
        TACIT_TRY(tacit_buffer_text(cx, sql, ", "));
        TACIT_TRY(tacit_sql_literal(cx, sql, marks[i]));
        TACIT_TRY(tacit_buffer_format(cx, sql, ", '%s')", instead[i]));
    }
    return TACIT_OK;
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

/* Fetch once, into `out` or, if that is NULL, into `sink`. */
static tacit_status fetch_once(tacit_ctx *cx, tacit_duck_data *d, const tacit_select *columns,
                               const tacit_sink *sink, tacit_table **out)
{
    tacit_buffer sql = { 0 };
    tacit_status status = select_columns(cx, d, columns, &sql);
    const tacit_fetch fetch = { .sql = sql.text, .columns = columns };
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
    tacit_select asked = { 0 };
    TACIT_TRY(tacit_data_select(cx, data, columns, &asked));
    for (bool again = true; again;)
        TACIT_TRY(tacit_duck_retry(cx, d, fetch_once(cx, d, &asked, NULL, out), &again));
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
    tacit_select asked = { 0 };
    TACIT_TRY(tacit_data_select(cx, data, columns, &asked));
    TACIT_TRY(tacit_duck_settle(cx, d));
    TACIT_TRY(fetch_once(cx, d, &asked, sink, NULL));
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

static const tacit_param PARAMS[] = { TACIT_PARAM_END };

const tacit_engine tacit_engine_duckdb = {
    .about = { .name = "duckdb",
               .title = "DuckDB, embedded",
               .summary = "Reads text, Parquet and JSON files and tables of DuckDB databases, and "
                          "writes Parquet and JSON.",
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
    .add_up = tacit_duck_add_up,
    .range = tacit_duck_range,
    .fold = tacit_duck_fold,
    .write = tacit_duck_write,
};
