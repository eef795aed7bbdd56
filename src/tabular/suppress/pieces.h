/*
 * pieces.h - the inequalities found so far, apart where no column joins them; for the files of this
 * folder.
 */
#ifndef TACIT_TABULAR_SUPPRESS_PIECES_H
#define TACIT_TABULAR_SUPPRESS_PIECES_H

#include "tabular/suppress/search.h"

/* The pieces of the pool. */
typedef struct tacit_hiding_pieces {
    tacit_hiding *h;
    double most;
    uint32_t *up; /* union-find over columns */
    size_t n;
    size_t *first_column, *first_row;
    uint32_t *column, *row;
    uint32_t *piece;     /* of a column; n if it has none */
    uint32_t *place;     /* of a column in its piece */
    double *bound;       /* of a piece: its columns cost no less, while all others stay at 0 */
    const double *known; /* a pattern that stands, of all columns; NULL: none is known */
    size_t n_hard;       /* pieces to come that take time */
    tacit_pieces *out;
} tacit_hiding_pieces;

/* Find the pieces of the pool over the free columns: those that make the relaxation dearer by at
 * most `p->most`, that it hides, or that `h->freed` says; in scratch memory (split.c). */
tacit_status tacit_hiding_pieces_find(tacit_ctx *cx, tacit_hiding_pieces *p);

/* Whether a column is free. */
bool tacit_hiding_pieces_have(const tacit_hiding_pieces *p, size_t j);

/* Solve piece `k` in whole numbers for at most `seconds` (piece.c).  A point that is found in time
 * may break rows if the outcome is not optimal. */
tacit_status tacit_hiding_piece_solve(tacit_ctx *cx, const tacit_hiding_pieces *p, size_t k,
                                      double seconds, tacit_mip *out);

/* What the relaxation says that piece `k` costs at least (gaps.c). */
double tacit_hiding_pieces_least(const tacit_hiding_pieces *p, size_t k);

/* Given the bounds of all pieces: the least that any pattern costs, and which columns must be free
 * for more (gaps.c). */
tacit_status tacit_hiding_pieces_gaps(tacit_ctx *cx, const tacit_hiding_pieces *p);

#endif
