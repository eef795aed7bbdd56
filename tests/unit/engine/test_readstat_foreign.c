/*
 * test_readstat_foreign.c - files as the packages write them, which the driver's own
 * writer never makes: tagged and user-defined missing values, date-times, formats,
 * SAS data sets; and scanning, selecting, grouping and stopping.
 *
 * The files are made with ReadStat's writer.  Epochs by hand: 1960-01-01 is 3653 days
 * (10 * 365 + 3) or 315619200 s before 1970-01-01; SPSS's 1582-10-14 is 141428 days or
 * 12219379200 s before (365 * 387 + 94 leap days + 79 days, Gregorian).
 */
#include "unit/engine/test_readstat_help.h"

#include <dirent.h>
#include <errno.h>
#include <readstat.h>
#include <sys/wait.h>

static ssize_t to_file(const void *bytes, size_t n, void *user)
{
    return (ssize_t)fwrite(bytes, 1, n, (FILE *)user);
}

/* One numeric column "x" with a display format and up to six values; NaN is tagged
 * with 'a' where the format has tags, else system missing. */
typedef struct foreign {
    const char *name, *format;
    readstat_type_t type;
    size_t n;
    double x[6];
    bool user_missing; /* SPSS: values from -9 to -1 are missing */
} foreign;

static readstat_error_t begin(readstat_writer_t *w, const char *name, FILE *f, long n)
{
    if (strstr(name, ".dta") != NULL)
        return readstat_begin_writing_dta(w, f, n);
    if (strstr(name, ".sas7bdat") != NULL)
        return readstat_begin_writing_sas7bdat(w, f, n);
    if (strstr(name, ".xpt") != NULL)
        return readstat_begin_writing_xport(w, f, n);
    return readstat_begin_writing_sav(w, f, n);
}

static void insert(readstat_writer_t *w, const readstat_variable_t *v, const foreign *a, double x)
{
    readstat_error_t error = READSTAT_OK;
    if (isnan(x) && strstr(a->name, ".dta") != NULL)
        error = readstat_insert_tagged_missing_value(w, v, 'a');
    else if (isnan(x))
        error = readstat_insert_missing_value(w, v);
    else if (a->type == READSTAT_TYPE_INT16)
        error = readstat_insert_int16_value(w, v, (int16_t)x);
    else
        error = readstat_insert_double_value(w, v, x);
    assert_int_equal(error, READSTAT_OK);
}

static const char *make(const foreign *a)
{
    const char *path = file_path(a->name);
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    readstat_writer_t *w = readstat_writer_init();
    readstat_set_data_writer(w, to_file);
    readstat_variable_t *v = readstat_add_variable(w, "x", a->type, 0);
    if (a->format != NULL)
        readstat_variable_set_format(v, a->format);
    if (a->user_missing)
        readstat_variable_add_missing_double_range(v, -9.0, -1.0);
    assert_int_equal(begin(w, a->name, f, (long)a->n), READSTAT_OK);
    for (size_t i = 0; i < a->n; i++) {
        assert_int_equal(readstat_begin_row(w), READSTAT_OK);
        insert(w, v, a, a->x[i]);
        assert_int_equal(readstat_end_row(w), READSTAT_OK);
    }
    assert_int_equal(readstat_end_writing(w), READSTAT_OK);
    readstat_writer_free(w);
    fclose(f);
    return path;
}

/* What the column "x" of `a` must become; a NULL text is missing. */
static void expect(const foreign *a, tacit_type type, const char *const *text, const char *warning)
{
    tacit_ctx *cx = tacit_ctx_new();
    tacit_table *t = must_read(cx, make(a));
    const tacit_column *c = tacit_table_column(t, 0);
    assert_int_equal(tacit_column_type(c), type);
    assert_int_equal(tacit_table_rows(t), a->n);
    for (size_t i = 0; i < a->n; i++) {
        char room[32];
        assert_string_equal(tacit_column_text(c, i, room), text[i] == NULL ? "" : text[i]);
        assert_int_equal(tacit_column_is_missing(c, i), text[i] == NULL);
    }
    assert_int_equal(tacit_warning_count(cx), warning == NULL ? 0 : 1);
    if (warning != NULL)
        assert_non_null(strstr(tacit_warning(cx, 0), warning));
    tacit_table_free(t);
    tacit_ctx_free(cx);
}

