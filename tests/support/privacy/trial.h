/*
 * trial.h - is a subject as private as it says?
 *
 * Neighbours are searched: many pairs with few answers each, the best four with more, the best one
 * with most; of those answers the event is chosen that most seems to break the promise.  Then new
 * answers are asked for, and three exact tests look at the event in them:
 *
 *   the least epsilon   log((least share in a - delta) / most share in b), Clopper and Pearson's
 *   thinning            each answer of a in the event is kept with probability exp(-epsilon); then
 * a must not have more than b (Ding, Wang, Wang, Zhang and Kifer 2018), by Fisher's test; the mean
 * of ten p-values, doubled (Rueschendorf 1982) closeness           closeness.h, over 64 cells of
 * what is looked at
 *
 * A subject that keeps its promise is called broken with a probability of at most TRIAL_ALPHA.  All
 * trials of one run, of which there may be TRIALS, call none broken wrongly except with a
 * probability of 1e-6.  Keys are fixed, so that every run of `make test` gives the same; with
 * TACIT_TRIAL_ROUNDS in the environment there are so many times the answers, under keys of the
 * system.
 */
#ifndef TACIT_TESTS_SUPPORT_PRIVACY_TRIAL_H
#define TACIT_TESTS_SUPPORT_PRIVACY_TRIAL_H

#include "support/privacy/event.h"

#define TRIALS 1000
#define TRIAL_ALPHA (1e-6 / TRIALS)

typedef struct verdict {
    bool broken;
    double least;           /* epsilon is at least this */
    double p_value;         /* of thinning */
    double beyond;          /* the distance of closeness.h, */
    double allowed;         /* and what it may be */
    uint64_t in_a, in_b, n; /* answers in the event, of n each */
} verdict;

/* How often all answers are asked for: 1, or what the environment says. */
size_t trial_rounds(void);

/* A stream for the test called `name`: the same always, or under a key of the system. */
tacit_keystream trial_stream(tacit_ctx *cx, const char *name);

/* Try it; an error rate of `alpha`. */
verdict try_subject(tacit_ctx *cx, const subject *s, double alpha);

/* It is called broken, or it is not. */
void assert_broken(tacit_ctx *cx, const subject *s);
void assert_private(tacit_ctx *cx, const subject *s);

#endif
