/*
 * private.c - by what mechanisms the columns of a release were made, from the steps of its plan.
 */
#include "run/private/private.h"

#include <string.h>

#include "base/result.h"
#include "run/step.h"

bool tacit_plan_requires_privacy(const tacit_plan *plan)
{
    for (size_t i = 0; i < plan->n_requires; i++)
        if (plan->require[i].model == &tacit_model_differential_privacy)
            return true;
    return false;
}

static bool is_private(const tacit_plan_step *step)
{
    return (step->method->traits & TACIT_METHOD_PRIVATE) != 0;
}

tacit_status tacit_private_check_seed(tacit_ctx *cx, const tacit_work *w)
{
    const tacit_plan *plan = w->plan;
    for (size_t i = 0; plan->seed_given && !w->simulation && i < plan->n_steps; i++)
        if (is_private(&plan->step[i]))
            return tacit_fail(cx, TACIT_ERR_INPUT,
                              "%s: step '%s' takes its noise from the system and no seed, with "
                              "which it could be taken off; remove 'seed', or say 'simulation: "
                              "true' under 'protect' for a run that is not certified.",
                              plan->file, plan->step[i].method->about.name);
    return TACIT_OK;
}

/* ---- what becomes of one column ---- */

/* One released column on its way through the steps. */
typedef struct fate {
    const char *column;
    size_t told;     /* number of the step whose mechanism told it, from 1; 0: none */
    bool recoded;    /* a step changed the answer, without looking at the data */
    const char *all; /* the one label that all records have got, or NULL */
    const char *why; /* it is not private; NULL: it is so far */
} fate;

/* The label that a step gives to all records, or NULL. */
static const char *label_of(const tacit_plan_step *step)
{
    const size_t i = tacit_param_find(step->args.params, "label");
    return step->method == &tacit_method_recode && step->args.at[i].given ? step->args.at[i].text
                                                                          : NULL;
}

static tacit_status refuse(tacit_ctx *cx, const tacit_plan_step *step, const char *what, fate *f)
{
    char *why = NULL;
    if (f->why != NULL)
        return TACIT_OK;
    TACIT_TRY(tacit_scratch_format(cx, &why, "step '%s' %s", step->method->about.name, what));
    f->why = why;
    return TACIT_OK;
}

/* Whether an answer about a step's column is told in the released column. */
static bool tells(const json_t *entries, const char *column)
{
    for (size_t i = 0; i < json_array_size(entries); i++) {
        const json_t *names = json_object_get(json_array_get(entries, i), "columns");
        for (size_t c = 0; c < json_array_size(names); c++)
            if (strcmp(json_string_value(json_array_get(names, c)), column) == 0)
                return true;
    }
    return false;
}

/* What step `i`, which gave `entries`, does to a column. */
static tacit_status follow_step(tacit_ctx *cx, const tacit_plan *plan, size_t i,
                                const json_t *entries, fate *f)
{
    const tacit_plan_step *step = &plan->step[i];
    const tacit_method *m = step->method;
    const bool rows = (m->traits & TACIT_METHOD_ROWS) != 0, own = is_private(step);
    if (m == &tacit_method_reorder || m == &tacit_method_drop)
        return TACIT_OK;
    if (rows && !own)
        return refuse(cx, step, "leaves records out or moves them by what they hold", f);
    if (own && tells(entries, f->column)) {
        if (f->told > 0)
            return refuse(cx, step, "tells it a second time", f);
        f->told = i + 1;
        return TACIT_OK;
    }
    if (own && rows)
        return refuse(cx, step, "leaves records out and does not name it", f);
    if (own || !tacit_step_masks(plan, step, f->column))
        return TACIT_OK;
    if (m->is_fixed == NULL || !m->is_fixed(&step->args))
        return refuse(cx, step, "changes it and is no mechanism", f);
    f->recoded = f->told > 0;
    f->all = label_of(step) != NULL ? label_of(step) : f->all;
    return TACIT_OK;
}

/* ---- the account ---- */

/* An account that is being made. */
typedef struct telling {
    const tacit_plan *plan;
    json_t **entries; /* of each step, or NULL */
    json_t *mechanisms, *refused;
} telling;

static tacit_status mark_recoded(tacit_ctx *cx, const json_t *entries, const char *column)
{
    for (size_t i = 0; i < json_array_size(entries); i++) {
        json_t *one = json_pack("[O]", json_array_get(entries, i));
        if (one == NULL)
            return tacit_fail_memory(cx);
        const bool own = tells(one, column);
        json_decref(one);
        if (own)
            TACIT_TRY(tacit_json_put(cx, json_array_get(entries, i), "recoded", json_true()));
    }
    return TACIT_OK;
}

