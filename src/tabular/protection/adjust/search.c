/*
 * search.c - which sensitive cells go up and which down.
 *
 * 1. Where sensitive cells are few, CBC over all of them.
 * 2. Else, or when its time is over: the relaxation tells a first choice, and then the cells of
 *    one block after another are left free while the others stay as they are (block coordinate
 *    descent: Gonzalez and Castro 2011).  A turn that changes nothing is followed by one with
 *    larger blocks, until all cells are one or time is over.
 * The end is always the linear program of the choice.
 */
#include <math.h>

#include "tabular/protection/adjust/adjust.h"

/* Most sensitive cells and cells that CBC gets at once; how many a block has. */
enum { MOST_AT_ONCE = 400, MOST_CELLS = 5000, BLOCK = 24 };

/* Shares of the time: for all at once, and of what is left for one block. */
static const double SHARE = 0.4, SHARE_OF_BLOCK = 0.1;

static const double NEAR = 1e-6;

typedef struct search {
    tacit_adjusting *a;
    tacit_mip mip;
    double best; /* what the choice costs, shortfalls included */
} search;

static double time_left(const search *s)
{
    return s->a->end - tacit_adjusting_now();
}

/* Let cells from ... to - 1 go either way as far as their bounds reach, and the others as chosen.
 */
static void free_cells(const search *s, size_t from, size_t to)
{
    tacit_adjusting *a = s->a;
    for (size_t k = 0; k < a->n; k++) {
        const tacit_cell *c = &a->system->cell[a->cell[k]];
        const bool up = a->up[a->cell[k]] >= c->upper * (1 - NEAR);
        const bool down = a->down[a->cell[k]] >= c->lower * (1 - NEAR);
        if (up != down || (k >= from && k < to))
            tacit_adjusting_allow(a, k, !down, up || !down);
        else
            tacit_adjusting_allow(a, k, a->rises[k], a->rises[k]);
    }
}

static void choose(const search *s, const double *point)
{
    for (size_t k = 0; k < s->a->n; k++)
        s->a->rises[k] = point[k] > 0.5;
}

/* All at once. */
static tacit_status solve_all(tacit_ctx *cx, search *s, tacit_adjusted *out)
{
    if (s->a->n > MOST_AT_ONCE || s->a->system->n_cells > MOST_CELLS)
        return TACIT_OK;
    free_cells(s, 0, s->a->n);
    TACIT_TRY(tacit_lp_solve_mixed(cx, s->a->lp, s->a->n, NEAR, SHARE * time_left(s), &s->mip));
    out->bound = fmax(out->bound, s->mip.bound);
    if (!s->mip.found)
        return TACIT_OK;
    choose(s, s->mip.point);
    s->best = s->mip.objective;
    out->proven = s->mip.outcome == TACIT_LP_OPTIMAL;
    return TACIT_OK;
}

/* The relaxation: a bound, and a first choice. */
static tacit_status relax(tacit_ctx *cx, search *s, tacit_adjusted *out)
{
    tacit_lp_outcome outcome = TACIT_LP_OPTIMAL;
    free_cells(s, 0, s->a->n);
    TACIT_TRY(tacit_lp_solve_within(cx, s->a->lp, false, time_left(s), &outcome));
    if (outcome != TACIT_LP_OPTIMAL)
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "The table is too large to be adjusted in the time given; allow more "
                          "'seconds'.");
    choose(s, tacit_lp_point(s->a->lp));
    out->bound = tacit_lp_objective(s->a->lp);
    return TACIT_OK;
}

/* What the choice costs now. */
static tacit_status price(tacit_ctx *cx, search *s)
{
    tacit_lp_outcome outcome = TACIT_LP_OPTIMAL;
    free_cells(s, 0, 0);
    TACIT_TRY(tacit_lp_solve(cx, s->a->lp, false, &outcome));
    TACIT_ASSERT(outcome == TACIT_LP_OPTIMAL); /* falling short is always possible */
    s->best = tacit_lp_objective(s->a->lp);
    return TACIT_OK;
}

/* One turn over all blocks of a size, each half of them in the next; whether any got better. */
static tacit_status turn(tacit_ctx *cx, search *s, size_t size, bool *better)
{
    *better = false;
    for (size_t from = 0; from < s->a->n && time_left(s) > 0; from += size / 2) {
        TACIT_TRY(tacit_tick(cx, from, s->a->n));
        free_cells(s, from, from + size);
        TACIT_TRY(tacit_lp_solve_mixed(cx, s->a->lp, s->a->n, NEAR,
                                       fmax(0.1, SHARE_OF_BLOCK * time_left(s)), &s->mip));
        if (!s->mip.found || s->mip.objective >= s->best * (1 - NEAR))
            continue;
        choose(s, s->mip.point);
        s->best = s->mip.objective;
        *better = true;
    }
    return TACIT_OK;
}

/* The linear program of the choice, which says the changes. */
static tacit_status finish(tacit_ctx *cx, search *s)
{
    TACIT_TRY(price(cx, s));
    const double *point = tacit_lp_point(s->a->lp);
    const size_t k = tacit_adjusting_short(s->a, point);
    if (k < s->a->n)
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "Cell %u cannot be changed by its protection level within the bounds of "
                          "the others.",
                          s->a->cell[k] + 1);
    tacit_adjusting_take(s->a, point);
    return TACIT_OK;
}

tacit_status tacit_adjusting_search(tacit_ctx *cx, tacit_adjusting *a, tacit_adjusted *out)
{
    search s = { .a = a, .best = HUGE_VAL };
    size_t size = BLOCK;
    *out = (tacit_adjusted){ 0 };
    TACIT_TRY(tacit_adjusting_program(cx, a));
    TACIT_TRY(
        tacit_scratch(cx, 2 * a->n + 2 * a->system->n_cells, sizeof *s.mip.point, &s.mip.point));
    TACIT_TRY(relax(cx, &s, out));
    TACIT_TRY(solve_all(cx, &s, out));
    if (!out->proven)
        TACIT_TRY(price(cx, &s));
    while (!out->proven && size < 2 * a->n && time_left(&s) > 0) {
        bool better = false;
        TACIT_TRY(turn(cx, &s, size, &better));
        size = better ? size : 2 * size;
    }
    return finish(cx, &s);
}
