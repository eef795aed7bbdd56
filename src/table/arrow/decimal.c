/*
 * decimal.c - Arrow's decimals, exactly or not at all.
 *
 * A decimal is an integer of 32 to 256 bits (two's complement, little-endian) times
 * 10^-scale.  A real of 53 bits gives back any decimal of 15 significant digits (DBL_DIG),
 * so those are taken and longer ones refused: an amount must not change by being read.
 * Trailing zeros are no digits.  O(1) a value.
 */
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "table/arrow/own.h"

enum { WORDS = 4, EXACT_POWERS = 22 };

static const uint64_t DIGITS_15 = 1000000000000000;

/* The powers of ten that a double holds exactly. */
static const double POWER[EXACT_POWERS + 1] = { 1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                                1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                                1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22 };

/* The magnitude of a decimal, lowest word first, and its sign. */
typedef struct decimal {
    uint64_t word[WORDS];
    bool negative;
} decimal;

static decimal load(const tacit_arrow_type *type, const char *p)
{
    decimal d = { .negative = (signed char)p[type->bytes - 1] < 0 };
    memset(d.word, d.negative ? 0xff : 0, sizeof d.word);
    memcpy(d.word, p, type->bytes);
    if (!d.negative)
        return d;
    bool carry = true;
    for (size_t w = 0; w < WORDS; w++) {
        d.word[w] = ~d.word[w] + carry;
        carry = carry && d.word[w] == 0;
    }
    return d;
}

static bool is_one_word(const decimal *d)
{
    return (d->word[1] | d->word[2] | d->word[3]) == 0;
}

/* Divide by ten if nothing remains. */
static bool drop_zero(decimal *d)
{
    decimal q = { .negative = d->negative };
    unsigned rest = 0;
    for (size_t w = WORDS; w-- > 0;) {
        const unsigned __int128 x = (unsigned __int128)rest << 64 | d->word[w];
        q.word[w] = (uint64_t)(x / 10);
        rest = (unsigned)(x % 10);
    }
    if (rest == 0)
        *d = q;
    return rest == 0;
}

bool tacit_arrow_whole(const tacit_arrow_type *type, const char *p, int64_t *out)
{
    const decimal d = load(type, p);
    uint64_t x = d.word[0];
    if (!is_one_word(&d))
        return false;
    for (int i = 0; i < -type->scale && x > 0; i++)
        if (__builtin_mul_overflow(x, UINT64_C(10), &x))
            return false;
    if (x > (uint64_t)INT64_MAX + d.negative)
        return false;
    *out = (int64_t)(d.negative ? 0 - x : x);
    return true;
}

/* x * 10^exponent, rounded once. */
static bool scale(uint64_t x, int exponent, double *out)
{
    if (exponent <= 0 && -exponent <= EXACT_POWERS) {
        *out = (double)x / POWER[-exponent];
        return true;
    }
    char text[64];
    snprintf(text, sizeof text, "%llue%d", (unsigned long long)x, exponent);
    return tacit_parse_real(text, out);
}

bool tacit_arrow_fraction(const tacit_arrow_type *type, const char *p, double *out)
{
    decimal d = load(type, p);
    int exponent = -type->scale;
    while (!is_one_word(&d) || d.word[0] >= DIGITS_15) {
        if (!drop_zero(&d))
            return false;
        exponent++;
    }
    double x = 0.0;
    if (d.word[0] > 0 && !scale(d.word[0], exponent, &x))
        return false;
    *out = d.negative ? -x : x;
    return true;
}
