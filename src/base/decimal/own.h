/*
 * own.h - the powers of ten that printing and reading share.
 */
#ifndef TACIT_BASE_DECIMAL_OWN_H
#define TACIT_BASE_DECIMAL_OWN_H

#include <stdint.h>

enum {
    TACIT_LEAST_POWER = -292,
    TACIT_MOST_POWER = 324,
    TACIT_POWERS = TACIT_MOST_POWER - TACIT_LEAST_POWER + 1
};

/* The leading 128 bits of 10^(TACIT_LEAST_POWER + i), cut off, the high 64 first. */
extern const uint64_t tacit_powers_of_ten[TACIT_POWERS][2];

/* A number of 128 bits. */
typedef struct tacit_wide {
    uint64_t high, low;
} tacit_wide;

/* a times b. */
static inline tacit_wide tacit_wide_product(uint64_t a, uint64_t b)
{
    const unsigned __int128 p = (unsigned __int128)a * b;
    return (tacit_wide){ (uint64_t)(p >> 64), (uint64_t)p };
}

#endif
