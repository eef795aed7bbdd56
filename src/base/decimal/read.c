/*
 * read.c - the double nearest to a decimal.
 *
 * Up to 15 digits and a power of ten up to 22: both are doubles, and one division or
 * multiplication rounds rightly (Clinger 1990, How to read floating point numbers accurately).
 * Up to 19 digits: the number times 128 bits of the power of ten says which double is nearest,
 * except where the bits that are cut off could decide (Lemire 2021, Number parsing at a gigabyte
 * per second, doi 10.1002/spe.2984; Mushtak and Lemire 2023, Fast number parsing without
 * fallback, for when they cannot).  Everything else is left to strtod.
 *
 * Linear in the bytes; tests/unit/base/test_decimal.c compares with strtod.
 */
#include "base/decimal/decimal.h"

#include <string.h>

#include "base/context.h"
#include "base/decimal/own.h"

enum {
    FRACTION_BITS = 52,
    CUT = 64 - FRACTION_BITS - 3, /* of 64 bits; one below the last is kept to round by */
    MOST_DIGITS = 19,
    EIGHT = 8,
    EXACT_DIGITS = 15,
    EXACT_POWER = 22,
    MOST_EXPONENT = 400, /* beyond this no normal double is */
    LEAST_TEN = TACIT_LEAST_POWER,
    MOST_TEN = 308
};

/* m 10^e, as it was read. */
typedef struct parts {
    uint64_t m;
    int digits, e;
    bool negative;
} parts;

/* An exponent behind e or E: its value is added to `*e`. */
static bool read_exponent(const char *c, const char *end, int *e)
{
    const bool minus = c < end && *c == '-';
    c += c < end && (*c == '-' || *c == '+');
    int x = 0;
    if (c == end)
        return false;
    for (; c < end; c++) {
        const unsigned digit = (unsigned char)*c - (unsigned)'0';
        if (digit > 9 || x > MOST_EXPONENT)
            return false;
        x = 10 * x + (int)digit;
    }
    *e += minus ? -x : x;
    return true;
}

/* Nothing is left behind the digits but an exponent. */
static bool read_rest(const char *c, const char *end, int *e)
{
    return c == end || ((*c == 'e' || *c == 'E') && read_exponent(c + 1, end, e));
}

/* Take eight digits at once, if there are: neighbours are joined to pairs, fours and eights by
 * multiplications that add the left part times a power of ten to the right one. */
static bool take_eight(const char *c, uint64_t *m)
{
    uint64_t w = 0;
    if (__BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__)
        return false;
    memcpy(&w, c, EIGHT);
    const uint64_t high = w & 0xf0f0f0f0f0f0f0f0, over = (w + 0x0606060606060606) & ~high;
    if (high != 0x3030303030303030 || (over & 0xf0f0f0f0f0f0f0f0) != 0)
        return false;
    w &= 0x0f0f0f0f0f0f0f0f;
    w = (w * (1 + (10 << 8)) >> 8) & 0x00ff00ff00ff00ff;
    w = (w * (1 + (100 << 16)) >> 16) & 0x0000ffff0000ffff;
    w = w * (1 + (UINT64_C(10000) << 32)) >> 32;
    *m = 100000000 * *m + w;
    return true;
}

static bool read_parts(const char *text, size_t n, parts *p)
{
    const char *c = text, *const end = text + n;
    bool any = false, point = false;
    p->negative = c < end && *c == '-';
    c += p->negative;
    for (; c < end; c++) {
        if (p->digits > 0 && end - c >= EIGHT && take_eight(c, &p->m)) {
            p->digits += EIGHT;
            p->e -= point ? EIGHT : 0;
            c += EIGHT - 1;
            continue;
        }
        const unsigned digit = (unsigned char)*c - (unsigned)'0';
        if (digit <= 9) {
            p->m = 10 * p->m + digit;
            p->digits += p->m > 0 || p->digits > 0; /* too many wrap around, perhaps to 0 */
            p->e -= point;
            any = true;
        } else if (*c == '.' && !point) {
            point = true;
        } else {
            break;
        }
    }
    return any && p->digits <= MOST_DIGITS && n <= 64 && read_rest(c, end, &p->e);
}

/* The product of m, whose first bit is set, and 128 bits of 10^e. */
static tacit_wide product(uint64_t m, int e)
{
    const uint64_t *p = tacit_powers_of_ten[e - TACIT_LEAST_POWER];
    const bool up = e < 0 && e >= -27; /* reciprocals are rounded up where that is nearly exact */
    const uint64_t low = p[1] + up, high = p[0] + (up && low == 0);
    tacit_wide x = tacit_wide_product(m, high);
    const uint64_t undecided = UINT64_MAX >> (FRACTION_BITS + 3);
    if ((x.high & undecided) == undecided) {
        const tacit_wide more = tacit_wide_product(m, low);
        x.low += more.high;
        x.high += x.low < more.high;
    }
    return x;
}

/* The normal double nearest to m 10^e. */
static bool nearest(uint64_t m, int e, double *out)
{
    if (e < LEAST_TEN || e > MOST_TEN)
        return false;
    const int zeros = __builtin_clzll(m);
    const tacit_wide x = product(m << zeros, e);
    if (x.low == UINT64_MAX && (e < -27 || e > 55))
        return false; /* what is cut off could carry */
    const int top = (int)(x.high >> 63), cut = top + CUT;
    uint64_t bits = x.high >> cut;
    int exponent = ((217706 * e) >> 16) + 63 + top - zeros + 1023;
    if (exponent <= 0)
        return false;
    const bool half = x.low <= 1 && e >= -4 && e <= 23 && (bits & 3) == 1 && bits << cut == x.high;
    bits -= half; /* exactly between two doubles: to the even one */
    bits = (bits + (bits & 1)) >> 1;
    if (bits >> (FRACTION_BITS + 1) != 0) {
        bits >>= 1;
        exponent++;
    }
    if (exponent >= 2047)
        return false;
    bits = (bits & ((UINT64_C(1) << FRACTION_BITS) - 1)) | (uint64_t)exponent << FRACTION_BITS;
    memcpy(out, &bits, sizeof *out);
    return true;
}

bool tacit_decimal_read(const char *text, size_t n, double *out)
{
    static const double power[EXACT_POWER + 1] = { 1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                                   1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                                   1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22 };
    parts p = { 0 };
    if (!read_parts(text, n, &p))
        return false;
    double x = (double)p.m;
    if (p.m > 0 && p.digits <= EXACT_DIGITS && p.e <= EXACT_POWER && p.e >= -EXACT_POWER)
        x = p.e < 0 ? x / power[-p.e] : x * power[p.e];
    else if (p.m > 0 && !nearest(p.m, p.e, &x))
        return false;
    *out = p.negative ? -x : x;
    return true;
}
