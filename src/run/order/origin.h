/*
 * origin.h - where the rows of a release come from.
 */
#ifndef TACIT_RUN_ORDER_ORIGIN_H
#define TACIT_RUN_ORDER_ORIGIN_H

#include "plan/plan.h"
#include "table/take.h"

/* Whether a step of the plan can leave rows out or move them. */
bool tacit_origin_matters(const tacit_plan *plan);

/* Number the rows, so that it is known later where they come from. */
tacit_status tacit_origin_number(tacit_ctx *cx, tacit_table *t);

/* Whether numbered rows, of which there are as many as before, are in another order. */
bool tacit_origin_moved(const tacit_table *before, const tacit_table *after);

/* Take the numbers away again and set `*out` to the places, in a table of `rows` rows, that the
 * rows of `t` come from, in scratch memory; `at` is NULL if they are all of them in their order.
 * Fails if no row is left. */
tacit_status tacit_origin_find(tacit_ctx *cx, tacit_table *t, size_t rows, tacit_row_list *out);

#endif
