/*
 * test_readstat.c - round trips of each format, with awkward values.
 *
 * What is read back must be what was written: the expected values are the test's own.
 * Day numbers: 1970-01-01 is day 0; 1959-12-31 is 3654 days before it and 1582-10-13
 * 141429 days (ten years with 1960, 1964 and 1968 leap: 3653; SPSS's epoch 1582-10-14
 * is 12219379200 s before 1970).
 */
#include "unit/engine/test_readstat_help.h"

#include <math.h>

static const char *const ENDINGS[] = { "dta", "sav", "zsav", "xpt" };
enum { FORMATS = 4, XPT = 3, DTA = 0 };

static char long_text[1801], longer_text[3001];

static int make_texts(void **state)
{
    (void)state;
    for (size_t i = 0; i + 1 < sizeof long_text; i++)
        long_text[i] = (char)('a' + i % 23);
    for (size_t i = 0; i + 1 < sizeof longer_text; i++)
        longer_text[i] = (char)('A' + i % 19);
    return 0;
}

static const tacit_label LABELS[] = { { "-9", "?" }, { "1", "männlich" }, { "2", "weiblich" } };
static const tacit_column_notes SEX = { .title = "Geschlecht der Person",
                                        .labels = LABELS,
                                        .n_labels = 3 };
static const tacit_column_notes TITLED = { .title = "Überschrift" };

/* Five rows of all types, with missing cells in each. */
static tacit_table *awkward(tacit_ctx *cx)
{
    tacit_table *t = NULL;
    assert_int_equal(tacit_table_new(cx, 5, &t), TACIT_OK);
    const int64_t sex[] = { 1, 2, 0, 100, -127 };
    const int64_t big[] = { 9007199254740991, -9007199254740991, 0, 3000000000, 1 };
    const int64_t mid[] = { 32740, -32767, 0, 0, 2147483 };
    const double real[] = { 0.1, -2.385e-7, 0.0, 1e15 + 0.5, 12345.678 };
    const int32_t day[] = { -3654, 0, -141427, 20000, -719162 };
    const char *const text[] = { "a", NULL, "Zürich – 東京", "x y", NULL };
    const char *const wide[] = { NULL, long_text, "b", NULL, long_text };
    const char *const none[] = { NULL, NULL, NULL, NULL, NULL };
    add_integers(cx, t, "sex", sex, 0x1b, &SEX);
    add_integers(cx, t, "big", big, 0x1f, NULL);
    add_integers(cx, t, "mid", mid, 0x13, NULL);
    add_reals(cx, t, "income", real, 0x1b, &TITLED);
    add_reals(cx, t, "empty", real, 0x00, NULL);
    add_dates(cx, t, "born", day, 0x17, &TITLED);
    add_texts(cx, t, "town", text, NULL);
    add_texts(cx, t, "wide", wide, &TITLED);
    add_texts(cx, t, "nothing", none, NULL);
    return t;
}

static const char *in_format(const char *stem, size_t k)
{
    char name[64];
    snprintf(name, sizeof name, "%s.%s", stem, ENDINGS[k]);
    return file_path(name);
}

/* SAS knows one numeric type: a REAL column without values comes back as INTEGER. */
static void compare_back(const tacit_table *t, const tacit_table *back, size_t k)
{
    assert_int_equal(tacit_table_columns(back), tacit_table_columns(t));
    for (size_t j = 0; j < tacit_table_columns(t); j++) {
        const tacit_column *a = tacit_table_column(t, j), *b = tacit_table_column(back, j);
        if (k == XPT && tacit_column_missing(a) == tacit_column_length(a) &&
            tacit_column_type(a) == TACIT_TYPE_REAL)
            assert_int_equal(tacit_column_missing(b), tacit_column_length(b));
        else
            assert_same_column(a, b);
        if (k != XPT)
            assert_same_notes(a, b);
        else if (tacit_column_notes_of(a)->title != NULL)
            assert_string_equal(tacit_column_notes_of(a)->title, tacit_column_notes_of(b)->title);
    }
}

static void round_trips_keep_everything(void **state)
{
    (void)state;
    for (size_t k = 0; k < FORMATS; k++) {
        tacit_ctx *cx = tacit_ctx_new();
        tacit_table *t = awkward(cx);
        must_write(cx, t, in_format("all", k));
        tacit_table *back = must_read(cx, in_format("all", k));
        compare_back(t, back, k);
        assert_int_equal(tacit_warning_count(cx), k == XPT ? 1 : 0);
        if (k == XPT)
            assert_non_null(strstr(tacit_warning(cx, 0), "value labels of column 'sex'"));
        tacit_table_free(back);
        tacit_table_free(t);
        tacit_ctx_free(cx);
    }
}

/* The first `n` rows of the awkward table. */
static tacit_table *few_rows(tacit_ctx *cx, size_t n)
{
    tacit_table *t = NULL;
    assert_int_equal(tacit_table_new(cx, n, &t), TACIT_OK);
    const int64_t i[] = { 7 };
    const double x[] = { 2.385 };
    const int32_t d[] = { -1 };
    const char *const s[] = { "é" };
    add_integers(cx, t, "i", i, 1, NULL);
    add_reals(cx, t, "x", x, 1, NULL);
    add_dates(cx, t, "d", d, 1, NULL);
    add_texts(cx, t, "s", s, NULL);
    return t;
}

