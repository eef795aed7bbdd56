/*
 * risk.h - what a disclosure-risk measure is.
 *
 * Each lives in one file that defines one constant and is listed by one line in
 * risks.def.  Contract for `measure`: read the subject, add figures, tables and charts
 * to `result`; take temporary memory from tacit_scratch() only.
 */
#ifndef TACIT_RISK_RISK_H
#define TACIT_RISK_RISK_H

#include "base/result.h"
#include "classes/subject.h"

/* What is true of a measure; bits. */
enum tacit_risk_trait {
    TACIT_RISK_COSTLY = 1,     /* more than a few passes: on large data only if it is named */
    TACIT_RISK_ON_REQUEST = 2, /* only if it or its family is named */
    TACIT_RISK_CONTROL = 4     /* also if there is a control set, which it makes use of */
};

typedef struct tacit_risk {
    tacit_entry about;
    unsigned needs;  /* bits of tacit_subject_need */
    unsigned traits; /* bits of tacit_risk_trait */
    tacit_status (*measure)(tacit_ctx *cx, tacit_subject *subject, const tacit_args *args,
                            tacit_result *result);
} tacit_risk;

/* The parameter `threshold` of the attackers' risks. */
#define TACIT_THRESHOLD_PARAM                                                                      \
    {                                                                                              \
        .name = "threshold", .type = TACIT_PARAM_REAL, .preset = 0.2, .max = 1.0,                  \
        .help = "a record is at risk if its probability is above this"                             \
    }

#define TACIT_RISK(id) extern const tacit_risk tacit_risk_##id;
#include "risk/risks.def"
#undef TACIT_RISK

extern const tacit_catalog tacit_risk_catalog;

/* The measure called `name`, or NULL. */
const tacit_risk *tacit_risk_find(const char *name);

/* Check the arguments and the subject, measure, and set `*out` to a result that the
 * caller owns. */
tacit_status tacit_risk_run(tacit_ctx *cx, const tacit_risk *r, tacit_subject *subject,
                            const tacit_args *args, tacit_result **out);

#endif
