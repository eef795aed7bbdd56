/*
 * walk.h - from subtable to subtable, from the top down; for the files of this folder.
 *
 * In each the cells that are hidden so far are protected, also those that protect others.  A cell
 * that has to be hidden though a subtable before this one shows it sends the walk back there.
 * Ends, because it goes back only for cells that are hidden anew.
 */
#ifndef TACIT_TABULAR_SUPPRESS_START_WALK_H
#define TACIT_TABULAR_SUPPRESS_START_WALK_H

#include "tabular/suppress/search.h"
#include "tabular/suppress/start/subtables.h"

typedef struct tacit_hiding_walk {
    tacit_hiding *h;
    double *point;
    tacit_subtables tables;
    bool *waits; /* of a subtable: it has cells that were hidden since it was looked at */
    size_t back; /* where the walk goes on */
    bool *seen;  /* of a cell: a subtable that was looked at has it */
    /* Of a hidden cell: how far it must be movable for itself and those that it protects. */
    double *up, *down;
    uint32_t *place; /* room of a step: of a cell of its subtable, the place there */
} tacit_hiding_walk;

/* Protect the cells of one subtable. */
typedef tacit_status tacit_hiding_walk_step(tacit_ctx *cx, tacit_hiding_walk *w,
                                            const tacit_subtable *t);

/* Walk through all subtables of `h`, until time is over. */
tacit_status tacit_hiding_walk_all(tacit_ctx *cx, tacit_hiding *h, tacit_hiding_walk_step *step,
                                   double *point);

/* Hide cell `i`, which must be movable by so much at least. */
void tacit_hiding_walk_hide(tacit_hiding_walk *w, uint32_t i, double up, double down);

/* Whether cell `i` is hidden, and needs to be movable. */
bool tacit_hiding_walk_needs(const tacit_hiding_walk *w, uint32_t i);

#endif
