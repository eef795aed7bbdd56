/*
 * test_column.c - columns and their builders.
 */
#include "support/tables.h"

static tacit_column *finish(tacit_ctx *cx, tacit_builder *b)
{
    tacit_column *c = NULL;
    assert_ok(cx, tacit_builder_finish(cx, b, &c));
    return c;
}

static tacit_builder *start(tacit_ctx *cx, tacit_type type)
{
    tacit_builder *b = NULL;
    assert_ok(cx, tacit_builder_new(cx, "x", type, 0, &b));
    return b;
}

static void test_types(void **state)
{
    tacit_table *t = table_of(*state, "i:i,r:r,c:c,d:d",
                              "-7,2.385,a,1600-02-29\n,,,\n9007199254740993,-0,b,9999-12-31\n");
    assert_cells(t, "i", "-7,,9007199254740993");
    assert_cells(t, "r", "2.385,,0"); /* -0 is 0 */
    assert_cells(t, "c", "a,,b");
    assert_cells(t, "d", "1600-02-29,,9999-12-31");
    assert_string_equal(tacit_type_name(tacit_column_type(column_of(t, "i"))), "integer");
    assert_string_equal(tacit_type_name(tacit_column_type(column_of(t, "r"))), "real");
    assert_string_equal(tacit_type_name(tacit_column_type(column_of(t, "c"))), "category");
    assert_string_equal(tacit_type_name(tacit_column_type(column_of(t, "d"))), "date");
    for (size_t j = 0; j < 4; j++) {
        const tacit_column *c = tacit_table_column(t, j);
        assert_int_equal(tacit_column_missing(c), 1);
        assert_int_equal(tacit_column_length(c), 3);
        assert_true(tacit_column_is_missing(c, 1));
        assert_int_equal(tacit_column_valid(c)[0] & 7, 5);
    }
    assert_near(tacit_column_number(column_of(t, "d"), 2), 2932896.0, 0.0);
    assert_int_equal(tacit_column_integers(column_of(t, "i"))[1], 0); /* under a missing cell */
    tacit_table_free(t);
}

/* Chunks of awkward lengths with bitmaps, against a plain array. */
static void test_chunks(void **state)
{
    tacit_ctx *cx = *state;
    enum { N = 5000 };
    static int64_t x[N];
    static bool gone[N];
    tacit_rng rng = tacit_rng_seed(11);
    tacit_builder *b = start(cx, TACIT_TYPE_INTEGER);
    size_t at = 0, missing = 0;
    while (at < N) {
        size_t n = 1 + tacit_rng_below(&rng, 150);
        n = n < N - at ? n : N - at;
        uint64_t valid[4] = { 0 };
        const bool some = at > 2000; /* the bitmap appears late */
        for (size_t i = 0; i < n; i++) {
            x[at + i] = (int64_t)tacit_rng_bits(&rng);
            gone[at + i] = some && tacit_rng_below(&rng, 3) == 0;
            missing += gone[at + i];
            valid[i / 64] |= (uint64_t)!gone[at + i] << (i % 64);
        }
        assert_ok(cx, tacit_builder_integers(cx, b, x + at, some ? valid : NULL, n));
        at += n;
    }
    tacit_column *c = finish(cx, b);
    assert_int_equal(tacit_column_missing(c), missing);
    for (size_t i = 0; i < N; i++) {
        assert_int_equal(tacit_column_is_missing(c, i), gone[i]);
        assert_true(tacit_column_integers(c)[i] == (gone[i] ? 0 : x[i]));
    }
    tacit_column_free(c);
}

static void test_not_finite(void **state)
{
    tacit_ctx *cx = *state;
    const double x[] = { 1.5, NAN, INFINITY, -INFINITY, 2.5 };
    const uint64_t valid = 0x0f; /* the last one is missing anyway */
    tacit_builder *b = start(cx, TACIT_TYPE_REAL);
    assert_ok(cx, tacit_builder_reals(cx, b, x, &valid, 5));
    tacit_column *c = finish(cx, b);
    assert_int_equal(tacit_column_missing(c), 4);
    assert_false(tacit_column_is_missing(c, 0));
    for (size_t i = 1; i < 5; i++) {
        assert_true(tacit_column_is_missing(c, i));
        assert_near(tacit_column_reals(c)[i], 0.0, 0.0);
    }
    assert_int_equal(tacit_warning_count(cx), 1);
    assert_string_equal(tacit_warning(cx, 0),
                        "Column 'x': 3 values that are not finite numbers count as missing.");
    tacit_column_free(c);
}

