/*
 * ratio.c - parameters of guarantees as exact fractions.
 */
#include "privacy/sample/ratio.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

#include "base/text.h"

enum { MOST_ZEROS = 18 }; /* 10^18 is the greatest power of ten below 2^62 */

/* 10^n for n <= MOST_ZEROS. */
static uint64_t power_of_ten(int n)
{
    uint64_t x = 1;
    for (; n > 0; n--)
        x *= 10;
    return x;
}

/* The number after an "e", 0 if there is none. */
static int exponent_of(const char *text)
{
    int64_t e = 0;
    const char *at = strchr(text, 'e');
    if (at == NULL)
        return 0;
    const bool negative = at[1] == '-';
    for (at += 1 + (at[1] == '-' || at[1] == '+'); isdigit((unsigned char)*at); at++)
        e = 10 * e + (*at - '0');
    return (int)(negative ? -e : e);
}

bool tacit_ratio_of_real(double x, tacit_ratio *out)
{
    char text[TACIT_NUMBER_BYTES];
    if (!isfinite(x) || x <= 0)
        return false;
    tacit_format_real(x, text);
    uint64_t digits = 0;
    int zeros = exponent_of(text);
    bool fraction = false;
    for (const char *at = text; *at != '\0' && *at != 'e'; at++) {
        fraction = fraction || *at == '.';
        if (!isdigit((unsigned char)*at))
            continue;
        if (digits > (UINT64_MAX - 9) / 10)
            return false;
        digits = 10 * digits + (uint64_t)(*at - '0');
        zeros -= fraction;
    }
    if (zeros < -MOST_ZEROS || zeros > MOST_ZEROS)
        return false;
    return tacit_ratio_of((tacit_u128)digits * power_of_ten(zeros), power_of_ten(-zeros), out);
}

bool tacit_ratio_of(tacit_u128 over, tacit_u128 under, tacit_ratio *out)
{
    tacit_u128 a = over, b = under;
    while (b != 0) {
        const tacit_u128 rest = a % b;
        a = b;
        b = rest;
    }
    if (a == 0 || under == 0 || over / a > UINT64_MAX || under / a > UINT64_MAX)
        return false;
    *out = (tacit_ratio){ (uint64_t)(over / a), (uint64_t)(under / a) };
    return true;
}

bool tacit_ratio_up(tacit_u128 over, tacit_u128 under, uint64_t steps, tacit_ratio *out)
{
    const tacit_u128 whole = over / under, rest = over % under;
    if (whole > UINT64_MAX || under > UINT64_MAX)
        return false;
    return tacit_ratio_of(whole * steps + (rest * steps + under - 1) / under, steps, out);
}

double tacit_ratio_real(tacit_ratio r)
{
    return (double)r.over / (double)r.under;
}
