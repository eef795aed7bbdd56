/*
 * breaks.h - levels of intervals between breaks, and their labels: for builders.
 */
#ifndef TACIT_HIERARCHY_BREAKS_H
#define TACIT_HIERARCHY_BREAKS_H

#include "base/text.h"
#include "hierarchy/hierarchy.h"

/* Room for two numbers and what stands around them. */
enum { TACIT_BREAKS_BYTES = 2 * TACIT_NUMBER_BYTES + 8 };

/* Whether x is a whole number. */
bool tacit_breaks_is_whole(double x);

/* Label the computed interval [low, high): 20-29 for INTEGER, where the ends are whole numbers;
 * [20, 30) for REAL; [2000-01-01, 2001-01-01) for DATE. */
void tacit_breaks_interval(tacit_type type, double low, double high, char out[TACIT_BREAKS_BYTES]);

/* Add the level below the first of `n` breaks that go upwards, between each two, and from the
 * last on; * without breaks. */
tacit_status tacit_breaks_add(tacit_ctx *cx, tacit_hierarchy *h, const double *breaks, size_t n);

#endif
