/*
 * top_code.c - top coding: values above a threshold are replaced.  See code.c.
 */
#include "method/code.h"

static tacit_status run(tacit_ctx *cx, const tacit_job *job, tacit_table *out)
{
    return tacit_code_run(cx, job, TACIT_CODE_TOP, out);
}

const tacit_method tacit_method_top_code = {
    .about = { .name = "top_code",
               .title = "Top coding",
               .summary =
                   "Replaces values above a threshold by the threshold, their mean, another value "
                   "or a label.",
               .source = "Hundepool et al. (2012), Statistical Disclosure Control, section 3.4.3",
               .params = TACIT_CODE_PARAMS },
    .accepts = TACIT_TYPE_NUMBER,
    .run = run,
};
