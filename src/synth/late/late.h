/*
 * late.h - columns that are written when all are made, for synth.c alone.
 */
#ifndef TACIT_SYNTH_LATE_LATE_H
#define TACIT_SYNTH_LATE_LATE_H

#include "synth/making.h"

/* Find out which columns can wait: m->late has for each of them a record of every code, in scratch
 * memory, and NULL for those that are written as soon as they are made.  O(records) a column. */
tacit_status tacit_late_find(tacit_ctx *cx, tacit_making *m);

/* Put the records that stand for the codes of column j, which waits, into m->cells. */
void tacit_late_take(const tacit_making *m, size_t j);

#endif
