/*
 * prime.c - a random prime between 2^60 and 2^61.
 *
 * Odd numbers are drawn until one is prime, 21 on average.  The test is that of Miller (1976) and
 * Rabin (1980) to the bases 2, 3, 5, ..., 37, which is a proof below 3 * 10^24 (Sorenson and
 * Webster 2017).
 */
#include "base/secret.h"
#include "query/audit/field.h"

/* Whether n passes to the base a; n - 1 = 2^s d. */
static bool passes(const tacit_prime_field *f, uint64_t a, uint64_t d, unsigned s)
{
    uint64_t x = tacit_field_power(f, a, d);
    bool fine = x == 1 || x == f->p - 1;
    for (unsigned r = 1; r < s && !fine; r++) {
        x = tacit_field_multiply(f, x, x);
        fine = x == f->p - 1;
    }
    return fine;
}

bool tacit_field_is_prime(uint64_t p)
{
    static const uint64_t bases[] = { 2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37 };
    const tacit_prime_field f = tacit_field_of(p);
    uint64_t d = p - 1;
    unsigned s = 0;
    bool prime = true;
    TACIT_ASSERT((p & 1) == 1 && p >> 60 == 1);
    for (; (d & 1) == 0; s++)
        d >>= 1;
    for (size_t i = 0; i < sizeof bases / sizeof bases[0] && prime; i++)
        prime = passes(&f, bases[i], d, s);
    return prime;
}

tacit_status tacit_field_draw(tacit_ctx *cx, tacit_prime_field *out)
{
    uint64_t p = 0;
    do {
        TACIT_TRY(tacit_random_bytes(cx, &p, sizeof p));
        p = (p >> 4) | (uint64_t)1 << 60 | 1;
    } while (!tacit_field_is_prime(p));
    *out = tacit_field_of(p);
    return TACIT_OK;
}
