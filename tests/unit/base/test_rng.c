/*
 * test_rng.c - streams: known answers, forks, uniform and normal numbers.
 *
 * Provenance: the known answers of Philox4x32-10 are those of tests/kat_vectors of
 * Random123 1.14; the generator below is written from section 3.3 of Salmon, Moraes, Dror
 * and Shaw (2011).  Statistical checks run on fixed seeds; the limits stated would reject
 * a right generator with probability below 1e-6 for a fresh seed.
 */
#include "support/check.h"

#include "base/rng.h"

/* Philox4x32 with 10 rounds: multiply, swap halves, add the key; the key grows. */
static void philox(uint32_t c[4], uint32_t k0, uint32_t k1)
{
    for (int round = 0; round < 10; round++) {
        const uint64_t a = UINT64_C(0xD2511F53) * c[0], b = UINT64_C(0xCD9E8D57) * c[2];
        const uint32_t next[4] = { (uint32_t)(b >> 32) ^ c[1] ^ k0, (uint32_t)b,
                                   (uint32_t)(a >> 32) ^ c[3] ^ k1, (uint32_t)a };
        memcpy(c, next, sizeof next);
        k0 += 0x9E3779B9;
        k1 += 0xBB67AE85;
    }
}

static void test_reference(void **state)
{
    (void)state;
    uint32_t zero[4] = { 0 }, ones[4] = { UINT32_MAX, UINT32_MAX, UINT32_MAX, UINT32_MAX };
    uint32_t pi[4] = { 0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344 };
    const uint32_t want_zero[4] = { 0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8 };
    const uint32_t want_ones[4] = { 0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd };
    const uint32_t want_pi[4] = { 0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1 };
    philox(zero, 0, 0);
    philox(ones, UINT32_MAX, UINT32_MAX);
    philox(pi, 0xa4093822, 0x299f31d0);
    assert_memory_equal(zero, want_zero, sizeof zero);
    assert_memory_equal(ones, want_ones, sizeof ones);
    assert_memory_equal(pi, want_pi, sizeof pi);
}

static void test_bits(void **state)
{
    (void)state;
    tacit_rng zero = { 0 };
    assert_true(tacit_rng_bits(&zero) == UINT64_C(0xe169c58d6627e8d5));
    for (uint64_t i = 1; i < 2000; i++) {
        tacit_rng rng = { .key = i * UINT64_C(0x9E3779B97F4A7C15), .counter = i << (i % 50) };
        uint32_t c[4] = { (uint32_t)rng.counter, (uint32_t)(rng.counter >> 32), 0, 0 };
        philox(c, (uint32_t)rng.key, (uint32_t)(rng.key >> 32));
        const uint64_t before = rng.counter;
        assert_true(tacit_rng_bits(&rng) == ((uint64_t)c[1] << 32 | c[0]));
        assert_true(rng.counter == before + 1);
    }
}

/* Many bits at once: both halves of each block, in order; an odd half block is given up. */
static void test_fill(void **state)
{
    (void)state;
    for (size_t n = 0; n < 20; n++) {
        tacit_rng rng = { .key = UINT64_C(0x9E3779B97F4A7C15), .counter = 5 }, again = rng;
        uint64_t bits[20] = { 0 };
        tacit_rng_fill(&rng, bits, n);
        for (size_t i = 0; i < n; i++) {
            uint32_t c[4] = { (uint32_t)(5 + i / 2), 0, 0, 0 };
            philox(c, (uint32_t)rng.key, (uint32_t)(rng.key >> 32));
            assert_true(bits[i] == ((uint64_t)c[2 * (i % 2) + 1] << 32 | c[2 * (i % 2)]));
        }
        assert_true(rng.counter == 5 + (n + 1) / 2);
        assert_true(n == 0 || bits[0] == tacit_rng_bits(&again));
    }
}

