/*
 * duckdb_csv.c - text files: names, delimiter and types of the columns.
 *
 * DuckDB splits the file into fields; what the fields mean is decided here, because a
 * disclosure-control tool must not guess away a record: the delimiter comes from the
 * first line, no line is skipped, and a column is INTEGER, REAL or DATE only if every
 * value looked at is one in its usual spelling.  Types are inferred from the first
 * INFER_ROWS rows; if a later row contradicts, the whole file is looked at and read
 * again, so the result is as if it always had been.
 */
#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/memory.h"
#include "engine/duckdb_data.h"
#include "engine/sql.h"

enum { INFER_ROWS = 20480, LONGEST_LINE = 16777216 };

static const tacit_value *option(const tacit_duck_data *d, size_t i)
{
    return d->args != NULL && d->args->at[i].given ? &d->args->at[i] : NULL;
}

static bool has_header(const tacit_duck_data *d)
{
    const tacit_value *v = option(d, TACIT_SOURCE_HEADER);
    return v == NULL || v->number > 0.0;
}

/* The options of read_csv that do not depend on the columns. */
static tacit_status common_options(tacit_ctx *cx, const tacit_duck_data *d, tacit_buffer *sql)
{
    static const char *const encodings[] = { "utf-8", "latin-1", "utf-16" };
    const tacit_value *encoding = option(d, TACIT_SOURCE_ENCODING);
    TACIT_TRY(tacit_buffer_text(cx, sql, "read_csv("));
    TACIT_TRY(tacit_sql_literal(cx, sql, d->uri));
    return tacit_buffer_format(
        cx, sql, ", auto_detect=false, skip=0, comment='', max_line_size=%d, encoding='%s'",
        LONGEST_LINE, encodings[encoding != NULL ? (size_t)encoding->number : 0]);
}

static tacit_status null_texts(tacit_ctx *cx, const tacit_duck_data *d, tacit_buffer *sql)
{
    static const char *const usual[] = { "", "NA" };
    const tacit_value *given = option(d, TACIT_SOURCE_MISSING);
    const char *const *texts = given != NULL ? given->texts : usual;
    const size_t n = given != NULL ? given->n : 2;
    if (n == 0)
        return TACIT_OK;
    TACIT_TRY(tacit_buffer_text(cx, sql, ", nullstr=["));
    for (size_t i = 0; i < n; i++) {
        TACIT_TRY(tacit_buffer_text(cx, sql, i > 0 ? ", " : ""));
        TACIT_TRY(tacit_sql_literal(cx, sql, texts[i]));
    }
    return tacit_buffer_text(cx, sql, "]");
}

static const char *csv_type(const tacit_duck_column *c)
{
    if (c->as_text || c->type == TACIT_TYPE_CATEGORY)
        return "VARCHAR";
    return c->type == TACIT_TYPE_REAL ? "DOUBLE" : "DATE";
}

static tacit_status number_marks(tacit_ctx *cx, const tacit_duck_data *d, tacit_buffer *sql)
{
    const tacit_value *decimal = option(d, TACIT_SOURCE_DECIMAL);
    if (decimal != NULL) {
        TACIT_TRY(tacit_buffer_text(cx, sql, ", decimal_separator="));
        TACIT_TRY(tacit_sql_literal(cx, sql, decimal->text));
    }
    const tacit_value *thousands = option(d, TACIT_SOURCE_THOUSANDS);
    if (thousands != NULL) {
        TACIT_TRY(tacit_buffer_text(cx, sql, ", thousands="));
        TACIT_TRY(tacit_sql_literal(cx, sql, thousands->text));
    }
    return TACIT_OK;
}

