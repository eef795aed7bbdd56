/*
 * block.h - cells of a rounded table that may move while all others stay.
 */
#ifndef TACIT_TABULAR_PROTECTION_ROUND_BLOCK_H
#define TACIT_TABULAR_PROTECTION_ROUND_BLOCK_H

#include "tabular/protection/round/round.h"

/* A class in an equation. */
typedef struct tacit_round_entry {
    uint32_t class;
    int32_t weight;
} tacit_round_entry;

/* A block; arrays by cell or equation of the whole table, in scratch memory, used again for one
 * block after another. */
typedef struct tacit_round_block {
    tacit_rounding *r;
    const bool *leaf; /* of a cell */
    double strict;    /* what a step beyond r->steps costs */
    double noise;     /* by how much the cost of a step is changed by chance, at most */
    size_t n, n_equations;
    uint32_t *cell, *equation;
    bool *in, *near;   /* of a cell, of an equation: it is in the block, or has a cell in it */
    uint32_t *above;   /* of a cell: another of its class, itself for the one that stands for it */
    int8_t *sign;      /* of a cell: 1 if it moves as that one, -1 if against it */
    bool *stays;       /* of a class */
    double *up, *down; /* of a class: what a step costs; HUGE_VAL if it cannot */
    int32_t *weight;   /* of a class in the equation that is looked at */
    uint32_t *column;  /* of a class: that of a step up, the next one is down */
    tacit_round_entry *row; /* room for an equation */
} tacit_round_block;

/* Room for blocks of `r`; `leaf` says which cells are leaves. */
tacit_status tacit_round_block_new(tacit_ctx *cx, tacit_rounding *r, const bool *leaf,
                                   double strict, tacit_round_block *out);

/* Put a cell into the block. */
void tacit_round_block_add(tacit_round_block *b, uint32_t cell);

/* Move the cells of the block to where they cost less, by at most a step each, and empty it.
 * `gain` is what it gained (with noise perhaps less than nothing), `work` what it took: steps of
 * the simplex method times columns. */
tacit_status tacit_round_block_solve(tacit_ctx *cx, tacit_round_block *b, tacit_rng *rng,
                                     double *gain, double *work);

#endif
