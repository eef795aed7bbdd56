/*
 * nearest_credit.h - how many records have their own as the nearest.
 */
#ifndef TACIT_MICRO_LINKAGE_NEAREST_CREDIT_H
#define TACIT_MICRO_LINKAGE_NEAREST_CREDIT_H

#include "micro/linkage/nearest/nearest.h"

/* For each record of spec->from: 1 / number of records of spec->to that are nearest (within a
 * relative 1e-12), or 0 if own[i] is none of them.  `credit` has room. */
tacit_status tacit_nearest_credit(tacit_ctx *cx, const tacit_nearest_spec *spec,
                                  const uint32_t *own, double *credit);

#endif
