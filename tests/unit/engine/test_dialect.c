/*
 * test_dialect.c - text files are written as the file that they come from is spelled.
 */
#include "support/data.h"

#include <stdio.h>
#include <string.h>

#include "engine/csv/write.h"
#include "engine/dialect.h"

/* The dialect of a file of these bytes, for a release of the name `target`. */
static tacit_dialect dialect_of(place *p, const char *name, const char *text, const char *target,
                                const tacit_args *args)
{
    char path[PATH_BYTES];
    tacit_dialect d;
    put_text(p, name, text);
    const tacit_source source = { .uri = path_of(p, name, path), .args = args };
    assert_true(tacit_dialect_plain(target, &d));
    assert_ok(p->cx, tacit_dialect_follow(p->cx, &source, target, &d));
    return d;
}

static void test_found(void **state)
{
    place *p = *state;
    options o;
    tacit_dialect d = dialect_of(p, "a.csv", "a;b\r\n1,5;x\r\n7;y\r\n", "b.csv",
                                 &set_option(preset(&o), TACIT_SOURCE_DECIMAL, ",")->args);
    assert_int_equal(d.delimiter, ';');
    assert_int_equal(d.decimal, ',');
    assert_true(d.crlf && d.whole && d.header && !d.mark);
    assert_int_equal(d.quoting, TACIT_QUOTE_NEEDED);
    d = dialect_of(p, "a.csv", "\xEF\xBB\xBF\"a\",\"b\"\n1.0,\"x\"\nNA,\"\"\n", "b.csv", NULL);
    assert_int_equal(d.quoting, TACIT_QUOTE_TEXT);
    assert_true(d.mark && !d.crlf && !d.whole);
    d = dialect_of(p, "a.csv", "\"a\",\"b\"\n\"1\",\"x\"\n", "b.csv", NULL);
    assert_int_equal(d.quoting, TACIT_QUOTE_ALL);
    d = dialect_of(p, "a.csv", "a;\"b;c\"\n1;x\n", "b.csv", NULL);
    assert_int_equal(d.quoting, TACIT_QUOTE_NEEDED);
}

/* Names say that tabs are between fields, on either side. */
static void test_names(void **state)
{
    place *p = *state;
    tacit_dialect d;
    assert_int_equal(dialect_of(p, "a.csv", "a;b\n1;2\n", "b.tsv", NULL).delimiter, '\t');
    assert_int_equal(dialect_of(p, "a.tsv", "a\tb\n1\t2\n", "b.csv", NULL).delimiter, ',');
    assert_int_equal(dialect_of(p, "a.csv", "a\tb\n1\t2\n", "b.csv", NULL).delimiter, '\t');
    assert_false(tacit_dialect_plain("b.parquet", &d));
}

/* What the file `name` holds once `columns` with `rows` were written to it. */
static const char *written(place *p, const tacit_dialect *d, const char *name, char out[PATH_BYTES])
{
    char path[PATH_BYTES];
    tacit_table *t = table_of(p->cx, "a b:c,n:i,x:r", "x,1,2.5\n,2,3\ny;z,,-1000000\n");
    path_of(p, name, path);
    assert_ok(p->cx, tacit_write_table_in(p->cx, t, d, path, path));
    tacit_table_free(t);
    return get_text(p, name, out, PATH_BYTES);
}

static void test_written(void **state)
{
    place *p = *state;
    char text[PATH_BYTES];
    tacit_dialect d = {
        .delimiter = ';', .decimal = ',', .header = true, .crlf = true, .whole = true
    };
    assert_string_equal(written(p, &d, "a.csv", text),
                        "a b;n;x\r\nx;1;2,5\r\n;2;3\r\n\"y;z\";;-1000000\r\n");
    d = (tacit_dialect){
        .delimiter = ',', .decimal = ',', .mark = true, .quoting = TACIT_QUOTE_TEXT
    };
    assert_string_equal(written(p, &d, "a.csv", text),
                        "\xEF\xBB\xBF\"x\",1,\"2,5\"\n,2,\"3,0\"\n\"y;z\",,\"-1000000,0\"\n");
    d = (tacit_dialect){ .delimiter = ',', .decimal = '.', .quoting = TACIT_QUOTE_ALL };
    assert_string_equal(written(p, &d, "a.csv", text),
                        "\"x\",\"1\",\"2.5\"\n,\"2\",\"3.0\"\n\"y;z\",,\"-1000000.0\"\n");
    assert_string_equal(written(p, NULL, "a.tsv", text),
                        "a b\tn\tx\nx\t1\t2.5\n\t2\t3.0\ny;z\t\t-1000000.0\n");
}

