/*
 * test_tree.c - classification and regression trees, by hand.
 */
#include "support/check.h"

#include "stats/tree/tree.h"

static tacit_tree_options plain(size_t min_bucket)
{
    tacit_tree_options o = tacit_tree_usual();
    o.min_bucket = min_bucket;
    o.min_split = 2 * min_bucket;
    return o;
}

static const tacit_tree *grow(tacit_ctx *cx, const tacit_tree_column *column, size_t n, size_t rows,
                              const tacit_tree_response *y, const tacit_tree_options *options)
{
    tacit_tree_frame *frame = NULL;
    const tacit_tree *tree = NULL;
    assert_ok(cx, tacit_scratch(cx, 1, sizeof *frame, &frame));
    assert_ok(cx, tacit_tree_frame_of(cx, column, n, rows, frame));
    assert_ok(cx, tacit_tree_fit(cx, frame, y, options, &tree));
    return tree;
}

/* y = 1 1 1 5 6: mean 2.8, squares about it 3 * 3.24 + 4.84 + 10.24 = 24.8; cut after the third
 * value they are 0 and 0.5. */
static void test_number(void **state)
{
    const uint16_t x[] = { 0, 1, 2, 3, 4 };
    const double y[] = { 1, 1, 1, 5, 6 };
    const tacit_tree_column column = { x, 5, true, false };
    tacit_tree_options o = plain(1);
    const tacit_tree *t = grow(*state, &column, 1, 5, &(tacit_tree_response){ .y = y }, &o);
    assert_near(t->node[0].mean, 2.8, 1e-12);
    assert_near(t->node[0].impurity, 24.8, 1e-12);
    assert_near(t->node[0].gain, 24.3, 1e-12);
    assert_int_equal(t->node[0].cut, 3);
    assert_true(t->node[0].low_left);
    assert_int_equal(t->leaves, 3); /* 5 and 6 part too, 1 1 1 does not */
    assert_near(t->node[t->node[0].left].mean, 1.0, 1e-12);
    o.cp = 0.1; /* the second split saves 0.5 of 24.8 */
    t = grow(*state, &column, 1, 5, &(tacit_tree_response){ .y = y }, &o);
    assert_int_equal(t->leaves, 2);
    assert_int_equal(t->node[t->node[0].right].rows, 2);
    o.max_depth = 0;
    t = grow(*state, &column, 1, 5, &(tacit_tree_response){ .y = y }, &o);
    assert_int_equal(t->leaves, 1);
}

/* Class 1 has 1 and 7 of the 8 rows of each half by `a`, 2 and 6 by `b`; `c` and `d` tell nothing
 * at the root, but `c` tells who is the exception in both halves by `a`.  With `narrow` nobody
 * below the root looks at `c` or `d`, the lesser two of four columns. */
static void test_narrow(void **state)
{
    const uint16_t a[] = { 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1 };
    const uint16_t b[] = { 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 1, 1, 1, 1, 1, 1 };
    const uint16_t c[] = { 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0 };
    const uint16_t d[] = { 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1 };
    const uint16_t y[] = { 1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1 };
    const tacit_tree_column column[] = {
        { a, 2, true, false }, { b, 2, true, false }, { c, 2, true, false }, { d, 2, true, false }
    };
    const tacit_tree_response r = { .classes = 2, .label = y };
    tacit_tree_options o = plain(1);
    const tacit_tree *t = grow(*state, column, 4, 16, &r, &o);
    assert_int_equal(t->leaves, 4);
    assert_int_equal(t->node[0].column, 0);
    assert_int_equal(t->node[t->node[0].left].column, 2);
    o.narrow = 4;
    t = grow(*state, column, 4, 16, &r, &o);
    assert_int_equal(t->leaves, 4);
    o.narrow = 2;
    t = grow(*state, column, 4, 16, &r, &o);
    assert_int_equal(t->node[0].column, 0);
    for (size_t k = 0; k < t->nodes; k++)
        assert_true(t->node[k].column == TACIT_TREE_LEAF || t->node[k].column < 2);
}

/* Groups 0 0 0 0 1 1 of the numbers 1 1 3 3 8 9: the classes part after the fourth row, and save
 * all of their impurity, 6 (1 - 4/9 - 1/9) = 8/3; then 1 1 parts from 3 3 by squares about their
 * mean 2, which are 4, and 8 from 9, which are 1/2. */
