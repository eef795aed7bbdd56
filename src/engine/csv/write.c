/*
 * write.c - rows into plain text files.
 *
 * The texts of a dictionary are put into quotes where need be and given their delimiter once;
 * a cell is then a copy of its text.  Rows gather in a buffer that is written in blocks.
 * Linear in the bytes written.
 */
#include "engine/csv/write.h"

#include <string.h>

#include "base/memory.h"
#include "engine/csv/sink.h"

enum {
    BLOCK = 1 << 18,
    TICK_ROWS = 16384,
    SHORT = 32 /* a text of at most this length is copied as so many bytes */
};

/* The texts of a dictionary as fields, each with what follows it. */
typedef struct fields {
    tacit_buffer bytes;
    size_t *start; /* n + 1 */
    size_t longest;
} fields;

/* One column of the chunk being written. */
typedef struct cells {
    tacit_type type;
    const int64_t *whole;
    const double *real;
    const int32_t *day;
    const uint32_t *code;
    const uint64_t *valid;
    fields texts;
    bool spelled; /* reals, or numbers in quotes: not as they are by default */
    char end[2];  /* the delimiter, or the end of the line */
    size_t n_end;
} cells;

typedef struct writer {
    tacit_dialect dialect;
    tacit_csv_sink sink;
    char *buffer;
    size_t used, room;
    cells *column;
    size_t n, widest; /* columns; bytes that no row exceeds */
    uint64_t rows;
} writer;

static tacit_status write_out(tacit_ctx *cx, writer *w)
{
    TACIT_TRY(tacit_csv_sink_put(cx, &w->sink, w->buffer, w->used));
    w->used = 0;
    return TACIT_OK;
}

/* Append a name or a text with what follows it. */
static tacit_status put_field(tacit_ctx *cx, const writer *w, const cells *c, const char *text,
                              size_t n, tacit_buffer *to)
{
    TACIT_TRY(w->dialect.quoting != TACIT_QUOTE_NEEDED
                  ? tacit_csv_put_quoted(cx, to, text, n)
                  : tacit_csv_put_text(cx, to, text, n, w->dialect.delimiter));
    return tacit_buffer_bytes(cx, to, c->end, c->n_end);
}

/* ---- columns of a chunk ---- */

static tacit_status quote_texts(tacit_ctx *cx, const writer *w, const tacit_dict *dict, cells *c)
{
    fields *f = &c->texts;
    const uint32_t n = tacit_dict_size(dict);
    TACIT_TRY(tacit_grow(cx, (size_t)n + 1, sizeof *f->start, &f->start));
    f->bytes.length = 0;
    f->longest = 1;
    for (uint32_t i = 0; i < n; i++) {
        f->start[i] = f->bytes.length;
        TACIT_TRY(
            put_field(cx, w, c, tacit_dict_text(dict, i), tacit_dict_length(dict, i), &f->bytes));
        const size_t length = f->bytes.length - f->start[i];
        f->longest = length > f->longest ? length : f->longest;
    }
    f->start[n] = f->bytes.length;
    static const char slack[SHORT] = { 0 };
    return tacit_buffer_bytes(cx, &f->bytes, slack, SHORT);
}

static tacit_status take_column(tacit_ctx *cx, const writer *w, const tacit_column *from, cells *c)
{
    c->type = tacit_column_type(from);
    c->valid = tacit_column_missing(from) > 0 ? tacit_column_valid(from) : NULL;
    switch (c->type) {
    case TACIT_TYPE_INTEGER:
        c->whole = tacit_column_integers(from);
        return TACIT_OK;
    case TACIT_TYPE_REAL:
        c->real = tacit_column_reals(from);
        c->spelled = w->dialect.whole || w->dialect.decimal != '.';
        return TACIT_OK;
    case TACIT_TYPE_DATE:
        c->day = tacit_column_dates(from);
        return TACIT_OK;
    case TACIT_TYPE_CATEGORY:
        break;
    }
    c->code = tacit_column_codes(from);
    return quote_texts(cx, w, tacit_column_dict(from), c);
}

static tacit_status take_chunk(tacit_ctx *cx, writer *w, const tacit_table *chunk)
{
    w->widest = 0;
    for (size_t j = 0; j < w->n; j++) {
        cells *c = &w->column[j];
        TACIT_TRY(take_column(cx, w, tacit_table_column(chunk, j), c));
        const bool text = c->type == TACIT_TYPE_CATEGORY;
        w->widest += text ? c->texts.longest : TACIT_CSV_NUMBER + sizeof c->end;
    }
    const size_t room = BLOCK + w->widest + SHORT;
    if (room <= w->room)
        return TACIT_OK;
    TACIT_TRY(tacit_grow(cx, room, 1, &w->buffer));
    w->room = room;
    return TACIT_OK;
}

/* ---- rows ---- */

/* Put cell `i` with what follows it at `out`; where the next one goes. */
static inline char *put_text_cell(const cells *c, size_t i, char *out)
{
    const size_t *start = c->texts.start + c->code[i];
    const char *text = c->texts.bytes.text + start[0];
    const size_t n = start[1] - start[0];
    if (n <= SHORT)
        memcpy(out, text, SHORT);
    else
        memcpy(out, text, n);
    return out + n;
}