static tacit_status write_text(place *p, const char *bytes, const tacit_dialect *d)
{
    char path[PATH_BYTES];
    tacit_table *t = table_of(p->cx, "a:c", bytes);
    path_of(p, "e.csv", path);
    const tacit_status status = tacit_write_table_in(p->cx, t, d, path, path);
    tacit_table_free(t);
    return status;
}

static void test_encodings(void **state)
{
    place *p = *state;
    char text[PATH_BYTES];
    tacit_dialect d = { .delimiter = ',', .decimal = '.', .encoding = TACIT_ENCODING_LATIN1 };
    assert_ok(p->cx, write_text(p, "\xC3\xB6\n", &d)); /* o with two dots */
    assert_string_equal(get_text(p, "e.csv", text, sizeof text), "\xF6\n");
    assert_fails(p->cx, write_text(p, "\xE2\x82\xAC\n", &d), TACIT_ERR_DATA, "Latin-1 lacks");
    d.encoding = TACIT_ENCODING_UTF16;
    assert_ok(p->cx, write_text(p, "\xF0\x9F\x98\x80\n", &d)); /* U+1F600: D83D DE00 */
    get_text(p, "e.csv", text, sizeof text);
    assert_memory_equal(text, "\xFF\xFE\x3D\xD8\x00\xDE\x0A\x00", 8);
}

/* What a file of these bytes is taken for, with `n` letters before them. */
static tacit_encoding guessed(place *p, size_t n, const char *bytes)
{
    static char text[40000];
    char path[PATH_BYTES];
    const tacit_source source = { .uri = path_of(p, "g.csv", path) };
    memset(text, 'a', n);
    snprintf(text + n, sizeof text - n, "%s", bytes);
    put_text(p, "g.csv", text);
    return tacit_encoding_of(&source);
}

/* Nobody says how the characters are coded. */
static void test_guesses(void **state)
{
    place *p = *state;
    options o;
    assert_int_equal(guessed(p, 3, "\n"), TACIT_ENCODING_UTF8);
    assert_int_equal(guessed(p, 3, "\xE4\n"), TACIT_ENCODING_LATIN1);
    assert_int_equal(guessed(p, 3, "\xE4\x01\n"), TACIT_ENCODING_UTF8); /* no text: refused */
    assert_int_equal(guessed(p, 0, "\xFF\xFEg"), TACIT_ENCODING_UTF16);
    assert_int_equal(guessed(p, 9, "\xC3"), TACIT_ENCODING_LATIN1);
    for (size_t n = 16380; n < 16386; n++) { /* blocks end within a character */
        assert_int_equal(guessed(p, n, "\xE2\x82\xAC\n"), TACIT_ENCODING_UTF8);
        assert_int_equal(guessed(p, n, "\xE2\x82\n"), TACIT_ENCODING_LATIN1);
    }
    const tacit_dialect d = dialect_of(p, "a.csv", "a;b\nx;\xE4\n", "b.csv", NULL);
    assert_int_equal(d.encoding, TACIT_ENCODING_LATIN1);
    preset(&o)->args.at[TACIT_SOURCE_ENCODING] =
        (tacit_value){ .given = true, .number = TACIT_ENCODING_UTF16 };
    const tacit_source said = { .uri = "none.csv", .args = &o.args };
    assert_int_equal(tacit_encoding_of(&said), TACIT_ENCODING_UTF16);
}

static void assert_spelled(const tacit_dialect *d, double x, const char *text)
{
    char out[TACIT_CSV_NUMBER + 1] = { 0 };
    out[tacit_csv_put_spelled(d, x, out)] = '\0';
    assert_string_equal(out, text);
}

/* Whole numbers are whole, but what a reader would take for a code is not. */
static void test_reals(void **state)
{
    (void)state;
    const tacit_dialect d = { .delimiter = ';', .decimal = ',', .whole = true };
    assert_spelled(&d, 0.0, "0");
    assert_spelled(&d, 2.385, "2,385");
    assert_spelled(&d, -17.0, "-17");
    assert_spelled(&d, 123456789012345.0, "123456789012345");
    assert_spelled(&d, 1234567890123456.0, "1234567890123456,0");
    assert_spelled(&d, 1e16, "1e+16");
    assert_spelled(&d, 1.5e-7, "1,5e-07");
}

TESTS(void)
{
    const struct CMUnitTest tests[] = { with_place(test_found),   with_place(test_names),
                                        with_place(test_written), with_place(test_encodings),
                                        with_place(test_guesses), cmocka_unit_test(test_reals) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