static void tagged_and_user_missing(void **state)
{
    (void)state;
    const foreign stata = { "tag.dta", NULL, READSTAT_TYPE_INT16, 3, { 5, NAN, NAN }, false };
    expect(&stata, TACIT_TYPE_INTEGER, (const char *const[]){ "5", NULL, NULL }, "2 tagged");
    const foreign spss = { "user.sav", "F8.0", READSTAT_TYPE_DOUBLE, 4, { -9, 3, NAN, -5 }, true };
    expect(&spss, TACIT_TYPE_INTEGER, (const char *const[]){ NULL, "3", NULL, NULL }, "2 tagged");
}

static void dates_of_each_package(void **state)
{
    (void)state;
    const foreign td = { "d.dta", "%tdD_m_Y", READSTAT_TYPE_DOUBLE, 2, { -1, 3653 }, false };
    const foreign old = { "o.dta", "%d", READSTAT_TYPE_INT16, 2, { -1, 3653 }, false };
    const char *const text[] = { "1959-12-31", "1970-01-01" };
    expect(&td, TACIT_TYPE_DATE, text, NULL);
    expect(&old, TACIT_TYPE_DATE, text, NULL);
    const foreign xpt = { "d.xpt", "MMDDYY10", READSTAT_TYPE_DOUBLE, 2, { -1, 3653 }, false };
    const foreign sas = { "d.sas7bdat", "DATE9", READSTAT_TYPE_DOUBLE, 2, { -1, 3653 }, false };
    expect(&xpt, TACIT_TYPE_DATE, text, NULL);
    expect(&sas, TACIT_TYPE_DATE, text, NULL);
    const foreign sav = { "d.sav",
                          "ADATE10",
                          READSTAT_TYPE_DOUBLE,
                          2,
                          { 12219379200.0 - 3654 * 86400.0, 12219379200.0 },
                          false };
    expect(&sav, TACIT_TYPE_DATE, text, NULL);
}

static void date_times_are_seconds(void **state)
{
    (void)state;
    const char *const text[] = { "0.5", "-315619200" };
    const char *const told = "holds date-times";
    const foreign tc = { "t.dta", "%tc", READSTAT_TYPE_DOUBLE, 2, { 315619200500.0, 0 }, false };
    expect(&tc, TACIT_TYPE_REAL, text, told);
    const foreign sas = {
        "t.xpt", "DATETIME20", READSTAT_TYPE_DOUBLE, 2, { 315619200.5, 0 }, false
    };
    expect(&sas, TACIT_TYPE_REAL, text, told);
    const foreign sav = { "t.sav",
                          "DATETIME20",
                          READSTAT_TYPE_DOUBLE,
                          2,
                          { 12219379200.5, 12219379200.0 - 315619200.0 },
                          false };
    expect(&sav, TACIT_TYPE_REAL, text, told);
    const foreign noon = { "n.sav", "DATE11", READSTAT_TYPE_DOUBLE, 1, { 12219379200.0 + 43200 },
                           false };
    expect(&noon, TACIT_TYPE_REAL, (const char *const[]){ "43200" }, told);
}

/* Whole numbers are integers where storage or format say so. */
static void integers_and_reals(void **state)
{
    (void)state;
    const char *const text[] = { "2", "-3" };
    const foreign plain = { "i.dta", NULL, READSTAT_TYPE_DOUBLE, 2, { 2, -3 }, false };
    expect(&plain, TACIT_TYPE_REAL, text, NULL);
    const foreign fixed = { "f.dta", "%9.0f", READSTAT_TYPE_DOUBLE, 2, { 2, -3 }, false };
    expect(&fixed, TACIT_TYPE_INTEGER, text, NULL);
    const foreign f2 = { "i.sav", "F8.2", READSTAT_TYPE_DOUBLE, 2, { 2, -3 }, false };
    expect(&f2, TACIT_TYPE_REAL, text, NULL);
    const foreign f0 = { "j.sav", "F8.0", READSTAT_TYPE_DOUBLE, 2, { 2, -2.5 }, false };
    expect(&f0, TACIT_TYPE_REAL, (const char *const[]){ "2", "-2.5" }, NULL);
    const foreign sas = { "i.sas7bdat", NULL, READSTAT_TYPE_DOUBLE, 2, { 2, -3 }, false };
    expect(&sas, TACIT_TYPE_INTEGER, text, NULL);
    const foreign strange = { "s.sav", NULL, READSTAT_TYPE_DOUBLE, 2, { 2.5, INFINITY }, false };
    expect(&strange, TACIT_TYPE_REAL, (const char *const[]){ "2.5", NULL },
           "1 values that are not");
}

