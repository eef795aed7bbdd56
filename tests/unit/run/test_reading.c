/*
 * test_reading.c - a released file, read as it says, is the table that was written.
 *
 * Provenance: the table is made to be misread; what is expected is the table itself.
 */
#include "support/data.h"

#include "run/reading.h"

/* Texts that look like numbers, dates and missing values, and names that hold delimiters. */
static tacit_table *deceptive(tacit_ctx *cx)
{
    return table_of(cx, "a;b;c|d:c,code:c,day:c,n:i", "NA,1,2020-01-01,5\nx,2,2021-02-03,\n");
}

static tacit_table *read_back(const place *p, const char *path, const tacit_args *args)
{
    const tacit_source source = { .uri = path, .args = args };
    tacit_data *data = NULL;
    tacit_table *t = NULL;
    assert_ok(p->cx, tacit_data_open(p->cx, &source, &data));
    assert_ok(p->cx, tacit_data_load(p->cx, data, NULL, &t));
    tacit_data_close(data);
    return t;
}

static void check(const place *p, const char *name)
{
    char path[PATH_BYTES];
    tacit_args args;
    tacit_table *t = deceptive(p->cx);
    path_of(p, name, path);
    assert_ok(p->cx, tacit_write_table(p->cx, t, path, path));
    assert_ok(p->cx, tacit_reading_of(p->cx, path, NULL, t, &args));
    tacit_table *same = read_back(p, path, &args), *other = read_back(p, path, NULL);
    assert_true(same_table(t, same));
    assert_false(same_table(t, other)); /* the options are needed */
    tacit_table_free(t);
    tacit_table_free(same);
    tacit_table_free(other);
}

static void test_text_files(void **state)
{
    check(*state, "t.csv");
    check(*state, "t.tsv");
    check(*state, "t.csv.gz");
    check(*state, "t.tsv.gz");
}

static void test_other_formats(void **state)
{
    const place *p = *state;
    char path[PATH_BYTES];
    tacit_args args;
    tacit_table *t = deceptive(p->cx);
    assert_ok(p->cx, tacit_reading_of(p->cx, path_of(p, "t.parquet", path), NULL, t, &args));
    for (size_t i = 0; i < args.n; i++)
        assert_false(args.at[i].given);
    tacit_table_free(t);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = { with_place(test_text_files),
                                        with_place(test_other_formats) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
