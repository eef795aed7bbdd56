/*
 * field.h - arithmetic modulo p = 2^61 - c, for c = 1 and c = 31, both prime.
 *
 * Numbers are below p.  A product is folded: 2^61 = c mod p.
 */
#ifndef TACIT_QUERY_AUDIT_FIELD_H
#define TACIT_QUERY_AUDIT_FIELD_H

#include <stdint.h>

enum { TACIT_FIELDS = 2 };

#define TACIT_FIELD_BITS (((uint64_t)1 << 61) - 1)

/* What is missing to 2^61 in each of the two. */
static inline uint64_t tacit_field_gap(unsigned which)
{
    return which == 0 ? 1 : 31;
}

/* The prime. */
static inline uint64_t tacit_field_prime(uint64_t c)
{
    return ((uint64_t)1 << 61) - c;
}

/* a + b. */
static inline uint64_t tacit_field_add(uint64_t a, uint64_t b, uint64_t c)
{
    const uint64_t p = tacit_field_prime(c), s = a + b;
    return s >= p ? s - p : s;
}

/* a - b. */
static inline uint64_t tacit_field_subtract(uint64_t a, uint64_t b, uint64_t c)
{
    return a >= b ? a - b : a + tacit_field_prime(c) - b;
}

/* Any number of 64 bits. */
static inline uint64_t tacit_field_fold(uint64_t x, uint64_t c)
{
    const uint64_t p = tacit_field_prime(c), s = (x & TACIT_FIELD_BITS) + (x >> 61) * c;
    return s >= p ? s - p : s;
}

/* a b. */
static inline uint64_t tacit_field_multiply(uint64_t a, uint64_t b, uint64_t c)
{
    /* Eight times the product, so that its upper word is what is above 2^61. */
    const unsigned __int128 z = (unsigned __int128)(a << 3) * b;
    const uint64_t high = (uint64_t)(z >> 64), low = (uint64_t)z >> 3;
    if (c == 1)
        return tacit_field_fold(low + high, c);
    /* 31 high = 31 (high mod 2^56) + 2^56 q, and of q what is above 2^5 is folded, too: four
     * numbers below 2^61 in all. */
    const uint64_t q = (high >> 56) * c;
    return tacit_field_fold(
        low + (high & (TACIT_FIELD_BITS >> 5)) * c + ((q & 31) << 56) + (q >> 5) * c, c);
}

/* 1 / a by Fermat: a^(p - 2). */
static inline uint64_t tacit_field_invert(uint64_t a, uint64_t c)
{
    uint64_t result = 1;
    for (uint64_t e = tacit_field_prime(c) - 2; e > 0; e >>= 1) {
        if ((e & 1) != 0)
            result = tacit_field_multiply(result, a, c);
        a = tacit_field_multiply(a, a, c);
    }
    return result;
}

#endif
