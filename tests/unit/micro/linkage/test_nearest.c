/*
 * test_nearest.c - nearest neighbours: small cases by hand, and properties of large sets.
 */
#include "support/tables.h"

#include "base/pool.h"
#include "base/rng.h"
#include "micro/linkage/nearest/search.h"

/* A line of numbers. */
static tacit_records line(const double *x, size_t n)
{
    return (tacit_records){ .n = n, .x = x };
}

static void test_line(void **state)
{
    static const double from[] = { 0.0, 4.0, 10.0 }, to[] = { 5.0, 1.0, 3.0, 1.0, -1.0 };
    const tacit_space s = { .p = 1, .a = line(from, 3), .b = line(to, 5) };
    const tacit_nearest_spec spec = { .space = &s, .from = &s.a, .to = &s.b, .k = 4 };
    static const uint32_t rows[] = { 1, 3, 4, 2, 0, 2, 1, 3, 0, 2, 1, 3 };
    static const double squares[] = { 1, 1, 1, 9, 1, 1, 9, 9, 25, 49, 81, 81 };
    static const uint32_t counts[] = { 3, 2, 1 }, lowest[] = { 1, 0, 0 };
    tacit_nearest near;
    tacit_ties ties;
    assert_ok(*state, tacit_nearest_find(*state, &spec, &near));
    assert_int_equal(near.k, 4);
    for (size_t e = 0; e < 12; e++) {
        assert_int_equal(near.row[e], rows[e]);
        assert_near(near.distance[e], squares[e], 0.0);
    }
    assert_ok(*state, tacit_nearest_ties(*state, &spec, &ties));
    for (size_t i = 0; i < 3; i++) {
        assert_int_equal(ties.count[i], counts[i]);
        assert_int_equal(ties.row[i], lowest[i]);
    }
}

/* Sums that differ in the last bits only are equal: 0.1 + 0.2 against 0.3. */
static void test_rounding(void **state)
{
    static const double from[] = { 0.0 }, to[] = { 0.1 + 0.2, 0.3, -0.3, 0.30001 };
    const tacit_space s = { .p = 1, .a = line(from, 1), .b = line(to, 4) };
    const tacit_nearest_spec spec = { .space = &s, .from = &s.a, .to = &s.b, .k = 1 };
    tacit_ties ties;
    assert_ok(*state, tacit_nearest_ties(*state, &spec, &ties));
    assert_int_equal(ties.count[0], 3);
    assert_int_equal(ties.row[0], 0);
    assert_near(ties.distance[0], 0.3 * 0.3, 0.0);
}

static void test_skip_self(void **state)
{
    static const double x[] = { 2.0, 7.0, 2.0, 2.0 };
    const tacit_space s = { .p = 1, .a = line(x, 4) };
    tacit_nearest_spec spec = { .space = &s, .from = &s.a, .to = &s.a, .k = 9, .skip_self = true };
    static const uint32_t rows[] = { 2, 3, 1, 0, 2, 3, 0, 3, 1, 0, 2, 1 };
    tacit_nearest near;
    tacit_ties ties;
    assert_ok(*state, tacit_nearest_find(*state, &spec, &near));
    assert_int_equal(near.k, 3);
    for (size_t e = 0; e < 12; e++)
        assert_int_equal(near.row[e], rows[e]);
    assert_ok(*state, tacit_nearest_ties(*state, &spec, &ties));
    assert_int_equal(ties.count[0], 2);
    assert_int_equal(ties.row[0], 2);
    assert_int_equal(ties.count[1], 3);
    assert_int_equal(ties.row[3], 0);
}

static void test_nobody(void **state)
{
    static const double x[] = { 2.0 };
    const tacit_space s = { .p = 1, .a = line(x, 1), .b = line(x, 0) };
    tacit_nearest_spec spec = { .space = &s, .from = &s.a, .to = &s.b, .k = 2 };
    tacit_nearest near;
    tacit_ties ties;
    for (int round = 0; round < 2; round++) { /* an empty set; only the record itself */
        assert_ok(*state, tacit_nearest_find(*state, &spec, &near));
        assert_int_equal(near.k, 0);
        assert_ok(*state, tacit_nearest_ties(*state, &spec, &ties));
        assert_int_equal(ties.count[0], 0);
        assert_true(isinf(ties.distance[0]) && ties.row[0] == UINT32_MAX);
        spec.to = &s.a;
        spec.skip_self = true;
    }
    spec.from = &s.b;
    assert_ok(*state, tacit_nearest_find(*state, &spec, &near));
    assert_ok(*state, tacit_nearest_ties(*state, &spec, &ties));
}

/* ---- large sets, which have a tree ---- */

enum { ROWS = 6000, P = 3, Q = 2 };

/* Mixed records with missing values; every tenth is equal to the one before. */
static tacit_records draw(tacit_ctx *cx, uint64_t seed)
{
    tacit_rng rng = tacit_rng_seed(seed);
    double *x = NULL;
    uint32_t *code = NULL;
    assert_ok(cx, tacit_scratch(cx, ROWS * P, sizeof *x, &x));
    assert_ok(cx, tacit_scratch(cx, ROWS * Q, sizeof *code, &code));
    for (size_t i = 0; i < ROWS; i++) {
        const bool same = i % 10 == 9;
        for (size_t c = 0; c < P; c++) {
            const double u = tacit_rng_uniform(&rng), fresh = u < 0.02 ? NAN : 10.0 * u * u;
            x[i * P + c] = same ? x[(i - 1) * P + c] : fresh;
        }
        for (size_t c = 0; c < Q; c++)
            code[i * Q + c] =
                same ? code[(i - 1) * Q + c] : (uint32_t)tacit_rng_below(&rng, 100 * c + 7);
    }
    return (tacit_records){ ROWS, x, code };
}

