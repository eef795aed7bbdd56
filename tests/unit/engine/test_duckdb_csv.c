/*
 * test_duckdb_csv.c - text files into typed columns, and what is refused.
 *
 * Cells that must not be told in messages contain the letters "secret" or the digits 4711.
 */
#include "support/data.h"

static void test_types(void **state)
{
    place *p = *state;
    put_text(p, "a.csv",
             "id,income,born,name,empty\n"
             "1,2.5,2000-02-29,Ann,\n"
             "-20,,1999-12-31,\"Bo, \"\"B\"\"\",\n"
             ",1e3,NA,NA,NA\n");
    tacit_table *t = load(p, "a.csv", NULL);
    assert_int_equal(tacit_table_rows(t), 3);
    assert_types(t, "types", "id:i,income:r,born:d,name:c,empty:c");
    assert_cells(t, "id", "1,-20,");
    assert_cells(t, "income", "2.5,,1000");
    assert_cells(t, "born", "2000-02-29,1999-12-31,");
    char text[32];
    assert_string_equal(tacit_column_text(column_of(t, "name"), 1, text), "Bo, \"B\"");
    assert_true(tacit_column_is_missing(column_of(t, "name"), 2));
    assert_cells(t, "empty", ",,");
    tacit_table_free(t);
}

static void test_lines_and_marks(void **state)
{
    place *p = *state;
    put_text(p, "crlf.csv", "a,b\r\n1,x\r\n2,y\r\n");
    put_text(p, "bom.csv",
             "\xEF\xBB\xBF"
             "a,b\n1,x\n2,y\n");
    put_text(p, "semi.csv", "a;b\n1;x\n2;y\n");
    put_text(p, "tab.tsv", "a\tb\n1\tx\n2\ty\n");
    put_text(p, "bar.txt", "a|b\n1|x\n2|y\n");
    put_text(p, "noend.csv", "a,b\n1,x\n2,y");
    put_text(p, "cr.csv", "a,b\r1,x\r2,y\r");
    static const char *const names[] = { "crlf.csv", "bom.csv",   "semi.csv", "tab.tsv",
                                         "bar.txt",  "noend.csv", "cr.csv" };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        tacit_table *t = load(p, names[i], NULL);
        assert_types(t, names[i], "a:i,b:c");
        assert_cells(t, "a", "1,2");
        assert_cells(t, "b", "x,y");
        tacit_table_free(t);
    }
}

/* What looks like a number but is none, and the other way round. */
static void test_spellings(void **state)
{
    place *p = *state;
    put_text(p, "a.csv",
             "zip,plus,dec,dot,huge,long,mixed,sign,pad\n"
             "01234,+5,1.50,.5,9223372036854775808,1234567890123456789,1,-0.5,00.5\n"
             "99999,6,2,5.,1,2,x,+1.5,1\n");
    tacit_table *t = load(p, "a.csv", NULL);
    assert_types(t, "spellings", "zip:c,plus:r,dec:r,dot:r,huge:c,long:c,mixed:c,sign:r,pad:c");
    assert_cells(t, "zip", "01234,99999");
    assert_cells(t, "plus", "5,6");
    assert_cells(t, "dec", "1.5,2");
    assert_cells(t, "dot", "0.5,5");
    assert_cells(t, "huge", "9223372036854775808,1");
    assert_cells(t, "sign", "-0.5,1.5");
    assert_cells(t, "pad", "00.5,1");
    tacit_table_free(t);
}

static void test_options(void **state)
{
    place *p = *state;
    options o;
    static const char *const missing[] = { "-", "99" };
    static const char *const texts[] = { "code" };
    put_text(p, "comma.csv", "x;y\n1,5;1.234,25\n-2,5;12\n");
    set_option(set_option(preset(&o), TACIT_SOURCE_DECIMAL, ","), TACIT_SOURCE_THOUSANDS, ".");
    tacit_table *t = load(p, "comma.csv", &o.args);
    assert_cells(t, "x", "1.5,-2.5");
    assert_cells(t, "y", "1234.25,12");
    tacit_table_free(t);

    put_text(p, "thousands.csv", "x\n\"1,234\"\n\"12,345,678\"\n9\n");
    t = load(p, "thousands.csv", &set_option(preset(&o), TACIT_SOURCE_THOUSANDS, ",")->args);
    assert_cells(t, "x", "1234,12345678,9");
    tacit_table_free(t);

    /* Separators that do not part thousands are no separators. */
    put_text(p, "parted.csv", "day;code;x\n25.07.1978;1.2;1.234.567\n12.11.1950;10.20;-12.345\n");
    t = load(p, "parted.csv", &set_option(preset(&o), TACIT_SOURCE_THOUSANDS, ".")->args);
    assert_types(t, "parted", "day:c,code:c,x:r");
    assert_cells(t, "x", "1234567,-12345");
    tacit_table_free(t);

    put_text(p, "bare.csv", "1,a\n2,b\n");
    preset(&o)->at[TACIT_SOURCE_HEADER] = (tacit_value){ .given = true, .number = 0.0 };
    t = load(p, "bare.csv", &o.args);
    assert_types(t, "bare", "column1:i,column2:c");
    assert_cells(t, "column1", "1,2");
    tacit_table_free(t);

    put_text(p, "missing.csv", "x,code\n99,1\n-,2\n5,99\n");
    preset(&o)->at[TACIT_SOURCE_MISSING] = (tacit_value){ .given = true, .texts = missing, .n = 2 };
    o.at[TACIT_SOURCE_TEXT] = (tacit_value){ .given = true, .texts = texts, .n = 1 };
    t = load(p, "missing.csv", &o.args);
    assert_types(t, "missing", "x:i,code:c");
    assert_cells(t, "x", ",,5");
    assert_cells(t, "code", "1,2,");
    tacit_table_free(t);
}

