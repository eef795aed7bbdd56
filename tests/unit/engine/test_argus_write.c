/*
 * test_argus_write.c - rows into fixed places, with metadata: read back as they were.
 */
#include "support/data.h"

#include <math.h>

#include "engine/argus/argus.h"
#include "engine/dialect.h"

/* Write `t` with its metadata, keeping to that of `like` (or NULL). */
static tacit_status try_write(place *p, const tacit_table *t, const char *like,
                              tacit_encoding encoding)
{
    char path[PATH_BYTES], metadata[PATH_BYTES], source[PATH_BYTES];
    tacit_dialect dialect = { .encoding = encoding, .metadata = path_of(p, "out.rda", metadata) };
    tacit_rda rda;
    if (like != NULL) {
        assert_ok(p->cx, tacit_rda_read(p->cx, path_of(p, like, source), &rda));
        dialect.like = &rda;
    }
    return tacit_write_table_in(p->cx, t, &dialect, "out.asc", path_of(p, "out.asc", path));
}

static void assert_file(place *p, const char *name, const char *wanted)
{
    char path[PATH_BYTES], *text = NULL;
    size_t n = 0;
    assert_ok(p->cx, tacit_argus_text(p->cx, path_of(p, name, path), &text, &n));
    assert_string_equal(text, wanted);
}

/* Columns keep their places, or get wider and move those behind them. */
static void test_places(void **state)
{
    place *p = *state;
    put_text(p, "in.rda",
             "id 1 3\nsex 5 2 9 8\n  <RECODEABLE>\nw 8 5\n  <WEIGHT> <DECIMALS> 1\n"
             "x 13 3 999\n  <NUMERIC>\n");
    tacit_table *t = table_of(p->cx, "sex:c,w:r,x:i,new:c", "1,2.5,7,a b\n2,10,-12345,c\n,3,,d\n");
    assert_ok(p->cx, try_write(p, t, "in.rda", TACIT_ENCODING_UTF8));
    assert_file(p, "out.rda",
                "sex 5 2 9 8\n  <RECODEABLE>\nw 8 5\n  <NUMERIC> <DECIMALS> 1\n  <WEIGHT>\n"
                "x 13 6 999\n  <NUMERIC> <DECIMALS> 0\nnew 19 3\n  <RECODEABLE>\n");
    assert_file(p, "out.asc",
                "    1    2.5     7a b\n    2   10.0-12345c  \n    9    3.0   999d  \n");
    tacit_table *back = load(p, "out.asc", NULL);
    assert_true(same_table(t, back));
    tacit_table_free(back);
    tacit_table_free(t);
}

/* Numbers have no exponent, whatever they are. */
static void test_numbers(void **state)
{
    place *p = *state;
    tacit_table *t =
        table_of(p->cx, "x:r,y:r", "0.1,1e15\n-1e-9,1e22\n1234.5,-0\n0,123456789012\n");
    assert_ok(p->cx, try_write(p, t, NULL, TACIT_ENCODING_UTF8));
    assert_file(p, "out.rda",
                "x 1 14\n  <NUMERIC> <DECIMALS> 9\ny 15 23\n  <NUMERIC> <DECIMALS> 0\n");
    tacit_table *back = load(p, "out.asc", NULL);
    for (size_t i = 0; i < 4; i++)
        for (size_t j = 0; j < 2; j++) {
            const double x = tacit_column_number(tacit_table_column(t, j), i);
            const double y = tacit_column_number(tacit_table_column(back, j), i);
            assert_false(x < y || x > y);
        }
    tacit_table_free(back);
    tacit_table_free(t);
}

/* A column of numbers of all magnitudes. */
static void put_reals(place *p, tacit_rng *rng, tacit_table *t, size_t j)
{
    tacit_builder *b = NULL;
    tacit_column *c = NULL;
    const char *name = tacit_column_name(tacit_table_column(t, j));
    assert_ok(p->cx, tacit_builder_new(p->cx, name, TACIT_TYPE_REAL, 0, &b));
    for (size_t i = 0; i < tacit_table_rows(t); i++) {
        const double x = tacit_rng_normal(rng) * pow(10, (double)tacit_rng_below(rng, 14) - 7);
        assert_ok(p->cx, tacit_rng_below(rng, 4) == 0 ? tacit_builder_missing(p->cx, b)
                                                      : tacit_builder_reals(p->cx, b, &x, NULL, 1));
    }
    assert_ok(p->cx, tacit_builder_finish(p->cx, b, &c));
    tacit_table_replace(t, j, c);
}

