/*
 * inputs.h - every file that a plan reads or writes.
 */
#ifndef TACIT_PLAN_INPUTS_H
#define TACIT_PLAN_INPUTS_H

#include "plan/plan.h"

/* A file that is read, and what it is for people: "the data", "the file of a step". */
typedef struct tacit_plan_input {
    const char *path;
    const char *what;
} tacit_plan_input;

/* The inputs of a plan in scratch memory: the data, the population, the control, the plan
 * itself, and each TACIT_PARAM_FILE that hierarchies, steps, requirements, measures and the
 * task that is done (`ask`, or NULL) were given; another task may read what this one writes.
 * Paths are borrowed from the plan. */
tacit_status tacit_plan_inputs(tacit_ctx *cx, const tacit_plan *plan, const tacit_plan_ask *ask,
                               const tacit_plan_input **out, size_t *n);

typedef enum tacit_output_kind {
    TACIT_OUTPUT_DATA = 1, /* the release */
    TACIT_OUTPUT_CERTIFICATE,
    TACIT_OUTPUT_REPORT,
    TACIT_OUTPUT_OTHER
} tacit_output_kind;

/* A file that is written, or memory:NAME. */
typedef struct tacit_plan_output {
    const char *path;
    tacit_output_kind kind;
} tacit_plan_output;

/* The outputs that are named, in scratch memory: each TACIT_PARAM_OUTPUT of the task that is done
 * (`ask`) and, if it `releases`, those of the plan and of its steps.  Paths are borrowed from the
 * plan. */
tacit_status tacit_plan_outputs(tacit_ctx *cx, const tacit_plan *plan, const tacit_plan_ask *ask,
                                bool releases, const tacit_plan_output **out, size_t *n);

#endif
