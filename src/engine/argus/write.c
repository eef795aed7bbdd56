/*
 * write.c - rows into a file with fixed places, and the metadata that describes it.
 *
 * How wide columns are is known when all rows are: chunks are held until then.  O(bytes).
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "engine/argus/own.h"
#include "engine/dialect.h"

enum { TICK_ROWS = 16384 };

/* Rows on their way. */
typedef struct writing {
    const tacit_rows *rows;
    const char *path;
    tacit_argus_layout layout;
    tacit_table **chunk;
    size_t n;
    FILE *file;
    char *line;
    size_t used; /* bytes of a line with its end */
    uint64_t done;
} writing;

static tacit_status gather(tacit_ctx *cx, writing *w)
{
    for (;;) {
        tacit_table *chunk = NULL;
        TACIT_TRY(w->rows->next(cx, w->rows->user, &chunk));
        if (chunk == NULL)
            return TACIT_OK;
        const tacit_status status = tacit_grow(cx, w->n + 1, sizeof *w->chunk, &w->chunk);
        if (status != TACIT_OK) {
            tacit_table_free(chunk);
            return status;
        }
        w->chunk[w->n++] = chunk;
        TACIT_TRY(tacit_argus_measure(cx, chunk, &w->layout));
    }
}

static tacit_status fail_write(tacit_ctx *cx, const writing *w)
{
    return tacit_fail(cx, TACIT_ERR_IO, "Cannot write %s: %s.", w->layout.target, strerror(errno));
}

/* A line without any value is none for who reads it. */
static tacit_status put_line(tacit_ctx *cx, writing *w, const tacit_table *chunk, size_t i)
{
    const tacit_argus_layout *layout = &w->layout;
    memset(w->line, ' ', layout->width);
    for (size_t j = 0; j < layout->n; j++)
        tacit_argus_put(layout, j, tacit_table_column(chunk, j), i, w->line);
    if (strspn(w->line, " ") >= layout->width)
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "%s: a record without any value is lost in fixed places; leave it out, "
                          "or write another format, for example .csv.",
                          layout->target);
    if (fwrite(w->line, 1, w->used, w->file) != w->used)
        return fail_write(cx, w);
    return ++w->done % TICK_ROWS == 0 ? tacit_tick(cx, w->done, 0) : TACIT_OK;
}

static tacit_status put_lines(tacit_ctx *cx, writing *w)
{
    const char *end = w->rows->dialect->crlf ? "\r\n" : "\n";
    w->used = w->layout.width + strlen(end);
    TACIT_TRY(tacit_scratch(cx, w->used + 1, 1, &w->line));
    memcpy(w->line + w->layout.width, end, strlen(end) + 1);
    for (size_t k = 0; k < w->n; k++)
        for (size_t i = 0; i < tacit_table_rows(w->chunk[k]); i++)
            TACIT_TRY(put_line(cx, w, w->chunk[k], i));
    return TACIT_OK;
}

/* Do `put` with the file at `path`. */
static tacit_status with_file(tacit_ctx *cx, writing *w, const char *path,
                              tacit_status (*put)(tacit_ctx *cx, writing *w))
{
    w->file = fopen(path, "wbe");
    if (w->file == NULL)
        return fail_write(cx, w);
    const tacit_status status = put(cx, w);
    const bool closed = fclose(w->file) == 0;
    return status == TACIT_OK && !closed ? fail_write(cx, w) : status;
}

static tacit_status put_metadata(tacit_ctx *cx, writing *w)
{
    tacit_buffer text = { 0 };
    tacit_status status = tacit_argus_describe(cx, &w->layout, &text);
    if (status == TACIT_OK && fwrite(text.text, 1, text.length, w->file) != text.length)
        status = fail_write(cx, w);
    tacit_buffer_free(&text);
    return status;
}

static tacit_status write_all(tacit_ctx *cx, writing *w)
{
    const tacit_dialect *dialect = w->rows->dialect;
    TACIT_TRY(tacit_argus_begin(cx, w->rows->shape, dialect->like, &w->layout));
    TACIT_TRY(gather(cx, w));
    tacit_argus_place(dialect->like, &w->layout);
    TACIT_TRY(with_file(cx, w, w->path, put_lines));
    return with_file(cx, w, dialect->metadata, put_metadata);
}

tacit_status tacit_argus_write(tacit_ctx *cx, const tacit_rows *rows, const char *target,
                               const char *path)
{
    const size_t mark = tacit_scratch_mark(cx);
    if (rows == NULL || rows->dialect == NULL || rows->dialect->metadata == NULL)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "%s: files with fixed places, which have their metadata (.rda) beside "
                          "them, are written by protect and synth only; write .csv.",
                          target);
    if (rows->dialect->encoding == TACIT_ENCODING_UTF16)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "%s: files with fixed places are UTF-8 or Latin-1, not UTF-16.", target);
    writing w = { .rows = rows,
                  .path = path,
                  .layout = { .target = target,
                              .latin = rows->dialect->encoding == TACIT_ENCODING_LATIN1 } };
    const tacit_status status = write_all(cx, &w);
    for (size_t k = 0; k < w.n; k++)
        tacit_table_free(w.chunk[k]);
    tacit_free(w.chunk);
    tacit_scratch_release(cx, mark);
    return status;
}
