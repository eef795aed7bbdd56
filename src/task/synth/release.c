/*
 * release.c - synthetic sets: staged, read back, judged and released.
 *
 * Every set is a file of its own with a certificate of its own, and what is required must hold of
 * each as it is read; if it fails of one, none is released.  Measures that compare with the
 * original look at the first set.
 */
#include <string.h>

#include "micro/method/rewrite.h"
#include "run/beside/beside.h"
#include "run/certificate/certificate.h"
#include "run/gate.h"
#include "run/guard.h"
#include "run/reading.h"
#include "task/synth/own.h"

/* One set on its way. */
typedef struct set_plan {
    tacit_plan plan;  /* as it would be for this set alone */
    const char *path; /* where the set is staged; NULL in memory */
    json_t *judged;   /* "requirements" and "basis" of the set */
} set_plan;

/* ---- names ---- */

/* `path` with the number of a set before its ending: people.csv, 2: people-2.csv. */
static tacit_status number_path(tacit_ctx *cx, const char *path, size_t set, const char **out)
{
    const char *name = strrchr(path, '/');
    const char *dot = strchr(name != NULL ? name : path, '.');
    const size_t stem = dot != NULL ? (size_t)(dot - path) : strlen(path);
    char *text = NULL;
    TACIT_TRY(tacit_scratch_format(cx, &text, "%.*s-%zu%s", (int)stem, path, set + 1, path + stem));
    *out = text;
    return TACIT_OK;
}

/* The plan as it would be for set k of `sets` alone. */
static tacit_status plan_set(tacit_ctx *cx, const tacit_plan *plan, size_t sets, size_t k,
                             tacit_plan *out)
{
    *out = *plan;
    if (sets == 1)
        return TACIT_OK;
    TACIT_TRY(number_path(cx, plan->output, k, &out->output));
    return plan->certificate != NULL ? number_path(cx, plan->certificate, k, &out->certificate)
                                     : TACIT_OK;
}

/* Sets of an earlier run may be replaced; anything else is found in the way before the work is
 * done. */
tacit_status tacit_synthesis_check_outputs(tacit_ctx *cx, tacit_work *w)
{
    const size_t sets = (size_t)tacit_arg_integer(&w->ask->args, TACIT_SYNTH_SETS);
    const tacit_plan *whole = w->plan;
    tacit_status status = TACIT_OK;
    for (size_t k = 0; sets > 1 && k < sets && status == TACIT_OK; k++) {
        tacit_plan own;
        TACIT_TRY(plan_set(cx, whole, sets, k, &own));
        w->plan = &own;
        status = tacit_guard_request(cx, w);
        w->plan = whole;
    }
    return status;
}

/* Where a set is written under a temporary name.  What is there was looked at before, as the output
 * of the plan for this set. */
static tacit_status stage(tacit_ctx *cx, tacit_work *w, const tacit_plan *own, const char **path)
{
    const tacit_plan *whole = w->plan;
    w->plan = own;
    const tacit_status status = tacit_beside_stage(cx, w, own->output, path);
    w->plan = whole;
    return status;
}

/* ---- judging ---- */

/* What is required of a set, by the table that a recipient reads; it stands in the record until
 * the next is judged. */
static tacit_status require(tacit_ctx *cx, const tacit_synthesis *s, const tacit_table *read,
                            set_plan *p, bool *hold)
{
    tacit_work *w = s->w;
    tacit_subject_extra extra = w->known.extra;
    tacit_subject *subject = NULL;
    bool own = true;
    extra.original = w->data;
    extra.independent = true;
    extra.trial = s->trial;
    TACIT_TRY(tacit_subject_new(cx, read, &subject));
    tacit_subject_add(subject, &extra);
    tacit_status status = tacit_account_requirements(cx, w->record, w->plan, subject, &own);
    if (status == TACIT_OK)
        status = tacit_account_basis(cx, w->record, w->plan, subject);
    tacit_subject_free(subject);
    TACIT_TRY(status);
    *hold = *hold && own;
    p->judged = json_pack("{s:O, s:O}", "requirements", json_object_get(w->record, "requirements"),
                          "basis", json_object_get(w->record, "basis"));
    return p->judged != NULL ? TACIT_OK : tacit_fail_memory(cx);
}

/* Write a set under a temporary name, read it back and judge it.  A table in memory is handed over
 * as it is. */
static tacit_status judge(tacit_ctx *cx, tacit_synthesis *s, size_t k, set_plan *p, bool *hold)
{
    const char *target = p->plan.output;
    tacit_table *read = NULL;
    bool same = false;
    TACIT_TRY(tacit_beside_check(cx, s->w, target));
    for (size_t j = 0; j < tacit_table_columns(s->set[k]); j++)
        TACIT_TRY(tacit_rewrite_used_labels(cx, s->set[k], j));
    if (tacit_session_is_memory(target))
        return require(cx, s, s->set[k], p, hold);
    TACIT_TRY(stage(cx, s->w, &p->plan, &p->path));
    TACIT_TRY(tacit_reading_write_table(cx, s->w, s->set[k], target, p->path));
    TACIT_TRY(tacit_gate_gives(cx, s->w, s->set[k], p->path, &same));
    if (!same)
        TACIT_TRY(tacit_gate_load(cx, s->w, s->set[k], p->path, &read));
    const tacit_status status = require(cx, s, same ? s->set[k] : read, p, hold);
    tacit_table_free(read);
    return status;
}

