/*
 * test_sort.c - the radix sort against the C library's.
 */
#include "support/check.h"

#include <float.h>
#include <stdlib.h>

#include "base/rng.h"
#include "base/sort.h"

static int by_key_then_row(const void *a, const void *b)
{
    const tacit_keyed *x = a, *y = b;
    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    return x->row < y->row ? -1 : x->row > y->row;
}

/* Sort `n` keys of at most `bits` bits both ways. */
static void check_keyed(tacit_ctx *cx, tacit_rng *rng, size_t n, unsigned bits)
{
    tacit_keyed *a = calloc(n + 1, sizeof *a), *b = calloc(n + 1, sizeof *b);
    for (size_t i = 0; i < n; i++)
        a[i] = b[i] = (tacit_keyed){ .key = tacit_rng_bits(rng) >> (64 - bits), .row = i };
    const size_t mark = tacit_scratch_mark(cx);
    assert_ok(cx, tacit_sort_keyed(cx, a, n));
    assert_int_equal(tacit_scratch_mark(cx), mark);
    qsort(b, n, sizeof *b, by_key_then_row); /* rows break ties: the order must be stable */
    assert_memory_equal(a, b, (n + 1) * sizeof *a);
    free(a);
    free(b);
}

static void test_keyed(void **state)
{
    static const size_t sizes[] = { 0, 1, 2, 31, 32, 33, 255, 256, 1000, 70000 };
    static const unsigned bits[] = { 1, 5, 8, 9, 17, 40, 64 };
    tacit_rng rng = tacit_rng_seed(3);
    for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++)
        for (size_t b = 0; b < sizeof bits / sizeof bits[0]; b++)
            check_keyed(*state, &rng, sizes[s], bits[b]);
}

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static void test_reals(void **state)
{
    enum { N = 20000 };
    static double x[N], y[N];
    tacit_rng rng = tacit_rng_seed(4);
    for (size_t i = 0; i < N; i++)
        x[i] = y[i] = i % 7 == 0 ? floor(9.0 * tacit_rng_normal(&rng))
                                 : exp(300.0 * tacit_rng_normal(&rng)) * (i % 2 ? -1.0 : 1.0);
    for (size_t i = 0; i < N; i++)
        if (!isfinite(x[i]))
            x[i] = y[i] = DBL_MAX;
    assert_ok(*state, tacit_sort_reals(*state, x, N));
    qsort(y, N, sizeof *y, by_value);
    for (size_t i = 0; i < N; i++)
        assert_near(x[i], y[i], 0.0);
    assert_ok(*state, tacit_sort_reals(*state, x, 0));
}

static void test_key_order(void **state)
{
    (void)state;
    static const double up[] = { -INFINITY, -DBL_MAX, -2.385, -5e-324, -0.0,    0.0,
                                 5e-324,    1.0,      2.385,  DBL_MAX, INFINITY };
    static const int64_t whole[] = { INT64_MIN, -2, -1, 0, 1, 300, INT64_MAX };
    for (size_t i = 1; i < sizeof up / sizeof up[0]; i++)
        assert_true(tacit_sort_key_real(up[i - 1]) < tacit_sort_key_real(up[i]));
    for (size_t i = 1; i < sizeof whole / sizeof whole[0]; i++)
        assert_true(tacit_sort_key_integer(whole[i - 1]) < tacit_sort_key_integer(whole[i]));
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_keyed),
        with_context(test_reals),
        with_context(test_key_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
