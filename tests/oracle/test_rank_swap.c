/*
 * test_rank_swap.c - the law of rank swapping, against the tree of all its draws.
 *
 * For few ranks every sequence of draws is followed with its probability, which gives that of
 * each result; results of as many seeds must come as often.  Limits are six standard deviations:
 * a right method fails with probability below 1e-5 for fresh seeds; the seeds are fixed.
 */
#include "support/masks.h"

enum { MOST_RANKS = 7, RUNS = 20000, MOST_RESULTS = 4096 };

/* Results so far: partners of all ranks written as one number, base 8. */
typedef struct law {
    size_t n, width, results;
    uint32_t result[MOST_RESULTS];
    double probability[MOST_RESULTS];
    size_t count[MOST_RESULTS];
} law;

static uint32_t encode(const size_t *partner, size_t n)
{
    uint32_t code = 0;
    for (size_t k = 0; k < n; k++)
        code = code * 8 + (uint32_t)partner[k];
    return code;
}

static size_t find_result(law *l, uint32_t code)
{
    size_t i = 0;
    while (i < l->results && l->result[i] != code)
        i++;
    if (i == l->results) {
        assert_true(l->results < MOST_RESULTS);
        l->result[l->results++] = code;
    }
    return i;
}

/* Follow all draws from rank k on. */
static void follow(law *l, size_t *partner, size_t k, double p)
{
    size_t free[MOST_RANKS], n = 0;
    while (k < l->n && partner[k] != k)
        k++;
    if (k >= l->n) {
        l->probability[find_result(l, encode(partner, l->n))] += p;
        return;
    }
    for (size_t i = k + 1; i < l->n && i <= k + l->width; i++)
        if (partner[i] == i)
            free[n++] = i;
    if (n == 0) {
        follow(l, partner, k + 1, p);
        return;
    }
    for (size_t i = 0; i < n; i++) {
        partner[k] = free[i];
        partner[free[i]] = k;
        follow(l, partner, k + 1, p / (double)n);
        partner[k] = k;
        partner[free[i]] = free[i];
    }
}

/* The values 0 ... n-1, the last row first. */
static tacit_table *numbers(tacit_ctx *cx, size_t n)
{
    tacit_builder *b[1] = { NULL };
    assert_ok(cx, tacit_builder_new(cx, "x", TACIT_TYPE_INTEGER, n, &b[0]));
    for (size_t i = n; i-- > 0;)
        assert_ok(cx, tacit_builder_integers(cx, b[0], &(int64_t){ (int64_t)i }, NULL, 1));
    return finish_columns(cx, b, 1, n);
}

static void count_results(tacit_ctx *cx, law *l)
{
    tacit_table *t = numbers(cx, l->n);
    mask m;
    set_number(&add_column(start_mask(&m, "rank_swap"), t, "x")->a, "most", (double)l->width);
    for (m.seed = 0; m.seed < RUNS; m.seed++) {
        size_t partner[MOST_RANKS] = { 0 };
        tacit_table *out = run_mask(cx, &m, t);
        for (size_t i = 0; i < l->n; i++)
            partner[l->n - 1 - i] = (size_t)tacit_column_integers(column_of(out, "x"))[i];
        l->count[find_result(l, encode(partner, l->n))]++;
        tacit_table_free(out);
    }
    tacit_table_free(t);
}

static void check_law(tacit_ctx *cx, size_t n, size_t width)
{
    const size_t mark = tacit_scratch_mark(cx);
    size_t partner[MOST_RANKS];
    law *l = NULL;
    assert_ok(cx, tacit_scratch(cx, 1, sizeof *l, &l));
    l->n = n;
    l->width = width;
    for (size_t k = 0; k < n; k++)
        partner[k] = k;
    follow(l, partner, 0, 1.0);
    const size_t possible = l->results;
    count_results(cx, l);
    assert_int_equal(l->results, possible); /* nothing else ever comes */
    for (size_t i = 0; i < l->results; i++) {
        const double p = l->probability[i];
        assert_near((double)l->count[i], RUNS * p, 6.0 * sqrt(RUNS * p * (1.0 - p)) + 1e-6);
    }
    tacit_scratch_release(cx, mark);
}

static void test_law(void **state)
{
    check_law(*state, 4, 1);
    check_law(*state, 5, 2);
    check_law(*state, 6, 2);
    check_law(*state, 7, 3);
    check_law(*state, 6, 5);
    check_law(*state, 7, 100);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = { with_context(test_law) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
