/*
 * write.c - rows into plain text files.
 *
 * The texts of a dictionary are put into quotes where need be and given their delimiter once;
 * a cell is then a copy of its text.  Rows gather in a buffer that is written in blocks.
 * Linear in the bytes written.
 */
#include "engine/csv/write.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "engine/csv_rules.h"

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
    char end; /* the delimiter, or the end of the line */
} cells;

typedef struct writer {
    const char *target;
    int fd;
    char delimiter;
    char *buffer;
    size_t used, room;
    cells *column;
    size_t n, widest; /* columns; bytes that no row exceeds */
    uint64_t rows;
} writer;

static tacit_status fail_write(tacit_ctx *cx, const char *target)
{
    if (errno == ENOSPC)
        return tacit_fail(cx, TACIT_ERR_IO, "%s: no space is left on the disk.", target);
    return tacit_fail(cx, TACIT_ERR_IO, "Cannot write %s: %s.", target, strerror(errno));
}

static tacit_status write_out(tacit_ctx *cx, writer *w)
{
    for (size_t at = 0; at < w->used;) {
        const ssize_t n = write(w->fd, w->buffer + at, w->used - at);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return fail_write(cx, w->target);
        at += (size_t)n;
    }
    w->used = 0;
    return TACIT_OK;
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
        TACIT_TRY(tacit_csv_put_text(cx, &f->bytes, tacit_dict_text(dict, i),
                                     tacit_dict_length(dict, i), w->delimiter));
        TACIT_TRY(tacit_buffer_bytes(cx, &f->bytes, &c->end, 1));
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
        w->widest += text ? c->texts.longest : TACIT_CSV_NUMBER + 1;
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

static char *put_number_cell(const cells *c, size_t i, char *out)
{
    out += c->type == TACIT_TYPE_INTEGER ? tacit_csv_put_integer(c->whole[i], out)
           : c->type == TACIT_TYPE_REAL  ? tacit_csv_put_real(c->real[i], out)
                                         : tacit_csv_put_date(c->day[i], out);
    *out++ = c->end;
    return out;
}

static void put_row(writer *w, size_t i)
{
    char *out = w->buffer + w->used;
    for (size_t j = 0; j < w->n; j++) {
        const cells *c = &w->column[j];
        if (!tacit_valid_at(c->valid, i))
            *out++ = c->end;
        else if (c->type == TACIT_TYPE_CATEGORY)
            out = put_text_cell(c, i, out);
        else
            out = put_number_cell(c, i, out);
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
        status = tacit_csv_put_text(cx, &line, name, strlen(name), w->delimiter);
        if (status == TACIT_OK)
            status = tacit_buffer_bytes(cx, &line, &w->column[j].end, 1);
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

static tacit_status put_all(tacit_ctx *cx, writer *w, const tacit_rows *rows)
{
    w->n = tacit_table_columns(rows->shape);
    if (w->n == 0)
        return tacit_fail(cx, TACIT_ERR_DATA, "%s: there is no column to write.", w->target);
    TACIT_TRY(tacit_alloc(cx, w->n, sizeof *w->column, &w->column));
    for (size_t j = 0; j < w->n; j++)
        w->column[j].end = j + 1 < w->n ? w->delimiter : '\n';
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
    writer w = { .target = target, .delimiter = tacit_name_ends(target, ".tsv") ? '\t' : ',' };
    w.fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (w.fd < 0)
        return fail_write(cx, target);
    tacit_status status = put_all(cx, &w, rows);
    if (close(w.fd) != 0 && status == TACIT_OK)
        status = fail_write(cx, target);
    end_writer(&w);
    return status;
}
