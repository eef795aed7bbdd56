/*
 * complete.h - values for cells of which nobody knows them.
 *
 * They are those of some table that agrees with all values that are known (proof.h).  What readers
 * can compute of a cell is the same whichever it is.  Readers are taken to know that no such cell
 * is beyond a bound, if one is given.  Without one they know nothing but what follows from the
 * values that are known: all bounds that do are sums of some of these in tables of one or two
 * dimensions, also with a hierarchy (their equations are totally unimodular), and all but never
 * more in others; so cells are let go to twice the sum of all of them, and what gets there has no
 * end.
 */
#ifndef TACIT_TABULAR_COMPLETE_H
#define TACIT_TABULAR_COMPLETE_H

#include "tabular/system.h"

/* Give the cells that `s` marks as unknown values and bounds; a lower bound below 0 says that a
 * value may be negative, and `bound` (0: none) how far from 0 it is at most.  Nothing is done if
 * none is unknown.  Fails with TACIT_ERR_DATA if no table agrees with what is known. */
tacit_status tacit_system_complete(tacit_ctx *cx, tacit_system *s, double bound);

#endif