/* SQL that reads the file, each column as text (`plain`) or as its type says. */
static tacit_status read_csv(tacit_ctx *cx, const tacit_duck_data *d, bool plain, tacit_buffer *sql)
{
    const char delimiter[2] = { d->delimiter, '\0' };
    TACIT_TRY(common_options(cx, d, sql));
    TACIT_TRY(tacit_buffer_format(
        cx, sql, ", header=%s, quote='\"', escape='\"', delim=", has_header(d) ? "true" : "false"));
    TACIT_TRY(tacit_sql_literal(cx, sql, delimiter));
    TACIT_TRY(tacit_buffer_text(cx, sql, ", dateformat='%Y-%m-%d'"));
    TACIT_TRY(null_texts(cx, d, sql));
    if (!plain)
        TACIT_TRY(number_marks(cx, d, sql));
    TACIT_TRY(tacit_buffer_text(cx, sql, ", columns={"));
    for (size_t j = 0; j < d->n; j++) {
        TACIT_TRY(tacit_buffer_text(cx, sql, j > 0 ? ", " : ""));
        TACIT_TRY(tacit_sql_literal(cx, sql, d->column[j].name));
        TACIT_TRY(
            tacit_buffer_format(cx, sql, ": '%s'", plain ? "VARCHAR" : csv_type(&d->column[j])));
    }
    return tacit_buffer_text(cx, sql, "})");
}

tacit_status tacit_duck_csv_relation(tacit_ctx *cx, tacit_duck_data *d)
{
    d->relation.length = 0;
    return read_csv(cx, d, false, &d->relation);
}

/* ---- the first line ---- */

/* The most frequent of the usual delimiters outside quotes; a comma if there is none. */
static char find_delimiter(const char *line)
{
    static const char usual[] = ",;\t|";
    size_t count[sizeof usual] = { 0 };
    bool quoted = false;
    for (const char *c = line; *c != '\0'; c++) {
        quoted ^= *c == '"';
        const char *at = strchr(usual, *c);
        if (!quoted && at != NULL)
            count[at - usual]++;
    }
    size_t best = 0;
    for (size_t i = 1; i + 1 < sizeof usual; i++)
        if (count[i] > count[best])
            best = i;
    return usual[best];
}

/* Take the next field of a line: unquote it in place, and return what follows its
 * delimiter, or NULL at the end. */
static char *next_field(char *line, char delimiter, char **field)
{
    char *from = line, *to = line;
    *field = line;
    bool quoted = false;
    for (; *from != '\0' && (quoted || *from != delimiter); from++) {
        if (*from != '"')
            *to++ = *from;
        else if (quoted && from[1] == '"')
            *to++ = *from++;
        else
            quoted = !quoted;
    }
    char *rest = *from == '\0' ? NULL : from + 1;
    *to = '\0';
    return rest;
}

static size_t count_fields(const char *line, char delimiter)
{
    size_t n = 1;
    bool quoted = false;
    for (const char *c = line; *c != '\0'; c++) {
        quoted ^= *c == '"';
        n += !quoted && *c == delimiter;
    }
    return n;
}

static tacit_status check_names(tacit_ctx *cx, const tacit_duck_data *d)
{
    tacit_dict *seen = NULL;
    TACIT_TRY(tacit_dict_new(cx, &seen));
    tacit_status status = TACIT_OK;
    for (size_t j = 0; j < d->n && status == TACIT_OK; j++) {
        char folded[256];
        size_t n = 0;
        for (const char *c = d->column[j].name; *c != '\0' && n + 1 < sizeof folded; c++)
            folded[n++] = (char)tolower((unsigned char)*c);
        uint32_t code = 0;
        status = tacit_dict_add(cx, seen, folded, n, &code);
        if (status == TACIT_OK && code < j)
            status = tacit_fail(cx, TACIT_ERR_DATA,
                                "%s: columns %u and %zu are both called '%s' (upper and lower "
                                "case count as the same); rename one of them.",
                                d->uri, code + 1, j + 1, d->column[j].name);
    }
    tacit_dict_free(seen);
    return status;
}