/* ---- measuring ---- */

static tacit_status measure_risk(tacit_ctx *cx, const tacit_synthesis *s, const tacit_plan *plan)
{
    tacit_subject_extra extra = s->w->known.extra;
    tacit_subject *subject = NULL;
    extra.original = s->w->data;
    extra.independent = true;
    TACIT_TRY(tacit_subject_new(cx, s->set[0], &subject));
    tacit_subject_add(subject, &extra);
    tacit_status status = tacit_account_measures(cx, s->w->record, "after", plan, subject);
    if (status == TACIT_OK)
        status = tacit_account_claims(cx, s->w->record, "after");
    tacit_subject_free(subject);
    return status;
}

/* Measure the first set. */
static tacit_status measure(tacit_ctx *cx, const tacit_synthesis *s, const char *target)
{
    const tacit_subject_extra *known = &s->w->known.extra;
    const tacit_pair pair = { .original = s->w->data,
                              .masked = s->set[0],
                              .independent = true,
                              .hierarchies = known->hierarchies,
                              .n_hierarchies = known->n_hierarchies };
    tacit_plan plan;
    TACIT_TRY(tacit_synthesis_measures(cx, s->w->plan, &plan));
    TACIT_TRY(measure_risk(cx, s, &plan));
    TACIT_TRY(tacit_account_utility(cx, s->w->record, &plan, &pair));
    TACIT_TRY(tacit_synthesis_title(cx, s->w->record));
    return tacit_account_table(cx, s->w->record, "protected", target, s->set[0], false);
}

/* ---- releasing ---- */

/* List a set, with its certificate. */
static tacit_status write_set(tacit_ctx *cx, tacit_synthesis *s, size_t k, const set_plan *p)
{
    tacit_work *w = s->w;
    json_t *certificate = NULL;
    const char *target = p->plan.output;
    TACIT_TRY(p->path != NULL ? tacit_beside_list(cx, w, target, p->path)
                              : tacit_work_write_table(cx, w, "data", target, s->set[k]));
    if (json_object_update(w->record, p->judged) != 0)
        return tacit_fail_memory(cx);
    if (w->simulation) {
        tacit_warn(cx, "The run is a simulation: it is not certified.");
        return TACIT_OK;
    }
    const json_t *outputs = json_object_get(w->record, "outputs");
    const tacit_certified what = { .plan = &p->plan,
                                   .target = target,
                                   .dialect = w->dialect,
                                   .table = s->set[k],
                                   .rows = tacit_table_rows(s->set[k]),
                                   .record = w->record,
                                   .output =
                                       json_array_get(outputs, json_array_size(outputs) - 1) };
    TACIT_TRY(tacit_certificate_new(cx, &what, &certificate));
    const tacit_plan *whole = w->plan;
    w->plan = &p->plan;
    const tacit_status status = tacit_certificate_write(cx, w, certificate);
    w->plan = whole;
    return status;
}

static tacit_status write_sets(tacit_ctx *cx, tacit_synthesis *s, const set_plan *p, bool hold)
{
    for (size_t k = 0; hold && k < s->spec.sets; k++)
        TACIT_TRY(write_set(cx, s, k, &p[k]));
    for (size_t k = 0; !hold && k < s->spec.sets; k++)
        if (p[k].path != NULL)
            TACIT_TRY(tacit_beside_drop(cx, s->w, p[k].path));
    /* The record tells of the first set. */
    return json_object_update(s->w->record, p[0].judged) == 0 ? TACIT_OK : tacit_fail_memory(cx);
}

static tacit_status release(tacit_ctx *cx, tacit_synthesis *s, set_plan *p)
{
    json_t *record = s->w->record;
    tacit_dialect dialect;
    bool hold = true;
    TACIT_TRY(tacit_reading_dialect(cx, s->w, s->w->plan->output, s->set[0], &dialect));
    s->w->dialect = &dialect; /* one for all sets: it takes a look at the data to find it */
    for (size_t k = s->spec.sets; k-- > 0;) {
        TACIT_TRY(plan_set(cx, s->w->plan, s->spec.sets, k, &p[k].plan));
        TACIT_TRY(judge(cx, s, k, &p[k], &hold));
    }
    TACIT_TRY(measure(cx, s, p[0].plan.output));
    TACIT_TRY(tacit_json_put(cx, record, "released", json_boolean(hold)));
    TACIT_TRY(tacit_json_put(cx, record, "outputs", json_array()));
    s->w->verdict = hold ? TACIT_VERDICT_HOLDS : TACIT_VERDICT_FAILS;
    return write_sets(cx, s, p, hold);
}

tacit_status tacit_synthesis_release(tacit_ctx *cx, tacit_synthesis *s)
{
    set_plan *p = NULL;
    TACIT_TRY(tacit_scratch(cx, s->spec.sets, sizeof *p, &p));
    const tacit_status status = release(cx, s, p);
    s->w->dialect = NULL;
    for (size_t k = 0; k < s->spec.sets; k++)
        json_decref(p[k].judged);
    return status;
}
