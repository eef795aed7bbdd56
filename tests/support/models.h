/*
 * models.h - checking models on literal tables whose last column is sensitive.
 */
#ifndef TACIT_TESTS_SUPPORT_MODELS_H
#define TACIT_TESTS_SUPPORT_MODELS_H

#include "support/measures.h"

#include "model/model.h"

/* A model with its arguments and what else is known. */
typedef struct question {
    const tacit_model *model;
    arguments a;
    tacit_subject_extra extra;
} question;

/* Start with the model's defaults. */
static inline question *ask(question *q, const char *model)
{
    *q = (question){ .model = tacit_model_find(model) };
    if (q->model == NULL)
        fail_msg("no model '%s'", model);
    preset_args(&q->a, &q->model->about);
    return q;
}

/* Set a number, flag or the position of a choice. */
static inline question *with(question *q, const char *name, double x)
{
    set_number(&q->a, name, x);
    return q;
}

/* Set a choice by its name. */
static inline question *choose(question *q, const char *name, const char *choice)
{
    const char *const *c = q->a.args.params[tacit_param_find(q->a.args.params, name)].choices;
    size_t i = 0;
    while (c[i] != NULL && strcmp(c[i], choice) != 0)
        i++;
    assert_non_null(c[i]);
    return with(q, name, (double)i);
}

/* Set a list of texts. */
static inline question *with_texts(question *q, const char *name, const char *const *texts,
                                   size_t n)
{
    tacit_value *v = argument(&q->a, name);
    v->texts = texts;
    v->n = n;
    return q;
}

/* Run the model on `t`. */
static inline tacit_status try_ask(tacit_ctx *cx, const question *q, const tacit_table *t,
                                   tacit_result **out)
{
    tacit_subject *s = NULL;
    assert_ok(cx, tacit_subject_new(cx, t, &s));
    tacit_subject_add(s, &q->extra);
    const tacit_status status = tacit_model_run(cx, q->model, s, &q->a.args, out);
    tacit_subject_free(s);
    return status;
}

/* Run the model on `t`, which must go well. */
static inline tacit_result *answer(tacit_ctx *cx, const question *q, const tacit_table *t)
{
    tacit_result *r = NULL;
    assert_ok(cx, try_ask(cx, q, t, &r));
    return r;
}

/* The model refuses `t` with `code` and a message that has `part` in it. */
static inline void assert_no_answer(tacit_ctx *cx, const question *q, const tacit_table *t,
                                    tacit_status code, const char *part)
{
    tacit_result *r = NULL;
    assert_fails(cx, try_ask(cx, q, t, &r), code, part);
    assert_null(r);
    assert_untold(cx, "secret");
}

/* Whether the model holds. */
static inline bool says_yes(const tacit_result *r)
{
    return json_is_true(json_object_get(r, "holds"));
}

/* The model's value of `t` in figure `name`. */
static inline double ask_value(tacit_ctx *cx, const question *q, const tacit_table *t,
                               const char *name)
{
    tacit_result *r = answer(cx, q, t);
    const double x = figure(r, name);
    json_decref(r);
    return x;
}

/* The verdict, and how many records and classes violate. */
static inline void assert_violations(tacit_ctx *cx, const question *q, const tacit_table *t,
                                     double records, double classes)
{
    tacit_result *r = answer(cx, q, t);
    assert_near(figure(r, "violating_records"), records, 0.0);
    assert_near(figure(r, "violating_classes"), classes, 0.0);
    assert_int_equal(says_yes(r), records <= 0.0);
    json_decref(r);
}

/* The table of literals; all columns but the last are keys, the last one is sensitive. */
static inline tacit_table *secrets_of(tacit_ctx *cx, const char *columns, const char *rows)
{
    tacit_table *t = table_of(cx, columns, rows);
    const size_t last = tacit_table_columns(t) - 1;
    with_keys(t, last);
    tacit_table_set_roles(t, last, TACIT_ROLE_SENSITIVE);
    return t;
}

/* Twelve patients of Machanavajjhala et al. (2006), figures 2 and 3: zip and age made
 * 4-anonymous, and made 3-diverse, with the condition. */
#define PATIENTS_K4                                                                                \
    "130**,<30,heart\n130**,<30,heart\n130**,<30,viral\n130**,<30,viral\n"                         \
    "1485*,>=40,cancer\n1485*,>=40,heart\n1485*,>=40,viral\n1485*,>=40,viral\n"                    \
    "130**,3*,cancer\n130**,3*,cancer\n130**,3*,cancer\n130**,3*,cancer\n"
#define PATIENTS_L3                                                                                \
    "1305*,<=40,heart\n1306*,<=40,heart\n1306*,<=40,viral\n1305*,<=40,viral\n"                     \
    "1485*,>40,cancer\n1485*,>40,heart\n1485*,>40,viral\n1485*,>40,viral\n"                        \
    "1305*,<=40,cancer\n1305*,<=40,cancer\n1306*,<=40,cancer\n1306*,<=40,cancer\n"

#endif
