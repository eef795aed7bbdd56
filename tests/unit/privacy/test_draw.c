/*
 * test_draw.c - exact draws: vectors byte for byte, laws, and the bounds of 128 bits.
 *
 * Vectors: golden/dp.json, sampler_vectors: ChaCha20 under the key 00 ... 1f, checked against
 * OpenSSL, and an independent implementation of the samplers.  Laws: Canonne, Kamath and Steinke
 * (2020).
 */
#include "samples.h"

#define ASSERT_DRAWS(draw, ...)                                                                    \
    do {                                                                                           \
        static const int64_t want_[] = { __VA_ARGS__ };                                            \
        tacit_keystream s = counted_stream();                                                      \
        for (size_t i_ = 0; i_ < sizeof want_ / sizeof want_[0]; i_++)                             \
            assert_int_equal((int64_t)(draw), want_[i_]);                                          \
    } while (0)

static tacit_ratio ratio(uint64_t over, uint64_t under)
{
    return (tacit_ratio){ over, under };
}

static void test_vectors(void **state)
{
    (void)state;
    ASSERT_DRAWS(tacit_keystream_byte(&s), 0x39, 0xfd, 0x2b, 0x7d, 0xd9, 0xc5, 0x19, 0x6a, 0x8d,
                 0xbd, 0x03, 0x77, 0xb8, 0xdc, 0x4a, 0x49);
    ASSERT_DRAWS(tacit_draw_below(&s, 10), 9, 9, 5, 9, 3, 7, 8, 9, 5, 8, 2, 8, 4, 2, 3, 7, 2, 0, 3,
                 9);
    ASSERT_DRAWS(tacit_draw_below(&s, 1000003), 785721, 383357, 879129, 459709, 711864, 363081,
                 815064, 813790, 904370, 710732);
    ASSERT_DRAWS(tacit_draw_exp(&s, 3, 7), 0, 1, 1, 0, 0, 1, 1, 0, 1, 0, 1, 0, 0, 1, 1, 1, 1, 1, 1,
                 1, 0, 0, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 1, 0, 1, 0, 1, 1, 1, 0);
    ASSERT_DRAWS(tacit_draw_exp(&s, 17, 5), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
                 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    ASSERT_DRAWS(tacit_draw_laplace(&s, ratio(1, 1)), 0, 1, 2, 0, -1, 0, 0, 0, -1, -1, -1, 0, 0, 0,
                 -2, -1, 0, 0, 0, 1);
    ASSERT_DRAWS(tacit_draw_laplace(&s, ratio(20, 3)), 1, 5, -12, -2, -7, 1, -5, -3, 4, 4, -4, 4,
                 -7, 0, -14, -20, -1, 13, 3, 7);
    ASSERT_DRAWS(tacit_draw_laplace(&s, ratio(10000, 1)), 21497, 6220, -29056, -557, -5073, -3651,
                 -2056, -36273, 717, -2727);
    ASSERT_DRAWS(tacit_draw_gaussian(&s, ratio(1, 1)), -1, 0, 0, 0, 2, -1, 0, 0, 0, 0, 0, 0, 0, 2,
                 0, 0, -1, 1, 0, -1);
    ASSERT_DRAWS(tacit_draw_gaussian(&s, ratio(100, 1)), -9, -3, 9, 13, -1, -16, 20, 13, 11, 4, -15,
                 11, -4, 8, -4, -15, -7, 4, -2, -7);
    ASSERT_DRAWS(tacit_draw_gaussian(&s, ratio(1000000000000, 1)), 459709, 1651147, 721576, -261303,
                 863827, -23232, 545116, 21941, 657264, -1037653);
}

enum { DRAWS = 60000 };

static void test_below_law(void **state)
{
    (void)state;
    static const unsigned sizes[] = { 1, 2, 3, 7, 100, 128 };
    for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; k++) {
        tacit_keystream s = counted_stream();
        law l = { .n = sizes[k] + (sizes[k] == 1) };
        for (size_t i = 0; i < sizes[k]; i++)
            l.chance[i] = 1.0 / sizes[k];
        for (int i = 0; i < DRAWS; i++)
            law_count(&l, (tacit_i128)tacit_draw_below(&s, sizes[k]), 0);
        if (sizes[k] > 1)
            assert_law(&l);
        else
            assert_true(l.seen[1] <= 0.0);
    }
}

