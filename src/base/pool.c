/*
 * pool.c - how many threads the process works with.
 */
#include "base/pool.h"

#include <omp.h>

void tacit_pool_set(size_t n)
{
    omp_set_num_threads(n > 0 ? (int)n : omp_get_num_procs());
}

size_t tacit_pool_threads(void)
{
    return (size_t)omp_get_max_threads();
}
