/*
 * test_arrow_write.c - tables as Arrow streams: what is written reads back, nothing else is.
 */
#include "support/arrow.h"

/* Write `t` and read it back. */
static tacit_table *there_and_back(tacit_ctx *cx, const tacit_table *t)
{
    struct ArrowArrayStream stream;
    tacit_table *back = NULL;
    assert_ok(cx, tacit_arrow_write(cx, t, &stream));
    assert_ok(cx, tacit_arrow_read(cx, &stream, &back));
    assert_null(stream.release);
    return back;
}

/* Tables of any size, with few and with many distinct values and missing cells. */
static void test_random_tables(void **state)
{
    tacit_ctx *cx = *state;
    tacit_rng rng = tacit_rng_seed(11);
    for (size_t k = 0; k < 200; k++) {
        const size_t rows = k % 20 == 0 ? 9000 : (size_t)tacit_rng_below(&rng, 200);
        const double missing = k % 3 == 0 ? 0.0 : k % 3 == 1 ? 0.3 : 1.0;
        tacit_table *t = random_table(cx, &rng, "a:i,b:r,c:c,d:d,e:c", rows,
                                      1 + tacit_rng_below(&rng, 300), missing);
        tacit_table *back = there_and_back(cx, t);
        assert_true(same_table(t, back));
        tacit_table_free(t);
        tacit_table_free(back);
    }
}

static tacit_table *people(tacit_ctx *cx)
{
    return table_of(cx, "age:i,income:r,region:c,born:d",
                    "31,10.5,north,1990-02-28\n,20.25,south,\n47,,north,1969-12-31\n");
}

/* The layout as the standard wants it, buffer by buffer. */
static void test_layout(void **state)
{
    tacit_ctx *cx = *state;
    tacit_table *t = people(cx);
    struct ArrowArrayStream stream;
    struct ArrowSchema schema, again;
    struct ArrowArray rows, end;
    assert_ok(cx, tacit_arrow_write(cx, t, &stream));
    assert_int_equal(stream.get_schema(&stream, &schema), 0);
    assert_int_equal(stream.get_schema(&stream, &again), 0);
    assert_int_equal(stream.get_next(&stream, &rows), 0);
    assert_int_equal(stream.get_next(&stream, &end), 0);
    assert_null(end.release);
    assert_null(stream.get_last_error(&stream));
    static const char *const formats[] = { "l", "g", "i", "tdD" };
    assert_string_equal(schema.format, "+s");
    assert_int_equal(schema.n_children, 4);
    for (size_t j = 0; j < 4; j++) {
        assert_string_equal(schema.children[j]->format, formats[j]);
        assert_string_equal(again.children[j]->name, tacit_column_name(tacit_table_column(t, j)));
        assert_int_equal(rows.children[j]->length, 3);
        assert_int_equal(schema.children[j]->flags, ARROW_FLAG_NULLABLE);
    }
    assert_string_equal(schema.children[2]->dictionary->format, "u");
    /* Values and bitmaps are the table's own memory. */
    assert_ptr_equal(rows.children[0]->buffers[1], tacit_column_integers(column_of(t, "age")));
    assert_ptr_equal(rows.children[0]->buffers[0], tacit_column_valid(column_of(t, "age")));
    assert_ptr_equal(rows.children[2]->buffers[1], tacit_column_codes(column_of(t, "region")));
    assert_int_equal(rows.children[0]->null_count, 1);
    assert_int_equal(rows.children[2]->null_count, 0);
    assert_null(rows.children[2]->buffers[0]);
    const struct ArrowArray *texts = rows.children[2]->dictionary;
    const int32_t *starts = texts->buffers[1];
    assert_int_equal(texts->length, 2);
    assert_int_equal(starts[0], 0);
    assert_int_equal(starts[1], 5);
    assert_int_equal(starts[2], 10);
    assert_memory_equal(texts->buffers[2], "northsouth", 10);
    schema.release(&schema);
    again.release(&again);
    rows.release(&rows);
    stream.release(&stream);
    assert_null(schema.release);
    assert_null(rows.release);
    assert_null(stream.release);
    tacit_table_free(t);
}

/* Stream, rows and a child that was moved out of them live on without the others. */
static void test_lifetimes(void **state)
{
    (void)state;
    tacit_ctx *cx = tacit_ctx_new();
    tacit_table *t = people(cx);
    struct ArrowArrayStream stream;
    assert_ok(cx, tacit_arrow_write(cx, t, &stream));
    tacit_table_free(t);
    tacit_ctx_free(cx);
    struct ArrowArray rows, child, dictionary;
    struct ArrowSchema schema, field;
    assert_int_equal(stream.get_schema(&stream, &schema), 0);
    assert_int_equal(stream.get_next(&stream, &rows), 0);
    stream.release(&stream);
    child = *rows.children[2];
    rows.children[2]->release = NULL;
    dictionary = *child.dictionary;
    child.dictionary->release = NULL;
    field = *schema.children[1];
    schema.children[1]->release = NULL;
    rows.release(&rows);
    schema.release(&schema);
    assert_string_equal(field.name, "income");
    assert_int_equal(((const int32_t *)child.buffers[1])[1], 1);
    child.release(&child);
    assert_memory_equal(dictionary.buffers[2], "northsouth", 10);
    dictionary.release(&dictionary);
    field.release(&field);
}

