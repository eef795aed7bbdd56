/*
 * test_kernel.c - whole vectors that a matrix makes 0, against a list of all: each of them is a sum
 * of whole multiples of the basis.
 */
#include "support/check.h"

#include "base/rng.h"
#include "solve/kernel.h"

enum { MATRICES = 400, N = 5, M = 3, ALL = 3125, TIMES = 8, MOST = 3 };

/* Columns that are looked at one by one. */
enum { OTHERS = 2 };

static bool is_zero(const double (*a)[N], const int32_t *z)
{
    for (size_t i = 0; i < M; i++) {
        double sum = 0;
        for (size_t j = 0; j < N; j++)
            sum += a[i][j] * z[j];
        if (sum > 0.5 || sum < -0.5)
            return false;
    }
    return true;
}

/* Whether `z` is a sum of up to TIMES times each vector from the `k`-th on. */
static bool is_sum(const tacit_kernel *kernel, size_t k, const int32_t *z)
{
    if (k == kernel->n) {
        for (size_t j = 0; j < N; j++)
            if (z[j] != 0)
                return false;
        return true;
    }
    for (int32_t times = -TIMES; times <= TIMES; times++) {
        int32_t rest[N];
        for (size_t j = 0; j < N; j++)
            rest[j] = z[j] - times * kernel->basis[k][j];
        if (is_sum(kernel, k + 1, rest))
            return true;
    }
    return false;
}

/* How many vectors between -2 and 2 the matrix makes 0, all of which must be sums. */
static size_t check_all(const double (*a)[N], const tacit_kernel *kernel)
{
    size_t n = 0;
    for (int32_t at = 0; at < ALL; at++) {
        int32_t z[N], rest = at;
        for (size_t j = 0; j < N; j++, rest /= 5)
            z[j] = rest % 5 - 2;
        if (!is_zero(a, z))
            continue;
        assert_true(is_sum(kernel, 0, z));
        n++;
    }
    return n;
}

/* What the last columns are with the first `N - OTHERS`: each vector has its own column once. */
static size_t check_more(tacit_ctx *cx, const tacit_sparse *of, const double a[M][N])
{
    tacit_kernel kernel = { 0 };
    int32_t *more[OTHERS] = { 0 };
    size_t n = 0;
    assert_ok(cx, tacit_kernel_find_more(cx, of, N - OTHERS, &kernel, more));
    for (size_t j = 0; j < OTHERS; j++) {
        int32_t z[N] = { 0 };
        for (size_t c = 0; more[j] != NULL && c < N - OTHERS; c++)
            z[c] = more[j][c];
        z[N - OTHERS + j] = more[j] != NULL;
        assert_true(is_zero(a, z));
        n += more[j] != NULL;
    }
    return n;
}

static void test_all(void **state)
{
    tacit_ctx *cx = *state;
    tacit_rng rng = tacit_rng_seed(6);
    size_t n_vectors = 0, n_more = 0;
    for (size_t k = 0; k < MATRICES; k++) {
        const size_t mark = tacit_scratch_mark(cx);
        double a[M][N], value[M * N];
        size_t start[M + 1] = { 0 };
        uint32_t column[M * N];
        tacit_kernel kernel = { 0 };
        for (size_t e = 0; e < M * N; e++) {
            a[e / N][e % N] = value[e] = (double)tacit_rng_below(&rng, 4) - 1;
            column[e] = (uint32_t)(e % N);
            start[e / N + 1] = e + 1;
        }
        const tacit_sparse of = { M, N, start, column, value };
        assert_ok(cx, tacit_kernel_find(cx, &of, &kernel));
        assert_true(kernel.n >= N - M);
        for (size_t i = 0; i < kernel.n; i++)
            assert_true(is_zero((const double(*)[N])a, kernel.basis[i]));
        if (kernel.n <= MOST)
            n_vectors += check_all((const double(*)[N])a, &kernel);
        n_more += check_more(cx, &of, (const double(*)[N])a);
        tacit_scratch_release(cx, mark);
    }
    assert_true(n_vectors > MATRICES * 2);
    assert_true(n_more > MATRICES / 10);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = { with_context(test_all) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
