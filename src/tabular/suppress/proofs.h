/*
 * proofs.h - why primary cells are protected, kept from one pattern to the next; for the files of
 * this folder.
 *
 * A proof that cell k can be moved by its level is a deviation y that fulfils all equations with
 * y_k at the level (two of them for a width).  It holds under every pattern x that leaves it room,
 * -x_i (a_i - low_i) <= y_i <= x_i (high_i - a_i), so that after a change only the cells whose
 * proofs lost a cell are attacked again.  Most proofs are short: they are looked for among the
 * hidden cells that are few equations away (near.c) before a whole part is attacked.
 */
#ifndef TACIT_TABULAR_SUPPRESS_PROOFS_H
#define TACIT_TABULAR_SUPPRESS_PROOFS_H

#include "solve/tableau.h"
#include "tabular/attack.h"

/* What is asked of a primary cell: to go up, down, and both ends to be apart. */
typedef enum tacit_claim_side {
    TACIT_SIDE_UP = 0,
    TACIT_SIDE_DOWN,
    TACIT_SIDE_WIDTH,
    TACIT_SIDES
} tacit_claim_side;

/* That primary cell `k` is protected on a side, which `most` hidden cells close to it may show. */
typedef struct tacit_claim {
    uint32_t k;
    tacit_claim_side side;
    size_t most;
} tacit_claim;

typedef struct tacit_hiding_proof {
    size_t n;
    uint32_t *cell;
    double *move;
} tacit_hiding_proof;

/* Cells close to one (near.c), and what serves to find them.  A cell that is the only one found of
 * an equation cannot move, nor then can one that is the only other: these are peeled off, and the
 * core is left. */
typedef struct tacit_hiding_near {
    uint32_t *cell, *row; /* found, in order */
    size_t n, m;
    uint32_t *core, *core_row; /* cells that can move, and equations with more than one of them */
    size_t n_core, m_core;
    uint32_t *place;           /* of a cell that was found: in the core, or UINT32_MAX */
    uint32_t *row_place;       /* of an equation that was found */
    uint32_t *seen, *seen_row; /* the last search that found it */
    uint32_t searches;
    uint32_t *count;               /* cells of an equation that are not peeled off yet */
    uint32_t *peeled, *peeled_row; /* cells in the order in which they went, and why */
    size_t n_peeled;
    double *price; /* of each equation, in the proof that the cells found do not do */
} tacit_hiding_near;

/* Room for one inequality on its way (attackers.c); clean but for the cells of the list. */
typedef struct tacit_hiding_room {
    double *d, *weight; /* of a cell: its part in the proof at hand, and in the inequality */
    bool *touched;
    uint32_t *list; /* the cells that are touched */
    size_t n;
} tacit_hiding_room;

typedef struct tacit_hiding_proofs {
    const tacit_system *s;
    uint32_t *number;          /* of a primary cell among them */
    uint32_t *primary;         /* the primary cell of a number */
    size_t n;                  /* of primary cells */
    tacit_hiding_proof *proof; /* by number and side; empty if there is none */
    uint32_t *broken;          /* of a claim: the round that broke it last, of those counted here */
    uint32_t rounds;
    double end; /* when attacks that need not be complete stop, by tacit_lp_now(), or when the work
                 * is asked to finish; 0: never */
    bool cut;   /* the last round of attacks on all claims stopped so */
    tacit_hiding_near near;
    tacit_hiding_room room;
} tacit_hiding_proofs;

/* How far cell `c` must be movable on a side, in whole units; 0 if that is not asked. */
double tacit_claim_level(const tacit_cell *c, tacit_claim_side side);

/* No proofs yet.  The caller frees. */
tacit_status tacit_hiding_proofs_begin(tacit_ctx *cx, const tacit_system *s,
                                       tacit_hiding_proofs *out);
void tacit_hiding_proofs_free(tacit_hiding_proofs *p);

/* The proof of a side of primary cell `k`, and whether one is there that holds under `x`. */
tacit_hiding_proof *tacit_hiding_proofs_of(const tacit_hiding_proofs *p, uint32_t k,
                                           tacit_claim_side side);
bool tacit_hiding_proofs_hold(const tacit_hiding_proofs *p, uint32_t k, tacit_claim_side side,
                              const double *x);

