/*
 * test_audit.c - the audit of sums: textbook attacks, small supports in large systems, moments,
 * caps.
 */
#include "support/check.h"

#include "base/rng.h"
#include "query/audit/audit.h"
#include "query/audit/field.h"

/* Ask for the sum of records from ... to-1. */
static tacit_expert_decision ask_range(tacit_ctx *cx, tacit_expert *a, uint32_t from, uint32_t to,
                                       unsigned order)
{
    uint32_t at[256];
    tacit_expert_decision said;
    for (uint32_t i = from; i < to; i++)
        at[i - from] = i;
    assert_ok(cx, tacit_expert_ask(cx, a, &(tacit_query_set){ at, to - from }, order, &said));
    return said;
}

static tacit_expert *audit_of(tacit_ctx *cx, uint32_t records, uint64_t k, unsigned orders)
{
    tacit_expert *a = NULL;
    assert_ok(cx, tacit_expert_new(cx, records, k, orders, &a));
    return a;
}

/* 2^61 - 1 and 2^61 - 31 are the largest primes below 2^61 (factored by other programs), and
 * arithmetic is that of 128 bits with the remainder. */
static void test_field(void **state)
{
    static const uint64_t primes[] = { ((uint64_t)1 << 61) - 1, ((uint64_t)1 << 61) - 31 };
    tacit_rng rng = tacit_rng_seed(61);
    assert_true(tacit_field_is_prime(primes[0]) && tacit_field_is_prime(primes[1]));
    /* 1073741827 and 1073741831 are the first primes above 2^30. */
    assert_false(tacit_field_is_prime((uint64_t)1073741827 * 1073741831));
    assert_false(tacit_field_is_prime((uint64_t)1073741827 * 1073741827));
    for (int t = 0; t < 200; t++) {
        tacit_prime_field f;
        assert_ok(*state, tacit_field_draw(*state, &f));
        assert_true(f.p >> 60 == 1 && tacit_field_is_prime(f.p));
        for (int e = 0; e < 50; e++) {
            const uint64_t a = e == 0 ? f.p - 1 : tacit_rng_below(&rng, f.p - 1) + 1,
                           b = e < 2 ? f.p - 1 : tacit_rng_below(&rng, f.p);
            const uint64_t want = (uint64_t)((unsigned __int128)a * b % f.p);
            assert_true(tacit_field_multiply(&f, a, b) == want);
            assert_true(tacit_field_times(f.p, tacit_field_factor(&f, a), b) == want);
            assert_true(tacit_field_multiply(&f, a, tacit_field_invert(&f, a)) == 1);
            assert_true(tacit_field_add(&f, tacit_field_subtract(&f, b, a), a) == b);
            assert_true(tacit_field_fold(&f, 3 * f.p + b) == b);
        }
    }
}

/* A total and a total without one record tell that record; a repeated total tells nothing new. */
static void test_differencing(void **state)
{
    tacit_expert *a = audit_of(*state, 10, 2, 1);
    assert_int_equal(ask_range(*state, a, 0, 10, 1), TACIT_EXPERT_ANSWER);
    const tacit_expert_state before = tacit_expert_state_of(a, 1);
    assert_int_equal(ask_range(*state, a, 0, 9, 1), TACIT_EXPERT_DENY);
    const tacit_expert_state after = tacit_expert_state_of(a, 1);
    assert_memory_equal(before.digest, after.digest, sizeof before.digest);
    assert_int_equal(ask_range(*state, a, 0, 10, 1), TACIT_EXPERT_KNOWN);
    assert_int_equal(ask_range(*state, a, 0, 8, 1), TACIT_EXPERT_ANSWER);
    assert_int_equal(ask_range(*state, a, 8, 10, 1), TACIT_EXPERT_KNOWN);
    assert_true(tacit_expert_state_of(a, 1).smallest == 2);
    tacit_expert_free(a);
}

/* The mean and variance of 2 records tell both: with moments of order 2, k is at least 3. */
static void test_moments(void **state)
{
    tacit_expert *a = audit_of(*state, 10, 2, 2);
    assert_int_equal(ask_range(*state, a, 0, 2, 2), TACIT_EXPERT_DENY);
    assert_int_equal(ask_range(*state, a, 0, 2, 1), TACIT_EXPERT_DENY);
    assert_int_equal(ask_range(*state, a, 0, 5, 1), TACIT_EXPERT_ANSWER);
    assert_int_equal(ask_range(*state, a, 0, 10, 2), TACIT_EXPERT_ANSWER);
    const tacit_expert_state one = tacit_expert_state_of(a, 1), two = tacit_expert_state_of(a, 2);
    assert_true(one.rank == 2 && two.rank == 1);
    /* Order 1 alone would allow 0 ... 6 (5 against 7: 2 records, too few): refused in both. */
    assert_int_equal(ask_range(*state, a, 0, 7, 2), TACIT_EXPERT_DENY);
    tacit_expert_free(a);
    assert_fails(*state, tacit_expert_new(*state, 10, 0, 1, &a), TACIT_ERR_INPUT, "at least 1");
}

