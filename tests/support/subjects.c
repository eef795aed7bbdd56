/*
 * subjects.c - running models and risks on tables about whose population something is known.
 */
#include "support/subjects.h"

work *with_model(work *w, const char *name)
{
    preset_args(&w->a, &tacit_model_find(name)->measure.about);
    return w;
}

tacit_status try_model(work *w, const char *name, tacit_result **out)
{
    tacit_subject *s = NULL;
    assert_ok(w->cx, tacit_subject_new(w->cx, w->table, &s));
    tacit_subject_add(s, &w->extra);
    const tacit_status status =
        tacit_measure_run(w->cx, &tacit_model_find(name)->measure, s, &w->a.args, out);
    tacit_subject_free(s);
    return status;
}

tacit_result *run_model(work *w, const char *name)
{
    tacit_result *r = NULL;
    assert_ok(w->cx, try_model(w, name, &r));
    return r;
}

void assert_model_fails(work *w, const char *name, tacit_status code, const char *part)
{
    tacit_result *r = NULL;
    assert_fails(w->cx, try_model(w, name, &r), code, part);
    assert_null(r);
}

tacit_status try_risk(work *w, const char *name, tacit_result **out)
{
    const tacit_measure *m = tacit_risk_find(name);
    tacit_subject *s = NULL;
    assert_ok(w->cx, tacit_subject_new(w->cx, w->table, &s));
    tacit_subject_add(s, &w->extra);
    const tacit_status status =
        tacit_measure_run(w->cx, m, s, &preset_args(&w->a, &m->about)->args, out);
    tacit_subject_free(s);
    return status;
}

tacit_result *run_risk(work *w, const char *name)
{
    tacit_result *r = NULL;
    assert_ok(w->cx, try_risk(w, name, &r));
    return r;
}

bool model_holds(const tacit_result *r)
{
    return json_is_true(json_object_get(r, "holds"));
}

double take_figure(tacit_result *r, const char *name)
{
    const double x = figure(r, name);
    json_decref(r);
    return x;
}

double risk_figure(work *w, const char *risk, const char *name)
{
    return take_figure(run_risk(w, risk), name);
}
