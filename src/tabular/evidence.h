/*
 * evidence.h - tables that were found possible, kept as proof for more than they were looked for.
 *
 * A point y (attack.h) that moves cell k shows how far k can go; one that leaves the cells of a
 * contributor as they are shows it to that contributor too.  O(points * cells) to use.
 */
#ifndef TACIT_TABULAR_EVIDENCE_H
#define TACIT_TABULAR_EVIDENCE_H

#include "base/context.h"

/* Points of `n` numbers in scratch memory. */
typedef struct tacit_evidence {
    size_t n, count, most;
    double *point;
} tacit_evidence;

/* Room for points of `n` numbers; more than there is room for are not kept. */
tacit_status tacit_evidence_new(tacit_ctx *cx, size_t n, tacit_evidence *out);
void tacit_evidence_keep(tacit_evidence *e, const double *y);

/* How far each number can go `up` and `down` by the points that do not move those that are
 * `still`. */
void tacit_evidence_use(const tacit_evidence *e, const bool *still, double *up, double *down);

/* Take one point into account. */
void tacit_evidence_take(size_t n, const double *y, double *up, double *down);

#endif