static void tables_of_no_or_one_row(void **state)
{
    (void)state;
    for (size_t k = 0; k < 2 * FORMATS; k++) {
        const size_t rows = k / FORMATS;
        tacit_ctx *cx = tacit_ctx_new();
        tacit_table *t = few_rows(cx, rows);
        must_write(cx, t, in_format("few", k % FORMATS));
        tacit_table *back = must_read(cx, in_format("few", k % FORMATS));
        assert_int_equal(tacit_table_rows(back), rows);
        if (rows == 1)
            assert_same_table(t, back);
        else
            assert_int_equal(tacit_column_type(tacit_table_column(back, 2)), TACIT_TYPE_DATE);
        tacit_table_free(back);
        tacit_table_free(t);
        tacit_ctx_free(cx);
    }
}

/* Stata keeps texts beyond its fixed width of 2045 bytes by reference. */
static void very_long_texts(void **state)
{
    (void)state;
    for (size_t k = 0; k < FORMATS; k++) {
        tacit_ctx *cx = tacit_ctx_new();
        tacit_table *t = NULL;
        assert_int_equal(tacit_table_new(cx, 4, &t), TACIT_OK);
        const char *const a[] = { longer_text, NULL, "short", longer_text };
        const char *const b[] = { "short", longer_text, NULL, long_text };
        add_texts(cx, t, "a", a, NULL);
        add_texts(cx, t, "b", b, NULL);
        must_write(cx, t, in_format("long", k));
        tacit_table *back = must_read(cx, in_format("long", k));
        assert_same_table(t, back);
        tacit_table_free(back);
        tacit_table_free(t);
        tacit_ctx_free(cx);
    }
}

static void texts_longer_than_the_format(void **state)
{
    (void)state;
    tacit_ctx *cx = tacit_ctx_new();
    char *huge = calloc(1, 40001);
    memset(huge, 'h', 40000);
    const char *const x[] = { huge };
    tacit_table *t = NULL;
    assert_int_equal(tacit_table_new(cx, 1, &t), TACIT_OK);
    add_texts(cx, t, "essay", x, NULL);
    assert_int_equal(write_table(cx, t, file_path("huge.sav")), TACIT_ERR_DATA);
    assert_non_null(strstr(tacit_message(cx), "'essay'"));
    must_write(cx, t, file_path("huge.dta"));
    tacit_table *back = must_read(cx, file_path("huge.dta"));
    assert_same_table(t, back);
    tacit_table_free(back);
    tacit_table_free(t);
    tacit_ctx_free(cx);
    free(huge);
}

static void labels_of_texts(void **state)
{
    (void)state;
    static const tacit_label codes[] = { { "m", "male" }, { "longer than eight", "other" } };
    const tacit_column_notes notes = { .labels = codes, .n_labels = 2 };
    tacit_ctx *cx = tacit_ctx_new();
    tacit_table *t = NULL;
    assert_int_equal(tacit_table_new(cx, 2, &t), TACIT_OK);
    const char *const x[] = { "m", "longer than eight" };
    add_texts(cx, t, "sex", x, &notes);
    must_write(cx, t, file_path("text.sav"));
    assert_int_equal(tacit_warning_count(cx), 0);
    tacit_table *back = must_read(cx, file_path("text.sav"));
    assert_same_notes(tacit_table_column(t, 0), tacit_table_column(back, 0));
    must_write(cx, t, file_path("text.dta"));
    assert_int_equal(tacit_warning_count(cx), 1);
    assert_non_null(strstr(tacit_warning(cx, 0), "cannot hold 2 of the value labels"));
    tacit_table_free(back);
    tacit_table_free(t);
    tacit_ctx_free(cx);
}

static void long_titles_are_cut_between_characters(void **state)
{
    (void)state;
    char title[601];
    for (size_t i = 0; i + 1 < sizeof title; i += 2)
        memcpy(title + i, "ü", 2);
    title[600] = '\0';
    const tacit_column_notes notes = { .title = title };
    const size_t bytes[] = { 160, 252, 252, 254 }; /* 80 characters; 252; 252; 255 */
    for (size_t k = 0; k < FORMATS; k++) {
        tacit_ctx *cx = tacit_ctx_new();
        tacit_table *t = NULL;
        assert_int_equal(tacit_table_new(cx, 1, &t), TACIT_OK);
        const double x[] = { 0.5 };
        add_reals(cx, t, "x", x, 1, &notes);
        must_write(cx, t, in_format("title", k));
        assert_int_equal(tacit_warning_count(cx), 1);
        tacit_table *back = must_read(cx, in_format("title", k));
        assert_int_equal(strlen(tacit_column_notes_of(tacit_table_column(back, 0))->title),
                         bytes[k]);
        tacit_table_free(back);
        tacit_table_free(t);
        tacit_ctx_free(cx);
    }
}

