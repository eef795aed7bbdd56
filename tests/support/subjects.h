/*
 * subjects.h - running models and risks on tables about whose population something is known.
 */
#ifndef TACIT_TESTS_SUPPORT_SUBJECTS_H
#define TACIT_TESTS_SUPPORT_SUBJECTS_H

#include "support/measures.h"

#include "model/model.h"
#include "risk/risk.h"

/* A table with what else is known of it, and arguments. */
typedef struct work {
    tacit_ctx *cx;
    const tacit_table *table;
    tacit_subject_extra extra;
    arguments a;
} work;

/* Start with the defaults of the model `name`. */
static inline work *with_model(work *w, const char *name)
{
    preset_args(&w->a, &tacit_model_find(name)->about);
    return w;
}

/* Run the model `name` with the arguments that are set. */
static inline tacit_status try_model(work *w, const char *name, tacit_result **out)
{
    tacit_subject *s = NULL;
    assert_ok(w->cx, tacit_subject_new(w->cx, w->table, &s));
    tacit_subject_add(s, &w->extra);
    const tacit_status status = tacit_model_run(w->cx, tacit_model_find(name), s, &w->a.args, out);
    tacit_subject_free(s);
    return status;
}

/* The same, which must go well; the caller frees. */
static inline tacit_result *run_model(work *w, const char *name)
{
    tacit_result *r = NULL;
    assert_ok(w->cx, try_model(w, name, &r));
    return r;
}

/* The model refuses with `code` and a message that has `part` in it. */
static inline void assert_model_fails(work *w, const char *name, tacit_status code,
                                      const char *part)
{
    tacit_result *r = NULL;
    assert_fails(w->cx, try_model(w, name, &r), code, part);
    assert_null(r);
}

/* Run the risk `name` with its defaults. */
static inline tacit_status try_risk(work *w, const char *name, tacit_result **out)
{
    const tacit_risk *m = tacit_risk_find(name);
    tacit_subject *s = NULL;
    assert_ok(w->cx, tacit_subject_new(w->cx, w->table, &s));
    tacit_subject_add(s, &w->extra);
    const tacit_status status =
        tacit_risk_run(w->cx, m, s, &preset_args(&w->a, &m->about)->args, out);
    tacit_subject_free(s);
    return status;
}

/* The same, which must go well; the caller frees. */
static inline tacit_result *run_risk(work *w, const char *name)
{
    tacit_result *r = NULL;
    assert_ok(w->cx, try_risk(w, name, &r));
    return r;
}

/* Whether a result's model holds. */
static inline bool model_holds(const tacit_result *r)
{
    return json_is_true(json_object_get(r, "holds"));
}

/* A figure of a result that is not needed any more. */
static inline double take_figure(tacit_result *r, const char *name)
{
    const double x = figure(r, name);
    json_decref(r);
    return x;
}

/* The figure `name` of the risk `risk` with its defaults. */
static inline double risk_figure(work *w, const char *risk, const char *name)
{
    return take_figure(run_risk(w, risk), name);
}

#endif
