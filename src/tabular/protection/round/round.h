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

/* The t of all totals from those of the leaves. */
tacit_status tacit_rounding_add_up(tacit_ctx *cx, tacit_rounding *r, const tacit_leaves *l);

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
    bool none;       /* nothing that adds up was found */
    int32_t steps;   /* steps that were allowed in the end */
} tacit_rounded;

/* Controlled rounding: the nearest table of multiples that adds up. */
tacit_status tacit_round_controlled(tacit_ctx *cx, tacit_rounding *r, const tacit_rng *rng,
                                    tacit_rounded *out);

/* An answer of the program of program.c. */
typedef struct tacit_round_program {
    bool found;      /* t is set */
    bool infeasible; /* proven: there is none */
    bool proven;     /* proven: it is the nearest */
    double bound;    /* no rounding is nearer */
} tacit_round_program;

/* The nearest rounding with r->steps by linear programming for at most `seconds`, and for as long
 * by integer programming: over all cells, or if `relaxed` only where the linear program is nearly
 * whole, and over the cells that it leaves open; sets t where one is found. */
tacit_status tacit_round_solve(tacit_ctx *cx, tacit_rounding *r, bool relaxed, double seconds,
                               tacit_round_program *out);

/* Equations of a leaf along which leaves are moved against each other, and lists of a leaf: one for
 * each set of them. */
enum { TACIT_ROUND_WAYS = 3, TACIT_ROUND_LISTS = 1 << TACIT_ROUND_WAYS };

/* The cells that change when leaves are moved against each other (lists.c). */
typedef struct tacit_round_lists {
    uint32_t *leaf_of; /* of a cell; n for a total */
    size_t *first;     /* list w of leaf k: first[k * TACIT_ROUND_LISTS + w] ... of `cell` */
    uint32_t *cell;
    uint64_t *sum; /* of a list: what says whether the rest cancels */
} tacit_round_lists;

/* Make the lists of all leaves, in scratch memory. */
tacit_status tacit_round_lists_new(tacit_ctx *cx, const tacit_system *s, const tacit_leaves *l,
                                   tacit_round_lists *out);

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

/* Better by blocks that are solved exactly, until time is over; a step beyond r->steps costs
 * `strict` bases. */
tacit_status tacit_round_blocks(tacit_ctx *cx, tacit_rounding *r, const tacit_leaves *l,
                                double strict, const tacit_rng *rng);

/* For it: leaves up or down by chance, in proportion to what is left; and how many sweeps. */
void tacit_round_start(tacit_rounding *r, const tacit_leaves *l, const tacit_rng *rng);
size_t tacit_round_sweeps(const tacit_leaves *l);

/* Unbiased rounding by chance that adds up; zero-restricted for networks, for others except for
 * totals that cannot be controlled. */
tacit_status tacit_round_by_chance(tacit_ctx *cx, tacit_rounding *r, const tacit_rng *rng);

/* Leaves below the base become 0 or the base, totals follow: `shown` of all cells of `s`. */
tacit_status tacit_round_small_counts(tacit_ctx *cx, tacit_system *s, const tacit_rounding *r,
                                      const tacit_rng *rng);

/* Where tables have no common inner cells: leaves below the base become 0 or the base, and others
 * change as little as keeps all equations: `shown`, `low` and `high` of all cells of `s`. */
tacit_status tacit_round_linked(tacit_ctx *cx, tacit_system *s, const tacit_rounding *r);

#endif
