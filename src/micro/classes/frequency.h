/*
 * frequency.h - sample and population frequencies of the classes, under one of four rules
 * for missing keys.
 */
#ifndef TACIT_MICRO_CLASSES_FREQUENCY_H
#define TACIT_MICRO_CLASSES_FREQUENCY_H

#include "micro/classes/subject.h"

/* How missing keys count.  The first two are those of tacit_missing_rule. */
typedef enum tacit_frequency_rule {
    TACIT_FREQUENCY_CATEGORY = 0,
    TACIT_FREQUENCY_WILDCARD,
    TACIT_FREQUENCY_SDCMICRO, /* as sdcMicro's freqCalc counts, with its alpha */
    TACIT_FREQUENCY_STRICT    /* TACIT_MISSING_STRICT */
} tacit_frequency_rule;

/* Choices of a `missing` parameter, in the order of tacit_frequency_rule, and the help
 * texts of that parameter and of `alpha`. */
extern const char *const TACIT_FREQUENCY_CHOICES[];
#define TACIT_FREQUENCY_HELP                                                                       \
    "whether a missing key is a value of its own, matches anything, counts as in sdcMicro, or "    \
    "helps no other record"
#define TACIT_ALPHA_HELP "with missing = sdcmicro, what a match by a missing key counts"

/* Frequencies of each class; arrays in scratch memory or borrowed from the subject. */
typedef struct tacit_frequencies {
    const tacit_classes *classes;
    const double *f;            /* records that match, whole unless alpha is in play */
    const double *F;            /* population frequency; NULL if nothing tells it */
    tacit_population_kind kind; /* where F is from */
    const char *words;          /* how F was found, for definitions */
} tacit_frequencies;

/* Frequencies under `rule`; `alpha` (0 ... 1) counts for TACIT_FREQUENCY_SDCMICRO alone. */
tacit_status tacit_frequencies_of(tacit_ctx *cx, tacit_subject *s, tacit_frequency_rule rule,
                                  double alpha, tacit_frequencies *out);

/* Whether a population file, weights or a sampling fraction tell population frequencies. */
bool tacit_frequencies_know_population(const tacit_subject *s);

#endif
