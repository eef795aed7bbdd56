/*
 * csv.c - text files: names, delimiter and types of the columns.
 *
 * DuckDB splits the file into fields, which arrive as texts; what they mean is decided by
 * csv_rules.h alone, so that no value is a number here that is a text elsewhere.  Types
 * are inferred from the first TACIT_CSV_INFER_ROWS rows; if a later row contradicts, the
 * whole file is looked at and read again, so the result is as if it always had been.
 */
#include <string.h>

#include "base/memory.h"
#include "engine/csv_rules.h"
#include "engine/duckdb/data.h"
#include "engine/sql.h"

/* Bytes of a buffer, of which each thread has a few: DuckDB would take 16 lines. */
enum { BUFFER = 2 * TACIT_INPUT_LINE };

/* The options of read_csv that do not depend on the columns. */
static tacit_status common_options(tacit_ctx *cx, const tacit_duck_data *d, tacit_buffer *sql)
{
    static const char *const encodings[] = { "utf-8", "latin-1", "utf-16" };
    static const char *const packings[] = { "none", "gzip", "zstd" };
    TACIT_TRY(tacit_buffer_text(cx, sql, "read_csv("));
    TACIT_TRY(tacit_sql_literal(cx, sql, d->input.name));
    return tacit_buffer_format(
        cx, sql,
        ", auto_detect=false, skip=0, comment='', hive_partitioning=false, max_line_size=%d, "
        "buffer_size=%d, compression='%s', encoding='%s'",
        TACIT_INPUT_LINE, BUFFER, packings[tacit_packing_of(d->uri)], encodings[d->encoding]);
}

static tacit_status null_texts(tacit_ctx *cx, const tacit_duck_data *d, tacit_buffer *sql)
{
    const char *const *texts = NULL;
    const size_t n = tacit_csv_missing(d->args, &texts);
    if (n == 0)
        return TACIT_OK;
    TACIT_TRY(tacit_buffer_text(cx, sql, ", nullstr=["));
    for (size_t i = 0; i < n; i++) {
        TACIT_TRY(tacit_buffer_text(cx, sql, i > 0 ? ", " : ""));
        TACIT_TRY(tacit_sql_literal(cx, sql, texts[i]));
    }
    return tacit_buffer_text(cx, sql, "]");
}

/* SQL that reads the file, each column as text. */
static tacit_status read_csv(tacit_ctx *cx, const tacit_duck_data *d, tacit_buffer *sql)
{
    const char delimiter[2] = { d->delimiter, '\0' };
    TACIT_TRY(common_options(cx, d, sql));
    TACIT_TRY(tacit_buffer_format(cx, sql, ", header=%s, quote='\"', escape='\"', delim=",
                                  tacit_csv_has_header(d->args) ? "true" : "false"));
    TACIT_TRY(tacit_sql_literal(cx, sql, delimiter));
    TACIT_TRY(null_texts(cx, d, sql));
    TACIT_TRY(tacit_buffer_text(cx, sql, ", columns={"));
    for (size_t j = 0; j < d->n; j++) {
        TACIT_TRY(tacit_buffer_text(cx, sql, j > 0 ? ", " : ""));
        TACIT_TRY(tacit_sql_literal(cx, sql, d->column[j].name));
        TACIT_TRY(tacit_buffer_text(cx, sql, ": 'VARCHAR'"));
    }
    return tacit_buffer_text(cx, sql, "})");
}

/* ---- the first line ---- */

/* Name the columns after the fields of `line`, or column1 ... without a header. */
static tacit_status name_columns(tacit_ctx *cx, tacit_duck_data *d, char *line)
{
    const tacit_source source = { .uri = d->uri, .args = d->args };
    const char **name = NULL;
    size_t n = 0;
    TACIT_TRY(tacit_csv_delimiter(cx, &source, line, &d->delimiter));
    TACIT_TRY(tacit_csv_names(cx, &source, d->delimiter, line, &name, &n));
    TACIT_TRY(tacit_duck_columns(cx, d, n));
    for (size_t j = 0; j < n; j++) {
        TACIT_TRY(tacit_copy_text(cx, name[j], &d->column[j].name));
        d->column[j].type = TACIT_TYPE_CATEGORY;
    }
    return TACIT_OK;
}

