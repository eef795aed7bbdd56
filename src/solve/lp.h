/*
 * lp.h - linear and integer programs: min c'x, at_least <= A x <= at_most, low <= x <= high.
 *
 * Rows can be added and taken away, and each solve starts from the last basis.  Clp solves linear
 * programs, CBC those with whole numbers.
 */
#ifndef TACIT_SOLVE_LP_H
#define TACIT_SOLVE_LP_H

#include "solve/tableau.h"

typedef struct tacit_lp tacit_lp;

typedef enum tacit_lp_outcome {
    TACIT_LP_OPTIMAL = 0,
    TACIT_LP_INFEASIBLE,
    TACIT_LP_STOPPED /* time was over; a bound is there, a point perhaps */
} tacit_lp_outcome;

/* Columns of a program. */
typedef struct tacit_lp_columns {
    size_t n;
    const double *cost, *low, *high;
} tacit_lp_columns;

/* A program without rows; the caller frees. */
tacit_status tacit_lp_new(tacit_ctx *cx, const tacit_lp_columns *columns, tacit_lp **out);

/* Free.  Accepts NULL. */
void tacit_lp_free(tacit_lp *lp);

/* Add the rows of `a`, each between its two sides (DBL_MAX: none). */
tacit_status tacit_lp_add_rows(tacit_ctx *cx, tacit_lp *lp, const tacit_sparse *a,
                               const double *at_least, const double *at_most);

/* Add columns: column j has the entries of row j of `by_column`, whose columns are rows here. */
tacit_status tacit_lp_add_columns(tacit_ctx *cx, tacit_lp *lp, const tacit_lp_columns *columns,
                                  const tacit_sparse *by_column);

/* Take away the rows that are marked. */
tacit_status tacit_lp_drop_rows(tacit_ctx *cx, tacit_lp *lp, const bool *gone);

/* How many rows it has. */
size_t tacit_lp_rows(const tacit_lp *lp);

/* Change the bounds or the cost of a column. */
void tacit_lp_bound(tacit_lp *lp, size_t j, double low, double high);
void tacit_lp_cost(tacit_lp *lp, size_t j, double cost);

/* Let solves end when tacit_lp_now() is `end`, with what they have by then; 0: never. */
void tacit_lp_limit(tacit_lp *lp, double end);

/* Let solves end too when the work is asked to end with what it has (tacit_is_finishing()). */
void tacit_lp_yield(tacit_lp *lp);

/* Let solves of large programs go on for some seconds without looking whether the work was
 * cancelled: Clp weighs the rows of its basis anew after each look. */
void tacit_lp_patient(tacit_lp *lp);

/* Let solves in whole numbers of CBC spend no time on points that are not on the way of a proof. */
void tacit_lp_proving(tacit_lp *lp);

/* Let solves in whole numbers look only for points that cost less than `most`. */
void tacit_lp_cutoff(tacit_lp *lp, double most);

/* Seconds on a clock that only goes forward. */
double tacit_lp_now(void);

/* Seconds that this thread was at work, whatever the machine does besides. */
double tacit_lp_worked(void);

/* Solve by the dual simplex, or by the primal if the last basis stays feasible. */
tacit_status tacit_lp_solve(tacit_ctx *cx, tacit_lp *lp, bool primal, tacit_lp_outcome *out);

/* The same for at most `seconds`. */
tacit_status tacit_lp_solve_within(tacit_ctx *cx, tacit_lp *lp, bool primal, double seconds,
                                   tacit_lp_outcome *out);

/* Of the last solve: how many steps of the simplex method it took. */
double tacit_lp_steps(const tacit_lp *lp);

/* Of the last solve: the objective, the point, reduced costs, prices and activities of rows. */
double tacit_lp_objective(const tacit_lp *lp);
const double *tacit_lp_point(const tacit_lp *lp);
const double *tacit_lp_reduced(const tacit_lp *lp);
const double *tacit_lp_prices(const tacit_lp *lp);
const double *tacit_lp_activity(const tacit_lp *lp);

/* An integer program's answer. */
typedef struct tacit_mip {
    tacit_lp_outcome outcome;
    double objective, bound; /* no point is cheaper than the bound */
    bool found;              /* whether there is a point */
    double *point;           /* room for all columns, the caller's */
} tacit_mip;

/* Solve with all columns whole numbers, for at most `seconds`, until nothing can be better by
 * `gap`: infeasible if there is no point below the cutoff. */
tacit_status tacit_lp_solve_whole(tacit_ctx *cx, tacit_lp *lp, double gap, double seconds,
                                  tacit_mip *out);

/* Look for some point of whole numbers near the cheapest, at few nodes and for at most `seconds`:
 * infeasible if it is sure that there is none, else stopped, found or not. */
tacit_status tacit_lp_find_whole(tacit_ctx *cx, tacit_lp *lp, double seconds, tacit_mip *out);

/* The same as solve_whole with the first `n` columns whole numbers, and the others any. */
tacit_status tacit_lp_solve_mixed(tacit_ctx *cx, const tacit_lp *lp, size_t n, double gap,
                                  double seconds, tacit_mip *out);

/* The same for programs that few nodes may decide: CBC gets those that they do not. */
tacit_status tacit_lp_solve_easy(tacit_ctx *cx, tacit_lp *lp, size_t n, double gap, double seconds,
                                 tacit_mip *out);

#endif