static void test_encodings(void **state)
{
    place *p = *state;
    options o;
    put_text(p, "latin.csv", "name,n\nJos\xE9,1\n");
    preset(&o)->at[TACIT_SOURCE_ENCODING] = (tacit_value){ .given = true, .number = 1.0 };
    tacit_table *t = load(p, "latin.csv", &o.args);
    assert_cells(t, "name", "Jos\xC3\xA9");
    tacit_table_free(t);
    t = load(p, "latin.csv", NULL); /* nobody says so, but it can be nothing else */
    assert_cells(t, "name", "Jos\xC3\xA9");
    tacit_table_free(t);
    put_text(p, "windows.csv", "name,n\nJos\xE9 \x80,1\n");
    assert_refused(p, "windows.csv", NULL, TACIT_ERR_DATA, "UTF-8");
    assert_untold(p->cx, "Jos");
}

/* A file of one column whose last row differs from the 30 000 before. */
static tacit_table *load_late(place *p, const char *line, const char *last)
{
    char path[PATH_BYTES];
    FILE *f = fopen(path_of(p, "late.csv", path), "wb");
    assert_non_null(f);
    fputs("x\n", f);
    for (int i = 0; i < 30000; i++)
        fprintf(f, "%s\n", line);
    fprintf(f, "%s\n", last);
    assert_int_equal(fclose(f), 0);
    tacit_table *t = load(p, "late.csv", NULL);
    assert_int_equal(tacit_table_rows(t), 30001);
    return t;
}

static void check_late(place *p, const char *line, const char *last, tacit_type type,
                       const char *first_text)
{
    char text[32];
    tacit_table *t = load_late(p, line, last);
    const tacit_column *c = column_of(t, "x");
    assert_int_equal(tacit_column_type(c), type);
    assert_string_equal(tacit_column_text(c, 0, text), first_text);
    assert_string_equal(tacit_column_text(c, 30000, text), last);
    tacit_table_free(t);
}

/* Types are as if the whole file had been looked at from the start. */
static void test_late_surprises(void **state)
{
    place *p = *state;
    check_late(p, "12345", "00123", TACIT_TYPE_CATEGORY, "12345");
    check_late(p, "7", "2.5", TACIT_TYPE_REAL, "7");
    check_late(p, "2.50", "secret", TACIT_TYPE_CATEGORY, "2.50");
    check_late(p, "2000-01-01", "secret", TACIT_TYPE_CATEGORY, "2000-01-01");
    check_late(p, "7", "9223372036854775808", TACIT_TYPE_CATEGORY, "7");
    check_late(p, "NA", "5", TACIT_TYPE_CATEGORY, "");
    assert_untold(p->cx, "secret");
}

static void test_text_cells(void **state)
{
    place *p = *state;
    put_text(p, "a.csv", "a,b\n\"line\nbreak\",' x '\n#no comment,\n\"\"\"\",\xE2\x82\xAC\n");
    tacit_table *t = load(p, "a.csv", NULL);
    char text[32];
    assert_int_equal(tacit_table_rows(t), 3);
    assert_string_equal(tacit_column_text(column_of(t, "a"), 0, text), "line\nbreak");
    assert_string_equal(tacit_column_text(column_of(t, "a"), 1, text), "#no comment");
    assert_string_equal(tacit_column_text(column_of(t, "a"), 2, text), "\"");
    assert_string_equal(tacit_column_text(column_of(t, "b"), 0, text), "' x '");
    assert_string_equal(tacit_column_text(column_of(t, "b"), 2, text), "\xE2\x82\xAC");
    tacit_table_free(t);
}

