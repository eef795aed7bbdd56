/*
 * round.h - rounding: cells become multiples of a base.  What the files of this folder share.
 *
 * With base b the value of a cell is a = b q + r, 0 <= r < b.  It is shown as z = b (q + t): with
 * t = 0 rounded down, with t = 1 up.  Zero-restricted rounding has t = 0 where r = 0, and no other
 * t; with K further steps -K <= t <= K + 1, or K where r = 0.  A zero that everybody knows stays.
 */
#ifndef TACIT_TABULAR_PROTECTION_ROUND_ROUND_H
#define TACIT_TABULAR_PROTECTION_ROUND_ROUND_H

#include <math.h>

#include "base/rng.h"
#include "tabular/leaves.h"

/* A table on its way to multiples of a base; arrays in scratch memory. */
typedef struct tacit_rounding {
    const tacit_system *system;
    double base;
    int32_t steps; /* K */
    double *q, *r;
    int32_t *t;
    double end; /* of the time for it, on tacit_rounding_now() */
} tacit_rounding;

/* How far the cells of a table can be moved. */
typedef struct tacit_turns {
    int32_t least, most;
} tacit_turns;

/* The t that cell `i` may take with `steps` further steps. */
static inline tacit_turns tacit_rounding_turns(const tacit_rounding *r, size_t i, int32_t steps)
{
    if (r->system->cell[i].status == TACIT_CELL_KEPT)
        return (tacit_turns){ 0, 0 };
    const int32_t least = r->q[i] >= 0 && r->q[i] < steps ? -(int32_t)r->q[i] : -steps;
    return (tacit_turns){ least, steps + (r->r[i] > 0) };
}

/* |z - a| of cell `i` at `t`. */
static inline double tacit_rounding_distance(const tacit_rounding *r, size_t i, int32_t t)
{
    return fabs(r->base * t - r->r[i]);
}

/* Begin: q and r of every cell, all t 0. */
tacit_status tacit_rounding_new(tacit_ctx *cx, const tacit_system *s, double base,
                                tacit_rounding *out);

/* The sum of |z - a|, and how many steps beyond zero-restricted a cell goes at most. */
double tacit_rounding_total(const tacit_rounding *r);
int32_t tacit_rounding_beyond(const tacit_rounding *r);

/* Seconds of processor time. */
double tacit_rounding_now(void);

/* What controlled rounding came to. */
typedef struct tacit_rounded {
    double bound;    /* no rounding with these steps is nearer */
    bool proven;     /* nor is any as near */
    bool impossible; /* it is proven that none exists with the steps asked for */
    int32_t steps;   /* steps that were allowed in the end */
} tacit_rounded;

/* Controlled rounding: the nearest table of multiples that adds up.  Fails only if nothing that
 * adds up was found. */
tacit_status tacit_round_controlled(tacit_ctx *cx, tacit_rounding *r, const tacit_rng *rng,
                                    tacit_rounded *out);

/* An answer of the program of program.c. */
typedef struct tacit_round_program {
    bool found;      /* t is set */
    bool infeasible; /* proven: there is none */
    bool proven;     /* proven: it is the nearest */
    double bound;    /* no rounding is nearer */
} tacit_round_program;

/* The nearest rounding with r->steps by linear programming for at most `seconds`, and unless
 * `relaxed` by integer programming for as long; sets t where one is found. */
tacit_status tacit_round_solve(tacit_ctx *cx, tacit_rounding *r, bool relaxed, double seconds,
                               tacit_round_program *out);

/* How to search by annealing. */
typedef struct tacit_round_search {
    const tacit_leaves *leaves;
    const bool *may; /* by leaf: it may move; NULL for all */
    double strict;   /* what a step beyond r->steps costs, in bases */
    double hot;      /* the temperature of the first sweep, in bases */
    size_t sweeps;
} tacit_round_search;

/* Search among tables of multiples that add up because totals are added up: from t on, towards less
 * distance and fewer steps beyond r->steps. */
tacit_status tacit_round_anneal(tacit_ctx *cx, tacit_rounding *r, const tacit_round_search *how,
                                const tacit_rng *rng);

/* For it: leaves up or down by chance, in proportion to what is left; and how many sweeps. */
void tacit_round_start(tacit_rounding *r, const tacit_leaves *l, const tacit_rng *rng);
size_t tacit_round_sweeps(const tacit_leaves *l);

/* Unbiased rounding by chance that adds up, for networks. */
tacit_status tacit_round_by_chance(tacit_ctx *cx, tacit_rounding *r, const tacit_rng *rng);

/* Leaves below the base become 0 or the base, totals follow: `shown` of all cells of `s`. */
tacit_status tacit_round_small_counts(tacit_ctx *cx, tacit_system *s, const tacit_rounding *r,
                                      const tacit_rng *rng);

#endif