/* A transport file states no character set: what is not UTF-8 is Windows-1252. */
static void texts_of_another_character_set(void **state)
{
    (void)state;
    tacit_ctx *cx = tacit_ctx_new();
    tacit_table *t = NULL;
    FILE *f = fopen(file_path("latin.xpt"), "wb");
    assert_non_null(f);
    readstat_writer_t *w = readstat_writer_init();
    readstat_set_data_writer(w, to_file);
    readstat_variable_t *v = readstat_add_variable(w, "town", READSTAT_TYPE_STRING, 8);
    readstat_variable_set_label(v, "Gr\xf6\xdf"
                                   "e");
    assert_int_equal(readstat_begin_writing_xport(w, f, 1), READSTAT_OK);
    assert_int_equal(readstat_begin_row(w), READSTAT_OK);
    assert_int_equal(readstat_insert_string_value(w, v, "Z\xfcrich \x80"), READSTAT_OK);
    assert_int_equal(readstat_end_row(w), READSTAT_OK);
    assert_int_equal(readstat_end_writing(w), READSTAT_OK);
    readstat_writer_free(w);
    fclose(f);
    t = must_read(cx, file_path("latin.xpt"));
    char room[32];
    assert_string_equal(tacit_column_text(tacit_table_column(t, 0), 0, room), "Zürich €");
    assert_int_equal(tacit_warning_count(cx), 1);
    assert_non_null(strstr(tacit_warning(cx, 0), "1 texts that are not UTF-8"));
    assert_string_equal(tacit_column_notes_of(tacit_table_column(t, 0))->title, "Größe");
    tacit_table_free(t);
    tacit_ctx_free(cx);
}

/* ---- scanning ---- */

/* 10 000 rows: id = 0, 1, ...; group "a" ... "e" by id; w = id / 4, missing if 3 | id. */
static const char *big_file(tacit_ctx *cx)
{
    enum { ROWS = 10000 };
    tacit_table *t = NULL;
    assert_int_equal(tacit_table_new(cx, ROWS, &t), TACIT_OK);
    tacit_builder *id = start(cx, "id", TACIT_TYPE_INTEGER, NULL);
    tacit_builder *g = start(cx, "g", TACIT_TYPE_CATEGORY, NULL);
    tacit_builder *w = start(cx, "w", TACIT_TYPE_REAL, NULL);
    for (int64_t i = 0; i < ROWS; i++) {
        const double quarter = (double)i / 4.0;
        const char letter = (char)('a' + i % 5);
        assert_int_equal(tacit_builder_integers(cx, id, &i, NULL, 1), TACIT_OK);
        assert_int_equal(tacit_builder_text(cx, g, &letter, 1), TACIT_OK);
        assert_int_equal(i % 3 == 0 ? tacit_builder_missing(cx, w)
                                    : tacit_builder_reals(cx, w, &quarter, NULL, 1),
                         TACIT_OK);
    }
    finish(cx, id, t);
    finish(cx, g, t);
    finish(cx, w, t);
    must_write(cx, t, file_path("big.dta"));
    tacit_table_free(t);
    return file_path("big.dta");
}

typedef struct seen {
    size_t chunks, rows;
    int64_t sum;
} seen;

