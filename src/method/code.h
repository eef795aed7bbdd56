/*
 * code.h - top and bottom coding, which differ in the side alone.
 */
#ifndef TACIT_METHOD_CODE_H
#define TACIT_METHOD_CODE_H

#include "method/method.h"

/* Which end of the distribution is coded. */
typedef enum tacit_code_side { TACIT_CODE_TOP, TACIT_CODE_BOTTOM } tacit_code_side;

/* Parameters of both: columns, at, share, replace, value, label. */
extern const tacit_param TACIT_CODE_PARAMS[];

/* Code every selected column on one side. */
tacit_status tacit_code_run(tacit_ctx *cx, const tacit_job *job, tacit_code_side side,
                            tacit_table *out);

#endif
