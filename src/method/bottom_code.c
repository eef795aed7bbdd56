/*
 * bottom_code.c - bottom coding: values below a threshold are replaced.  See code.c.
 */
#include "method/code.h"

static tacit_status run(tacit_ctx *cx, const tacit_job *job, tacit_table *out)
{
    return tacit_code_run(cx, job, TACIT_CODE_BOTTOM, out);
}

const tacit_method tacit_method_bottom_code = {
    .about = { .name = "bottom_code",
               .title = "Bottom coding",
               .summary =
                   "Replaces values below a threshold by the threshold, their mean, another value "
                   "or a label.",
               .source = "Hundepool et al. (2012), Statistical Disclosure Control, section 3.4.3",
               .params = TACIT_CODE_PARAMS },
    .accepts = TACIT_TYPE_NUMBER,
    .run = run,
};
