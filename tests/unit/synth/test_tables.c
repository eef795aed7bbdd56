/*
 * test_tables.c - records drawn from log-linear tables.
 *
 * Provenance: by hand; a saturated model without added records is the table itself, and a
 * decomposable one has the tables of its cliques (Lauritzen 1996).
 */
#include "support/synths.h"

#include "base/pool.h"

static void set_value(synthesis *s, const char *name, tacit_value v)
{
    for (size_t j = 0; j < s->spec.n; j++) {
        v.given = true;
        s->at[j][tacit_param_find(s->args[j].params, name)] = v;
    }
}

static synthesis *start(synthesis *s, const tacit_table *t, double model, double alpha)
{
    start_synthesis(s, t, "tables");
    set_value(s, "model", (tacit_value){ .number = model });
    set_value(s, "alpha", (tacit_value){ .number = alpha });
    return s;
}

enum { LOGLINEAR = 1, DECOMPOSABLE = 2 };

/* Rows in which columns a and b read so. */
static size_t count_pairs(const tacit_table *t, size_t a, const char *x, size_t b, const char *y)
{
    size_t n = 0;
    for (size_t i = 0; i < tacit_table_rows(t); i++) {
        char p[32], q[32];
        n += strcmp(tacit_column_text(tacit_table_column(t, a), i, p), x) == 0 &&
             strcmp(tacit_column_text(tacit_table_column(t, b), i, q), y) == 0;
    }
    return n;
}

static const char *const LETTERS[] = { "a", "b", "c" };

/* `n` records of four texts: y follows x, z follows y, w is by itself; no record has x = a, w = c.
 */
static tacit_table *chain(tacit_ctx *cx, size_t n)
{
    tacit_builder *b[4];
    tacit_type type[4];
    tacit_rng rng = tacit_rng_seed(12);
    start_columns(cx, "x:c,y:c,z:c,w:c", b, type);
    for (size_t i = 0; i < n; i++) {
        const uint64_t x = tacit_rng_below(&rng, 3);
        const uint64_t y = tacit_rng_below(&rng, 4) > 0 ? x : tacit_rng_below(&rng, 3);
        const uint64_t z = tacit_rng_below(&rng, 4) > 0 ? y : tacit_rng_below(&rng, 3);
        const uint64_t w = tacit_rng_below(&rng, x == 0 ? 2 : 3);
        add_cell(cx, b[0], type[0], LETTERS[x]);
        add_cell(cx, b[1], type[1], LETTERS[y]);
        add_cell(cx, b[2], type[2], LETTERS[z]);
        add_cell(cx, b[3], type[3], LETTERS[w]);
    }
    return finish_columns(cx, b, 4, n);
}

/* The saturated model, dealt, gives every combination as often as it was. */
static void test_saturated(void **state)
{
    tacit_table *t = chain(*state, 500);
    synthesis s;
    start(&s, t, LOGLINEAR, 0.0);
    set_value(&s, "interactions", (tacit_value){ .number = 4 });
    run_synthesis(*state, &s);
    for (size_t i = 0; i < 54; i++) {
        const char *x = LETTERS[i % 3], *y = LETTERS[i / 3 % 3];
        const size_t a = i / 9 % 3, b = a + 1;
        assert_int_equal(count_pairs(s.set[0], a, x, b, y), count_pairs(t, a, x, b, y));
    }
    end_synthesis(&s);
    tacit_table_free(t);
}

/* Both models keep the tables of pairs that depend on each other, dealt to a few records. */
static void test_pairs(void **state)
{
    tacit_table *t = chain(*state, 900);
    synthesis s;
    for (int model = LOGLINEAR; model <= DECOMPOSABLE; model++) {
        run_synthesis(*state, start(&s, t, model, 1.0));
        for (size_t i = 0; i < 18; i++) {
            const size_t a = i / 9;
            const char *x = LETTERS[i % 3], *y = LETTERS[i / 3 % 3];
            assert_near((double)count_pairs(s.set[0], a, x, a + 1, y),
                        (double)count_pairs(t, a, x, a + 1, y), 8.0);
        }
        end_synthesis(&s);
    }
    tacit_table_free(t);
}

/* 2000 added records put many rows where no record is, unless that is impossible. */
static void test_zeros(void **state)
{
    static const char *const columns[] = { "x", "w" }, *const cell[] = { "x=a", "w=c" };
    const tacit_group observed = { "both", columns, 2, 0 }, never = { "a and c", cell, 2, 0 };
    tacit_table *t = chain(*state, 600);
    for (int model = LOGLINEAR; model <= DECOMPOSABLE; model++)
        for (int kind = 0; kind < 3; kind++) {
            synthesis s;
            start(&s, t, model, 2000.0)->spec.rows = 1500;
            if (kind == 1)
                set_value(&s, "observed", (tacit_value){ .n = 1, .groups = &observed });
            if (kind == 2)
                set_value(&s, "never", (tacit_value){ .n = 1, .groups = &never });
            run_synthesis(*state, &s);
            const size_t n = count_pairs(s.set[0], 0, "a", 3, "c");
            assert_true(kind == 0 ? n > 20 : n == 0);
            end_synthesis(&s);
        }
    tacit_table_free(t);
}

