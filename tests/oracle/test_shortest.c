/*
 * test_shortest.c - the shortest move of whole numbers, against a list of all moves.
 */
#include "support/check.h"

#include <math.h>

#include "base/rng.h"
#include "solve/shortest.h"

enum { PROGRAMS = 300, N = 5, M = 3 };

/* Whether the move keeps all equations; `weight` gets what it weighs. */
static bool is_move(const double (*a)[N], const double *z, const double *of, double *weight)
{
    bool ok = true;
    *weight = 0;
    for (size_t i = 0; i < M; i++) {
        double sum = 0;
        for (size_t j = 0; j < N; j++)
            sum += a[i][j] * z[j];
        ok = ok && fabs(sum) < 0.5;
    }
    for (size_t j = 0; j < N; j++)
        *weight += of[j] * fabs(z[j]);
    return ok;
}

/* The least weight of all moves between -2 and 2 with z_0 = by; HUGE_VAL if there is none. */
static double least_of(const double (*a)[N], const double *of, double by)
{
    double least = HUGE_VAL, weight = 0;
    for (size_t at = 0; at < 625; at++) {
        double z[N] = { by };
        for (size_t j = 1, rest = at; j < N; j++, rest /= 5)
            z[j] = (double)(rest % 5) - 2;
        if (is_move(a, z, of, &weight))
            least = fmin(least, weight);
    }
    return least;
}

static void test_all(void **state)
{
    static const double low[N] = { -2, -2, -2, -2, -2 }, high[N] = { 2, 2, 2, 2, 2 };
    tacit_ctx *cx = *state;
    tacit_rng rng = tacit_rng_seed(5);
    size_t n_found = 0, n_not = 0;
    for (size_t k = 0; k < PROGRAMS; k++) {
        double a[M][N], value[M * N], of[N], z[N] = { 0 }, weight = 0;
        size_t start[M + 1] = { 0 };
        uint32_t column[M * N];
        bool found = false;
        for (size_t e = 0; e < M * N; e++) {
            a[e / N][e % N] = value[e] = (double)tacit_rng_below(&rng, 4) - 1;
            column[e] = (uint32_t)(e % N);
            start[e / N + 1] = e + 1;
        }
        for (size_t j = 0; j < N; j++)
            of[j] = 1 + (double)tacit_rng_below(&rng, 3);
        const double by = tacit_rng_below(&rng, 2) == 0 ? -1 : 2;
        const tacit_sparse rows = { M, N, start, column, value };
        const tacit_shortest p = { &rows, low, high, of, 0, by, 10 };
        assert_int_equal(tacit_shortest_find(cx, &p, z, &found), TACIT_OK);
        const double least = least_of((const double(*)[N])a, of, by);
        assert_int_equal(found, isfinite(least));
        n_found += found;
        n_not += !found;
        if (!found)
            continue;
        assert_true(is_move((const double(*)[N])a, z, of, &weight));
        assert_true(fabs(z[0] - by) < 1e-9 && weight >= least - 1e-9);
    }
    assert_true(n_found > 20 && n_not > 20);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = { with_context(test_all) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
