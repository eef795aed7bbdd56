/*
 * ones.h - the histogram of a source that cannot count: its rows, each with count 1.
 */
#ifndef TACIT_ENGINE_ONES_H
#define TACIT_ENGINE_ONES_H

#include "engine/engine.h"

/* What `group` of an engine promises, from what its `load` gives.  The classes that are built
 * from it do the counting. */
tacit_status tacit_group_ones(tacit_ctx *cx, tacit_data *data, const tacit_select *keys,
                              size_t weight, tacit_table **out);

#endif
