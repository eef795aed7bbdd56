/*
 * models.c - checking models on literal tables whose last column is sensitive.
 */
#include "support/models.h"

question *ask(question *q, const char *model)
{
    *q = (question){ .model = tacit_model_find(model) };
    if (q->model == NULL)
        fail_msg("no model '%s'", model);
    preset_args(&q->a, &q->model->measure.about);
    return q;
}

question *with(question *q, const char *name, double x)
{
    set_number(&q->a, name, x);
    return q;
}

question *choose(question *q, const char *name, const char *choice)
{
    const char *const *c = q->a.args.params[tacit_param_find(q->a.args.params, name)].choices;
    size_t i = 0;
    while (c[i] != NULL && strcmp(c[i], choice) != 0)
        i++;
    assert_non_null(c[i]);
    return with(q, name, (double)i);
}

question *with_texts(question *q, const char *name, const char *const *texts, size_t n)
{
    tacit_value *v = argument(&q->a, name);
    v->texts = texts;
    v->n = n;
    return q;
}

tacit_status try_ask(tacit_ctx *cx, const question *q, const tacit_table *t, tacit_result **out)
{
    tacit_subject *s = NULL;
    assert_ok(cx, tacit_subject_new(cx, t, &s));
    tacit_subject_add(s, &q->extra);
    const tacit_status status = tacit_measure_run(cx, &q->model->measure, s, &q->a.args, out);
    tacit_subject_free(s);
    return status;
}

tacit_result *answer(tacit_ctx *cx, const question *q, const tacit_table *t)
{
    tacit_result *r = NULL;
    assert_ok(cx, try_ask(cx, q, t, &r));
    return r;
}

void assert_no_answer(tacit_ctx *cx, const question *q, const tacit_table *t, tacit_status code,
                      const char *part)
{
    tacit_result *r = NULL;
    assert_fails(cx, try_ask(cx, q, t, &r), code, part);
    assert_null(r);
    assert_untold(cx, "secret");
}

bool says_yes(const tacit_result *r)
{
    return json_is_true(json_object_get(r, "holds"));
}

double ask_value(tacit_ctx *cx, const question *q, const tacit_table *t, const char *name)
{
    tacit_result *r = answer(cx, q, t);
    const double x = figure(r, name);
    json_decref(r);
    return x;
}

void assert_violations(tacit_ctx *cx, const question *q, const tacit_table *t, double records,
                       double classes)
{
    tacit_result *r = answer(cx, q, t);
    assert_near(figure(r, "violating_records"), records, 0.0);
    assert_near(figure(r, "violating_classes"), classes, 0.0);
    assert_int_equal(says_yes(r), records <= 0.0);
    json_decref(r);
}

tacit_table *secrets_of(tacit_ctx *cx, const char *columns, const char *rows)
{
    tacit_table *t = table_of(cx, columns, rows);
    const size_t last = tacit_table_columns(t) - 1;
    with_keys(t, last);
    tacit_table_set_roles(t, last, TACIT_ROLE_SENSITIVE);
    return t;
}
