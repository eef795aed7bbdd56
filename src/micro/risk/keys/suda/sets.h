/*
 * sets.h - how often each set of keys is a minimal sample unique.
 */
#ifndef TACIT_MICRO_RISK_KEYS_SUDA_SETS_H
#define TACIT_MICRO_RISK_KEYS_SUDA_SETS_H

#include "base/context.h"

typedef struct tacit_suda_set {
    uint32_t mask; /* keys, by position; 0 in an empty place */
    uint64_t msus; /* records that have it as an MSU */
} tacit_suda_set;

/* A hash table in scratch memory; starts as {0}. */
typedef struct tacit_suda_sets {
    tacit_suda_set *at;
    size_t room, n;
} tacit_suda_sets;

/* Count one more MSU on the keys of `mask` (not 0). */
tacit_status tacit_suda_sets_count(tacit_ctx *cx, tacit_suda_sets *s, uint32_t mask);

/* The `most` sets with most MSUs, in descending order; among equal ones smaller masks come
 * first.  Returns how many there are. */
size_t tacit_suda_sets_top(const tacit_suda_sets *s, size_t most, tacit_suda_set *out);

#endif
