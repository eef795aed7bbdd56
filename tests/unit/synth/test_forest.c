/*
 * test_forest.c - rows from the leaves of an adversarial random forest.
 */
#include "support/synths.h"

#include "synth/forest/own.h"

enum { DONORS, NORMAL, UNIFORM };

/* x is a, b or c; y follows from it but for every tenth; z is a number that goes with y. */
static tacit_table *linked(tacit_ctx *cx, size_t rows)
{
    static const char *const letters[] = { "a", "b", "c" };
    tacit_rng rng = tacit_rng_seed(17);
    tacit_builder *b[3];
    tacit_type type[3];
    start_columns(cx, "x:c,y:c,z:i", b, type);
    for (size_t i = 0; i < rows; i++) {
        const size_t x = (size_t)tacit_rng_below(&rng, 3);
        const size_t y = tacit_rng_below(&rng, 10) == 0 ? (size_t)tacit_rng_below(&rng, 3) : x;
        char text[32];
        snprintf(text, sizeof text, "%d", (int)(100 * y + tacit_rng_below(&rng, 60)));
        add_cell(cx, b[0], type[0], letters[x]);
        add_cell(cx, b[1], type[1], letters[y]);
        add_cell(cx, b[2], type[2], text);
    }
    return finish_columns(cx, b, 3, rows);
}

/* Rows where x and y are the same, and where z lies in the hundred of y. */
static void count_links(const tacit_table *t, double out[2])
{
    const tacit_column *x = column_of(t, "x"), *y = column_of(t, "y"), *z = column_of(t, "z");
    out[0] = out[1] = 0.0;
    for (size_t i = 0; i < tacit_table_rows(t); i++) {
        char p[32], q[32];
        const char *letter = tacit_column_text(y, i, q);
        out[0] += strcmp(tacit_column_text(x, i, p), letter) == 0;
        out[1] += floor(tacit_column_number(z, i) / 100.0) >= letter[0] - 'a' &&
                  floor(tacit_column_number(z, i) / 100.0) <= letter[0] - 'a';
    }
    out[0] /= (double)tacit_table_rows(t);
    out[1] /= (double)tacit_table_rows(t);
}

/* What goes together still does, by all laws; 93 % and all in the original, a third by chance. */
static void test_links(void **state)
{
    tacit_table *t = linked(*state, 900);
    double was[2], is[2];
    count_links(t, was);
    for (int law = DONORS; law <= UNIFORM; law++) {
        synthesis s;
        set_synth(start_synthesis(&s, t, "forest"), "law", law);
        run_synthesis(*state, &s);
        count_links(s.set[0], is);
        assert_near(is[0], was[0], 0.06);
        assert_near(is[1], was[1], law == DONORS ? 0.05 : 0.12);
        assert_int_equal(tacit_column_type(column_of(s.set[0], "z")), TACIT_TYPE_INTEGER);
        for (size_t i = 0; i < 900; i++)
            assert_in_range(tacit_column_integers(column_of(s.set[0], "z"))[i], 0, 259);
        end_synthesis(&s);
    }
    tacit_table_free(t);
}

/* A column that is kept, or was made before, is gone by. */
static void test_known(void **state)
{
    tacit_table *t = linked(*state, 900);
    double was[2], is[2];
    count_links(t, was);
    for (size_t known = 1; known <= 2; known++) {
        synthesis s;
        start_synthesis(&s, t, "cart");
        for (size_t j = 0; j < known; j++)
            make_by(&s, j, NULL);
        make_together(&s, known, 3 - known, "forest");
        run_synthesis(*state, &s);
        count_links(s.set[0], is);
        assert_near(is[0], was[0], 0.06);
        assert_near(is[1], was[1], 0.06);
        end_synthesis(&s);
    }
    tacit_table_free(t);
}

/* ---- what is learnt ---- */

/* The data of a forest of all columns of `t`. */
static tacit_forest_data data_of(tacit_ctx *cx, const tacit_table *t)
{
    tacit_coding *coding = NULL;
    tacit_forest_data out;
    const size_t n = tacit_table_columns(t);
    assert_ok(cx, tacit_scratch(cx, n, sizeof *coding, &coding));
    for (size_t j = 0; j < n; j++)
        assert_ok(
            cx, tacit_coding_of(cx, tacit_table_column(t, j), &(tacit_specials){ 0 }, &coding[j]));
    const tacit_synth_block block = { .data = t, .n = n, .coding = coding };
    assert_ok(cx, tacit_forest_data_of(cx, &block, &out));
    return out;
}

/* The numbers of a record lie in the box of leaf q. */
static void check_box(const tacit_forest_data *d, const tacit_forest_leaves *l, size_t q,
                      uint32_t record)
{
    for (size_t j = 0; j < d->columns; j++) {
        const tacit_coding *c = d->coding[j];
        if (!c->ordered || (c->state != NULL && c->state[record] != 0))
            continue;
        assert_true(c->code[record] >= l->low[q * d->columns + j]);
        assert_true(c->code[record] < l->high[q * d->columns + j]);
    }
}

/* Every record stands once in each tree, in the leaf that is said, in its box; leaves are as large
 * as they must be. */
