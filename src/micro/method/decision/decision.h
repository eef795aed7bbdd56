/*
 * decision.h - what a method that changes values one by one has decided, as data.
 *
 * A decision is a list of changes.  A change is a step of the plan's own language in which
 * nothing depends on the data any more: a threshold instead of a share, breaks instead of a
 * number of parts, listed values instead of a level.  So a decision can be printed as steps of
 * a plan and read back, and applied to the table that it was made from, to chunks of it, to
 * the population, to next year's file, or by an engine.
 *
 * Laws: applying a change to chunks that begin at multiples of TACIT_BLOCK_ROWS rows gives the
 * rows that applying it to the whole gives.  Deciding on a settled step gives that step.
 */
#ifndef TACIT_MICRO_METHOD_DECISION_DECISION_H
#define TACIT_MICRO_METHOD_DECISION_DECISION_H

#include <jansson.h>

#include "base/param.h"
#include "base/arena.h"
#include "base/rng.h"
#include "micro/method/decision/look.h"
#include "table/table.h"

struct tacit_method;

/* One settled step; its arguments are in the memory of its decision. */
typedef struct tacit_change {
    const struct tacit_method *method;
    tacit_args args;
    bool is_public; /* may be shown to everybody: tells nothing that the release does not */
} tacit_change;

/* Starts as {0}; the owner ends it with tacit_decision_free(). */
typedef struct tacit_decision {
    tacit_arena memory;
    tacit_change *at;
    size_t n, room;
    const struct tacit_method *of; /* the method that decided */
    bool whole;                    /* it cannot be settled: the method needs all rows at once */
    tacit_table *population;       /* what the population became then, if that is known; owned */
} tacit_decision;

/* Where rows stand that a change is applied to, and what it draws from. */
typedef struct tacit_stretch {
    uint64_t first;       /* number of the first row among all, from 0 */
    const tacit_rng *rng; /* the stream of the step and its method */
} tacit_stretch;

/* Wipe and free what `d` holds; it is empty after. */
void tacit_decision_free(tacit_decision *d);

/* Append a change of `method` with a copy of `args`, or its defaults if that is NULL.
 * `*out`, if it is asked for, is valid until the next is appended. */
tacit_status tacit_decision_add(tacit_ctx *cx, tacit_decision *d, const struct tacit_method *method,
                                const tacit_args *args, tacit_change **out);

/* Append copies of all changes of `from`. */
tacit_status tacit_decision_join(tacit_ctx *cx, tacit_decision *d, const tacit_decision *from);

/* Set the argument called `param` of a change of `d` to a copy of `value`; given or not is
 * copied too. */
tacit_status tacit_change_set(tacit_ctx *cx, tacit_decision *d, tacit_change *change,
                              const char *param, const tacit_value *value);

/* The same for a number, a flag or a choice. */
void tacit_change_number(tacit_change *change, const char *param, double x);

/* The same for one text, and for the only column. */
tacit_status tacit_change_text(tacit_ctx *cx, tacit_decision *d, tacit_change *change,
                               const char *param, const char *text);
tacit_status tacit_change_column(tacit_ctx *cx, tacit_decision *d, tacit_change *change,
                                 const char *name);

/* The argument called `param`, which there must be. */
const tacit_value *tacit_change_value(const tacit_change *change, const char *param);

/* Where the columns of a change are in `t`, in scratch memory; all must be there. */
tacit_status tacit_change_select(tacit_ctx *cx, const tacit_change *change, const tacit_table *t,
                                 tacit_select *out);

/* Apply one change, or all in their order, to the rows of `t`, in place.  On failure `t` may be
 * half changed. */
tacit_status tacit_change_apply(tacit_ctx *cx, const tacit_change *change, const tacit_stretch *at,
                                tacit_table *t);
tacit_status tacit_decision_apply(tacit_ctx *cx, const tacit_decision *d, const tacit_stretch *at,
                                  tacit_table *t);

/* Whether a change draws from its stream. */
bool tacit_change_is_random(const tacit_change *change);

/* The changes as steps of a plan: [{method: {parameter: value}}].  The caller owns it. */
tacit_status tacit_decision_json(tacit_ctx *cx, const tacit_decision *d, json_t **out);

#endif