/* A refused query of order 2 leaves the systems of both orders as they were. */
static void test_undo(void **state)
{
    tacit_expert *a = audit_of(*state, 20, 3, 2);
    assert_int_equal(ask_range(*state, a, 0, 10, 2), TACIT_EXPERT_ANSWER);
    assert_int_equal(ask_range(*state, a, 3, 14, 1), TACIT_EXPERT_ANSWER);
    const tacit_expert_state one = tacit_expert_state_of(a, 1), two = tacit_expert_state_of(a, 2);
    assert_int_equal(ask_range(*state, a, 0, 9, 2), TACIT_EXPERT_DENY);
    assert_int_equal(ask_range(*state, a, 3, 13, 2), TACIT_EXPERT_DENY);
    const tacit_expert_state now = tacit_expert_state_of(a, 1), other = tacit_expert_state_of(a, 2);
    assert_memory_equal(one.digest, now.digest, sizeof one.digest);
    assert_memory_equal(two.digest, other.digest, sizeof two.digest);
    tacit_expert_free(a);
}

/* Two sets that are equal but for `apart` records, among many random ones: refused if the records
 * are fewer than k.  With 60 records of their own there are too many sets of atoms to try all, so
 * that this is about pairs of rows. */
static void check_planted(tacit_ctx *cx, uint64_t seed, uint64_t k, uint32_t apart)
{
    enum { RECORDS = 90, BACKGROUND = 25 };
    tacit_rng rng = tacit_rng_seed(seed);
    tacit_expert *a = audit_of(cx, RECORDS, k, 1);
    tacit_expert_decision said = TACIT_EXPERT_DENY;
    uint32_t at[RECORDS], n = 0;
    for (int q = 0; q < BACKGROUND; q++) {
        n = 0;
        for (uint32_t i = 10; i < RECORDS; i++) {
            at[n] = i;
            n += tacit_rng_below(&rng, 2) == 0;
        }
        assert_ok(cx, tacit_expert_ask(cx, a, &(tacit_query_set){ at, n }, 1, &said));
    }
    /* Records 0 ... apart-1 are in one of the two sets, in turn. */
    for (uint32_t side = 0; side < 2; side++) {
        tacit_rng same = tacit_rng_seed(seed + 1);
        n = 0;
        for (uint32_t i = 0; i < RECORDS; i++) {
            at[n] = i;
            n += i < apart ? i % 2 == side : i >= 10 && tacit_rng_below(&same, 2) == 0;
        }
        assert_ok(cx, tacit_expert_ask(cx, a, &(tacit_query_set){ at, n }, 1, &said));
        assert_true(side == 1 || said == TACIT_EXPERT_ANSWER);
    }
    assert_int_equal(said, apart < k ? TACIT_EXPERT_DENY : TACIT_EXPERT_ANSWER);
    tacit_expert_free(a);
}

static void test_planted(void **state)
{
    for (uint64_t seed = 0; seed < 60; seed++) {
        check_planted(*state, seed, 2 + seed % 4, 1 + (uint32_t)(seed / 4) % 5);
    }
}

/* Beyond the most atoms only unions of them are answered. */
static void test_caps(void **state)
{
    enum { RECORDS = 6000 };
    tacit_expert *a = audit_of(*state, RECORDS, 1, 1);
    static uint32_t at[RECORDS];
    tacit_expert_decision said = TACIT_EXPERT_ANSWER;
    for (unsigned bit = 0; bit < 13; bit++) {
        size_t n = 0;
        for (uint32_t i = 0; i < RECORDS; i++) {
            at[n] = i;
            n += (i >> bit & 1) != 0;
        }
        assert_ok(*state, tacit_expert_ask(*state, a, &(tacit_query_set){ at, n }, 1, &said));
        assert_int_equal(said, bit < 12 ? TACIT_EXPERT_ANSWER : TACIT_EXPERT_DENY);
    }
    assert_true(tacit_expert_state_of(a, 1).atoms == 4096);
    /* Records that agree in the first 12 bits are one atom: 5 and 5 + 4096. */
    const uint32_t pair[] = { 5, 5 + 4096 };
    assert_ok(*state, tacit_expert_ask(*state, a, &(tacit_query_set){ pair, 2 }, 1, &said));
    assert_int_equal(said, TACIT_EXPERT_ANSWER);
    assert_ok(*state, tacit_expert_ask(*state, a, &(tacit_query_set){ pair, 1 }, 1, &said));
    assert_int_equal(said, TACIT_EXPERT_DENY);
    tacit_expert_free(a);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_field), with_context(test_differencing), with_context(test_moments),
        with_context(test_undo),  with_context(test_planted),      with_context(test_caps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
