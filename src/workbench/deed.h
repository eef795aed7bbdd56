/*
 * deed.h - what the workbench can have done with a plan: a task, or tasks one after the other.
 */
#ifndef TACIT_WORKBENCH_DEED_H
#define TACIT_WORKBENCH_DEED_H

#include "workbench/fence.h"

typedef struct tacit_deed {
    const char *name;
    const char *task; /* NULL: the one that makes what the plan is a plan of */
    const char *asks; /* what it must be asked with, in the section of its task; NULL: nothing */
    bool tries;       /* nothing is written: the release goes to memory, and away */
    bool releases;    /* files are written, and verified */
    bool finishes;    /* if it is cancelled it ends with what it has, if it has something */
} tacit_deed;

/* The deed called `name`, or NULL. */
const tacit_deed *tacit_deed_find(const char *name);

typedef struct tacit_deed_spec {
    const tacit_catalog *tasks;
    const tacit_bench_fence *fence;
    const char *file, *text; /* the plan */
    const json_t *with;      /* what it is asked with, an object; or NULL */
    uint64_t memory;
} tacit_deed_spec;

/* Do it and append the record as JSON; that of the failure if it fails.  Of a release it is
 * { "protect": record, "verify": record or null }. */
tacit_status tacit_deed_do(tacit_ctx *cx, const tacit_deed *deed, const tacit_deed_spec *spec,
                           tacit_buffer *out);

#endif
