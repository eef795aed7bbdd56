/*
 * rank_windows.h - protected records as windows of ranks among the original values.
 */
#ifndef TACIT_MICRO_RISK_ATTACK_RANK_WINDOWS_H
#define TACIT_MICRO_RISK_ATTACK_RANK_WINDOWS_H

#include "micro/linkage/windows.h"
#include "micro/risk/attack/candidates.h"
#include "micro/risk/numbers/numeric.h"

/* Ranks from 0 in the sorted present values of each original column; a value that occurs
 * several times has all the ranks of its equals.  Missing values, original or masked, could
 * be any.  In scratch memory. */
typedef struct tacit_rank_windows {
    tacit_windows original;
    tacit_windows masked;   /* a value that the original has not: high = low - 1 between ranks */
    const double *present;  /* values of each original column */
    const double *distance; /* of each record: per cent of ranks between masked and original in
                             * the column where that is most */
} tacit_rank_windows;

/* O(n log n) for each column. */
tacit_status tacit_rank_windows_of(tacit_ctx *cx, const tacit_numeric *numeric,
                                   tacit_rank_windows *out);

/* For each attacked record the originals whose ranks are within p per cent of its own in
 * every column. */
tacit_status tacit_rank_windows_attack(tacit_ctx *cx, const tacit_rank_windows *w, double p,
                                       const tacit_attacked *attacked, tacit_candidates *out);

/* What an attacker makes of a masked value y of one column: that the original lies within
 * `half` of centre + stretch (y - centre). */
typedef struct tacit_value_window {
    double centre, stretch, half;
} tacit_value_window;

/* For each attacked record the originals within these windows (one for each column) in every
 * column.  A window is wider by a relative 1e-12, so that rounding loses nobody. */
tacit_status tacit_value_windows_attack(tacit_ctx *cx, const tacit_numeric *numeric,
                                        const tacit_value_window *window,
                                        const tacit_attacked *attacked, tacit_candidates *out);

/* The least p that keeps the true record of at least `share` of the records: 1 for all. */
tacit_status tacit_rank_windows_least(tacit_ctx *cx, const tacit_rank_windows *w, double share,
                                      double *p);

#endif