static void numbers_beyond_the_format(void **state)
{
    (void)state;
    tacit_ctx *cx = tacit_ctx_new();
    const int64_t whole[] = { INT64_C(9007199254740993) };
    const double large[] = { 1e80 }, small[] = { 1e-80 };
    tacit_table *t = NULL;
    assert_int_equal(tacit_table_new(cx, 1, &t), TACIT_OK);
    add_integers(cx, t, "id", whole, 1, NULL);
    for (size_t k = 0; k < FORMATS; k++)
        assert_int_equal(write_table(cx, t, in_format("whole", k)), TACIT_ERR_DATA);
    assert_non_null(strstr(tacit_message(cx), "'id'"));
    tacit_table_free(t);
    for (size_t turn = 0; turn < 2; turn++) {
        assert_int_equal(tacit_table_new(cx, 1, &t), TACIT_OK);
        add_reals(cx, t, "x", turn == 0 ? large : small, 1, NULL);
        assert_int_equal(write_table(cx, t, file_path("r.xpt")), TACIT_ERR_DATA);
        must_write(cx, t, file_path("r.sav"));
        tacit_table *back = must_read(cx, file_path("r.sav"));
        assert_same_table(t, back);
        tacit_table_free(back);
        tacit_table_free(t);
    }
    tacit_ctx_free(cx);
}

/* Trailing rows without a single text are the padding of a transport file. */
static void transport_padding(void **state)
{
    (void)state;
    tacit_ctx *cx = tacit_ctx_new();
    const char *const good[] = { NULL, "a", NULL, NULL, "b" }, *const bad[] = { "a", NULL };
    tacit_table *t = NULL, *u = NULL;
    assert_int_equal(tacit_table_new(cx, 5, &t), TACIT_OK);
    add_texts(cx, t, "s", good, NULL);
    must_write(cx, t, file_path("pad.xpt"));
    tacit_table *back = must_read(cx, file_path("pad.xpt"));
    assert_same_table(t, back);
    assert_int_equal(tacit_table_new(cx, 2, &u), TACIT_OK);
    add_texts(cx, u, "s", bad, NULL);
    assert_int_equal(write_table(cx, u, file_path("pad2.xpt")), TACIT_ERR_DATA);
    must_write(cx, u, file_path("pad2.sav"));
    tacit_table_free(back);
    tacit_table_free(t);
    tacit_table_free(u);
    tacit_ctx_free(cx);
}

static long file_bytes(const char *path, char *to, size_t room)
{
    FILE *f = fopen(path, "rb");
    assert_non_null(f);
    const size_t n = fread(to, 1, room, f);
    fclose(f);
    return (long)n;
}

static void same_table_same_bytes_in_any_time_zone(void **state)
{
    (void)state;
    static char a[1 << 17], b[1 << 17];
    for (size_t k = 0; k < FORMATS; k++) {
        tacit_ctx *cx = tacit_ctx_new();
        tacit_table *t = awkward(cx);
        setenv("TZ", "UTC", 1);
        must_write(cx, t, in_format("utc", k));
        setenv("TZ", "FAR-14", 1);
        must_write(cx, t, in_format("far", k));
        unsetenv("TZ");
        const long n = file_bytes(in_format("utc", k), a, sizeof a);
        assert_int_equal(n, file_bytes(in_format("far", k), b, sizeof b));
        assert_memory_equal(a, b, (size_t)n);
        tacit_table_free(t);
        tacit_ctx_free(cx);
    }
}

static void unwritable_and_full(void **state)
{
    (void)state;
    tacit_ctx *cx = tacit_ctx_new();
    tacit_table *t = awkward(cx);
    for (size_t k = 0; k < FORMATS; k++) {
        one_chunk one = { .table = t };
        const tacit_rows rows = { .shape = t, .next = next_chunk, .user = &one };
        assert_int_equal(tacit_engine_readstat.write(cx, &rows, in_format("full", k), "/dev/full"),
                         TACIT_ERR_IO);
        assert_non_null(strstr(tacit_message(cx), "No space left"));
        one.given = false;
        assert_int_equal(
            tacit_engine_readstat.write(cx, &rows, in_format("no", k), file_path("no/such/folder")),
            TACIT_ERR_IO);
    }
    assert_int_equal(write_table(cx, t, file_path("a.sas7bdat")), TACIT_ERR_INPUT);
    assert_non_null(strstr(tacit_message(cx), ".dta, .sav, .zsav and .xpt"));
    tacit_table_free(t);
    tacit_ctx_free(cx);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(round_trips_keep_everything),
        cmocka_unit_test(tables_of_no_or_one_row),
        cmocka_unit_test(very_long_texts),
        cmocka_unit_test(texts_longer_than_the_format),
        cmocka_unit_test(labels_of_texts),
        cmocka_unit_test(long_titles_are_cut_between_characters),
        cmocka_unit_test(numbers_beyond_the_format),
        cmocka_unit_test(transport_padding),
        cmocka_unit_test(same_table_same_bytes_in_any_time_zone),
        cmocka_unit_test(unwritable_and_full),
    };
    return cmocka_run_group_tests_name("readstat", tests, make_texts, remove_folder);
}
