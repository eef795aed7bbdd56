/*
 * grouped.h - the combinations of keys in a table, counted.
 */
#ifndef TACIT_ENGINE_GROUPED_H
#define TACIT_ENGINE_GROUPED_H

#include "engine/engine.h"

/* The combinations of the first `keys` columns of `t`, as an engine's `group` gives them: in the
 * order of their values, with their numbers of rows and, if `t` has a column of numbers more, the
 * sums of these. */
tacit_status tacit_group_table(tacit_ctx *cx, const tacit_table *t, size_t keys, tacit_table **out);

/* The rows of `t` in the order of its first `keys` columns, missing values last, texts by their
 * bytes and numbered anew in that order; the caller frees. */
tacit_status tacit_group_order(tacit_ctx *cx, const tacit_table *t, size_t keys, tacit_table **out);

/* Hand the rows of `t` to `sink`, each as often as its column TACIT_COUNT says, in parts. */
tacit_status tacit_grouped_rows(tacit_ctx *cx, const tacit_table *t, const tacit_sink *sink);

/* Fail because `bad` weights of column `name` cannot be. */
tacit_status tacit_fail_weights(tacit_ctx *cx, const char *name, int64_t bad);

/* A sum of weights in units of 10^-12 as a number, as DuckDB makes doubles of decimals. */
enum { TACIT_WEIGHT_PLACES = 12 };
double tacit_weight_number(__int128 units);

/* What `group` of the driver gives; once, if the source keeps it. */
tacit_status tacit_data_group(tacit_ctx *cx, tacit_data *data, const tacit_select *keys,
                              size_t weight, tacit_table **out);

/* Free what is kept of a source; accepts NULL. */
void tacit_kept_free(struct tacit_kept *kept);

#endif
