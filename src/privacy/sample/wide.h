/*
 * wide.h - integers of 128 bits: sums, noise and the odds of exact draws.
 */
#ifndef TACIT_PRIVACY_SAMPLE_WIDE_H
#define TACIT_PRIVACY_SAMPLE_WIDE_H

#include <stdbool.h>
#include <stdint.h>

typedef unsigned __int128 tacit_u128;
typedef __int128 tacit_i128;

/* The same where only 8 bytes are aligned, as in memory of an engine. */
typedef __attribute__((aligned(8))) tacit_i128 tacit_cell_sum;

/* `first` ? a : b, without a branch: which one was taken does not show in the time.  The empty
 * instruction keeps compilers from finding out what the bits can be, and branching on it. */
static inline tacit_i128 tacit_pick(bool first, tacit_i128 a, tacit_i128 b)
{
    uint64_t half = -(uint64_t)first;
    __asm__("" : "+r"(half));
    const tacit_u128 bits = (tacit_u128)half << 64 | half;
    return (tacit_i128)((tacit_u128)b ^ (((tacit_u128)a ^ (tacit_u128)b) & bits));
}

#endif
