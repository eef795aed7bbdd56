/*
 * thresholds.h - from which weight on two records are linked, and up to which they are not.
 */
#ifndef TACIT_MICRO_LINKAGE_PROBABILISTIC_THRESHOLDS_H
#define TACIT_MICRO_LINKAGE_PROBABILISTIC_THRESHOLDS_H

#include "micro/linkage/fellegi_sunter.h"

/* Error rates that are accepted: pairs that do not belong together but are linked, and
 * pairs that do but are taken for apart. */
typedef struct tacit_error_rates {
    double false_link, false_nonlink;
} tacit_error_rates;

/* Link if the weight is at least `link`; do not if it is at most `apart`; otherwise a person
 * should look.  If the rates let both zones meet, `crossed` is true and both are set at the
 * one cut of least summed error: `apart` is then the next weight below `link`. */
typedef struct tacit_thresholds {
    double link, apart;
    double false_link, false_nonlink; /* error rates that the model expects of these */
    bool crossed;
    double link_alone, apart_alone; /* each by its own rate, as if the other were not */
} tacit_thresholds;

/* Thresholds of the model: weights of all combinations of levels, without missing ones.
 * `link` is infinite if no pattern is rare enough, `apart` minus infinite likewise.
 * O(c log c) in the number c of combinations; fails if they are too many. */
tacit_status tacit_thresholds_of(tacit_ctx *cx, const tacit_fs *model,
                                 const tacit_error_rates *rates, tacit_thresholds *out);

/* Whether a pair of this weight is linked, or taken for apart; rounding is forgiven. */
bool tacit_thresholds_link(const tacit_thresholds *t, double weight);
bool tacit_thresholds_part(const tacit_thresholds *t, double weight);

#endif
