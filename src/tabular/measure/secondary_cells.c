/*
 * secondary_cells.c - how many cells are hidden only to protect others.
 *
 * n = sum over the secondary cells of 1, and weighted by what each costs, sum of c_i, which is what
 * cell suppression makes small.  Hundepool et al. (2012), section 4.4.  O(cells).
 */
#include "tabular/measure/measure.h"

static const tacit_param PARAMS[] = { TACIT_PARAM_END };

static tacit_status run(tacit_ctx *cx, const tacit_table_subject *subject, const tacit_args *args,
                        tacit_result *result)
{
    const tacit_system *s = subject->tables->system;
    const double all = (double)(subject->before.cells > 0 ? subject->before.cells : 1);
    double n = 0, cost = 0;
    (void)args;
    for (size_t i = 0; !s->changed && i < s->n_cells; i++) {
        if (s->cell[i].status != TACIT_CELL_SECONDARY)
            continue;
        n++;
        cost += s->cell[i].cost;
    }
    TACIT_TRY(tacit_result_ranged(cx, result, &TACIT_RANGE_LOSS, "number", "Secondary cells", n,
                                  TACIT_UNIT_COUNT, "cells that are hidden to protect others"));
    TACIT_TRY(tacit_result_ranged(cx, result, &TACIT_RANGE_LOSS, "cost",
                                  "Weighted by what they cost", cost, TACIT_UNIT_NUMBER,
                                  "the sum of their costs"));
    return tacit_result_ranged(cx, result, &TACIT_RANGE_LOSS_SHARE, "share", "Share of all cells",
                               n / all, TACIT_UNIT_SHARE,
                               "of the cells that would be published without protection");
}

const tacit_table_measure tacit_table_utility_secondary_cells = {
    .about = { .name = "secondary_cells",
               .title = "Secondary suppressions",
               .summary = "Counts the cells that are hidden only to protect others, and weights "
                          "them by their costs.",
               .source = "Hundepool et al. (2012), Statistical Disclosure Control, section 4.4; "
                         "Fischetti and Salazar (2000), JASA 95",
               .params = PARAMS },
    .run = run,
};
