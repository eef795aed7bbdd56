/*
 * cell_suppression.c - hide the sensitive cells, and as few others as protect them.
 *
 * The search is that of tabular/suppress.  Cost: about `seconds` at most; small and medium tables
 * are solved to proven optimality in less.
 */
#include "tabular/protection/protection.h"
#include "tabular/suppress/suppress.h"

enum { SECONDS };

static const tacit_param PARAMS[] = {
    [SECONDS] = { .name = "seconds",
                  .type = TACIT_PARAM_REAL,
                  .preset = 60,
                  .min = 0.1,
                  .max = 1e6,
                  TACIT_USEFUL_LOG(1, 3600, "seconds"),
                  .help = "time for the search; when it is over, the best pattern found is taken" },
    TACIT_PARAM_END
};

static size_t count_primary(const tacit_system *s)
{
    size_t n = 0;
    for (size_t i = 0; i < s->n_cells; i++)
        n += s->cell[i].status == TACIT_CELL_PRIMARY;
    return n;
}

static tacit_status run(tacit_ctx *cx, const tacit_protection_job *job, tacit_result *told)
{
    tacit_tabular_suppressed found = { 0 };
    tacit_system *s = job->tables->system;
    TACIT_TRY(tacit_tabular_suppress(cx, s, tacit_arg_real(job->args, SECONDS), &found));
    TACIT_TRY(tacit_result_figure(cx, told, "primary", "Sensitive cells", (double)count_primary(s),
                                  TACIT_UNIT_COUNT, "cells that a rule says are sensitive"));
    TACIT_TRY(tacit_result_figure(cx, told, "secondary", "Other cells suppressed", (double)found.n,
                                  TACIT_UNIT_COUNT, "cells that are hidden to protect those",
                                  .better = TACIT_BETTER_LOWER));
    TACIT_TRY(tacit_result_figure(cx, told, "cost", "Cost of the other cells", found.cost,
                                  TACIT_UNIT_NUMBER, "the sum of their costs",
                                  .better = TACIT_BETTER_LOWER));
    if (found.proven)
        return tacit_result_note(cx, told, "No pattern costs less: this is proven.");
    return tacit_result_figure(cx, told, "bound", "Least cost possible", found.bound,
                               TACIT_UNIT_NUMBER, "no pattern costs less than this",
                               .better = TACIT_BETTER_HIGHER);
}

const tacit_protection tacit_protection_cell_suppression = {
    .about = { .name = "cell_suppression",
               .title = "Cell suppression",
               .summary = "Hides the sensitive cells, and the cheapest set of others that keeps "
                          "them from being computed.",
               .source = "Fischetti and Salazar (2000), Models and algorithms for optimizing cell "
                         "suppression in tabular data with linear constraints, JASA 95",
               .params = PARAMS },
    .run = run,
};
