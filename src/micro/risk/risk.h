/*
 * risk.h - what a disclosure-risk measure is.
 *
 * A measure (micro/classes/measure.h) of the family risk, listed by one line in risks.def.
 */
#ifndef TACIT_MICRO_RISK_RISK_H
#define TACIT_MICRO_RISK_RISK_H

#include "micro/classes/measure.h"

/* The parameter `threshold` of the attackers' risks. */
#define TACIT_THRESHOLD_PARAM                                                                      \
    {                                                                                              \
        .name = "threshold", .type = TACIT_PARAM_REAL, .preset = 0.2, .max = 1.0,                  \
        .unit = "probability", .importance = TACIT_FIRST,                                          \
        .help = "a record is at risk if its probability is above this"                             \
    }

#define TACIT_RISK(id) extern const tacit_measure tacit_risk_##id;
#include "micro/risk/risks.def"
#undef TACIT_RISK

extern const tacit_catalog tacit_risk_catalog;

/* The measure called `name`, or NULL. */
const tacit_measure *tacit_risk_find(const char *name);

#endif
