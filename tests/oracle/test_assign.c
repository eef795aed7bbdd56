/*
 * test_assign.c - optimal assignment against all permutations, and lists against all pairs.
 */
#include "support/tables.h"

#include "micro/linkage/assign/lists.h"

/* The least total of rows i ... n - 1 over the columns not taken. */
static double least_total(const double *cost, size_t n, size_t m, size_t i, unsigned taken)
{
    double least = i == n ? 0.0 : INFINITY;
    for (size_t j = 0; i < n && j < m; j++)
        if ((taken >> j & 1) == 0)
            least = fmin(least, cost[i * m + j] + least_total(cost, n, m, i + 1, taken | 1u << j));
    return least;
}

/* The total of `to`, which must be one-to-one. */
static double total_of(const double *cost, size_t n, size_t m, const uint32_t *to)
{
    bool taken[8] = { false };
    double sum = 0.0;
    for (size_t i = 0; i < n; i++) {
        assert_true(to[i] < m);
        assert_false(taken[to[i]]);
        taken[to[i]] = true;
        sum += cost[i * m + to[i]];
    }
    return sum;
}

/* The same costs as lists of all columns. */
static void check_arcs(tacit_ctx *cx, const double *cost, size_t n, size_t m, double least)
{
    size_t start[9] = { 0 };
    uint32_t to[64], of[8];
    double c[64], u[8], v[8] = { 0 };
    for (size_t e = 0; e < n * m; e++) {
        to[e] = (uint32_t)(e % m);
        c[e] = cost[e];
        start[e / m + 1] = e + 1;
    }
    const tacit_arcs arcs = { n, m, start, to, c };
    tacit_priced out = { of, u, v };
    assert_ok(cx, tacit_assign_arcs(cx, &arcs, &out));
    assert_near(total_of(cost, n, m, of), least, 1e-9);
    for (size_t e = 0; e < n * m; e++)
        assert_true(u[e / m] + v[e % m] <= cost[e] + 1e-9);
    for (size_t i = 0; i < n; i++)
        assert_near(u[i] + v[of[i]], cost[i * m + of[i]], 1e-9);
}

static void test_permutations(void **state)
{
    tacit_rng rng = tacit_rng_seed(81);
    for (int round = 0; round < 6000; round++) {
        const size_t m = 1 + tacit_rng_below(&rng, 7), n = 1 + tacit_rng_below(&rng, m);
        const uint64_t values = 1 + tacit_rng_below(&rng, 12);
        double cost[64];
        uint32_t to[8];
        for (size_t e = 0; e < n * m; e++)
            cost[e] = round % 2 == 0 ? (double)tacit_rng_below(&rng, values) - 3.0
                                     : tacit_rng_normal(&rng);
        const double least = least_total(cost, n, m, 0, 0);
        assert_ok(*state, tacit_assign_dense(*state, cost, n, m, to));
        assert_near(total_of(cost, n, m, to), least, 1e-9);
        check_arcs(*state, cost, n, m, least);
        assert_ok(*state, tacit_assign_greedy(*state, cost, n, m, to));
        assert_true(total_of(cost, n, m, to) >= least - 1e-9);
    }
}

/* Random records: `p` coordinates (of few values if `coarse`) and `q` codes. */
static tacit_records random_records(tacit_rng *rng, size_t n, size_t p, size_t q, bool coarse)
{
    double *x = malloc((n * p + 1) * sizeof *x);
    uint32_t *code = malloc((n * q + 1) * sizeof *code);
    for (size_t i = 0; i < n * p; i++)
        x[i] = coarse ? (double)tacit_rng_below(rng, 5) : tacit_rng_normal(rng);
    for (size_t i = 0; i < n * q; i++)
        code[i] = (uint32_t)tacit_rng_below(rng, 3);
    return (tacit_records){ n, x, code };
}

static void free_records(tacit_records *r)
{
    free((void *)(uintptr_t)r->x);
    free((void *)(uintptr_t)r->code);
}

static void check_lists(tacit_ctx *cx, const tacit_space *s, size_t k)
{
    const size_t mark = tacit_scratch_mark(cx);
    tacit_assignment all = { 0 }, lists = { 0 };
    bool *taken = NULL;
    assert_ok(cx, tacit_assign_records(cx, s, &s->a, &s->b, &all));
    assert_ok(cx, tacit_assign_lists(cx, s, &s->a, &s->b, k, &lists));
    assert_near(lists.total, all.total, 1e-8 * (1.0 + all.total));
    assert_near(lists.gap, 0, 0);
    assert_ok(cx, tacit_scratch(cx, s->b.n, sizeof *taken, &taken));
    size_t linked = 0;
    for (size_t i = 0; i < s->a.n; i++) {
        if (lists.to_of[i] == TACIT_UNASSIGNED)
            continue;
        assert_false(taken[lists.to_of[i]]);
        taken[lists.to_of[i]] = true;
        linked++;
    }
    assert_int_equal(linked, s->a.n < s->b.n ? s->a.n : s->b.n);
    tacit_scratch_release(cx, mark);
}

static void test_lists(void **state)
{
    tacit_rng rng = tacit_rng_seed(82);
    for (int round = 0; round < 120; round++) {
        const bool coarse = round % 3 == 0, square = round % 2 == 0;
        const size_t n = 50 + tacit_rng_below(&rng, 250), p = 1 + tacit_rng_below(&rng, 4),
                     m = square ? n : 50 + tacit_rng_below(&rng, 250), q = tacit_rng_below(&rng, 3);
        tacit_space s = { .metric = round % 5 == 0 ? TACIT_METRIC_GOWER : TACIT_METRIC_EUCLIDEAN,
                          .p = p,
                          .q = q,
                          .a = random_records(&rng, n, p, q, coarse),
                          .b = random_records(&rng, m, p, q, coarse) };
        check_lists(*state, &s, 1 + tacit_rng_below(&rng, 6));
        free_records(&s.a);
        free_records(&s.b);
    }
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_permutations),
        with_context(test_lists),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
