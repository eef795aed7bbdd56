/*
 * test_synth.c - synthetic tables: what is kept, what is never made, and chance.
 */
#include "support/synths.h"

#include "base/pool.h"

/* Rows of `t` in which columns a and b read so. */
static size_t count_pairs(const tacit_table *t, const char *a, const char *x, const char *b,
                          const char *y)
{
    size_t n = 0;
    for (size_t i = 0; i < tacit_table_rows(t); i++) {
        char p[32], q[32];
        n += strcmp(tacit_column_text(column_of(t, a), i, p), x) == 0 &&
             strcmp(tacit_column_text(column_of(t, b), i, q), y) == 0;
    }
    return n;
}

/* 600 records: x is a, b or c; y follows from x, but for every tenth; z is no one's. */
static tacit_table *triples(tacit_ctx *cx)
{
    tacit_builder *b[3];
    tacit_type type[3];
    start_columns(cx, "x:c,y:i,z:c", b, type);
    for (size_t i = 0; i < 600; i++) {
        static const char *const letters[] = { "a", "b", "c" };
        const char *numbers[] = { "1", "2", "30" };
        add_cell(cx, b[0], type[0], letters[i % 3]);
        add_cell(cx, b[1], type[1], numbers[i % 10 == 0 ? (i / 10) % 3 : i % 3]);
        add_cell(cx, b[2], type[2], letters[(i / 3) % 2]);
    }
    return finish_columns(cx, b, 3, 600);
}

/* Dealt from leaves that hold one x each, the table of x and y is the original's to the last
 * record: 200 of each x give leaves whose donors are all used once. */
static void test_dealt_tables(void **state)
{
    static const char *const x[] = { "a", "b", "c" }, *const y[] = { "1", "2", "30" };
    tacit_table *t = triples(*state);
    synthesis s;
    for (uint64_t seed = 1; seed < 6; seed++) {
        start_synthesis(&s, t, "cart")->spec.rng = tacit_rng_seed(seed);
        run_synthesis(*state, &s);
        for (size_t i = 0; i < 3; i++)
            for (size_t k = 0; k < 3; k++)
                assert_int_equal(count_pairs(s.set[0], "x", x[i], "y", y[k]),
                                 count_pairs(t, "x", x[i], "y", y[k]));
        end_synthesis(&s);
    }
    tacit_table_free(t);
}

/* Independent draws of y by itself forget x: 66 or 67 pairs of each kind are expected, not 180. */
static void test_sample(void **state)
{
    tacit_table *t = triples(*state);
    synthesis s;
    make_by(start_synthesis(&s, t, "cart"), 1, "sample")->spec.dealt = false;
    run_synthesis(*state, &s);
    const size_t n = count_pairs(s.set[0], "x", "a", "y", "1");
    assert_true(n > 30 && n < 110);
    end_synthesis(&s);
    make_by(start_synthesis(&s, t, "cart"), 1, "constant");
    run_synthesis(*state, &s);
    assert_int_equal(count_pairs(s.set[0], "x", "a", "y", "1") +
                         count_pairs(s.set[0], "x", "b", "y", "1") +
                         count_pairs(s.set[0], "x", "c", "y", "1"),
                     600); /* 1 is as common as the others, and first */
    end_synthesis(&s);
    tacit_table_free(t);
}

/* The commonest value, though it is missing. */
static void test_constant(void **state)
{
    tacit_table *t = table_of(*state, "x:c,y:i", "a,\nb,7\nb,\n,8\n,\n");
    synthesis s;
    start_synthesis(&s, t, "constant");
    run_synthesis(*state, &s);
    assert_cells(s.set[0], "x", "b,b,b,b,b");
    assert_cells(s.set[0], "y", ",,,,");
    end_synthesis(&s);
    tacit_table_free(t);
}

/* Threads, and what else is made with it, play no part; another seed does. */
static void test_same_bytes(void **state)
{
    tacit_rng rng = tacit_rng_seed(3);
    tacit_table *t = random_table(*state, &rng, "a:c,b:i,c:r,d:d,e:c", 700, 40, 0.1);
    const size_t before = tacit_pool_threads();
    synthesis s, other;
    set_synth(start_synthesis(&s, t, "cart"), "min_bucket", 5);
    run_synthesis(*state, &s);
    for (size_t threads = 1; threads <= 8; threads += 3) {
        tacit_pool_set(threads);
        set_synth(start_synthesis(&other, t, "cart"), "min_bucket", 5)->spec.sets = 3;
        run_synthesis(*state, &other);
        assert_true(same_table(s.set[0], other.set[0]));
        assert_false(same_table(s.set[0], other.set[1]));
        assert_false(same_table(other.set[2], other.set[1]));
        end_synthesis(&other);
    }
    tacit_pool_set(before);
    set_synth(start_synthesis(&other, t, "cart"), "min_bucket", 5)->spec.rng = tacit_rng_seed(2);
    run_synthesis(*state, &other);
    assert_false(same_table(s.set[0], other.set[0]));
    end_synthesis(&s);
    end_synthesis(&other);
    tacit_table_free(t);
}

