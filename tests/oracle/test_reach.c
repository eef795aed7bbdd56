/*
 * test_reach.c - how far a variable can go, by flows, on the tableau and by Clp.
 *
 * Random programs of a few rows and columns; the three ways agree, and the prices prove what was
 * reached.
 */
#include "support/check.h"

#include <stdlib.h>

#include "base/rng.h"
#include "solve/network.h"
#include "solve/lp.h"
#include "solve/reach.h"

enum { PROGRAMS = 2000 };

/* A program with the same in Clp. */
typedef struct program {
    size_t m, n, start[8];
    uint32_t column[64];
    double value[64], low[16], high[16];
    tacit_sparse a;
    tacit_reach *reach;
    tacit_lp *lp;
} program;

static void draw_program(tacit_ctx *cx, tacit_rng *rng, program *p)
{
    static const double zero[16] = { 0 };
    size_t e = 0;
    p->m = 1 + tacit_rng_below(rng, 5);
    p->n = 2 + tacit_rng_below(rng, 8);
    for (size_t at = 0; at < p->m * p->n; at++) {
        if (tacit_rng_below(rng, 2) == 0) {
            p->column[e] = (uint32_t)(at % p->n);
            p->value[e++] = tacit_rng_below(rng, 3) == 0 ? -1 : 1;
        }
        p->start[at / p->n + 1] = e;
    }
    for (size_t j = 0; j < p->n; j++) {
        p->low[j] = -(double)tacit_rng_below(rng, 6);
        p->high[j] = (double)tacit_rng_below(rng, 6);
    }
    p->a = (tacit_sparse){ p->m, p->n, p->start, p->column, p->value };
    const tacit_lp_columns columns = { p->n, zero, p->low, p->high };
    assert_ok(cx, tacit_reach_new(cx, &p->a, p->low, p->high, &p->reach));
    assert_ok(cx, tacit_lp_new(cx, &columns, &p->lp));
    assert_ok(cx, tacit_lp_add_rows(cx, p->lp, &p->a, zero, zero));
}

/* How far the prices of the last push say that y_k can go. */
static double proven(const program *p, size_t k, int way)
{
    double g[8], d[16] = { 0 }, sum = 0;
    tacit_reach_prices(p->reach, k, g);
    d[k] = 1;
    for (size_t i = 0; i < p->m; i++)
        for (size_t e = p->start[i]; e < p->start[i + 1]; e++)
            d[p->column[e]] -= g[i] * p->value[e];
    for (size_t j = 0; j < p->n; j++)
        sum += way * d[j] * (way * d[j] > 0 ? p->high[j] : p->low[j]);
    return sum;
}

/* The point that was reached fulfils all rows and bounds. */
static void check_feasible(const program *p)
{
    const double *y = tacit_reach_point(p->reach);
    for (size_t i = 0; i < p->m; i++) {
        double sum = 0;
        for (size_t e = p->start[i]; e < p->start[i + 1]; e++)
            sum += p->value[e] * y[p->column[e]];
        assert_near(sum, 0, 1e-9);
    }
    for (size_t j = 0; j < p->n; j++)
        assert_true(y[j] >= p->low[j] - 1e-9 && y[j] <= p->high[j] + 1e-9);
}

static void check_push(tacit_ctx *cx, const program *p, size_t k, int way)
{
    double far = 0;
    tacit_lp_outcome outcome;
    assert_ok(cx, tacit_reach_push(cx, p->reach, k, way, HUGE_VAL, &far));
    tacit_lp_cost(p->lp, k, -way);
    assert_ok(cx, tacit_lp_solve(cx, p->lp, true, &outcome));
    tacit_lp_cost(p->lp, k, 0);
    assert_int_equal(outcome, TACIT_LP_OPTIMAL);
    assert_near(far, fabs(tacit_lp_objective(p->lp)), 1e-6);
    assert_near(far, proven(p, k, way), 1e-6);
}