/* The tree finds for a sample what comparing all finds, whatever the number of threads. */
static void test_threads(void **state)
{
    const tacit_tree_tuning all = { .small = SIZE_MAX, .leaf = 32 };
    const tacit_space s = { .p = P, .q = Q, .a = draw(*state, 1), .b = draw(*state, 2) };
    const tacit_nearest_spec spec = { .space = &s, .from = &s.a, .to = &s.b, .k = 5 };
    tacit_nearest one, many, brute;
    tacit_ties few, lots;
    tacit_pool_set(1);
    assert_ok(*state, tacit_nearest_find(*state, &spec, &one));
    assert_ok(*state, tacit_nearest_ties(*state, &spec, &few));
    tacit_pool_set(5);
    assert_ok(*state, tacit_nearest_find(*state, &spec, &many));
    assert_ok(*state, tacit_nearest_ties(*state, &spec, &lots));
    tacit_pool_set(2);
    assert_ok(*state, tacit_search_find(*state, &spec, &all, &brute));
    assert_memory_equal(one.row, many.row, ROWS * 5 * sizeof *one.row);
    assert_memory_equal(one.distance, many.distance, ROWS * 5 * sizeof *one.distance);
    assert_memory_equal(few.count, lots.count, ROWS * sizeof *few.count);
    assert_memory_equal(one.row, brute.row, ROWS * 5 * sizeof *one.row);
}

/* More nominal columns than a byte can count, more codes than a mask has bits: record i of 40 has
 * code 70 i in each of 600 columns but those before column i, where it has 5. */
static void test_many_codes(void **state)
{
    enum { COLUMNS = 600, FEW = 40 };
    const tacit_tree_tuning tree = { .small = 0, .leaf = 4 };
    uint32_t *code = NULL;
    tacit_nearest near;
    assert_ok(*state, tacit_scratch(*state, FEW * COLUMNS, sizeof *code, &code));
    for (uint32_t i = 0; i < FEW; i++)
        for (uint32_t c = 0; c < COLUMNS; c++)
            code[i * COLUMNS + c] = c < i ? 5 : 70 * i;
    const tacit_space s = { .q = COLUMNS, .a = { .n = FEW, .code = code } };
    const tacit_nearest_spec spec = {
        .space = &s, .from = &s.a, .to = &s.a, .k = FEW, .skip_self = true
    };
    assert_ok(*state, tacit_search_find(*state, &spec, &tree, &near));
    for (uint32_t i = 0; i < FEW; i++)
        for (uint32_t k = 0; k < FEW - 1; k++) { /* they agree where both have 5 */
            const uint32_t j = near.row[i * near.k + k], both = i < j ? i : j;
            assert_near(near.distance[i * near.k + k], COLUMNS - both, 0.0);
            assert_true(k == 0 || near.distance[i * near.k + k - 1] <= COLUMNS - both);
        }
}

/* Thousands of equal records are counted, not listed. */
static void test_equal_records(void **state)
{
    enum { MANY = 50000 };
    double *x = NULL;
    tacit_ties ties;
    assert_ok(*state, tacit_scratch(*state, MANY, sizeof *x, &x));
    for (size_t i = 0; i < MANY; i++)
        x[i] = i % 2 == 0 ? 1.0 : 3.0;
    const tacit_space s = { .p = 1, .a = line(x, MANY) };
    const tacit_nearest_spec spec = {
        .space = &s, .from = &s.a, .to = &s.a, .k = 1, .skip_self = true
    };
    assert_ok(*state, tacit_nearest_ties(*state, &spec, &ties));
    for (size_t i = 0; i < MANY; i++) {
        assert_int_equal(ties.count[i], MANY / 2 - 1);
        assert_int_equal(ties.row[i], i < 2 ? i + 2 : i % 2);
    }
}

/* ---- listing ---- */

static tacit_status add_up(tacit_ctx *cx, const tacit_tie_class *c, void *user)
{
    size_t *sum = user;
    (void)cx;
    for (size_t r = 0; r < c->n; r++)
        for (size_t e = r * c->near.k; e < (r + 1) * c->near.k; e++)
            sum[c->row[r]] += 1U << c->near.row[e];
    return TACIT_OK;
}

/* On 0 0 0 5 6 the first three tie with two others each, and the next is 5; the others have
 * one nearest. */
static void test_listing(void **state)
{
    static const double x[] = { 0.0, 0.0, 0.0, 5.0, 6.0 };
    const tacit_space s = { .p = 1, .a = line(x, 5) };
    const tacit_nearest_spec spec = {
        .space = &s, .from = &s.a, .to = &s.a, .k = 1, .skip_self = true
    };
    tacit_ties ties;
    size_t sum[5] = { 0 };
    assert_ok(*state, tacit_nearest_ties(*state, &spec, &ties));
    assert_ok(*state,
              tacit_list_ties(*state, &(tacit_tie_listing){ &spec, &ties, 2, 100, add_up, sum }));
    static const size_t expected[] = { 2 + 4 + 8, 1 + 4 + 8, 1 + 2 + 8, 0, 0 };
    for (size_t i = 0; i < 5; i++)
        assert_int_equal(sum[i], expected[i]);
    assert_ok(*state,
              tacit_list_ties(*state, &(tacit_tie_listing){ &spec, &ties, 1, 1, add_up, sum }));
    assert_int_equal(sum[0], expected[0]);
    assert_int_equal(sum[3], 16 + 1); /* 6, then the first 0 */
    assert_int_equal(sum[4], 8 + 1);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_line),    with_context(test_rounding),   with_context(test_skip_self),
        with_context(test_nobody),  with_context(test_threads),    with_context(test_equal_records),
        with_context(test_listing), with_context(test_many_codes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
