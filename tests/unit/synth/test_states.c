/*
 * test_states.c - missing values, special codes and heaps of zeros; codes of columns.
 */
#include "support/synths.h"

/* 500 records: a is 0 or 1; the amount is missing, 0, -7 or between 100 and 600, by a. */
static tacit_table *amounts(tacit_ctx *cx)
{
    tacit_builder *b[2];
    tacit_type type[2];
    start_columns(cx, "a:c,amount:i", b, type);
    for (int i = 0; i < 500; i++) {
        char text[32];
        snprintf(text, sizeof text, "%d", 100 + i);
        add_cell(cx, b[0], type[0], i % 2 == 0 ? "no" : "yes");
        add_cell(cx, b[1], type[1],
                 i % 10 == 0   ? ""
                 : i % 10 == 2 ? "-7"
                 : i % 10 == 4 ? "0"
                 : i % 10 == 6 ? "0"
                               : text);
    }
    return finish_columns(cx, b, 2, 500);
}

static size_t count_cells(const tacit_table *t, const char *a, const char *amount)
{
    size_t n = 0;
    for (size_t i = 0; i < tacit_table_rows(t); i++) {
        char p[32], q[32];
        n += strcmp(tacit_column_text(column_of(t, "a"), i, p), a) == 0 &&
             strcmp(tacit_column_text(column_of(t, "amount"), i, q), amount) == 0;
    }
    return n;
}

/* Each kind of cell is as common as it was among those of its kind. */
static void test_kinds(void **state)
{
    static const double codes[] = { -7.0 };
    tacit_table *t = amounts(*state);
    synthesis s;
    start_synthesis(&s, t, "cart")->column[1].specials = (tacit_specials){ codes, 1 };
    run_synthesis(*state, &s);
    assert_int_equal(s.told[1].states, 4); /* a value, -7, 0 by itself, missing */
    assert_true(s.told[1].zero);
    assert_int_equal(count_cells(s.set[0], "no", ""), 50);
    assert_int_equal(count_cells(s.set[0], "no", "-7"), 50);
    assert_int_equal(count_cells(s.set[0], "no", "0"), 100);
    assert_int_equal(count_cells(s.set[0], "yes", ""), 0);
    assert_int_equal(count_cells(s.set[0], "yes", "0"), 0);
    assert_int_equal(count_cells(s.set[0], "yes", "-7"), 0);
    end_synthesis(&s);
    tacit_table_free(t);
}

/* The codes of a column as a predictor. */
static void test_codes(void **state)
{
    static const double codes[] = { -7.0 };
    tacit_table *t = amounts(*state);
    tacit_coding c;
    assert_ok(*state,
              tacit_coding_of(*state, column_of(t, "amount"), &(tacit_specials){ codes, 1 }, &c));
    assert_int_equal(c.specials, 2);
    assert_true(c.missing);
    assert_int_equal(c.levels, 257); /* 300 values in 256 bins, and none */
    assert_int_equal(c.code[0], 256);
    assert_int_equal(c.code[2], 256); /* -7 is no value */
    assert_int_equal(c.code[1], 0);   /* 101 is the least */
    assert_int_equal(c.code[499], 255);
    for (size_t i = 0; i < 500; i++)
        if (c.state[i] == 0)
            assert_int_equal(tacit_coding_bin(&c, tacit_column_number(c.column, i)), c.code[i]);
    assert_int_equal(tacit_coding_bin(&c, -1e9), 0);
    assert_int_equal(tacit_coding_bin(&c, 1e9), 255);
    tacit_table_free(t);
}

/* Rare texts share a code as predictors. */
static void test_rare(void **state)
{
    tacit_table *t = table_of(*state, "x:c", "a\na\na\na\na\nb\nc\nb\nd\nd\nd\nd\nd\n\ne\n");
    tacit_coding c;
    assert_ok(*state, tacit_coding_of(*state, column_of(t, "x"), &(tacit_specials){ 0 }, &c));
    assert_int_equal(c.levels, 4); /* a, d, others, missing */
    assert_int_equal(c.code[0], 0);
    assert_int_equal(c.code[8], 1);
    assert_int_equal(c.code[5], 2);
    assert_int_equal(c.code[6], 2);
    assert_int_equal(c.code[13], 3);
    assert_int_equal(c.states, 1);
    tacit_table_free(t);
}

/* Ten numbers, one of which half of the records have: it is a group of its own. */
static void test_groups(void **state)
{
    tacit_table *t = table_of(*state, "x:i", "1\n2\n3\n4\n5\n5\n5\n5\n5\n6\n7\n8\n");
    tacit_coding c;
    tacit_target target;
    assert_ok(*state, tacit_coding_of(*state, column_of(t, "x"), &(tacit_specials){ 0 }, &c));
    assert_ok(*state, tacit_target_values(*state, &c, &target));
    assert_int_equal(target.rows, 12);
    for (size_t i = 4; i < 9; i++)
        assert_int_equal(target.label[i], target.label[4]);
    assert_int_not_equal(target.label[3], target.label[4]);
    assert_int_not_equal(target.label[9], target.label[4]);
    assert_near(target.rank[0], 1.0, 0);
    assert_near(target.rank[4], 7.0, 0); /* the middle of 5 ... 9 */
    assert_near(target.rank[11], 12.0, 0);
    tacit_table_free(t);
}

/* A thousand texts as predictor and as what is made. */
static void test_many_texts(void **state)
{
    tacit_builder *b[2];
    tacit_type type[2];
    synthesis s;
    start_columns(*state, "x:c,y:c", b, type);
    for (int i = 0; i < 12000; i++) {
        char text[32];
        snprintf(text, sizeof text, "t%04d", i % 1000);
        add_cell(*state, b[0], type[0], text);
        add_cell(*state, b[1], type[1], text);
    }
    tacit_table *t = finish_columns(*state, b, 2, 12000);
    set_synth(start_synthesis(&s, t, "cart"), "min_bucket", 12);
    run_synthesis(*state, &s);
    size_t right = 0;
    for (size_t i = 0; i < 12000; i++) {
        char p[32], q[32];
        right += strcmp(tacit_column_text(column_of(s.set[0], "x"), i, p),
                        tacit_column_text(column_of(s.set[0], "y"), i, q)) == 0;
    }
    assert_true(right > 11000);
    end_synthesis(&s);
    tacit_table_free(t);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_kinds),  with_context(test_codes),      with_context(test_rare),
        with_context(test_groups), with_context(test_many_texts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
