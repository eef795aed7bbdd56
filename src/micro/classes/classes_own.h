/*
 * classes_own.h - shared by the files of classes/ alone.
 */
#ifndef TACIT_MICRO_CLASSES_CLASSES_OWN_H
#define TACIT_MICRO_CLASSES_CLASSES_OWN_H

#include "micro/classes/classes.h"
#include "micro/classes/group.h"

/* Fill `match` and `match_weight` of `c` under the wildcard or the strict rule. */
tacit_status tacit_classes_match(tacit_ctx *cx, const tacit_lens *lens, size_t n_lenses,
                                 tacit_missing_rule missing, tacit_classes *c);

#endif
