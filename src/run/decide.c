/*
 * decide.c - steps that decide, and the population that follows them.
 *
 * The population is a histogram of key combinations; the changes of a decision apply to it as
 * to any table.  Combinations that become equal are not joined: who counts them adds up.
 */
#include "run/decide.h"

#include <string.h>

#include "base/text.h"

/* Whether the population has the key called `name`. */
static bool has_key(const tacit_table *population, const char *name)
{
    return tacit_table_find(population, name) < tacit_table_columns(population);
}

/* ---- one change ---- */

/* The first of the columns of `change` that the population has, or NULL. */
static const char *shared_key(const tacit_change *change, const tacit_table *population)
{
    const tacit_value *columns = tacit_change_value(change, "columns");
    for (size_t c = 0; c < columns->n; c++)
        if (has_key(population, columns->texts[c]))
            return columns->texts[c];
    return NULL;
}

/* Apply `change` to those of its columns that `t` has. */
static tacit_status apply_shared(tacit_ctx *cx, const tacit_change *change, tacit_table *t)
{
    const tacit_rng none = tacit_rng_seed(0); /* nothing is drawn from it */
    const tacit_stretch nowhere = { .rng = &none };
    const tacit_value *columns = tacit_change_value(change, "columns");
    tacit_change own = *change;
    tacit_value *at = NULL;
    const char **names = NULL;
    size_t n = 0;
    TACIT_TRY(tacit_scratch(cx, columns->n, sizeof *names, &names));
    TACIT_TRY(tacit_scratch(cx, own.args.n, sizeof *at, &at));
    for (size_t c = 0; c < columns->n; c++)
        if (has_key(t, columns->texts[c]))
            names[n++] = columns->texts[c];
    memcpy(at, own.args.at, own.args.n * sizeof *at);
    own.args.at = at;
    at[tacit_param_find(own.args.params, "columns")] =
        (tacit_value){ .given = true, .n = n, .texts = names };
    return tacit_change_apply(cx, &own, &nowhere, t);
}

static void warn_of_key(tacit_ctx *cx, const tacit_plan_step *step, const char *key,
                        const char *why)
{
    tacit_warn(cx,
               "'%s' changes key '%s' %s, which the population cannot follow; population "
               "frequencies are those of the values that are shown.",
               step->method->about.name, key, why);
}

/* The failure to change the population, told as one. */
static tacit_status fail_to_follow(tacit_ctx *cx, tacit_status status)
{
    char *why = NULL;
    TACIT_TRY(tacit_scratch_text(cx, tacit_message(cx), &why));
    return tacit_fail(cx, status, "The population cannot be changed as the data was: %s", why);
}

static tacit_status follow_change(tacit_ctx *cx, const tacit_change *change,
                                  const tacit_plan_step *step, tacit_table *population)
{
    const char *key = shared_key(change, population);
    if (key == NULL || change->method == &tacit_method_suppress)
        return TACIT_OK;
    if (tacit_change_is_random(change)) {
        warn_of_key(cx, step, key, "by chance");
        return TACIT_OK;
    }
    const tacit_status status = apply_shared(cx, change, population);
    return status == TACIT_ERR_DATA || status == TACIT_ERR_INPUT ? fail_to_follow(cx, status)
                                                                 : status;
}

/* ---- whole decisions ---- */

/* The first masked column that the population has, or NULL. */
static const char *masked_key(const tacit_job *job, const tacit_table *population)
{
    for (size_t c = 0; c < job->cols.n; c++) {
        const char *name = tacit_column_name(tacit_table_column(job->in, job->cols.at[c]));
        if (has_key(population, name))
            return name;
    }
    return NULL;
}

static tacit_status follow(tacit_ctx *cx, const tacit_decision *decision,
                           const tacit_plan_step *step, tacit_table *population)
{
    for (size_t i = 0; i < decision->n; i++) {
        const size_t mark = tacit_scratch_mark(cx);
        TACIT_TRY(follow_change(cx, &decision->at[i], step, population));
        tacit_scratch_release(cx, mark);
    }
    return TACIT_OK;
}

tacit_status tacit_population_follow(tacit_ctx *cx, const tacit_decision *decision,
                                     const tacit_plan_step *step, const tacit_job *job,
                                     tacit_known *known)
{
    if (known->population == NULL)
        return TACIT_OK;
    const char *key = decision->whole ? masked_key(job, known->population) : NULL;
    const bool rows = (step->method->traits & TACIT_METHOD_ROWS) != 0 &&
                      step->method != &tacit_method_generalize; /* it only leaves rows out */
    if (key != NULL && !rows && decision->population == NULL)
        warn_of_key(cx, step, key, "record by record");
    if (decision->population != NULL) {
        tacit_table *own = NULL;
        TACIT_TRY(tacit_table_copy(cx, decision->population, &own));
        tacit_table_become(known->population, own);
    }
    if (decision->whole)
        return TACIT_OK;
    tacit_table *changed = NULL;
    TACIT_TRY(tacit_table_copy(cx, known->population, &changed));
    const tacit_status status = follow(cx, decision, step, changed);
    if (status == TACIT_OK)
        tacit_table_become(known->population, changed);
    else
        tacit_table_free(changed);
    return status;
}

tacit_status tacit_step_run(tacit_ctx *cx, const tacit_plan_step *step, const tacit_job *job,
                            tacit_known *known, tacit_table **out)
{
    tacit_decision decision = { 0 };
    tacit_job own = *job;
    if (own.decided == NULL)
        own.decided = &decision;
    tacit_status status = tacit_method_run(cx, step->method, &own, out);
    if (status == TACIT_OK)
        status = tacit_population_follow(cx, own.decided, step, &own, known);
    tacit_decision_free(&decision);
    if (status != TACIT_OK) {
        tacit_table_free(*out);
        *out = NULL;
    }
    return status;
}

/* Append step `i` as it was settled, or as it is written if it needs all rows. */
static tacit_status put_settled(tacit_ctx *cx, const tacit_plan_step *step,
                                const tacit_decision *decided, json_t *steps)
{
    json_t *part = NULL;
    if (decided->whole) {
        TACIT_TRY(tacit_args_json(cx, &step->args, &part));
        return tacit_json_add(cx, steps, json_pack("{s:o}", step->method->about.name, part));
    }
    TACIT_TRY(tacit_decision_json(cx, decided, &part));
    const int failed = json_array_extend(steps, part);
    json_decref(part);
    return failed == 0 ? TACIT_OK : tacit_fail_memory(cx);
}

tacit_status tacit_decide_write(tacit_ctx *cx, tacit_work *w, const tacit_decision *decided,
                                const char *target)
{
    tacit_buffer text = { 0 };
    json_t *steps = json_array(),
           *all = json_pack("{s:i, s:o}", "tacit_decisions", 1, "steps", steps);
    tacit_status status = all != NULL ? TACIT_OK : tacit_fail_memory(cx);
    for (size_t i = 0; i < w->plan->n_steps && status == TACIT_OK; i++)
        status = put_settled(cx, &w->plan->step[i], &decided[i], steps);
    if (status == TACIT_OK)
        status = tacit_json_text(cx, all, JSON_INDENT(2), &text);
    if (status == TACIT_OK)
        status = tacit_work_write_text(cx, w, "decisions", target, &text);
    json_decref(all);
    tacit_buffer_free(&text);
    return status;
}
