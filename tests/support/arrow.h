/*
 * arrow.h - a producer of Arrow streams from literals that counts what is released.
 */
#ifndef TACIT_TESTS_SUPPORT_ARROW_H
#define TACIT_TESTS_SUPPORT_ARROW_H

#include "support/tables.h"

#include "table/arrow/arrow.h"

enum { ARROW_FIELDS = 12, ARROW_CHUNKS = 4 };

/* A stream of a few columns and chunks; buffers belong to the test. */
typedef struct arrow_source {
    struct ArrowSchema field[ARROW_FIELDS], dictionary[ARROW_FIELDS];
    struct ArrowSchema *fields[ARROW_FIELDS];
    struct ArrowArray cell[ARROW_CHUNKS][ARROW_FIELDS];
    struct ArrowArray *cells[ARROW_CHUNKS][ARROW_FIELDS];
    struct ArrowArray rows[ARROW_CHUNKS];
    const char *format; /* of the whole: "+s" unless a test says otherwise */
    size_t n, chunks, next;
    size_t fail_schema, fail_chunk; /* fail at the schema; at this chunk, counted from 1 */
    size_t given, released;         /* schemas and chunks */
    size_t streams_released;
} arrow_source;

/* Release a schema, and count it. */
void arrow_release_schema(struct ArrowSchema *s);

/* Release a chunk, and count it. */
void arrow_release_rows(struct ArrowArray *a);

/* Release the stream, and count it. */
void arrow_release_stream(struct ArrowArrayStream *s);

/* Give the schema, or fail if that is wanted. */
int arrow_get_schema(struct ArrowArrayStream *s, struct ArrowSchema *out);

/* Give the next chunk, or fail if that is wanted. */
int arrow_get_next(struct ArrowArrayStream *s, struct ArrowArray *out);

/* An error text as producers make them: it quotes data. */
const char *arrow_get_error(struct ArrowArrayStream *s);

/* Declare the next column. */
struct ArrowSchema *arrow_field(arrow_source *s, const char *name, const char *format);

/* Declare the next column as a dictionary of `values`. */
void arrow_dictionary(arrow_source *s, const char *name, const char *format, const char *values);

/* Begin the next chunk of `rows` rows. */
void arrow_chunk(arrow_source *s, int64_t rows);

/* The cells of column j in the last chunk: as many as it has rows. */
struct ArrowArray *arrow_cells(arrow_source *s, size_t j, int64_t n_buffers, const void **buffers);

/* Read the source; whatever comes of it, each thing was released once. */
tacit_status arrow_read(tacit_ctx *cx, arrow_source *s, tacit_table **out);

/* A table of one column "x" of `format` with `rows` cells in `buffers`. */
tacit_status arrow_read_one(tacit_ctx *cx, const char *format, int64_t rows, int64_t n_buffers,
                            const void **buffers, tacit_table **out);

/* The cells of that column are of `type` and read `cells`. */
void assert_arrow(tacit_ctx *cx, const char *format, int64_t rows, const void **buffers,
                  tacit_type type, const char *cells);

#endif
