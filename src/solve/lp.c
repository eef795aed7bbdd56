/*
 * lp.c - linear programs by Clp (COIN-OR, EPL), in slices of a second so that work can be stopped.
 */
#include "solve/lp.h"

#include <coin/Clp_C_Interface.h>
#include <math.h>

#include "base/memory.h"
#include "solve/clp.h"

/* Seconds between two looks at whether the work was cancelled. */
static const double SLICE = 0.5;

tacit_status tacit_lp_new(tacit_ctx *cx, const tacit_lp_columns *columns, tacit_lp **out)
{
    tacit_lp *lp = NULL;
    int *starts = NULL;
    const size_t mark = tacit_scratch_mark(cx);
    TACIT_TRY(tacit_scratch(cx, columns->n + 1, sizeof *starts, &starts));
    TACIT_TRY(tacit_alloc(cx, 1, sizeof *lp, &lp));
    lp->model = Clp_newModel();
    Clp_setLogLevel(lp->model, 0);
    const int none[1] = { 0 };
    const double nothing[1] = { 0 };
    Clp_loadProblem(lp->model, (int)columns->n, 0, starts, none, nothing, columns->low,
                    columns->high, columns->cost, NULL, NULL);
    tacit_scratch_release(cx, mark);
    *out = lp;
    return TACIT_OK;
}

void tacit_lp_free(tacit_lp *lp)
{
    if (lp == NULL)
        return;
    Clp_deleteModel(lp->model);
    tacit_free(lp);
}

tacit_status tacit_lp_add_rows(tacit_ctx *cx, tacit_lp *lp, const tacit_sparse *a,
                               const double *at_least, const double *at_most)
{
    const size_t mark = tacit_scratch_mark(cx), n_terms = a->start[a->n_rows];
    int *start = NULL, *column = NULL;
    TACIT_TRY(tacit_scratch(cx, a->n_rows + 1, sizeof *start, &start));
    TACIT_TRY(tacit_scratch(cx, n_terms + 1, sizeof *column, &column));
    for (size_t i = 0; i <= a->n_rows; i++)
        start[i] = (int)a->start[i];
    for (size_t e = 0; e < n_terms; e++)
        column[e] = (int)a->column[e];
    Clp_addRows(lp->model, (int)a->n_rows, at_least, at_most, start, column, a->value);
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

tacit_status tacit_lp_drop_rows(tacit_ctx *cx, tacit_lp *lp, const bool *gone)
{
    const size_t mark = tacit_scratch_mark(cx), n = tacit_lp_rows(lp);
    int *which = NULL, k = 0;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *which, &which));
    for (size_t i = 0; i < n; i++)
        if (gone[i])
            which[k++] = (int)i;
    if (k > 0)
        Clp_deleteRows(lp->model, k, which);
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

size_t tacit_lp_rows(const tacit_lp *lp)
{
    return (size_t)Clp_numberRows(lp->model);
}

void tacit_lp_bound(tacit_lp *lp, size_t j, double low, double high)
{
    Clp_columnLower(lp->model)[j] = low;
    Clp_columnUpper(lp->model)[j] = high;
}

void tacit_lp_cost(tacit_lp *lp, size_t j, double cost)
{
    Clp_objective(lp->model)[j] = cost;
}

tacit_status tacit_lp_solve(tacit_ctx *cx, tacit_lp *lp, bool primal, tacit_lp_outcome *out)
{
    return tacit_lp_solve_within(cx, lp, primal, HUGE_VAL, out);
}

tacit_status tacit_lp_solve_within(tacit_ctx *cx, tacit_lp *lp, bool primal, double seconds,
                                   tacit_lp_outcome *out)
{
    enum { OPTIMAL, INFEASIBLE, UNBOUNDED, LIMIT };
    int status = LIMIT;
    for (double spent = 0; status == LIMIT && spent < seconds; spent += SLICE) {
        Clp_setMaximumSeconds(lp->model, SLICE);
        if (primal)
            Clp_primal(lp->model, 0);
        else
            Clp_dual(lp->model, 0);
        status = Clp_status(lp->model);
        TACIT_TRY(tacit_tick(cx, 0, 0));
    }
    *out = status == OPTIMAL      ? TACIT_LP_OPTIMAL
           : status == INFEASIBLE ? TACIT_LP_INFEASIBLE
                                  : TACIT_LP_STOPPED;
    return TACIT_OK;
}

double tacit_lp_objective(const tacit_lp *lp)
{
    return Clp_objectiveValue(lp->model);
}

const double *tacit_lp_point(const tacit_lp *lp)
{
    return Clp_primalColumnSolution(lp->model);
}

const double *tacit_lp_reduced(const tacit_lp *lp)
{
    return Clp_dualColumnSolution(lp->model);
}

const double *tacit_lp_prices(const tacit_lp *lp)
{
    return Clp_dualRowSolution(lp->model);
}

const double *tacit_lp_activity(const tacit_lp *lp)
{
    return Clp_primalRowSolution(lp->model);
}
