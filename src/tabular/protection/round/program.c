/*
 * program.c - controlled rounding as an integer program.
 *
 * min sum of |b t_i - r_i|  subject to  sum of m_rj (q_j + t_j) = 0 for every equation r.  The
 * distance is convex in t with corners at whole numbers, so t = u - n + p with 0 <= u <= 1 at cost
 * b - 2 r, and n, p at cost b for each step beyond.  In networks (two dimensions, at most one of
 * them with a hierarchy) the program is totally unimodular: the linear relaxation gives whole
 * numbers (Cox 1987).  Otherwise CBC goes on (Salazar-Gonzalez 2006).
 *
 * With two hierarchies the relaxation is nearly whole, and its optimum L nearly that of whole
 * numbers.  No answer that costs less than L + g has a column away from its bound whose reduced
 * cost is g or more; so these are fixed, for a g that reaches beyond the next distance that is
 * possible, and what CBC then finds below L + g is proven to be the nearest of all.
 *
 * Cost: a linear program of one column a cell, three with further steps.
 */
#include <float.h>

#include "solve/lp.h"
#include "tabular/protection/round/round.h"

/* What linear programs are taken to be exact to. */
static const double NEAR = 1e-6;

/* Programs of more cells are solved in longer slices. */
enum { MANY = 50000 };

/* A relaxation is nearly whole if at most this share of its columns are not. */
static const double NEARLY = 0.1;

/* The program on its way. */
typedef struct program {
    const tacit_rounding *r;
    size_t n;       /* columns */
    uint32_t *cell; /* of a column */
    double *sign, *cost, *low, *high;
    double least; /* the distance with all columns 0 */
    tacit_lp *lp;
} program;

static void add_column(program *p, size_t cell, double sign, double cost, double most)
{
    if (!(most > 0))
        return;
    p->cell[p->n] = (uint32_t)cell;
    p->sign[p->n] = sign;
    p->cost[p->n] = cost;
    p->high[p->n++] = most;
}

static tacit_status make_columns(tacit_ctx *cx, program *p)
{
    const tacit_rounding *r = p->r;
    const size_t n = r->system->n_cells, room = r->steps > 0 ? 3 * n : n;
    TACIT_TRY(tacit_scratch(cx, room, sizeof *p->cell, &p->cell));
    TACIT_TRY(tacit_scratch(cx, room, sizeof *p->sign, &p->sign));
    TACIT_TRY(tacit_scratch(cx, room, sizeof *p->cost, &p->cost));
    TACIT_TRY(tacit_scratch(cx, room, sizeof *p->low, &p->low));
    TACIT_TRY(tacit_scratch(cx, room, sizeof *p->high, &p->high));
    for (size_t i = 0; i < n; i++) {
        const tacit_turns turns = tacit_rounding_turns(r, i, r->steps);
        const bool up = r->r[i] > 0 && turns.most > 0;
        p->least += r->r[i];
        add_column(p, i, 1, r->base - 2 * r->r[i], up);
        add_column(p, i, -1, r->base, -turns.least);
        add_column(p, i, 1, r->base, turns.most - up);
    }
    return TACIT_OK;
}

/* The columns of each cell one after another: cell i has those from first[i] on. */
static tacit_status find_columns(tacit_ctx *cx, const program *p, size_t **out)
{
    const size_t n = p->r->system->n_cells;
    size_t *first = NULL;
    TACIT_TRY(tacit_scratch(cx, n + 1, sizeof *first, &first));
    for (size_t j = 0; j < p->n; j++)
        first[p->cell[j] + 1]++;
    for (size_t i = 0; i < n; i++)
        first[i + 1] += first[i];
    *out = first;
    return TACIT_OK;
}

/* The equations over the columns, and their right-hand sides. */
static tacit_status add_equations(tacit_ctx *cx, program *p)
{
    const tacit_system *s = p->r->system;
    size_t *first = NULL, *start = NULL, k = 0;
    uint32_t *column = NULL;
    double *value = NULL, *side = NULL;
    const size_t room = 3 * s->first[s->n_equations];
    TACIT_TRY(find_columns(cx, p, &first));
    TACIT_TRY(tacit_scratch(cx, s->n_equations + 1, sizeof *start, &start));
    TACIT_TRY(tacit_scratch(cx, s->n_equations, sizeof *side, &side));
    TACIT_TRY(tacit_scratch(cx, room, sizeof *column, &column));
    TACIT_TRY(tacit_scratch(cx, room, sizeof *value, &value));
    for (size_t e = 0, r = 0; r < s->n_equations; r++) {
        for (; e < s->first[r + 1]; e++) {
            const double weight = (double)s->term[e].weight;
            const uint32_t cell = s->term[e].at;
            side[r] -= weight * p->r->q[cell];
            for (size_t j = first[cell]; j < first[cell + 1]; j++) {
                column[k] = (uint32_t)j;
                value[k++] = weight * p->sign[j];
            }
        }
        start[r + 1] = k;
    }
    const tacit_sparse rows = { s->n_equations, p->n, start, column, value };
    return tacit_lp_add_rows(cx, p->lp, &rows, side, side);
}

/* How many numbers of `x` are not whole. */
static size_t count_open(const double *x, size_t n)
{
    size_t open = 0;
    for (size_t j = 0; j < n; j++)
        open += fabs(x[j] - round(x[j])) > NEAR;
    return open;
}