/* Copy the only text of the first chunk of `result` into scratch memory. */
static tacit_status first_text(tacit_ctx *cx, const tacit_duck_data *d, duckdb_result *result,
                               char **out)
{
    duckdb_data_chunk chunk = NULL;
    TACIT_TRY(tacit_duckdb_next(cx, result, d->uri, &chunk));
    tacit_status status = TACIT_OK;
    if (chunk == NULL || duckdb_data_chunk_get_size(chunk) == 0) {
        status = tacit_fail(cx, TACIT_ERR_DATA,
                            "%s has no first line of at most 16 MB; a line that names the columns "
                            "is expected.",
                            d->uri);
    } else {
        duckdb_string_t *s = duckdb_vector_get_data(duckdb_data_chunk_get_vector(chunk, 0));
        const size_t n = duckdb_string_t_length(*s);
        status = tacit_scratch(cx, n + 1, 1, out);
        if (status == TACIT_OK)
            memcpy(*out, duckdb_string_t_data(s), n);
        if (status == TACIT_OK && strlen(*out) != n)
            status =
                tacit_fail(cx, TACIT_ERR_DATA,
                           "%s: the first line holds a NUL byte; this is not a text file.", d->uri);
    }
    duckdb_destroy_data_chunk(&chunk);
    return status;
}

static tacit_status first_line(tacit_ctx *cx, tacit_duck_data *d, char **out)
{
    tacit_buffer sql = { 0 };
    duckdb_result result;
    tacit_status status = tacit_buffer_text(cx, &sql, "SELECT line FROM ");
    if (status == TACIT_OK)
        status = common_options(cx, d, &sql);
    if (status == TACIT_OK)
        status = tacit_buffer_text(cx, &sql,
                                   ", header=false, strict_mode=false, quote='', "
                                   "escape='', delim=E'\\x01', "
                                   "columns={'line': 'VARCHAR'}) LIMIT 1");
    if (status == TACIT_OK)
        status = tacit_duckdb_query(cx, &d->session, sql.text, d->uri, &result);
    tacit_buffer_free(&sql);
    TACIT_TRY(status);
    status = first_text(cx, d, &result, out);
    duckdb_destroy_result(&result);
    return status;
}

/* What DuckDB would pass over in silence. */
static tacit_status check_whole(tacit_ctx *cx, const tacit_duck_data *d)
{
    const tacit_packing packing = tacit_packing_of(d->uri);
    return packing == TACIT_UNPACKED ? tacit_input_check_last_line(cx, &d->input, d->uri)
                                     : tacit_packed_check(cx, &d->input, packing, d->uri);
}

tacit_status tacit_duck_csv_open(tacit_ctx *cx, tacit_duck_data *d)
{
    const tacit_source source = { .uri = d->uri, .path = d->input.name, .args = d->args };
    const size_t mark = tacit_scratch_mark(cx);
    char *line = NULL;
    d->is_csv = true;
    TACIT_TRY(tacit_encoding_find(cx, &source, &d->encoding));
    TACIT_TRY(check_whole(cx, d));
    TACIT_TRY(first_line(cx, d, &line));
    if (strncmp(line, "\xEF\xBB\xBF", 3) == 0)
        line += 3;
    TACIT_TRY(name_columns(cx, d, line));
    TACIT_TRY(read_csv(cx, d, &d->relation));
    tacit_scratch_release(cx, mark);
    return tacit_duck_csv_infer(cx, d, false);
}

/* ---- types ---- */

/* What is known of each column while looking at rows. */
typedef struct inference {
    unsigned *types; /* still possible */
    bool *seen;      /* a present value */
    tacit_csv_signs *signs;
    uint64_t rows;
} inference;

