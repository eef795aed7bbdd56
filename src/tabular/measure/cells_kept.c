/*
 * cells_kept.c - what is left of a table, whatever protected it.
 *
 * Of each cell that would be published without protection the share that is lost is
 *   l_i = 1 if it is hidden, or left out because a level is not published,
 *   l_i = min(1, |z_i - a_i| / max(|a_i|, unit)) if it is shown as z_i,
 * and the loss is the mean of l_i, or with costs sum of c_i l_i / sum of c_i.  So protections that
 * hide and protections that change can be compared: the second is the mean variation of
 * Domingo-Ferrer and Torra (2001) cut off at 1, and the first that of a reader who is left with
 * nothing.  Sensitive cells count like others.  O(cells).
 */
#include <math.h>

#include "tabular/measure/measure.h"

static const tacit_param PARAMS[] = { TACIT_PARAM_END };

/* Cells by what became of them, and what was lost in them. */
typedef struct kept {
    double same, changed, hidden, lost, lost_cost;
    size_t n;
    double cost;
} kept;

static double lost_of(const tacit_system *s, const tacit_cell *c)
{
    if (tacit_system_hides(s, c))
        return 1;
    return s->changed ? fmin(1, fabs(c->shown - c->value) / fmax(fabs(c->value), c->unit)) : 0;
}

static kept count(const tacit_tabulation *t)
{
    const tacit_system *s = t->system;
    kept k = { 0 };
    for (size_t i = 0; i < s->n_cells; i++) {
        const tacit_cell *c = &s->cell[i];
        if (!tacit_table_publishes(t, i))
            continue;
        const double lost = lost_of(s, c);
        const bool moved = s->changed && fabs(c->shown - c->value) > 1e-6 * c->unit;
        k.n++;
        k.cost += c->cost;
        k.hidden += tacit_system_hides(s, c);
        k.changed += moved;
        k.same += !moved && !tacit_system_hides(s, c);
        k.lost += lost;
        k.lost_cost += lost * c->cost;
    }
    return k;
}

static tacit_status run(tacit_ctx *cx, const tacit_table_subject *subject, const tacit_args *args,
                        tacit_result *result)
{
    const kept k = count(subject->tables);
    const tacit_table_stock *all = &subject->before;
    const double left_out = (double)all->cells - (double)k.n;
    (void)args;
    TACIT_TRY(tacit_result_ranged(
        cx, result, &TACIT_RANGE_LOSS_SHARE, "loss", "Loss",
        all->cells > 0 ? (k.lost + left_out) / (double)all->cells : 0, TACIT_UNIT_SHARE,
        "how far what is shown is from the values, of these, at most all of it; hidden cells are "
        "lost"));
    TACIT_TRY(tacit_result_ranged(
        cx, result, &TACIT_RANGE_LOSS_SHARE, "weighted", "Loss weighted by cost",
        all->cost > 0 ? fmin(1, (k.lost_cost + fmax(all->cost - k.cost, 0)) / all->cost) : 0,
        TACIT_UNIT_SHARE, "the same, each cell counted by its cost"));
    TACIT_TRY(tacit_result_figure(cx, result, "same", "Shown as they are", k.same, TACIT_UNIT_COUNT,
                                  "cells that are published with their values",
                                  .better = TACIT_BETTER_HIGHER));
    TACIT_TRY(tacit_result_figure(cx, result, "changed", "Changed", k.changed, TACIT_UNIT_COUNT,
                                  "cells that are shown with another value",
                                  .better = TACIT_BETTER_LOWER));
    TACIT_TRY(tacit_result_figure(cx, result, "hidden", "Hidden", k.hidden, TACIT_UNIT_COUNT,
                                  "cells that are not shown", .better = TACIT_BETTER_LOWER));
    return tacit_result_figure(cx, result, "left_out", "Left out", left_out, TACIT_UNIT_COUNT,
                               "cells of levels that are not published any more",
                               .better = TACIT_BETTER_LOWER);
}

const tacit_table_measure tacit_table_utility_cells_kept = {
    .about = { .name = "cells_kept",
               .title = "What is left of the table",
               .summary = "Says how many cells are shown as they are, changed, hidden or left out, "
                          "and how much of the table that loses.",
               .source = "Hundepool et al. (2012), Statistical Disclosure Control, chapter 4; "
                         "Domingo-Ferrer and Torra (2001), A quantitative comparison of "
                         "disclosure control methods for microdata (mean variation)",
               .params = PARAMS },
    .run = run,
};