static void take_turns(const program *p, const double *x, int32_t *t)
{
    for (size_t i = 0; i < p->r->system->n_cells; i++)
        t[i] = 0;
    for (size_t j = 0; j < p->n; j++)
        t[p->cell[j]] += (int32_t)(p->sign[j] * round(x[j]));
}

/* The linear relaxation; how many columns are not whole in it, 0 if it has no answer. */
static tacit_status relax(tacit_ctx *cx, program *p, double seconds, tacit_round_program *out,
                          size_t *open)
{
    tacit_lp_outcome outcome = TACIT_LP_STOPPED;
    const double end = tacit_rounding_now() + seconds;
    while (outcome == TACIT_LP_STOPPED && tacit_rounding_now() < end) /* the clock is another */
        TACIT_TRY(tacit_lp_solve_within(cx, p->lp, false, end - tacit_rounding_now(), &outcome));
    *open = outcome == TACIT_LP_OPTIMAL ? count_open(tacit_lp_point(p->lp), p->n) : 0;
    out->infeasible = outcome == TACIT_LP_INFEASIBLE;
    out->bound = outcome == TACIT_LP_OPTIMAL ? p->least + tacit_lp_objective(p->lp) : 0;
    out->found = out->proven = outcome == TACIT_LP_OPTIMAL && *open == 0;
    if (out->found)
        take_turns(p, tacit_lp_point(p->lp), p->r->t);
    return TACIT_OK;
}

/* Fix the columns that cannot be other than they are in an answer that costs less than `reach` more
 * than the relaxation. */
static tacit_status fix_columns(tacit_ctx *cx, const program *p, double reach)
{
    const double *x = tacit_lp_point(p->lp), *reduced = tacit_lp_reduced(p->lp);
    bool *fixed = NULL; /* reduced costs are gone once a bound has changed */
    TACIT_TRY(tacit_scratch(cx, p->n, sizeof *fixed, &fixed));
    for (size_t j = 0; j < p->n; j++)
        fixed[j] = fabs(reduced[j]) >= reach && fabs(x[j] - round(x[j])) <= NEAR;
    for (size_t j = 0; j < p->n; j++)
        if (fixed[j])
            tacit_lp_bound(p->lp, j, round(x[j]), round(x[j]));
    return TACIT_OK;
}

/* The integer program over the columns that the relaxation leaves open. */
static tacit_status solve_core(tacit_ctx *cx, const program *p, double seconds,
                               tacit_round_program *out)
{
    tacit_mip mip = { 0 };
    double unit = p->r->base;
    for (size_t i = 0; i < p->r->system->n_cells; i++)
        unit = fmin(unit, p->r->system->cell[i].unit);
    const double next = unit * ceil(out->bound / unit - NEAR);
    const double reach = next - out->bound + unit / 2;
    TACIT_TRY(tacit_scratch(cx, p->n, sizeof *mip.point, &mip.point));
    TACIT_TRY(fix_columns(cx, p, reach));
    TACIT_TRY(tacit_lp_solve_whole(cx, p->lp, NEAR, seconds, &mip));
    if (!mip.found)
        return TACIT_OK;
    out->found = true;
    out->proven = mip.outcome == TACIT_LP_OPTIMAL && p->least + mip.objective < out->bound + reach;
    out->bound = out->proven ? p->least + mip.objective : out->bound;
    take_turns(p, mip.point, p->r->t);
    return TACIT_OK;
}

static tacit_status solve_whole(tacit_ctx *cx, const program *p, double seconds,
                                tacit_round_program *out)
{
    tacit_mip mip = { 0 };
    TACIT_TRY(tacit_scratch(cx, p->n, sizeof *mip.point, &mip.point));
    TACIT_TRY(tacit_lp_solve_whole(cx, p->lp, NEAR, seconds, &mip));
    out->infeasible = mip.outcome == TACIT_LP_INFEASIBLE;
    out->found = mip.found;
    out->proven = mip.found && mip.outcome == TACIT_LP_OPTIMAL;
    if (mip.found && p->least + mip.bound > out->bound)
        out->bound = p->least + mip.bound;
    if (mip.found)
        take_turns(p, mip.point, p->r->t);
    return TACIT_OK;
}

static tacit_status solve(tacit_ctx *cx, program *p, bool relaxed, double seconds,
                          tacit_round_program *out)
{
    size_t open = 0;
    TACIT_TRY(add_equations(cx, p));
    if (p->r->system->n_cells > MANY)
        tacit_lp_patient(p->lp);
    TACIT_TRY(relax(cx, p, seconds, out, &open));
    if (open == 0)
        return TACIT_OK;
    if (!relaxed)
        return solve_whole(cx, p, seconds, out);
    return (double)open <= NEARLY * (double)p->n ? solve_core(cx, p, seconds, out) : TACIT_OK;
}

tacit_status tacit_round_solve(tacit_ctx *cx, tacit_rounding *r, bool relaxed, double seconds,
                               tacit_round_program *out)
{
    const size_t mark = tacit_scratch_mark(cx);
    program p = { .r = r };
    *out = (tacit_round_program){ 0 };
    TACIT_TRY(make_columns(cx, &p));
    TACIT_TRY(tacit_lp_new(cx, &(tacit_lp_columns){ p.n, p.cost, p.low, p.high }, &p.lp));
    const tacit_status status = solve(cx, &p, relaxed, seconds, out);
    tacit_lp_free(p.lp);
    tacit_scratch_release(cx, mark);
    return status;
}
