/*
 * test_pram_optimum.c - matrices of post randomisation that are looked for, against all corners.
 *
 * The invariant matrices of three categories with p_kl <= u_kl are a polytope in nine variables
 * with five equations, and the sum of variances is concave, so that its least value is at a corner:
 * there four of the variables are at an end.  All choices of four and of their ends are solved.
 */
#include "support/check.h"

#include "base/rng.h"
#include "micro/method/pram/pram.h"

enum { N = 3, M = 9, EQUATIONS = 5, CASES = 400 };

/* Solve the M equations; false if they are singular. */
static bool solve(double a[M][M + 1], double *x)
{
    for (size_t c = 0; c < M; c++) {
        size_t best = c;
        for (size_t r = c + 1; r < M; r++)
            best = fabs(a[r][c]) > fabs(a[best][c]) ? r : best;
        if (fabs(a[best][c]) < 1e-9)
            return false;
        for (size_t k = 0; k <= M; k++) {
            const double t = a[c][k];
            a[c][k] = a[best][k];
            a[best][k] = t;
        }
        for (size_t r = 0; r < M; r++) {
            const double f = r == c ? 0.0 : a[r][c] / a[c][c];
            for (size_t k = c; k <= M; k++)
                a[r][k] -= f * a[c][k];
        }
    }
    for (size_t c = 0; c < M; c++)
        x[c] = a[c][M] / a[c][c];
    return true;
}

/* The corner where the variables of `set` (bits) are at the ends `ends` (bits). */
static bool corner(const double *share, const double *high, unsigned set, unsigned ends, double *x)
{
    double a[M][M + 1] = { { 0 } };
    size_t row = 0;
    for (size_t k = 0; k < N; k++, row++) {
        for (size_t l = 0; l < N; l++)
            a[row][k * N + l] = 1.0;
        a[row][M] = 1.0;
    }
    for (size_t l = 0; l + 1 < N; l++, row++) {
        for (size_t k = 0; k < N; k++)
            a[row][k * N + l] = share[k];
        a[row][M] = share[l];
    }
    for (size_t e = 0; e < M; e++)
        if ((set >> e & 1U) != 0) {
            a[row][e] = 1.0;
            a[row++][M] = (ends >> e & 1U) != 0 ? high[e] : 0.0;
        }
    if (!solve(a, x))
        return false;
    for (size_t e = 0; e < M; e++)
        if (x[e] < -1e-9 || x[e] > high[e] + 1e-9)
            return false;
    return true;
}

/* The least sum of variances of the corners where the variables of `set` are at any ends. */
static double least_of_set(const double *count, const double *share, const double *high,
                           unsigned set)
{
    double least = INFINITY, x[M];
    for (unsigned ends = set;; ends = (ends - 1) & set) {
        double sum = 0.0;
        const bool is = corner(share, high, set, ends, x);
        for (size_t e = 0; is && e < M; e++)
            sum += count[e / N] * x[e] * (1.0 - x[e]);
        least = is ? fmin(least, sum) : least;
        if (ends == 0)
            return least;
    }
}

static double least_corner(const double *count, double posterior)
{
    double share[N], high[M], total = 0.0, least = INFINITY;
    for (size_t k = 0; k < N; k++)
        total += count[k];
    for (size_t k = 0; k < N; k++)
        share[k] = count[k] / total;
    for (size_t e = 0; e < M; e++)
        high[e] = fmin(1.0, fmax(posterior, share[e / N]) * share[e % N] / share[e / N]);
    for (unsigned set = 0; set < 1U << M; set++)
        if (__builtin_popcount(set) == M - EQUATIONS)
            least = fmin(least, least_of_set(count, share, high, set));
    return least;
}

static void check_matrix(const tacit_pram_optimum *m, const double *count, double posterior)
{
    double total = 0.0;
    for (size_t k = 0; k < N; k++)
        total += count[k];
    for (size_t l = 0; l < N; l++) {
        double row = 0.0, released = 0.0;
        for (size_t k = 0; k < N; k++) {
            row += m->p[l * N + k];
            released += count[k] * m->p[k * N + l];
        }
        assert_near(row, 1.0, 1e-12);
        assert_near(released, count[l], 1e-9 * total);
        for (size_t k = 0; k < N; k++) {
            assert_true(m->p[k * N + l] >= 0.0);
            assert_true(count[k] * m->p[k * N + l] <=
                        fmax(posterior, count[k] / total) * released * (1.0 + 1e-9));
        }
    }
}

static void test_corners(void **state)
{
    const tacit_rng root = tacit_rng_seed(19);
    for (size_t c = 0; c < CASES; c++) {
        tacit_rng rng = tacit_rng_fork_number(&root, c);
        double count[N];
        for (size_t k = 0; k < N; k++)
            count[k] = 1.0 + (double)tacit_rng_below(&rng, c % 2 == 0 ? 20 : 1000);
        const double posterior = 0.3 + 0.7 * tacit_rng_uniform(&rng);
        const tacit_pram_wish wish = { N, count, posterior, true, 2000 };
        const size_t mark = tacit_scratch_mark(*state);
        tacit_pram_optimum m;
        assert_ok(*state, tacit_pram_optimise(*state, &wish, &m));
        const double least = least_corner(count, posterior);
        check_matrix(&m, count, posterior);
        assert_true(m.least <= least + 1e-4 * (1.0 + least));
        assert_near(m.spread, least, 1e-4 * (1.0 + least));
        tacit_scratch_release(*state, mark);
    }
}

TESTS(void)
{
    const struct CMUnitTest tests[] = { with_context(test_corners) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
