/*
 * individual_risk.h - the individual risk of records, shared by the measures built on it.
 */
#ifndef TACIT_MICRO_RISK_KEYS_INDIVIDUAL_RISK_H
#define TACIT_MICRO_RISK_KEYS_INDIVIDUAL_RISK_H

#include "base/result.h"
#include "micro/classes/frequency.h"

/* How the risk is computed from frequencies. */
typedef enum tacit_individual_formula {
    TACIT_INDIVIDUAL_EXACT = 0, /* E[1 / F | f] */
    TACIT_INDIVIDUAL_SDCMICRO,  /* p / (f - (1 - p)) for f > 2 */
    TACIT_INDIVIDUAL_MU_ARGUS   /* its series cut after eight terms for f > 3 */
} tacit_individual_formula;

/* Choices of a `compat` parameter, in the order of tacit_individual_formula. */
extern const char *const TACIT_INDIVIDUAL_CHOICES[];

/* The three parameters of a measure of individual risk; see tacit_individual_spec_of(). */
#define TACIT_INDIVIDUAL_MISSING                                                                   \
    {                                                                                              \
        .name = "missing", .type = TACIT_PARAM_CHOICE, .choices = TACIT_FREQUENCY_CHOICES,         \
        .help = TACIT_FREQUENCY_HELP                                                               \
    }
#define TACIT_INDIVIDUAL_ALPHA                                                                     \
    {                                                                                              \
        .name = "alpha", .type = TACIT_PARAM_REAL, .preset = 1.0, .max = 1.0,                      \
        .importance = TACIT_ADVANCED, .help = TACIT_ALPHA_HELP                                     \
    }
#define TACIT_INDIVIDUAL_COMPAT                                                                    \
    {                                                                                              \
        .name = "compat", .type = TACIT_PARAM_CHOICE, .choices = TACIT_INDIVIDUAL_CHOICES,         \
        .help = "none for the exact risk, or the approximation of another program"                 \
    }

/* What those parameters say. */
typedef struct tacit_individual_spec {
    tacit_frequency_rule rule;
    double alpha;
    tacit_individual_formula formula;
} tacit_individual_spec;

/* Risks of the classes, in scratch memory. */
typedef struct tacit_individual_risks {
    tacit_frequencies at;
    const double *r; /* of a record of each class */
} tacit_individual_risks;

/* Read the parameters `missing`, `alpha` and `compat` of `args`. */
tacit_individual_spec tacit_individual_spec_of(const tacit_args *args);

/* Risk of a record that f >= 1 records match in the sample and F >= f in the population. */
double tacit_individual_risk(tacit_individual_formula formula, double f, double F);

/* Fail if a sampling weight is below 1, as a record stands at least for itself. */
tacit_status tacit_individual_check_weights(tacit_ctx *cx, const tacit_subject *s);

/* Risks of the classes of a subject that knows population frequencies. */
tacit_status tacit_individual_risks_of(tacit_ctx *cx, tacit_subject *s,
                                       const tacit_individual_spec *spec,
                                       tacit_individual_risks *out);

/* Risk of each row's household: 1 - product of (1 - r) over its records, in scratch memory.
 * A record without household is one by itself.  `households` is their number. */
tacit_status tacit_household_risks_of(tacit_ctx *cx, const tacit_subject *s,
                                      const tacit_individual_risks *risks, double **out,
                                      size_t *households);

/* Sums over `n` groups of `size` records with risk `r` each; a size of NULL is one each. */
typedef struct tacit_risk_sums {
    double expected, highest;
    uint64_t records, at_risk; /* at risk: r above the threshold */
} tacit_risk_sums;
tacit_risk_sums tacit_risk_sum(const double *r, const uint64_t *size, size_t n, double threshold);

/* Add a chart of the share of records in bands of risk. */
tacit_status tacit_risk_chart_bands(tacit_ctx *cx, tacit_result *result, const double *r,
                                    const uint64_t *size, size_t n);

#endif
