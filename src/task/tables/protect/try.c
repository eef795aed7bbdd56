/*
 * try.c - one way to protect tables is carried out on a copy, audited and measured.
 *
 * The audits are those of what is published: nothing is called safe that they do not find so.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tabular/audit_shown.h"
#include "task/tables/protect/own.h"

/* ---- the audit ---- */

static tacit_status audit(tacit_ctx *cx, const tacit_trial *way, const tacit_protection_job *job,
                          tacit_result *told, tacit_tried *out)
{
    const tacit_system *s = job->tables->system;
    tacit_audit hidden = { 0 };
    tacit_shown_audit shown = { 0 };
    if (way->protection->check != NULL)
        return way->protection->check(cx, job, told, &out->holds);
    if (s->changed) {
        TACIT_TRY(tacit_shown_audit_run(cx, s, way->protection->promise == TACIT_PROMISE_DISTANCE,
                                        &shown));
        out->holds = shown.holds;
        out->unsafe = (double)shown.cells.n_unsafe;
        return TACIT_OK;
    }
    TACIT_TRY(tacit_audit_run(cx, s, &hidden));
    out->holds = tacit_audit_holds(&hidden);
    out->unsafe = (double)hidden.n_unsafe;
    return TACIT_OK;
}

/* ---- measures ---- */

/* Where the figure of a measure belongs. */
typedef struct taken {
    const tacit_table_measure *measure;
    const char *figure;
    size_t at; /* in tacit_tried */
} taken;

#define TAKE(measure, figure, field)                                                               \
    {                                                                                              \
        &tacit_table_##measure, figure, offsetof(tacit_tried, field)                               \
    }

static const taken TAKEN[] = {
    TAKE(risk_feasibility, "risk", risk),
    TAKE(risk_feasibility, "sensitive", sensitive),
    TAKE(risk_feasibility, "short", too_narrow),
    TAKE(risk_feasibility, "exact", exact),
    TAKE(risk_feasibility, "narrowest", narrowest),
    TAKE(risk_face_value, "near", near_value),
    TAKE(utility_secondary_cells, "number", secondary),
    TAKE(utility_secondary_cells, "cost", cost),
    TAKE(utility_pooled_magnitude, "pooled", pooled),
    TAKE(utility_table_distance, "distance", distance),
    TAKE(utility_table_distance, "weighted", weighted_distance),
    TAKE(utility_table_distance, "largest", largest),
    TAKE(utility_cells_kept, "loss", loss),
    TAKE(utility_cells_kept, "weighted", weighted_loss),
    TAKE(utility_cells_kept, "same", same),
    TAKE(utility_cells_kept, "changed", changed),
    TAKE(utility_cells_kept, "hidden", hidden),
    TAKE(utility_cells_kept, "left_out", left_out),
};
enum { N_TAKEN = sizeof TAKEN / sizeof TAKEN[0] };

static double figure_of(const tacit_result *r, const char *name)
{
    const json_t *figures = json_object_get(r, "figures");
    for (size_t i = 0; i < json_array_size(figures); i++) {
        const json_t *f = json_array_get(figures, i);
        if (strcmp(json_string_value(json_object_get(f, "name")), name) == 0)
            return json_number_value(json_object_get(f, "value"));
    }
    return NAN;
}

/* Run each measure once and take its figures, which stand together. */
static tacit_status measure(tacit_ctx *cx, const tacit_table_subject *subject, tacit_tried *out)
{
    for (size_t k = 0; k < N_TAKEN;) {
        const tacit_table_measure *m = TAKEN[k].measure;
        const tacit_args none = { .params = m->about.params };
        tacit_result *r = NULL;
        TACIT_TRY(tacit_table_measure_run(cx, m, subject, &none, &r));
        for (; k < N_TAKEN && TAKEN[k].measure == m; k++) {
            const double value = figure_of(r, TAKEN[k].figure);
            memcpy((char *)out + TAKEN[k].at, &value, sizeof value);
        }
        json_decref(r);
    }
    return TACIT_OK;
}

/* ---- all of it ---- */

static tacit_status carry_out(tacit_ctx *cx, const tacit_work *w, tacit_tabulation *t,
                              const tacit_table_stock *before, tacit_tried *out)
{
    const tacit_trial *way = out->way;
    const tacit_rng rng = tacit_tables_stream(w, t->system);
    const tacit_protection_job job = { .args = &way->args, .tables = t, .rng = &rng };
    const tacit_table_subject subject = { .tables = t, .before = *before };
    tacit_result *told = NULL;
    TACIT_TRY(tacit_result_new(cx, "protection", &way->protection->about, &way->args, &told));
    tacit_audited audited = { 0 };
    tacit_status status = tacit_tables_carry_out(cx, way->protection, &job, told, &audited);
    if (status == TACIT_OK)
        status = audit(cx, way, &job, told, out);
    json_decref(told);
    TACIT_TRY(status);
    return measure(cx, &subject, out);
}

/* Nothing is protected: every sensitive cell is known. */
static tacit_status publish_all(const tacit_tabulation *t, const tacit_table_stock *before,
                                tacit_tried *out)
{
    for (size_t i = 0; i < t->system->n_cells; i++)
        out->sensitive += t->system->cell[i].status == TACIT_CELL_PRIMARY;
    out->unsafe = out->exact = out->too_narrow = out->near_value = out->sensitive;
    out->holds = !(out->sensitive > 0);
    out->risk = out->sensitive > 0;
    out->narrowest = out->sensitive > 0 ? 0 : NAN;
    out->same = (double)before->cells;
    return TACIT_OK;
}

tacit_status tacit_trial_run(tacit_ctx *cx, const tacit_work *w, const tacit_tabulation *t,
                             tacit_tried *out)
{
    const size_t mark = tacit_scratch_mark(cx);
    const tacit_table_stock before = tacit_table_stock_of(t);
    tacit_tabulation copy = *t;
    out->done = true;
    out->judged = tacit_trials_judged(w->plan);
    if (out->way->protection == NULL)
        return publish_all(t, &before, out);
    TACIT_TRY(tacit_system_copy(cx, t->system, &copy.system));
    if (t->system->name_user == t)
        copy.system->name_user = &copy;
    const tacit_status status = carry_out(cx, w, &copy, &before, out);
    tacit_tabulation_free(&copy);
    tacit_scratch_release(cx, mark);
    if (status != TACIT_ERR_DATA && status != TACIT_ERR_INPUT)
        return status;
    out->done = out->holds = false;
    (void)snprintf(out->why, sizeof out->why, "%s", tacit_message(cx));
    return TACIT_OK;
}

const char *tacit_tried_verdict(const tacit_tried *x)
{
    const tacit_protection *p = x->way->protection;
    if (!x->done)
        return "impossible";
    if (p != NULL && p->promise == TACIT_PROMISE_NOISE)
        return x->holds ? "noise" : "wrong noise";
    if (!x->judged)
        return "no rules";
    if (!x->holds)
        return "not safe";
    return p != NULL && p->promise == TACIT_PROMISE_DISTANCE ? "by distance" : "safe";
}

bool tacit_tried_is_safe(const tacit_tried *x)
{
    return x->done && x->judged && x->holds &&
           (x->way->protection == NULL || x->way->protection->promise != TACIT_PROMISE_NOISE);
}
