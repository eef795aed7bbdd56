/*
 * record_swap_homes.h - households, their regions, and how rare they are in them.
 */
#ifndef TACIT_MICRO_METHOD_SWAP_RECORD_SWAP_HOMES_H
#define TACIT_MICRO_METHOD_SWAP_RECORD_SWAP_HOMES_H

#include "micro/method/swap/swap.h"

/* The households of a table, in the order of their first records.  In scratch memory. */
typedef struct tacit_homes {
    size_t n;
    const uint32_t *of_row; /* household of each record */
    const size_t *first;    /* first record of each household */
    const uint32_t *size;   /* records in each */
    const bool *able;       /* whether it can be exchanged */
    size_t unable;          /* how many cannot */
    bool known;             /* by a column; otherwise each record is a household */
} tacit_homes;

/* The households of `t` by the column of that role; a record in which it is missing is a
 * household of its own.  One in which any of the columns `moved` is missing or not the same in
 * all records cannot be exchanged.  O(records). */
tacit_status tacit_homes_of(tacit_ctx *cx, const tacit_table *t, const tacit_select *moved,
                            tacit_homes *out);

/* What may be compared of households.  Without columns only the size. */
typedef struct tacit_home_profile {
    const char *label;
    tacit_select columns; /* as the first record has them */
    bool size;            /* also the number of records */
} tacit_home_profile;

/* Number the profiles of households: of[h] in scratch memory. */
tacit_status tacit_homes_profile(tacit_ctx *cx, const tacit_table *t, const tacit_homes *homes,
                                 const tacit_home_profile *profile, uint32_t **of);

/* How rare the members of households are in their regions.  In scratch memory. */
typedef struct tacit_home_risk {
    size_t levels;         /* of regions, the largest first */
    uint32_t **region;     /* [level][household]: number of its region at that level */
    const size_t *level;   /* the first level at which a member is rarer than k, or `levels` */
    const double *highest; /* of the members at the last level: 1 / records alike there */
} tacit_home_risk;

/* Count for each level the records of a region that are alike in the columns `risk`, missing
 * being a value; a household is at risk where that is below `k` for a member.  A region is the
 * combination of the columns `regions` up to its level.  Without `risk` nobody is.
 * O(levels * records). */
tacit_status tacit_homes_risk(tacit_ctx *cx, const tacit_table *t, const tacit_homes *homes,
                              const tacit_select regions_risk[2], uint64_t k, tacit_home_risk *out);

#endif