/* Name the columns after the fields of `line`, or column1 ... without a header. */
static tacit_status name_columns(tacit_ctx *cx, tacit_duck_data *d, char *line)
{
    TACIT_TRY(tacit_duck_columns(cx, d, count_fields(line, d->delimiter)));
    char *rest = line;
    for (size_t j = 0; j < d->n; j++) {
        char *field = NULL;
        char number[TACIT_NUMBER_BYTES + 8];
        TACIT_ASSERT(rest != NULL);
        rest = next_field(rest, d->delimiter, &field);
        snprintf(number, sizeof number, "column%zu", j + 1);
        const bool named = has_header(d) && field[0] != '\0';
        TACIT_TRY(tacit_copy_text(cx, named ? field : number, &d->column[j].name));
        d->column[j].type = TACIT_TYPE_CATEGORY;
    }
    return check_names(cx, d);
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

static bool is_tab_separated(const char *uri)
{
    return tacit_duck_ends(uri, ".tsv") || tacit_duck_ends(uri, ".tsv.gz") ||
           tacit_duck_ends(uri, ".tsv.zst");
}

static tacit_status choose_delimiter(tacit_ctx *cx, tacit_duck_data *d, const char *line)
{
    const tacit_value *given = option(d, TACIT_SOURCE_DELIMITER);
    if (given != NULL && strlen(given->text) != 1)
        return tacit_fail(cx, TACIT_ERR_INPUT, "'delimiter' must be a single character.");
    d->delimiter = given != NULL              ? given->text[0]
                   : is_tab_separated(d->uri) ? '\t'
                                              : find_delimiter(line);
    return TACIT_OK;
}

tacit_status tacit_duck_csv_open(tacit_ctx *cx, tacit_duck_data *d)
{
    const size_t mark = tacit_scratch_mark(cx);
    char *line = NULL;
    d->is_csv = true;
    TACIT_TRY(first_line(cx, d, &line));
    if (strncmp(line, "\xEF\xBB\xBF", 3) == 0)
        line += 3;
    TACIT_TRY(choose_delimiter(cx, d, line));
    TACIT_TRY(name_columns(cx, d, line));
    tacit_scratch_release(cx, mark);
    return tacit_duck_csv_infer(cx, d, false);
}

/* ---- types ---- */

/* Whether the field is a number once thousands separators are gone. */
static bool is_real(const char *s, size_t n, char decimal, char thousands)
{
    char plain[64];
    size_t m = 0;
    if (n >= sizeof plain)
        return false;
    for (size_t i = 0; i < n; i++) {
        if (s[i] == thousands && thousands != '\0')
            continue;
        if (s[i] == '.' && decimal != '.')
            return false;
        plain[m++] = s[i] == decimal ? '.' : s[i];
    }
    plain[m] = '\0';
    const size_t sign = plain[0] == '-' || plain[0] == '+';
    const bool padded = plain[sign] == '0' && isdigit((unsigned char)plain[sign + 1]);
    const bool exact = strpbrk(plain, ".eE") != NULL || m <= 15; /* a long number is a code */
    double x = 0.0;
    return !padded && exact && tacit_parse_real(plain, &x);
}

static bool is_date(const char *s, size_t n)
{
    char text[11];
    int32_t days = 0;
    if (n != 10)
        return false;
    memcpy(text, s, 10);
    text[10] = '\0';
    return tacit_parse_date(text, &days);
}

/* Which of `types` (bits) the field may still have. */
static unsigned possible_types(const tacit_duck_data *d, const char *s, size_t n, unsigned types)
{
    const tacit_value *decimal = option(d, TACIT_SOURCE_DECIMAL);
    const tacit_value *thousands = option(d, TACIT_SOURCE_THOUSANDS);
    int64_t whole = 0;
    if ((types & TACIT_TYPE_INTEGER) != 0 && !tacit_parse_integer(s, n, &whole))
        types &= ~(unsigned)TACIT_TYPE_INTEGER;
    if ((types & TACIT_TYPE_REAL) != 0 && !is_real(s, n, decimal != NULL ? decimal->text[0] : '.',
                                                   thousands != NULL ? thousands->text[0] : '\0'))
        types &= ~(unsigned)TACIT_TYPE_REAL;
    if ((types & TACIT_TYPE_DATE) != 0 && !is_date(s, n))
        types &= ~(unsigned)TACIT_TYPE_DATE;
    return types;
}

/* What is known of each column while looking at rows. */
typedef struct inference {
    unsigned *types; /* still possible */
    bool *seen;      /* a present value */
    uint64_t rows;
} inference;

static void look_at_chunk(const tacit_duck_data *d, duckdb_data_chunk chunk, inference *found)
{
    const size_t n = duckdb_data_chunk_get_size(chunk);
    for (size_t j = 0; j < d->n; j++) {
        duckdb_vector v = duckdb_data_chunk_get_vector(chunk, j);
        const uint64_t *valid = duckdb_vector_get_validity(v);
        duckdb_string_t *s = duckdb_vector_get_data(v);
        for (size_t i = 0; i < n && (found->types[j] != 0 || !found->seen[j]); i++) {
            if (!tacit_valid_at(valid, i))
                continue;
            found->seen[j] = true;
            found->types[j] = possible_types(d, duckdb_string_t_data(&s[i]),
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

static bool kept_as_text(const tacit_duck_data *d, const char *name)
{
    const tacit_value *v = option(d, TACIT_SOURCE_TEXT);
    for (size_t i = 0; v != NULL && i < v->n; i++)
        if (strcmp(v->texts[i], name) == 0)
            return true;
    return false;
}

static void settle_types(tacit_duck_data *d, const inference *found)
{
    for (size_t j = 0; j < d->n; j++) {
        const unsigned types = found->seen[j] ? found->types[j] : 0;
        tacit_duck_column *c = &d->column[j];
        c->as_text = false;
        c->type = TACIT_TYPE_CATEGORY;
        if (kept_as_text(d, c->name))
            continue;
        if ((types & TACIT_TYPE_INTEGER) != 0) {
            c->type = TACIT_TYPE_INTEGER;
            c->as_text = true;
        } else if ((types & TACIT_TYPE_REAL) != 0) {
            c->type = TACIT_TYPE_REAL;
        } else if ((types & TACIT_TYPE_DATE) != 0) {
            c->type = TACIT_TYPE_DATE;
        }
    }
}

static tacit_status infer_query(tacit_ctx *cx, tacit_duck_data *d, bool all, tacit_buffer *sql)
{
    TACIT_TRY(tacit_buffer_text(cx, sql, "SELECT * FROM "));
    TACIT_TRY(read_csv(cx, d, true, sql));
    return all ? TACIT_OK : tacit_buffer_format(cx, sql, " LIMIT %d", INFER_ROWS);
}

tacit_status tacit_duck_csv_infer(tacit_ctx *cx, tacit_duck_data *d, bool all)
{
    const size_t mark = tacit_scratch_mark(cx);
    inference found = { 0 };
    TACIT_TRY(tacit_scratch(cx, d->n, sizeof *found.types, &found.types));
    TACIT_TRY(tacit_scratch(cx, d->n, sizeof *found.seen, &found.seen));
    for (size_t j = 0; j < d->n; j++)
        found.types[j] = TACIT_TYPE_INTEGER | TACIT_TYPE_REAL | TACIT_TYPE_DATE;
    tacit_buffer sql = { 0 };
    tacit_status status = infer_query(cx, d, all, &sql);
    if (status == TACIT_OK)
        status = look_at_rows(cx, d, sql.text, &found);
    tacit_buffer_free(&sql);
    TACIT_TRY(status);
    settle_types(d, &found);
    d->inferred_all = all;
    tacit_scratch_release(cx, mark);
    return tacit_duck_csv_relation(cx, d);
}
