/*
 * top_code.c - top coding: values above a threshold are replaced.  See code.c.
 */
#include "micro/method/code/code.h"

static tacit_status decide(tacit_ctx *cx, const tacit_job *job, tacit_decision *out)
{
    return tacit_code_decide(cx, job, TACIT_CODE_TOP, out);
}

static tacit_status apply(tacit_ctx *cx, const tacit_change *change, const tacit_select *cols,
                          const tacit_stretch *at, tacit_table *t)
{
    (void)at;
    return tacit_code_apply(cx, change, cols, TACIT_CODE_TOP, t);
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
    .decide = decide,
    .apply = apply,
    .looks = tacit_code_looks,
    .is_fixed = tacit_code_is_fixed,
};
