/*
 * changes.c - how far what is shown is from the values, in a changed system.  O(cells).
 */
#include "tabular/changes.h"

#include <math.h>

tacit_changes tacit_changes_of(const tacit_system *s)
{
    tacit_changes all = { 0 };
    for (size_t i = 0; s->changed && i < s->n_cells; i++) {
        const tacit_cell *c = &s->cell[i];
        const double d = fabs(c->shown - c->value);
        all.distance += d;
        all.weighted += d * c->cost;
        all.largest = fmax(all.largest, d);
        all.relative += d / fmax(fabs(c->value), c->unit);
        all.n += d > 1e-6 * c->unit;
    }
    return all;
}

tacit_status tacit_changes_tell(tacit_ctx *cx, const tacit_system *s, tacit_result *told)
{
    const tacit_changes all = tacit_changes_of(s);
    TACIT_TRY(tacit_result_figure(
        cx, told, "changed", "Cells changed", (double)all.n, TACIT_UNIT_COUNT,
        "cells that are shown with another value than theirs", .better = TACIT_BETTER_LOWER));
    TACIT_TRY(
        tacit_result_figure(cx, told, "distance", "Distance", all.distance, TACIT_UNIT_NUMBER,
                            "the sum over all cells of how far what is shown is from the value",
                            .better = TACIT_BETTER_LOWER));
    TACIT_TRY(tacit_result_figure(
        cx, told, "weighted_distance", "Distance weighted by cost", all.weighted, TACIT_UNIT_NUMBER,
        "the same, each times the cell's cost", .better = TACIT_BETTER_LOWER));
    return tacit_result_figure(cx, told, "largest", "Largest change", all.largest,
                               TACIT_UNIT_NUMBER, "the largest of these distances",
                               .better = TACIT_BETTER_LOWER);
}
