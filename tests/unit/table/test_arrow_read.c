/*
 * test_arrow_read.c - Arrow streams as producers make them: slices, chunks, dictionaries that
 * change, wrong ones, failing ones.  The producer counts: everything is released once.
 */
#include "support/arrow.h"

enum { MANY = 10000 };

/* Cell i of the many: missing if i is a multiple of 7. */
static void fill_many(int32_t *x, uint8_t *valid, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        x[i] = (int32_t)(3 * i) - 5;
        if (i % 7 != 0)
            valid[i / 8] |= (uint8_t)(1u << (i % 8));
    }
}

/* The array begins at 3, the rows at 10, so cell i is element i + 13; two blocks and more. */
static void test_slices(void **state)
{
    tacit_ctx *cx = *state;
    static int32_t x[MANY];
    static uint8_t valid[MANY / 8];
    fill_many(x, valid, MANY);
    const void *buffers[] = { valid, x };
    arrow_source s = { 0 };
    tacit_table *t = NULL;
    arrow_field(&s, "x", "i");
    arrow_chunk(&s, 9000);
    arrow_cells(&s, 0, 2, buffers)->offset = 3;
    s.rows[0].offset = 10;
    s.cell[0][0].length = 9010;
    assert_ok(cx, arrow_read(cx, &s, &t));
    const tacit_column *c = tacit_table_column(t, 0);
    assert_int_equal(tacit_column_length(c), 9000);
    for (size_t i = 0; i < 9000; i++) {
        assert_int_equal(tacit_column_is_missing(c, i), (i + 13) % 7 == 0);
        if ((i + 13) % 7 != 0)
            assert_int_equal(tacit_column_integers(c)[i], 3 * ((int64_t)i + 13) - 5);
    }
    tacit_table_free(t);
}

/* A bitmap counts unless the producer says that nothing is missing; without one all is there. */
static void test_null_counts(void **state)
{
    tacit_ctx *cx = *state;
    const uint8_t valid[] = { 0x05 };
    const int64_t x[] = { 4, 5, 6 };
    const void *with[] = { valid, x }, *without[] = { NULL, x };
    static const struct {
        bool bitmap;
        int64_t count;
        const char *cells;
    } cases[] = { { true, -1, "4,,6" },
                  { true, 1, "4,,6" },
                  { true, 0, "4,5,6" },
                  { false, 0, "4,5,6" },
                  { false, -1, "4,5,6" } };
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        arrow_source s = { 0 };
        tacit_table *t = NULL;
        arrow_field(&s, "x", "l");
        arrow_chunk(&s, 3);
        arrow_cells(&s, 0, 2, cases[k].bitmap ? with : without)->null_count = cases[k].count;
        assert_ok(cx, arrow_read(cx, &s, &t));
        assert_cells(t, "x", cases[k].cells);
        tacit_table_free(t);
    }
}

static void test_unaligned(void **state)
{
    char bytes[8 * 3 + 1];
    const double x[] = { 1.5, -2.5, 3.5 };
    memcpy(bytes + 1, x, sizeof x);
    const void *buffers[] = { NULL, bytes + 1 };
    assert_arrow(*state, "g", 3, buffers, TACIT_TYPE_REAL, "1.5,-2.5,3.5");
}

/* Chunks of one row, no row and two rows; the texts of the second chunk are known already. */
static void test_chunks(void **state)
{
    tacit_ctx *cx = *state;
    const int32_t one[] = { 0, 1 }, two[] = { 0, 1, 2 };
    const int64_t a[] = { 1 }, b[] = { 2, 3 };
    const void *texts[] = { NULL, one, "n" }, *more[] = { NULL, two, "sn" };
    const void *first[] = { NULL, a }, *last[] = { NULL, b }, *none[] = { NULL, NULL, NULL };
    arrow_source s = { 0 };
    tacit_table *t = NULL;
    arrow_field(&s, "x", "l");
    arrow_field(&s, "where", "u");
    arrow_chunk(&s, 1);
    arrow_cells(&s, 0, 2, first);
    arrow_cells(&s, 1, 3, texts);
    arrow_chunk(&s, 0);
    arrow_cells(&s, 0, 2, none);
    arrow_cells(&s, 1, 3, none);
    arrow_chunk(&s, 2);
    arrow_cells(&s, 0, 2, last);
    arrow_cells(&s, 1, 3, more);
    assert_ok(cx, arrow_read(cx, &s, &t));
    assert_int_equal(s.released, 4);
    assert_cells(t, "x", "1,2,3");
    assert_cells(t, "where", "n,s,n");
    tacit_table_free(t);
}