/* An empty line of a file with one column is a record whose cell is missing. */
static void test_single_column(void **state)
{
    place *p = *state;
    put_text(p, "a.csv", "x\n1\n\n3\n");
    tacit_table *t = load(p, "a.csv", NULL);
    assert_cells(t, "x", "1,,3");
    tacit_table_free(t);
}

static void test_no_rows(void **state)
{
    place *p = *state;
    put_text(p, "a.csv", "x,y\n");
    tacit_table *t = load(p, "a.csv", NULL);
    assert_int_equal(tacit_table_rows(t), 0);
    assert_int_equal(tacit_table_columns(t), 2);
    tacit_table_free(t);
}

static void test_names(void **state)
{
    place *p = *state;
    put_text(p, "a.csv", "\"a, b\",,\"c\"\"d\",e f\n1,2,3,4\n");
    tacit_table *t = load(p, "a.csv", NULL);
    assert_int_equal(tacit_table_find(t, "a, b"), 0);
    assert_int_equal(tacit_table_find(t, "column2"), 1);
    assert_int_equal(tacit_table_find(t, "c\"d"), 2);
    assert_cells(t, "e f", "4");
    tacit_table_free(t);
    put_text(p, "twice.csv", "age,sex,Age\n1,2,3\n");
    assert_refused(p, "twice.csv", NULL, TACIT_ERR_DATA, "columns 1 and 3");
}

static void test_refused(void **state)
{
    place *p = *state;
    options o;
    put_text(p, "empty.csv", "");
    assert_refused(p, "empty.csv", NULL, TACIT_ERR_DATA, "is empty");
    assert_refused(p, "none.csv", NULL, TACIT_ERR_IO, "No such file");
    assert_refused(p, ".", NULL, TACIT_ERR_IO, "directory");
    put_text(p, "a.xls", "x\n");
    assert_refused(p, "a.xls", NULL, TACIT_ERR_INPUT, "from its ending");
    put_text(p, "more.csv", "a,b\n1,2\nsecret,4711,5\n");
    assert_refused(p, "more.csv", NULL, TACIT_ERR_DATA,
                   "line 3: the line has 3 fields where the "
                   "first line names 2 columns");
    put_text(p, "fewer.csv", "a,b,c\nsecret,4711\n");
    assert_refused(p, "fewer.csv", NULL, TACIT_ERR_DATA, "line 2");
    put_text(p, "utf8.csv", "a,b\nsecret\x9F,4711\n");
    assert_refused(p, "utf8.csv", NULL, TACIT_ERR_DATA, "UTF-8");
    put_text(p, "quote.csv", "a,b\n1,\"secret 4711\n2,3\n");
    assert_refused(p, "quote.csv", NULL, TACIT_ERR_DATA, "quote");
    put_text(p, "delimiter.csv", "a,b\n1,2\n");
    set_option(preset(&o), TACIT_SOURCE_DELIMITER, "::");
    assert_refused(p, "delimiter.csv", &o.args, TACIT_ERR_INPUT, "delimiter");
    char path[PATH_BYTES];
    assert_int_equal(mkdir(path_of(p, "folder.csv", path), 0700), 0);
    assert_refused(p, "folder.csv", NULL, TACIT_ERR_IO, "directory");
}

static void test_nul_bytes(void **state)
{
    place *p = *state;
    put_bytes(p, "cell.csv", "a,b\nsec\0ret,4711\n", 17);
    assert_refused(p, "cell.csv", NULL, TACIT_ERR_DATA, "NUL");
    put_bytes(p, "head.csv", "a\0,b\nsecret,4711\n", 17);
    assert_refused(p, "head.csv", NULL, TACIT_ERR_DATA, "NUL");
}

static void test_many_columns(void **state)
{
    place *p = *state;
    char path[PATH_BYTES];
    FILE *f = fopen(path_of(p, "wide.csv", path), "wb");
    assert_non_null(f);
    for (int j = 0; j < 2000; j++)
        fprintf(f, "%sc%d", j > 0 ? "," : "", j);
    for (int j = 0; j < 2000; j++)
        fprintf(f, "%s%d", j > 0 ? "," : "\n", j);
    fputc('\n', f);
    assert_int_equal(fclose(f), 0);
    tacit_table *t = load(p, "wide.csv", NULL);
    assert_int_equal(tacit_table_columns(t), 2000);
    assert_cells(t, "c1999", "1999");
    tacit_table_free(t);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_place(test_types),        with_place(test_lines_and_marks),
        with_place(test_spellings),    with_place(test_options),
        with_place(test_encodings),    with_place(test_late_surprises),
        with_place(test_text_cells),   with_place(test_single_column),
        with_place(test_no_rows),      with_place(test_names),
        with_place(test_refused),      with_place(test_nul_bytes),
        with_place(test_many_columns),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
