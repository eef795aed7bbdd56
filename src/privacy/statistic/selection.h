/*
 * selection.h - which groups that nobody declared are told of.
 *
 * That a group is there tells that somebody is in it.  A group of n persons is kept with the
 * largest probability that (epsilon, delta) allows (Desfontaines, Voss, Gipson and Mandayam 2022,
 * Differentially private partition selection, theorem 1): p(0) = 0 and
 *   p(n) = min( e^epsilon p(n-1) + delta,  1 - e^-epsilon (1 - p(n-1) - delta),  1 ).
 * A person in up to c groups has epsilon / c and 1 - (1 - delta)^(1/c) for each.  Probabilities are
 * multiples of 2^-62 that keep both inequalities: they are computed for a delta that is a
 * thousandth smaller, which is far more than rounding.  O(persons until p is 1), about
 * log(1/delta) / epsilon.
 */
#ifndef TACIT_PRIVACY_STATISTIC_SELECTION_H
#define TACIT_PRIVACY_STATISTIC_SELECTION_H

#include "privacy/accountant/loss.h"
#include "privacy/sample/draw.h"

/* 1 as a probability. */
#define TACIT_SELECTION_ONE ((uint64_t)1 << 62)

/* The least delta for which that is right. */
#define TACIT_SELECTION_LEAST_DELTA 1e-12

typedef struct tacit_selection {
    double epsilon, delta; /* of all groups of a person together */
    uint64_t groups;       /* that a person can be in */
    uint64_t *keep;        /* of n < `certain` persons: probability, in scratch memory */
    size_t certain;        /* persons from which on a group is always kept */
} tacit_selection;

/* Fill `keep` for the other fields. */
tacit_status tacit_selection_settle(tacit_ctx *cx, tacit_selection *s);

/* What it gives away. */
tacit_privacy_loss tacit_selection_loss(const tacit_selection *s);

/* Whether a group of so many persons is kept. */
bool tacit_selection_draw(const tacit_selection *s, uint64_t persons, tacit_keystream *stream);

#endif
