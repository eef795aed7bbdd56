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
    /* Instead of `run`: a scenario of independent parts, each interrupted by itself. */
    size_t (*parts)(void);
    tacit_status (*run_part)(tacit_ctx *cx, size_t part);
} scenario;

extern const scenario SCENARIOS[];

/* Scenarios of scenarios_run.c. */
tacit_status scenario_hierarchy(tacit_ctx *cx);
tacit_status scenario_plan(tacit_ctx *cx);
tacit_status scenario_protect(tacit_ctx *cx);
tacit_status scenario_explore(tacit_ctx *cx);
tacit_status scenario_tables(tacit_ctx *cx);
tacit_status scenario_release(tacit_ctx *cx);

/* Scenarios of scenarios_catalog.c. */
tacit_status scenario_methods(tacit_ctx *cx);
size_t scenario_models_count(void);
tacit_status scenario_models(tacit_ctx *cx, size_t part);
size_t scenario_risks_count(void);
tacit_status scenario_risks(tacit_ctx *cx, size_t part);
size_t scenario_utilities_count(void);
tacit_status scenario_utilities(tacit_ctx *cx, size_t part);
size_t scenario_linkers_count(void);
tacit_status scenario_linkers(tacit_ctx *cx, size_t part);

#endif
