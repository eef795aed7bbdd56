/*
 * read.c - an Arrow stream into a table, chunk by chunk.
 *
 * The producer may be any program: lengths, offsets and pointers are checked where they can
 * be, its error texts, which may quote data, are not passed on.  Whatever happens, schema,
 * chunks and stream are released once each.
 */
#include <errno.h>
#include <string.h>

#include "base/text.h"
#include "table/arrow/own.h"

/* A stream while it is read. */
typedef struct reading {
    tacit_arrow_in *column; /* in scratch memory */
    size_t n, rows;
} reading;

/* ---- the schema ---- */

static tacit_status check_names(tacit_ctx *cx, const reading *r, tacit_dict *seen)
{
    for (size_t j = 0; j < r->n; j++) {
        const char *name = r->column[j].name;
        uint32_t code = 0;
        if (name[0] == '\0')
            return tacit_fail(cx, TACIT_ERR_INPUT, "Column %zu has no name.", j + 1);
        if (!tacit_is_utf8(name, strlen(name)) || name[0] == '\x01')
            return tacit_fail(cx, TACIT_ERR_INPUT, "The name of column %zu is not a valid text.",
                              j + 1);
        TACIT_TRY(tacit_dict_add(cx, seen, name, strlen(name), &code));
        if (code != j)
            return tacit_fail(cx, TACIT_ERR_INPUT,
                              "There are several columns called '%s'; names must differ.", name);
    }
    return TACIT_OK;
}

static tacit_status start_column(tacit_ctx *cx, const struct ArrowSchema *s, tacit_arrow_in *in)
{
    TACIT_TRY(tacit_arrow_type_of(cx, s, in->name, &in->type));
    if (s->dictionary != NULL) {
        in->has_dict = true;
        TACIT_TRY(tacit_arrow_type_of(cx, s->dictionary, in->name, &in->values));
        const tacit_arrow_kind kind = in->values.kind;
        if (in->type.kind != TACIT_ARROW_INTEGER)
            return tacit_arrow_broken(cx, in);
        if (kind != TACIT_ARROW_TEXT && kind != TACIT_ARROW_INTEGER && kind != TACIT_ARROW_NULL)
            return tacit_fail(cx, TACIT_ERR_INPUT,
                              "Column '%s' is a dictionary of neither texts nor whole numbers, "
                              "which cannot be read.",
                              in->name);
    }
    TACIT_TRY(tacit_arrow_notes(cx, s->metadata, in->name, &in->notes));
    TACIT_TRY(tacit_builder_new(cx, in->name, tacit_arrow_builds(in), 0, &in->builder));
    return tacit_builder_notes(cx, in->builder, &in->notes);
}

static tacit_status copy_names(tacit_ctx *cx, const struct ArrowSchema *s, reading *r)
{
    tacit_dict *seen = NULL;
    for (size_t j = 0; j < r->n; j++) {
        const char *name = s->children[j]->name;
        char *copy = NULL;
        TACIT_TRY(tacit_scratch_text(cx, name != NULL ? name : "", &copy));
        r->column[j].name = copy;
    }
    TACIT_TRY(tacit_dict_new(cx, &seen));
    const tacit_status status = check_names(cx, r, seen);
    tacit_dict_free(seen);
    return status;
}

static tacit_status start_columns(tacit_ctx *cx, const struct ArrowSchema *s, reading *r)
{
    if (s->format == NULL || strcmp(s->format, "+s") != 0)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "The Arrow stream is of single values, not of a table's rows.");
    if (s->n_children <= 0 || s->children == NULL)
        return tacit_fail(cx, TACIT_ERR_INPUT, "The Arrow stream has no columns.");
    r->n = (size_t)s->n_children;
    TACIT_TRY(tacit_scratch(cx, r->n, sizeof *r->column, &r->column));
    TACIT_TRY(copy_names(cx, s, r));
    for (size_t j = 0; j < r->n; j++)
        TACIT_TRY(start_column(cx, s->children[j], &r->column[j]));
    return TACIT_OK;
}

static tacit_status read_schema(tacit_ctx *cx, struct ArrowArrayStream *in, reading *r)
{
    struct ArrowSchema schema = { 0 };
    const int error = in->get_schema(in, &schema);
    if (error != 0 || schema.release == NULL)
        return error == ENOMEM
                   ? tacit_fail_memory(cx)
                   : tacit_fail(cx, TACIT_ERR_IO, "The Arrow stream could not tell its columns.");
    const tacit_status status = start_columns(cx, &schema, r);
    schema.release(&schema);
    return status;
}

/* ---- the rows ---- */

/* Whether some row of a chunk is missing as a whole. */
static bool has_missing_rows(const struct ArrowArray *chunk)
{
    if (chunk->null_count == 0 || chunk->n_buffers < 1 || chunk->buffers == NULL ||
        chunk->buffers[0] == NULL)
        return false;
    for (int64_t i = 0; i < chunk->length; i++)
        if (!tacit_arrow_bit(chunk->buffers[0], (size_t)(chunk->offset + i)))
            return true;
    return false;
}

