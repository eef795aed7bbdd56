/*
 * told.h - bits that a released cell tells about its original value, and leaves untold.
 */
#ifndef TACIT_MICRO_UTILITY_TOLD_H
#define TACIT_MICRO_UTILITY_TOLD_H

#include "micro/utility/cover/cover.h"

/* Sum over rows of -log2 Pr(X = x | X in B); the rows of `c` must correspond. */
double tacit_told_untold(const tacit_cover *c);

/* Mutual information in bits of original value and released label, from their joint
 * frequencies (a missing label is one of its own); the rows of `c` must correspond. */
tacit_status tacit_told_joint(tacit_ctx *cx, const tacit_cover *c, double *out);

#endif
