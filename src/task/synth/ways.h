/*
 * ways.h - other ways to carry out a plan for synthetic data, and what comes of each.
 */
#ifndef TACIT_TASK_SYNTH_WAYS_H
#define TACIT_TASK_SYNTH_WAYS_H

#include "run/work.h"

/* One way: the plan's text with other values, and what came of it. */
typedef struct tacit_synth_way {
    const char *words; /* "cart, min_bucket 20, dealt" */
    const char *text;  /* the plan */
    bool own;          /* it is the plan as it was given */
    bool done;         /* it can be carried out; if not, `why` says why not */
    bool keeps;        /* what the plan requires of membership holds */
    bool best_risk;    /* nothing else gives away less and keeps more */
    char why[300];
    double advantage, closer, disclosed; /* of the trial */
    double pairs, worst, triples;        /* S_pMSE, of the release */
} tacit_synth_way;

/* Put all ways into the record.  `best` is the number of the one to take; `n` if there is none. */
tacit_status tacit_synth_ways_tell(tacit_ctx *cx, tacit_work *w, const tacit_synth_way *way,
                                   size_t n, size_t best);

#endif
