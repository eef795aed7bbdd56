/*
 * draw.c - exact draws in integers of 128 bits.
 *
 * With gamma = a/b <= 1, exp(-gamma) is the probability that the first k at which
 * Bernoulli(gamma / k) fails is odd.  Bernoulli(gamma / k) is Bernoulli(a / b) and Bernoulli(1 / k)
 * together, so that no product is formed.  Golden vectors fix the order in which bytes are taken.
 *
 * Cost: 0.1 to 0.2 microseconds for a Laplace and 0.2 to 0.4 for a Gaussian draw (bench/draws.c).
 */
#include "privacy/sample/draw.h"

#include <math.h>

#include "base/context.h"

/* How many bits `x` has. */
static unsigned bits_of(tacit_u128 x)
{
    const uint64_t high = (uint64_t)(x >> 64), low = (uint64_t)x;
    return high != 0  ? 128 - (unsigned)__builtin_clzll(high)
           : low != 0 ? 64 - (unsigned)__builtin_clzll(low)
                      : 0;
}

/* The same for n <= 256, which is most of the time: one byte, none for n = 1. */
static unsigned draw_below_small(tacit_keystream *stream, unsigned n)
{
    if (n == 1)
        return 0;
    const unsigned mask = (2u << (31 - __builtin_clz(n - 1))) - 1;
    unsigned x = n;
    while (x >= n)
        x = tacit_keystream_byte(stream) & mask;
    return x;
}

/* The bytes that hold `bits` <= 64 bits, the first byte lowest. */
static uint64_t take_bits(tacit_keystream *stream, unsigned bits)
{
    uint64_t x = 0;
    for (unsigned at = 0; at < bits; at += 8)
        x |= (uint64_t)tacit_keystream_byte(stream) << at;
    return x;
}

tacit_u128 tacit_draw_below(tacit_keystream *stream, tacit_u128 n)
{
    TACIT_ASSERT(n > 0);
    if (n <= 256)
        return draw_below_small(stream, (unsigned)n);
    const unsigned bits = bits_of(n - 1);
    const tacit_u128 mask = bits == 128 ? ~(tacit_u128)0 : ((tacit_u128)1 << bits) - 1;
    tacit_u128 x = n;
    while (x >= n) {
        const uint64_t low = take_bits(stream, bits < 64 ? bits : 64);
        x = ((tacit_u128)(bits > 64 ? take_bits(stream, bits - 64) : 0) << 64 | low) & mask;
    }
    return x;
}

/* True with probability exp(-a/b), a <= b. */
static bool draw_exp_below_one(tacit_keystream *stream, tacit_u128 a, tacit_u128 b)
{
    for (uint64_t k = 1;; k++)
        if (tacit_draw_below(stream, b) >= a || (k > 1 && tacit_draw_below(stream, k) != 0))
            return k % 2 == 1;
}

bool tacit_draw_exp(tacit_keystream *stream, tacit_u128 a, tacit_u128 b)
{
    for (; a > b; a -= b)
        if (!draw_exp_below_one(stream, 1, 1))
            return false;
    return draw_exp_below_one(stream, a, b);
}

/* True with probability 5/(2e) = 15/16 (1 - 1/45 (1 - 1/6 (1 - 1/7 (1 - ...)))): of the terms
 * 5/2 (1/2! - 1/3! + 1/4! - ...) the first three are 15/16 together. */
static bool draw_five_in_2e(tacit_keystream *stream)
{
    if (tacit_draw_below(stream, 16) == 0)
        return false;
    if (tacit_draw_below(stream, 45) != 0)
        return true;
    for (uint64_t k = 6;; k++)
        if (tacit_draw_below(stream, k) != 0)
            return k % 2 == 1;
}

/* True with probability (5/2)^m exp(-gamma), m <= gamma. */
static bool draw_raised(tacit_keystream *stream, unsigned m, tacit_ratio gamma)
{
    for (unsigned i = 0; i < m; i++)
        if (!draw_five_in_2e(stream))
            return false;
    return tacit_draw_exp(stream, gamma.over - (tacit_u128)m * gamma.under, gamma.under);
}

/* Both odds are raised by (5/2)^m until they are alike: heavy's as a weight, light's in its coin.
 */
bool tacit_draw_rather(tacit_keystream *stream, uint64_t heavy, uint64_t light, tacit_ratio gamma)
{
    TACIT_ASSERT(heavy > 0 && heavy < TACIT_MOST_TERM && light < TACIT_MOST_TERM);
    tacit_u128 more = heavy, less = light; /* below 2^62 5^47 < 2^112 together */
    unsigned m = 0;
    for (; more < less && m < gamma.over / gamma.under; m++) {
        more *= 5;
        less *= 2;
    }
    for (;;) {
        if (tacit_draw_below(stream, more + less) < more)
            return true;
        if (draw_raised(stream, m, gamma))
            return false;
    }
}