/* Rows of a chunk that no memory holds: a length beyond is not true. */
static const int64_t MOST_ROWS = INT64_C(1) << 40;

/* Whether the array says that cells are missing, but not which. */
static bool lacks_bitmap(const tacit_arrow_in *in, const struct ArrowArray *a)
{
    return a->null_count > 0 && in->type.kind != TACIT_ARROW_NULL &&
           (a->n_buffers < 1 || a->buffers[0] == NULL);
}

/* The cells of column j that belong to the chunk's rows. */
static tacit_status find_span(tacit_ctx *cx, const reading *r, const struct ArrowArray *chunk,
                              size_t j, tacit_arrow_span *out)
{
    const struct ArrowArray *a = chunk->children[j];
    const int64_t least = chunk->offset + chunk->length;
    if (a == NULL || a->offset < 0 || a->length < least || INT64_MAX - a->offset < least ||
        (a->n_buffers > 0 && a->buffers == NULL) || lacks_bitmap(&r->column[j], a))
        return tacit_arrow_broken(cx, &r->column[j]);
    *out = (tacit_arrow_span){ .array = a,
                               .at = (size_t)(a->offset + chunk->offset),
                               .n = (size_t)chunk->length };
    return TACIT_OK;
}

static tacit_status take_chunk(tacit_ctx *cx, const struct ArrowArray *chunk, reading *r)
{
    if (chunk->length < 0 || chunk->offset < 0 || INT64_MAX - chunk->offset < chunk->length ||
        chunk->length > MOST_ROWS || chunk->n_children != (int64_t)r->n || chunk->children == NULL)
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "The Arrow stream has a chunk that is not of the "
                          "columns it promised.");
    if (has_missing_rows(chunk))
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "The Arrow stream has rows that are missing as a whole.");
    for (size_t j = 0; j < r->n; j++) {
        tacit_arrow_span span;
        TACIT_TRY(find_span(cx, r, chunk, j, &span));
        TACIT_TRY(tacit_arrow_append(cx, &r->column[j], &span));
    }
    r->rows += (size_t)chunk->length;
    return TACIT_OK;
}

static tacit_status read_chunks(tacit_ctx *cx, struct ArrowArrayStream *in, reading *r)
{
    for (;;) {
        struct ArrowArray chunk = { 0 };
        TACIT_TRY(tacit_tick(cx, r->rows, 0));
        const int error = in->get_next(in, &chunk);
        if (error != 0)
            return error == ENOMEM
                       ? tacit_fail_memory(cx)
                       : tacit_fail(cx, TACIT_ERR_IO, "The Arrow stream broke off after row %zu.",
                                    r->rows);
        if (chunk.release == NULL)
            return TACIT_OK;
        const tacit_status status = take_chunk(cx, &chunk, r);
        chunk.release(&chunk);
        TACIT_TRY(status);
    }
}

/* ---- the table ---- */

static tacit_status finish_column(tacit_ctx *cx, tacit_arrow_in *in, tacit_table *t)
{
    tacit_builder *b = in->builder;
    tacit_column *c = NULL;
    in->builder = NULL;
    TACIT_TRY(tacit_builder_finish(cx, b, &c));
    if (in->type.kind == TACIT_ARROW_TIME) {
        const tacit_status status = tacit_arrow_times(cx, in, &c);
        if (status != TACIT_OK) {
            tacit_column_free(c);
            return status;
        }
    }
    return tacit_table_add(cx, t, c);
}

static tacit_status finish_columns(tacit_ctx *cx, reading *r, tacit_table *t)
{
    for (size_t j = 0; j < r->n; j++)
        TACIT_TRY(finish_column(cx, &r->column[j], t));
    return TACIT_OK;
}

static tacit_status read_stream(tacit_ctx *cx, struct ArrowArrayStream *in, reading *r,
                                tacit_table **out)
{
    tacit_table *t = NULL;
    TACIT_TRY(read_schema(cx, in, r));
    TACIT_TRY(read_chunks(cx, in, r));
    TACIT_TRY(tacit_table_new(cx, r->rows, &t));
    const tacit_status status = finish_columns(cx, r, t);
    if (status != TACIT_OK) {
        tacit_table_free(t);
        return status;
    }
    *out = t;
    return TACIT_OK;
}

tacit_status tacit_arrow_read(tacit_ctx *cx, struct ArrowArrayStream *in, tacit_table **out)
{
    if (in->release == NULL)
        return tacit_fail(cx, TACIT_ERR_INPUT, "The Arrow stream was released before.");
    const size_t mark = tacit_scratch_mark(cx);
    reading r = { 0 };
    const tacit_status status = read_stream(cx, in, &r, out);
    in->release(in);
    for (size_t j = 0; r.column != NULL && j < r.n; j++)
        tacit_builder_free(r.column[j].builder);
    tacit_scratch_release(cx, mark);
    return status;
}
