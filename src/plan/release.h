/*
 * release.h - the inside of a release, for plan/ alone.
 */
#ifndef TACIT_PLAN_RELEASE_H
#define TACIT_PLAN_RELEASE_H

#include "engine/stage.h"
#include "plan/run.h"

struct tacit_release {
    tacit_staged *staged;
    char *report; /* where the plan wants it, or NULL */
};

#endif
