/*
 * suda.h - special uniques, for whoever wants them of each record.
 */
#ifndef TACIT_MICRO_RISK_KEYS_SUDA_SUDA_H
#define TACIT_MICRO_RISK_KEYS_SUDA_SUDA_H

#include "micro/classes/subject.h"

/* Score and DIS of each class of the subject (missing values are a category), in scratch memory;
 * `args` are those of the measure. */
tacit_status tacit_suda_of_classes(tacit_ctx *cx, tacit_subject *subject, const tacit_args *args,
                                   const double **score, const double **dis);

#endif
