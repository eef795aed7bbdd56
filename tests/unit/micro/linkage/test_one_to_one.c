/*
 * test_one_to_one.c - each record in at most one link.
 */
#include "support/tables.h"

#include "micro/linkage/probabilistic/one_to_one.h"

/* A job of two tables of `n` and `m` rows. */
static tacit_link_job job_of(tacit_ctx *cx, size_t n, size_t m)
{
    tacit_rng rng = tacit_rng_seed(1);
    return (tacit_link_job){ .a = random_table(cx, &rng, "x:i", n, 3, 0.0),
                             .b = random_table(cx, &rng, "x:i", m, 3, 0.0) };
}

static void end_job(const tacit_link_job *job)
{
    tacit_table_free((tacit_table *)(uintptr_t)job->a);
    tacit_table_free((tacit_table *)(uintptr_t)job->b);
}

static tacit_link link_of(uint32_t a, uint32_t b, double score)
{
    return (tacit_link){ a, b, score, 1.0, TACIT_LINK_SURE };
}

/* 0-0 10, 0-1 9, 1-0 9: best first keeps 0-0 alone, the optimum 0-1 and 1-0. */
static void test_optimum_beats_best_first(void **state)
{
    const tacit_link_job job = job_of(*state, 3, 3);
    tacit_link at[] = { link_of(0, 0, 10), link_of(0, 1, 9), link_of(1, 0, 9), link_of(2, 2, 1) };
    tacit_link again[] = { at[0], at[1], at[2], at[3] };
    tacit_links links = { .n = 4, .at = at };
    size_t large = 9;
    assert_ok(*state,
              tacit_one_to_one_keep(*state, &job, TACIT_ONE_TO_ONE_OPTIMAL, &links, &large));
    assert_int_equal(links.n, 3);
    assert_int_equal(large, 0);
    assert_true(at[0].a == 0 && at[0].b == 1 && at[1].a == 1 && at[1].b == 0 && at[2].a == 2);
    links = (tacit_links){ .n = 4, .at = again };
    assert_ok(*state, tacit_one_to_one_keep(*state, &job, TACIT_ONE_TO_ONE_GREEDY, &links, &large));
    assert_int_equal(links.n, 2);
    assert_true(again[0].a == 0 && again[0].b == 0 && again[1].a == 2);
    end_job(&job);
}

/* Within one table a record is taken on either side. */
static void test_best_first_within_one_table(void **state)
{
    const tacit_link_job both = job_of(*state, 4, 4);
    const tacit_link_job job = { .a = both.a, .b = both.a, .within = true };
    tacit_link at[] = { link_of(0, 1, 5), link_of(1, 2, 7), link_of(2, 3, 6) };
    tacit_links links = { .n = 3, .at = at };
    size_t large;
    assert_fails(*state,
                 tacit_one_to_one_keep(*state, &job, TACIT_ONE_TO_ONE_OPTIMAL, &links, &large),
                 TACIT_ERR_INPUT, "greedy");
    assert_ok(*state, tacit_one_to_one_keep(*state, &job, TACIT_ONE_TO_ONE_GREEDY, &links, &large));
    assert_int_equal(links.n, 1);
    assert_int_equal(at[0].a, 1);
    end_job(&both);
}

/* The greatest sum over all ways to choose, tried one by one. */
static double best_sum(const tacit_link *at, size_t n, unsigned used_a, unsigned used_b)
{
    if (n == 0)
        return 0.0;
    const double without = best_sum(at + 1, n - 1, used_a, used_b);
    const unsigned a = 1u << at->a, b = 1u << at->b;
    if ((used_a & a) != 0 || (used_b & b) != 0)
        return without;
    return fmax(without, at->score + best_sum(at + 1, n - 1, used_a | a, used_b | b));
}

static void test_optimum_is_the_greatest_of_all(void **state)
{
    const tacit_link_job job = job_of(*state, 6, 5);
    tacit_rng rng = tacit_rng_seed(2);
    for (int round = 0; round < 500; round++) {
        tacit_link at[30];
        tacit_links links = { .at = at };
        unsigned used_a = 0, used_b = 0;
        double sum = 0.0;
        size_t large;
        for (uint32_t i = 0; i < 30; i++)
            if (tacit_rng_below(&rng, 3) == 0)
                at[links.n++] = link_of(i / 5, i % 5, (double)tacit_rng_below(&rng, 20) - 4.0);
        const double want = best_sum(at, links.n, 0, 0);
        assert_ok(*state,
                  tacit_one_to_one_keep(*state, &job, TACIT_ONE_TO_ONE_OPTIMAL, &links, &large));
        for (size_t l = 0; l < links.n; l++) {
            assert_true((used_a >> at[l].a & 1) == 0 && (used_b >> at[l].b & 1) == 0);
            used_a |= 1u << at[l].a;
            used_b |= 1u << at[l].b;
            sum += at[l].score;
        }
        assert_near(sum, want, 1e-9);
    }
    end_job(&job);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_optimum_beats_best_first),
        with_context(test_best_first_within_one_table),
        with_context(test_optimum_is_the_greatest_of_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
