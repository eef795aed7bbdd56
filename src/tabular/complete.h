/*
 * complete.h - values for cells of which nobody knows them.
 *
 * They are those of some table that agrees with all values that are known (proof.h).  What readers
 * can compute of a cell is the same whichever it is.  Readers are taken to know that no such cell
 * is beyond ten times the largest value that is known.
 */
#ifndef TACIT_TABULAR_COMPLETE_H
#define TACIT_TABULAR_COMPLETE_H

#include "tabular/system.h"

/* Give the cells that `s` marks as unknown values and bounds; a lower bound below 0 says that a
 * value may be negative.  Nothing is done if none is unknown.  Fails with TACIT_ERR_DATA if no
 * table agrees with what is known. */
tacit_status tacit_system_complete(tacit_ctx *cx, tacit_system *s);

#endif
