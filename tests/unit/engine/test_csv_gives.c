/*
 * test_csv_gives.c - whether a text file gives back the table that was written to it.
 *
 * Provenance: what is said must be what loading the file and comparing all cells says; tables of
 * few and of many values, with missing ones, and with one cell changed.
 */
#include "support/data.h"

/* What the engine says of `t` and the file. */
static bool gives(place *p, const char *name, const tacit_table *t)
{
    char path[PATH_BYTES];
    const tacit_source source = { .uri = path_of(p, name, path) };
    bool same = false;
    assert_ok(p->cx, tacit_source_gives(p->cx, &source, t, &same));
    return same;
}

static void test_random(void **state)
{
    place *p = *state;
    static const uint64_t values[] = { 3, 5000 };
    tacit_rng rng = tacit_rng_seed(11);
    for (size_t k = 0; k < 8; k++) {
        const size_t rows = k < 4 ? 50 : 5000;
        tacit_table *t = random_table(p->cx, &rng, "a:i,b:r,c:c,d:d", rows, values[k % 2],
                                      k % 4 < 2 ? 0.0 : 0.1);
        tacit_table *other = random_table(p->cx, &rng, "a:i,b:r,c:c,d:d", rows, values[k % 2], 0.1);
        store(p, t, "t.csv");
        assert_true(gives(p, "t.csv", t));
        tacit_table *back = load(p, "t.csv", NULL);
        assert_true(same_table(t, back));
        tacit_table_free(back);
        for (size_t j = 0; j < 4; j++) { /* one column of another table */
            tacit_table *mixed = NULL;
            assert_ok(p->cx, tacit_table_copy(p->cx, t, &mixed));
            tacit_table_replace(mixed, j, tacit_column_share(tacit_table_column(other, j)));
            assert_false(gives(p, "t.csv", mixed));
            tacit_table_free(mixed);
        }
        tacit_table_free(other);
        tacit_table_free(t);
    }
}

/* Whether the file `text` gives the table. */
static bool text_gives(place *p, const char *text, const char *columns, const char *rows)
{
    tacit_table *t = table_of(p->cx, columns, rows);
    put_text(p, "x.csv", text);
    const bool same = gives(p, "x.csv", t);
    tacit_table_free(t);
    return same;
}

static void test_differences(void **state)
{
    place *p = *state;
    static const char *const file = "a,b\n1,x\n2,\n3,y\n";
    assert_true(text_gives(p, file, "a:i,b:c", "1,x\n2,\n3,y\n"));
    assert_false(text_gives(p, file, "a:i,b:c", "1,x\n2,\n4,y\n"));
    assert_false(text_gives(p, file, "a:i,b:c", "1,x\n2,\n3,z\n"));
    assert_false(text_gives(p, file, "a:i,b:c", "1,x\n2,y\n3,y\n"));
    assert_false(text_gives(p, file, "a:i,b:c", "1,x\n,\n3,y\n"));
    assert_false(text_gives(p, file, "a:i,b:c", "1,x\n2,\n"));
    assert_false(text_gives(p, file, "a:i,b:c", "1,x\n2,\n3,y\n4,y\n"));
    assert_false(text_gives(p, file, "a:i,c:c", "1,x\n2,\n3,y\n")); /* another name */
    assert_false(text_gives(p, file, "a:i", "1\n2\n3\n"));
    assert_false(text_gives(p, file, "a:r,b:c", "1,x\n2,\n3,y\n")); /* another type */
    assert_false(text_gives(p, file, "a:c,b:c", "1,x\n2,\n3,y\n"));
}

/* A column without a value has any type; one that is read as another type does not do. */
static void test_types(void **state)
{
    place *p = *state;
    assert_true(text_gives(p, "a,b\n1,\n2,\n", "a:i,b:r", "1,\n2,\n"));
    assert_true(text_gives(p, "a,b\n1,\n2,\n", "a:i,b:d", "1,\n2,\n"));
    assert_false(text_gives(p, "a,b\n1,\n2,7\n", "a:i,b:r", "1,\n2,\n"));
    assert_true(text_gives(p, "a\n0.5\n-0.0\n", "a:r", "0.5\n0\n"));
    assert_false(text_gives(p, "a\n05\n7\n", "a:i", "5\n7\n")); /* leading zeros: texts */
    assert_false(text_gives(p, "a\n0.5\n2020-02-29\n", "a:r", "0.5\n7\n"));
    assert_true(text_gives(p, "a\n2020-02-29\n2021-01-01\n", "a:d", "2020-02-29\n2021-01-01\n"));
    assert_false(text_gives(p, "a\n2020-02-29\n2021-01-01\n", "a:d", "2020-02-29\n2021-01-02\n"));
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_place(test_random),
        with_place(test_differences),
        with_place(test_types),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