static void check_leaves(const tacit_forest_data *d, const tacit_forest_leaves *l, size_t least)
{
    size_t all = 0;
    for (size_t q = 0; q < l->n; q++) {
        assert_true(l->rows[q] >= least);
        assert_int_equal(l->first[q], all);
        all += l->rows[q];
        for (size_t r = 0; r < l->rows[q]; r++) {
            const uint32_t record = l->order[l->first[q] + r];
            assert_int_equal(l->leaf[l->first[q] / d->records * d->records + record], q);
            check_box(d, l, q, record);
        }
    }
    assert_int_equal(all, l->trees * d->records);
}

static void test_leaves(void **state)
{
    tacit_rng rng = tacit_rng_seed(2);
    for (size_t k = 0; k < 8; k++) {
        tacit_table *t = random_table(*state, &rng, "a:c,b:i,c:r,d:i", 150, 3 + 9 * k, 0.1);
        const tacit_forest_data d = data_of(*state, t);
        const tacit_forest_options how = {
            .trees = 3, .min_leaf = 1 + k, .rounds = 1 + k % 3, .boxes = true
        };
        tacit_forest_leaves l;
        assert_ok(*state, tacit_forest_learn(*state, &d, &how, &rng, &l));
        check_leaves(&d, &l, how.min_leaf);
        tacit_table_free(t);
    }
}

/* Columns that have nothing to do with each other cannot be told from such; linked ones can, until
 * they come from leaves. */
static void test_accuracy(void **state)
{
    tacit_rng rng = tacit_rng_seed(3);
    tacit_table *free_ones = random_table(*state, &rng, "a:c,b:i,c:r", 800, 6, 0.0);
    tacit_table *t = linked(*state, 800);
    const tacit_forest_options once = { .trees = 10, .min_leaf = 5, .rounds = 1, .delta = 0.5 };
    const tacit_forest_options often = { .trees = 10, .min_leaf = 5, .rounds = 10 };
    tacit_forest_leaves l;
    tacit_forest_data d = data_of(*state, free_ones);
    assert_ok(*state, tacit_forest_learn(*state, &d, &once, &rng, &l));
    assert_near(l.accuracy, 0.5, 0.06);
    d = data_of(*state, t);
    assert_ok(*state, tacit_forest_learn(*state, &d, &once, &rng, &l));
    assert_int_equal(l.n, 1); /* good enough, as half of the rows may be told besides chance */
    assert_true(l.accuracy > 0.75);
    assert_ok(*state, tacit_forest_learn(*state, &d, &often, &rng, &l));
    assert_true(l.accuracy < 0.6);
    assert_int_equal(l.trees, 10);
    tacit_table_free(free_ones);
    tacit_table_free(t);
}

/* ---- contract ---- */

static void test_same_bytes(void **state)
{
    tacit_rng rng = tacit_rng_seed(3);
    tacit_table *t = random_table(*state, &rng, "a:c,b:i,c:r,d:d,e:c", 200, 12, 0.1);
    assert_same_bytes(*state, t, "forest", "law", NORMAL + 1);
    tacit_table_free(t);
}

/* Nothing, one value, a value for each record; one record; more rows than records. */
static void test_bad_columns(void **state)
{
    tacit_table *t = table_of(*state, "none:i,empty:c,one:r,all:i,text:c",
                              ",,1.5,1,a\n,,1.5,2,b\n,,1.5,3,c\n,,1.5,4,d\n");
    tacit_table *single = table_of(*state, "x:i,y:c", "7,a\n");
    synthesis s;
    for (int law = DONORS; law <= UNIFORM; law++) {
        set_synth(set_synth(start_synthesis(&s, t, "forest"), "law", law), "min_leaf", 1);
        run_synthesis(*state, &s);
        assert_bare_columns(s.set[0]);
        end_synthesis(&s);
        set_synth(start_synthesis(&s, single, "forest"), "law", law)->spec.rows = 3;
        run_synthesis(*state, &s);
        assert_cells(s.set[0], "x", "7,7,7");
        assert_cells(s.set[0], "y", "a,a,a");
        end_synthesis(&s);
    }
    tacit_table_free(t);
    tacit_table_free(single);
}

/* Dealt from leaves, every column is nearly what it was: records are used once or twice. */
static void test_margins(void **state)
{
    tacit_table *t = linked(*state, 600);
    synthesis s;
    size_t count[2][3] = { { 0 } };
    start_synthesis(&s, t, "forest");
    run_synthesis(*state, &s);
    for (size_t i = 0; i < 600; i++)
        for (size_t k = 0; k < 2; k++) {
            char text[32];
            count[k][tacit_column_text(column_of(k == 0 ? t : s.set[0], "y"), i, text)[0] - 'a']++;
        }
    for (size_t v = 0; v < 3; v++)
        assert_near((double)count[1][v], (double)count[0][v], 20.0);
    end_synthesis(&s);
    tacit_table_free(t);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_links),    with_context(test_known),      with_context(test_leaves),
        with_context(test_accuracy), with_context(test_same_bytes), with_context(test_bad_columns),
        with_context(test_margins),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
