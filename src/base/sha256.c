/*
 * sha256.c - SHA-256 (FIPS 180-4), by the processor's own instructions where it has them.
 *
 * The x86 SHA extensions (Gulley, Gopal, Yap, Feghali and Guilford 2013, Intel SHA
 * Extensions) do two rounds at a time: about 2 cycles a byte, a fifth of what libsodium's
 * portable code needs.  That code is used on processors without them.  O(bytes).
 */
#include "base/sha256.h"

#include <string.h>

#if defined(__x86_64__)
#include <cpuid.h>
#include <immintrin.h>

/* FIPS 180-4, section 4.2.2. */
static const uint32_t ROUND[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

/* The chaining value as the instructions want it. */
typedef struct halves {
    __m128i abef, cdgh;
} halves;

#define WITH_SHA __attribute__((target("sha,sse4.1,ssse3")))

/* Four rounds with the message words `w` and the constants from `k` on. */
WITH_SHA static inline halves four_rounds(halves s, __m128i w, const uint32_t *k)
{
    __m128i t = _mm_add_epi32(w, _mm_loadu_si128((const __m128i *)(const void *)k));
    s.cdgh = _mm_sha256rnds2_epu32(s.cdgh, s.abef, t);
    t = _mm_shuffle_epi32(t, 0x0e);
    s.abef = _mm_sha256rnds2_epu32(s.abef, s.cdgh, t);
    return s;
}

/* The four words of the schedule that follow `a`, `b`, `c`, `d`. */
WITH_SHA static inline __m128i next_words(__m128i a, __m128i b, __m128i c, __m128i d)
{
    const __m128i sum = _mm_add_epi32(_mm_sha256msg1_epu32(a, b), _mm_alignr_epi8(d, c, 4));
    return _mm_sha256msg2_epu32(sum, d);
}

/* The 16 bytes at `p` as four numbers, most significant byte first. */
WITH_SHA static inline __m128i load_words(const unsigned char *p)
{
    const __m128i order = _mm_set_epi64x(0x0c0d0e0f08090a0bLL, 0x0405060700010203LL);
    return _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)(const void *)p), order);
}

WITH_SHA static halves compress(halves s, const unsigned char *p)
{
    const halves before = s;
    __m128i a = load_words(p), b = load_words(p + 16), c = load_words(p + 32),
            d = load_words(p + 48);
    for (size_t i = 0; i < 48; i += 16) {
        s = four_rounds(s, a, ROUND + i);
        a = next_words(a, b, c, d);
        s = four_rounds(s, b, ROUND + i + 4);
        b = next_words(b, c, d, a);
        s = four_rounds(s, c, ROUND + i + 8);
        c = next_words(c, d, a, b);
        s = four_rounds(s, d, ROUND + i + 12);
        d = next_words(d, a, b, c);
    }
    s = four_rounds(s, a, ROUND + 48);
    s = four_rounds(s, b, ROUND + 52);
    s = four_rounds(s, c, ROUND + 56);
    s = four_rounds(s, d, ROUND + 60);
    s.abef = _mm_add_epi32(s.abef, before.abef);
    s.cdgh = _mm_add_epi32(s.cdgh, before.cdgh);
    return s;
}

/* Take `n` whole blocks. */
WITH_SHA static void take_blocks(uint32_t h[8], const unsigned char *p, size_t n)
{
    const __m128i dcba = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)(const void *)h), 0xb1);
    const __m128i hgfe =
        _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)(const void *)(h + 4)), 0x1b);
    halves s = { .abef = _mm_alignr_epi8(dcba, hgfe, 8),
                 .cdgh = _mm_blend_epi16(hgfe, dcba, 0xf0) };
    for (size_t i = 0; i < n; i++)
        s = compress(s, p + i * TACIT_SHA256_BLOCK);
    const __m128i feba = _mm_shuffle_epi32(s.abef, 0x1b), dchg = _mm_shuffle_epi32(s.cdgh, 0xb1);
    _mm_storeu_si128((__m128i *)(void *)h, _mm_blend_epi16(feba, dchg, 0xf0));
    _mm_storeu_si128((__m128i *)(void *)(h + 4), _mm_alignr_epi8(dchg, feba, 8));
}

#if defined(__clang__)
bool tacit_sha256_is_fast(void)
{
    unsigned a = 0, b = 0, c = 0, d = 0;
    if (__get_cpuid(1, &a, &b, &c, &d) == 0 || (c & bit_SSE4_1) == 0 || (c & bit_SSSE3) == 0)
        return false;
    return __get_cpuid_count(7, 0, &a, &b, &c, &d) != 0 && (b >> 29 & 1) != 0;
}
#else
/* What the compiler's library found out at the start: the processor's own instruction for it takes
 * tens of microseconds in a virtual machine, which is longer than a digest. */
bool tacit_sha256_is_fast(void)
{
    return __builtin_cpu_supports("sha") != 0 && __builtin_cpu_supports("sse4.1") != 0 &&
           __builtin_cpu_supports("ssse3") != 0;
}
#endif
#else
static void take_blocks(uint32_t h[8], const unsigned char *p, size_t n)
{
    (void)h, (void)p, (void)n;
    TACIT_ASSERT(tacit_sha256_is_fast());
}

bool tacit_sha256_is_fast(void)
{
    return false;
}
#endif

void tacit_sha256_begin(tacit_sha256 *s, bool fast)
{
    static const uint32_t first[8] = { 0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                       0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19 };
    s->fast = fast;
    s->bytes = 0;
    memcpy(s->h, first, sizeof first);
    crypto_hash_sha256_init(&s->plain);
}

void tacit_sha256_add(tacit_sha256 *s, const void *bytes, size_t n)
{
    const unsigned char *p = bytes;
    const size_t held = s->bytes % TACIT_SHA256_BLOCK;
    s->bytes += n;
    if (!s->fast) {
        crypto_hash_sha256_update(&s->plain, p, n);
        return;
    }
    if (held > 0) {
        const size_t room = TACIT_SHA256_BLOCK - held, part = n < room ? n : room;
        memcpy(s->tail + held, p, part);
        p += part;
        n -= part;
        if (part < room)
            return;
        take_blocks(s->h, s->tail, 1);
    }
    take_blocks(s->h, p, n / TACIT_SHA256_BLOCK);
    if (n % TACIT_SHA256_BLOCK > 0)
        memcpy(s->tail, p + n / TACIT_SHA256_BLOCK * TACIT_SHA256_BLOCK, n % TACIT_SHA256_BLOCK);
}

/* Write `x` with its most significant byte first. */
static void put_number(uint64_t x, size_t bytes, unsigned char *out)
{
    for (size_t i = 0; i < bytes; i++)
        out[i] = (unsigned char)(x >> 8 * (bytes - 1 - i));
}

void tacit_sha256_end(tacit_sha256 *s, unsigned char out[TACIT_SHA256_BYTES])
{
    static const unsigned char padding[TACIT_SHA256_BLOCK] = { 0x80 };
    if (!s->fast) {
        crypto_hash_sha256_final(&s->plain, out);
        return;
    }
    unsigned char bits[8];
    put_number(8 * s->bytes, 8, bits);
    const size_t held = s->bytes % TACIT_SHA256_BLOCK;
    tacit_sha256_add(s, padding, held < 56 ? 56 - held : 120 - held);
    tacit_sha256_add(s, bits, sizeof bits);
    for (size_t i = 0; i < 8; i++)
        put_number(s->h[i], 4, out + 4 * i);
}
