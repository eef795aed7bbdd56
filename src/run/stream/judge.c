/*
 * judge.c - measures of data that an engine counts.
 */
#include "run/stream/judge.h"

#include <string.h>

#include "engine/grouped.h"
#include "run/account.h"
#include "run/gate.h"
#include "run/stream/stream.h"

/* ---- counting ---- */

bool tacit_stream_needs_sensitive(const tacit_plan *plan)
{
    unsigned needs = 0;
    for (size_t i = 0; i < plan->n_measures; i++)
        if ((plan->measure[i].measure->needs & TACIT_STREAM_LACKS) == 0)
            needs |= plan->measure[i].measure->needs;
    for (size_t i = 0; i < plan->n_requires; i++)
        needs |= plan->require[i].model->measure.needs;
    return (needs & TACIT_NEEDS_SENSITIVE) != 0;
}

tacit_status tacit_stream_count(tacit_ctx *cx, const tacit_work *w, tacit_data *data,
                                tacit_table **out)
{
    tacit_select counted, weight;
    const unsigned more = tacit_stream_needs_sensitive(w->plan) ? TACIT_ROLE_SENSITIVE : 0;
    TACIT_TRY(tacit_work_columns(cx, w, data, TACIT_ROLE_KEY | more, &counted));
    TACIT_TRY(tacit_work_columns(cx, w, data, TACIT_ROLE_WEIGHT, &weight));
    tacit_stage(cx, "Counting key combinations");
    TACIT_TRY(
        tacit_data_group(cx, data, &counted, weight.n > 0 ? weight.at[0] : data->schema.n, out));
    tacit_work_set_roles(w, *out);
    return TACIT_OK;
}

/* The same; NULL if there are no keys. */
static tacit_status count(tacit_ctx *cx, const tacit_work *w, tacit_data *data, tacit_table **out)
{
    tacit_select keys;
    *out = NULL;
    TACIT_TRY(tacit_work_columns(cx, w, data, TACIT_ROLE_KEY, &keys));
    return keys.n == 0 ? TACIT_OK : tacit_stream_count(cx, w, data, out);
}

/* ---- measuring ---- */

/* The plan with those of its measures that a histogram is enough for, in scratch memory. */
static tacit_status measurable(tacit_ctx *cx, const tacit_plan *plan, tacit_plan *out)
{
    tacit_plan_measure *kept = NULL;
    *out = *plan;
    out->n_measures = 0;
    TACIT_TRY(tacit_scratch(cx, plan->n_measures, sizeof *kept, &kept));
    for (size_t i = 0; i < plan->n_measures; i++)
        if ((plan->measure[i].measure->needs & TACIT_STREAM_LACKS) == 0)
            kept[out->n_measures++] = plan->measure[i];
    out->measure = kept;
    return TACIT_OK;
}

static tacit_status measure(tacit_ctx *cx, tacit_work *w, const tacit_table *histogram,
                            const char *key, bool *holds)
{
    tacit_plan plan;
    tacit_subject *subject = NULL;
    TACIT_TRY(measurable(cx, w->plan, &plan));
    TACIT_TRY(tacit_subject_new(cx, histogram, &subject));
    tacit_subject_add(subject, &w->known.extra);
    tacit_status status = tacit_account_measures(cx, w->record, key, &plan, subject);
    if (status == TACIT_OK)
        status = tacit_account_requirements(cx, w->record, &plan, subject, holds);
    if (status == TACIT_OK)
        status = tacit_account_claims(cx, w->record, key);
    if (status == TACIT_OK && strcmp(key, "after") == 0)
        status = tacit_account_basis(cx, w->record, &plan, subject);
    tacit_subject_free(subject);
    return status;
}

tacit_status tacit_stream_measure(tacit_ctx *cx, tacit_work *w, tacit_data *data, const char *key,
                                  bool *holds)
{
    tacit_table *histogram = NULL;
    *holds = true;
    TACIT_TRY(count(cx, w, data, &histogram));
    if (histogram == NULL && w->plan->n_requires > 0)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "Without keys nothing that is required can be "
                          "checked; say which columns are keys.");
    if (histogram == NULL)
        return tacit_json_put(cx, w->record, "requirements", json_array());
    const tacit_status status = measure(cx, w, histogram, key, holds);
    tacit_table_free(histogram);
    return status;
}

/* ---- the written file ---- */

tacit_status tacit_stream_judge(tacit_ctx *cx, tacit_work *w, const char *path,
                                const tacit_rows *meant, bool *holds)
{
    tacit_data *data = NULL;
    TACIT_TRY(tacit_gate_open(cx, w, meant->shape, path, &data));
    tacit_status status = tacit_gate_compare(cx, data, meant);
    if (status == TACIT_OK)
        status = tacit_stream_measure(cx, w, data, "after", holds);
    tacit_data_close(data);
    return status;
}
