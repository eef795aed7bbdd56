/*
 * lp.c - linear programs by Clp (COIN-OR, EPL), in slices of a second so that work can be stopped.
 */
#include "solve/lp.h"

#include <coin/Clp_C_Interface.h>
#include <math.h>
#include <time.h>

#include "base/memory.h"
#include "solve/clp.h"

/* Seconds of processor time between two looks at whether the work was cancelled.  Clp begins each
 * slice by factoring its basis: slices in which it took few steps are followed by longer ones. */
static const double SLICE = 0.4;
enum { FEW_STEPS = 200, SOME_STEPS = 1500 };

/* Programs of so many rows are large: factoring their basis takes long, so slices are longer. */
enum { LARGE = 10000 };
static const double LARGE_SLICE = 0.8;

tacit_status tacit_lp_new(tacit_ctx *cx, const tacit_lp_columns *columns, tacit_lp **out)
{
    tacit_lp *lp = NULL;
    int *starts = NULL;
    const size_t mark = tacit_scratch_mark(cx);
    TACIT_TRY(tacit_scratch(cx, columns->n + 1, sizeof *starts, &starts));
    TACIT_TRY(tacit_alloc(cx, 1, sizeof *lp, &lp));
    lp->model = Clp_newModel();
    lp->cutoff = HUGE_VAL;
    lp->few = FEW_STEPS;
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

/* Starts and positions of `a` as Clp takes them. */
static tacit_status copy_places(tacit_ctx *cx, const tacit_sparse *a, int **start, int **at)
{
    const size_t n_terms = a->start[a->n_rows];
    TACIT_TRY(tacit_scratch(cx, a->n_rows + 1, sizeof **start, start));
    TACIT_TRY(tacit_scratch(cx, n_terms + 1, sizeof **at, at));
    for (size_t i = 0; i <= a->n_rows; i++)
        (*start)[i] = (int)a->start[i];
    for (size_t e = 0; e < n_terms; e++)
        (*at)[e] = (int)a->column[e];
    return TACIT_OK;
}

tacit_status tacit_lp_add_rows(tacit_ctx *cx, tacit_lp *lp, const tacit_sparse *a,
                               const double *at_least, const double *at_most)
{
    const size_t mark = tacit_scratch_mark(cx);
    int *start = NULL, *column = NULL;
    TACIT_TRY(copy_places(cx, a, &start, &column));
    Clp_addRows(lp->model, (int)a->n_rows, at_least, at_most, start, column, a->value);
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

tacit_status tacit_lp_add_columns(tacit_ctx *cx, tacit_lp *lp, const tacit_lp_columns *columns,
                                  const tacit_sparse *by_column)
{
    const size_t mark = tacit_scratch_mark(cx);
    int *start = NULL, *row = NULL;
    TACIT_TRY(copy_places(cx, by_column, &start, &row));
    Clp_addColumns(lp->model, (int)columns->n, columns->low, columns->high, columns->cost, start,
                   row, by_column->value);
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

size_t tacit_lp_columns_of(const tacit_lp *lp)
{
    return (size_t)Clp_numberColumns(lp->model);
}

double tacit_lp_low(const tacit_lp *lp, size_t j)
{
    return Clp_columnLower(lp->model)[j];
}

double tacit_lp_high(const tacit_lp *lp, size_t j)
{
    return Clp_columnUpper(lp->model)[j];
}

void tacit_lp_cutoff(tacit_lp *lp, double most)
{
    lp->cutoff = most;
}

void tacit_lp_proving(tacit_lp *lp)
{
    lp->proving = true;
}

void tacit_lp_limit(tacit_lp *lp, double end)
{
    lp->end = end;
}

void tacit_lp_yield(tacit_lp *lp)
{
    lp->yields = true;
}

void tacit_lp_patient(tacit_lp *lp)
{
    lp->few = SOME_STEPS;
}

static double seconds_of(clockid_t id)
{
    struct timespec t;
    clock_gettime(id, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

double tacit_lp_now(void)
{
    return seconds_of(CLOCK_MONOTONIC);
}

double tacit_lp_worked(void)
{
    return seconds_of(CLOCK_THREAD_CPUTIME_ID);
}

static bool is_large(const tacit_lp *lp)
{
    return Clp_numberRows(lp->model) >= LARGE;
}

/* Solve by the dual simplex through Clp's driver.  It alone chooses, and for good, after how many
 * steps the basis is factored anew: by the rows, up to 1000 instead of 200, which makes large
 * programs two to three times as fast. */
static void solve_paced(tacit_lp *lp)
{
    enum { DUAL = 0, NO_PRESOLVE = 1, INTERRUPTS = 2, NOT_OURS = 1, NONE = -1 };
    Clp_Solve *options = ClpSolve_new();
    ClpSolve_setSolveType(options, DUAL, NONE);
    ClpSolve_setPresolveType(options, NO_PRESOLVE, NONE);
    ClpSolve_setSpecialOption(options, INTERRUPTS, NOT_OURS, NONE);
    Clp_initialSolveWithOptions(lp->model, options);
    ClpSolve_delete(options);
    lp->paced = true;
}

/* Solve for one slice; gives Clp's status. */
static int solve_slice(tacit_lp *lp, bool primal, double seconds)
{
    Clp_setMaximumSeconds(lp->model, seconds);
    if (!primal && !lp->paced && is_large(lp))
        solve_paced(lp);
    else if (primal)
        Clp_primal(lp->model, 0);
    else
        Clp_dual(lp->model, 0);
    return Clp_status(lp->model);
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
    const double end = fmin(lp->end > 0 ? lp->end : HUGE_VAL, tacit_lp_now() + seconds);
    double slice = is_large(lp) ? LARGE_SLICE : SLICE;
    do {
        status = solve_slice(lp, primal, fmin(slice, fmax(end - tacit_lp_now(), 0.01)));
        if (Clp_numberIterations(lp->model) < lp->few)
            slice *= 2;
        TACIT_TRY(tacit_tick(cx, 0, 0));
    } while (status == LIMIT && tacit_lp_now() < end && !(lp->yields && tacit_is_finishing(cx)));
    *out = status == OPTIMAL      ? TACIT_LP_OPTIMAL
           : status == INFEASIBLE ? TACIT_LP_INFEASIBLE
                                  : TACIT_LP_STOPPED;
    return TACIT_OK;
}

double tacit_lp_steps(const tacit_lp *lp)
{
    return (double)Clp_numberIterations(lp->model);
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
