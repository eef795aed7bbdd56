/*
 * test_csv.c - plain text files by ourselves and by DuckDB: the same cells, the same bytes.
 *
 * Small files are made by chance from pieces that are likely to be read in
 * different ways: quotes, line ends, missing values, numbers in odd spellings, bytes that are
 * no text.  By its name the file is read by ourselves if it is plain.
 * Either both load the same table, or both refuse.
 */
#include "support/data.h"

#include <math.h>

#include "base/rng.h"
#include "engine/csv/file.h"
#include "engine/csv/write.h"
#include "engine/csv_rules.h"
#include "engine/duckdb/data.h"

enum { FILES = 60, TABLES = 25, MOST_BYTES = 1 << 22 };

/* A file in the making. */
typedef struct draft {
    char bytes[MOST_BYTES];
    size_t n;
    tacit_rng rng;
} draft;

static size_t below(draft *d, size_t n)
{
    return (size_t)tacit_rng_below(&d->rng, n);
}

static void add(draft *d, const char *text, size_t n)
{
    assert_true(d->n + n < MOST_BYTES);
    memcpy(d->bytes + d->n, text, n);
    d->n += n;
}

static void add_text(draft *d, const char *text)
{
    add(d, text, strlen(text));
}

#define PICK(d, list) (list)[below(d, sizeof(list) / sizeof(list)[0])]

static const char *const USUAL[] = { "a",
                                     "b",
                                     "abc",
                                     "Never-married",
                                     "Married-civ-spouse",
                                     "a text of more than thirty-two bytes in one cell" };
static const char *const WHOLE[] = { "0", "1", "-7", "42", "123456789012345678", "", "NA", "39" };
static const char *const REAL[] = { "0.5", "-1.25", "3",  "1e3",  "",    "2.50", ".5",
                                    "5.",  "+1",    "-0", "1E-5", "100", "NA",   "123456.789" };
static const char *const DATE[] = { "2000-02-29", "1999-12-31", "", "0001-01-01", "9999-12-31" };
static const char *const ODD[] = { "",
                                   " ",
                                   "NA ",
                                   "007",
                                   "00.5",
                                   "1e400",
                                   "1e-400",
                                   "nan",
                                   "inf",
                                   "0x10",
                                   "1_000",
                                   " 5",
                                   "5 ",
                                   "2000-02-30",
                                   "\"\"",
                                   "\"NA\"",
                                   "\"5\"",
                                   "\"a\"\"b\"",
                                   "\"a,b\"",
                                   "\"a\nb\"",
                                   "\"a;b\"",
                                   "\xC3\xA9",
                                   "\xE2\x82\xAC",
                                   "'a'",
                                   "#",
                                   "\\",
                                   "\"\"\"\"",
                                   "-",
                                   "1234567890123456",
                                   "true",
                                   "\"1.5\"",
                                   "\t" };
static const char *const BROKEN[] = {
    "a\"b", "\"a\"b", "\"a",   "\xFF",   "\r",     "\"a\r\nb\"",
    "a\rb", "a,b",    "\"\"a", "\"a\" ", " \"a\"", "\xED\xA0\x80"
};

/* How the cells of a column are drawn. */
typedef struct manner {
    const char *const *from;
    size_t n, odd; /* odd: one cell in so many is odd; 0 none */
    bool quoted;
} manner;

static manner draw_manner(draft *d)
{
    static const struct {
        const char *const *from;
        size_t n;
    } kinds[] = { { USUAL, 6 }, { WHOLE, 8 }, { REAL, 14 }, { DATE, 5 } };
    const size_t k = below(d, 4), odd = below(d, 3);
    return (manner){ .from = kinds[k].from,
                     .n = kinds[k].n,
                     .odd = odd == 0   ? 0
                            : odd == 1 ? 40
                                       : 3,
                     .quoted = below(d, 6) == 0 };
}

static void draw_cell(draft *d, const manner *m, bool broken)
{
    if (broken && below(d, 20) == 0) {
        add_text(d, PICK(d, BROKEN));
    } else if (m->odd > 0 && below(d, m->odd) == 0) {
        add_text(d, PICK(d, ODD));
    } else {
        add_text(d, m->quoted ? "\"" : "");
        add_text(d, m->from[below(d, m->n)]);
        add_text(d, m->quoted ? "\"" : "");
    }
}

