/*
 * tree.h - a hierarchy as a tree to look at.
 */
#ifndef TACIT_TASK_HIERARCHY_TREE_H
#define TACIT_TASK_HIERARCHY_TREE_H

#include <jansson.h>

#include "hierarchy/hierarchy.h"

/* The tree from its root down as { "label", "values", "rows", "below": [...], "more" },
 * "more" being how many branches are left out; a node that is not opened has no "below".
 * Labels that repeat downwards without parting are one node.  At most 60 leaves.  The caller
 * owns it. */
tacit_status tacit_hierarchy_tree(tacit_ctx *cx, const tacit_hierarchy *h, json_t **out);

#endif
