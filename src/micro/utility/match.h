/*
 * match.h - columns that two tables share.
 */
#ifndef TACIT_MICRO_UTILITY_MATCH_H
#define TACIT_MICRO_UTILITY_MATCH_H

#include "micro/utility/utility.h"

/* A column of the original and the column of the same name in the masked table. */
typedef struct tacit_match {
    const tacit_column *before, *after;
} tacit_match;

/* The columns that are in both tables and of one of `types` (bits) in both, except
 * identifiers and ids that only link records; in scratch memory. */
tacit_status tacit_match_columns(tacit_ctx *cx, const tacit_pair *pair, unsigned types,
                                 tacit_match **out, size_t *n);

#endif
