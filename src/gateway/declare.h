/*
 * declare.h - parts of a policy: levels of columns; for the files of this folder.
 */
#ifndef TACIT_GATEWAY_DECLARE_H
#define TACIT_GATEWAY_DECLARE_H

#include "gateway/policy.h"
#include "plan/problems.h"

/* Give a column the levels of a hierarchy, built on its declared values; of a number on its bins,
 * which intervals have to join whole.  In scratch memory. */
tacit_status tacit_policy_levels(tacit_ctx *cx, const tacit_hierarchy_spec *spec,
                                 tacit_query_column *column);

/* Read the public tables: their columns become levels of `column`, the schema's own.  All problems
 * of theirs are added. */
tacit_status tacit_policy_publics(tacit_ctx *cx, const tacit_work *w, tacit_problems *problems,
                                  tacit_query_column *column, tacit_query_schema *schema);

#endif
