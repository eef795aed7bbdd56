/*
 * numbering.h - 64-bit keys numbered in the order in which they come.  O(1) a key.
 */
#ifndef TACIT_TASK_RELEASE_NUMBERING_H
#define TACIT_TASK_RELEASE_NUMBERING_H

#include "base/context.h"

/* Begins as {0}; ends with tacit_numbering_free(). */
typedef struct tacit_numbering {
    size_t n;
    size_t slots;     /* a power of two, or 0 */
    uint64_t *key;    /* of each slot */
    uint32_t *number; /* of each slot, from 1; 0 if it is empty */
} tacit_numbering;

/* The number of `key`, from 0; it is the next one if the key is new. */
tacit_status tacit_numbering_of(tacit_ctx *cx, tacit_numbering *all, uint64_t key, uint32_t *out);

/* Free what it holds. */
void tacit_numbering_free(tacit_numbering *all);

#endif
