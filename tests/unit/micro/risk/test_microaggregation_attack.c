/*
 * test_microaggregation_attack.c - nearest groups and what blocks have in common; by hand.
 */
#include "support/risks.h"

/* Groups of two: 1 and 3 became 2, 10 and 20 became 15, but 9 went with 100 to 54.5, although
 * 15 is nearer.  Right groups: all but 9; 100 is nearest to 54.5. */
static void test_one_block(void **state)
{
    tacit_table *x = table_of(*state, "a:i", "1\n3\n10\n20\n9\n100\n"),
                *y = table_of(*state, "a:r", "2\n2\n15\n15\n54.5\n54.5\n");
    inquiry q;
    tacit_result *r = run_inquiry(*state, inquire_pair(&q, "microaggregation_attack", x), y);
    assert_near(figure(r, "true_in_set"), 5.0 / 6, 1e-15);
    assert_near(figure(r, "reidentified"), 5.0 / 12, 1e-15);
    assert_near(figure(r, "unique_right"), 0, 0);
    assert_near(figure(r, "median_set"), 2, 0);
    json_decref(r);
    tacit_table_free(x);
    tacit_table_free(y);
}

static const char *const A[] = { "a" }, *const B[] = { "b" }, *const AB[] = { "a", "b" };

/* Two blocks of pairs that cross: each intersection is one record. */
static void test_two_blocks(void **state)
{
    static const tacit_group blocks[] = { { "first", A, 1, 0 }, { "second", B, 1, 0 } };
    tacit_table *x = table_of(*state, "a:i,b:i", "0,0\n2,10\n10,2\n12,12\n"),
                *y = table_of(*state, "a:i,b:i", "1,1\n1,11\n11,1\n11,11\n");
    inquiry q;
    inquire_pair(&q, "microaggregation_attack", x);
    *argument(&q.a, "blocks") = (tacit_value){ .given = true, .n = 2, .groups = blocks };
    tacit_result *r = run_inquiry(*state, &q, y);
    assert_near(figure(r, "reidentified"), 1, 0);
    assert_near(figure(r, "unique_right"), 1, 0);
    const json_t *rows = json_object_get(part_of(r, "tables", "blocks"), "rows");
    assert_int_equal(json_array_size(rows), 2);
    assert_near(json_number_value(json_array_get(json_array_get(rows, 1), 5)), 0.5, 1e-15);
    json_decref(r);
    tacit_table_free(x);
    tacit_table_free(y);
}

/* The second block misses the first record: its nearest group is that of records 3 and 4.  The
 * first block says 1 or 2, the second 3 or 4: four candidates, one vote each. */
static void test_miss(void **state)
{
    static const tacit_group blocks[] = { { "first", A, 1, 0 }, { "second", B, 1, 0 } };
    tacit_table *x = table_of(*state, "a:i,b:i", "0,9\n2,1\n10,10\n12,12\n"),
                *y = table_of(*state, "a:i,b:i", "1,5\n1,5\n11,11\n11,11\n");
    inquiry q;
    inquire_pair(&q, "microaggregation_attack", x);
    *argument(&q.a, "blocks") = (tacit_value){ .given = true, .n = 2, .groups = blocks };
    tacit_result *r = run_inquiry(*state, &q, y);
    assert_near(figure(r, "reidentified"), (0.25 + 3 * 0.5) / 4, 1e-15);
    assert_near(figure(r, "true_in_set"), 1, 0);
    json_decref(r);
    tacit_table_free(x);
    tacit_table_free(y);
}

static void test_refusals(void **state)
{
    static const tacit_group blocks[] = { { "first", A, 1, 0 }, { "second", AB, 2, 0 } };
    tacit_table *x = table_of(*state, "a:i,b:i,c:c", "0,9,p\n2,1,q\n");
    inquiry q;
    inquire_pair(&q, "microaggregation_attack", x);
    *argument(&q.a, "blocks") = (tacit_value){ .given = true, .n = 2, .groups = blocks };
    assert_inquiry_fails(*state, &q, x, TACIT_ERR_INPUT, "'a' twice");
    tacit_table_free(x);
    x = table_of(*state, "c:c", "p\nq\n");
    tacit_result *r = run_inquiry(*state, inquire_pair(&q, "microaggregation_attack", x), x);
    assert_string_equal(note_of(r, 0), "No column is numeric in both tables.");
    json_decref(r);
    tacit_table_free(x);
}

/* Missing equals missing. */
static void test_missing(void **state)
{
    tacit_table *x = table_of(*state, "a:i", "1\n\n\n9\n"),
                *y = table_of(*state, "a:i", "1\n\n\n9\n");
    inquiry q;
    tacit_result *r = run_inquiry(*state, inquire_pair(&q, "microaggregation_attack", x), y);
    assert_near(figure(r, "reidentified"), 0.75, 1e-15);
    json_decref(r);
    tacit_table_free(x);
    tacit_table_free(y);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_one_block), with_context(test_two_blocks), with_context(test_miss),
        with_context(test_refusals),  with_context(test_missing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
