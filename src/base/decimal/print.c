/*
 * print.c - the shortest decimal of a double.
 *
 * Schubfach: Giulietti (2020), The Schubfach way to render doubles.  x = c 2^q is read back from
 * every decimal between the middles to its neighbours (the ends belong to it if c is even).  With
 * k = floor(log10 of the width of that range), some multiple of 10^k lies in it and at most one of
 * 10^(k+1); that one is the shortest if there is one, else the nearer multiple of 10^k.  The range
 * is scaled by 10^-k in integers: 128 bits of the power, rounded up, are enough if what is cut off
 * the product leaves a trace in its last bit (round to odd), as the paper proves for all doubles.
 *
 * A few multiplications a number; tests/unit/base/test_decimal.c compares with printf and strtod.
 */
#include "base/decimal/decimal.h"

#include <string.h>

#include "base/context.h"
#include "base/decimal/own.h"

enum { FRACTION_BITS = 52, BIAS = 1075, LAST_EXACT = 55 };

size_t tacit_decimal_digits(uint64_t x, char out[20])
{
    static const char pair[] = "0001020304050607080910111213141516171819202122232425262728293031323"
                               "3343536373839404142434445464748495051525354555657585960616263646566"
                               "67686970717273747576777879808182838485868788899091929394959697989"
                               "9";
    char back[20];
    size_t at = sizeof back;
    while (x >= 100) {
        at -= 2;
        memcpy(back + at, pair + 2 * (x % 100), 2);
        x /= 100;
    }
    if (x >= 10) {
        at -= 2;
        memcpy(back + at, pair + 2 * x, 2);
    } else {
        back[--at] = (char)('0' + x);
    }
    memcpy(out, back + at, sizeof back - at);
    return sizeof back - at;
}

/* floor(a / 2^b) for numbers of either sign. */
static inline int floor_shift(int a, int b)
{
    return a >> b;
}

/* 10^k, rounded up to 128 bits. */
static tacit_wide power_up(int k)
{
    TACIT_ASSERT(k >= TACIT_LEAST_POWER && k <= TACIT_MOST_POWER);
    const uint64_t *p = tacit_powers_of_ten[k - TACIT_LEAST_POWER];
    const bool cut = k < 0 || k > LAST_EXACT;
    const uint64_t low = p[1] + cut;
    return (tacit_wide){ p[0] + (cut && low == 0), low };
}

/* g x / 2^128, with a last bit that is set if anything but (almost) nothing was cut off. */
static inline uint64_t scale_to_odd(tacit_wide g, uint64_t x)
{
    const tacit_wide a = tacit_wide_product(g.low, x), b = tacit_wide_product(g.high, x);
    const uint64_t low = b.low + a.high;
    return (b.high + (low < b.low)) | (low > 1);
}

/* A number s 10^k. */
typedef struct scaled {
    uint64_t s;
    int k;
} scaled;

/* The shortest one for c 2^q; `near` says that the neighbour below is only half as far away. */
static scaled shortest(uint64_t c, int q, bool near)
{
    /* floor(log10(2^q)) or floor(log10(3/4 2^q)), and floor(log2(10^-k)). */
    const int k = floor_shift(q * 1262611 - (near ? 524031 : 0), 22);
    const int h = q + floor_shift(-k * 1741647, 19) + 1;
    const tacit_wide g = power_up(-k);
    const bool odd = c % 2 == 1;
    const uint64_t lower = scale_to_odd(g, (4 * c - 2 + near) << h) + odd;
    const uint64_t middle = scale_to_odd(g, (4 * c) << h);
    const uint64_t upper = scale_to_odd(g, (4 * c + 2) << h) - odd;
    const uint64_t s = middle / 4, ten = s / 10;
    const bool ten_below = lower <= 40 * ten, ten_above = 40 * ten + 40 <= upper;
    if (s >= 10 && ten_below != ten_above)
        return (scaled){ ten + ten_above, k + 1 };
    const bool below = lower <= 4 * s, above = 4 * s + 4 <= upper;
    if (below != above)
        return (scaled){ s + above, k };
    const uint64_t half = 4 * s + 2;
    return (scaled){ s + (middle > half || (middle == half && s % 2 == 1)), k };
}

/* Take a positive double apart. */
static scaled decimal_of(double x)
{
    uint64_t bits = 0;
    memcpy(&bits, &x, sizeof bits);
    const uint64_t hidden = UINT64_C(1) << FRACTION_BITS, fraction = bits & (hidden - 1);
    const int exponent = (int)(bits >> FRACTION_BITS);
    TACIT_ASSERT(bits > 0 && exponent < 2047);
    if (exponent == 0)
        return shortest(fraction, 1 - BIAS, false);
    const uint64_t c = hidden | fraction;
    const int q = exponent - BIAS;
    if (q <= 0 && q > -(FRACTION_BITS + 1) && (c & ((UINT64_C(1) << -q) - 1)) == 0)
        return (scaled){ c >> -q, 0 }; /* a whole number is its own shortest decimal */
    return shortest(c, q, fraction == 0 && exponent > 1);
}

void tacit_decimal_of(double x, tacit_decimal *out)
{
    const scaled d = decimal_of(x);
    int n = (int)tacit_decimal_digits(d.s, out->digit);
    out->before = n + d.k;
    while (n > 1 && out->digit[n - 1] == '0')
        n--;
    out->n = n;
}
