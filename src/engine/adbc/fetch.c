/*
 * fetch.c - the answer of a query, an Arrow stream, into tables.
 *
 * table/arrow reads streams to their end; it is given one that asks the driver for rows, and that
 * ends after each of the driver's chunks where chunks are wanted.
 */
#include <errno.h>

#include "engine/adbc/data.h"
#include "table/arrow/arrow.h"
#include "table/take.h"

/* What a stream for table/arrow stands for. */
typedef struct source {
    tacit_ctx *cx;
    tacit_adbc_answer *answer;
    bool single;              /* it ends after one chunk ... */
    bool given;               /* ... which was given */
    struct ArrowArray *ahead; /* a chunk that has come already, or NULL */
    tacit_gather seen;        /* what was asked, and how many rows have come */
    tacit_status status;
} source;

static int get_schema(struct ArrowArrayStream *in, struct ArrowSchema *out)
{
    struct ArrowArrayStream *from = &((source *)in->private_data)->answer->stream;
    return from->get_schema(from, out);
}

static int get_next(struct ArrowArrayStream *in, struct ArrowArray *out)
{
    source *s = in->private_data;
    *out = (struct ArrowArray){ 0 };
    if (s->single && s->given)
        return 0;
    s->given = true;
    if (s->ahead != NULL) {
        *out = *s->ahead;
        s->ahead = NULL;
        return 0;
    }
    s->status = tacit_adbc_next(s->cx, s->answer, out);
    if (s->status == TACIT_OK && out->release != NULL) {
        s->seen.rows += (uint64_t)out->length;
        s->status = tacit_gather_room(s->cx, &s->seen);
    }
    if (s->status != TACIT_OK && out->release != NULL)
        out->release(out);
    return s->status == TACIT_OK ? 0 : EIO;
}

static const char *get_last_error(struct ArrowArrayStream *in)
{
    (void)in;
    return NULL;
}

static void release(struct ArrowArrayStream *in)
{
    in->release = NULL;
}

/* The columns of `t` by their names in the answer; their types must be those that were asked for.
 */
static tacit_status name_columns(tacit_ctx *cx, const tacit_data *data, const tacit_fetch *f,
                                 tacit_table *t)
{
    const tacit_gather g = { .data = data, .fetch = f };
    if (tacit_table_columns(t) != f->columns->n + f->n_extra)
        return tacit_fail(cx, TACIT_ERR_IO, "%s: the driver's answer has other columns.",
                          data->uri);
    for (size_t c = 0; c < tacit_table_columns(t); c++) {
        const tacit_field *field = tacit_gather_field(&g, c);
        if (tacit_column_type(tacit_table_column(t, c)) != field->type)
            return tacit_fail(cx, TACIT_ERR_IO,
                              "%s: the driver gives column '%s' in another type than was asked "
                              "for.",
                              data->uri, field->name);
        TACIT_TRY(tacit_table_rename(cx, t, c, field->name));
    }
    return TACIT_OK;
}

/* Read what `s` stands for into a table. */
static tacit_status read(tacit_ctx *cx, source *s, const tacit_data *data, const tacit_fetch *f,
                         tacit_table **out)
{
    struct ArrowArrayStream in = { .get_schema = get_schema,
                                   .get_next = get_next,
                                   .get_last_error = get_last_error,
                                   .release = release,
                                   .private_data = s };
    tacit_table *t = NULL;
    tacit_status status = tacit_arrow_read(cx, &in, &t);
    if (status == TACIT_OK)
        status = name_columns(cx, data, f, t);
    if (status == TACIT_OK) {
        *out = t;
        return TACIT_OK;
    }
    tacit_table_free(t);
    return s->status != TACIT_OK ? s->status : status;
}

tacit_status tacit_adbc_fetch_table(tacit_ctx *cx, tacit_data *data, const tacit_fetch *f,
                                    tacit_table **out)
{
    tacit_adbc_answer answer;
    source s = { .cx = cx,
                 .answer = &answer,
                 .seen = { .data = data, .fetch = f, .n = f->columns->n + f->n_extra } };
    tacit_status status = tacit_adbc_ask(cx, ((tacit_adbc_data *)data)->session, f->sql, &answer);
    if (status == TACIT_OK)
        status = read(cx, &s, data, f, out);
    if (status == TACIT_ERR_INPUT) /* the reader has said something else meanwhile */
        status = tacit_gather_room(cx, &s.seen);
    tacit_adbc_end(&answer);
    return status;
}

/* Hand over chunk after chunk. */
static tacit_status drain(tacit_ctx *cx, tacit_data *data, const tacit_fetch *f,
                          const tacit_sink *sink, tacit_adbc_answer *answer)
{
    for (uint64_t rows = 0;;) {
        struct ArrowArray chunk = { 0 };
        tacit_table *t = NULL;
        source s = { .cx = cx, .answer = answer, .single = true, .ahead = &chunk };
        TACIT_TRY(tacit_adbc_next(cx, answer, &chunk));
        if (chunk.release == NULL)
            return TACIT_OK;
        TACIT_TRY(read(cx, &s, data, f, &t));
        rows += tacit_table_rows(t);
        tacit_status status = sink->take(cx, sink->user, t);
        tacit_table_free(t);
        if (status == TACIT_OK)
            status = tacit_tick(cx, rows, 0);
        TACIT_TRY(status);
    }
}

tacit_status tacit_adbc_fetch_chunks(tacit_ctx *cx, tacit_data *data, const tacit_fetch *f,
                                     const tacit_sink *sink)
{
    tacit_adbc_answer answer;
    tacit_status status = tacit_adbc_ask(cx, ((tacit_adbc_data *)data)->session, f->sql, &answer);
    if (status == TACIT_OK)
        status = drain(cx, data, f, sink, &answer);
    tacit_adbc_end(&answer);
    return status;
}