/* A network: each column has one or two entries, of opposite signs once rows have theirs. */
static void draw_network(tacit_ctx *cx, tacit_rng *rng, program *p)
{
    static const double zero[16] = { 0 };
    double sign[8];
    size_t e = 0, row[16][2];
    p->m = 1 + tacit_rng_below(rng, 6);
    p->n = 2 + tacit_rng_below(rng, 12);
    for (size_t i = 0; i < p->m; i++)
        sign[i] = tacit_rng_below(rng, 2) == 0 ? 1 : -1;
    for (size_t j = 0; j < p->n; j++) {
        row[j][0] = tacit_rng_below(rng, p->m + 1);
        row[j][1] = tacit_rng_below(rng, p->m + 1);
        p->low[j] = -(double)tacit_rng_below(rng, 6);
        p->high[j] = (double)tacit_rng_below(rng, 6);
    }
    for (size_t i = 0; i < p->m; i++) {
        for (size_t j = 0; j < p->n; j++)
            if (row[j][0] != row[j][1] && (row[j][0] == i || row[j][1] == i)) {
                p->column[e] = (uint32_t)j;
                p->value[e++] = row[j][0] == i ? sign[i] : -sign[i];
            }
        p->start[i + 1] = e;
    }
    p->a = (tacit_sparse){ p->m, p->n, p->start, p->column, p->value };
    const tacit_lp_columns columns = { p->n, zero, p->low, p->high };
    assert_ok(cx, tacit_reach_new(cx, &p->a, p->low, p->high, &p->reach));
    assert_ok(cx, tacit_lp_new(cx, &columns, &p->lp));
    assert_ok(cx, tacit_lp_add_rows(cx, p->lp, &p->a, zero, zero));
}

/* Flows agree with the tableau and with Clp, whatever was pushed before; what is reached is
 * feasible. */
static void test_flow(void **state)
{
    tacit_ctx *cx = *state;
    tacit_rng rng = tacit_rng_seed(14);
    for (size_t times = 0; times < PROGRAMS; times++) {
        const size_t mark = tacit_scratch_mark(cx);
        program p = { 0 };
        tacit_network *flow = NULL;
        tacit_reach *general = NULL;
        draw_network(cx, &rng, &p);
        assert_ok(cx, tacit_network_new(cx, &p.a, p.low, p.high, &flow));
        assert_non_null(flow);
        assert_ok(cx, tacit_reach_new_general(cx, &p.a, p.low, p.high, &general));
        for (size_t t = 0; t < 3 * p.n; t++) {
            const size_t k = tacit_rng_below(&rng, p.n);
            const int way = tacit_rng_below(&rng, 2) == 0 ? 1 : -1;
            const double enough = 1 + (double)tacit_rng_below(&rng, 6);
            double far = 0, expected = 0;
            assert_ok(cx, tacit_reach_push(cx, p.reach, k, way, enough, &far));
            assert_ok(cx, tacit_reach_push(cx, general, k, way, HUGE_VAL, &expected));
            assert_near(fmin(far, enough), fmin(expected, enough), 1e-9);
            check_feasible(&p);
            check_push(cx, &p, k, way);
        }
        tacit_reach_free(general);
        tacit_reach_free(p.reach);
        tacit_lp_free(p.lp);
        tacit_scratch_release(cx, mark);
    }
}

/* Matrices that only look like networks are told apart: an odd cycle of equal signs is none. */
static void test_no_network(void **state)
{
    tacit_ctx *cx = *state;
    static const size_t start[] = { 0, 2, 4, 6 };
    static const uint32_t column[] = { 0, 1, 1, 2, 2, 0 };
    static const double value[] = { 1, 1, 1, 1, 1, 1 }, low[3] = { 0 }, high[] = { 1, 1, 1 };
    tacit_network *flow = NULL;
    assert_ok(
        cx, tacit_network_new(cx, &(tacit_sparse){ 3, 3, start, column, value }, low, high, &flow));
    assert_null(flow);
}

/* The tableau and Clp agree on how far a variable goes, and the proof proves it. */
static void test_reach(void **state)
{
    tacit_ctx *cx = *state;
    tacit_rng rng = tacit_rng_seed(11);
    for (size_t times = 0; times < PROGRAMS; times++) {
        const size_t mark = tacit_scratch_mark(cx);
        program p = { 0 };
        draw_program(cx, &rng, &p);
        for (size_t k = 0; k < p.n; k++) {
            check_push(cx, &p, k, 1);
            check_push(cx, &p, k, -1);
        }
        tacit_reach_free(p.reach);
        tacit_lp_free(p.lp);
        tacit_scratch_release(cx, mark);
    }
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_reach),
        with_context(test_flow),
        with_context(test_no_network),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
