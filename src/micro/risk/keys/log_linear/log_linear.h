/*
 * log_linear.h - telling the result of a log-linear model of the key frequencies.
 */
#ifndef TACIT_MICRO_RISK_KEYS_LOG_LINEAR_LOG_LINEAR_H
#define TACIT_MICRO_RISK_KEYS_LOG_LINEAR_LOG_LINEAR_H

#include "base/result.h"
#include "micro/risk/keys/key_risk.h"

/* A model with its fit and the risk under it. */
typedef struct tacit_log_linear {
    tacit_key_terms terms;
    tacit_key_fit fit;
    tacit_key_risk risk;
    size_t too_large; /* terms that a search could not try */
} tacit_log_linear;

/* What the figures are made of. */
typedef struct tacit_log_linear_report {
    const tacit_table *data;
    const tacit_select *keys;
    const tacit_key_table *table;
    const tacit_key_sampling *sampling;
    const tacit_population *population;
    const tacit_log_linear *model;
    size_t uniques;
    double critical;
} tacit_log_linear_report;

/* Start the table of a search's steps; borrowed from `result`. */
tacit_status tacit_log_linear_steps(tacit_ctx *cx, tacit_result *result, json_t **steps);

/* Add the model, whose last term is the newest, to the steps. */
tacit_status tacit_log_linear_step(tacit_ctx *cx, const tacit_table *data, const tacit_select *keys,
                                   const tacit_log_linear *model, json_t *steps);

/* Add figures, notes and the chart. */
tacit_status tacit_log_linear_tell(tacit_ctx *cx, const tacit_log_linear_report *report,
                                   tacit_result *result);

#endif
