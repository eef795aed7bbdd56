/*
 * test_patterns.c - patterns of pairs; cases by hand, and what is refused.
 */
#include "support/tables.h"

#include "micro/linkage/compare.h"

enum { MOST = 40 };

/* Fields of all columns of `t`, compared exactly within it. */
static tacit_pattern_pairs pairs_within(tacit_ctx *cx, const tacit_table *t,
                                        tacit_link_field *field)
{
    const size_t n = tacit_table_rows(t), columns = tacit_table_columns(t);
    for (size_t k = 0; k < columns; k++) {
        const tacit_column *c = tacit_table_column(t, k);
        const tacit_comparison how = { .a = c, .b = c };
        assert_ok(cx, tacit_compare_columns(cx, &how, &field[k]));
    }
    return (tacit_pattern_pairs){ n, n, true, columns, field };
}

/* Pairs of the pattern, or 0. */
static double count_of(const tacit_patterns *p, const uint8_t *level)
{
    for (size_t i = 0; i < p->n; i++)
        if (memcmp(p->level + i * p->fields, level, p->fields) == 0)
            return p->count[i];
    return 0.0;
}

/* Rows (a 1), (a 2), (b 2), (. 2): pairs 0-1 agree on x, 1-2, 1-3, 2-3 on y; those with
 * row 3 miss x. */
static void test_patterns_by_hand(void **state)
{
    tacit_table *t = table_of(*state, "x:c,y:i", "a,1\na,2\nb,2\n,2\n");
    tacit_link_field field[2];
    tacit_patterns p;
    const tacit_pattern_pairs pairs = pairs_within(*state, t, field);
    assert_near(tacit_pairs_count(&pairs), 6.0, 0.0);
    assert_ok(*state, tacit_patterns_count(*state, &pairs, &p));
    assert_int_equal(p.n, 5);
    assert_near(count_of(&p, (const uint8_t[]){ 1, 0 }), 1.0, 0.0);
    assert_near(count_of(&p, (const uint8_t[]){ 0, 0 }), 1.0, 0.0);
    assert_near(count_of(&p, (const uint8_t[]){ 0, 1 }), 1.0, 0.0);
    assert_near(count_of(&p, (const uint8_t[]){ 2, 1 }), 2.0, 0.0);
    assert_near(count_of(&p, (const uint8_t[]){ 2, 0 }), 1.0, 0.0);
    tacit_table_free(t);
}

/* A code has as many digits as fields, and no missing level where nothing is missing. */
static void test_codes_are_read_back(void **state)
{
    tacit_table *t = table_of(*state, "x:c,y:i", "a,1\na,2\n,2\n");
    tacit_link_field field[2];
    const tacit_pattern_pairs pairs = pairs_within(*state, t, field);
    tacit_pattern_code c;
    uint8_t level[TACIT_FIELDS_MAX];
    assert_ok(*state, tacit_pattern_code_of(*state, &pairs, &c));
    assert_int_equal(c.size, 6);
    tacit_pattern_levels(&c, tacit_pattern_of(&c, &pairs, 1, 2), level);
    assert_int_equal(level[0], 2);
    assert_int_equal(level[1], 1);
    tacit_table_free(t);
}

static void test_no_records_have_no_patterns(void **state)
{
    tacit_table *t = table_of(*state, "x:c,y:i", "");
    tacit_link_field field[2];
    tacit_patterns p;
    const tacit_pattern_pairs pairs = pairs_within(*state, t, field);
    assert_ok(*state, tacit_patterns_count(*state, &pairs, &p));
    assert_int_equal(p.n, 0);
    tacit_table_free(t);
}

/* 23 columns without missing values have 2^23 patterns; 33 are more than fields. */
static void test_too_many_patterns_are_refused(void **state)
{
    tacit_table *t = table_of(*state, "x:i", "1\n2\n");
    tacit_link_field field[MOST];
    tacit_pattern_pairs pairs = pairs_within(*state, t, field);
    tacit_pattern_code c;
    for (size_t k = 1; k < MOST; k++)
        field[k] = field[0];
    pairs.fields = 22;
    assert_ok(*state, tacit_pattern_code_of(*state, &pairs, &c));
    pairs.fields = 23;
    assert_fails(*state, tacit_pattern_code_of(*state, &pairs, &c), TACIT_ERR_INPUT,
                 "fewer columns");
    pairs.fields = 33;
    assert_fails(*state, tacit_pattern_code_of(*state, &pairs, &c), TACIT_ERR_INPUT, "at most 32");
    tacit_table_free(t);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_patterns_by_hand),
        with_context(test_codes_are_read_back),
        with_context(test_no_records_have_no_patterns),
        with_context(test_too_many_patterns_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
