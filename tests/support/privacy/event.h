/*
 * event.h - sets of answers by which two data sets can be told apart.
 *
 * An answer is looked at in several ways: each integer of it, the difference of each two that
 * follow one another, all of it at once, all of it as thirds of the range that each integer has,
 * and what the subject's attacker computes.  Of each, events are "at most c", "at least c" and sets
 * of values, likeliest under one data set first.
 */
#ifndef TACIT_TESTS_SUPPORT_PRIVACY_EVENT_H
#define TACIT_TESTS_SUPPORT_PRIVACY_EVENT_H

#include "base/context.h"
#include "support/privacy/subject.h"

/* `n` answers of a subject to the same data. */
typedef struct answers {
    size_t n;
    int64_t *at; /* n times `told` integers */
} answers;

/* Ask the subject `n` times; scratch memory. */
answers ask_often(tacit_ctx *cx, const subject *s, const people *in, size_t n,
                  tacit_keystream *stream);

typedef enum event_kind { EVENT_AT_MOST = 0, EVENT_AT_LEAST, EVENT_AMONG } event_kind;

enum { THIRDS = 3 };

typedef struct event {
    size_t view;                        /* the way of looking */
    int64_t cut[MOST_TOLD][THIRDS - 1]; /* between thirds, if it looks at those */
    event_kind kind;
    int64_t bound;
    size_t n; /* values in ascending order, of EVENT_AMONG */
    int64_t *value;
    double score; /* by how many standard errors the promise seems broken */
} event;

/* What is seen of an answer. */
int64_t see(const subject *s, const event *e, const int64_t *out);

/* The event that most seems to break the promise: likely in `a`, unlikely in `b`.  It is chosen by
 * one half of the answers and scored by the other, so that a view of which each value is seen once
 * does not win; even so it must be tried on new answers.  O(n log n) a view. */
event choose_event(tacit_ctx *cx, const subject *s, const answers *a, const answers *b);

/* How many of the answers are in it. */
uint64_t count_event(const subject *s, const event *e, const answers *in);

#endif
