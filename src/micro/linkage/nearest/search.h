/*
 * search.h - nearest neighbours with a tree of a chosen shape, and of some records.
 */
#ifndef TACIT_MICRO_LINKAGE_NEAREST_SEARCH_H
#define TACIT_MICRO_LINKAGE_NEAREST_SEARCH_H

#include "micro/linkage/nearest/nearest.h"
#include "micro/linkage/nearest/tree.h"

/* The shape that nearest.h uses; others are for tests. */
extern const tacit_tree_tuning TACIT_TREE_TUNING;

/* tacit_nearest_find() and tacit_nearest_ties() with another. */
tacit_status tacit_search_find(tacit_ctx *cx, const tacit_nearest_spec *spec,
                               const tacit_tree_tuning *tuning, tacit_nearest *out);
tacit_status tacit_search_ties(tacit_ctx *cx, const tacit_nearest_spec *spec,
                               const tacit_tree_tuning *tuning, tacit_ties *out);

#endif
