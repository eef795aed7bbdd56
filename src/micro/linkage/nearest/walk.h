/*
 * walk.h - the walk through a tree to the nearest records of one record.
 */
#ifndef TACIT_MICRO_LINKAGE_NEAREST_WALK_H
#define TACIT_MICRO_LINKAGE_NEAREST_WALK_H

#include "micro/linkage/nearest/nearest.h"
#include "micro/linkage/nearest/tree.h"

/* A record that is asked for, as the tree wants it; room for one in scratch memory. */
typedef struct tacit_nearest_query {
    float *x;       /* padded: coordinates without missing values */
    float *gap;     /* 2 * gaps: number, 1 if missing */
    uint8_t *code;  /* q */
    uint64_t *mask; /* words: the bit of each code */
    double norm;    /* of the coordinates: what rounding them may cost */
} tacit_nearest_query;

/* What is looked for, and what was found.  With k > 0 the k nearest; with k = 0 the least
 * distance, how many are that near and the lowest of them. */
typedef struct tacit_walk {
    const tacit_nearest_tree *tree;
    const tacit_records *from;
    size_t i;      /* the record of `from` */
    uint32_t skip; /* row of `to` that does not count, or TACIT_TREE_EMPTY */
    uint32_t home; /* leaf to begin with */
    double radius; /* nothing farther than this is looked for */
    tacit_nearest_query query;
    float limit; /* bounds above this are too far: from `radius` and what was found */

    size_t k, n;      /* asked, found so far */
    uint32_t *row;    /* k = 0: the lowest row */
    double *distance; /* k = 0: the least distance */
    uint32_t count;
    bool settled; /* the least distance is known: count what lies within `radius` */
    bool blurred; /* the count may lack records that lie within rounding of the least */
} tacit_walk;

/* Room for a query of `t`, in scratch memory. */
tacit_status tacit_nearest_query_new(tacit_ctx *cx, const tacit_nearest_tree *t,
                                     tacit_nearest_query *out);

/* Find.  `row`, `distance`, `query` and what is asked must be set; `n`, `count` and
 * `blurred` are reset. */
void tacit_walk_tree(tacit_walk *w);

#endif