/* Find out what became of a released column, and list it if it is not private. */
static tacit_status tell_column(tacit_ctx *cx, telling *t, const char *column)
{
    fate f = { .column = column };
    for (size_t i = 0; i < t->plan->n_steps; i++)
        TACIT_TRY(follow_step(cx, t->plan, i, t->entries[i], &f));
    if (f.why == NULL && f.told > 0)
        return f.recoded ? mark_recoded(cx, t->entries[f.told - 1], column) : TACIT_OK;
    if (f.why == NULL && f.all != NULL)
        return tacit_json_add(cx, t->mechanisms,
                              json_pack("{s:s, s:[s], s:[s], s:i}", "mechanism", "constant",
                                        "columns", column, "categories", f.all, "step", 0));
    return tacit_json_add(cx, t->refused,
                          json_pack("{s:s, s:s}", "column", column, "why",
                                    f.why != NULL ? f.why : "no mechanism tells it"));
}

/* Take over the entries that tell a released column, with the released ones of their columns. */
static tacit_status take_entries(tacit_ctx *cx, telling *t, size_t i, const tacit_table *released)
{
    for (size_t e = 0; e < json_array_size(t->entries[i]); e++) {
        json_t *entry = json_array_get(t->entries[i], e),
               *names = json_object_get(entry, "columns");
        for (size_t c = json_array_size(names); c-- > 0;)
            if (tacit_table_find(released, json_string_value(json_array_get(names, c))) ==
                tacit_table_columns(released))
                (void)json_array_remove(names, c);
        TACIT_TRY(tacit_json_put(cx, entry, "step", json_integer((json_int_t)i + 1)));
        if (json_array_size(names) > 0)
            TACIT_TRY(tacit_json_add(cx, t->mechanisms, json_incref(entry)));
    }
    return TACIT_OK;
}

/* Whether a step puts all records into random order. */
static bool is_shuffled(const tacit_plan *plan)
{
    for (size_t i = 0; i < plan->n_steps; i++)
        if (plan->step[i].method == &tacit_method_reorder && !plan->step[i].args.at[0].given)
            return true;
    return false;
}

static tacit_status fill(tacit_ctx *cx, telling *t, size_t rows, const tacit_table *released)
{
    for (size_t i = 0; i < t->plan->n_steps; i++) {
        const tacit_plan_step *step = &t->plan->step[i];
        if (is_private(step))
            TACIT_TRY(step->method->spends(cx, &step->args, rows, t->entries[i]));
    }
    for (size_t j = 0; j < tacit_table_columns(released); j++)
        TACIT_TRY(tell_column(cx, t, tacit_column_name(tacit_table_column(released, j))));
    for (size_t i = 0; i < t->plan->n_steps; i++)
        TACIT_TRY(take_entries(cx, t, i, released));
    return TACIT_OK;
}

static tacit_status tell_steps(tacit_ctx *cx, telling *t, size_t rows, const tacit_table *released)
{
    tacit_status status = TACIT_OK;
    for (size_t i = 0; i < t->plan->n_steps; i++)
        t->entries[i] = json_array();
    for (size_t i = 0; i < t->plan->n_steps; i++)
        if (t->entries[i] == NULL)
            status = tacit_fail_memory(cx);
    if (status == TACIT_OK)
        status = fill(cx, t, rows, released);
    for (size_t i = 0; i < t->plan->n_steps; i++)
        json_decref(t->entries[i]);
    return status;
}

tacit_status tacit_private_tell(tacit_ctx *cx, tacit_work *w, const tacit_table *released)
{
    telling t = { .plan = w->plan };
    const size_t rows = tacit_table_rows(released);
    if (!tacit_plan_requires_privacy(w->plan))
        return TACIT_OK;
    json_t *account =
        json_pack("{s:[], s:[], s:I, s:s}", "mechanisms", "refused", "rows", (json_int_t)rows,
                  "order", is_shuffled(w->plan) ? "random" : "kept");
    TACIT_TRY(tacit_json_put(cx, w->record, "privacy", account));
    t.mechanisms = json_object_get(account, "mechanisms");
    t.refused = json_object_get(account, "refused");
    TACIT_TRY(tacit_scratch(cx, t.plan->n_steps, sizeof(json_t *), &t.entries));
    TACIT_TRY(tell_steps(cx, &t, rows, released));
    if (w->simulation)
        TACIT_TRY(tacit_json_put(cx, account, "simulation", json_true()));
    if (json_array_size(t.refused) == 0)
        (void)json_object_del(account, "refused");
    w->known.extra.privacy = account;
    return TACIT_OK;
}
