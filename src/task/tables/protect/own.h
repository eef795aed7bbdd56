/*
 * own.h - ways to protect tables that are tried for comparison; for the files of this folder.
 */
#ifndef TACIT_TASK_TABLES_PROTECT_OWN_H
#define TACIT_TASK_TABLES_PROTECT_OWN_H

#include "task/tables/protect/protect.h"

/* One way to protect tables; without a protection they are published as they are. */
typedef struct tacit_trial {
    const tacit_protection *protection;
    tacit_args args;
    const char *words; /* "base 5, how plain": what is not by default, but for its time */
    bool own;          /* it is what the plan asks for */
} tacit_trial;

/* Whether something says which cells of the tables are sensitive. */
bool tacit_trials_judged(const tacit_plan *plan);

/* The ways that are tried for the tables of a plan, in scratch memory: none, the plan's own, and of
 * each protection that suits them some with other parameters. */
tacit_status tacit_trials_of(tacit_ctx *cx, const tacit_work *w, const tacit_tabulation *t,
                             double seconds, tacit_trial **out, size_t *n);

/* What came of one.  Figures are those of the measures of tables. */
typedef struct tacit_tried {
    const tacit_trial *way;
    bool done;     /* it can be carried out; if not, `why` says why not */
    bool judged;   /* something says which cells are sensitive; else nothing can be called safe */
    bool holds;    /* the audit finds what its protection promises */
    char why[400]; /* a sentence */
    double sensitive, unsafe, exact, too_narrow, risk, narrowest, near_value;
    double same, changed, hidden, left_out, loss, weighted_loss;
    double secondary, cost, pooled, distance, weighted_distance, largest;
} tacit_tried;

/* Try one on a copy of the tables, audit and measure it. */
tacit_status tacit_trial_run(tacit_ctx *cx, const tacit_work *w, const tacit_tabulation *t,
                             tacit_tried *out);

/* What the audit says of it, in a word or two. */
const char *tacit_tried_verdict(const tacit_tried *x);

/* Whether it is to be called safe: the audit says so of intervals or distances.  Noise promises
 * neither. */
bool tacit_tried_is_safe(const tacit_tried *x);

/* Put all that were tried into the record. */
tacit_status tacit_tried_tell(tacit_ctx *cx, const tacit_work *w, const tacit_tried *all, size_t n);

#endif
