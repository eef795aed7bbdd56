/*
 * wildcard.h - sums over the classes that match a class when missing keys match anything.
 *
 * Shared by the files of classes/ that differ in how much a match counts.
 */
#ifndef TACIT_MICRO_CLASSES_WILDCARD_H
#define TACIT_MICRO_CLASSES_WILDCARD_H

#include "micro/classes/classes.h"
#include "micro/classes/group.h"

/* Which sum a match goes into. */
typedef enum tacit_match_kind {
    TACIT_MATCH_NONE = 0, /* it does not count */
    TACIT_MATCH_WHOLE,
    TACIT_MATCH_PART
} tacit_match_kind;

/* How records whose missing keys are the bits of `from` count for those with the bits of
 * `to`, when there are `keys` keys. */
typedef tacit_match_kind tacit_match_rule(uint64_t from, uint64_t to, size_t keys);

/* Sums of sizes and weights over the matching classes other than the class itself; added
 * to what is there.  Arrays for which the rule has no match, or no weights exist, are NULL. */
typedef struct tacit_match_sums {
    uint64_t *whole, *part;
    double *whole_weight, *part_weight;
} tacit_match_sums;

/* Sum up the matches of each class of `c`, whose keys are seen through `lens`. */
tacit_status tacit_wildcard_sum(tacit_ctx *cx, const tacit_lens *lens, size_t n_lenses,
                                const tacit_classes *c, tacit_match_rule *rule,
                                const tacit_match_sums *out);

#endif
