/*
 * subset_risk.h - risk when an attacker knows only some of the keys.
 */
#ifndef TACIT_MICRO_RISK_KEYS_SUBSET_RISK_H
#define TACIT_MICRO_RISK_KEYS_SUBSET_RISK_H

#include "micro/classes/subject.h"

/* Risk of a record of each class `g`: E[1 / F | f] if weights or a sampling fraction tell F,
 * else 1 / f. */
double tacit_subset_risk(const tacit_subject *s, const tacit_classes *c, size_t g);

/* What that risk is called in definitions. */
const char *tacit_subset_words(const tacit_subject *s);

/* The keys of `s` but for the one at position `without` among them, in scratch memory. */
tacit_status tacit_subset_without(tacit_ctx *cx, const tacit_subject *s, size_t without,
                                  tacit_select *out);

#endif
