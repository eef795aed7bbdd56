/*
 * asked.h - a mechanism of the catalog as a subject, with the neighbours that it is made for.
 */
#ifndef TACIT_TESTS_SUPPORT_PRIVACY_ASKED_H
#define TACIT_TESTS_SUPPORT_PRIVACY_ASKED_H

#include "privacy/mechanism/mechanism.h"
#include "support/privacy/subject.h"

/* How a person moves the values. */
typedef enum move_kind {
    MOVES_EACH = 0, /* every value, up or down */
    MOVES_ONE,      /* one value, up or down */
    MOVES_UP,       /* some values, all up */
    MOVES_CATEGORY  /* one value to any of 0 ... by-1 */
} move_kind;

typedef struct moves {
    size_t n; /* values, at most MOST_PEOPLE */
    move_kind kind;
    int by;
} moves;

enum { MOST_ASKED_ARGS = 8, MOST_ASKED_DRAWS = 64 };

typedef struct asked {
    moves how; /* first: asked_pair() is for everything that begins with it */
    const tacit_mechanism *m;
    tacit_value at[MOST_ASKED_ARGS];
    tacit_args args;
    tacit_request request;
} asked;

/* Ask `m` with arguments in the order of its parameters.  `*out` stays where it is. */
void asked_of(tacit_ctx *cx, const tacit_mechanism *m, moves how, const double *arg, size_t n,
              asked *out);
#define ASKED_OF(cx, m, how, out, ...)                                                             \
    asked_of(cx, m, how, (const double[]){ __VA_ARGS__ },                                          \
             sizeof((const double[]){ __VA_ARGS__ }) / sizeof(double), out)

/* The subject that promises epsilon and delta, whatever the arguments say. */
subject asked_subject(const asked *a, const char *name, double epsilon, double delta);

/* Neighbours: the patterns of Ding, Wang, Wang, Zhang and Kifer (2018), then random ones.
 * `s->self` begins with `moves`. */
void asked_pair(const subject *s, size_t i, tacit_rng *rng, people *a, people *b);

#endif
