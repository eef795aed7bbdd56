/*
 * swap.h - what the swapping methods share: pairs to draw, columns to exchange.
 */
#ifndef TACIT_MICRO_METHOD_SWAP_SWAP_H
#define TACIT_MICRO_METHOD_SWAP_SWAP_H

#include "micro/method/method.h"

/* Items waiting for a partner of the same class on another side: records with the same kept
 * values and other swapped ones, households of one profile in different regions.  In scratch
 * memory. */
typedef struct tacit_swap_pool {
    size_t n, n_buckets;      /* items; a bucket is one side of a class */
    const uint32_t *of;       /* bucket of each item */
    const uint32_t *first;    /* of each bucket: the first bucket of its class */
    const uint32_t *end;      /* of each bucket: the bucket after the last of its class */
    const size_t *start;      /* n_buckets + 1: where each bucket begins in `item` */
    size_t *item, *place;     /* the items bucket by bucket, the waiting ones first; and back */
    size_t *waiting, *prefix; /* waiting items of each bucket, and their Fenwick tree */
} tacit_swap_pool;

/* No item. */
#define TACIT_SWAP_NONE SIZE_MAX

/* A pool in which items 0 ... n-1 wait.  O(n) radix passes. */
tacit_status tacit_swap_pool_new(tacit_ctx *cx, size_t n, const uint32_t *class_of,
                                 const uint32_t *side_of, tacit_swap_pool *out);

/* One of the waiting items of the class of `item` on other sides, each with the same
 * probability, or TACIT_SWAP_NONE.  O(log n). */
size_t tacit_swap_pool_draw(const tacit_swap_pool *pool, size_t item, tacit_rng *rng);

/* `item` waits no longer, if it did.  O(log n). */
void tacit_swap_pool_remove(tacit_swap_pool *pool, size_t item);

/* The columns that argument `i` of the method called `owner` names, in scratch memory; none if it
 * is not given. */
tacit_status tacit_swap_columns(tacit_ctx *cx, const char *owner, const tacit_job *job, size_t i,
                                tacit_select *out);

/* The columns of `t` called by the `n` texts at `names`, in scratch memory; `owner` and `what`
 * say who wants them. */
tacit_status tacit_swap_named(tacit_ctx *cx, const char *owner, const char *what,
                              const tacit_table *t, const tacit_value *names, tacit_select *out);

/* Number the combinations of `cols` in the rows of `t`, missing being a value: of[i] is that of
 * row i, in scratch memory, `*n` how many there are.  Without columns there is one. */
tacit_status tacit_swap_classes(tacit_ctx *cx, const tacit_table *t, const tacit_select *cols,
                                uint32_t **of, size_t *n);

/* Give row i of each of the columns `cols` of `out` the cell that row from[i] of `in` has. */
tacit_status tacit_swap_exchange(tacit_ctx *cx, const tacit_table *in, const tacit_select *cols,
                                 const size_t *from, tacit_table *out);

/* Put the numbers 0 ... n-1 in random order into `order`. */
void tacit_swap_shuffle(tacit_rng *rng, size_t *order, size_t n);

#endif
