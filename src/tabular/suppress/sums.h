/*
 * sums.h - proofs of whole units as sums of moves that are at hand; for the files of this folder.
 *
 * Where cells hardly can move, all moves of whole units of a part are sums of few (solve/kernel.h).
 * A sum of two that each move a cell by a unit moves it by two; where it takes another cell beyond
 * what can be, a third one may take that back.  Such sums are found in less than a millisecond,
 * while a program of whole numbers takes a hundred times as long.
 */
#ifndef TACIT_TABULAR_SUPPRESS_SUMS_H
#define TACIT_TABULAR_SUPPRESS_SUMS_H

#include "tabular/parts.h"
#include "tabular/suppress/proofs.h"

/* Parts of more cells are left to programs. */
enum { TACIT_SUMS_CELLS = 1500 };

/* A move of `n` cells by whole units. */
typedef struct tacit_hiding_step {
    size_t n;
    uint32_t *cell;
    int32_t *by;
} tacit_hiding_step;

typedef struct tacit_hiding_sums {
    tacit_hiding_proofs *proofs;
    tacit_hiding_step *step; /* the moves at hand */
    size_t n, room;
    uint32_t *first;       /* of a cell: its last link, from 1; 0: none */
    uint32_t *next, *with; /* of a link: the one before, and the move */
    size_t n_links, room_links;
    int32_t *up, *down; /* of a cell: units that it can go */
    int32_t *y;         /* of a cell: where the sum at hand has it */
    uint32_t *moved;    /* cells that the sum has moved, perhaps back to 0, */
    bool *is_moved;     /* each once */
    size_t n_moved;
    bool alone; /* a sum is kept for the claim that asked for it alone */
} tacit_hiding_sums;

/* No moves yet.  The caller frees. */
tacit_status tacit_hiding_sums_begin(tacit_ctx *cx, tacit_hiding_proofs *p, tacit_hiding_sums *out);
void tacit_hiding_sums_free(tacit_hiding_sums *w);

/* The moves that all moves of the parts of the pattern `x` are sums of, as far as they are found
 * before `end`.  The caller frees. */
tacit_status tacit_hiding_sums_begin_all(tacit_ctx *cx, tacit_hiding_proofs *p, const double *x,
                                         double end, tacit_hiding_sums *out);

/* Add a move of whole units, or those that all moves of a part are sums of. */
tacit_status tacit_hiding_sums_add(tacit_ctx *cx, tacit_hiding_sums *w,
                                   const tacit_hiding_proof *move);
tacit_status tacit_hiding_sums_add_step(tacit_ctx *cx, tacit_hiding_sums *w,
                                        const tacit_hiding_step *step);
tacit_status tacit_hiding_sums_add_part(tacit_ctx *cx, tacit_hiding_sums *w,
                                        const tacit_cell_parts *parts, size_t p);

/* Whether cells have one unit, and their equations whole weights. */
bool tacit_hiding_sums_are_even(const tacit_system *s, const uint32_t *cell, size_t n);

/* Whether a sum that begins with a move, at hand or not, proves a claim; nothing is kept. */
bool tacit_hiding_sums_can(tacit_hiding_sums *w, uint32_t claim, const tacit_hiding_step *step);

/* Let sums leave cell `i` where it is, or let them move it again. */
void tacit_hiding_sums_hold(tacit_hiding_sums *w, uint32_t i, bool still);

/* Look for a sum that proves a claim, and keep it for all claims that it shows and that have no
 * proof of whole units under the pattern `x`, or `alone`; `*found` if there is one.  Not finding
 * one says nothing. */
tacit_status tacit_hiding_sums_prove(tacit_ctx *cx, tacit_hiding_sums *w, const double *x,
                                     uint32_t claim, bool *found);

#endif
