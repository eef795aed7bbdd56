/*
 * code.h - top and bottom coding, which differ in the side alone.
 */
#ifndef TACIT_MICRO_METHOD_CODE_CODE_H
#define TACIT_MICRO_METHOD_CODE_CODE_H

#include "micro/method/code/recode_intervals.h"
#include "micro/method/method.h"

/* Which end of the distribution is coded. */
typedef enum tacit_code_side { TACIT_CODE_TOP, TACIT_CODE_BOTTOM } tacit_code_side;

/* Parameters of both: columns, at, share, replace, value, label. */
extern const tacit_param TACIT_CODE_PARAMS[];

/* Find the threshold of every selected column, and what replaces the values beyond it. */
tacit_status tacit_code_decide(tacit_ctx *cx, const tacit_job *job, tacit_code_side side,
                               tacit_decision *out);

/* Deciding can do with rows that are not in memory. */
bool tacit_code_looks(const tacit_args *args);

/* Whether nothing of it is found in the data. */
bool tacit_code_is_fixed(const tacit_args *args);

/* Code the columns `cols` of `t` on one side as a settled change says. */
tacit_status tacit_code_apply(tacit_ctx *cx, const tacit_change *change, const tacit_select *cols,
                              tacit_code_side side, tacit_table *t);

/* Choices of the parameter `others` of recode. */
enum { TACIT_RECODE_KEEP, TACIT_RECODE_MISSING, TACIT_RECODE_FAIL };

/* Which label each value of a column gets.  All borrowed. */
typedef struct tacit_value_map {
    const char *column;
    size_t n_values;
    const char *const *value; /* texts */
    const uint32_t *label;    /* of each value; n_labels if none is known */
    size_t n_labels;
    const char *const *text; /* of each label, in the order in which they are to be numbered */
    const char *missing;     /* the label of missing values, or NULL */
} tacit_value_map;

/* Append a recode that lists the values of `map` under their labels and fails at others. */
tacit_status tacit_recode_settle_map(tacit_ctx *cx, const tacit_value_map *map,
                                     tacit_decision *out);

#endif
