/*
 * test_decimal.c - doubles to and from decimals: the table against exact arithmetic, printing
 * and reading against printf and strtod.
 *
 * The oracle of printing tries 15, 16 and 17 digits (from 1 on near 0) until strtod gives the
 * number back.  It misses a shorter decimal only beside powers of two, where the nearest decimal
 * of a length can be outside of the range that reads back though another is inside; there only
 * the length and the way back are compared.  Known spellings: 5e-324, 2^-44 and 9007199254740993
 * from Adams (2018), Ryu; halfway cases from Clinger (1990), section 2.
 */
#include "support/check.h"

#include <float.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/decimal/decimal.h"
#include "base/decimal/own.h"
#include "base/rng.h"
#include "base/text.h"
#include "support/sanitized.h"

enum { WORDS = 40, RANDOM = 20000 };

/* ---- the table ---- */

/* A whole number of 32 bits a word, the lowest first. */
typedef struct big {
    uint32_t word[WORDS];
} big;

static void times(big *b, uint32_t x)
{
    uint64_t carry = 0;
    for (size_t i = 0; i < WORDS; i++) {
        carry += (uint64_t)b->word[i] * x;
        b->word[i] = (uint32_t)carry;
        carry >>= 32;
    }
    assert_int_equal(carry, 0);
}

static int bits_of(const big *b)
{
    for (int i = WORDS - 1; i >= 0; i--)
        if (b->word[i] != 0)
            return 32 * i + 32 - __builtin_clz(b->word[i]);
    return 0;
}

/* Bit `i`, 0 below the lowest. */
static unsigned bit(const big *b, int i)
{
    return i < 0 ? 0 : b->word[i / 32] >> (i % 32) & 1;
}

/* The sign of a - b. */
static int compare(const big *a, const big *b)
{
    for (size_t i = WORDS; i-- > 0;)
        if (a->word[i] != b->word[i])
            return a->word[i] < b->word[i] ? -1 : 1;
    return 0;
}

static big power_of_ten(int k)
{
    big b = { { 1 } };
    for (int i = 0; i < k; i++)
        times(&b, 10);
    return b;
}

/* The entry (plus one) times 10^k. */
static big entry_times(const uint64_t entry[2], unsigned plus, int k)
{
    big b = { { (uint32_t)entry[1], (uint32_t)(entry[1] >> 32), (uint32_t)entry[0],
                (uint32_t)(entry[0] >> 32) } };
    for (size_t i = 0; plus > 0 && i < WORDS; i++) {
        b.word[i]++;
        plus = b.word[i] == 0;
    }
    for (int i = 0; i < k; i++)
        times(&b, 10);
    return b;
}

static void test_powers(void **state)
{
    (void)state;
    for (int k = 0; k <= TACIT_MOST_POWER; k++) { /* the leading 128 bits */
        const big b = power_of_ten(k);
        const int n = bits_of(&b);
        for (int i = 0; i < 128; i++)
            assert_int_equal(tacit_powers_of_ten[k - TACIT_LEAST_POWER][i / 64] >> (63 - i % 64) &
                                 1,
                             bit(&b, n - 1 - i));
    }
    for (int k = 1; k <= -TACIT_LEAST_POWER; k++) { /* entry <= 2^s / 10^k < entry + 1 */
        const uint64_t *entry = tacit_powers_of_ten[-k - TACIT_LEAST_POWER];
        const big power = power_of_ten(k);
        const int s = bits_of(&power) + 127;
        big two = { { 0 } };
        two.word[s / 32] = UINT32_C(1) << (s % 32);
        const big low = entry_times(entry, 0, k), high = entry_times(entry, 1, k);
        assert_true(entry[0] >> 63 == 1);
        assert_true(compare(&low, &two) <= 0 && compare(&two, &high) < 0);
    }
}

/* ---- printing ---- */

/* By trying more and more digits. */
static void slow_format(double x, char out[TACIT_NUMBER_BYTES])
{
    for (int digits = fabs(x) < DBL_MIN ? 1 : 15; digits <= 17; digits++) {
        snprintf(out, TACIT_NUMBER_BYTES, "%.*g", digits, x);
        const double back = strtod(out, NULL);
        if (memcmp(&back, &x, sizeof x) == 0)
            return;
    }
    fail_msg("17 digits are not enough");
}

