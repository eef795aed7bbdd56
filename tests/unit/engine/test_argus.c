/*
 * test_argus.c - data that metadata of Argus describes: fixed places, separated fields, cells.
 */
#include "support/data.h"

#include "engine/argus/argus.h"

static void assert_text(const tacit_table *t, size_t i, const char *name, const char *wanted)
{
    char room[32];
    const tacit_column *c = tacit_table_column(t, tacit_table_find(t, name));
    assert_string_equal(tacit_column_text(c, i, room), wanted);
}

static void test_fixed(void **state)
{
    place *p = *state;
    put_text(p, "a.rda",
             "Region 1 2 99 \"98\"\n  <RECODEABLE>\nWgt 4 4\n  <WEIGHT> <DECIMALS> 1\n"
             "x 8 3 999\n  <NUMERIC>\nName 11 4\n");
    put_text(p, "a.asc", " 1 12.5 10Anna\r\n\r\n98  0,5999 Bo \n 3    1 -7\n\x1a");
    tacit_table *t = load(p, "a.asc", NULL);
    assert_types(t, "a.asc", "Region:c,Wgt:r,x:i,Name:c");
    assert_int_equal(tacit_table_rows(t), 3);
    assert_text(t, 0, "Region", "1");
    assert_text(t, 0, "Wgt", "12.5");
    assert_text(t, 0, "x", "10");
    assert_text(t, 1, "Region", ""); /* a missing code */
    assert_text(t, 1, "Wgt", "0.5");
    assert_text(t, 1, "x", "");
    assert_text(t, 1, "Name", "Bo");
    assert_text(t, 2, "x", "-7");
    assert_text(t, 2, "Name", ""); /* the line ends before it */
    tacit_table_free(t);
}

static void test_separated(void **state)
{
    place *p = *state;
    put_text(p, "a.rda", "<SEPARATOR> \";\"\nCode 5 x\n <RECODEABLE>\nv 9\n <NUMERIC>\n");
    put_text(p, "a.asc", "\"a;\"\"b\" ; 1,5\n007;2\nx;\n");
    tacit_table *t = load(p, "a.asc", NULL);
    assert_types(t, "a.asc", "Code:c,v:r");
    assert_text(t, 0, "Code", "a;\"b");
    assert_text(t, 0, "v", "1.5");
    assert_text(t, 1, "Code", "007");
    assert_text(t, 2, "Code", "");
    assert_text(t, 2, "v", "");
    tacit_table_free(t);
}

/* In a ready table, variables have no lengths, and a missing code is a code. */
static void test_cells(void **state)
{
    place *p = *state;
    put_text(p, "a.rda",
             "  <SEPARATOR> \",\"\n  <SAFE> \"ok\"\nSize \"99\"\n  <RECODEABLE>\n"
             "  <TOTCODE> \"Total\"\nv\n  <NUMERIC> <SHADOW>\nn\n  <FREQUENCY>\ns\n  <STATUS>\n");
    put_text(p, "a.tab", "Total,5,2,ok\n99,1.5,1,U\n");
    tacit_table *t = load(p, "a.tab", NULL);
    assert_types(t, "a.tab", "Size:c,v:r,n:i,s:c");
    assert_text(t, 1, "Size", "99");
    tacit_table_free(t);
    char path[PATH_BYTES];
    tacit_rda rda;
    assert_ok(p->cx, tacit_rda_read(p->cx, path_of(p, "a.rda", path), &rda));
    assert_true(rda.cells);
    assert_string_equal(rda.safe, "ok");
    assert_string_equal(rda.unsafe, "U");
    assert_string_equal(tacit_rda_find(&rda, "SIZE")->total, "Total");
    assert_int_equal(tacit_rda_find(&rda, "v")->kind, TACIT_RDA_SHADOW);
    assert_null(tacit_rda_find(&rda, "w"));
}

static void test_latin(void **state)
{
    place *p = *state;
    options o;
    put_text(p, "a.rda", "Town 1 4\n <RECODEABLE>\n");
    put_text(p, "a.asc", "K\xf6ln\n");
    assert_refused(p, "a.asc", NULL, TACIT_ERR_DATA, "if it is Latin-1, say 'encoding: latin-1'");
    preset(&o)->at[TACIT_SOURCE_ENCODING] = (tacit_value){ .given = true, .number = 1 };
    tacit_table *t = load(p, "a.asc", &o.args);
    assert_text(t, 0, "Town", "K\xc3\xb6ln");
    tacit_table_free(t);
}

static void test_refusals(void **state)
{
    place *p = *state;
    put_text(p, "a.asc", "12\nab\n");
    assert_refused(p, "a.asc", NULL, TACIT_ERR_INPUT, "needs a metadata file (.rda)");
    put_text(p, "a.rda", "v 1 2\n <NUMERIC>\n");
    assert_refused(p, "a.asc", NULL, TACIT_ERR_DATA, "a.asc:2: variable 'v' is no number");
    put_text(p, "a.rda", " <NUMERIC>\n");
    assert_refused(p, "a.asc", NULL, TACIT_ERR_INPUT, "a.rda:1: a variable must stand before");
    put_text(p, "a.rda", "v 0 2\n");
    assert_refused(p, "a.asc", NULL, TACIT_ERR_INPUT, "a.rda:1: positions and lengths");
    put_text(p, "a.rda", "v 1 2\n <HIERLEVELS> 1 x\n");
    assert_refused(p, "a.asc", NULL, TACIT_ERR_INPUT, "a.rda:2: levels are at most");
    put_text(p, "a.rda", "\n");
    assert_refused(p, "a.asc", NULL, TACIT_ERR_INPUT, "describes no variable");
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_place(test_fixed), with_place(test_separated), with_place(test_cells),
        with_place(test_latin), with_place(test_refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
