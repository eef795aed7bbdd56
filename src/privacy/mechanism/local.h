/*
 * local.h - what the mechanisms for each person apart share.
 */
#ifndef TACIT_PRIVACY_MECHANISM_LOCAL_H
#define TACIT_PRIVACY_MECHANISM_LOCAL_H

#include "privacy/mechanism/mechanism.h"

#define TACIT_PARAM_CATEGORIES                                                                     \
    {                                                                                              \
        .name = "categories", .type = TACIT_PARAM_INTEGER, .need = TACIT_REQUIRED, .min = 2,       \
        .max = 1e6, TACIT_USEFUL_LOG(2, 1000, "categories"),                                       \
        .help = "how many categories there are; values are 0, 1, ... below it"                     \
    }
enum { TACIT_LOCAL_CATEGORIES = 1 };

/* How far a category is moved round the circle of `k`: 0 with odds 1, every other with odds
 * exp(-epsilon).  `odds` is 1 / epsilon. */
tacit_u128 tacit_draw_move(tacit_keystream *stream, uint64_t k, tacit_ratio odds);

/* `value` moved round the circle of `k`; one that is no category counts as one. */
tacit_i128 tacit_move(tacit_i128 value, tacit_i128 by, uint64_t k);

/* ---- hashing ---- */

/* A prime above all categories. */
#define TACIT_HASH_PRIME ((INT64_C(1) << 61) - 1)

/* How many values there are after hashing at `epsilon`; nothing private rests on it. */
uint64_t tacit_hash_values(double epsilon);

/* The value among `g` of category `v` below the prime by the function of `a` and `b`. */
tacit_i128 tacit_hash(tacit_i128 a, tacit_i128 b, tacit_i128 v, uint64_t g);

#endif
