/*
 * region.h - some columns that are free while all others stay as they are; for the files of this
 * folder.
 */
#ifndef TACIT_TABULAR_SUPPRESS_REGION_H
#define TACIT_TABULAR_SUPPRESS_REGION_H

#include "tabular/suppress/search.h"

typedef struct tacit_hiding_region {
    tacit_hiding *h;
    double *point;   /* of all columns: a pattern that stands */
    uint32_t *free;  /* the columns that are free */
    size_t n;        /* how many there are */
    uint32_t *place; /* of a column among them, from 1; 0: it stays */
    uint32_t *row;   /* equations in which they stand */
    size_t n_rows;
    bool *seen_row;  /* of an equation: whether it is one of those */
    uint32_t *claim; /* claims whose proofs need free columns, or do not hold */
    size_t n_claims;
    /* The pool by column: rows at[first[j]] ... of its first `indexed`. */
    size_t *first, indexed;
    uint32_t *at;
    bool *taken; /* of a row of the pool: whether it was looked at */
} tacit_hiding_region;

/* Room for regions of `h`; the caller frees. */
tacit_status tacit_hiding_region_begin(tacit_ctx *cx, tacit_hiding *h, double *point,
                                       tacit_hiding_region *out);
void tacit_hiding_region_free(tacit_hiding_region *g);

/* Bring the index of the pool up to date. */
tacit_status tacit_hiding_region_index(tacit_ctx *cx, tacit_hiding_region *g);

/* Set the columns around column `j` free, breadth first by equations, about `size` of them: those
 * that are hidden, or that would make the relaxation dearer by at most `most`. */
void tacit_hiding_region_find(tacit_hiding_region *g, uint32_t j, double size, double most);

/* Set no column free. */
void tacit_hiding_region_leave(tacit_hiding_region *g);

/* Add to `out` the rows of the pool over the free columns (by place) that the others do not
 * fulfil: all of them, or row `r` alone. */
tacit_status tacit_hiding_region_rows(tacit_ctx *cx, tacit_hiding_region *g, tacit_cuts *out);
tacit_status tacit_hiding_region_row(tacit_ctx *cx, const tacit_hiding_region *g, size_t r,
                                     tacit_cuts *out);

/* What a tree of programs over a region came to (tree.c). */
typedef struct tacit_hiding_region_tree {
    bool better; /* the pattern is cheaper now */
    bool done;   /* there is none cheaper in the region */
} tacit_hiding_region_tree;

/* Make the pattern cheaper within the region, looking at no more than `nodes` programs. */
tacit_status tacit_hiding_region_branch(tacit_ctx *cx, tacit_hiding_region *g, size_t nodes,
                                        tacit_hiding_region_tree *out);

#endif