static inline char *put_end(const cells *c, char *out)
{
    memcpy(out, c->end, sizeof c->end);
    return out + c->n_end;
}

static char *put_number_cell(const writer *w, const cells *c, size_t i, char *out)
{
    const bool quoted = w->dialect.quoting == TACIT_QUOTE_ALL;
    if (quoted)
        *out++ = '"';
    out += c->type == TACIT_TYPE_INTEGER ? tacit_csv_put_integer(c->whole[i], out)
           : c->spelled                  ? tacit_csv_put_spelled(&w->dialect, c->real[i], out)
           : c->type == TACIT_TYPE_REAL  ? tacit_csv_put_real(c->real[i], out)
                                         : tacit_csv_put_date(c->day[i], out);
    if (quoted)
        *out++ = '"';
    return put_end(c, out);
}

static void put_row(writer *w, size_t i)
{
    char *out = w->buffer + w->used;
    for (size_t j = 0; j < w->n; j++) {
        const cells *c = &w->column[j];
        if (!tacit_valid_at(c->valid, i))
            out = put_end(c, out);
        else if (c->type == TACIT_TYPE_CATEGORY)
            out = put_text_cell(c, i, out);
        else
            out = put_number_cell(w, c, i, out);
    }
    w->used = (size_t)(out - w->buffer);
}

static tacit_status put_chunk(tacit_ctx *cx, writer *w, const tacit_table *chunk)
{
    TACIT_TRY(take_chunk(cx, w, chunk));
    for (size_t i = 0; i < tacit_table_rows(chunk); i++) {
        put_row(w, i);
        if (w->used >= BLOCK)
            TACIT_TRY(write_out(cx, w));
        if (++w->rows % TICK_ROWS == 0)
            TACIT_TRY(tacit_tick(cx, w->rows, 0));
    }
    return write_out(cx, w);
}

static tacit_status put_header(tacit_ctx *cx, writer *w, const tacit_table *shape)
{
    tacit_buffer line = { 0 };
    tacit_status status = TACIT_OK;
    for (size_t j = 0; j < w->n && status == TACIT_OK; j++) {
        const char *name = tacit_column_name(tacit_table_column(shape, j));
        status = put_field(cx, w, &w->column[j], name, strlen(name), &line);
    }
    if (status == TACIT_OK)
        status = tacit_grow(cx, line.length + 1, 1, &w->buffer);
    if (status == TACIT_OK) {
        memcpy(w->buffer, line.text, line.length);
        w->used = w->room = line.length;
        status = write_out(cx, w);
    }
    tacit_buffer_free(&line);
    return status;
}

/* What follows the fields of each column. */
static tacit_status start_columns(tacit_ctx *cx, writer *w)
{
    if (w->n == 0)
        return tacit_fail(cx, TACIT_ERR_DATA, "%s: there is no column to write.", w->sink.target);
    TACIT_TRY(tacit_alloc(cx, w->n, sizeof *w->column, &w->column));
    for (size_t j = 0; j < w->n; j++) {
        const char *end = w->dialect.crlf ? "\r\n" : "\n";
        const char mark[] = { w->dialect.delimiter, '\0' };
        cells *c = &w->column[j];
        c->n_end = strlen(j + 1 < w->n ? mark : end);
        memcpy(c->end, j + 1 < w->n ? mark : end, sizeof c->end);
    }
    return TACIT_OK;
}

static tacit_status put_all(tacit_ctx *cx, writer *w, const tacit_rows *rows)
{
    w->n = tacit_table_columns(rows->shape);
    TACIT_TRY(start_columns(cx, w));
    if (w->dialect.header)
        TACIT_TRY(put_header(cx, w, rows->shape));
    for (;;) {
        tacit_table *chunk = NULL;
        TACIT_TRY(rows->next(cx, rows->user, &chunk));
        if (chunk == NULL)
            return TACIT_OK;
        const tacit_status status = put_chunk(cx, w, chunk);
        tacit_table_free(chunk);
        TACIT_TRY(status);
    }
}

static void end_writer(writer *w)
{
    for (size_t j = 0; j < w->n && w->column != NULL; j++) {
        tacit_buffer_free(&w->column[j].texts.bytes);
        tacit_free(w->column[j].texts.start);
    }
    tacit_free(w->column);
    tacit_wipe(w->buffer, w->room);
    tacit_free(w->buffer);
}

tacit_status tacit_csv_write(tacit_ctx *cx, const tacit_rows *rows, const char *target,
                             const char *path)
{
    writer w = { 0 };
    if (rows->dialect != NULL)
        w.dialect = *rows->dialect;
    else
        (void)tacit_dialect_plain(target, &w.dialect);
    tacit_status status = tacit_csv_sink_open(cx, &w.dialect, target, path, &w.sink);
    if (status == TACIT_OK)
        status = put_all(cx, &w, rows);
    const tacit_status closed = tacit_csv_sink_close(cx, &w.sink);
    end_writer(&w);
    return status != TACIT_OK ? status : closed;
}
