/*
 * pool.h - how many threads the process works with.
 *
 * Parallel loops are OpenMP's; this is the one place that sets their number, and the
 * engines ask here too, so that one option rules both.
 */
#ifndef TACIT_BASE_POOL_H
#define TACIT_BASE_POOL_H

#include <stddef.h>

/* Use `n` threads from now on; 0 means one for each processor. */
void tacit_pool_set(size_t n);

/* Threads that parallel work may use. */
size_t tacit_pool_threads(void);

#endif