static void test_forks(void **state)
{
    (void)state;
    tacit_rng root = tacit_rng_seed(42);
    const tacit_rng a = tacit_rng_fork(&root, "age"), b = tacit_rng_fork(&root, "sex");
    const tacit_rng one = tacit_rng_fork_number(&root, 1), two = tacit_rng_fork_number(&root, 2);
    for (int i = 0; i < 100; i++)
        (void)tacit_rng_bits(&root);
    const tacit_rng later = tacit_rng_fork(&root, "age");
    assert_memory_equal(&later, &a, sizeof a); /* draws of the parent do not matter */
    assert_true(a.key != b.key && one.key != two.key && a.key != one.key);
    assert_true(a.key != root.key && a.counter == 0);
    const tacit_rng other = tacit_rng_seed(43);
    assert_true(tacit_rng_fork(&other, "age").key != a.key);
    const tacit_rng same = tacit_rng_seed(42);
    assert_true(same.key == root.key && same.counter == 0);
    assert_true(tacit_rng_fork(&root, "").key != root.key);
}

/* Chi-square of `draws` numbers below `n` against equal shares. */
static double chi_square(tacit_rng *rng, size_t n, size_t draws)
{
    size_t count[64] = { 0 };
    double sum = 0.0;
    assert_true(n <= 64);
    for (size_t i = 0; i < draws; i++) {
        const uint64_t x = tacit_rng_below(rng, n);
        assert_true(x < n);
        count[x]++;
    }
    const double expected = (double)draws / (double)n;
    for (size_t v = 0; v < n; v++)
        sum += ((double)count[v] - expected) * ((double)count[v] - expected) / expected;
    return sum;
}

static void test_below(void **state)
{
    (void)state;
    tacit_rng rng = tacit_rng_seed(7);
    assert_int_equal(tacit_rng_below(&rng, 1), 0);
    /* chi-square with 6 and 62 degrees of freedom exceeds 40 and 130 with p < 1e-6 */
    assert_true(chi_square(&rng, 7, 70000) < 40.0);
    assert_true(chi_square(&rng, 63, 126000) < 130.0);
}

/* n = 3 * 2^62: taking the remainder would give numbers below 2^62 twice as often. */
static void test_below_without_bias(void **state)
{
    (void)state;
    tacit_rng rng = tacit_rng_seed(8);
    const uint64_t n = UINT64_C(3) << 62;
    size_t low = 0;
    for (size_t i = 0; i < 30000; i++)
        low += tacit_rng_below(&rng, n) < n / 3;
    /* binomial(30000, 1/3): 5 standard deviations are 409; p < 6e-7 */
    assert_near((double)low, 10000.0, 409.0);
    (void)tacit_rng_below(&rng, UINT64_MAX);
}

static void test_uniform(void **state)
{
    (void)state;
    tacit_rng rng = tacit_rng_seed(9);
    const size_t n = 200000;
    double sum = 0.0;
    for (size_t i = 0; i < n; i++) {
        const double u = tacit_rng_uniform(&rng);
        assert_true(u > 0.0 && u <= 1.0);
        assert_near(u * 0x1p53, floor(u * 0x1p53), 0.0);
        sum += u;
    }
    /* sd of the mean is 1 / sqrt(12 n); 5 of them, p < 6e-7 */
    assert_near(sum / (double)n, 0.5, 5.0 / sqrt(12.0 * (double)n));
}

static void test_normal(void **state)
{
    (void)state;
    tacit_rng rng = tacit_rng_seed(10);
    const double n = 200000.0;
    double m1 = 0.0, m2 = 0.0, m3 = 0.0, m4 = 0.0;
    for (int i = 0; i < (int)n; i++) {
        const double z = tacit_rng_normal(&rng);
        assert_true(isfinite(z));
        m1 += z / n;
        m2 += z * z / n;
        m3 += z * z * z / n;
        m4 += z * z * z * z / n;
    }
    /* variances of z, z^2, z^3, z^4 are 1, 2, 15, 96; five standard deviations each */
    assert_near(m1, 0.0, 5.0 * sqrt(1.0 / n));
    assert_near(m2, 1.0, 5.0 * sqrt(2.0 / n));
    assert_near(m3, 0.0, 5.0 * sqrt(15.0 / n));
    assert_near(m4, 3.0, 5.0 * sqrt(96.0 / n));
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reference),
        cmocka_unit_test(test_bits),
        cmocka_unit_test(test_fill),
        cmocka_unit_test(test_forks),
        cmocka_unit_test(test_below),
        cmocka_unit_test(test_uniform),
        cmocka_unit_test(test_below_without_bias),
        cmocka_unit_test(test_normal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
