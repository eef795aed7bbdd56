/*
 * compare.h - running a measure on an original and what became of it.
 */
#ifndef TACIT_TESTS_SUPPORT_COMPARE_H
#define TACIT_TESTS_SUPPORT_COMPARE_H

#include "support/check.h"

#include "micro/classes/measure.h"

/* Run `m`, a utility or an attack, on the masked table of the pair. */
tacit_status measure_pair(tacit_ctx *cx, const tacit_measure *m, const tacit_pair *pair,
                          const tacit_args *args, tacit_result **out);

#endif
