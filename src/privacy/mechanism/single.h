/*
 * single.h - a mechanism by its epsilon and the one number that it needs besides.
 */
#ifndef TACIT_PRIVACY_MECHANISM_SINGLE_H
#define TACIT_PRIVACY_MECHANISM_SINGLE_H

#include "privacy/mechanism/mechanism.h"

typedef struct tacit_single {
    const tacit_mechanism *mechanism;
    tacit_args args;
} tacit_single;

/* One of the mechanisms that begin with epsilon; `number` is its second parameter, the sensitivity
 * or the number of categories, if it has one.  In scratch memory. */
tacit_status tacit_single_new(tacit_ctx *cx, const tacit_mechanism *m, double epsilon,
                              double number, tacit_single *out);

/* What one answer of it gives away, and the scale of its noise. */
tacit_status tacit_single_loss(tacit_ctx *cx, const tacit_single *s, tacit_privacy_loss *loss,
                               tacit_ratio *scale);

/* Answer about `n` values, in blocks, so that memory does not grow with the noise; `*out` is
 * scratch memory with as many integers for each value as the mechanism tells, beyond 2^62 that
 * number. */
tacit_status tacit_single_answer(tacit_ctx *cx, const tacit_single *s, tacit_keystream *stream,
                                 const tacit_i128 *value, size_t n, int64_t **out);

#endif
