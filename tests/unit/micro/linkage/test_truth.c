/*
 * test_truth.c - which pairs of records are true, where a column tells.
 */
#include "support/tables.h"

#include "micro/linkage/truth.h"

static void test_two_files(void **state)
{
    tacit_table *a = table_of(*state, "id:i", "1\n2\n2\n\n5\n");
    tacit_table *b = table_of(*state, "id:c", "2\n1\n\n2\n7\n");
    const tacit_link_job job = { .a = a, .b = b, .truth = "id" };
    tacit_truth t;
    assert_ok(*state, tacit_truth_of(*state, &job, &t));
    /* 1 x 1 for the value 1, 2 x 2 for the value 2; missing is equal to nothing. */
    assert_near(t.pairs, 5.0, 0.0);
    assert_true(tacit_truth_holds(&t, 0, 1));
    assert_true(tacit_truth_holds(&t, 2, 0));
    assert_false(tacit_truth_holds(&t, 0, 0));
    assert_false(tacit_truth_holds(&t, 3, 2));
    tacit_table_free(a);
    tacit_table_free(b);
}

static void test_one_file(void **state)
{
    tacit_table *a = table_of(*state, "id:i", "1\n2\n2\n2\n\n\n");
    const tacit_link_job job = { .a = a, .b = a, .within = true, .truth = "id" };
    tacit_truth t;
    assert_ok(*state, tacit_truth_of(*state, &job, &t));
    assert_near(t.pairs, 3.0, 0.0);
    tacit_table_free(a);
}

static void test_unknown(void **state)
{
    tacit_table *a = table_of(*state, "id:i", "1\n"), *b = table_of(*state, "nr:i", "1\n");
    tacit_link_job job = { .a = a, .b = b };
    tacit_truth t;
    assert_ok(*state, tacit_truth_of(*state, &job, &t));
    assert_false(tacit_truth_holds(&t, 0, 0));
    job.truth = "id";
    assert_fails(*state, tacit_truth_of(*state, &job, &t), TACIT_ERR_INPUT, "'id' must be in both");
    tacit_table_free(a);
    tacit_table_free(b);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_two_files),
        with_context(test_one_file),
        with_context(test_unknown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
