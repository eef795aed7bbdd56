/*
 * pool.h - how many threads the work under a context may use.
 *
 * Parallel loops are OpenMP's, whose number of threads belongs to the thread that starts the
 * loop.  A call from outside sets it to the context's on entry and gives back what it found on
 * leaving, so that neither the host nor another context sees a change.  The engines ask here
 * too: one number rules both.
 */
#ifndef TACIT_BASE_POOL_H
#define TACIT_BASE_POOL_H

#include "base/context.h"

/* Let loops that the calling thread starts use the context's number of threads; returns the
 * number before, for tacit_pool_leave(). */
size_t tacit_pool_enter(const tacit_ctx *cx);
void tacit_pool_leave(size_t before);

/* Threads that work under `cx` may use. */
size_t tacit_pool_of(const tacit_ctx *cx);

/* Threads that loops of the calling thread use, and setting it; 0 means one for each
 * processor. */
size_t tacit_pool_threads(void);
void tacit_pool_set(size_t n);

#endif
