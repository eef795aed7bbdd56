/*
 * test_csv.c - plain text files: which are, what is left to DuckDB, how cells are written.
 */
#include "support/data.h"

#include "engine/csv/file.h"
#include "engine/csv/marks.h"
#include "engine/csv/write.h"

/* Whether the file of these bytes is a plain one, at its beginning at least. */
static bool is_plain(place *p, const char *name, const char *text, const tacit_args *args)
{
    char path[PATH_BYTES];
    bool plain = false;
    tacit_csv_file f;
    put_text(p, name, text);
    const tacit_source source = { .uri = path_of(p, name, path), .args = args };
    assert_ok(p->cx, tacit_csv_file_open(p->cx, &source, &f, &plain));
    tacit_csv_file_close(&f);
    return plain;
}

static void test_plain(void **state)
{
    place *p = *state;
    assert_true(is_plain(p, "a.csv", "a,b\n1,x\n", NULL));
    assert_true(is_plain(p, "a.txt", "a;b\r\n1;x\r\n", NULL));
    assert_true(is_plain(p, "a.tsv", "a\tb\n1\tx", NULL));
    assert_true(is_plain(p, "a.CSV", "\xEF\xBB\xBF\"a\"\n\"1\"\n", NULL));
    assert_false(is_plain(p, "a.csv.gz", "a,b\n1,x\n", NULL));
    assert_true(is_plain(p, "a.csv", "\"a, b\",,\"c\"\"d\",\"\"\n1,2,3,4\n", NULL));
    assert_false(is_plain(p, "a.csv", "a,b;\",,\"c\n1,2,3\n", NULL)); /* quotes within names */
    assert_false(is_plain(p, "a.csv", "\"a\"b,c\n1,2\n", NULL));
    assert_false(is_plain(p, "a.csv", "a,\"b\n1,2\n", NULL));
    assert_false(is_plain(p, "a.csv", "a,b", NULL));           /* no line */
    assert_false(is_plain(p, "a.csv", "a,b\r1,x\r", NULL));    /* ends of an old Macintosh */
    assert_false(is_plain(p, "a.csv", "a,b\r\n1,x\n", NULL));  /* mixed ends */
    assert_false(is_plain(p, "a.csv", "a,b\n1,x,2\n", NULL));  /* too many fields */
    assert_false(is_plain(p, "a.csv", "a,b\n1\n", NULL));      /* too few */
    assert_false(is_plain(p, "a.csv", "a,b\n1,x\"\n", NULL));  /* a quote within */
    assert_false(is_plain(p, "a.csv", "a,b\n1,\"x\n", NULL));  /* an open quote */
    assert_false(is_plain(p, "a.csv", "a,b\n1,\xFF\n", NULL)); /* not UTF-8 */
}

static void test_options_of_plain_files(void **state)
{
    place *p = *state;
    static const char *const missing[] = { "-" };
    options o;
    assert_true(is_plain(p, "a.csv", "a:b\n1:x\n",
                         &set_option(preset(&o), TACIT_SOURCE_DELIMITER, ":")->args));
    assert_false(is_plain(p, "a.csv", "a b\n1 x\n",
                          &set_option(preset(&o), TACIT_SOURCE_DELIMITER, " ")->args));
    assert_true(is_plain(p, "a.csv", "a;b\n1,5;x\n",
                         &set_option(preset(&o), TACIT_SOURCE_DECIMAL, ",")->args));
    assert_false(is_plain(p, "a.csv", "a,b\n1,5\n",
                          &set_option(preset(&o), TACIT_SOURCE_DECIMAL, ",")->args));
    assert_false(is_plain(p, "a.csv", "a,b\n1,5\n",
                          &set_option(preset(&o), TACIT_SOURCE_THOUSANDS, "'")->args));
    preset(&o)->at[TACIT_SOURCE_ENCODING] = (tacit_value){ .given = true, .number = 1.0 };
    assert_false(is_plain(p, "a.csv", "a,b\n1,5\n", &o.args));
    preset(&o)->at[TACIT_SOURCE_MISSING] = (tacit_value){ .given = true, .texts = missing, .n = 1 };
    assert_false(is_plain(p, "a.csv", "a,b\n1,5\n", &o.args));
}

static tacit_status count_rows(tacit_ctx *cx, void *user, const tacit_table *chunk)
{
    (void)cx;
    *(size_t *)user += tacit_table_rows(chunk);
    return TACIT_OK;
}

