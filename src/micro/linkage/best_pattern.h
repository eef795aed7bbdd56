/*
 * best_pattern.h - for each record the partner of the highest weight.
 */
#ifndef TACIT_MICRO_LINKAGE_BEST_PATTERN_H
#define TACIT_MICRO_LINKAGE_BEST_PATTERN_H

#include "micro/linkage/scan/scan.h"

/* Rank of each code by the weight of its pattern, from 0 for the lowest; patterns of equal
 * weight (within 1e-9) share a rank.  In scratch memory. */
tacit_status tacit_pattern_ranks(tacit_ctx *cx, const tacit_pattern_code *code,
                                 const tacit_fs *model, uint32_t **out);

/* How many records of a are linked rightly if each is linked to the record of b of highest
 * weight; `same[i]` is the row of b that belongs to row i of a. */
typedef struct tacit_right_links {
    double credit; /* sum of 1 / number of partners of equal weight, where the right is one */
    double unique; /* records whose right partner alone has the highest weight */
} tacit_right_links;
tacit_status tacit_right_links_of(tacit_ctx *cx, const tacit_pattern_pairs *pairs,
                                  const tacit_fs *model, const uint32_t *same,
                                  tacit_right_links *out);

/* Set m to the shares of levels among the true pairs (i, same[i]), within [least, 1 - least];
 * fields that are missing in all of them keep theirs. */
void tacit_fs_set_true_m(const tacit_pattern_pairs *pairs, const uint32_t *same, double least,
                         tacit_fs *model);

#endif
