/*
 * nearest.h - exact nearest neighbours of records.
 *
 * Small sets are compared by brute force; large ones by a tree of bounding volumes: a box
 * for the coordinates and a mask of 64 hashed codes for each nominal column, whose lower
 * bound on the distance prunes.  Both are exact; results do not depend on threads.
 */
#ifndef TACIT_MICRO_LINKAGE_NEAREST_NEAREST_H
#define TACIT_MICRO_LINKAGE_NEAREST_NEAREST_H

#include "micro/linkage/space/space.h"

/* What is asked: for each record of `from` the `k` nearest of `to`. */
typedef struct tacit_nearest_spec {
    const tacit_space *space;
    const tacit_records *from, *to; /* space->a or ->b, also twice the same */
    size_t k;                       /* at least 1; fewer are found if `to` has fewer */
    bool skip_self;                 /* record i of `to` is no neighbour of record i of `from` */
} tacit_nearest_spec;

/* Neighbours, in scratch memory: those of record i stand at i * k, by distance, equal ones
 * by row. */
typedef struct tacit_nearest {
    size_t k; /* the smaller of what was asked and what there is */
    const uint32_t *row;
    const double *distance;
} tacit_nearest;
tacit_status tacit_nearest_find(tacit_ctx *cx, const tacit_nearest_spec *spec, tacit_nearest *out);

/* Distances that differ by no more than this share are equal: the rounding of the sum. */
#define TACIT_TIE 1e-12

/* For each record of `from` the distance to its nearest and how many are that near: within
 * a relative 1e-12 of the least distance, the rounding of the sum.  `k` is not looked at.
 * Where there is none, distance is infinite, count 0 and row UINT32_MAX.  In scratch memory. */
typedef struct tacit_ties {
    const double *distance;
    const uint32_t *count;
    const uint32_t *row; /* the lowest of them */
} tacit_ties;
tacit_status tacit_nearest_ties(tacit_ctx *cx, const tacit_nearest_spec *spec, tacit_ties *out);

/* Records whose nearest tie, in classes of about as many ties, so that the neighbours of each
 * class can be listed in memory that fits it. */
typedef struct tacit_tie_class {
    size_t n;
    const uint32_t *row; /* records of `from`, upwards */
    tacit_nearest near;  /* of them, in this order: all that tie and at least one more */
} tacit_tie_class;

/* Call `each` with the classes of the records of which between `least` and `most` others are
 * nearest.  Records of a class are few enough to fit memory; what is listed is gone after the
 * call.  With spec->skip_self the record itself is not among those listed. */
typedef tacit_status tacit_tie_visit(tacit_ctx *cx, const tacit_tie_class *c, void *user);
typedef struct tacit_tie_listing {
    const tacit_nearest_spec *spec;
    const tacit_ties *ties;
    uint32_t least, most; /* ties */
    tacit_tie_visit *each;
    void *user;
} tacit_tie_listing;
tacit_status tacit_list_ties(tacit_ctx *cx, const tacit_tie_listing *listing);

#endif
