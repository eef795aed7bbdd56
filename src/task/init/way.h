/*
 * way.h - ways to reach what a first plan requires, tried on the data.
 */
#ifndef TACIT_TASK_INIT_WAY_H
#define TACIT_TASK_INIT_WAY_H

#include "run/work.h"

/* One way: its name for people, its steps as lines of a plan, and what came of it. */
typedef struct tacit_way_tried {
    const char *name, *steps;
    bool released;    /* it was tried, and what is required holds */
    double kept;      /* of the keys, 0 to 1: 1 - granularity loss (loss_metric) */
    const char *lost; /* clauses; "" if nothing was */
} tacit_way_tried;

/* Most ways that are tried. */
enum { TACIT_MOST_WAYS = 4 };

/* The ways that were tried, and the one to take; n if none will do.  In scratch memory. */
typedef struct tacit_ways {
    tacit_way_tried at[TACIT_MOST_WAYS];
    size_t n, best;
} tacit_ways;

/* Carry out each of the ways on the data of the work: `head` is the plan but for data, steps and
 * output, with the measure loss_metric; `before` the steps that come first.  The way that keeps
 * most of the keys is the best, where one that comes before it keeps nearly as much, that one. */
tacit_status tacit_ways_run(tacit_ctx *cx, const tacit_work *w, const char *head,
                            const char *before, tacit_ways *t);

#endif
