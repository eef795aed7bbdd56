/*
 * arrow.c - a producer of Arrow streams from literals that counts what is released.
 */
#include "support/arrow.h"

void arrow_release_schema(struct ArrowSchema *s)
{
    ((arrow_source *)s->private_data)->released++;
    s->release = NULL;
}

void arrow_release_rows(struct ArrowArray *a)
{
    ((arrow_source *)a->private_data)->released++;
    a->release = NULL;
}

void arrow_release_stream(struct ArrowArrayStream *s)
{
    ((arrow_source *)s->private_data)->streams_released++;
    s->release = NULL;
}

int arrow_get_schema(struct ArrowArrayStream *s, struct ArrowSchema *out)
{
    arrow_source *from = s->private_data;
    if (from->fail_schema)
        return 5;
    *out = (struct ArrowSchema){ .format = from->format != NULL ? from->format : "+s",
                                 .n_children = (int64_t)from->n,
                                 .children = from->fields,
                                 .release = arrow_release_schema,
                                 .private_data = from };
    from->given++;
    return 0;
}

int arrow_get_next(struct ArrowArrayStream *s, struct ArrowArray *out)
{
    arrow_source *from = s->private_data;
    out->release = NULL;
    if (from->next + 1 == from->fail_chunk)
        return 5;
    if (from->next == from->chunks)
        return 0;
    *out = from->rows[from->next++];
    out->release = arrow_release_rows;
    out->private_data = from;
    from->given++;
    return 0;
}

const char *arrow_get_error(struct ArrowArrayStream *s)
{
    (void)s;
    return "SECRET";
}

struct ArrowSchema *arrow_field(arrow_source *s, const char *name, const char *format)
{
    assert_true(s->n < ARROW_FIELDS);
    s->fields[s->n] = &s->field[s->n];
    s->field[s->n] = (struct ArrowSchema){ .format = format, .name = name };
    return &s->field[s->n++];
}

void arrow_dictionary(arrow_source *s, const char *name, const char *format, const char *values)
{
    struct ArrowSchema *field = arrow_field(s, name, format);
    s->dictionary[s->n - 1] = (struct ArrowSchema){ .format = values, .name = "" };
    field->dictionary = &s->dictionary[s->n - 1];
}

void arrow_chunk(arrow_source *s, int64_t rows)
{
    assert_true(s->chunks < ARROW_CHUNKS);
    s->rows[s->chunks] = (struct ArrowArray){ .length = rows,
                                              .n_children = (int64_t)s->n,
                                              .children = s->cells[s->chunks] };
    s->chunks++;
}

struct ArrowArray *arrow_cells(arrow_source *s, size_t j, int64_t n_buffers, const void **buffers)
{
    struct ArrowArray *a = &s->cell[s->chunks - 1][j];
    *a = (struct ArrowArray){ .length = s->rows[s->chunks - 1].length,
                              .null_count = -1,
                              .n_buffers = n_buffers,
                              .buffers = buffers };
    s->cells[s->chunks - 1][j] = a;
    return a;
}

tacit_status arrow_read(tacit_ctx *cx, arrow_source *s, tacit_table **out)
{
    struct ArrowArrayStream stream = { .get_schema = arrow_get_schema,
                                       .get_next = arrow_get_next,
                                       .get_last_error = arrow_get_error,
                                       .release = arrow_release_stream,
                                       .private_data = s };
    const size_t mark = tacit_scratch_mark(cx);
    const tacit_status status = tacit_arrow_read(cx, &stream, out);
    assert_int_equal(s->streams_released, 1);
    assert_int_equal(s->released, s->given);
    assert_null(stream.release);
    assert_int_equal(tacit_scratch_mark(cx), mark);
    assert_untold(cx, "SECRET");
    return status;
}

tacit_status arrow_read_one(tacit_ctx *cx, const char *format, int64_t rows, int64_t n_buffers,
                            const void **buffers, tacit_table **out)
{
    arrow_source s = { 0 };
    arrow_field(&s, "x", format);
    arrow_chunk(&s, rows);
    arrow_cells(&s, 0, n_buffers, buffers);
    return arrow_read(cx, &s, out);
}

void assert_arrow(tacit_ctx *cx, const char *format, int64_t rows, const void **buffers,
                  tacit_type type, const char *cells)
{
    tacit_table *t = NULL;
    assert_ok(cx, arrow_read_one(cx, format, rows, 2, buffers, &t));
    assert_int_equal(tacit_table_rows(t), rows);
    assert_int_equal(tacit_column_type(tacit_table_column(t, 0)), type);
    assert_cells(t, "x", cells);
    tacit_table_free(t);
}
