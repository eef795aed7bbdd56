/*
 * load.c - the records that questions are answered from.
 *
 * A mode that answers from a copy gets the one that the plan's steps make with a seed that follows
 * from the secret: the same for every question, and known to nobody without it.
 */
#include "gateway/policy.h"
#include "run/decide.h"
#include "run/step.h"

/* ---- a copy ---- */

static tacit_status do_step(tacit_ctx *cx, tacit_work *w, size_t i, tacit_subject *before,
                            tacit_table **copy)
{
    const tacit_plan_step *step = &w->plan->step[i];
    tacit_rng own;
    tacit_job job = { 0 };
    tacit_table *next = NULL;
    tacit_stage(cx, "Step %zu, %s", i + 1, step->method->about.name);
    TACIT_TRY(tacit_step_job(cx, w->plan, i, *copy, &w->known, &job));
    TACIT_TRY(tacit_step_stream(cx, w->plan, i, w->seed, &job, &own));
    job.rng = &own;
    job.original = before;
    TACIT_TRY(tacit_step_tell(cx, step, &job.told));
    const tacit_status status = tacit_step_run(cx, step, &job, &w->known, &next);
    json_decref(job.told);
    if (status != TACIT_OK)
        return status;
    tacit_table_free(*copy);
    *copy = next;
    return TACIT_OK;
}

static tacit_status do_steps(tacit_ctx *cx, tacit_work *w, tacit_table **copy)
{
    tacit_subject *before = NULL;
    TACIT_TRY(tacit_subject_new(cx, w->data, &before));
    tacit_subject_add(before, &w->known.extra);
    tacit_status status = tacit_table_copy(cx, w->data, copy);
    for (size_t i = 0; status == TACIT_OK && i < w->plan->n_steps; i++)
        status = do_step(cx, w, i, before, copy);
    tacit_subject_free(before);
    return status;
}

/* Put the copy in the place of the data. */
static tacit_status make_copy(tacit_ctx *cx, tacit_work *w, const unsigned char *secret)
{
    unsigned char own[TACIT_SECRET_BYTES];
    tacit_table *copy = NULL;
    tacit_secret_derive(secret, "tacit query input", own);
    w->seed = 0;
    for (size_t i = 0; i < sizeof w->seed; i++)
        w->seed |= (uint64_t)own[i] << (8 * i);
    TACIT_TRY(tacit_work_know(cx, w));
    const tacit_status status = do_steps(cx, w, &copy);
    if (status != TACIT_OK) {
        tacit_table_free(copy);
        return status;
    }
    tacit_table_free(w->data);
    w->data = copy;
    return TACIT_OK;
}

/* A step may have taken away what is declared. */
static tacit_status check_copy(tacit_ctx *cx, const tacit_work *w, const tacit_policy *policy)
{
    const size_t n = tacit_table_columns(w->data);
    for (size_t i = 0; i <= policy->schema.n; i++) {
        const char *name =
            i < policy->schema.n ? policy->schema.column[i].domain.column : policy->schema.person;
        if (name != NULL && tacit_table_find(w->data, name) == n)
            return tacit_fail(cx, TACIT_ERR_INPUT,
                              "%s: a step takes '%s' away, which is declared to be asked about.",
                              w->plan->file, name);
    }
    return TACIT_OK;
}

/* ---- the data ---- */

/* The columns that are declared, and that of the persons. */
static tacit_status find_columns(tacit_ctx *cx, const tacit_data *data,
                                 const tacit_query_schema *schema, tacit_select *out)
{
    size_t *at = NULL;
    TACIT_TRY(tacit_scratch(cx, schema->n + 1, sizeof *at, &at));
    for (size_t i = 0; i < schema->n; i++)
        at[i] = tacit_data_find(data, schema->column[i].domain.column);
    if (schema->person != NULL)
        at[schema->n] = tacit_data_find(data, schema->person);
    *out = (tacit_select){ .n = schema->n + (schema->person != NULL), .at = at };
    return TACIT_OK;
}

static tacit_status load_declared(tacit_ctx *cx, tacit_work *w, const tacit_policy *policy)
{
    tacit_data *data = NULL;
    tacit_select columns;
    TACIT_TRY(tacit_work_open(cx, w, &data));
    tacit_status status = find_columns(cx, data, &policy->schema, &columns);
    if (status == TACIT_OK)
        status = tacit_work_load_columns(cx, w, data, &columns);
    tacit_data_close(data);
    return status;
}

/* The order in which records of a person count is drawn once, from the system. */
static tacit_status arrange(tacit_ctx *cx, const tacit_policy *policy, tacit_query_data *data)
{
    tacit_keystream stream;
    TACIT_TRY(tacit_keystream_open(cx, &stream));
    const tacit_status status = tacit_query_data_arrange(cx, &policy->schema, &stream, data);
    tacit_keystream_close(&stream);
    return status;
}

tacit_status tacit_policy_load(tacit_ctx *cx, tacit_work *w, const tacit_policy *policy,
                               const unsigned char *secret, tacit_query_data *out)
{
    if (policy->mode->copies) {
        TACIT_TRY(tacit_work_load(cx, w));
        TACIT_TRY(make_copy(cx, w, secret));
        TACIT_TRY(check_copy(cx, w, policy));
    } else {
        TACIT_TRY(load_declared(cx, w, policy));
    }
    TACIT_TRY(tacit_query_data_of(cx, &policy->schema, w->data, out));
    return policy->mode->bounds ? arrange(cx, policy, out) : TACIT_OK;
}
