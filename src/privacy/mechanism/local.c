/*
 * local.c - what the mechanisms for each person apart share.
 */
#include "privacy/mechanism/local.h"

tacit_u128 tacit_draw_move(tacit_keystream *stream, uint64_t k, tacit_ratio odds)
{
    for (;;) {
        const tacit_u128 by = tacit_draw_below(stream, k);
        if (by == 0 || tacit_draw_exp(stream, odds.under, odds.over))
            return by;
    }
}

tacit_i128 tacit_move(tacit_i128 value, tacit_i128 by, uint64_t k)
{
    const tacit_i128 n = (tacit_i128)k;
    return ((value % n + by) % n + n) % n;
}