/* Lines of a file with the delimiter and the end that it mostly has. */
static void add_lines(draft *d, size_t columns, size_t rows, const char *delimiter)
{
    static const char *const ends[] = { "\n", "\n", "\n", "\r\n", "\r" };
    const char *end = PICK(d, ends);
    const bool broken = below(d, 4) == 0;
    manner m[8];
    for (size_t j = 0; j < columns; j++)
        m[j] = draw_manner(d);
    for (size_t j = 0; j < columns; j++) {
        const char name[] = { (char)('p' + j), '\0' };
        add_text(d, j > 0 ? delimiter : "");
        add_text(d, below(d, 30) == 0 ? "\"q, x\"" : below(d, 30) == 0 ? "" : name);
    }
    for (size_t i = 0; i < rows; i++) {
        add_text(d, broken && below(d, 10) == 0 ? "\n" : end);
        const size_t n = broken && below(d, 10) == 0 ? below(d, 4) : columns;
        for (size_t j = 0; j < n; j++) {
            add_text(d, j > 0 ? delimiter : "");
            draw_cell(d, &m[j < columns ? j : 0], broken);
        }
    }
    if (below(d, 3) > 0)
        add_text(d, end);
}

static void draw_file(draft *d)
{
    static const char *const delimiters[] = { ",", ",", ";", "\t", "|" };
    d->n = 0;
    if (below(d, 10) == 0)
        add_text(d, "\xEF\xBB\xBF");
    const size_t columns = 1 + below(d, 4), rows = below(d, 30);
    add_lines(d, columns, rows, PICK(d, delimiters));
    if (below(d, 20) == 0)
        d->bytes[below(d, d->n + 1)] = "\n\r\",;\0\x80"[below(d, 7)];
}

static void assert_same_cells(const tacit_column *a, const tacit_column *b)
{
    assert_string_equal(tacit_column_name(a), tacit_column_name(b));
    assert_int_equal(tacit_column_type(a), tacit_column_type(b));
    assert_int_equal(tacit_column_missing(a), tacit_column_missing(b));
    if (tacit_column_type(a) == TACIT_TYPE_CATEGORY)
        assert_int_equal(tacit_dict_size(tacit_column_dict(a)),
                         tacit_dict_size(tacit_column_dict(b)));
    for (size_t i = 0; i < tacit_column_length(a); i++) {
        char x[32], y[32];
        assert_int_equal(tacit_column_is_missing(a, i), tacit_column_is_missing(b, i));
        assert_string_equal(tacit_column_text(a, i, x), tacit_column_text(b, i, y));
        if (tacit_column_type(a) == TACIT_TYPE_CATEGORY)
            assert_int_equal(tacit_column_codes(a)[i], tacit_column_codes(b)[i]);
    }
}

static void assert_same_table(const tacit_table *a, const tacit_table *b)
{
    assert_int_equal(tacit_table_columns(a), tacit_table_columns(b));
    assert_int_equal(tacit_table_rows(a), tacit_table_rows(b));
    for (size_t j = 0; j < tacit_table_columns(a); j++)
        assert_same_cells(tacit_table_column(a, j), tacit_table_column(b, j));
}

/* Load the file by DuckDB, plain or not. */
static tacit_status load_by_duckdb(tacit_ctx *cx, const tacit_source *source, tacit_table **out)
{
    tacit_data *data = NULL;
    tacit_status status = tacit_engine_duckdb.open(cx, source, &data);
    if (status == TACIT_OK)
        status = tacit_data_load(cx, data, NULL, out);
    tacit_data_close(data);
    return status;
}

/* Load the file by ourselves and by DuckDB; whether it was a plain one to the end. */
static bool check_file(place *p, const draft *d, const tacit_args *args)
{
    tacit_table *own = NULL, *duck = NULL, *any = NULL;
    tacit_csv_file file;
    bool plain = false;
    char path[PATH_BYTES];
    put_bytes(p, "a.csv", d->bytes, d->n);
    const tacit_source source = { .uri = path_of(p, "a.csv", path), .args = args };
    tacit_status status = tacit_csv_file_open(p->cx, &source, &file, &plain);
    if (plain)
        status = tacit_csv_file_read(p->cx, &file, NULL, &own, &plain);
    assert_true(status == TACIT_OK || status == TACIT_ERR_DATA);
    tacit_csv_file_close(&file);

    const tacit_status by_name = try_load(p, "a.csv", args, &any);
    assert_int_equal(by_name, load_by_duckdb(p->cx, &source, &duck));
    assert_true(by_name == TACIT_OK || !plain);
    if (by_name == TACIT_OK)
        assert_same_table(any, duck);
    if (plain)
        assert_same_table(own, duck);
    tacit_table_free(own);
    tacit_table_free(duck);
    tacit_table_free(any);
    return plain;
}

static void test_files(void **state)
{
    place *p = *state;
    static draft d;
    size_t plain = 0;
    d.rng = tacit_rng_seed(1);
    for (size_t i = 0; i < FILES; i++) {
        draw_file(&d);
        plain += check_file(p, &d, NULL);
    }
    assert_true(plain > FILES / 4); /* else little is tested */
}