/* Some hundred tables of all sorts, with and without metadata to keep to, are what they were. */
static void test_random(void **state)
{
    place *p = *state;
    put_text(p, "in.rda",
             "b 2 4 -1\n  <NUMERIC> <DECIMALS> 3\na 1 30\n  <NUMERIC>\nc 9 1 ? ??\n  <RECODEABLE>\n"
             "full 12 2\n");
    for (uint64_t k = 0; k < 400; k++) {
        tacit_rng rng = tacit_rng_fork_number(&(tacit_rng){ 0 }, k);
        const uint64_t values = k % 3 == 0 ? 5 : 100000;
        const size_t rows = 1 + tacit_rng_below(&rng, 30);
        tacit_table *t = random_table(p->cx, &rng, "full:i,a:i,b:r,c:c", rows, values, 0.0);
        tacit_table *gaps = random_table(p->cx, &rng, "a:i,b:r,c:c,e:c", rows, values, 0.3);
        for (size_t j = 1; j < 4; j++)
            tacit_table_replace(t, j, tacit_column_share(tacit_table_column(gaps, j - 1)));
        if (k % 5 < 2)
            put_reals(p, &rng, t, 2);
        assert_ok(p->cx, try_write(p, t, k % 2 == 0 ? "in.rda" : NULL, TACIT_ENCODING_UTF8));
        tacit_table *back = load(p, "out.asc", NULL);
        assert_int_equal(tacit_table_rows(back), rows);
        for (size_t j = 0; j < 4; j++) {
            const tacit_column *x = tacit_table_column(t, j), *y = tacit_table_column(back, j);
            assert_string_equal(tacit_column_name(x), tacit_column_name(y));
            for (size_t i = 0; i < rows; i++) {
                char u[TACIT_NUMBER_BYTES], v[TACIT_NUMBER_BYTES];
                assert_string_equal(tacit_column_text(x, i, u), tacit_column_text(y, i, v));
            }
        }
        tacit_table_free(back);
        tacit_table_free(gaps);
        tacit_table_free(t);
    }
}

static void test_latin(void **state)
{
    place *p = *state;
    options o;
    preset(&o)->at[TACIT_SOURCE_ENCODING] = (tacit_value){ .given = true, .number = 1 };
    tacit_table *t = table_of(p->cx, "t:c", "K\xc3\xb6ln\n\xc2\xa7 1\n\xc3\xbf\n");
    assert_ok(p->cx, try_write(p, t, NULL, TACIT_ENCODING_LATIN1));
    assert_file(p, "out.asc", "K\xf6ln\n\xa7 1 \n\xff   \n");
    tacit_table *back = load(p, "out.asc", &o.args);
    assert_true(same_table(t, back));
    tacit_table_free(back);
    tacit_table_free(t);
}

/* A refusal names the column and no value. */
static void assert_not_written(place *p, const char *columns, const char *rows, const char *like,
                               const char *part)
{
    tacit_table *t = table_of(p->cx, columns, rows);
    const tacit_status status = try_write(p, t, like, TACIT_ENCODING_LATIN1);
    assert_int_equal(status, TACIT_ERR_DATA);
    assert_non_null(strstr(tacit_message(p->cx), part));
    assert_null(strstr(tacit_message(p->cx), "Xan"));
    tacit_table_free(t);
}

static void test_refusals(void **state)
{
    place *p = *state;
    put_text(p, "in.rda", "a 1 3 99 Xan\n  <RECODEABLE>\n");
    assert_not_written(p, "a:c", "Xan\tx\n", NULL, "column 'a' has texts that are empty");
    assert_not_written(p, "a:c", "Xan ", NULL, "column 'a' has texts that are empty");
    assert_not_written(p, "a:c", "Xan\xe2\x82\xac", NULL, "characters that Latin-1 has not");
    assert_not_written(p, "a:c", "Xan", "in.rda", "lists as missing codes");
    assert_not_written(p, "a:r", "99", "in.rda", "lists as missing codes");
    assert_not_written(p, "a:r", "1e300", NULL, "more than 40 characters");
    assert_not_written(p, "a:c,b:i", ",", NULL, "a record without any value");
    assert_not_written(p, "<a:c", "x", NULL, "cannot be the name of a variable");
}

/* Only who stages the metadata too can write such a file. */
static void test_alone(void **state)
{
    place *p = *state;
    char path[PATH_BYTES];
    tacit_table *t = table_of(p->cx, "a:i", "1");
    assert_int_equal(tacit_write_check(p->cx, "x.asc"), TACIT_ERR_INPUT);
    assert_int_equal(tacit_write_table(p->cx, t, "x.asc", path_of(p, "x.asc", path)),
                     TACIT_ERR_INPUT);
    assert_non_null(strstr(tacit_message(p->cx), "are written by protect and synth only"));
    assert_false(tacit_argus_writes("argus:x.asc"));
    assert_false(tacit_argus_writes("x.tab"));
    tacit_table_free(t);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_place(test_places), with_place(test_numbers),  with_place(test_random),
        with_place(test_latin),  with_place(test_refusals), with_place(test_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
