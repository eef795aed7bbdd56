/*
 * split.h - how the records of a node are divided.
 */
#ifndef TACIT_MICRO_LINKAGE_NEAREST_SPLIT_H
#define TACIT_MICRO_LINKAGE_NEAREST_SPLIT_H

#include "micro/linkage/nearest/tree.h"

/* Divide the records order[begin ... end) (rows of distinct records) of `node` into two parts
 * of at least `least` each, reordering them; returns where the second begins, and sets
 * column, cut and left of `node`.  `node` has at least 2 * least records. */
size_t tacit_split_records(const tacit_nearest_tree *t, uint32_t *order, size_t least,
                           tacit_nearest_node *node);

#endif
