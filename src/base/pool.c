/*
 * pool.c - how many threads the work under a context may use.
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

size_t tacit_pool_of(const tacit_ctx *cx)
{
    return tacit_ctx_threads_of(cx) > 0 ? tacit_ctx_threads_of(cx) : tacit_pool_threads();
}

size_t tacit_pool_enter(const tacit_ctx *cx)
{
    const size_t before = tacit_pool_threads();
    tacit_pool_set(tacit_pool_of(cx));
    return before;
}

void tacit_pool_leave(size_t before)
{
    tacit_pool_set(before);
}
