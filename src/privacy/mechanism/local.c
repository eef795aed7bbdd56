/*
 * local.c - what the mechanisms for each person apart share.
 */
#include "privacy/mechanism/local.h"

#include <math.h>

tacit_u128 tacit_draw_move(tacit_keystream *stream, uint64_t k, tacit_ratio odds)
{
    const tacit_ratio epsilon = { odds.under, odds.over };
    return tacit_draw_rather(stream, 1, k - 1, epsilon) ? 0 : 1 + tacit_draw_below(stream, k - 1);
}

tacit_i128 tacit_move(tacit_i128 value, tacit_i128 by, uint64_t k)
{
    const tacit_i128 n = (tacit_i128)k;
    return ((value % n + by) % n + n) % n;
}

uint64_t tacit_hash_values(double epsilon)
{
    return (uint64_t)rint(exp(epsilon) + 1);
}

tacit_i128 tacit_hash(tacit_i128 a, tacit_i128 b, tacit_i128 v, uint64_t g)
{
    return (a * v + b) % TACIT_HASH_PRIME % (tacit_i128)g;
}