static void test_codes_of_a_dictionary(void **state)
{
    tacit_ctx *cx = *state;
    tacit_dict *d = NULL;
    uint32_t code = 0;
    assert_ok(cx, tacit_dict_new(cx, &d));
    assert_ok(cx, tacit_dict_add(cx, d, "a", 1, &code));
    assert_ok(cx, tacit_dict_add(cx, d, "b", 1, &code));
    const uint32_t codes[] = { 1, 0, 1 };
    const uint64_t valid = 3;
    tacit_builder *b = start(cx, TACIT_TYPE_CATEGORY);
    assert_ok(cx, tacit_builder_codes(cx, b, d, codes, &valid, 3));
    assert_ok(cx, tacit_builder_codes(cx, b, d, codes, NULL, 2));
    tacit_column *c = finish(cx, b);
    assert_ptr_equal(tacit_column_dict(c), d);
    char text[32];
    assert_string_equal(tacit_column_text(c, 0, text), "b");
    assert_string_equal(tacit_column_text(c, 2, text), "");
    assert_string_equal(tacit_column_text(c, 4, text), "a");
    tacit_dict_free(d);
    assert_string_equal(tacit_column_text(c, 0, text), "b"); /* the column holds its own */
    tacit_column_free(c);
}

static void test_notes(void **state)
{
    tacit_ctx *cx = *state;
    char title[] = "How old", value[] = "1", text[] = "one";
    tacit_label label = { value, text };
    const tacit_column_notes notes = { .title = title, .labels = &label, .n_labels = 1 };
    tacit_builder *b = start(cx, TACIT_TYPE_INTEGER);
    assert_ok(cx, tacit_builder_notes(cx, b, &notes));
    tacit_column *c = finish(cx, b);
    memset(title, 'x', 7); /* copies are kept */
    memset(text, 'x', 3);
    label = (tacit_label){ NULL, NULL };
    const tacit_column_notes *kept = tacit_column_notes_of(c);
    assert_string_equal(kept->title, "How old");
    assert_int_equal(kept->n_labels, 1);
    assert_string_equal(kept->labels[0].value, "1");
    assert_string_equal(kept->labels[0].text, "one");
    assert_int_equal(tacit_column_length(c), 0);
    tacit_column_free(c);
}

static void test_present(void **state)
{
    tacit_ctx *cx = *state;
    tacit_table *t = table_of(cx, "i:i,d:d", "3,1970-01-02\n,\n-4,1969-12-31\n");
    double *x = NULL;
    size_t n = 0;
    assert_ok(cx, tacit_column_present(cx, column_of(t, "i"), &x, &n));
    assert_int_equal(n, 2);
    assert_near(x[0], 3.0, 0.0);
    assert_near(x[1], -4.0, 0.0);
    assert_ok(cx, tacit_column_present(cx, column_of(t, "d"), &x, &n));
    assert_int_equal(n, 2);
    assert_near(x[0], 1.0, 0.0);
    assert_near(x[1], -1.0, 0.0);
    tacit_table_free(t);
}

static void test_giving_up(void **state)
{
    tacit_ctx *cx = *state;
    tacit_builder *b = start(cx, TACIT_TYPE_CATEGORY);
    assert_ok(cx, tacit_builder_text(cx, b, "x", 1));
    assert_int_equal(tacit_dict_size(tacit_builder_dict(b)), 1);
    tacit_builder_free(b);
    tacit_builder_free(NULL);
    tacit_column_free(NULL);
}

static void test_bytes(void **state)
{
    tacit_ctx *cx = *state;
    tacit_builder *b = NULL;
    int64_t x = 1;
    assert_ok(cx, tacit_builder_new(cx, "x", TACIT_TYPE_INTEGER, 5000, &b));
    assert_ok(cx, tacit_builder_integers(cx, b, &x, NULL, 1));
    tacit_column *c = finish(cx, b);
    assert_int_equal(tacit_column_bytes(c), 8); /* room that was reserved is given back */
    assert_null(tacit_column_valid(c));
    tacit_column *again = tacit_column_share(c);
    tacit_column_free(c);
    assert_int_equal(tacit_column_integers(again)[0], 1);
    tacit_column_free(again);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_types),      with_context(test_chunks),
        with_context(test_not_finite), with_context(test_codes_of_a_dictionary),
        with_context(test_notes),      with_context(test_present),
        with_context(test_giving_up),  with_context(test_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
