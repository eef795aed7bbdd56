/*
 * map_own.h - what the files that make ways of a map share.
 */
#ifndef TACIT_TASK_EXPLORE_MAP_OWN_H
#define TACIT_TASK_EXPLORE_MAP_OWN_H

#include "task/explore/map.h"

enum { TACIT_MAP_MOST_VALUES = 200 };

/* The first kind of a method, or NULL. */
const tacit_map_kind *tacit_map_find_kind(const char *name);

/* What is tried of a kind: `n` values, one without a value, or nothing. */
tacit_status tacit_map_values(tacit_ctx *cx, const tacit_map_frame *f, const tacit_map_kind *k,
                              double *out, size_t *n);

#endif
