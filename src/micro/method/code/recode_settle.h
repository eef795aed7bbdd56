/*
 * recode_settle.h - recodings that depend on the data, settled.
 */
#ifndef TACIT_MICRO_METHOD_CODE_RECODE_SETTLE_H
#define TACIT_MICRO_METHOD_CODE_RECODE_SETTLE_H

#include "micro/method/code/code.h"
#include "micro/method/code/recode_parts.h"

/* Append the breaks that cut `c` into parts, with `labels` or their own.  The first part has no
 * lower and the last no upper end, so that the least and the greatest value are not told and
 * later values have a place. */
tacit_status tacit_recode_settle_parts(tacit_ctx *cx, const tacit_column *c,
                                       const tacit_parts *parts, const tacit_value *labels,
                                       tacit_decision *out);

/* Append the labels that the hierarchy of column `j` gives its values, and those of the
 * population if they are known, at `level`. */
tacit_status tacit_recode_settle_level(tacit_ctx *cx, const tacit_job *job, size_t j, size_t level,
                                       tacit_decision *out);

#endif
