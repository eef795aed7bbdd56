/*
 * whole.c - integer programs by CBC (COIN-OR, EPL).
 *
 * CBC cannot be called back at will, but asks for cuts at every node: when the work was
 * cancelled, or shall end with what there is, it gets one that nothing fulfils, and ends.
 */
#include <coin/Cbc_C_Interface.h>
#include <coin/Clp_C_Interface.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>

#include "base/text.h"
#include "solve/clp.h"

/* Programs of so few columns are branched on first. */
enum { SMALL = 150 };

/* The columns of `from` with the gaps of its matrix closed. */
typedef struct matrix {
    int *start, *index;
    double *value;
} matrix;

static tacit_status copy_matrix(tacit_ctx *cx, void *from, int n, matrix *out)
{
    const CoinBigIndex *start = Clp_getVectorStarts(from);
    const int *length = Clp_getVectorLengths(from), *index = Clp_getIndices(from);
    const double *value = Clp_getElements(from);
    size_t total = 0;
    for (int j = 0; j < n; j++)
        total += (size_t)length[j];
    TACIT_TRY(tacit_scratch(cx, (size_t)n + 1, sizeof *out->start, &out->start));
    TACIT_TRY(tacit_scratch(cx, total + 1, sizeof *out->index, &out->index));
    TACIT_TRY(tacit_scratch(cx, total + 1, sizeof *out->value, &out->value));
    int k = 0;
    for (int j = 0; j < n; j++) {
        for (CoinBigIndex e = start[j]; e < start[j] + length[j]; e++, k++) {
            out->index[k] = index[e];
            out->value[k] = value[e];
        }
        out->start[j + 1] = k;
    }
    return TACIT_OK;
}

/* Cbc_status() after a signal. */
enum { STOPPED_BY_EVENT = 5 };

/* Who waits for an answer, and whether that is asked to end with what there is. */
typedef struct waiting {
    tacit_ctx *cx;
    bool yields;
} waiting;

/* CBC asks for cuts. */
static void refuse_if_cancelled(void *solver, void *cuts, void *user)
{
    (void)solver;
    const waiting *w = user;
    const int column = 0;
    const double weight = 1;
    if (tacit_is_cancelled(w->cx) || (w->yields && tacit_is_finishing(w->cx)))
        OsiCuts_addRowCut(cuts, 1, &column, &weight, 'G', 1e6);
}

static void set_real(Cbc_Model *m, const char *name, double x)
{
    char text[TACIT_NUMBER_BYTES];
    tacit_format_real(x, text);
    Cbc_setParameter(m, name, text);
}

static Cbc_Model *make_model(waiting *w, void *from, const matrix *a, int whole)
{
    const int n = Clp_numberColumns(from);
    Cbc_Model *m = Cbc_newModel();
    Cbc_setLogLevel(m, 0);
    Cbc_setParameter(m, "log", "0");
    Cbc_loadProblem(m, n, Clp_numberRows(from), a->start, a->index, a->value, Clp_columnLower(from),
                    Clp_columnUpper(from), Clp_objective(from), Clp_rowLower(from),
                    Clp_rowUpper(from));
    for (int j = 0; j < whole; j++)
        Cbc_setInteger(m, j);
    Cbc_addCutCallback(m, refuse_if_cancelled, "cancel", w);
    return m;
}

static void take_answer(Cbc_Model *m, int n, int whole, tacit_mip *out)
{
    const double *point = Cbc_bestSolution(m);
    out->found = point != NULL && !Cbc_isProvenInfeasible(m);
    out->outcome = Cbc_isProvenInfeasible(m) ? TACIT_LP_INFEASIBLE
                   : Cbc_isProvenOptimal(m)  ? TACIT_LP_OPTIMAL
                                             : TACIT_LP_STOPPED;
    out->bound = Cbc_getBestPossibleObjValue(m);
    out->objective = out->found ? Cbc_getObjValue(m) : HUGE_VAL;
    for (int j = 0; out->found && j < n; j++)
        out->point[j] = j < whole ? round(point[j]) : point[j];
}

tacit_status tacit_lp_solve_mixed(tacit_ctx *cx, const tacit_lp *lp, size_t whole, double gap,
                                  double seconds, tacit_mip *out)
{
    const size_t mark = tacit_scratch_mark(cx);
    const int n = Clp_numberColumns(lp->model);
    matrix a = { 0 };
    TACIT_TRY(copy_matrix(cx, lp->model, n, &a));
    waiting w = { cx, lp->yields };
    Cbc_Model *m = make_model(&w, lp->model, &a, (int)whole);
    set_real(m, "allow", gap);
    set_real(m, "ratio", 0);
    set_real(m, "sec", seconds);
    if (isfinite(lp->cutoff))
        set_real(m, "cutoff", lp->cutoff);
    if (lp->proving)
        Cbc_setParameter(m, "heuristicsOnOff", "off");
    Cbc_setParameter(m, "timeM", "elapsed");
    Cbc_setParameter(m, "preprocess", "off"); /* Cgl 0.60.3 crashes in it when time is over */
    struct sigaction kept;
    sigaction(SIGINT, NULL, &kept); /* CBC sets its own and does not give it back */
    Cbc_solve(m);
    sigaction(SIGINT, &kept, NULL);
    if (Cbc_status(m) == STOPPED_BY_EVENT) /* its own handler was called, not that of the host */
        tacit_cancel(cx);
    take_answer(m, n, (int)whole, out);
    if (w.yields && tacit_is_finishing(cx)) { /* what it says then rests on the cut */
        out->outcome = TACIT_LP_STOPPED;
        out->bound = -HUGE_VAL;
    }
    Cbc_deleteModel(m);
    tacit_scratch_release(cx, mark);
    return tacit_tick(cx, 0, 0);
}

tacit_status tacit_lp_solve_easy(tacit_ctx *cx, tacit_lp *lp, size_t n, double gap, double seconds,
                                 tacit_mip *out)
{
    bool done = false;
    tacit_lp_limit(lp, tacit_lp_now() + seconds);
    TACIT_TRY(tacit_lp_branch(cx, lp, n, gap, out, &done));
    return done ? TACIT_OK : tacit_lp_solve_mixed(cx, lp, n, gap, seconds, out);
}

tacit_status tacit_lp_solve_whole(tacit_ctx *cx, tacit_lp *lp, double gap, double seconds,
                                  tacit_mip *out)
{
    const size_t n = tacit_lp_columns_of(lp);
    if (n <= SMALL)
        return tacit_lp_solve_easy(cx, lp, n, gap, seconds, out);
    tacit_lp_limit(lp, tacit_lp_now() + seconds);
    return tacit_lp_solve_mixed(cx, lp, n, gap, seconds, out);
}
