/*
 * public.h - a plan as everybody may see it.
 *
 * It is written anew from what was understood, never cut out of the text: only what is listed
 * in public.c comes through, whatever spelling, comment or layout the text had: what made the
 * release.  Left out are the seed, measures, sections of tasks and all outputs but the data; a
 * parameter that says of itself that it is secret is withheld; of paths and addresses only the
 * last name is left.
 */
#ifndef TACIT_PLAN_PUBLIC_H
#define TACIT_PLAN_PUBLIC_H

#include "base/result.h"
#include "plan/plan.h"

/* Append the plan as YAML, which is a plan again where nothing was withheld.  O(its size). */
tacit_status tacit_plan_public(tacit_ctx *cx, const tacit_plan *plan, tacit_buffer *out);

/* Withhold from `args`, arguments for `params` as JSON, what is not for everybody.  What is no
 * parameter is taken away. */
tacit_status tacit_public_args(tacit_ctx *cx, const tacit_param *params, json_t *args);

/* The last name of a path or address, which is its end. */
const char *tacit_public_name(const char *path);

#endif
