/*
 * walk.h - visiting nodes of the lattice: many at a time, in parallel, each rolled up from
 * the smallest list at hand.
 */
#ifndef TACIT_MICRO_SEARCH_WALK_H
#define TACIT_MICRO_SEARCH_WALK_H

#include "micro/search/roll.h"

typedef struct tacit_walker tacit_walker;

/* Called for each node with its classes, in any order and from several threads at once;
 * `thread` is below tacit_walker_threads().  `i` is the node's position in the request. */
typedef void tacit_look(void *user, size_t thread, size_t i, tacit_roller *at);

/* Get ready to walk over the nodes of `s`, which must outlive the walker.  Lists that it
 * keeps to roll up from take at most `memory` bytes.  The caller frees. */
tacit_status tacit_walker_new(tacit_ctx *cx, const tacit_search_space *s, size_t memory,
                              tacit_walker **out);

/* Free.  Accepts NULL. */
void tacit_walker_free(tacit_walker *w);

/* Threads that may call a look. */
size_t tacit_walker_threads(const tacit_walker *w);

/* Visit `n` nodes; `level` has n * axes levels. */
tacit_status tacit_walk(tacit_ctx *cx, tacit_walker *w, const uint8_t *level, size_t n,
                        tacit_look *look, void *user);

#endif
