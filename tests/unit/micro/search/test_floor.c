/*
 * test_floor.c - the lowest levels of a lattice that is looked at in a bounded time, by hand.
 *
 * Keys a of 3 and b of 4 values in all 12 combinations, without hierarchies: 2 levels each, 4
 * nodes, 12 classes at the lowest, which is work of 48.  A value of a loses 1 - 1/3 when all become
 * one label, one of b 1 - 1/4, so that a is raised first: 2 nodes, 4 classes at the lowest.
 */
#include "support/check.h"
#include "support/measures.h"
#include "support/tables.h"

#include "micro/search/floor.h"

static void check_floor(tacit_ctx *cx, double work, int low_a, int low_b)
{
    static const size_t keys[] = { 0, 1 };
    tacit_table *t =
        table_of(cx, "a:i,b:i", "1,1\n1,2\n1,3\n1,4\n2,1\n2,2\n2,3\n2,4\n3,1\n3,2\n3,3\n3,4\n");
    with_keys(t, 2);
    tacit_search_space *s = NULL;
    const tacit_search_space_spec spec = { .table = t, .keys = { .n = 2, .at = keys } };
    assert_ok(cx, tacit_space_new(cx, &spec, &s));
    assert_true(tacit_lattice_is_long(s, work) == (work < 48.0));
    assert_ok(cx, tacit_lattice_raise(cx, work, s));
    assert_int_equal(s->axis[0].low, low_a);
    assert_int_equal(s->axis[1].low, low_b);
    assert_near(s->nodes, (2.0 - low_a) * (2.0 - low_b), 1e-12);
    tacit_space_free(s);
    tacit_table_free(t);
}

static void test_by_hand(void **state)
{
    tacit_ctx *cx = *state;
    check_floor(cx, 48.0, 0, 0);
    check_floor(cx, 47.0, 1, 0);
    check_floor(cx, 8.0, 1, 0);
    check_floor(cx, 7.0, 1, 1);
    check_floor(cx, 0.5, 1, 1); /* one node is left in any case */
}

TESTS(void)
{
    const struct CMUnitTest tests[] = { with_context(test_by_hand) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