static void test_stages(void **state)
{
    const uint16_t x[] = { 0, 1, 2, 3, 4, 5 }, group[] = { 0, 0, 0, 0, 1, 1 };
    const double y[] = { 1, 1, 3, 3, 8, 9 };
    const tacit_tree_column column = { x, 6, true, false };
    tacit_tree_options o = plain(1);
    o.staged = true;
    const tacit_tree_response r = { .classes = 2, .label = group, .y = y };
    const tacit_tree *t = grow(*state, &column, 1, 6, &r, &o);
    assert_near(t->node[0].gain, 8.0 / 3.0, 1e-12);
    assert_int_equal(t->node[0].cut, 4);
    assert_int_equal(t->leaves, 4); /* 1 1 and 3 3 do not part */
    const tacit_tree_node *low = &t->node[t->node[0].left], *high = &t->node[t->node[0].right];
    assert_near(low->gain, 4.0, 1e-12);
    assert_int_equal(low->cut, 2);
    assert_near(high->gain, 0.5, 1e-12);
    o.staged = false; /* groups alone stop inside of them */
    assert_int_equal(grow(*state, &column, 1, 6, &r, &o)->leaves, 2);
}

/* Missing numbers go where they save most, whatever their code. */
static void test_missing(void **state)
{
    const uint16_t x[] = { 0, 0, 1, 1, 2, 2 }; /* 2: missing */
    const double low[] = { 1, 1, 7, 7, 1, 1 }, high[] = { 1, 1, 7, 7, 7, 7 },
                 own[] = { 1, 1, 1, 1, 7, 7 };
    const tacit_tree_column column = { x, 3, true, true };
    const tacit_tree_options o = plain(1);
    const tacit_tree *t = grow(*state, &column, 1, 6, &(tacit_tree_response){ .y = low }, &o);
    assert_int_equal(t->leaves, 2);
    assert_int_equal(t->node[t->node[0].left].rows, 4);
    assert_true(t->node[0].missing_left && t->node[0].low_left && t->node[0].cut == 1);
    t = grow(*state, &column, 1, 6, &(tacit_tree_response){ .y = high }, &o);
    assert_int_equal(t->leaves, 2);
    assert_true(!t->node[0].missing_left && t->node[0].low_left);
    t = grow(*state, &column, 1, 6, &(tacit_tree_response){ .y = own }, &o);
    assert_int_equal(t->leaves, 2);
    assert_int_equal(t->node[t->node[0].right].rows, 2);
    assert_int_equal(tacit_tree_find(t, (const uint16_t[]){ 2 }), t->node[0].right);
    assert_int_equal(tacit_tree_find(t, (const uint16_t[]){ 1 }), t->node[0].left);
}

/* Gini: 6 rows, half of them 1; levels a: 0 0, b: 1 1, c: 0 1.  n (1 - sum p^2) is 3; a against
 * b and c leaves 4 (1 - 1/16 - 9/16) = 1.5, so it saves 1.5, as b against a and c does. */
static void test_category(void **state)
{
    const uint16_t x[] = { 0, 0, 1, 1, 2, 2 }, y[] = { 0, 0, 1, 1, 0, 1 };
    const tacit_tree_column column = { x, 4, false, false }; /* level 3: no row */
    const tacit_tree_options o = plain(2);
    const tacit_tree_response r = { .classes = 2, .label = y };
    const tacit_tree *t = grow(*state, &column, 1, 6, &r, &o);
    assert_near(t->node[0].impurity, 3.0, 1e-12);
    assert_near(t->node[0].gain, 1.5, 1e-12);
    assert_int_equal(t->leaves, 3);
    assert_near(t->node[tacit_tree_find(t, (const uint16_t[]){ 0 })].mean, 0.0, 1e-12);
    assert_near(t->node[tacit_tree_find(t, (const uint16_t[]){ 1 })].mean, 1.0, 1e-12);
    assert_near(t->node[tacit_tree_find(t, (const uint16_t[]){ 2 })].mean, 0.5, 1e-12);
    const uint32_t unseen = tacit_tree_find(t, (const uint16_t[]){ 3 });
    assert_true(unseen == tacit_tree_find(t, (const uint16_t[]){ 0 }) ||
                unseen == tacit_tree_find(t, (const uint16_t[]){ 2 }));
}

/* A split that changes probabilities but not the commonest class: kept, but not by rpart's rule. */
static void test_risk(void **state)
{
    uint16_t x[200], y[200];
    for (uint16_t i = 0; i < 200; i++) {
        x[i] = i >= 100;
        y[i] = i < 6 || i >= 170; /* 6 of 100 against 30 of 100 */
    }
    const tacit_tree_column column = { x, 2, false, false };
    const tacit_tree_response r = { .classes = 2, .label = y };
    tacit_tree_options o = plain(5);
    const tacit_tree *t = grow(*state, &column, 1, 200, &r, &o);
    assert_int_equal(t->leaves, 2);
    assert_near(t->node[1].mean, 0.06, 1e-12);
    assert_near(t->node[2].mean, 0.30, 1e-12);
    o.risk = TACIT_TREE_MISCLASSIFICATION;
    assert_int_equal(grow(*state, &column, 1, 200, &r, &o)->leaves, 1);
}