/* Keep the `n` moves `y` of `cell` as a proof, or add them to it. */
tacit_status tacit_hiding_proof_keep(tacit_ctx *cx, tacit_hiding_proof *proof, const uint32_t *cell,
                                     const double *y, size_t n);
tacit_status tacit_hiding_proof_add(tacit_ctx *cx, tacit_hiding_proof *proof, const uint32_t *cell,
                                    const double *y, size_t n);

/* The equations over the cells of a core, and their room. */
typedef struct tacit_hiding_core {
    tacit_sparse a;
    double *low, *high;
} tacit_hiding_core;

/* Those of the core of `p->near` under the pattern `x`, in scratch memory. */
tacit_status tacit_hiding_core_make(tacit_ctx *cx, const tacit_hiding_proofs *p, const double *x,
                                    tacit_hiding_core *out);

/* Where to look for a proof: how many cells at most are close, and as far as one looks; and as far
 * as one looks for proofs of whole units. */
enum { TACIT_CLOSE = 40, TACIT_FAR = 160, TACIT_WIDE = 2000 };

/* Look for a proof among the hidden cells closest to a cell and keep it.  Not finding one says
 * nothing, unless there are fewer; then `p->near` has the cells, their equations, and for one
 * direction the weight g of each equation in the proof: with d = e_k - M'g, y_k = sum of d_i y_i,
 * and no cell that was found can do more. */
tacit_status tacit_hiding_proofs_seek(tacit_ctx *cx, tacit_hiding_proofs *p, const double *x,
                                      const tacit_claim *claim, bool *found);

/* Look for another proof of a claim; without one the old stays. */
tacit_status tacit_hiding_proofs_replace(tacit_ctx *cx, tacit_hiding_proofs *p, const double *x,
                                         const tacit_claim *claim, bool *found);

/* Whether the proof of a side of primary cell `k` moves all cells by whole units, or could not
 * because cells are hidden by shares. */
bool tacit_hiding_proofs_whole(const tacit_hiding_proofs *p, uint32_t k, tacit_claim_side side,
                               const double *x);

/* Whether the proof of a claim holds under the pattern `x` and moves all cells by whole units. */
bool tacit_hiding_proofs_stand(const tacit_hiding_proofs *p, uint32_t claim, const double *x);

/* The cells that a proof may move: those with x > 0; moving others costs their weight. */
typedef struct tacit_hiding_ground {
    const double *x;
    const double *weight; /* of a cell; NULL: all are alike */
    double seconds;       /* for one program */
} tacit_hiding_ground;

/* Look for the lightest proof of whole units among the `most` cells closest to a cell, and keep it
 * for all claims that it shows and that have none under the pattern `x`; `*found` if there is one.
 * Of a width, one that goes all of it one way. */
tacit_status tacit_hiding_proofs_move(tacit_ctx *cx, tacit_hiding_proofs *p,
                                      const tacit_hiding_ground *on, const tacit_claim *claim,
                                      bool *found);

/* Keep a move of whole units, if all its cells have room for it, for the claims that it shows and
 * that have no such proof under the pattern `x`. */
tacit_status tacit_hiding_proofs_share(tacit_ctx *cx, tacit_hiding_proofs *p, const double *x,
                                       const tacit_hiding_proof *move);

/* Look for short proofs in place of long ones under the pattern `x`, until `end`. */
tacit_status tacit_hiding_proofs_shorten(tacit_ctx *cx, tacit_hiding_proofs *p, const double *x,
                                         double end);

/* Room to search `s`, in scratch memory. */
tacit_status tacit_hiding_near_begin(tacit_ctx *cx, const tacit_system *s, tacit_hiding_near *near);

/* The cells with x > 0 that are closest to `k` by equations, at most `most`, and all equations
 * that they stand in. */
void tacit_hiding_near_find(tacit_hiding_near *near, const tacit_system *s, const double *x,
                            uint32_t k, size_t most);

/* Given the prices g of the equations of the core in a proof for cell `k`, those of all equations
 * found: such that cells that were peeled off have no part in it. */
void tacit_hiding_near_prices(tacit_hiding_near *near, const tacit_system *s, uint32_t k,
                              const double *g);

#endif
