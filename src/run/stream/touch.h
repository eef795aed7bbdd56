/*
 * touch.h - which columns a plan touches.
 */
#ifndef TACIT_RUN_STREAM_TOUCH_H
#define TACIT_RUN_STREAM_TOUCH_H

#include "plan/plan.h"

/* Whether the plan looks at a column of the data or changes it. */
bool tacit_plan_touches(const tacit_plan *plan, const tacit_field *field);

/* The plan with those of its measures that look at keys or at columns that they name, in scratch
 * memory.  One that would look at all columns is left out, and a warning names it. */
tacit_status tacit_touch_measures(tacit_ctx *cx, const tacit_plan *plan, tacit_plan *out);

#endif
