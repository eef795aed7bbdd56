/*
 * registry.c - the catalog of inferences, the one way to run them, and what they share.
 */
#include "privacy/inference/inference.h"

#include <math.h>

static const tacit_entry *const ENTRIES[] = {
#define TACIT_INFERENCE(id) &tacit_inference_##id.about,
#include "privacy/inference/inferences.def"
#undef TACIT_INFERENCE
};

const tacit_catalog tacit_inference_catalog = {
    .family = "inference",
    .title = "Inference from private data",
    .entry = ENTRIES,
    .n = sizeof ENTRIES / sizeof ENTRIES[0],
};

const tacit_inference *tacit_inference_find(const char *name)
{
    return tacit_catalog_get(&tacit_inference_catalog, name);
}

tacit_status tacit_inference_run(tacit_ctx *cx, const tacit_inference *inference,
                                 const tacit_infer_job *job, tacit_result **out)
{
    tacit_result *result = NULL;
    TACIT_TRY(tacit_args_check(cx, inference->about.name, job->args));
    TACIT_TRY(inference->check(cx, job->args));
    TACIT_TRY(tacit_result_new(cx, "inference", &inference->about, job->args, &result));
    const size_t mark = tacit_scratch_mark(cx);
    tacit_status status = inference->infer(cx, job, result);
    tacit_scratch_release(cx, mark);
    if (status == TACIT_OK)
        status = tacit_result_measured(cx, result, tacit_table_rows(job->data), false);
    if (status == TACIT_OK)
        *out = result;
    else
        json_decref(result);
    return status;
}

const tacit_column *tacit_infer_column(const tacit_infer_job *job, size_t i)
{
    const size_t j = tacit_table_find(job->data, tacit_arg_text(job->args, i));
    TACIT_ASSERT(j < tacit_table_columns(job->data));
    return tacit_table_column(job->data, j);
}

tacit_status tacit_infer_columns(tacit_ctx *cx, const tacit_infer_job *job, size_t i,
                                 const tacit_column *const **out, size_t *n)
{
    const tacit_value *names = &job->args->at[i];
    const tacit_column **all = NULL;
    TACIT_TRY(tacit_scratch(cx, names->n, sizeof *all, &all));
    for (size_t c = 0; c < names->n; c++) {
        const size_t j = tacit_table_find(job->data, names->texts[c]);
        TACIT_ASSERT(j < tacit_table_columns(job->data));
        all[c] = tacit_table_column(job->data, j);
    }
    *out = all;
    *n = names->n;
    return TACIT_OK;
}

tacit_status tacit_infer_numbers(tacit_ctx *cx, const char *owner, const tacit_column *c)
{
    if ((tacit_column_type(c) & TACIT_TYPE_NUMBER) != 0)
        return TACIT_OK;
    return tacit_fail(cx, TACIT_ERR_INPUT, "%s needs numbers, but column '%s' is a %s.", owner,
                      tacit_column_name(c), tacit_type_name(tacit_column_type(c)));
}

tacit_status tacit_infer_place(tacit_ctx *cx, json_t *chart, double x)
{
    char label[TACIT_NUMBER_BYTES];
    const double unit = fabs(x) > 0.0 ? pow(10.0, 2.0 - floor(log10(fabs(x)))) : 1.0;
    tacit_format_real(unit > 1.0 ? rint(x * unit) / unit : rint(x), label);
    return tacit_result_label(cx, chart, label);
}

json_t *tacit_infer_number(double x)
{
    return isfinite(x) ? json_real(x) : json_null();
}
