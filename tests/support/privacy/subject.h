/*
 * subject.h - what is put on trial: something that turns a small data set into integers.
 *
 * A subject promises that for neighbours, data sets that differ in one person, every set of answers
 * has probabilities P and Q with P <= exp(epsilon) Q + delta.  Mechanisms, releases and mutants of
 * both are all seen through this.  A number that is not an integer is answered by its bits.
 */
#ifndef TACIT_TESTS_SUPPORT_PRIVACY_SUBJECT_H
#define TACIT_TESTS_SUPPORT_PRIVACY_SUBJECT_H

#include "base/rng.h"
#include "privacy/sample/keystream.h"

enum { MOST_PEOPLE = 8, MOST_TOLD = 8 };

/* One record; of a mechanism that takes values, one value. */
typedef struct person {
    int64_t id; /* records of one person have the same */
    int64_t group;
    double value; /* NAN if missing */
} person;

typedef struct people {
    size_t n;
    person at[MOST_PEOPLE];
} people;

typedef struct subject {
    const char *name;
    double epsilon, delta; /* what it promises */
    size_t told;           /* integers of an answer, at most MOST_TOLD */
    const void *self;      /* what only its own functions know */
    void (*answer)(const struct subject *s, const people *in, tacit_keystream *stream,
                   int64_t *out);
    /* Pair number i of neighbours: well-known bad ones first, then whatever `rng` says. */
    void (*pair)(const struct subject *s, size_t i, tacit_rng *rng, people *a, people *b);
    /* What an attacker would compute of an answer, besides what is looked at anyhow; or NULL. */
    int64_t (*look)(const int64_t *out);
    size_t effort; /* so many times the answers, where events are rare; 0 is 1 */
    bool slow;     /* no more answers in a longer run */
} subject;

#endif