/* What masking took out is neither in the dictionary nor under the missing cells. */
static void test_nothing_hidden(void **state)
{
    tacit_ctx *cx = *state;
    tacit_table *t = people(cx), *masked = NULL;
    assert_ok(cx, tacit_table_copy(cx, t, &masked));
    const tacit_dict *dict = tacit_column_dict(column_of(t, "region"));
    uint32_t *codes = NULL;
    uint64_t *valid = NULL;
    assert_ok(cx, tacit_table_recode(cx, masked, 2, dict, &codes, &valid));
    codes[0] = 1;
    codes[1] = 1;
    codes[2] = 0; /* north, which becomes missing and is nowhere else */
    valid[0] &= ~UINT64_C(5);
    codes[1] = 1;
    tacit_table_settle(masked, 2);
    struct ArrowArrayStream stream;
    struct ArrowArray rows;
    assert_ok(cx, tacit_arrow_write(cx, masked, &stream));
    assert_int_equal(stream.get_next(&stream, &rows), 0);
    const struct ArrowArray *region = rows.children[2];
    assert_int_equal(region->dictionary->length, 1);
    assert_memory_equal(region->dictionary->buffers[2], "south", 5);
    for (size_t i = 0; i < 3; i++)
        assert_int_equal(((const int32_t *)region->buffers[1])[i], 0);
    rows.release(&rows);
    stream.release(&stream);
    tacit_table *back = there_and_back(cx, masked);
    assert_cells(back, "region", ",south,");
    tacit_table_free(back);
    tacit_table_free(masked);
    tacit_table_free(t);
}

/* A column that shows a present and a missing cell, with 5 under the missing one. */
static void test_zeros_under_missing(void **state)
{
    tacit_ctx *cx = *state;
    tacit_table *t = table_of(cx, "x:r", "1.5\n\n");
    double *x = NULL;
    assert_ok(cx, tacit_table_edit_reals(cx, t, 0, &x));
    x[1] = 5.0;
    struct ArrowArrayStream stream;
    struct ArrowArray rows;
    assert_ok(cx, tacit_arrow_write(cx, t, &stream));
    assert_int_equal(stream.get_next(&stream, &rows), 0);
    const double *out = rows.children[0]->buffers[1];
    assert_memory_equal(out, ((const double[]){ 1.5, 0.0 }), 16);
    rows.release(&rows);
    stream.release(&stream);
    tacit_table_free(t);
}

static void test_notes(void **state)
{
    tacit_ctx *cx = *state;
    const tacit_label labels[] = { { "1", "man \"m\"" }, { "2", "Frau \xc3\xa4" } };
    const tacit_column_notes notes = { .title = "Sex", .labels = labels, .n_labels = 2 };
    tacit_builder *b = NULL;
    tacit_column *c = NULL;
    tacit_table *t = NULL;
    const int64_t x = 1;
    assert_ok(cx, tacit_builder_new(cx, "sex", TACIT_TYPE_INTEGER, 0, &b));
    assert_ok(cx, tacit_builder_notes(cx, b, &notes));
    assert_ok(cx, tacit_builder_integers(cx, b, &x, NULL, 1));
    assert_ok(cx, tacit_builder_finish(cx, b, &c));
    assert_ok(cx, tacit_table_new(cx, 1, &t));
    assert_ok(cx, tacit_table_add(cx, t, c));
    tacit_table *back = there_and_back(cx, t);
    const tacit_column_notes *n = tacit_column_notes_of(tacit_table_column(back, 0));
    assert_string_equal(n->title, "Sex");
    assert_int_equal(n->n_labels, 2);
    for (size_t i = 0; i < 2; i++) {
        assert_string_equal(n->labels[i].value, labels[i].value);
        assert_string_equal(n->labels[i].text, labels[i].text);
    }
    tacit_table_free(t);
    tacit_table_free(back);
}

static void test_no_rows(void **state)
{
    tacit_ctx *cx = *state;
    tacit_table *t = table_of(cx, "a:i,b:c", "");
    tacit_table *back = there_and_back(cx, t);
    assert_true(same_table(t, back));
    tacit_table_free(t);
    tacit_table_free(back);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_random_tables),
        with_context(test_layout),
        cmocka_unit_test(test_lifetimes),
        with_context(test_nothing_hidden),
        with_context(test_zeros_under_missing),
        with_context(test_notes),
        with_context(test_no_rows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
