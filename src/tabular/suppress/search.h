/*
 * search.h - a search for the cheapest pattern on its way; for the files of this folder.
 */
#ifndef TACIT_TABULAR_SUPPRESS_SEARCH_H
#define TACIT_TABULAR_SUPPRESS_SEARCH_H

#include "solve/lp.h"
#include "tabular/suppress/cuts.h"
#include "tabular/suppress/suppress.h"

typedef struct tacit_hiding {
    tacit_system *s;
    size_t n;         /* columns: cells that may be hidden */
    uint32_t *column; /* of a cell */
    uint32_t *cell;   /* of a column */
    double *cost;     /* of a column */
    bool whole;       /* costs are whole numbers */
    tacit_lp *lp;     /* the relaxation */
    tacit_cuts pool;  /* all inequalities found so far, over columns */
    double *relaxed;  /* its point, and how much dearer it gets for each column */
    double *reduced;
    double bound; /* its cost: no pattern costs less */
    double *x;    /* the pattern at hand, of all cells */
    /* What integer programs found, so that what does not change is not solved again: by the first
     * column of a piece its mark and bound, by column its point. */
    uint64_t *kept_mark;
    double *kept_bound, *kept_point;
    double end; /* when time is over, by tacit_hiding_now() */
} tacit_hiding;

/* Seconds on a clock that only goes forward. */
double tacit_hiding_now(void);

/* Find inequalities that the pattern `h->x` breaks, cheap ones first, and put them into the pool
 * and the relaxation; `*any` says whether there were any. */
tacit_status tacit_hiding_break(tacit_ctx *cx, tacit_hiding *h, bool *any);

/* What pieces.c found. */
typedef struct tacit_pieces {
    double *point; /* a cheapest point of all columns that fulfils the pool, each 0 or 1 */
    double bound;  /* no such point is cheaper, of those that hide no column beyond `most` */
    bool whole;    /* false if some piece ran out of time before its point was proven */
} tacit_pieces;

/* Solve the pool in whole numbers, over the columns that make the relaxation dearer by at most
 * `most`, piece by piece where no inequality joins them. */
tacit_status tacit_hiding_solve(tacit_ctx *cx, tacit_hiding *h, double most, tacit_pieces *out);

/* Hide more until the pattern of `point` stands. */
tacit_status tacit_hiding_mend(tacit_ctx *cx, tacit_hiding *h, double *point);

#endif
