/*
 * adjust.c - controlled tabular adjustment: sensitive cells are changed by their protection levels,
 * and others as little as keeps the table adding up.
 *
 * Bounds: a cell changes within what an attacker is taken to know of it (low, high), and within
 * `relative` of its value and `absolute`, if they are given; a sensitive cell at least as far as
 * its levels.  Zeros that everybody knows and totals that are kept do not change.
 *
 * Cost: about `seconds`; small tables are solved to proven optimality in less.
 */
#include "tabular/protection/adjust/adjust.h"

#include <math.h>

#include "tabular/changes.h"
#include "tabular/leaves.h"
#include "tabular/protection/protection.h"

enum { NORM, WEIGHTS, WAYS, KEEP, RELATIVE, ABSOLUTE, SECONDS };

enum { L1, L2 };

static const char *const NORMS[] = { "l1", "l2", NULL };
static const char *const TAKEN[] = { "nearest", "chance", NULL };
static const char *const WEIGHTINGS[] = { "one", "cost", "inverse", NULL };

enum { NEAREST, CHANCE };

enum { BY_ONE, BY_COST, BY_INVERSE };

static const tacit_param PARAMS[] = {
    [NORM] = { .name = "norm",
               .type = TACIT_PARAM_CHOICE,
               .choices = NORMS,
               .help = "what is made small: the sum of changes, or of their squares" },
    [WEIGHTS] = { .name = "weights",
                  .type = TACIT_PARAM_CHOICE,
                  .choices = WEIGHTINGS,
                  .help = "what a change of a cell counts: one, its cost, or one by its value" },
    [WAYS] = { .name = "ways",
               .type = TACIT_PARAM_CHOICE,
               .choices = TAKEN,
               .help =
                   "which sensitive cells go up and which down: as is nearest, or by chance, so "
                   "that readers cannot guess it" },
    [KEEP] = { .name = "keep",
               .type = TACIT_PARAM_INTEGER,
               .preset = -1,
               .min = -1,
               .max = 100,
               .help =
                   "totals that do not change: 0 the grand totals, 1 also those one level below "
                   "them, and so on; -1 for none" },
    [RELATIVE] = { .name = "relative",
                   .type = TACIT_PARAM_REAL,
                   .need = TACIT_OPTIONAL,
                   .min = 0,
                   .max = 1000,
                   TACIT_USEFUL(0.05, 1, NULL),
                   .help = "how far a cell that is not sensitive may change, as a share of its "
                           "value" },
    [ABSOLUTE] = { .name = "absolute",
                   .type = TACIT_PARAM_REAL,
                   .need = TACIT_OPTIONAL,
                   .min = 0,
                   .max = 1e15,
                   TACIT_USEFUL(0, 1000, NULL),
                   .help = "how far a cell that is not sensitive may change" },
    [SECONDS] = { .name = "seconds",
                  .type = TACIT_PARAM_REAL,
                  .preset = 60,
                  .min = 0.1,
                  .max = 1e6,
                  TACIT_USEFUL_LOG(1, 3600, "seconds"),
                  .help = "processor time for the search; when it is over, the best table found is "
                          "taken" },
    TACIT_PARAM_END
};

/* ---- bounds and weights ---- */

/* Put the parts of equation `r` below its total; whether any was not. */
static bool lower_parts(const tacit_system *s, const tacit_leaves *l, size_t r, uint32_t *level)
{
    bool moved = false;
    const uint32_t total = l->total[r];
    for (size_t e = s->first[r]; total < s->n_cells && e < s->first[r + 1]; e++) {
        const uint32_t i = s->term[e].at;
        if (i == total || level[i] > level[total])
            continue;
        level[i] = level[total] + 1;
        moved = true;
    }
    return moved;
}

/* Of each cell how many levels it is below the top: 0 for a cell that is part of no other, one
 * more than the lowest of its totals for others. */