static void test_no_rows(void **state)
{
    tacit_ctx *cx = *state;
    arrow_source s = { 0 };
    tacit_table *t = NULL;
    arrow_field(&s, "x", "l");
    arrow_dictionary(&s, "y", "c", "u");
    arrow_field(&s, "z", "tsn:");
    assert_ok(cx, arrow_read(cx, &s, &t));
    assert_int_equal(tacit_table_rows(t), 0);
    assert_int_equal(tacit_table_columns(t), 3);
    assert_int_equal(tacit_column_type(tacit_table_column(t, 1)), TACIT_TYPE_CATEGORY);
    tacit_table_free(t);
}

/* Code 1 means south in the first chunk and north in the second, whose dictionary also has a
 * missing value; "unused" is the value of no row. */
static void test_dictionaries(void **state)
{
    tacit_ctx *cx = *state;
    const int8_t first[] = { 1, 0, 1 }, last[] = { 1, 2, 0 };
    const uint8_t valid[] = { 0x0b };
    const int32_t starts[] = { 0, 5, 10, 16 }, other[] = { 0, 4, 9, 9, 9 };
    const void *places[] = { NULL, first }, *texts[] = { NULL, starts, "northsouthunused" };
    const void *again[] = { NULL, last }, *changed[] = { valid, other, "eastnorth" };
    struct ArrowArray values = { .length = 3, .n_buffers = 3, .buffers = texts };
    struct ArrowArray later = { .length = 4, .null_count = -1, .n_buffers = 3, .buffers = changed };
    arrow_source s = { 0 };
    tacit_table *t = NULL;
    arrow_dictionary(&s, "x", "c", "u");
    arrow_chunk(&s, 3);
    arrow_cells(&s, 0, 2, places)->dictionary = &values;
    arrow_chunk(&s, 3);
    arrow_cells(&s, 0, 2, again)->dictionary = &later;
    assert_ok(cx, arrow_read(cx, &s, &t));
    assert_cells(t, "x", "south,north,south,north,,east");
    assert_int_equal(tacit_dict_size(tacit_column_dict(tacit_table_column(t, 0))), 3);
    tacit_table_free(t);
}

/* The dictionary begins at its element 1: place 0 is 20. */
static void test_whole_dictionary(void **state)
{
    tacit_ctx *cx = *state;
    const uint16_t places[] = { 0, 1 };
    const int16_t numbers[] = { 10, 20, -30 };
    const void *cells[] = { NULL, places }, *texts[] = { NULL, numbers };
    struct ArrowArray values = { .length = 2, .offset = 1, .n_buffers = 2, .buffers = texts };
    arrow_source s = { 0 };
    tacit_table *t = NULL;
    arrow_dictionary(&s, "x", "S", "s");
    arrow_chunk(&s, 2);
    arrow_cells(&s, 0, 2, cells)->dictionary = &values;
    assert_ok(cx, arrow_read(cx, &s, &t));
    assert_int_equal(tacit_column_type(tacit_table_column(t, 0)), TACIT_TYPE_CATEGORY);
    assert_cells(t, "x", "20,-30");
    tacit_table_free(t);
}

static void test_wrong_dictionaries(void **state)
{
    tacit_ctx *cx = *state;
    const int32_t starts[] = { 0, 1 };
    const void *texts[] = { NULL, starts, "a" };
    struct ArrowArray values = { .length = 1, .n_buffers = 3, .buffers = texts };
    static const int8_t places[] = { 1, -1 };
    tacit_table *t = NULL;
    for (size_t k = 0; k < 3; k++) {
        const void *cells[] = { NULL, &places[k % 2] };
        arrow_source s = { 0 };
        arrow_dictionary(&s, "x", "c", "u");
        arrow_chunk(&s, 1);
        arrow_cells(&s, 0, 2, cells)->dictionary = k < 2 ? &values : NULL;
        assert_fails(cx, arrow_read(cx, &s, &t), TACIT_ERR_DATA, "in column 'x'");
    }
    arrow_source floats = { 0 }, reals = { 0 };
    arrow_dictionary(&floats, "x", "c", "g");
    assert_fails(cx, arrow_read(cx, &floats, &t), TACIT_ERR_INPUT, "Column 'x' is a dictionary of");
    arrow_dictionary(&reals, "x", "g", "u");
    assert_fails(cx, arrow_read(cx, &reals, &t), TACIT_ERR_DATA, "column 'x'");
}

static void test_wrong_schemas(void **state)
{
    tacit_ctx *cx = *state;
    tacit_table *t = NULL;
    arrow_source none = { 0 }, single = { .format = "l" }, twice = { 0 };
    assert_fails(cx, arrow_read(cx, &none, &t), TACIT_ERR_INPUT, "no columns");
    assert_fails(cx, arrow_read(cx, &single, &t), TACIT_ERR_INPUT, "not of a table's rows");
    arrow_field(&twice, "age", "l");
    arrow_field(&twice, "sex", "u");
    arrow_field(&twice, "age", "u");
    assert_fails(cx, arrow_read(cx, &twice, &t), TACIT_ERR_INPUT, "several columns called 'age'");
    static const char *const names[] = { NULL, "", "\xff",
                                         "\x01"
                                         "count" };
    for (size_t k = 0; k < 4; k++) {
        arrow_source s = { 0 };
        arrow_field(&s, names[k], "l");
        assert_fails(cx, arrow_read(cx, &s, &t), TACIT_ERR_INPUT, "olumn 1 ");
    }
}