/* What DuckDB does for a plain file: scanning, counting; loading goes on after. */
static void test_through_duckdb(void **state)
{
    place *p = *state;
    const size_t at[] = { 1 };
    const tacit_select keys = { .n = 1, .at = at };
    size_t rows = 0;
    const tacit_sink sink = { .take = count_rows, .user = &rows };
    tacit_data *data = NULL;
    tacit_table *t = NULL;
    put_text(p, "a.csv", "a,b\n1,x\n2,y\n3,x\n");
    assert_ok(p->cx, try_open(p, "a.csv", NULL, &data));
    assert_ptr_equal(data->engine, &tacit_engine_csv);
    assert_ok(p->cx, data->engine->load(p->cx, data, &keys, &t));
    assert_int_equal(tacit_table_columns(t), 1);
    assert_cells(t, "b", "x,y,x");
    tacit_table_free(t);
    assert_ok(p->cx, data->engine->scan(p->cx, data, NULL, &sink));
    assert_int_equal(rows, 3);
    assert_ok(p->cx, data->engine->group(p->cx, data, &keys, data->schema.n, &t));
    assert_cells(t, "b", "x,y");
    assert_cells(t, TACIT_COUNT, "2,1");
    tacit_table_free(t);
    assert_ok(p->cx, tacit_data_load(p->cx, data, NULL, &t));
    assert_cells(t, "a", "1,2,3");
    tacit_table_free(t);
    tacit_data_close(data);
}

/* A file that turns out not to be plain is read, or refused, by DuckDB. */
static void test_late_trouble(void **state)
{
    place *p = *state;
    char path[PATH_BYTES];
    FILE *f = fopen(path_of(p, "late.csv", path), "wb");
    assert_non_null(f);
    fputs("a,b\n", f);
    for (int i = 0; i < 30000; i++)
        fprintf(f, "%d,x\n", i);
    fputs("1,secret,4711\n", f);
    assert_int_equal(fclose(f), 0);
    assert_refused(p, "late.csv", NULL, TACIT_ERR_DATA, "line 30002: the line has 3 fields");
}

/* A second load of the same source gives the same table, types having been settled. */
static void test_twice(void **state)
{
    place *p = *state;
    tacit_data *data = NULL;
    tacit_table *t = NULL;
    put_text(p, "a.csv", "a,b\n1,x\n2.5,\n");
    assert_ok(p->cx, try_open(p, "a.csv", NULL, &data));
    for (int again = 0; again < 2; again++) {
        assert_ok(p->cx, tacit_data_load(p->cx, data, NULL, &t));
        assert_types(t, "twice", "a:r,b:c");
        assert_cells(t, "a", "1,2.5");
        assert_cells(t, "b", "x,");
        tacit_table_free(t);
    }
    tacit_data_close(data);
}

static void test_cancelled(void **state)
{
    place *p = *state;
    tacit_data *data = NULL;
    tacit_table *t = NULL;
    put_text(p, "a.csv", "a,b\n1,x\n");
    assert_ok(p->cx, try_open(p, "a.csv", NULL, &data));
    tacit_cancel(p->cx);
    assert_fails(p->cx, tacit_data_load(p->cx, data, NULL, &t), TACIT_ERR_CANCELLED, "Stopped");
    tacit_data_close(data);
}

/* ---- marks and cells ---- */

static void test_marks(void **state)
{
    (void)state;
    char bytes[256];
    uint32_t at[256 + TACIT_CSV_STEP];
    memset(bytes, 'x', sizeof bytes);
    assert_int_equal(tacit_csv_marks(bytes, 150, ';', at), 0);
    static const uint32_t places[] = { 0, 1, 62, 63, 64, 65, 66, 67, 68, 69, 127, 128, 149 };
    enum { N = sizeof places / sizeof places[0] };
    for (size_t i = 0; i < N; i++)
        bytes[places[i]] = ";\n\""[i % 3];
    bytes[150] = ';'; /* beyond the end */
    assert_int_equal(tacit_csv_marks(bytes, 150, ';', at), N);
    assert_memory_equal(at, places, sizeof places);
    memset(bytes, ';', sizeof bytes);
    assert_int_equal(tacit_csv_marks(bytes, sizeof bytes, ';', at), sizeof bytes);
    for (uint32_t i = 0; i < sizeof bytes; i++)
        assert_int_equal(at[i], i);
}

