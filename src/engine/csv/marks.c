/*
 * marks.c - where delimiters, line feeds and quotes are.
 *
 * Sixteen bytes are compared at once, the results gathered as 64 bits whose set ones are the
 * marks, after Langdale and Lemire (2019), Parsing gigabytes of JSON per second.  About a
 * cycle a byte.
 */
#include "engine/csv/marks.h"

#include <string.h>

#if defined(__SSE2__)
#include <emmintrin.h>

/* Bit i is set if byte i of the 16 at `p` is a mark. */
static inline uint64_t marks_of_16(const char *p, __m128i delimiter, __m128i feed, __m128i quote)
{
    const __m128i x = _mm_loadu_si128((const __m128i *)(const void *)p);
    const __m128i any =
        _mm_or_si128(_mm_or_si128(_mm_cmpeq_epi8(x, delimiter), _mm_cmpeq_epi8(x, feed)),
                     _mm_cmpeq_epi8(x, quote));
    return (uint64_t)(unsigned)_mm_movemask_epi8(any);
}

static inline uint64_t marks_of_step(const char *p, char delimiter)
{
    const __m128i d = _mm_set1_epi8(delimiter), f = _mm_set1_epi8('\n'), q = _mm_set1_epi8('"');
    return marks_of_16(p, d, f, q) | marks_of_16(p + 16, d, f, q) << 16 |
           marks_of_16(p + 32, d, f, q) << 32 | marks_of_16(p + 48, d, f, q) << 48;
}
#else
static inline uint64_t marks_of_step(const char *p, char delimiter)
{
    uint64_t bits = 0;
    for (size_t i = 0; i < TACIT_CSV_STEP; i++)
        bits |= (uint64_t)(p[i] == delimiter || p[i] == '\n' || p[i] == '"') << i;
    return bits;
}
#endif

/* Write the places of the set bits, four at a time and perhaps some too many. */
static inline void write_places(uint64_t bits, uint32_t base, uint32_t *at)
{
    while (bits != 0) {
        for (size_t i = 0; i < 4; i++) {
            at[i] = base + (uint32_t)__builtin_ctzll(bits | UINT64_C(1) << 63);
            bits &= bits - 1;
        }
        at += 4;
    }
}

size_t tacit_csv_marks(const char *bytes, size_t n, char delimiter, uint32_t *at)
{
    size_t k = 0;
    for (size_t i = 0; i < n; i += TACIT_CSV_STEP) {
        uint64_t bits = marks_of_step(bytes + i, delimiter);
        if (n - i < TACIT_CSV_STEP)
            bits &= (UINT64_C(1) << (n - i)) - 1;
        write_places(bits, (uint32_t)i, at + k);
        k += (size_t)__builtin_popcountll(bits);
    }
    return k;
}
