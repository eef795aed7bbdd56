/*
 * vector.h - sparse vectors of numbers modulo the prime 2^61 - 1; for the files of this folder.
 *
 * Ranks modulo a prime are at most those of the same whole numbers, and smaller only if the prime
 * divides a determinant: what depends on others goes on to do so, and what does not is taken to do
 * so by an accident of about 1 in 2^61 at a time.
 */
#ifndef TACIT_TABULAR_SUPPRESS_START_VECTOR_H
#define TACIT_TABULAR_SUPPRESS_START_VECTOR_H

#include "base/context.h"

/* Entries that are not 0, in the order of their places; the owner frees. */
typedef struct tacit_vector {
    size_t n, room;
    uint32_t *place;
    uint64_t *value;
} tacit_vector;

/* Free what it holds, and make it empty. */
void tacit_vector_free(tacit_vector *v);

/* The number modulo the prime. */
uint64_t tacit_residue(int64_t x);

/* a + b, a b, a / b for b other than 0, and -a. */
uint64_t tacit_residue_sum(uint64_t a, uint64_t b);
uint64_t tacit_residue_product(uint64_t a, uint64_t b);
uint64_t tacit_residue_ratio(uint64_t a, uint64_t b);
uint64_t tacit_residue_minus(uint64_t a);

/* Add `times` times `other` to `v`; `room` is another vector that is used and changed. */
tacit_status tacit_vector_add(tacit_ctx *cx, tacit_vector *v, uint64_t times,
                              const tacit_vector *other, tacit_vector *room);

/* Append an entry behind the last. */
tacit_status tacit_vector_append(tacit_ctx *cx, tacit_vector *v, uint32_t place, uint64_t value);

/* The entry at a place; 0 if there is none. */
uint64_t tacit_vector_at(const tacit_vector *v, uint32_t place);

/* Whether one is a multiple of the other, neither being 0. */
bool tacit_vector_is_multiple(const tacit_vector *a, const tacit_vector *b);

#endif
