/*
 * tie_sets.h - nearest records with all that are equally near.
 *
 * Protected data has many equal records and equal distances, and which of them comes first in
 * a file means nothing.  So the k nearest records of a person are those that are surely among
 * them and those that tie for the last places.
 */
#ifndef TACIT_MICRO_RISK_ATTACK_TIE_SETS_H
#define TACIT_MICRO_RISK_ATTACK_TIE_SETS_H

#include "micro/linkage/nearest/nearest.h"

/* The kinds of records: one of each of those that are equal, in scratch memory. */
typedef struct tacit_kinds {
    tacit_records records; /* one of each kind */
    const uint32_t *start; /* records.n + 1: the rows of kind g are ... */
    const uint32_t *row;   /* ... row[start[g]] to row[start[g + 1] - 1], upwards */
} tacit_kinds;

/* Find the kinds of the records `r`. */
tacit_status tacit_kinds_of(tacit_ctx *cx, const tacit_space *space, const tacit_records *r,
                            tacit_kinds *out);

/* For each record asked for, the kinds among which its k nearest are; in scratch
 * memory.  Those of record i stand in `group` from start[i] to tied[i] - 1, surely near, and
 * from tied[i] to start[i + 1] - 1, tied for the places that are left: `left[i]` of them. */
typedef struct tacit_tie_sets {
    size_t n;
    size_t *start, *tied;
    size_t *left;
    uint32_t *group;
} tacit_tie_sets;

/* Find them for the records space->a among the kinds `to` (space->b is not looked
 * at).  Distances within a relative 1e-12 tie.  k is cut to the number of records. */
tacit_status tacit_tie_sets_of(tacit_ctx *cx, const tacit_space *space, const tacit_kinds *to,
                               size_t k, tacit_tie_sets *out);

#endif
