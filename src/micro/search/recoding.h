/*
 * recoding.h - a local recoding: each cell of a space has its own generalisation.
 *
 * Cells (distinct key combinations) of the same group are released with the same labels;
 * a group's label on an axis is a label of its hierarchy, or a range of values in their
 * order.  No two groups have the same labels on all axes, so that groups are the classes of
 * the release.
 */
#ifndef TACIT_MICRO_SEARCH_RECODING_H
#define TACIT_MICRO_SEARCH_RECODING_H

#include "micro/model/judge.h"
#include "micro/search/space.h"

/* What a group is released with on one axis. */
typedef struct tacit_search_region {
    uint8_t level;  /* of the hierarchy; TACIT_REGION_RANGE: a range */
    uint32_t label; /* of that level; the first value of a range */
    uint32_t last;  /* the last value of a range */
} tacit_search_region;

enum { TACIT_REGION_RANGE = 255 };

/* Some of the records of a cell whose records are in several groups. */
typedef struct tacit_cell_part {
    uint32_t cell, group;
    uint64_t records;
} tacit_cell_part;

typedef struct tacit_recoding {
    size_t n;                    /* groups */
    uint32_t *group;             /* of each cell; n if the cell is suppressed */
    tacit_search_region *region; /* n * axes */
    uint64_t suppressed;         /* records */
    bool removed;                /* they are to be left out, not blanked */
    double *by_axis;             /* granularity loss of each axis, suppressed records counting 1 */
    double loss;                 /* their mean, weighted if weights are given */
    size_t n_parts;              /* only TACIT_LOCAL_RELAXED divides cells */
    tacit_cell_part *part;       /* by cell: all parts of the cells that are divided */
} tacit_recoding;

typedef enum tacit_local_way {
    TACIT_LOCAL_MONDRIAN = 0, /* top-down, a cut splits a group at a median or into the
                                 children of its label; strict: values of a cut stay together */
    TACIT_LOCAL_RELAXED,      /* top-down; records with the median value may go to either side,
                                 so cells may be divided (if only the sizes of classes are
                                 required); children that are too small stay together with
                                 their parent's label */
    TACIT_LOCAL_ITERATIVE,    /* full-domain again and again on the records that are left, as
                                 ARX's iterative local recoding */
    TACIT_LOCAL_REFINE        /* from a full-domain result: suppressed records are taken in,
                                 groups split as far as they go, records moved to better groups;
                                 never worse than what it started from */
} tacit_local_way;

/* Names of the ways for parameters; ends with NULL. */
extern const char *const TACIT_LOCAL_WAYS[];

typedef struct tacit_local_spec {
    tacit_local_way way;
    bool ordered;              /* axes of numbers and dates may use ranges of values instead of
                                  their hierarchies; those without a hierarchy always may,
                                  those whose levels are restricted never */
    const uint8_t *start;      /* REFINE: the node to start from; NULL: the highest */
    const double *weight;      /* of each axis, as in loss.h; NULL: all 1 */
    uint64_t most_suppressed;  /* records */
    uint64_t spare;            /* of these, records that are suppressed only if need be */
    tacit_release_how release; /* what becomes of them */
    double seconds;            /* stop improving after this much time; 0: no limit */
} tacit_local_spec;

/* Recode locally so that `judge` (which must be TACIT_JUDGE_LOCAL) accepts every group; the
 * sensitive columns that the judge wants must be counted in the space.  Labels are of the
 * axes' levels low ... high.  Deterministic unless the time runs out.  Fails with
 * TACIT_ERR_DATA if more records would be suppressed than are allowed, others that break what is
 * required without them included.  The caller frees. */
tacit_status tacit_recode_locally(tacit_ctx *cx, const tacit_search_space *s, tacit_judge *judge,
                                  const tacit_local_spec *spec, tacit_recoding **out);

/* The group of each record of the table; r->n if it is suppressed.  Records of a divided
 * cell go to its parts in the order of rows. */
tacit_status tacit_recoding_rows(tacit_ctx *cx, const tacit_search_space *s,
                                 const tacit_recoding *r, uint32_t *group_of_row);

/* Free.  Accepts NULL. */
void tacit_recoding_free(tacit_recoding *r);

#endif