static void look_at_chunk(const tacit_duck_data *d, duckdb_data_chunk chunk, inference *found)
{
    const size_t n = duckdb_data_chunk_get_size(chunk);
    for (size_t j = 0; j < d->n; j++) {
        duckdb_vector v = duckdb_data_chunk_get_vector(chunk, j);
        const uint64_t *valid = duckdb_vector_get_validity(v);
        duckdb_string_t *s = duckdb_vector_get_data(v);
        for (size_t i = 0; i < n; i++) {
            if (!tacit_valid_at(valid, i) ||
                (found->seen[j] && found->types[j] == 0 && found->signs[j].other))
                continue;
            found->seen[j] = true;
            tacit_csv_look(&found->signs[j], duckdb_string_t_data(&s[i]),
                           duckdb_string_t_length(s[i]));
            found->types[j] = tacit_csv_types(d->args, duckdb_string_t_data(&s[i]),
                                              duckdb_string_t_length(s[i]), found->types[j]);
        }
    }
    found->rows += n;
}

static tacit_status look_at_rows(tacit_ctx *cx, tacit_duck_data *d, const char *sql,
                                 inference *found)
{
    duckdb_result result;
    TACIT_TRY(tacit_duckdb_query(cx, &d->session, sql, d->uri, &result));
    tacit_status status = TACIT_OK;
    for (;;) {
        duckdb_data_chunk chunk = NULL;
        status = tacit_duckdb_next(cx, &result, d->uri, &chunk);
        if (chunk == NULL)
            break;
        look_at_chunk(d, chunk, found);
        duckdb_destroy_data_chunk(&chunk);
        status = tacit_tick(cx, found->rows, 0);
        if (status != TACIT_OK)
            break;
    }
    duckdb_destroy_result(&result);
    return status;
}

static void settle_types(tacit_duck_data *d, const inference *found)
{
    for (size_t j = 0; j < d->n; j++) {
        tacit_duck_column *c = &d->column[j];
        const bool text = !found->seen[j] || tacit_csv_keeps_text(d->args, c->name);
        c->type = text ? TACIT_TYPE_CATEGORY : tacit_csv_type(found->types[j]);
    }
}

static tacit_status warn_of_signs(tacit_ctx *cx, const tacit_duck_data *d, const inference *found)
{
    tacit_csv_seen *seen = NULL;
    TACIT_TRY(tacit_scratch(cx, d->n, sizeof *seen, &seen));
    for (size_t j = 0; j < d->n; j++)
        seen[j] = (tacit_csv_seen){ d->column[j].name, d->column[j].type, found->signs[j] };
    tacit_csv_warn(cx, d->args, d->delimiter, seen, d->n);
    return TACIT_OK;
}

static tacit_status infer_query(tacit_ctx *cx, tacit_duck_data *d, bool all, tacit_buffer *sql)
{
    TACIT_TRY(tacit_buffer_text(cx, sql, "SELECT * FROM "));
    TACIT_TRY(tacit_buffer_text(cx, sql, d->relation.text));
    return all ? TACIT_OK : tacit_buffer_format(cx, sql, " LIMIT %d", TACIT_CSV_INFER_ROWS);
}

tacit_status tacit_duck_csv_infer(tacit_ctx *cx, tacit_duck_data *d, bool all)
{
    const size_t mark = tacit_scratch_mark(cx);
    inference found = { 0 };
    TACIT_TRY(tacit_scratch(cx, d->n, sizeof *found.types, &found.types));
    TACIT_TRY(tacit_scratch(cx, d->n, sizeof *found.seen, &found.seen));
    TACIT_TRY(tacit_scratch(cx, d->n, sizeof *found.signs, &found.signs));
    for (size_t j = 0; j < d->n; j++)
        found.types[j] = TACIT_CSV_TYPES;
    tacit_buffer sql = { 0 };
    tacit_status status = infer_query(cx, d, all, &sql);
    if (status == TACIT_OK)
        status = look_at_rows(cx, d, sql.text, &found);
    tacit_buffer_free(&sql);
    TACIT_TRY(status);
    settle_types(d, &found);
    TACIT_TRY(warn_of_signs(cx, d, &found));
    d->inferred_all = all;
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}
