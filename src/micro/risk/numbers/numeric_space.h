/*
 * numeric_space.h - numeric columns of both tables as one space.
 */
#ifndef TACIT_MICRO_RISK_NUMBERS_NUMERIC_SPACE_H
#define TACIT_MICRO_RISK_NUMBERS_NUMERIC_SPACE_H

#include "micro/linkage/space/space.h"
#include "micro/risk/numbers/numeric.h"

/* The original (a) and the masked records (b) of `s`, columns divided by the standard deviation
 * (n - 1) of the original; missing values as in linkage/space.h.  In scratch memory. */
tacit_status tacit_numeric_space(tacit_ctx *cx, const tacit_subject *s,
                                 const tacit_numeric *numeric, tacit_space *out);

#endif