/* Bernoulli(exp(-a/b)) on both sides of a = b, where the algorithm changes. */
static void test_exp_law(void **state)
{
    (void)state;
    static const unsigned odds[][2] = { { 1, 100 },   { 3, 7 }, { 99, 100 }, { 1, 1 },
                                        { 101, 100 }, { 2, 1 }, { 17, 5 } };
    for (size_t k = 0; k < sizeof odds / sizeof odds[0]; k++) {
        tacit_keystream s = counted_stream();
        const double p = exp(-(double)odds[k][0] / odds[k][1]);
        law l = { .n = 2, .chance = { 1.0 - p, p } };
        for (int i = 0; i < DRAWS; i++)
            law_count(&l, tacit_draw_exp(&s, odds[k][0], odds[k][1]), 0);
        assert_law(&l);
        assert_true(tacit_draw_exp(&s, 0, odds[k][1]));
    }
}

/* P(X >= k) = q^k; the last cell has the tail. */
static void test_geometric_law(void **state)
{
    (void)state;
    static const tacit_ratio scales[] = { { 1, 1 }, { 7, 3 }, { 2, 5 } };
    for (size_t k = 0; k < 3; k++) {
        tacit_keystream s = counted_stream();
        const double q = exp(-1.0 / tacit_ratio_real(scales[k]));
        law l = { .n = k == 2 ? 3 : 7 };
        for (size_t i = 0; i < l.n; i++)
            l.chance[i] = pow(q, (double)i) * (i + 1 < l.n ? 1.0 - q : 1.0);
        for (int i = 0; i < DRAWS; i++)
            law_count(&l, (tacit_i128)tacit_draw_geometric(&s, scales[k]), 0);
        assert_law(&l);
    }
}

/* A law that is symmetric about 0 with weights w(0), w(1), ...: cells -half ... half, the ends with
 * the tails. */
static law symmetric(size_t half, double (*weight)(double x, double scale), double scale)
{
    law l = { .n = 2 * half + 1 };
    double all = 0.0;
    for (int x = -4000; x <= 4000; x++) {
        const int at = x + (int)half, last = (int)l.n - 1;
        all += weight(x, scale);
        l.chance[at < 0 ? 0 : at > last ? last : at] += weight(x, scale);
    }
    for (size_t i = 0; i < l.n; i++)
        l.chance[i] /= all;
    return l;
}

static double laplace_weight(double x, double scale)
{
    return exp(-fabs(x) / scale);
}

static double gaussian_weight(double x, double variance)
{
    return exp(-x * x / (2.0 * variance));
}

static void test_laplace_law(void **state)
{
    (void)state;
    static const tacit_ratio scales[] = { { 1, 1 }, { 20, 3 }, { 1, 2 } };
    static const size_t halves[] = { 6, 40, 3 };
    for (size_t k = 0; k < 3; k++) {
        tacit_keystream s = counted_stream();
        law l = symmetric(halves[k], laplace_weight, tacit_ratio_real(scales[k]));
        for (int i = 0; i < DRAWS; i++)
            law_count(&l, tacit_draw_laplace(&s, scales[k]), -(tacit_i128)halves[k]);
        assert_law(&l);
    }
}

static void test_gaussian_law(void **state)
{
    (void)state;
    static const tacit_ratio variances[] = { { 1, 1 }, { 100, 1 }, { 9, 4 }, { 1, 2 }, { 1, 5 } };
    static const size_t halves[] = { 3, 35, 5, 2, 1 };
    for (size_t k = 0; k < 5; k++) {
        tacit_keystream s = counted_stream();
        law l = symmetric(halves[k], gaussian_weight, tacit_ratio_real(variances[k]));
        for (int i = 0; i < DRAWS; i++)
            law_count(&l, tacit_draw_gaussian(&s, variances[k]), -(tacit_i128)halves[k]);
        assert_law(&l);
    }
}

/* At the greatest parameters: no overflow (the sanitizers would say), and the right size.  The mean
 * of 2000 squares over the variance is 1 with a standard error of sqrt(2/2000) for the Gaussian and
 * sqrt(5/2000) for Laplace; 7 of them have a chance below 1e-10. */