/* Small files with options. */
static void test_options(void **state)
{
    place *p = *state;
    static draft d;
    static const char *const missing[] = { "", "a", "42" }, *const some[] = { "abc" };
    static const char *const texts[] = { "p", "q" };
    d.rng = tacit_rng_seed(3);
    for (size_t i = 0; i < FILES / 2; i++) {
        options o;
        preset(&o);
        draw_file(&d);
        if (below(&d, 2) == 0)
            set_option(&o, TACIT_SOURCE_DELIMITER, below(&d, 2) == 0 ? ";" : ",");
        if (below(&d, 2) == 0)
            set_option(&o, TACIT_SOURCE_DECIMAL, below(&d, 2) == 0 ? "," : ".");
        if (below(&d, 3) == 0)
            o.at[TACIT_SOURCE_MISSING] =
                below(&d, 3) == 0 ? (tacit_value){ .given = true, .texts = some, .n = 1 }
                                  : (tacit_value){ .given = true, .texts = missing, .n = 3 };
        if (below(&d, 3) == 0)
            o.at[TACIT_SOURCE_HEADER] = (tacit_value){ .given = true, .number = 0.0 };
        if (below(&d, 3) == 0)
            o.at[TACIT_SOURCE_TEXT] = (tacit_value){ .given = true, .texts = texts, .n = 2 };
        check_file(p, &d, &o.args);
    }
}

/* A file of many blocks, with columns of many different numbers; `odd` is the last cell of
 * column `at`. */
static void draw_large(draft *d, size_t rows, size_t at, const char *odd)
{
    static const char *const ends[] = { "\n", "\r\n" };
    const char *end = PICK(d, ends);
    d->n = 0;
    add_text(d, "id,x,code,text,note");
    add_text(d, end);
    for (size_t i = 0; i < rows; i++) {
        char cell[5][64];
        snprintf(cell[0], sizeof cell[0], "%zu", i * 7);
        snprintf(cell[1], sizeof cell[1], "%.*f", (int)below(d, 9), tacit_rng_uniform(&d->rng));
        snprintf(cell[2], sizeof cell[2], "%zu", 1 + below(d, 90));
        snprintf(cell[3], sizeof cell[3], "%s", USUAL[below(d, 6)]);
        snprintf(cell[4], sizeof cell[4], "\"%s \"\"%zu\"\",\n\"", USUAL[below(d, 5)],
                 below(d, 99));
        if (i + 1 == rows)
            snprintf(cell[at], sizeof cell[at], "%s", odd);
        for (size_t j = 0; j < 5; j++) {
            add_text(d, j > 0 ? "," : "");
            add_text(d, below(d, 50) == 0 ? "" : cell[j]);
        }
        add_text(d, end);
    }
}

/* Files of many blocks: what the last row changes, and what it breaks. */
static void test_large(void **state)
{
    place *p = *state;
    static draft d;
    static const struct {
        size_t at;
        const char *odd;
        bool foreign;
    } last[] = {
        { 0, "35", false },       { 0, "1.5", false },
        { 0, "007", false },      { 1, "x", false },
        { 1, "1e3", false },      { 2, "007", false },
        { 2, "1.5", false },      { 4, "", false },
        { 1, "NA", false },       { 4, "a,b", true },
        { 3, "\"", true },        { 3, "\xFF", true },
        { 3, "\xC3\xA9", false }, { 0, "1234567890123456", false },
    };
    d.rng = tacit_rng_seed(4);
    for (size_t i = 0; i < sizeof last / sizeof last[0]; i++) {
        draw_large(&d, 30000 + below(&d, 10000), last[i].at, last[i].odd);
        assert_int_equal(check_file(p, &d, NULL), !last[i].foreign);
    }
}

/* ---- writing ---- */

static double draw_real(draft *d)
{
    uint64_t bits = tacit_rng_bits(&d->rng);
    double x = 0.0;
    switch (below(d, 5)) {
    case 0:
        memcpy(&x, &bits, sizeof x); /* any double */
        return isfinite(x) ? x : 0.0;
    case 1:
        return (double)((int64_t)below(d, 2000001) - 1000000) / 100.0;
    case 2:
        return (double)below(d, 1000000) * pow(10.0, (double)below(d, 40) - 20.0);
    case 3:
        return (below(d, 2) == 0 ? -1.0 : 1.0) * tacit_rng_uniform(&d->rng);
    default:
        return (double)(bits >> below(d, 64));
    }
}