static tacit_status count_chunk(tacit_ctx *cx, void *user, const tacit_table *chunk)
{
    (void)cx;
    seen *s = user;
    assert_string_equal(tacit_column_name(tacit_table_column(chunk, 0)), "w");
    assert_string_equal(tacit_column_name(tacit_table_column(chunk, 1)), "id");
    for (size_t i = 0; i < tacit_table_rows(chunk); i++) {
        const int64_t id = tacit_column_integers(tacit_table_column(chunk, 1))[i];
        assert_int_equal(id, (int64_t)(s->rows + i)); /* in the source's order */
        s->sum += id;
    }
    s->chunks++;
    s->rows += tacit_table_rows(chunk);
    return TACIT_OK;
}

static void scan_selects_and_keeps_the_order(void **state)
{
    (void)state;
    tacit_ctx *cx = tacit_ctx_new();
    const tacit_source source = { .uri = big_file(cx) };
    tacit_data *data = NULL;
    assert_int_equal(tacit_engine_readstat.open(cx, &source, &data), TACIT_OK);
    assert_int_equal(data->schema.n, 3);
    assert_int_equal(data->schema.field[1].type, TACIT_TYPE_CATEGORY);
    const size_t at[] = { 2, 0 };
    const tacit_select wanted = { .n = 2, .at = at };
    seen s = { 0 };
    const tacit_sink sink = { .take = count_chunk, .user = &s };
    assert_int_equal(tacit_engine_readstat.scan(cx, data, &wanted, &sink), TACIT_OK);
    assert_int_equal(s.rows, 10000);
    assert_int_equal(s.sum, 49995000); /* 9999 * 10000 / 2 */
    assert_true(s.chunks > 1);
    const tacit_select none = { 0, NULL };
    tacit_table *t = NULL;
    assert_int_equal(tacit_engine_readstat.load(cx, data, &none, &t), TACIT_OK);
    assert_int_equal(tacit_table_rows(t), 10000);
    tacit_table_free(t);
    tacit_engine_readstat.close(data);
    tacit_ctx_free(cx);
}

static void group_counts_add_up(void **state)
{
    (void)state;
    tacit_ctx *cx = tacit_ctx_new();
    const tacit_source source = { .uri = big_file(cx) };
    tacit_data *data = NULL;
    assert_int_equal(tacit_engine_readstat.open(cx, &source, &data), TACIT_OK);
    const size_t at[] = { 1 };
    const tacit_select keys = { .n = 1, .at = at };
    tacit_table *t = NULL;
    assert_int_equal(tacit_engine_readstat.group(cx, data, &keys, 2, &t), TACIT_OK);
    assert_int_equal(tacit_table_columns(t), 3);
    const tacit_column *count = tacit_table_column(t, tacit_table_find(t, TACIT_COUNT));
    const tacit_column *weight = tacit_table_column(t, tacit_table_find(t, TACIT_WEIGHT));
    assert_int_equal(tacit_column_type(weight), TACIT_TYPE_REAL);
    assert_int_equal(tacit_column_missing(weight), 3334); /* 0, 3, ..., 9999 */
    int64_t n = 0;
    for (size_t i = 0; i < tacit_table_rows(t); i++)
        n += tacit_column_integers(count)[i];
    assert_int_equal(n, 10000);
    tacit_table_free(t);
    assert_int_equal(tacit_engine_readstat.group(cx, data, &keys, 1, &t), TACIT_ERR_INPUT);
    tacit_engine_readstat.close(data);
    tacit_ctx_free(cx);
}

static size_t open_descriptors(void)
{
    size_t n = 0;
    DIR *d = opendir("/proc/self/fd");
    assert_non_null(d);
    while (readdir(d) != NULL)
        n++;
    closedir(d);
    return n;
}

static tacit_status refuse(tacit_ctx *cx, void *user, const tacit_table *chunk)
{
    (void)chunk;
    if (user != NULL)
        tacit_cancel(cx);
    return user == NULL ? tacit_fail(cx, TACIT_ERR_INPUT, "No.") : TACIT_OK;
}