/* Dealt values are those of the original, each as often, if there are as many rows, where a column
 * is made of nothing else; and twice as often in twice as many. */
static void test_margins(void **state)
{
    tacit_rng rng = tacit_rng_seed(4);
    tacit_table *t = random_table(*state, &rng, "a:r,b:i", 211, 90, 0.2);
    synthesis s;
    for (size_t k = 1; k <= 2; k++) {
        start_synthesis(&s, t, "sample")->spec.rows = 211 * k;
        run_synthesis(*state, &s);
        assert_int_equal(tacit_table_rows(s.set[0]), 211 * k);
        for (size_t j = 0; j < 2; j++) {
            const tacit_column *a = tacit_table_column(t, j), *b = tacit_table_column(s.set[0], j);
            double sum = 0.0, other = 0.0;
            assert_int_equal(tacit_column_missing(b), k * tacit_column_missing(a));
            for (size_t i = 0; i < tacit_column_length(b); i++)
                other += tacit_column_is_missing(b, i) ? 0.0 : tacit_column_number(b, i);
            for (size_t i = 0; i < 211; i++)
                sum += tacit_column_is_missing(a, i) ? 0.0 : tacit_column_number(a, i);
            assert_near(other, (double)k * sum, 1e-6 * fabs(sum));
        }
        end_synthesis(&s);
    }
    tacit_table_free(t);
}

/* A kept column has the values that it had, beside which others are made; rows are in a random
 * order. */
static void test_kept(void **state)
{
    tacit_builder *b[2];
    tacit_type type[2];
    start_columns(*state, "id:i,x:i", b, type);
    for (int i = 0; i < 400; i++) {
        char text[32];
        snprintf(text, sizeof text, "%d", i);
        add_cell(*state, b[0], type[0], text);
        add_cell(*state, b[1], type[1], i < 200 ? "1" : "2");
    }
    tacit_table *t = finish_columns(*state, b, 2, 400);
    synthesis s;
    size_t moved = 0;
    make_by(start_synthesis(&s, t, "cart"), 0, NULL);
    run_synthesis(*state, &s);
    const int64_t *id = tacit_column_integers(column_of(s.set[0], "id")),
                  *x = tacit_column_integers(column_of(s.set[0], "x"));
    bool seen[400] = { false };
    for (size_t i = 0; i < 400; i++) {
        assert_false(seen[id[i]]);
        seen[id[i]] = true;
        assert_int_equal(x[i], id[i] < 200 ? 1 : 2); /* which the tree tells exactly */
        moved += id[i] != (int64_t)i;
    }
    assert_true(moved > 380);
    end_synthesis(&s);
    tacit_table_free(t);
}

/* Columns that hold nothing, one value, or a value for each record; and one record. */
static void test_bad_columns(void **state)
{
    tacit_table *t = table_of(*state, "none:i,empty:c,one:r,all:i,text:c",
                              ",,1.5,1,a\n,,1.5,2,b\n,,1.5,3,c\n,,1.5,4,d\n");
    tacit_table *single = table_of(*state, "x:i,y:c", "7,a\n");
    synthesis s;
    set_synth(start_synthesis(&s, t, "cart"), "min_bucket", 1);
    run_synthesis(*state, &s);
    assert_cells(s.set[0], "none", ",,,");
    assert_cells(s.set[0], "empty", ",,,");
    assert_cells(s.set[0], "one", "1.5,1.5,1.5,1.5");
    end_synthesis(&s);
    start_synthesis(&s, single, "cart")->spec.rows = 3;
    run_synthesis(*state, &s);
    assert_cells(s.set[0], "x", "7,7,7");
    assert_cells(s.set[0], "y", "a,a,a");
    end_synthesis(&s);
    tacit_table_free(t);
    tacit_table_free(single);
}

/* Order of the data, whatever the order of making. */
static void test_order(void **state)
{
    tacit_table *t = triples(*state);
    synthesis s;
    start_synthesis(&s, t, "cart");
    s.column[0].at = 2;
    s.column[1].at = 0;
    s.column[2].at = 1;
    run_synthesis(*state, &s);
    assert_string_equal(tacit_column_name(tacit_table_column(s.set[0], 0)), "x");
    assert_string_equal(tacit_column_name(tacit_table_column(s.set[0], 1)), "y");
    assert_string_equal(tacit_column_name(tacit_table_column(s.set[0], 2)), "z");
    end_synthesis(&s);
    tacit_table_free(t);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_dealt_tables), with_context(test_sample),  with_context(test_constant),
        with_context(test_same_bytes),   with_context(test_margins), with_context(test_kept),
        with_context(test_bad_columns),  with_context(test_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