static tacit_status find_levels(tacit_ctx *cx, const tacit_system *s, uint32_t **out)
{
    tacit_leaves l = { 0 };
    bool moved = true;
    TACIT_TRY(tacit_scratch(cx, s->n_cells, sizeof **out, out));
    TACIT_TRY(tacit_leaves_find(cx, s, &l));
    for (size_t turns = 0; moved && turns < s->n_cells; turns++) {
        moved = false;
        for (size_t r = 0; r < s->n_equations; r++)
            moved = lower_parts(s, &l, r, *out) || moved;
    }
    return TACIT_OK;
}

static double weight_of(const tacit_cell *c, size_t weighting)
{
    if (weighting == BY_COST)
        return c->cost > 0 ? c->cost : 1;
    return weighting == BY_INVERSE ? 1 / fmax(fabs(c->value), c->unit) : 1;
}

/* How far one cell may change. */
static void set_bounds(const tacit_args *args, const tacit_cell *c, double *up, double *down)
{
    double most = HUGE_VAL;
    if (tacit_arg_given(args, RELATIVE))
        most = tacit_arg_real(args, RELATIVE) * fabs(c->value);
    if (tacit_arg_given(args, ABSOLUTE))
        most = fmin(most, tacit_arg_real(args, ABSOLUTE));
    *up = fmin(c->high - c->value, most);
    *down = fmin(c->value - c->low, most);
    if (c->status != TACIT_CELL_PRIMARY)
        return;
    *up = fmax(*up, c->upper);
    if (c->value - c->low >= c->lower)
        *down = fmax(*down, c->lower);
}

static tacit_status take_cells(tacit_ctx *cx, const tacit_args *args, tacit_adjusting *a)
{
    const tacit_system *s = a->system;
    const int64_t keep = tacit_arg_integer(args, KEEP);
    uint32_t *level = NULL;
    TACIT_TRY(find_levels(cx, s, &level));
    TACIT_TRY(tacit_scratch(cx, s->n_cells, sizeof *a->up, &a->up));
    TACIT_TRY(tacit_scratch(cx, s->n_cells, sizeof *a->down, &a->down));
    TACIT_TRY(tacit_scratch(cx, s->n_cells, sizeof *a->weight, &a->weight));
    TACIT_TRY(tacit_scratch(cx, s->n_cells, sizeof *a->cell, &a->cell));
    TACIT_TRY(tacit_scratch(cx, s->n_cells, sizeof *a->d, &a->d));
    for (size_t i = 0; i < s->n_cells; i++) {
        const tacit_cell *c = &s->cell[i];
        const bool kept = c->status == TACIT_CELL_KEPT || (int64_t)level[i] <= keep;
        a->weight[i] = weight_of(c, tacit_arg_choice(args, WEIGHTS));
        if (kept && c->status == TACIT_CELL_PRIMARY)
            return tacit_fail(cx, TACIT_ERR_DATA,
                              "Cell %zu is sensitive and cannot be kept as it is; lower 'keep'.",
                              i + 1);
        if (!kept)
            set_bounds(args, c, &a->up[i], &a->down[i]);
        if (c->status == TACIT_CELL_PRIMARY)
            a->cell[a->n++] = (uint32_t)i;
    }
    return tacit_adjusting_begin(cx, a);
}

/* ---- the result ---- */

/* What is shown, in whole units where the changes are. */
static size_t show(const tacit_adjusting *a, tacit_system *s)
{
    size_t parts = 0;
    for (size_t i = 0; i < s->n_cells; i++) {
        tacit_cell *c = &s->cell[i];
        const double units = a->d[i] / c->unit, whole = round(units);
        const bool near = fabs(units - whole) < 1e-6;
        parts += !near;
        c->shown = c->value + (near ? whole * c->unit : a->d[i]);
        c->low = fmin(c->low, c->value);
        c->high = fmax(c->high, c->value);
    }
    return parts;
}