static void assert_real(double x, const char *text)
{
    char out[TACIT_CSV_NUMBER + 1] = { 0 };
    out[tacit_csv_put_real(x, out)] = '\0';
    assert_string_equal(out, text);
}

static void assert_integer(int64_t x, const char *text)
{
    char out[TACIT_CSV_NUMBER + 1] = { 0 };
    out[tacit_csv_put_integer(x, out)] = '\0';
    assert_string_equal(out, text);
}

static void assert_date(int32_t days, const char *text)
{
    char out[TACIT_CSV_NUMBER + 1] = { 0 };
    out[tacit_csv_put_date(days, out)] = '\0';
    assert_string_equal(out, text);
}

static void test_numbers(void **state)
{
    (void)state;
    assert_real(0.0, "0.0");
    assert_real(-0.0, "0.0"); /* -0 is 0 */
    assert_real(2.385, "2.385");
    assert_real(-1000.0, "-1000.0");
    assert_real(0.1 + 0.2, "0.30000000000000004");
    assert_real(1e15, "1000000000000000.0");
    assert_real(1e16, "1e+16");
    assert_real(0.0001, "0.0001");
    assert_real(0.00001, "1e-05");
    assert_real(5e-324, "5e-324");
    assert_real(1.7976931348623157e308, "1.7976931348623157e+308");
    assert_integer(0, "0");
    assert_integer(-7, "-7");
    assert_integer(INT64_MAX, "9223372036854775807");
    assert_integer(INT64_MIN, "-9223372036854775808");
    assert_date(0, "1970-01-01");
    assert_date(-719162, "0001-01-01");
    assert_date(-719163, "0001-12-31 (BC)");
    assert_date(2932897, "10000-01-01");
}

static void test_texts(void **state)
{
    place *p = *state;
    tacit_table *t = table_of(p->cx, "a b:c,n:i", "x,1\n,2\ny z,\n");
    store(p, t, "a.csv");
    tacit_table_free(t);
    char path[PATH_BYTES], text[64] = { 0 };
    FILE *f = fopen(path_of(p, "a.csv", path), "rb");
    assert_non_null(f);
    assert_true(fread(text, 1, sizeof text - 1, f) > 0);
    fclose(f);
    assert_string_equal(text, "a b,n\nx,1\n,2\ny z,\n");
    tacit_buffer b = { 0 };
    assert_ok(p->cx, tacit_csv_put_text(p->cx, &b, "a\"b", 3, ','));
    assert_ok(p->cx, tacit_csv_put_text(p->cx, &b, "", 0, ','));
    assert_ok(p->cx, tacit_csv_put_text(p->cx, &b, "a,b", 3, ';'));
    assert_string_equal(b.text, "\"a\"\"b\"\"\"a,b");
    tacit_buffer_free(&b);
}

/* A record longer than the buffer, and a text longer than any that is remembered. */
static void test_long_texts(void **state)
{
    place *p = *state;
    static char bytes[600000];
    size_t n = 0;
    n += (size_t)snprintf(bytes, sizeof bytes, "a,b\n");
    for (size_t i = 0; i < 3; i++) {
        memset(bytes + n, (int)('a' + i), 100000 + 50000 * i);
        n += 100000 + 50000 * i;
        n += (size_t)snprintf(bytes + n, sizeof bytes - n, ",%zu\n", i);
    }
    put_bytes(p, "long.csv", bytes, n);
    tacit_table *t = load(p, "long.csv", NULL);
    assert_cells(t, "b", "0,1,2");
    assert_int_equal(tacit_dict_length(tacit_column_dict(column_of(t, "a")), 2), 200000);
    store(p, t, "back.csv");
    tacit_table *back = load(p, "back.csv", NULL);
    assert_true(same_table(t, back));
    tacit_table_free(t);
    tacit_table_free(back);
    memset(bytes + 4, 'x', 400000);
    put_bytes(p, "longer.csv", bytes, n);
    t = load(p, "longer.csv", NULL); /* by DuckDB */
    assert_cells(t, "b", "2");
    tacit_table_free(t);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_place(test_plain),          with_place(test_options_of_plain_files),
        with_place(test_through_duckdb), with_place(test_late_trouble),
        with_place(test_twice),          with_place(test_cancelled),
        with_place(test_marks),          with_place(test_numbers),
        with_place(test_texts),          with_place(test_long_texts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
