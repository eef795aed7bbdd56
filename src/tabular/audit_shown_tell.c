/*
 * audit_shown_tell.c - an audit of a changed system in figures.
 */
#include "tabular/audit_shown.h"

static const tacit_param NONE[] = { TACIT_PARAM_END };

const tacit_entry TACIT_SHOWN_INTERVALS_ENTRY = {
    .name = "audit_shown_intervals",
    .title = "Intervals of sensitive cells behind what is shown",
    .summary = "What readers can compute of a sensitive cell from all that is shown leaves an "
               "interval as wide as its protection levels.",
    .source = "Salazar-Gonzalez (2006), Mathematical Programming 105, section 2",
    .params = NONE,
};

const tacit_entry TACIT_SHOWN_DISTANCE_ENTRY = {
    .name = "audit_shown_distance",
    .title = "Distance of sensitive cells from what is shown",
    .summary = "What is shown of a sensitive cell is at least a protection level away from its "
               "value.",
    .source = "Dandekar and Cox (2002), Synthetic tabular data",
    .params = NONE,
};

tacit_status tacit_shown_audit_tell(tacit_ctx *cx, const tacit_shown_audit *audit,
                                    const tacit_audit_told *told, tacit_result *r)
{
    TACIT_TRY(tacit_audit_tell(cx, told, r));
    TACIT_TRY(tacit_result_holds(cx, r, audit->holds));
    TACIT_TRY(tacit_result_figure(cx, r, "broken", "Totals that do not add up",
                                  (double)audit->n_broken, TACIT_UNIT_COUNT,
                                  "equations that what is shown does not fulfil, though promised",
                                  .better = TACIT_BETTER_LOWER));
    TACIT_TRY(tacit_result_figure(cx, r, "outside", "Outside of what readers are told",
                                  (double)audit->n_outside, TACIT_UNIT_COUNT,
                                  "cells whose value is not between the bounds that readers know",
                                  .better = TACIT_BETTER_LOWER));
    if (audit->n_unproven == 0)
        return TACIT_OK;
    return tacit_result_note(
        cx, r,
        "Of %zu sensitive cells only the bounds were looked at, which are wide "
        "enough; that the equations leave them as wide was not proven, so "
        "they count as not safe.",
        audit->n_unproven);
}
