/*
 * search.c - which sensitive cells go up and which down.
 *
 * 1. The relaxation, made tighter by bridges (bridges.c): a bound, and a first choice.
 * 2. The linear program of that choice, in which cells may fall short of their levels.
 * 3. Where the table is small, CBC over all of it.
 * 4. Else, or when its time is over, block coordinate descent (blocks.c), and the linear program
 *    of the choice that it came to.
 * Where a linear program takes longer than its share of the time, blocks begin at no change at all.
 *
 * A bound holds whether or not a program was solved to its end: for any prices g of the equations
 * no table costs less than the sum over cells of min w |d| - (A'g) d over the d that it may have.
 */
#include <math.h>
#include <time.h>

#include "tabular/protection/adjust/adjust.h"

/* Most sensitive cells and cells that CBC gets at once. */
enum { MOST_AT_ONCE = 400, MOST_CELLS = 2500 };

/* Rounds of bridges at most. */
enum { ROUNDS = 30 };

/* Shares of the time that is left: for the relaxation, for bridges, for the program of the first
 * choice, for all at once. */
static const double RELAXED = 0.3, BRIDGES = 0.15, FIRST = 0.1, AT_ONCE = 0.4;

static const double NEAR = 1e-6;

/* ---- the table ---- */

double tacit_adjusting_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* What falling short costs, in the largest weight. */
static const double DEAR = 1000;

tacit_status tacit_adjusting_begin(tacit_ctx *cx, tacit_adjusting *a)
{
    const tacit_system *s = a->system;
    TACIT_TRY(tacit_scratch(cx, a->n, sizeof *a->upper, &a->upper));
    TACIT_TRY(tacit_scratch(cx, a->n, sizeof *a->lower, &a->lower));
    TACIT_TRY(tacit_scratch(cx, a->n, sizeof *a->may, &a->may));
    TACIT_TRY(tacit_scratch(cx, a->n, sizeof *a->rises, &a->rises));
    TACIT_TRY(tacit_scratch(cx, a->n, sizeof *a->drawn, &a->drawn));
    TACIT_TRY(tacit_scratch(cx, s->n_cells, sizeof *a->which, &a->which));
    for (size_t i = 0; i < s->n_cells; i++) {
        a->which[i] = (uint32_t)a->n;
        a->dear = fmax(a->dear, DEAR * a->weight[i]);
    }
    for (size_t k = 0; k < a->n; k++) {
        const uint32_t i = a->cell[k];
        const tacit_cell *c = &s->cell[i];
        a->which[i] = (uint32_t)k;
        a->upper[k] = fmax(c->upper, c->unit);
        a->lower[k] = fmax(c->lower, c->unit);
        const bool up = a->up[i] >= a->upper[k] * (1 - NEAR);
        const bool down = a->down[i] >= a->lower[k] * (1 - NEAR);
        a->may[k] = up == down ? TACIT_ADJUST_EITHER : up ? TACIT_ADJUST_UP : TACIT_ADJUST_DOWN;
        a->rises[k] = up;
    }
    return TACIT_OK;
}

void tacit_adjusting_draw(tacit_adjusting *a, tacit_rng *rng)
{
    for (size_t k = 0; k < a->n; k++) {
        if (a->may[k] != TACIT_ADJUST_EITHER)
            continue;
        a->drawn[k] = true;
        a->rises[k] = tacit_rng_uniform(rng) * (a->upper[k] + a->lower[k]) < a->lower[k];
        a->may[k] = a->rises[k] ? TACIT_ADJUST_UP : TACIT_ADJUST_DOWN;
    }
}

double tacit_adjusting_least(const tacit_adjusting *a, size_t k)
{
    return a->may[k] == TACIT_ADJUST_UP     ? a->upper[k]
           : a->may[k] == TACIT_ADJUST_DOWN ? a->lower[k]
                                            : fmin(a->upper[k], a->lower[k]);
}

double tacit_adjusting_short(const tacit_adjusting *a, size_t k)
{
    const double d = a->d[a->cell[k]], near = NEAR * a->system->cell[a->cell[k]].unit;
    const double level = a->rises[k] ? a->upper[k] : a->lower[k];
    const double by = level - (a->rises[k] ? d : -d);
    return by > near + NEAR * level ? by : 0;
}

