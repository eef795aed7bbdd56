/*
 * write.c - a table as an Arrow stream.
 *
 * The stream has a context of its own for its allocations and its last message, because it
 * outlives the caller's.
 */
#include <errno.h>

#include "base/memory.h"
#include "table/arrow/own.h"

/* What a stream owns. */
typedef struct stream {
    tacit_ctx *cx;
    tacit_table *table; /* of clean columns */
    bool given;         /* the rows went out */
} stream;

/* The number that Arrow wants for a failure. */
static int error_of(tacit_status status)
{
    if (status == TACIT_OK)
        return 0;
    return status == TACIT_ERR_MEMORY ? ENOMEM : EIO;
}

static int get_schema(struct ArrowArrayStream *s, struct ArrowSchema *out)
{
    const stream *own = s->private_data;
    return error_of(tacit_arrow_export_schema(own->cx, own->table, out));
}

static int get_next(struct ArrowArrayStream *s, struct ArrowArray *out)
{
    stream *own = s->private_data;
    out->release = NULL;
    if (own->given || tacit_table_rows(own->table) == 0)
        return 0;
    const tacit_status status = tacit_arrow_export_rows(own->cx, own->table, out);
    own->given = status == TACIT_OK;
    return error_of(status);
}

static const char *get_last_error(struct ArrowArrayStream *s)
{
    const stream *own = s->private_data;
    return tacit_message(own->cx)[0] != '\0' ? tacit_message(own->cx) : NULL;
}

static void free_stream(stream *own)
{
    tacit_table_free(own->table);
    tacit_ctx_free(own->cx);
    tacit_free(own);
}

static void release(struct ArrowArrayStream *s)
{
    free_stream(s->private_data);
    s->private_data = NULL;
    s->release = NULL;
}

static tacit_status add_columns(tacit_ctx *cx, const tacit_table *t, tacit_table *clean)
{
    for (size_t j = 0; j < tacit_table_columns(t); j++) {
        tacit_column *c = NULL;
        TACIT_TRY(tacit_arrow_clean(cx, tacit_table_column(t, j), &c));
        TACIT_TRY(tacit_table_add(cx, clean, c));
    }
    return TACIT_OK;
}

static tacit_status fill_stream(tacit_ctx *cx, const tacit_table *t, stream *own)
{
    own->cx = tacit_ctx_new();
    if (own->cx == NULL)
        return tacit_fail_memory(cx);
    TACIT_TRY(tacit_table_new(cx, tacit_table_rows(t), &own->table));
    return add_columns(cx, t, own->table);
}

tacit_status tacit_arrow_write(tacit_ctx *cx, const tacit_table *t, struct ArrowArrayStream *out)
{
    stream *own = NULL;
    TACIT_TRY(tacit_alloc(cx, 1, sizeof *own, &own));
    const tacit_status status = fill_stream(cx, t, own);
    if (status != TACIT_OK) {
        free_stream(own);
        return status;
    }
    *out = (struct ArrowArrayStream){ .get_schema = get_schema,
                                      .get_next = get_next,
                                      .get_last_error = get_last_error,
                                      .release = release,
                                      .private_data = own };
    return TACIT_OK;
}
