/*
 * lattice.c - all choices of levels that a plan's step `generalize` has.
 *
 * The steps before are carried out as `tacit protect` would, so that the lattice is that of
 * the table which the step gets.  Nothing is written.
 */
#include "task/explore/lattice.h"

#include <string.h>

#include "micro/search/floor.h"
#include "run/decide.h"
#include "run/seed.h"
#include "run/step.h"

size_t tacit_lattice_step(const tacit_plan *plan, const tacit_method *method)
{
    size_t i = 0;
    while (i < plan->n_steps && plan->step[i].method != method)
        i++;
    return i;
}

/* ---- opening ---- */

static tacit_status load(tacit_ctx *cx, tacit_lattice *l)
{
    tacit_work *w = l->w;
    TACIT_TRY(tacit_work_load(cx, w));
    TACIT_TRY(tacit_account_table(cx, w->record, "data", w->plan->data, w->data, true));
    TACIT_TRY(tacit_table_copy(cx, w->data, &l->table));
    return tacit_work_know(cx, w);
}

/* Carry out step `i`, which comes before. */
static tacit_status do_step(tacit_ctx *cx, size_t i, tacit_lattice *l)
{
    const tacit_plan_step *step = &l->w->plan->step[i];
    tacit_rng own;
    tacit_job job;
    tacit_table *next = NULL;
    tacit_stage(cx, "Step %zu, %s", i + 1, step->method->about.name);
    TACIT_TRY(tacit_step_job(cx, l->w->plan, i, l->table, &l->w->known, &job));
    TACIT_TRY(tacit_step_stream(cx, l->w->plan, i, l->w->seed, &job, &own));
    job.rng = &own;
    TACIT_TRY(tacit_result_new(cx, "method", &step->method->about, &step->args, &job.told));
    const tacit_status status = tacit_step_run(cx, step, &job, &l->w->known, &next);
    json_decref(job.told);
    TACIT_TRY(status);
    tacit_table_free(l->table);
    l->table = next;
    return TACIT_OK;
}

/* ---- where only combinations are counted ---- */

/* Whether the data can stay where it is: it is on a server, or there is only its histogram. */
static tacit_status can_stay(tacit_ctx *cx, const tacit_work *w, bool *out)
{
    const char *why = NULL;
    *out = false;
    if (w->plan->histogram == NULL && !tacit_data_is_served(w->plan->data))
        return TACIT_OK;
    TACIT_TRY(tacit_stream_refusal(cx, w->plan, &why));
    *out = why == NULL;
    return TACIT_OK;
}

/* Count the combinations that the step goes by. */
static tacit_status count(tacit_ctx *cx, tacit_lattice *l)
{
    tacit_work *w = l->w;
    tacit_job job = { 0 };
    uint64_t rows = 0;
    w->counts = true;
    TACIT_TRY(tacit_work_open(cx, w, &l->there.data));
    l->there.data->keeps = true;
    TACIT_TRY(tacit_work_choose_seed(cx, w));
    TACIT_TRY(tacit_carried_rows(cx, &l->there, &rows));
    TACIT_TRY(tacit_carried_job(cx, w, l->step, &l->there, &job));
    TACIT_TRY(tacit_stream_account(cx, w, "data", w->plan->data, l->there.before, rows));
    const tacit_value *target = &job.args->at[tacit_param_find(job.args->params, "target")];
    tacit_stage(cx, "Counting key combinations");
    return tacit_generalize_count(cx, &job, target->given ? target->text : NULL, &l->table,
                                  &l->job);
}

/* ---- where the records are here ---- */

static tacit_status load_job(tacit_ctx *cx, tacit_lattice *l)
{
    TACIT_TRY(load(cx, l));
    TACIT_TRY(tacit_work_choose_seed(cx, l->w));
    for (size_t i = 0; i < l->step; i++)
        TACIT_TRY(do_step(cx, i, l));
    TACIT_TRY(tacit_step_job(cx, l->w->plan, l->step, l->table, &l->w->known, &l->job));
    TACIT_TRY(tacit_step_stream(cx, l->w->plan, l->step, l->w->seed, &l->job, &l->stream));
    l->job.rng = &l->stream;
    return TACIT_OK;
}

static tacit_status prepare(tacit_ctx *cx, tacit_lattice *l)
{
    bool stays = false;
    TACIT_TRY(can_stay(cx, l->w, &stays));
    TACIT_TRY(stays ? count(cx, l) : load_job(cx, l));
    l->z.job = &l->job;
    TACIT_TRY(tacit_generalize_prepare(cx, &l->z));
    if (tacit_loss_has_prices(l->z.loss))
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "Choices of levels are not compared with 'prices': what is suppressed by "
                          "them differs from choice to choice; leave them out to explore.");
    return TACIT_OK;
}

/* Look for the best node alone. */
static tacit_status search(tacit_ctx *cx, tacit_lattice *l)
{
    tacit_search_found found;
    tacit_stage(cx, "Searching");
    TACIT_TRY(tacit_search(cx, l->z.space, &l->z.spec, &found));
    l->any = found.any;
    l->best = found.best;
    return TACIT_OK;
}