/* Two columns of which each tells nothing and both tell all: seen by looking ahead alone. */
static void test_ahead(void **state)
{
    uint16_t a[400], b[400], y[400];
    for (uint16_t i = 0; i < 400; i++) {
        a[i] = i % 2;
        b[i] = i / 2 % 2;
        y[i] = a[i] ^ b[i];
    }
    const tacit_tree_column column[] = { { a, 2, true, false }, { b, 2, false, false } };
    const tacit_tree_response r = { .classes = 2, .label = y };
    tacit_tree_options o = plain(5);
    assert_int_equal(grow(*state, column, 2, 400, &r, &o)->leaves, 1);
    o.ahead = 1.0;
    const tacit_tree *t = grow(*state, column, 2, 400, &r, &o);
    assert_int_equal(t->leaves, 4);
    for (size_t k = 0; k < t->nodes; k++)
        if (t->node[k].column == TACIT_TREE_LEAF)
            assert_near(t->node[k].impurity, 0.0, 1e-12);
    uint16_t none[400] = { 0 }; /* nothing to see ahead either */
    const tacit_tree_column blank[] = { { none, 1, true, false }, { b, 2, false, false } };
    assert_int_equal(grow(*state, blank, 2, 400, &r, &o)->leaves, 1);
}

/* Numbers with more levels than are kept, beside a category: the same tree in one and two spaces,
 * and rows fall where prediction says. */
static void test_wide(void **state)
{
    enum { ROWS = 3000 };
    static uint16_t a[ROWS], b[ROWS];
    static double y[ROWS];
    static uint32_t leaf[ROWS];
    for (uint16_t i = 0; i < ROWS; i++) {
        a[i] = (uint16_t)(i * 7 % ROWS);
        b[i] = i % 5;
        y[i] = (double)(a[i] / 100 * 3 + b[i]);
    }
    const tacit_tree_column column[] = { { a, ROWS, true, false }, { b, 5, false, false } };
    const tacit_tree_options o = tacit_tree_usual();
    const tacit_tree *t = grow(*state, column, 2, ROWS, &(tacit_tree_response){ .y = y }, &o);
    tacit_tree_leaves(t, leaf);
    assert_true(t->leaves > 50);
    for (size_t i = 0; i < ROWS; i++) {
        assert_int_equal(leaf[i], tacit_tree_find(t, (const uint16_t[]){ a[i], b[i] }));
        assert_true(t->node[leaf[i]].rows >= o.min_bucket);
    }
}

static void test_empty(void **state)
{
    const tacit_tree_column column = { NULL, 0, true, false };
    const tacit_tree_options o = tacit_tree_usual();
    const tacit_tree *t = grow(*state, &column, 1, 0, &(tacit_tree_response){ 0 }, &o);
    assert_int_equal(t->leaves, 1);
    assert_int_equal(t->node[0].rows, 0);
    t = grow(*state, NULL, 0, 0, &(tacit_tree_response){ .classes = 3 }, &o);
    assert_int_equal(t->nodes, 1);
}

/* Of two columns that tell y, the first tells it better; a node that tries one at random takes now
 * the one, now the other, the same for the same stream, and goes on to the other where the first
 * says nothing. */
static void test_tries(void **state)
{
    const uint16_t good[] = { 0, 0, 0, 0, 1, 1, 1, 1 }, poor[] = { 0, 0, 0, 1, 0, 1, 1, 1 };
    const uint16_t same[] = { 0, 0, 0, 0, 0, 0, 0, 0 }, label[] = { 0, 0, 0, 0, 1, 1, 1, 1 };
    const tacit_tree_column column[] = { { good, 2, true, false }, { poor, 2, true, false } };
    const tacit_tree_column mute[] = { { same, 1, true, false }, { good, 2, true, false } };
    const tacit_tree_response y = { .classes = 2, .label = label };
    tacit_tree_options o = plain(1);
    size_t first = 0;
    o.tries = 1;
    o.max_depth = 1;
    for (uint64_t seed = 0; seed < 40; seed++) {
        o.rng = tacit_rng_seed(seed);
        const uint32_t at = grow(*state, column, 2, 8, &y, &o)->node[0].column;
        assert_int_equal(grow(*state, column, 2, 8, &y, &o)->node[0].column, at);
        assert_int_equal(grow(*state, mute, 2, 8, &y, &o)->node[0].column, 1);
        first += at == 0;
    }
    assert_in_range(first, 8, 32); /* 20 of 40; beyond four deviations */
    o.tries = 2;
    assert_int_equal(grow(*state, column, 2, 8, &y, &o)->node[0].column, 0);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_number), with_context(test_narrow),  with_context(test_stages),
        with_context(test_tries),  with_context(test_missing), with_context(test_category),
        with_context(test_risk),   with_context(test_ahead),   with_context(test_wide),
        with_context(test_empty),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
