/*
 * branch.c - small integer programs by branching on the most undecided column.
 *
 * Depth first, up before down; every node is solved from the basis of the last by the dual simplex
 * (Land and Doig 1960).  For programs that few nodes decide, for which CBC would spend its time
 * on preparations.
 */
#include <math.h>

#include "solve/clp.h"

static const double NEAR = 1e-6;

/* Nodes that are looked at before the program is given up. */
enum { FEW_NODES = 100 };

typedef struct tree {
    tacit_lp *lp;
    size_t n;     /* columns that are whole numbers, the first ones */
    double limit; /* points must cost less */
    double gap;
    size_t nodes; /* that may be looked at still */
    bool any;     /* the first point will do */
    tacit_mip *out;
} tree;

/* The column that is farthest from a whole number; n if none is. */
static size_t find_undecided(const tree *t)
{
    const double *x = tacit_lp_point(t->lp);
    size_t best = t->n;
    double most = NEAR;
    for (size_t j = 0; j < t->n; j++)
        if (fabs(x[j] - round(x[j])) > most) {
            most = fabs(x[j] - round(x[j]));
            best = j;
        }
    return best;
}

static void take_point(tree *t)
{
    const double *x = tacit_lp_point(t->lp);
    t->out->found = true;
    t->out->objective = tacit_lp_objective(t->lp);
    t->limit = t->out->objective - t->gap;
    t->nodes = t->any ? 0 : t->nodes;
    for (size_t j = 0; j < tacit_lp_columns_of(t->lp); j++)
        t->out->point[j] = j < t->n ? round(x[j]) : x[j];
}

static tacit_status visit(tacit_ctx *cx, tree *t)
{
    tacit_lp_outcome outcome = TACIT_LP_OPTIMAL;
    if (t->nodes == 0)
        return TACIT_OK;
    t->nodes--;
    TACIT_TRY(tacit_lp_solve(cx, t->lp, false, &outcome));
    if (outcome == TACIT_LP_STOPPED)
        t->nodes = 0;
    if (outcome != TACIT_LP_OPTIMAL || tacit_lp_objective(t->lp) >= t->limit)
        return TACIT_OK;
    const size_t j = find_undecided(t);
    if (j == t->n) {
        take_point(t);
        return TACIT_OK;
    }
    const double low = tacit_lp_low(t->lp, j), high = tacit_lp_high(t->lp, j);
    const double below = floor(tacit_lp_point(t->lp)[j]);
    tacit_lp_bound(t->lp, j, below + 1, high);
    TACIT_TRY(visit(cx, t));
    tacit_lp_bound(t->lp, j, low, below);
    TACIT_TRY(visit(cx, t));
    tacit_lp_bound(t->lp, j, low, high);
    return TACIT_OK;
}

tacit_status tacit_lp_branch(tacit_ctx *cx, tacit_lp *lp, size_t n, double gap, tacit_mip *out,
                             bool *done)
{
    tree t = { lp, n, lp->cutoff, gap, FEW_NODES, false, out };
    out->found = false;
    out->objective = HUGE_VAL;
    TACIT_TRY(visit(cx, &t));
    *done = t.nodes > 0;
    out->outcome = out->found ? TACIT_LP_OPTIMAL : TACIT_LP_INFEASIBLE;
    out->bound = out->objective;
    return TACIT_OK;
}

tacit_status tacit_lp_find_whole(tacit_ctx *cx, tacit_lp *lp, double seconds, tacit_mip *out)
{
    tree t = { lp, tacit_lp_columns_of(lp), lp->cutoff, 0, FEW_NODES, true, out };
    out->found = false;
    out->objective = HUGE_VAL;
    tacit_lp_limit(lp, tacit_lp_now() + seconds);
    TACIT_TRY(visit(cx, &t));
    const bool all = t.nodes > 0; /* every node was looked at, and has no point */
    out->outcome = all ? TACIT_LP_INFEASIBLE : TACIT_LP_STOPPED;
    out->bound = all ? HUGE_VAL : -HUGE_VAL;
    return TACIT_OK;
}
