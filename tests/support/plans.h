/*
 * plans.h - random plans' texts: a value in a random layout.
 *
 * The writer knows nothing of the code under test; it follows the YAML 1.2 specification
 * and puts numbered comments wherever they may stand, with who they belong to.
 */
#ifndef TACIT_TESTS_SUPPORT_PLANS_H
#define TACIT_TESTS_SUPPORT_PLANS_H

#include "support/plan_values.h"

/* Begin a new line in column `column`. */
void put_margin(plan_text *t, size_t column);

/* In brackets: in one line, or each entry in a line of its own in column `column`. */
void put_flow(plan_text *t, json_t *value, size_t column, bool lines, const char *way);

/* A text in lines of its own behind | (one that ends with one newline). */
void put_literal(plan_text *t, const char *text, size_t column, const char *way);

/* Without brackets, each entry in lines of its own, in column `column`, where the cursor is if
 * `started`. */
void put_block(plan_text *t, json_t *value, size_t column, bool started, const char *way);

/* What stands behind a key in column `column`, or behind a '-' there; to the line's end. */
void put_behind(plan_text *t, json_t *value, size_t column, bool item, const char *way);

/* Make every line end with a carriage return as well. */
void put_returns(plan_text *t);

/* Write `value`, a list or map that is not empty, as a plan's text into t->out. */
void put_plan(plan_text *t, json_t *value);

#endif
