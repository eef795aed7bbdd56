/*
 * counted.h - the profile of a table on a server, whose values are counted there.
 */
#ifndef TACIT_TASK_INSPECT_COUNTED_H
#define TACIT_TASK_INSPECT_COUNTED_H

#include "engine/tally/tally.h"
#include "micro/profile/keys.h"

/* Values of a column that are fetched at most; of more, what is told of them all together. */
enum { TACIT_COUNTED_VALUES = 1 << 20 };

/* Profile all columns, twins included, in scratch memory: the values of one after the other are
 * counted where they are and fetched, one row for each. */
tacit_status tacit_counted_profile(tacit_ctx *cx, tacit_data *data, tacit_profile **out);

/* What tacit_keys_measure(), tacit_keys_doubt() and tacit_keys_copies() tell
 * (micro/profile/keys.h): of each set of columns only the sizes of classes are fetched. */
tacit_status tacit_counted_keys(tacit_ctx *cx, tacit_data *data, const tacit_select *keys,
                                const tacit_profile *profile, tacit_key_report *out);
tacit_status tacit_counted_doubt(tacit_ctx *cx, tacit_data *data, const tacit_select *keys,
                                 const tacit_select *doubtful, tacit_key_doubt *out);
tacit_status tacit_counted_copies(tacit_ctx *cx, tacit_data *data, const tacit_select *columns,
                                  size_t *out);

#endif
