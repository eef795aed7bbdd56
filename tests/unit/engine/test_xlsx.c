/*
 * test_xlsx.c - Excel workbooks: what is read, what is refused, and that what is written comes
 * back.
 *
 * Workbooks with other sheets are made part by part, as ECMA-376 describes them.
 */
#include "support/data.h"

#include <string.h>

#include "engine/xlsx/own.h"

#define BOOK                                                                                       \
    "<workbook xmlns:r='r'><workbookPr/><sheets><sheet name='one' sheetId='1' r:id='a'/>"          \
    "<sheet name='two' sheetId='2' r:id='b'/></sheets></workbook>"
#define LINKS                                                                                      \
    "<Relationships><Relationship Id='a' Target='worksheets/sheet1.xml'/>"                         \
    "<Relationship Id='b' Target='/xl/worksheets/sheet2.xml'/></Relationships>"
#define STYLES                                                                                     \
    "<styleSheet><numFmts><numFmt numFmtId='170' formatCode='dd/mm/yy'/>"                          \
    "<numFmt numFmtId='171' formatCode='0.0\"day\"[Red]'/></numFmts><cellStyleXfs><xf "            \
    "numFmtId='14'/></cellStyleXfs><cellXfs><xf numFmtId='0'/><xf numFmtId='14'/><xf "             \
    "numFmtId='170'/><xf numFmtId='171'/></cellXfs></styleSheet>"
#define SHARED                                                                                     \
    "<sst><si><t>age</t></si><si><r><t>A</t></r><r><t> b</t></r><rPh><t>x</t></rPh></si></sst>"

/* Write a workbook with these rows on its first sheet. */
static void put_book(place *p, const char *name, const char *rows)
{
    char path[PATH_BYTES];
    tacit_buffer sheet = { 0 };
    tacit_zip_writer *w = NULL;
    assert_ok(p->cx,
              tacit_buffer_format(p->cx, &sheet, "<worksheet><sheetData>%s</worksheet>", rows));
    const char *const parts[][2] = {
        { "xl/workbook.xml", BOOK },
        { "xl/_rels/workbook.xml.rels", LINKS },
        { "xl/styles.xml", STYLES },
        { "xl/sharedStrings.xml", SHARED },
        { "xl/worksheets/sheet1.xml", sheet.text },
        { "xl/worksheets/sheet2.xml", "<worksheet><sheetData><row><c t='str'><v>z</v></c></row>"
                                      "<row><c><v>2</v></c></row></sheetData></worksheet>" },
    };
    assert_ok(p->cx, tacit_zip_create(p->cx, name, path_of(p, name, path), &w));
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        assert_ok(p->cx, tacit_zip_begin(p->cx, w, parts[i][0]));
        assert_ok(p->cx, tacit_zip_put(p->cx, w, parts[i][1], strlen(parts[i][1])));
    }
    assert_ok(p->cx, tacit_zip_end(p->cx, w));
    assert_ok(p->cx, tacit_zip_close(p->cx, w));
    tacit_buffer_free(&sheet);
}

#define NAMES                                                                                      \
    "<row r='1'><c r='A1' t='s'><v>0</v></c><c t='inlineStr'><is><t>b</t></is></c>"                \
    "<c r='D1' t='str'><v>d</v></c></row>"

static void test_read(void **state)
{
    place *p = *state;
    put_book(p, "a.xlsx",
             NAMES "<row r='2'><c r='A2'><v>17</v></c><c r='B2' s='2'><v>36526</v></c>"
                   "<c r='C2'><f>1/2</f><v>0.5</v></c><c r='D2' t='s'><v>1</v></c></row>"
                   "<row r='3'><c r='B3' s='1'><v>61</v></c><c r='C3' s='3'><v>1E3</v></c>"
                   "<c r='D3' t='b'><v>1</v></c></row>"
                   "<row r='4'><c r='A4'><v>1.8E1</v></c><c r='D4' t='e'><v>#N/A</v></c></row>"
                   "<row r='9'/></sheetData>");
    tacit_table *t = load(p, "a.xlsx", NULL);
    /* 36526 is 2000-01-01 and 61 is 1900-03-01 (ECMA-376, 18.17.4.1); C has no name. */
    assert_types(t, "a.xlsx", "age:i,b:d,column3:r,d:c");
    assert_int_equal(tacit_table_rows(t), 3);
    char room[TACIT_NUMBER_BYTES];
    const char *const cells[3][4] = { { "17", "2000-01-01", "0.5", "A b" },
                                      { NULL, "1900-03-01", "1000", "TRUE" },
                                      { "18", NULL, NULL, NULL } };
    for (size_t i = 0; i < 3; i++)
        for (size_t j = 0; j < 4; j++) {
            const tacit_column *c = tacit_table_column(t, j);
            assert_int_equal(tacit_column_is_missing(c, i), cells[i][j] == NULL);
            if (cells[i][j] != NULL)
                assert_string_equal(tacit_column_text(c, i, room), cells[i][j]);
        }
    tacit_table_free(t);
    options o;
    t = load(p, "a.xlsx", &set_option(preset(&o), TACIT_SOURCE_SHEET, "two")->args);
    assert_types(t, "two", "z:i");
    tacit_table_free(t);
    assert_refused(p, "a.xlsx", &set_option(preset(&o), TACIT_SOURCE_SHEET, "three")->args,
                   TACIT_ERR_INPUT, "no sheet called 'three'");
}