double tacit_adjusting_price(const tacit_adjusting *a, size_t i)
{
    const size_t k = a->which[i];
    return a->weight[i] * fabs(a->d[i]) + (k < a->n ? a->dear * tacit_adjusting_short(a, k) : 0);
}

double tacit_adjusting_settle(const tacit_adjusting *a, size_t i, double d)
{
    const double unit = a->system->cell[i].unit, whole = round(d / unit) * unit;
    return fabs(d - whole) < NEAR * unit ? whole : d;
}

/* ---- programs of all cells ---- */

typedef struct search {
    tacit_adjusting *a;
    tacit_adjust_program all; /* every cell, ways relaxed or fixed */
    tacit_adjust_way *way;
    bool solved; /* the relaxation came to its end */
    bool fixed;  /* so did the program of a choice, the last time */
    bool better; /* all at once gave a cheaper table */
    double bound;
} search;

static double time_left(const search *s)
{
    return s->a->end - tacit_adjusting_now();
}

/* All cells and equations in their order. */
static tacit_status take_all(tacit_ctx *cx, const tacit_adjusting *a, tacit_adjust_program *out)
{
    const size_t n = a->system->n_cells, m = a->system->n_equations, most = n > m ? n : m;
    uint32_t *order = NULL;
    TACIT_TRY(tacit_scratch(cx, most, sizeof *order, &order));
    for (size_t i = 0; i < most; i++)
        order[i] = (uint32_t)i;
    *out = (tacit_adjust_program){
        .a = a, .n = n, .cell = order, .n_equations = m, .equation = order, .place = order
    };
    return TACIT_OK;
}

/* The ways of all cells: as far as their own bounds say, and `free` for those that go either way.
 */
static void set_ways(const tacit_adjusting *a, tacit_adjust_way free, tacit_adjust_way *way)
{
    for (size_t k = 0; k < a->n; k++)
        way[a->cell[k]] = a->may[k] == TACIT_ADJUST_EITHER ? free : a->may[k];
}

/* The least of w |d| - g d over the changes that cell i may have. */
static double least_term(const tacit_adjusting *a, size_t i, double g)
{
    const size_t k = a->which[i];
    const double w = a->weight[i], up = a->up[i] * (w - g), down = a->down[i] * (w + g);
    if (k == a->n)
        return fmin(0, fmin(up, down));
    const double rise = fmin(up, a->upper[k] * (w - g)), fall = fmin(down, a->lower[k] * (w + g));
    return a->may[k] == TACIT_ADJUST_UP     ? rise
           : a->may[k] == TACIT_ADJUST_DOWN ? fall
                                            : fmin(rise, fall);
}

/* No adjusted table costs less, by the prices of the equations. */
static double bound_of(const search *s)
{
    const tacit_system *t = s->a->system;
    const double *price = tacit_lp_prices(s->all.lp);
    double sum = 0;
    for (size_t i = 0; i < t->n_cells; i++) {
        double g = 0;
        for (size_t e = t->first_of[i]; e < t->first_of[i + 1]; e++)
            g += (double)t->in[e].weight * price[t->in[e].at];
        sum += least_term(s->a, i, g);
    }
    return sum;
}

/* Whichever way they go, sensitive cells change by their levels. */
static double least_sum(const tacit_adjusting *a)
{
    double sum = 0;
    for (size_t k = 0; k < a->n; k++)
        sum += a->weight[a->cell[k]] * tacit_adjusting_least(a, k);
    return sum;
}

static void choose(const search *s, const double *x)
{
    tacit_adjusting *a = s->a;
    for (size_t k = 0; k < a->n; k++) {
        const double d = tacit_adjust_program_change(&s->all, x, a->cell[k]);
        if (a->may[k] == TACIT_ADJUST_EITHER)
            a->rises[k] = d + a->lower[k] > (a->upper[k] + a->lower[k]) / 2;
    }
}

