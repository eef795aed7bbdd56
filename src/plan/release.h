/*
 * release.h - the inside of a release, for plan/ alone.
 */
#ifndef TACIT_PLAN_RELEASE_H
#define TACIT_PLAN_RELEASE_H

#include "engine/stage.h"
#include "plan/run.h"
#include "table/table.h"

struct tacit_release {
    tacit_staged *staged;
    char *report; /* where the plan wants it, or NULL */
};

/* Write `t` to `target`, which appears whole or not at all. */
tacit_status tacit_release_table(tacit_ctx *cx, const tacit_table *t, const char *target);

#endif