/* How far the table may be from the cheapest. */
static tacit_status tell_bound(tacit_ctx *cx, const tacit_adjusted *found, tacit_result *told)
{
    TACIT_TRY(tacit_result_figure(cx, told, "bound", "Least cost possible", found->bound,
                                  TACIT_UNIT_NUMBER, "no adjusted table has a smaller weighted sum",
                                  .better = TACIT_BETTER_HIGHER));
    return tacit_result_figure(
        cx, told, "gap", "Gap", found->cost > 0 ? (found->cost - found->bound) / found->cost : 0,
        TACIT_UNIT_SHARE, "by how much the weighted sum is above that bound at most, of itself",
        .better = TACIT_BETTER_LOWER);
}

/* What chance decided. */
static tacit_status tell_drawn(tacit_ctx *cx, const tacit_adjusting *a, tacit_result *told)
{
    size_t drawn = 0;
    for (size_t k = 0; k < a->n; k++)
        drawn += a->drawn[k];
    TACIT_TRY(tacit_result_figure(cx, told, "drawn", "Cells whose way was drawn", (double)drawn,
                                  TACIT_UNIT_COUNT,
                                  "sensitive cells of which chance said whether they go up; others "
                                  "had room on one side only"));
    return tacit_result_note(cx, told,
                             "What is said of the least sum is said of tables in which these cells "
                             "go the way that was drawn.");
}

static tacit_status tell(tacit_ctx *cx, const tacit_protection_job *job,
                         const tacit_adjusted *found, size_t parts, tacit_result *told)
{
    TACIT_TRY(tacit_changes_tell(cx, job->tables->system, told));
    if (parts > 0)
        TACIT_TRY(tacit_result_figure(cx, told, "parts", "Cells that are not whole units",
                                      (double)parts, TACIT_UNIT_COUNT,
                                      "cells that are shown with more decimals than values have",
                                      .better = TACIT_BETTER_LOWER));
    if (found->proven)
        return tacit_result_note(cx, told,
                                 tacit_arg_choice(job->args, NORM) == L2
                                     ? "No adjusted table has a smaller weighted sum of squares: "
                                       "this is proven."
                                     : "No adjusted table has a smaller weighted sum of changes: "
                                       "this is proven.");
    return tell_bound(cx, found, told);
}

/* Whether chance says which way sensitive cells go. */
static bool draws(const tacit_args *args)
{
    return tacit_arg_choice(args, WAYS) == CHANCE;
}

static tacit_status run(tacit_ctx *cx, const tacit_protection_job *job, tacit_result *told)
{
    const size_t mark = tacit_scratch_mark(cx);
    tacit_system *s = job->tables->system;
    tacit_adjusting a = { .system = s };
    tacit_adjusted found = { 0 };
    a.end = tacit_adjusting_now() + tacit_arg_real(job->args, SECONDS);
    TACIT_TRY(take_cells(cx, job->args, &a));
    if (draws(job->args)) {
        tacit_rng rng = tacit_rng_fork(job->rng, "ways");
        tacit_adjusting_draw(&a, &rng);
    }
    tacit_status status = tacit_adjusting_search(cx, &a, &found);
    if (status == TACIT_OK && tacit_arg_choice(job->args, NORM) == L2)
        status = tacit_adjusting_squares(cx, &a, &found);
    TACIT_TRY(status);
    const size_t parts = show(&a, s);
    s->changed = true;
    s->additive = true;
    if (draws(job->args))
        TACIT_TRY(tell_drawn(cx, &a, told));
    TACIT_TRY(tell(cx, job, &found, parts, told));
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

const tacit_protection tacit_protection_adjust = {
    .about = { .name = "adjust",
               .title = "Controlled tabular adjustment",
               .summary =
                   "Changes sensitive cells by their protection levels, and others as little "
                   "as keeps the table adding up.",
               .source =
                   "Dandekar and Cox (2002), Synthetic tabular data: an alternative to "
                   "complementary cell suppression; Castro (2006), Minimum-distance controlled "
                   "perturbation methods, European Journal of Operational Research 171",
               .params = PARAMS },
    .promise = TACIT_PROMISE_DISTANCE,
    .draws = draws,
    .run = run,
};
