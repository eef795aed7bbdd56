/*
 * sink.h - where the bytes of a text file go: encoded, packed, on the disk.
 */
#ifndef TACIT_ENGINE_CSV_SINK_H
#define TACIT_ENGINE_CSV_SINK_H

#include "base/text.h"
#include "engine/dialect.h"

typedef struct tacit_csv_sink {
    const char *target; /* for messages */
    tacit_encoding encoding;
    int fd;
    void *packed; /* a gzFile, or NULL */
    tacit_buffer room;
} tacit_csv_sink;

/* Open `path` for the file that will be called `target`; the mark that its encoding begins with is
 * written.  Ended by tacit_csv_sink_close() also on failure. */
tacit_status tacit_csv_sink_open(tacit_ctx *cx, const tacit_dialect *dialect, const char *target,
                                 const char *path, tacit_csv_sink *out);

/* Write `n` bytes of UTF-8 that end between characters. */
tacit_status tacit_csv_sink_put(tacit_ctx *cx, tacit_csv_sink *s, const char *bytes, size_t n);

/* Close; fails if what was written is not on its way to the disk. */
tacit_status tacit_csv_sink_close(tacit_ctx *cx, tacit_csv_sink *s);

#endif