/* How often the weight of 0 can be raised by 5 n - 1 times, and all of them fit in 126 bits. */
static unsigned raises(const tacit_u128 *weight, size_t n, tacit_ratio gamma)
{
    tacit_u128 all = 0;
    for (size_t k = 0; k < n; k++)
        all += weight[k];
    const unsigned room = n > 1 ? (126 - bits_of(all)) * 3 / (7 * (unsigned)(n - 1)) : 0;
    return gamma.over / gamma.under < room ? (unsigned)(gamma.over / gamma.under) : room;
}

/* k is proposed by weight[k] 5^(m (n-1-k)) 2^(m k), and kept if k coins of (5/2)^m exp(-gamma) come
 * up. */
size_t tacit_draw_falling(tacit_keystream *stream, const tacit_u128 *weight, size_t n,
                          tacit_ratio gamma)
{
    tacit_u128 raised[32], all = 0, five = 1;
    TACIT_ASSERT(n > 0 && n <= sizeof raised / sizeof raised[0]);
    const unsigned m = raises(weight, n, gamma);
    for (size_t k = n; k-- > 0;) {
        all += raised[k] = (weight[k] << (m * k)) * five;
        for (unsigned i = 0; i < m; i++)
            five *= 5;
    }
    for (;;) {
        tacit_u128 at = tacit_draw_below(stream, all);
        size_t k = 0, kept = 0;
        for (; at >= raised[k]; k++)
            at -= raised[k];
        while (kept < k && draw_raised(stream, m, gamma))
            kept++;
        if (kept == k)
            return k;
    }
}

/* With scale t/s: x = u + t v has P(x >= k) = exp(-k/t) for u below t with weight exp(-u/t) and v
 * geometric with exp(-1), and x/s rounded down is what is wanted. */
tacit_u128 tacit_draw_geometric(tacit_keystream *stream, tacit_ratio scale)
{
    const uint64_t t = scale.over, s = scale.under;
    TACIT_ASSERT(t > 0 && s > 0 && t <= TACIT_MOST_TERM && t / s <= TACIT_MOST_SCALE);
    tacit_u128 u = tacit_draw_below(stream, t);
    while (!draw_exp_below_one(stream, u, t))
        u = tacit_draw_below(stream, t);
    tacit_u128 v = 0;
    while (draw_exp_below_one(stream, 1, 1))
        v++;
    return (u + t * v) / s;
}

tacit_i128 tacit_draw_laplace(tacit_keystream *stream, tacit_ratio scale)
{
    for (;;) {
        const tacit_i128 size = (tacit_i128)tacit_draw_geometric(stream, scale);
        const bool negative = tacit_keystream_byte(stream) & 1;
        if (!negative || size != 0) /* 0 would come up twice as often otherwise */
            return negative ? -size : size;
    }
}

/* The square root of x < 2^53, rounded down. */
static uint64_t root(uint64_t x)
{
    const uint64_t near = (uint64_t)sqrt((double)x);
    return near * near > x ? near - 1 : near;
}

/* From a Laplace draw y of scale t = floor(sigma) + 1, kept with probability
 * exp(-(|y| - sigma^2/t)^2 / (2 sigma^2)) = exp(-(|y| t d - n)^2 / (2 n d t^2)), sigma^2 = n/d.
 * A y beyond 128 t, of which one in exp(8000) would be kept, is not: so all fits in 126 bits. */
tacit_i128 tacit_draw_gaussian(tacit_keystream *stream, tacit_ratio variance)
{
    const tacit_i128 n = variance.over, d = variance.under;
    TACIT_ASSERT(n > 0 && d > 0 && variance.over <= TACIT_MOST_VARIANCE &&
                 variance.under <= TACIT_MOST_VARIANCE);
    const uint64_t t = root(variance.over / variance.under) + 1;
    for (;;) {
        const tacit_i128 y = tacit_draw_laplace(stream, (tacit_ratio){ t, 1 });
        const tacit_i128 size = y < 0 ? -y : y;
        if (size > (tacit_i128)128 * t)
            continue;
        const tacit_i128 off = size * t * d - n;
        if (tacit_draw_exp(stream, (tacit_u128)(off * off), 2 * (tacit_u128)(n * d) * t * t))
            return y;
    }
}
