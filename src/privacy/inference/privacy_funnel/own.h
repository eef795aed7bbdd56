/*
 * own.h - what the files of the privacy funnel share.
 */
#ifndef TACIT_PRIVACY_INFERENCE_PRIVACY_FUNNEL_OWN_H
#define TACIT_PRIVACY_INFERENCE_PRIVACY_FUNNEL_OWN_H

#include "privacy/inference/inference.h"
#include "stats/noisy/funnel.h"

/* Positions of the parameters. */
enum tacit_funnel_arg {
    TACIT_FUNNEL_SECRET,
    TACIT_FUNNEL_COLUMNS,
    TACIT_FUNNEL_KEEP,
    TACIT_FUNNEL_STEPS
};

/* Numbers of the combinations of several columns. */
typedef struct tacit_combinations {
    size_t n;
    uint32_t *of; /* of each row; UINT32_MAX if a value is missing */
    size_t *row;  /* of each combination the first row */
} tacit_combinations;

/* Count how often each combination of the columns stands with each of the secrets. */
tacit_status tacit_combinations_load(tacit_ctx *cx, const tacit_infer_job *job,
                                     tacit_combinations *x, tacit_funnel *out);

#endif
