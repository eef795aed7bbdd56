/*
 * rng.c - reproducible random streams, forked by name.
 *
 * One Philox block gives 128 bits; each call to tacit_rng_bits() uses one block and
 * keeps 64 of them, which keeps the stream a plain (key, counter) pair.  tacit_rng_fill()
 * uses all bits of its blocks.
 */
#include "base/rng.h"

#include <math.h>
#include <string.h>

#include <Random123/philox.h>
#include <xxhash.h>

#include "base/context.h"

tacit_rng tacit_rng_seed(uint64_t seed)
{
    return (tacit_rng){ .key = XXH3_64bits_withSeed("tacit", 5, seed), .counter = 0 };
}

tacit_rng tacit_rng_fork(const tacit_rng *parent, const char *label)
{
    return (tacit_rng){ .key = XXH3_64bits_withSeed(label, strlen(label), parent->key) };
}

tacit_rng tacit_rng_fork_number(const tacit_rng *parent, uint64_t i)
{
    unsigned char bytes[8]; /* little-endian on every machine: same seed, same bytes */
    for (int b = 0; b < 8; b++)
        bytes[b] = (unsigned char)(i >> (8 * b));
    return (tacit_rng){ .key = XXH3_64bits_withSeed(bytes, sizeof bytes, ~parent->key) };
}

/* Block number `n` of the stream. */
static inline __attribute__((always_inline)) philox4x32_ctr_t block(const tacit_rng *rng,
                                                                    uint64_t n)
{
    const philox4x32_ctr_t at = { { (uint32_t)n, (uint32_t)(n >> 32), 0, 0 } };
    const philox4x32_key_t key = { { (uint32_t)rng->key, (uint32_t)(rng->key >> 32) } };
    return philox4x32(at, key);
}

uint64_t tacit_rng_bits(tacit_rng *rng)
{
    const philox4x32_ctr_t out = block(rng, rng->counter++);
    return (uint64_t)out.v[0] | (uint64_t)out.v[1] << 32;
}

void tacit_rng_fill(tacit_rng *rng, uint64_t *bits, size_t n)
{
    for (size_t i = 0; i < n; i += 2) {
        const philox4x32_ctr_t out = block(rng, rng->counter + i / 2);
        bits[i] = (uint64_t)out.v[0] | (uint64_t)out.v[1] << 32;
        if (i + 1 < n)
            bits[i + 1] = (uint64_t)out.v[2] | (uint64_t)out.v[3] << 32;
    }
    rng->counter += (n + 1) / 2;
}

double tacit_rng_uniform(tacit_rng *rng)
{
    return ((double)(tacit_rng_bits(rng) >> 11) + 1.0) * 0x1.0p-53;
}

uint64_t tacit_rng_below(tacit_rng *rng, uint64_t n)
{
    TACIT_ASSERT(n > 0);
    uint64_t x = tacit_rng_bits(rng);
    if (x <= UINT64_MAX - n) /* no need to know where the last whole turn ends */
        return x % n;
    const uint64_t limit = UINT64_MAX - (UINT64_MAX % n + 1) % n;
    while (x > limit)
        x = tacit_rng_bits(rng);
    return x % n;
}

double tacit_rng_normal(tacit_rng *rng)
{
    const double u = tacit_rng_uniform(rng), v = tacit_rng_uniform(rng);
    return sqrt(-2.0 * log(u)) * cos(6.283185307179586476925 * v);
}
