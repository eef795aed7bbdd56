/*
 * changes.c - how far what is shown is from the values, in a changed system.  O(cells).
 */
#include "tabular/changes.h"

#include <math.h>

tacit_status tacit_changes_tell(tacit_ctx *cx, const tacit_system *s, tacit_result *told)
{
    double distance = 0, weighted = 0, largest = 0;
    size_t n = 0;
    for (size_t i = 0; i < s->n_cells; i++) {
        const double d = fabs(s->cell[i].shown - s->cell[i].value);
        distance += d;
        weighted += d * s->cell[i].cost;
        largest = fmax(largest, d);
        n += d > 1e-6 * s->cell[i].unit;
    }
    TACIT_TRY(tacit_result_figure(cx, told, "changed", "Cells changed", (double)n, TACIT_UNIT_COUNT,
                                  "cells that are shown with another value than theirs",
                                  .better = TACIT_BETTER_LOWER));
    TACIT_TRY(
        tacit_result_figure(cx, told, "distance", "Distance", distance, TACIT_UNIT_NUMBER,
                            "the sum over all cells of how far what is shown is from the value",
                            .better = TACIT_BETTER_LOWER));
    TACIT_TRY(tacit_result_figure(
        cx, told, "weighted_distance", "Distance weighted by cost", weighted, TACIT_UNIT_NUMBER,
        "the same, each times the cell's cost", .better = TACIT_BETTER_LOWER));
    return tacit_result_figure(cx, told, "largest", "Largest change", largest, TACIT_UNIT_NUMBER,
                               "the largest of these distances", .better = TACIT_BETTER_LOWER);
}