/* Bridges, round by round: a better bound and a better choice. */
static tacit_status tighten(tacit_ctx *cx, search *s)
{
    const double end = tacit_adjusting_now() + BRIDGES * time_left(s);
    tacit_lp_outcome outcome = TACIT_LP_OPTIMAL;
    size_t added = 1;
    for (size_t k = 0; k < ROUNDS && added > 0; k++) {
        const double left = end - tacit_adjusting_now();
        TACIT_TRY(tacit_adjust_bridges(cx, &s->all, tacit_lp_point(s->all.lp), &added));
        if (left <= 0 || added == 0)
            return TACIT_OK;
        TACIT_TRY(tacit_lp_solve_within(cx, s->all.lp, false, left, &outcome));
        if (outcome != TACIT_LP_OPTIMAL)
            return TACIT_OK;
        s->bound = fmax(s->bound, tacit_lp_objective(s->all.lp) + s->all.constant);
        choose(s, tacit_lp_point(s->all.lp));
    }
    return TACIT_OK;
}

static tacit_status relax(tacit_ctx *cx, search *s)
{
    tacit_lp_outcome outcome = TACIT_LP_OPTIMAL;
    s->bound = least_sum(s->a);
    set_ways(s->a, TACIT_ADJUST_RELAXED, s->way);
    s->all.way = s->way;
    TACIT_TRY(tacit_adjust_program_make(cx, &s->all));
    TACIT_TRY(tacit_lp_solve_within(cx, s->all.lp, false, RELAXED * time_left(s), &outcome));
    s->bound = fmax(s->bound, bound_of(s));
    s->solved = outcome == TACIT_LP_OPTIMAL;
    if (!s->solved)
        return TACIT_OK;
    choose(s, tacit_lp_point(s->all.lp));
    return tighten(cx, s);
}

/* The linear program of the choice, for at most `seconds`; its changes are taken if it ends. */
static tacit_status fix(tacit_ctx *cx, search *s, double seconds)
{
    tacit_adjusting *a = s->a;
    tacit_lp_outcome outcome = TACIT_LP_OPTIMAL;
    tacit_adjust_program p = { 0 };
    const size_t mark = tacit_scratch_mark(cx);
    TACIT_TRY(take_all(cx, a, &p));
    for (size_t k = 0; k < a->n; k++)
        s->way[a->cell[k]] = a->rises[k] ? TACIT_ADJUST_UP : TACIT_ADJUST_DOWN;
    p.way = s->way;
    TACIT_TRY(tacit_adjust_program_make(cx, &p));
    tacit_status status = tacit_lp_solve_within(cx, p.lp, false, seconds, &outcome);
    s->fixed = status == TACIT_OK && outcome == TACIT_LP_OPTIMAL;
    for (size_t i = 0; s->fixed && i < p.n; i++)
        a->d[i] =
            tacit_adjusting_settle(a, i, tacit_adjust_program_change(&p, tacit_lp_point(p.lp), i));
    tacit_adjust_program_free(&p);
    tacit_scratch_release(cx, mark);
    return status;
}

/* What the table costs, with what falls short. */
static double price(const tacit_adjusting *a)
{
    double sum = 0;
    for (size_t i = 0; i < a->system->n_cells; i++)
        sum += tacit_adjusting_price(a, i);
    return sum;
}

/* Bridges that the program of all choices asks for. */
static tacit_status bridge_choices(tacit_ctx *cx, const search *s, const tacit_adjust_program *p)
{
    tacit_lp_outcome outcome = TACIT_LP_OPTIMAL;
    size_t added = 1;
    for (size_t k = 0; k < ROUNDS && added > 0; k++) {
        TACIT_TRY(tacit_lp_solve_within(cx, p->lp, false, AT_ONCE * time_left(s), &outcome));
        if (outcome != TACIT_LP_OPTIMAL)
            return TACIT_OK;
        TACIT_TRY(tacit_adjust_bridges(cx, p, tacit_lp_point(p->lp), &added));
    }
    return TACIT_OK;
}

