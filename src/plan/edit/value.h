/*
 * value.h - how values are recognised in a plan; how they are written says edit.h.
 */
#ifndef TACIT_PLAN_EDIT_VALUE_H
#define TACIT_PLAN_EDIT_VALUE_H

#include "plan/edit/edit.h"
#include "plan/parse_tree.h"

/* Whether `node` reads as `value`. */
bool tacit_edit_is_value(const tacit_node *node, const json_t *value);

/* Whether two nodes read the same, with keys in the same order. */
bool tacit_edit_is_same(const tacit_node *a, const tacit_node *b);

#endif