static double from_bits(uint64_t bits)
{
    double x = 0.0;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static uint64_t to_bits(double x)
{
    uint64_t bits = 0;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static bool is_power_of_two(double x)
{
    return (to_bits(x) & ((UINT64_C(1) << 52) - 1)) == 0;
}

/* Print, compare with the slow way, and read back by both readers. */
static void check_number(double x)
{
    char fast[TACIT_NUMBER_BYTES], slow[TACIT_NUMBER_BYTES];
    double back = 0.0;
    if (!isfinite(x) || fpclassify(x) == FP_ZERO)
        return;
    tacit_format_real(x, fast);
    slow_format(x, slow);
    if (is_power_of_two(x))
        assert_true(strlen(fast) <= strlen(slow));
    else
        assert_string_equal(fast, slow);
    assert_true(to_bits(strtod(fast, NULL)) == to_bits(x));
    assert_true(tacit_parse_real(fast, &back));
    assert_true(to_bits(back) == to_bits(x));
}

/* A number and its neighbours. */
static void check_around(double x)
{
    const uint64_t bits = to_bits(x);
    for (uint64_t i = 0; i < 3; i++) {
        check_number(from_bits(bits + i));
        if (bits > i)
            check_number(from_bits(bits - i));
    }
}

static void test_boundaries(void **state)
{
    (void)state;
    for (int e = -1074; e <= 1023; e++)
        check_around(ldexp(1.0, e));
    for (int k = -323; k <= 308; k++) {
        char text[16];
        snprintf(text, sizeof text, "1e%d", k);
        check_around(strtod(text, NULL));
    }
    check_around(DBL_MAX);
    check_around(DBL_MIN);
    check_around(9007199254740992.0);
    check_number(-2.385);
}

static void test_random(void **state)
{
    (void)state;
    tacit_rng rng = tacit_rng_seed(7);
    for (size_t i = 0; i < CASES(RANDOM); i++) {
        const uint64_t bits = tacit_rng_bits(&rng);
        check_number(from_bits(bits));
        check_number(from_bits(bits & ((UINT64_C(1) << 52) - 1)));    /* subnormal */
        check_number(100.0 + (double)(bits >> 40) / 1048576.0 * 1.7); /* as data is */
        check_number((double)(bits >> 30) / 100.0);
        check_number(floor((double)bits));
    }
}

static void check_printed(double x, const char *expected)
{
    char text[TACIT_NUMBER_BYTES];
    tacit_format_real(x, text);
    assert_string_equal(text, expected);
}

static void test_known(void **state)
{
    (void)state;
    check_printed(from_bits(1), "5e-324");
    check_printed(9007199254740993.0, "9007199254740992");
    check_printed(ldexp(1.0, -44), "5.684341886080802e-14");
    check_printed(ldexp(1.0, 89), "6.189700196426902e+26");
    check_printed(1e23, "1e+23");
    check_printed(-1.0 / 3.0, "-0.3333333333333333");
    check_printed(0.00012345, "0.00012345");
    check_printed(0.000012345, "1.2345e-05");
    check_printed(1e15, "1e+15");
    check_printed(1234567890123456.0, "1234567890123456");
    check_printed(-INFINITY, "-inf");
}

/* ---- reading ---- */

/* What the fast reader takes, strtod reads alike; the slow way takes what it leaves. */
static void check_text(const char *text)
{
    char *end = NULL;
    const double slow = strtod(text, &end);
    double fast = -1.0;
    if (tacit_decimal_read(text, strlen(text), &fast)) {
        assert_true(*end == '\0' && end != text);
        assert_true(to_bits(fast) == to_bits(slow));
    }
    const bool taken = end != text && *end == '\0' && isfinite(slow);
    assert_true(tacit_parse_real(text, &fast) == taken);
    if (taken)
        assert_true(to_bits(fast) == to_bits(slow));
}

/* Digits from a few to many with a point and an exponent anywhere, and what lies exactly between
 * two doubles, one digit more or less. */
static void test_reading(void **state)
{
    (void)state;
    tacit_rng rng = tacit_rng_seed(8);
    char text[128];
    for (size_t i = 0; i < CASES(RANDOM); i++) {
        const uint64_t m = tacit_rng_bits(&rng) >> tacit_rng_below(&rng, 64);
        const int e = (int)tacit_rng_below(&rng, 680) - 345;
        const double x = from_bits(tacit_rng_bits(&rng) & ~(UINT64_C(1) << 63));
        snprintf(text, sizeof text, "%llue%d", (unsigned long long)m, e);
        check_text(text);
        snprintf(text, sizeof text, "%s%llu.%llu", i % 2 == 0 ? "-" : "",
                 (unsigned long long)(m % 100000),
                 (unsigned long long)tacit_rng_below(&rng, UINT64_C(100000000000000)));
        check_text(text);
        if (isfinite(x)) {
            snprintf(text, sizeof text, "%.*e", (int)tacit_rng_below(&rng, 20), x);
            check_text(text);
        }
        snprintf(text, sizeof text, "%llu.5", (unsigned long long)(m >> 11 | UINT64_C(1) << 52));
        check_text(text);
        snprintf(text, sizeof text, "%llu", (unsigned long long)(m | UINT64_C(1) << 53));
        check_text(text);
    }
}

static void test_odd_texts(void **state)
{
    (void)state;
    static const char *const odd[] = { "",
                                       "-",
                                       ".",
                                       "-.",
                                       "1.2.3",
                                       "e5",
                                       "1e",
                                       "1e+",
                                       "1e-",
                                       "--1",
                                       "1-",
                                       "5.",
                                       ".5",
                                       "-.5e1",
                                       "+1",
                                       "-0",
                                       "0e999",
                                       "1e400",
                                       "1e-400",
                                       "00012.50",
                                       "1e00000000000000000005",
                                       "0.000000000000000000000000000000000000012",
                                       "123456789012345678901234567890",
                                       "18446744073709551616",
                                       "9007199254740993",
                                       "9007199254740992.999999999999999999999",
                                       "2.2250738585072011e-308" };
    for (size_t i = 0; i < sizeof odd / sizeof odd[0]; i++)
        check_text(odd[i]);
}

/* Each character in each place of more digits than are taken at once. */
static void test_every_place(void **state)
{
    (void)state;
    for (int byte = 1; byte < 256; byte++)
        for (size_t i = 1; i < 18; i++) {
            char text[] = "1234567890.12345678";
            text[i] = (char)byte;
            check_text(text);
        }
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_powers),      cmocka_unit_test(test_boundaries),
        cmocka_unit_test(test_random),      cmocka_unit_test(test_known),
        cmocka_unit_test(test_reading),     cmocka_unit_test(test_odd_texts),
        cmocka_unit_test(test_every_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