/* What the program of all choices came to. */
static void take_choices(search *s, const tacit_adjust_program *p, const tacit_mip *mip)
{
    tacit_adjusting *a = s->a;
    if (mip->outcome != TACIT_LP_INFEASIBLE)
        s->bound = fmax(s->bound, mip->bound);
    s->better = mip->found && mip->objective < price(a);
    for (size_t k = 0; s->better && k < a->n; k++)
        if (a->may[k] == TACIT_ADJUST_EITHER)
            a->rises[k] = mip->point[p->whole[a->cell[k]]] > 0.5;
}

/* All at once. */
static tacit_status solve_all(tacit_ctx *cx, search *s, bool *proven)
{
    tacit_adjusting *a = s->a;
    tacit_adjust_program p = { 0 };
    tacit_mip mip = { 0 };
    TACIT_TRY(take_all(cx, a, &p));
    set_ways(a, TACIT_ADJUST_EITHER, s->way);
    p.way = s->way;
    TACIT_TRY(tacit_adjust_program_make(cx, &p));
    tacit_status status = bridge_choices(cx, s, &p);
    if (status == TACIT_OK)
        status = tacit_adjust_program_solve(cx, &p, AT_ONCE * time_left(s), &mip);
    if (status == TACIT_OK)
        take_choices(s, &p, &mip);
    tacit_adjust_program_free(&p);
    TACIT_TRY(status);
    *proven = mip.found && mip.outcome == TACIT_LP_OPTIMAL;
    return s->better ? fix(cx, s, HUGE_VAL) : TACIT_OK;
}

/* ---- the end ---- */

/* The first sensitive cell that falls short; n if none does. */
static size_t find_short(const tacit_adjusting *a)
{
    size_t k = 0;
    while (k < a->n && !(tacit_adjusting_short(a, k) > 0))
        k++;
    return k;
}

static tacit_status look(tacit_ctx *cx, search *s, tacit_adjusted *out)
{
    tacit_adjusting *a = s->a;
    TACIT_TRY(relax(cx, s));
    if (s->solved)
        TACIT_TRY(fix(cx, s, FIRST * time_left(s)));
    if (a->n <= MOST_AT_ONCE && a->system->n_cells <= MOST_CELLS && s->solved)
        TACIT_TRY(solve_all(cx, s, &out->proven));
    if (out->proven)
        return TACIT_OK;
    TACIT_TRY(tacit_adjust_blocks(cx, a));
    return s->fixed ? fix(cx, s, fmax(1, time_left(s))) : TACIT_OK;
}

/* Let cells that chance sent where they fall short go either way again, or all that it sent;
 * whether there were any. */
static bool free_drawn(tacit_adjusting *a, bool all)
{
    bool any = false;
    for (size_t k = 0; k < a->n; k++) {
        if (!a->drawn[k] || !(all || tacit_adjusting_short(a, k) > 0))
            continue;
        a->drawn[k] = false;
        a->may[k] = TACIT_ADJUST_EITHER;
        any = true;
    }
    return any;
}

static tacit_status look_once(tacit_ctx *cx, tacit_adjusting *a, tacit_adjusted *out)
{
    search s = { .a = a };
    *out = (tacit_adjusted){ 0 };
    TACIT_TRY(take_all(cx, a, &s.all));
    TACIT_TRY(tacit_scratch(cx, a->system->n_cells, sizeof *s.way, &s.way));
    const tacit_status status = look(cx, &s, out);
    tacit_adjust_program_free(&s.all);
    out->cost = price(a);
    out->bound = out->proven ? out->cost : fmin(s.bound, out->cost);
    return status;
}

tacit_status tacit_adjusting_search(tacit_ctx *cx, tacit_adjusting *a, tacit_adjusted *out)
{
    size_t k = 0, turns = 0;
    bool again = true;
    while (again) {
        const size_t mark = tacit_scratch_mark(cx);
        TACIT_TRY(look_once(cx, a, out));
        tacit_scratch_release(cx, mark);
        k = find_short(a);
        again = k < a->n && free_drawn(a, turns++ > 1);
    }
    return k < a->n ? tacit_adjusting_refuse(cx, a, k) : TACIT_OK;
}
