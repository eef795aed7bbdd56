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

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_threads) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
