/*
 * making.h - a synthetic file on its way, for synth.c and parts.c.
 */
#ifndef TACIT_SYNTH_MAKING_H
#define TACIT_SYNTH_MAKING_H

#include "synth/fence.h"
#include "synth/guard/guard.h"
#include "synth/synth.h"

/* A part at work, or columns that are made at once. */
typedef struct tacit_making_job {
    size_t column;    /* of the spec, the first */
    size_t block;     /* columns that are made at once; 0: it is a part */
    bool states;      /* the column's states, not its values */
    bool first, last; /* of the column */
    tacit_target target;
    tacit_synth_part part;
    void *model;
} tacit_making_job;

/* All that is made, in scratch memory but for the tables. */
typedef struct tacit_making {
    const tacit_synth_spec *spec;
    tacit_synth_told *told;
    size_t rows;             /* of all sets */
    tacit_coding *coding;    /* of each column of the spec */
    uint16_t **code;         /* of each: its codes as a predictor in the synthetic rows ... */
    uint16_t **state;        /* ... and its states, NULL if they are no predictor */
    tacit_synth_cells cells; /* of each row, for the column at work */
    uint32_t **late;         /* of each column that is written at the end: a record of each code */
    bool **skip;             /* of each column: records that it is not learnt from, or NULL */
    bool *settled;           /* of each row: whether its cell follows from others ... */
    bool settles;            /* ... and whether any does */
    tacit_fences *fences;    /* what must hold; NULL: nothing is said */
    uint64_t *rules;         /* of each column: those that fill some of its cells */
    uint32_t *turn;          /* the row that comes i-th in its set, counted among all */
    tacit_guard *guard;      /* NULL: none is asked for */
    tacit_table **out;
} tacit_making;

/* The columns that column j of the spec is made from, in scratch memory. */
tacit_status tacit_making_known(tacit_ctx *cx, const tacit_making *m, size_t j,
                                const tacit_synth_known **out);

/* The stream of what is made from column j on. */
tacit_synth_draws tacit_making_draws(const tacit_making *m, size_t j, const char *what);

/* Get a part ready to be learnt, in scratch memory. */
tacit_status tacit_making_prepare(tacit_ctx *cx, const tacit_making *m, tacit_making_job *b);

/* Put right the cells of column j that were made with those of others at once: what is not allowed
 * gives way to the nearest number or to a record that is, and rules fill the cells that follow. */
tacit_status tacit_making_mend(tacit_ctx *cx, const tacit_making *m, size_t j,
                               tacit_synth_cells *cells);

/* Draw a part that was learnt: m->cells has what each row gets. */
tacit_status tacit_making_draw(tacit_ctx *cx, tacit_making *m, tacit_making_job *b);

#endif
