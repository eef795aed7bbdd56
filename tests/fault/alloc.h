/*
 * alloc.h - scenarios in which each allocation is made to fail in turn.
 *
 * A scenario does a piece of work with the context it is given and returns its status.
 * It frees what it owns on every way out, and holds nothing between calls.  To add one,
 * write it and name it in SCENARIOS in scenarios.c.
 */
#ifndef TACIT_TESTS_FAULT_ALLOC_H
#define TACIT_TESTS_FAULT_ALLOC_H

#include "base/context.h"

typedef struct scenario {
    const char *name; /* NULL ends the list */
    tacit_status (*run)(tacit_ctx *cx);
} scenario;

extern const scenario SCENARIOS[];

/* Scenarios of scenarios_run.c. */
tacit_status scenario_hierarchy(tacit_ctx *cx);
tacit_status scenario_plan(tacit_ctx *cx);
tacit_status scenario_protect(tacit_ctx *cx);

/* Scenarios of scenarios_catalog.c. */
tacit_status scenario_methods(tacit_ctx *cx);
tacit_status scenario_measures(tacit_ctx *cx);

#endif