static void refuse(place *p, const char *rows, const char *part)
{
    put_book(p, "b.xlsx", rows);
    assert_refused(p, "b.xlsx", NULL, TACIT_ERR_DATA, part);
}

static void test_refused(void **state)
{
    place *p = *state;
    refuse(p, NAMES "<row r='2'><c r='C2'><f>A1</f></c></row></sheetData>",
           "cell C2 has a formula that was never computed");
    refuse(p, NAMES "<row r='2'><c r='A2'><f>A1</f><v></v></c></row></sheetData>",
           "cell A2 has a formula that was never computed");
    refuse(p, NAMES "<row r='2'><c r='A2' t='e'><v>#DIV/0!</v></c></row></sheetData>",
           "cell A2 holds an error");
    refuse(p, NAMES "</sheetData><mergeCells><mergeCell ref='A1:B1'/></mergeCells>",
           "cells A1:B1 are merged");
    refuse(p, NAMES "<row r='3'><c><v>1</v></c></row></sheetData>", "before row 3 is empty");
    refuse(p, NAMES "<row r='2'><c r='E2'><v>1</v></c></row></sheetData>",
           "cell E2 stands in a column without a name");
    refuse(p, NAMES "<row r='2'><c r='B2'/><c r='A2'/></row></sheetData>", "do not follow");
    refuse(p, NAMES "<row r='2'><c t='s'><v>9</v></c></row></sheetData>", "does not have");
    refuse(p, "</sheetData>", "is empty");
    refuse(p, "<row></sheetData>", "not valid XML");
}

/* Damaged archives, those with a password, and those that would grow without bound. */
static void test_archives(void **state)
{
    place *p = *state;
    char path[PATH_BYTES];
    static char bytes[1 << 14];
    put_bytes(p, "c.xlsx", "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1 and more", 17);
    assert_refused(p, "c.xlsx", NULL, TACIT_ERR_DATA, "has a password");
    put_text(p, "c.xlsx", "PK\3\4 but no directory");
    assert_refused(p, "c.xlsx", NULL, TACIT_ERR_DATA, "damaged or another format");
    put_book(p, "c.xlsx", NAMES "</sheetData>");
    FILE *f = fopen(path_of(p, "c.xlsx", path), "rb");
    assert_non_null(f);
    const size_t n = fread(bytes, 1, sizeof bytes, f);
    fclose(f);
    for (size_t i = 0; i + 4 < n; i++) {
        if (memcmp(bytes + i, "PK\1\2", 4) != 0)
            continue;
        bytes[i + 8] = 1; /* encrypted */
        put_bytes(p, "c.xlsx", bytes, n);
        assert_refused(p, "c.xlsx", NULL, TACIT_ERR_DATA, "is encrypted");
        bytes[i + 8] = 0;
        bytes[i + 27] = 0x70; /* nearly 2 GB */
        put_bytes(p, "c.xlsx", bytes, n);
        assert_refused(p, "c.xlsx", NULL, TACIT_ERR_DATA, "far more");
        break;
    }
}

static void test_round_trip(void **state)
{
    place *p = *state;
    char a[4096], b[4096];
    tacit_table *t =
        table_of(p->cx, "a&b:c,n:i,x:r,d:d",
                 "007,1,2.5,1850-01-01\n_x0041_,,3.25,2024-02-29\n<&\">,-9007199254740992,,\n");
    store(p, t, "d.xlsx");
    tacit_table *back = load(p, "d.xlsx", NULL);
    assert_types(back, "d.xlsx", "a&b:c,n:i,x:r,d:c"); /* Excel has no day before 1900 */
    for (size_t j = 0; j < 4; j++)
        for (size_t i = 0; i < 3; i++) {
            char x[TACIT_NUMBER_BYTES], y[TACIT_NUMBER_BYTES];
            const tacit_column *u = tacit_table_column(t, j), *v = tacit_table_column(back, j);
            assert_int_equal(tacit_column_is_missing(u, i), tacit_column_is_missing(v, i));
            if (!tacit_column_is_missing(u, i))
                assert_string_equal(tacit_column_text(u, i, x), tacit_column_text(v, i, y));
        }
    store(p, t, "e.xlsx");
    memset(a, 0, sizeof a);
    memset(b, 0, sizeof b);
    get_text(p, "d.xlsx", a, sizeof a);
    get_text(p, "e.xlsx", b, sizeof b);
    assert_memory_equal(a, b, sizeof a); /* the same bytes, and nobody's name */
    tacit_table_free(back);
    tacit_table_free(t);
    t = table_of(p->cx, "n:i", "9007199254740993\n");
    char path[PATH_BYTES];
    path_of(p, "f.xlsx", path);
    assert_fails(p->cx, tacit_write_table(p->cx, t, path, path), TACIT_ERR_DATA, "beyond 2^53");
    tacit_table_free(t);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = { with_place(test_read), with_place(test_refused),
                                        with_place(test_archives), with_place(test_round_trip) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
