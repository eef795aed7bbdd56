/*
 * intervals.c - what readers can compute of the hidden cells of a two-way table.
 *
 *   intervals
 *
 * A table of 50 x 50 counts with its margins, 500 inner cells hidden: 1000 programs, the least and
 * the largest value of each, by flows and by a general solver.  Goal: flows in 0.005 processor
 * seconds (GLPK 5.0 takes 0.09, Clp 1.17 0.2).
 */
#include <math.h>
#include <stdlib.h>

#include "base/rng.h"
#include "clock.h"
#include "solve/reach.h"

enum { SIDE = 50, HIDDEN = 500, TIMES = 20 };

typedef struct table {
    size_t start[2 * SIDE + 1];
    uint32_t column[2 * HIDDEN];
    double value[2 * HIDDEN], low[HIDDEN], high[HIDDEN];
    tacit_sparse a;
} table;

static void must(tacit_ctx *cx, tacit_status status)
{
    if (status == TACIT_OK)
        return;
    fprintf(stderr, "%s\n", tacit_message(cx));
    exit(1);
}

static void draw(tacit_rng *rng, table *t)
{
    size_t place[HIDDEN], n = 0, e = 0;
    for (size_t left = SIDE * SIDE; left-- > 0;)
        if (tacit_rng_below(rng, left + 1) < HIDDEN - n)
            place[n++] = left;
    for (size_t j = 0; j < HIDDEN; j++) {
        const double x = (double)tacit_rng_below(rng, 200);
        t->low[j] = -x;
        t->high[j] = x + 3;
    }
    for (size_t i = 0; i < 2 * SIDE; i++) {
        for (size_t j = 0; j < HIDDEN; j++)
            if (i < SIDE ? place[j] / SIDE == i : place[j] % SIDE == i - SIDE) {
                t->column[e] = (uint32_t)j;
                t->value[e++] = 1;
            }
        t->start[i + 1] = e;
    }
    t->a = (tacit_sparse){ 2 * SIDE, HIDDEN, t->start, t->column, t->value };
}

/* Seconds for all programs; the sum of the widths. */
static double push_all(tacit_ctx *cx, tacit_reach *r, double *widths)
{
    const bench_time start = bench_now();
    *widths = 0;
    for (size_t k = 0; k < HIDDEN; k++) {
        double up = 0, down = 0;
        must(cx, tacit_reach_push(cx, r, k, 1, HUGE_VAL, &up));
        must(cx, tacit_reach_push(cx, r, k, -1, HUGE_VAL, &down));
        *widths += up + down;
    }
    return bench_since(start).cpu;
}

int main(void)
{
    tacit_ctx *cx = tacit_ctx_new();
    tacit_rng rng = tacit_rng_seed(1);
    static table t;
    tacit_reach *flow = NULL, *general = NULL;
    double by_flow = 0, by_general = 0, fast = 0, widths = 0;
    draw(&rng, &t);
    for (size_t times = 0; times < TIMES; times++) {
        must(cx, tacit_reach_new(cx, &t.a, t.low, t.high, &flow));
        fast += push_all(cx, flow, &by_flow) / TIMES;
        tacit_reach_free(flow);
    }
    must(cx, tacit_reach_new_general(cx, &t.a, t.low, t.high, &general));
    const double slow = push_all(cx, general, &by_general);
    widths = by_flow - by_general;
    printf("intervals: %d programs: flows %.4f s, general %.4f s; widths %.0f, apart %.1g\n",
           2 * HIDDEN, fast, slow, by_flow, widths);
    return fabs(widths) > 1e-3;
}