/* However a scan ends, no child and no descriptor is left. */
static void stopping_leaves_nothing_behind(void **state)
{
    (void)state;
    const size_t before = open_descriptors();
    for (int turn = 0; turn < 3; turn++) {
        tacit_ctx *cx = tacit_ctx_new();
        const tacit_source source = { .uri = big_file(cx) };
        tacit_data *data = NULL;
        const tacit_sink sink = { .take = refuse, .user = turn == 0 ? NULL : cx };
        if (turn == 2)
            tacit_cancel(cx);
        const tacit_status status = tacit_engine_readstat.open(cx, &source, &data);
        assert_true(status == TACIT_OK || (turn == 2 && status == TACIT_ERR_CANCELLED));
        if (status == TACIT_OK)
            assert_int_equal(tacit_engine_readstat.scan(cx, data, NULL, &sink),
                             turn == 0 ? TACIT_ERR_INPUT : TACIT_ERR_CANCELLED);
        if (status == TACIT_OK)
            tacit_engine_readstat.close(data);
        assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
        assert_int_equal(errno, ECHILD);
        tacit_ctx_free(cx);
    }
    assert_int_equal(open_descriptors(), before);
}

static void names_of_each_format(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        bool dta, sav, xpt;
    } cases[] = {
        { "x_1", true, true, true },
        { "1x", false, false, false },
        { "a b", false, false, false },
        { "größe", false, true, false },
        { "a.b", false, true, false },
        { "a.", false, false, false },
        { "with", false, false, true },
        { "str9", false, true, true },
        { "strings", true, true, true },
        { "abcdefghijklmnopqrstuvwxyz_123456", false, true, false }, /* 33 */
        { "abcdefghijklmnopqrstuvwxyz_12345", true, true, true },    /* 32 */
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        tacit_ctx *cx = tacit_ctx_new();
        tacit_table *t = NULL;
        const double x[] = { 0.5 };
        assert_int_equal(tacit_table_new(cx, 1, &t), TACIT_OK);
        add_reals(cx, t, cases[i].name, x, 1, NULL);
        const char *const ending[] = { "n.dta", "n.sav", "n.xpt" };
        const bool good[] = { cases[i].dta, cases[i].sav, cases[i].xpt };
        for (size_t k = 0; k < 3; k++) {
            const tacit_status status = write_table(cx, t, file_path(ending[k]));
            assert_int_equal(status, good[k] ? TACIT_OK : TACIT_ERR_INPUT);
            if (status != TACIT_OK) {
                assert_non_null(strstr(tacit_message(cx), cases[i].name));
                continue;
            }
            tacit_table *back = must_read(cx, file_path(ending[k]));
            assert_same_table(t, back);
            tacit_table_free(back);
        }
        tacit_table_free(t);
        tacit_ctx_free(cx);
    }
}

static void names_that_differ_in_case(void **state)
{
    (void)state;
    tacit_ctx *cx = tacit_ctx_new();
    tacit_table *t = NULL;
    const double x[] = { 0.5 };
    assert_int_equal(tacit_table_new(cx, 1, &t), TACIT_OK);
    add_reals(cx, t, "age", x, 1, NULL);
    add_reals(cx, t, "Age", x, 1, NULL);
    must_write(cx, t, file_path("case.dta"));
    assert_int_equal(write_table(cx, t, file_path("case.sav")), TACIT_ERR_INPUT);
    assert_int_equal(write_table(cx, t, file_path("case.xpt")), TACIT_ERR_INPUT);
    assert_non_null(strstr(tacit_message(cx), "'Age'"));
    tacit_table_free(t);
    tacit_ctx_free(cx);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tagged_and_user_missing),
        cmocka_unit_test(dates_of_each_package),
        cmocka_unit_test(date_times_are_seconds),
        cmocka_unit_test(integers_and_reals),
        cmocka_unit_test(texts_of_another_character_set),
        cmocka_unit_test(scan_selects_and_keeps_the_order),
        cmocka_unit_test(group_counts_add_up),
        cmocka_unit_test(stopping_leaves_nothing_behind),
        cmocka_unit_test(names_of_each_format),
        cmocka_unit_test(names_that_differ_in_case),
    };
    return cmocka_run_group_tests_name("readstat_foreign", tests, NULL, remove_folder);
}
