/*
 * candidates.h - what an attacker who narrows each record down to a set of candidates finds.
 */
#ifndef TACIT_MICRO_RISK_ATTACK_CANDIDATES_H
#define TACIT_MICRO_RISK_ATTACK_CANDIDATES_H

#include "base/result.h"

/* Of each attacked record how many candidates there are, and whether the true record is
 * among them. */
typedef struct tacit_candidates {
    size_t n;
    const uint32_t *size;
    const bool *has;
} tacit_candidates;

/* NAN if no record was attacked. */
typedef struct tacit_candidate_figures {
    double kept;   /* share of records whose set has the true record */
    double unique; /* share whose set has the true record alone */
    double mean;   /* mean of 1 / size, 0 if the true record is not in the set */
    double median; /* size of the sets */
} tacit_candidate_figures;

/* Summarise.  O(n log n). */
tacit_status tacit_candidates_figures(tacit_ctx *cx, const tacit_candidates *c,
                                      tacit_candidate_figures *out);

/* Add the figures reidentified, unique_right, true_in_set and median_set, and a chart of the
 * sizes of sets. */
tacit_status tacit_candidates_tell(tacit_ctx *cx, const tacit_candidates *c,
                                   const tacit_candidate_figures *f, tacit_result *result);

/* The parameters `sample` and `seed` of attacks on a sample of records, and the records that
 * are attacked: all if n <= sample, else a random sample in ascending order.  In scratch
 * memory. */
#define TACIT_SAMPLE_PARAM                                                                         \
    {                                                                                              \
        .name = "sample", .type = TACIT_PARAM_INTEGER, .preset = 2000, .min = 1.0, .max = 1e9,     \
        TACIT_USEFUL_LOG(100, 100000, "records"), .importance = TACIT_ADVANCED, .samples = true,   \
        .help = "records to attack at most; of more a random sample is taken"                      \
    }
#define TACIT_SAMPLE_SEED_PARAM                                                                    \
    {                                                                                              \
        .name = "seed", .type = TACIT_PARAM_INTEGER, .preset = 1.0, .max = 9007199254740991.0,     \
        TACIT_USEFUL(0, 1000, NULL), .importance = TACIT_ADVANCED, .help = "which random sample"   \
    }
typedef struct tacit_attacked {
    size_t n;
    const size_t *row;
} tacit_attacked;
tacit_status tacit_attacked_rows(tacit_ctx *cx, size_t rows, size_t sample, uint64_t seed,
                                 tacit_attacked *out);

#endif
