/*
 * table_distance.c - how far what is shown is from the true values.
 *
 * For rounding, adjustment and noise: D = sum of |z_i - a_i| over all cells, weighted sum of
 * c_i |z_i - a_i|, the largest, and the mean of |z_i - a_i| / max(|a_i|, unit) over the cells that
 * were changed (Hundepool et al. 2012, sections 4.5 and 4.6).  Where cells are hidden, what is
 * shown is true and the distance is 0.  O(cells).
 */
#include <math.h>

#include "tabular/changes.h"
#include "tabular/measure/measure.h"

static const tacit_param PARAMS[] = { TACIT_PARAM_END };

/* Distances of different things are not to be added: each by itself. */
static tacit_status tell_responses(tacit_ctx *cx, const tacit_tabulation *t, tacit_result *result)
{
    static const char *const heads[] = { "Tables of", "Cells changed", "Distance",
                                         "Largest change" };
    json_t *table = NULL;
    TACIT_TRY(tacit_result_table(cx, result, "responses", "By what is added up", 4, heads, &table));
    for (size_t g = 0; g < t->n_cubes; g++) {
        const tacit_cube *c = &t->cube[g];
        tacit_system part = *t->system;
        part.cell += c->first;
        part.n_cells = c->n_cells;
        const tacit_changes d = tacit_changes_of(&part);
        TACIT_TRY(tacit_result_row(cx, table, "[s,I,f,f]",
                                   c->response != NULL ? c->response : "counts", (json_int_t)d.n,
                                   d.distance, d.largest));
    }
    return TACIT_OK;
}

static tacit_status run(tacit_ctx *cx, const tacit_table_subject *subject, const tacit_args *args,
                        tacit_result *result)
{
    const tacit_system *s = subject->tables->system;
    const tacit_changes d = tacit_changes_of(s);
    (void)args;
    TACIT_TRY(tacit_result_ranged(
        cx, result, &TACIT_RANGE_LOSS, "distance", "Distance", d.distance, TACIT_UNIT_NUMBER,
        "the sum over all cells of how far what is shown is from the value"));
    TACIT_TRY(tacit_result_ranged(cx, result, &TACIT_RANGE_LOSS, "weighted", "Weighted by cost",
                                  d.weighted, TACIT_UNIT_NUMBER,
                                  "the same, each times the cell's cost"));
    TACIT_TRY(tacit_result_ranged(cx, result, &TACIT_RANGE_LOSS, "changed", "Cells changed",
                                  (double)d.n, TACIT_UNIT_COUNT,
                                  "cells that are shown with another value than theirs"));
    TACIT_TRY(tacit_result_ranged(cx, result, &TACIT_RANGE_LOSS, "relative", "Mean relative change",
                                  d.n > 0 ? d.relative / (double)d.n : 0, TACIT_UNIT_SHARE,
                                  "of the cells that are changed, of their values"));
    TACIT_TRY(tacit_result_ranged(cx, result, &TACIT_RANGE_LOSS, "largest", "Largest change",
                                  d.largest, TACIT_UNIT_NUMBER, "the largest of the distances"));
    return tell_responses(cx, subject->tables, result);
}

const tacit_table_measure tacit_table_utility_table_distance = {
    .about = { .name = "table_distance",
               .title = "Distance from the true table",
               .summary = "Adds up how far rounded, adjusted or noisy cells are from their values, "
                          "and weights it by their costs.",
               .source = "Hundepool et al. (2012), Statistical Disclosure Control, sections 4.5 "
                         "and 4.6; Dandekar and Cox (2002), Synthetic tabular data",
               .params = PARAMS },
    .run = run,
};
