/*
 * field.h - arithmetic modulo a prime p between 2^60 and 2^61.
 *
 * Numbers are below p.  A product of two is reduced by Barrett (1986): the quotient is a product
 * with 2^123 / p, at most 2 too small.  A product of many with the same factor f is reduced by
 * Shoup's quotient f' = 2^64 f / p (Harvey 2014, Faster arithmetic for number-theoretic
 * transforms): f x - [f' x / 2^64] p is below 2 p.
 */
#ifndef TACIT_QUERY_AUDIT_FIELD_H
#define TACIT_QUERY_AUDIT_FIELD_H

#include "base/context.h"

typedef struct tacit_prime_field {
    uint64_t p;
    uint64_t inverse; /* 2^123 / p, rounded down */
} tacit_prime_field;

/* The field of a prime, which is not checked. */
static inline tacit_prime_field tacit_field_of(uint64_t p)
{
    return (tacit_prime_field){ p, (uint64_t)(((unsigned __int128)1 << 123) / p) };
}

/* a + b. */
static inline uint64_t tacit_field_add(const tacit_prime_field *f, uint64_t a, uint64_t b)
{
    const uint64_t s = a + b;
    return s >= f->p ? s - f->p : s;
}

/* a - b. */
static inline uint64_t tacit_field_subtract(const tacit_prime_field *f, uint64_t a, uint64_t b)
{
    return a >= b ? a - b : a + f->p - b;
}

/* A number below 4 p. */
static inline uint64_t tacit_field_fold(const tacit_prime_field *f, uint64_t x)
{
    const uint64_t s = x >= 2 * f->p ? x - 2 * f->p : x;
    return s >= f->p ? s - f->p : s;
}

/* a b. */
static inline uint64_t tacit_field_multiply(const tacit_prime_field *f, uint64_t a, uint64_t b)
{
    const unsigned __int128 z = (unsigned __int128)a * b;
    const uint64_t quotient = (uint64_t)((unsigned __int128)(uint64_t)(z >> 59) * f->inverse >> 64);
    return tacit_field_fold(f, (uint64_t)z - quotient * f->p);
}

/* A factor with its quotient. */
typedef struct tacit_factor {
    uint64_t of, quotient;
} tacit_factor;

/* The quotient of a factor for many products. */
static inline tacit_factor tacit_field_factor(const tacit_prime_field *f, uint64_t a)
{
    return (tacit_factor){ a, (uint64_t)(((unsigned __int128)a << 64) / f->p) };
}

/* factor x. */
static inline uint64_t tacit_field_times(uint64_t p, tacit_factor factor, uint64_t x)
{
    const uint64_t q = (uint64_t)((unsigned __int128)factor.quotient * x >> 64);
    const uint64_t r = factor.of * x - q * p;
    return r >= p ? r - p : r;
}

/* a^e. */
static inline uint64_t tacit_field_power(const tacit_prime_field *f, uint64_t a, uint64_t e)
{
    uint64_t result = 1;
    for (; e > 0; e >>= 1) {
        if ((e & 1) != 0)
            result = tacit_field_multiply(f, result, a);
        a = tacit_field_multiply(f, a, a);
    }
    return result;
}

/* 1 / a by Fermat. */
static inline uint64_t tacit_field_invert(const tacit_prime_field *f, uint64_t a)
{
    return tacit_field_power(f, a, f->p - 2);
}

/* The field of a random prime, by the system's randomness (prime.c). */
tacit_status tacit_field_draw(tacit_ctx *cx, tacit_prime_field *out);

/* Whether p, odd and between 2^60 and 2^61, is prime. */
bool tacit_field_is_prime(uint64_t p);

#endif