/* Leave out the lowest levels, and say which. */
static tacit_status narrow(tacit_ctx *cx, tacit_search_space *s)
{
    const double all = s->nodes;
    char *keys = NULL;
    tacit_stage(cx, "Leaving out choices");
    TACIT_TRY(tacit_lattice_raise(cx, TACIT_LATTICE_WORK, s));
    for (size_t a = 0; a < s->n_axes; a++)
        if (s->axis[a].low > 0)
            TACIT_TRY(tacit_scratch_format(cx, &keys, "%s%s%s %d", keys != NULL ? keys : "",
                                           keys != NULL ? ", " : "", s->axis[a].name,
                                           (int)s->axis[a].low));
    tacit_warn(cx,
               "Looking at all %.0f choices of levels would take too long; the %.0f from these "
               "levels up were looked at: %s; 'levels' of the step chooses others.",
               all, s->nodes, keys);
    return TACIT_OK;
}

tacit_status tacit_lattice_open(tacit_ctx *cx, const tacit_what_if *what, tacit_lattice *l)
{
    TACIT_TRY(prepare(cx, l));
    const bool is_long = tacit_lattice_is_long(l->z.space, TACIT_LATTICE_WORK);
    if (what->n_k == 0 && (is_long || l->z.space->nodes > TACIT_ATLAS_NODES))
        return search(cx, l);
    if (is_long)
        TACIT_TRY(narrow(cx, l->z.space));
    const tacit_atlas_spec spec = { .k = what->k,
                                    .n_k = what->n_k,
                                    .judge = l->z.judge,
                                    .release = l->z.spec.release,
                                    .kinds = 1U << l->z.kind,
                                    .target = tacit_judge_sensitive(l->z.judge)->n };
    tacit_stage(cx, "Looking at all choices of levels");
    TACIT_TRY(tacit_atlas_new(cx, l->z.space, &spec, &l->atlas));
    TACIT_TRY(tacit_scratch(cx, tacit_atlas_nodes(l->atlas), sizeof *l->score, &l->score));
    const tacit_atlas_query own = { .rung = tacit_atlas_required(l->atlas),
                                    .most_suppressed = l->z.spec.most_suppressed,
                                    .score = l->score };
    tacit_atlas_scores(l->atlas, own.rung, l->z.loss, l->score);
    l->any = tacit_atlas_best(l->atlas, &own, &l->best, 1) > 0;
    return TACIT_OK;
}

void tacit_lattice_close(tacit_lattice *l)
{
    tacit_atlas_free(l->atlas);
    tacit_generalize_end(&l->z);
    tacit_table_free(l->table);
    tacit_carried_end(&l->there);
}

/* ---- words ---- */

double tacit_lattice_share(const tacit_lattice *l, uint64_t records)
{
    return (double)records / (double)l->z.space->records;
}

tacit_status tacit_lattice_text(tacit_ctx *cx, const tacit_lattice *l, const uint8_t *level,
                                char **out)
{
    char *text = NULL;
    TACIT_TRY(tacit_scratch_text(cx, "", &text));
    for (size_t a = 0; a < l->z.space->n_axes; a++)
        TACIT_TRY(tacit_scratch_format(cx, &text, "%s%s%d", text, a > 0 ? "-" : "", level[a]));
    *out = text;
    return TACIT_OK;
}

static tacit_status fill_levels(tacit_ctx *cx, const tacit_lattice *l, const uint8_t *level,
                                json_t *object)
{
    for (size_t a = 0; a < l->z.space->n_axes; a++)
        TACIT_TRY(tacit_json_put(cx, object, l->z.space->axis[a].name, json_integer(level[a])));
    return TACIT_OK;
}

tacit_status tacit_lattice_json(tacit_ctx *cx, const tacit_lattice *l, const uint8_t *level,
                                json_t **out)
{
    json_t *object = json_object();
    const tacit_status status = fill_levels(cx, l, level, object);
    if (status != TACIT_OK) {
        json_decref(object);
        return status;
    }
    *out = object;
    return TACIT_OK;
}

tacit_status tacit_lattice_changes(tacit_ctx *cx, const tacit_lattice *l, const uint8_t *from,
                                   const uint8_t *to, char **out)
{
    char *text = NULL;
    TACIT_TRY(tacit_scratch_text(cx, "", &text));
    for (size_t a = 0; a < l->z.space->n_axes; a++)
        if (from[a] != to[a])
            TACIT_TRY(tacit_scratch_format(cx, &text, "%s%s%s %+d", text,
                                           text[0] != '\0' ? ", " : "", l->z.space->axis[a].name,
                                           to[a] - from[a]));
    *out = text;
    return TACIT_OK;
}

tacit_status tacit_lattice_result(tacit_ctx *cx, const tacit_lattice *l, const tacit_entry *entry,
                                  tacit_result **out)
{
    tacit_result *r = NULL;
    if (json_object_get(l->w->record, "exploration") == NULL)
        TACIT_TRY(tacit_json_put(cx, l->w->record, "exploration", json_array()));
    TACIT_TRY(tacit_result_new(cx, "exploration", entry, &(tacit_args){ 0 }, &r));
    TACIT_TRY(tacit_json_add(cx, json_object_get(l->w->record, "exploration"), r));
    *out = r;
    return TACIT_OK;
}