static void draw_value(tacit_ctx *cx, draft *d, tacit_type type, tacit_builder *b)
{
    const int64_t whole = (int64_t)(tacit_rng_bits(&d->rng) >> below(d, 64));
    static const int32_t ends[] = { INT32_MAX, -INT32_MAX, -719162, -719163, 0, 2932897 };
    const int32_t day = below(d, 9) == 0   ? PICK(d, ends)
                        : below(d, 9) == 0 ? (int32_t)(below(d, UINT32_MAX) % INT32_MAX) - (1 << 30)
                                           : (int32_t)below(d, 40000);
    const double real = draw_real(d);
    const char *text = below(d, 4) == 0 ? PICK(d, ODD) : below(d, 9) == 0 ? "" : PICK(d, USUAL);
    if (below(d, 5) == 0)
        assert_ok(cx, tacit_builder_missing(cx, b));
    else if (type == TACIT_TYPE_INTEGER)
        assert_ok(cx, tacit_builder_integers(cx, b, &whole, NULL, 1));
    else if (type == TACIT_TYPE_REAL)
        assert_ok(cx, tacit_builder_reals(cx, b, &real, NULL, 1));
    else if (type == TACIT_TYPE_DATE)
        assert_ok(cx, tacit_builder_dates(cx, b, &day, NULL, 1));
    else
        assert_ok(cx, tacit_builder_text(cx, b, text, strlen(text)));
}

static tacit_table *draw_table(tacit_ctx *cx, draft *d)
{
    static const tacit_type types[] = { TACIT_TYPE_INTEGER, TACIT_TYPE_REAL, TACIT_TYPE_CATEGORY,
                                        TACIT_TYPE_DATE };
    static const char *const names[] = { "a", "b c", "d,e", "f\"g", "h\ti", "NA", "j\nk" };
    const size_t rows = below(d, 60), columns = 1 + below(d, 7), first = below(d, 7);
    tacit_table *t = NULL;
    assert_ok(cx, tacit_table_new(cx, rows, &t));
    for (size_t j = 0; j < columns; j++) {
        const tacit_type type = PICK(d, types);
        tacit_builder *b = NULL;
        tacit_column *c = NULL;
        assert_ok(cx, tacit_builder_new(cx, names[(first + j) % 7], type, 0, &b));
        for (size_t i = 0; i < rows; i++)
            draw_value(cx, d, type, b);
        assert_ok(cx, tacit_builder_finish(cx, b, &c));
        assert_ok(cx, tacit_table_add(cx, t, c));
    }
    return t;
}

/* Gives out one table, once. */
static tacit_status next_once(tacit_ctx *cx, void *user, tacit_table **chunk)
{
    const tacit_table **table = user;
    *chunk = NULL;
    if (*table == NULL)
        return TACIT_OK;
    TACIT_TRY(tacit_table_copy(cx, *table, chunk));
    *table = NULL;
    return TACIT_OK;
}

/* Rows as a text file that DuckDB writes, by way of Parquet. */
static void write_by_duckdb(place *p, const tacit_rows *rows, const char *path)
{
    char between[PATH_BYTES], sql[3 * PATH_BYTES];
    tacit_duckdb d = { 0 };
    path_of(p, "a.parquet", between);
    assert_ok(p->cx, tacit_duck_write(p->cx, rows, between, between));
    snprintf(sql, sizeof sql, "COPY (FROM '%s') TO '%s' (FORMAT csv, HEADER, DELIMITER E'%s')",
             between, path, tacit_name_ends(path, ".tsv") ? "\\t" : ",");
    assert_ok(p->cx, tacit_duckdb_open(p->cx, 0, &d));
    assert_ok(p->cx, tacit_duckdb_run(p->cx, &d, sql, path));
    tacit_duckdb_close(&d);
}

static char *written_by(place *p, const tacit_table *t, const char *name, bool own, size_t *n)
{
    char path[PATH_BYTES];
    const tacit_table *left = t;
    const tacit_rows rows = { .shape = t, .next = next_once, .user = &left };
    path_of(p, name, path);
    if (own)
        assert_ok(p->cx, tacit_csv_write(p->cx, &rows, path, path));
    else
        write_by_duckdb(p, &rows, path);
    FILE *f = fopen(path, "rb");
    assert_non_null(f);
    char *bytes = malloc(MOST_BYTES);
    assert_non_null(bytes);
    *n = fread(bytes, 1, MOST_BYTES, f);
    assert_true(*n < MOST_BYTES);
    fclose(f);
    return bytes;
}

static void test_writing(void **state)
{
    place *p = *state;
    static draft d;
    d.rng = tacit_rng_seed(2);
    for (size_t i = 0; i < TABLES; i++) {
        const char *name = below(&d, 3) == 0 ? "a.tsv" : "a.csv";
        size_t n = 0, m = 0;
        tacit_table *t = draw_table(p->cx, &d);
        char *own = written_by(p, t, name, true, &n), *duck = written_by(p, t, name, false, &m);
        own[n] = duck[m] = '\0';
        assert_string_equal(own, duck);
        assert_int_equal(n, m);
        free(own);
        free(duck);
        tacit_table_free(t);
    }
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_place(test_writing),
        with_place(test_files),
        with_place(test_options),
        with_place(test_large),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