static void expect_failure(tacit_ctx *cx, synthesis *s, tacit_status code, const char *part)
{
    assert_fails(cx, tacit_synth_make(cx, &s->spec, s->told, s->set), code, part);
    end_synthesis(s);
}

static void test_refused(void **state)
{
    static const char *const there[] = { "x=a", "y=a" }, *const unknown[] = { "x=a", "q=a" },
                             *const number[] = { "n=1" };
    const tacit_group taken = { "common", there, 2, 0 }, strange = { "odd", unknown, 2, 0 },
                      amount = { "one", number, 1, 0 };
    tacit_table *t = chain(*state, 100);
    tacit_table *numbers = table_of(*state, "n:i,m:i", "1,2\n2,3\n3,1\n");
    synthesis s;
    start(&s, t, LOGLINEAR, 1.0);
    set_value(&s, "never", (tacit_value){ .n = 1, .groups = &taken });
    expect_failure(*state, &s, TACIT_ERR_DATA, "records have the combination 'common'");
    start(&s, t, LOGLINEAR, 1.0);
    set_value(&s, "never", (tacit_value){ .n = 1, .groups = &strange });
    expect_failure(*state, &s, TACIT_ERR_INPUT, "under 'odd' a column that it does not make");
    start(&s, t, LOGLINEAR, 1.0);
    set_value(&s, "observed", (tacit_value){ .n = 1, .groups = &strange });
    expect_failure(*state, &s, TACIT_ERR_INPUT, "'observed'");
    start(&s, numbers, LOGLINEAR, 1.0);
    set_value(&s, "never", (tacit_value){ .n = 1, .groups = &amount });
    expect_failure(*state, &s, TACIT_ERR_INPUT, "is for texts");
    start(&s, t, LOGLINEAR, 1.0);
    set_value(&s, "cells", (tacit_value){ .number = 80 });
    expect_failure(*state, &s, TACIT_ERR_INPUT, "more than 80 cells");
    tacit_table_free(t);
    tacit_table_free(numbers);
}

/* Threads play no part; values of all kinds, missing ones too, come out with their shares. */
static void test_same_bytes(void **state)
{
    tacit_rng rng = tacit_rng_seed(3);
    tacit_table *t = random_table(*state, &rng, "a:c,b:i,c:r,d:d", 400, 30, 0.1);
    const size_t before = tacit_pool_threads();
    for (int i = 0; i < 4; i++) {
        synthesis s, other;
        start(&s, t, 1 + i % 2, 1.0)->spec.dealt = i < 2;
        set_value(&s, "cells", (tacit_value){ .number = 1e6 });
        run_synthesis(*state, &s);
        for (size_t j = 0; j < 4; j++)
            assert_near((double)tacit_column_missing(tacit_table_column(s.set[0], j)),
                        (double)tacit_column_missing(tacit_table_column(t, j)), 25.0);
        for (size_t threads = 1; threads <= 5; threads += 2) {
            tacit_pool_set(threads);
            start(&other, t, 1 + i % 2, 1.0)->spec.dealt = i < 2;
            other.spec.sets = 2;
            run_synthesis(*state, &other);
            assert_true(same_table(s.set[0], other.set[0]));
            assert_false(same_table(s.set[0], other.set[1]));
            end_synthesis(&other);
        }
        tacit_pool_set(before);
        end_synthesis(&s);
    }
    tacit_table_free(t);
}

/* Columns of nothing, of one value, of one record. */
static void test_bad_columns(void **state)
{
    tacit_table *t = table_of(*state, "none:i,empty:c,one:r", ",,1.5\n,,1.5\n,,1.5\n,,1.5\n");
    for (int model = LOGLINEAR; model <= DECOMPOSABLE; model++) {
        synthesis s;
        run_synthesis(*state, start(&s, t, model, 1.0));
        assert_cells(s.set[0], "none", ",,,");
        assert_cells(s.set[0], "empty", ",,,");
        assert_cells(s.set[0], "one", "1.5,1.5,1.5,1.5");
        end_synthesis(&s);
    }
    tacit_table_free(t);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_saturated), with_context(test_pairs),      with_context(test_zeros),
        with_context(test_refused),   with_context(test_same_bytes), with_context(test_bad_columns),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