static void test_wrong_chunks(void **state)
{
    tacit_ctx *cx = *state;
    tacit_table *t = NULL;
    const int64_t x[] = { 1, 2, 3 };
    const uint8_t valid[] = { 0x05 };
    const void *buffers[] = { NULL, x }, *missing[] = { valid }, *empty[] = { NULL, NULL };
    for (size_t k = 0; k < 9; k++) {
        arrow_source s = { 0 };
        arrow_field(&s, "x", "l");
        arrow_chunk(&s, 3);
        struct ArrowArray *a = arrow_cells(&s, 0, 2, k == 0 ? empty : buffers);
        a->length = k == 1 ? 2 : 3;
        a->offset = k == 2 ? -1 : k == 3 ? INT64_MAX : 0;
        s.rows[0].n_children = k == 4 ? 2 : 1;
        s.rows[0].length = k == 5 ? -1 : 3;
        s.rows[0].offset = k == 6 ? INT64_MAX : 0;
        if (k == 7) {
            s.rows[0].n_buffers = 1;
            s.rows[0].buffers = missing;
            s.rows[0].null_count = -1;
        }
        a->n_buffers = k == 8 ? 1 : 2;
        const tacit_status status = arrow_read(cx, &s, &t);
        assert_int_equal(status, TACIT_ERR_DATA);
        assert_message(cx, "The Arrow stream ");
    }
    assert_null(t);
}

static void test_failing_producers(void **state)
{
    tacit_ctx *cx = *state;
    tacit_table *t = NULL;
    const int64_t x[] = { 1, 2 };
    const void *buffers[] = { NULL, x };
    arrow_source schema = { .fail_schema = 1 }, rows = { .fail_chunk = 2 };
    assert_fails(cx, arrow_read(cx, &schema, &t), TACIT_ERR_IO, "could not tell its columns");
    arrow_field(&rows, "x", "l");
    arrow_chunk(&rows, 2);
    arrow_cells(&rows, 0, 2, buffers);
    assert_fails(cx, arrow_read(cx, &rows, &t), TACIT_ERR_IO, "broke off after row 2");
    struct ArrowArrayStream gone = { 0 };
    assert_fails(cx, tacit_arrow_read(cx, &gone, &t), TACIT_ERR_INPUT, "released");
    tacit_cancel(cx);
    assert_fails(cx, arrow_read_one(cx, "l", 2, 2, buffers, &t), TACIT_ERR_CANCELLED, "Stopped");
}

/* Pairs of a metadata: 2; tacit.label, Sex; tacit.value_labels, {"1":"man","2":"woman"}. */
static void test_notes(void **state)
{
    tacit_ctx *cx = *state;
    tacit_table *t = NULL;
    const int64_t x[] = { 1, 2 };
    const void *buffers[] = { NULL, x };
    static const char notes[] =
        "\2\0\0\0"
        "\13\0\0\0tacit.label\3\0\0\0Sex"
        "\22\0\0\0tacit.value_labels\27\0\0\0{\"1\":\"man\",\"2\":\"woman\"}";
    static const char wrong[] = "\1\0\0\0\22\0\0\0tacit.value_labels\4\0\0\0[1,2";
    arrow_source s = { 0 }, bad = { 0 };
    arrow_field(&s, "x", "l")->metadata = notes;
    arrow_chunk(&s, 2);
    arrow_cells(&s, 0, 2, buffers);
    assert_ok(cx, arrow_read(cx, &s, &t));
    const tacit_column_notes *n = tacit_column_notes_of(tacit_table_column(t, 0));
    assert_string_equal(n->title, "Sex");
    assert_int_equal(n->n_labels, 2);
    assert_string_equal(n->labels[1].value, "2");
    assert_string_equal(n->labels[1].text, "woman");
    tacit_table_free(t);
    assert_int_equal(tacit_warning_count(cx), 0);
    arrow_field(&bad, "x", "l")->metadata = wrong;
    assert_ok(cx, arrow_read(cx, &bad, &t));
    assert_int_equal(tacit_warning_count(cx), 1);
    assert_non_null(strstr(tacit_warning(cx, 0), "Column 'x'"));
    tacit_table_free(t);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_slices),
        with_context(test_null_counts),
        with_context(test_unaligned),
        with_context(test_chunks),
        with_context(test_no_rows),
        with_context(test_dictionaries),
        with_context(test_whole_dictionary),
        with_context(test_wrong_dictionaries),
        with_context(test_wrong_schemas),
        with_context(test_wrong_chunks),
        with_context(test_failing_producers),
        with_context(test_notes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
