/*
 * test_pool.c - one number of threads for everything.
 */
#include "support/check.h"

#include <omp.h>

#include "base/pool.h"

static void test_threads(void **state)
{
    (void)state;
    tacit_pool_set(5);
    assert_int_equal(tacit_pool_threads(), 5);
    assert_int_equal(omp_get_max_threads(), 5);
    tacit_pool_set(0);
    assert_int_equal(tacit_pool_threads(), omp_get_num_procs());
    tacit_pool_set(1);
    assert_int_equal(tacit_pool_threads(), 1);
}

/* Two contexts with numbers of their own, one within the other, and one without. */
static void test_contexts(void **state)
{
    tacit_ctx *cx = *state, *other = tacit_ctx_new(), *none = tacit_ctx_new();
    tacit_pool_set(4);
    tacit_ctx_threads(cx, 2);
    tacit_ctx_threads(other, 7);
    assert_int_equal(tacit_pool_of(none), 4);
    assert_int_equal(tacit_pool_of(other), 7);
    const size_t outer = tacit_pool_enter(cx);
    assert_int_equal(omp_get_max_threads(), 2);
    const size_t inner = tacit_pool_enter(other);
    assert_int_equal(tacit_pool_threads(), 7);
    assert_int_equal(tacit_pool_of(cx), 2);
    tacit_pool_leave(inner);
    assert_int_equal(omp_get_max_threads(), 2);
    const size_t same = tacit_pool_enter(none);
    assert_int_equal(omp_get_max_threads(), 2);
    tacit_pool_leave(same);
    tacit_pool_leave(outer);
    assert_int_equal(omp_get_max_threads(), 4);
    tacit_ctx_free(other);
    tacit_ctx_free(none);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_threads),
                                        with_context(test_contexts) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
