/*
 * one_to_one.h - each record in at most one link.
 */
#ifndef TACIT_MICRO_LINKAGE_PROBABILISTIC_ONE_TO_ONE_H
#define TACIT_MICRO_LINKAGE_PROBABILISTIC_ONE_TO_ONE_H

#include "micro/linkage/linker.h"

typedef enum tacit_one_to_one {
    TACIT_ONE_TO_ONE_NONE = 0,
    TACIT_ONE_TO_ONE_GREEDY, /* by score downwards, each link whose records are both free */
    TACIT_ONE_TO_ONE_OPTIMAL /* greatest sum of scores; links of a negative score are dropped */
} tacit_one_to_one;
extern const char *const TACIT_ONE_TO_ONE_CHOICES[]; /* "none", "greedy", "optimal", NULL */

/* Drop links of `links` until each record has at most one.  Links fall into groups that
 * share no record; each is solved alone, O(k^3) for the k records of a group.  Groups that
 * are too large to solve are cut greedily; `*too_large` is their number.  The optimum is
 * for links between two tables: fails within one. */
tacit_status tacit_one_to_one_keep(tacit_ctx *cx, const tacit_link_job *job, tacit_one_to_one how,
                                   tacit_links *links, size_t *too_large);

#endif
