/*
 * profit.h - what trying records brings an attacker.
 */
#ifndef TACIT_MICRO_MODEL_PROFIT_H
#define TACIT_MICRO_MODEL_PROFIT_H

#include "micro/model/class_judge.h"

/* What one try costs, and what a right one gains. */
typedef struct tacit_profit {
    double cost, gain;
} tacit_profit;

/* The parameters of both models, in this order. */
enum { TACIT_PROFIT_COST, TACIT_PROFIT_GAIN };
#define TACIT_PROFIT_PARAMS                                                                        \
    [TACIT_PROFIT_COST] = { .name = "cost",                                                        \
                            .type = TACIT_PARAM_REAL,                                              \
                            .preset = 4.0,                                                         \
                            .min = 1e-9,                                                           \
                            .max = 1e12,                                                           \
                            TACIT_USEFUL_LOG(0.1, 1000, "money"),                                  \
                            .importance = TACIT_FIRST,                                             \
                            .help = "what it costs to try one record" },                           \
    [TACIT_PROFIT_GAIN] = { .name = "gain",                                                        \
                            .type = TACIT_PARAM_REAL,                                              \
                            .preset = 300.0,                                                       \
                            .max = 1e12,                                                           \
                            TACIT_USEFUL_LOG(1, 10000, "money"),                                   \
                            .importance = TACIT_FIRST,                                             \
                            .help = "what one right record is worth to the attacker" }

static inline tacit_profit tacit_profit_of(const tacit_args *args)
{
    return (tacit_profit){ tacit_arg_real(args, TACIT_PROFIT_COST),
                           tacit_arg_real(args, TACIT_PROFIT_GAIN) };
}

/* Whether trying one of so many candidates brings at least what it costs, but for rounding. */
bool tacit_profit_pays(const tacit_profit *x, double candidates);

/* Say whether nothing pays, and what all that pays comes to; the candidates of a class are its
 * records, or `people` of the population if that is not NULL. */
tacit_status tacit_profit_tell(tacit_ctx *cx, const tacit_profit *x, const tacit_classes *c,
                               const double *people, tacit_result *result);

#endif