static void test_bounds(void **state)
{
    (void)state;
    static const tacit_ratio variances[] = { { TACIT_MOST_VARIANCE, 1 },
                                             { TACIT_MOST_VARIANCE, TACIT_MOST_VARIANCE - 1 } };
    tacit_keystream s = counted_stream();
    for (size_t k = 0; k < 2; k++) {
        double squares = 0.0;
        for (int i = 0; i < 2000; i++)
            squares += pow((double)tacit_draw_gaussian(&s, variances[k]), 2.0);
        assert_near(squares / 2000 / tacit_ratio_real(variances[k]), 1.0, 7 * sqrt(2.0 / 2000));
    }
    double squares = 0.0;
    for (int i = 0; i < 2000; i++)
        squares += pow((double)tacit_draw_laplace(&s, ratio(TACIT_MOST_SCALE, 1)) /
                           (double)TACIT_MOST_SCALE,
                       2.0);
    assert_near(squares / 2000 / 2, 1.0, 7 * sqrt(5.0 / 2000));
    assert_int_equal(tacit_draw_gaussian(&s, ratio(1, TACIT_MOST_VARIANCE)), 0);
    assert_int_equal(tacit_draw_laplace(&s, ratio(1, UINT64_MAX)), 0);
}

/* Wide draws use all bits and no more: the first two words of the stream, low one first. */
static void test_wide(void **state)
{
    (void)state;
    tacit_keystream s = counted_stream();
    const tacit_u128 all = ~(tacit_u128)0, x = tacit_draw_below(&s, all);
    assert_true((uint64_t)x == UINT64_C(0x6a19c5d97d2bfd39));
    assert_true((uint64_t)(x >> 64) == UINT64_C(0x494adcb87703bd8d));
    const tacit_u128 half = (tacit_u128)1 << 127;
    double above = 0.0;
    for (int i = 0; i < 4000; i++) {
        const tacit_u128 y = tacit_draw_below(&s, half + half / 2);
        assert_true(y < half + half / 2);
        above += y >= half;
    }
    assert_near(above / 4000, 1.0 / 3.0, 7 * sqrt(2.0 / 9.0 / 4000)); /* a third is above 2^127 */
    assert_int_equal(s.at % 16, 0);
}

/* The key changes after 2^20 bytes, to the 32 bytes that follow; taken bytes are erased. */
static void test_rekeying(void **state)
{
    (void)state;
    tacit_keystream s = counted_stream(), after;
    unsigned char key[TACIT_KEYSTREAM_KEY];
    for (size_t i = 0; i < 1 << 20; i++)
        (void)tacit_keystream_byte(&s);
    for (size_t i = 0; i < sizeof s.buffer; i++)
        assert_int_equal(s.buffer[i], 0);
    const tacit_keystream old = s;
    tacit_keystream goes_on = old;
    goes_on.block = 0; /* the old key from its beginning: bytes that must not come again */
    tacit_keystream_refill(&goes_on);
    (void)tacit_keystream_byte(&s);
    memcpy(key, s.key, sizeof key);
    assert_int_not_equal(memcmp(key, old.key, sizeof key), 0);
    assert_int_not_equal(memcmp(goes_on.buffer + 1, s.buffer + 1, sizeof s.buffer - 1), 0);
    tacit_keystream_simulate(key, &after);
    (void)tacit_keystream_byte(&after);
    assert_memory_equal(s.buffer, after.buffer, sizeof s.buffer);
}

static void test_system_key(void **state)
{
    tacit_keystream a, b;
    assert_ok(*state, tacit_keystream_open(*state, &a));
    assert_ok(*state, tacit_keystream_open(*state, &b));
    assert_false(a.simulation || b.simulation);
    assert_true(counted_stream().simulation);
    assert_int_not_equal(memcmp(a.key, b.key, sizeof a.key), 0);
    tacit_keystream_close(&a);
    for (size_t i = 0; i < sizeof a.key; i++)
        assert_int_equal(a.key[i], 0);
    tacit_keystream_close(&b);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_vectors),     cmocka_unit_test(test_below_law),
        cmocka_unit_test(test_exp_law),     cmocka_unit_test(test_geometric_law),
        cmocka_unit_test(test_laplace_law), cmocka_unit_test(test_gaussian_law),
        cmocka_unit_test(test_bounds),      cmocka_unit_test(test_wide),
        cmocka_unit_test(test_rekeying),    with_context(test_system_key),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
