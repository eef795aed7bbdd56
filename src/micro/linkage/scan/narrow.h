/*
 * narrow.h - where to look for pairs that show certain patterns.
 */
#ifndef TACIT_MICRO_LINKAGE_SCAN_NARROW_H
#define TACIT_MICRO_LINKAGE_SCAN_NARROW_H

#include "micro/linkage/blocking.h"
#include "micro/linkage/patterns/patterns.h"

/* Blocking rules that let through every pair whose pattern is kept (keep[code] is not 0):
 * each rule is a set of exact fields on which some of these patterns agree.  No rules
 * (out->n = 0) if a kept pattern agrees on no exact field, if too many sets would be needed,
 * or if going over all pairs costs no more.  In scratch memory. */
tacit_status tacit_narrow(tacit_ctx *cx, const tacit_pattern_pairs *pairs,
                          const tacit_pattern_code *code, const uint8_t *keep, tacit_blocks *out);

#endif
