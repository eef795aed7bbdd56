/*
 * within.h - measures of what differs within classes of equal keys, before and after.
 */
#ifndef TACIT_MICRO_UTILITY_WITHIN_H
#define TACIT_MICRO_UTILITY_WITHIN_H

#include "micro/utility/key_classes.h"

/* A measure of a column within classes, in [0, 1], less being better; NaN if it has none. */
typedef tacit_status tacit_within(tacit_ctx *cx, const tacit_key_classes *k,
                                  const tacit_column *column, double *out);

/* What the figures of a measure within classes say. */
typedef struct tacit_within_words {
    const char *name, *title, *definition; /* of the figure of the released data */
} tacit_within_words;

/* Measure the target columns on both sides: figures of their means after and before and of the
 * difference, and a table of columns. */
tacit_status tacit_within_tell(tacit_ctx *cx, const tacit_pair *pair, const tacit_value *column,
                               tacit_within *within, const tacit_within_words *words,
                               tacit_result *result);

#endif
