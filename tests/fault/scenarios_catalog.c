/*
 * scenarios_catalog.c - every method and measure, for alloc.c to interrupt.
 */
#include "alloc.h"

#include "method/method.h"
#include "model/model.h"
#include "risk/risk.h"
#include "utility/utility.h"

enum { ROWS = 120, MOST_ARGS = 16 };

static tacit_status add_numbers(tacit_ctx *cx, tacit_table *t, const char *name)
{
    tacit_builder *b = NULL;
    tacit_column *c = NULL;
    int64_t x[ROWS];
    for (size_t i = 0; i < ROWS; i++)
        x[i] = (int64_t)(i * 7919 % 17);
    TACIT_TRY(tacit_builder_new(cx, name, TACIT_TYPE_INTEGER, 0, &b));
    tacit_status status = tacit_builder_integers(cx, b, x, NULL, ROWS - 1);
    if (status == TACIT_OK)
        status = tacit_builder_missing(cx, b);
    if (status != TACIT_OK) {
        tacit_builder_free(b);
        return status;
    }
    TACIT_TRY(tacit_builder_finish(cx, b, &c));
    return tacit_table_add(cx, t, c);
}

static tacit_status fill_table(tacit_ctx *cx, tacit_table *t)
{
    TACIT_TRY(add_numbers(cx, t, "age"));
    TACIT_TRY(add_numbers(cx, t, "income"));
    TACIT_TRY(add_numbers(cx, t, "illness"));
    TACIT_TRY(add_numbers(cx, t, "home"));
    tacit_table_set_roles(t, 0, TACIT_ROLE_KEY);
    tacit_table_set_roles(t, 2, TACIT_ROLE_SENSITIVE);
    tacit_table_set_roles(t, 3, TACIT_ROLE_HOUSEHOLD);
    return TACIT_OK;
}

/* Give the parameter called `name`, if there is one, a number. */
static void set_number(tacit_args *args, const char *name, double x)
{
    const size_t i = tacit_param_find(args->params, name);
    if (i < args->n)
        args->at[i] = (tacit_value){ .given = true, .number = x };
}

static tacit_status mask_table(tacit_ctx *cx, const tacit_table *t)
{
    static const char *const names[] = { "age", "income" };
    static const size_t columns[] = { 0, 1 };
    const tacit_rng rng = tacit_rng_seed(1);
    for (size_t i = 0; i < tacit_method_catalog.n; i++) {
        const tacit_method *m = tacit_method_find(tacit_method_catalog.entry[i]->name);
        tacit_value at[MOST_ARGS];
        tacit_args args;
        tacit_table *out = NULL;
        tacit_args_preset(m->about.params, at, &args);
        at[0] = (tacit_value){ .given = true, .texts = names, .n = 2 };
        set_number(&args, "share", 0.2);
        set_number(&args, "width", 5);
        const tacit_job job = { .in = t, .cols = { 2, columns }, .args = &args, .rng = &rng };
        TACIT_TRY(tacit_method_run(cx, m, &job, &out));
        tacit_table_free(out);
    }
    return TACIT_OK;
}

static tacit_status check_subject(tacit_ctx *cx, tacit_subject *s)
{
    tacit_value at[MOST_ARGS];
    tacit_args args;
    tacit_result *r = NULL;
    for (size_t i = 0; i < tacit_model_catalog.n; i++) {
        const tacit_model *m = tacit_model_find(tacit_model_catalog.entry[i]->name);
        tacit_args_preset(m->about.params, at, &args);
        TACIT_TRY(tacit_model_run(cx, m, s, &args, &r));
        json_decref(r);
    }
    for (size_t i = 0; i < tacit_risk_catalog.n; i++) {
        const tacit_risk *m = tacit_risk_find(tacit_risk_catalog.entry[i]->name);
        tacit_args_preset(m->about.params, at, &args);
        TACIT_TRY(tacit_risk_run(cx, m, s, &args, &r));
        json_decref(r);
    }
    return TACIT_OK;
}

static tacit_status compare_tables(tacit_ctx *cx, const tacit_table *t)
{
    tacit_value at[MOST_ARGS];
    tacit_args args;
    tacit_result *r = NULL;
    for (size_t i = 0; i < tacit_utility_catalog.n; i++) {
        const tacit_utility *u = tacit_utility_find(tacit_utility_catalog.entry[i]->name);
        tacit_args_preset(u->about.params, at, &args);
        TACIT_TRY(tacit_utility_run(cx, u, &(tacit_pair){ .original = t, .masked = t }, &args, &r));
        json_decref(r);
    }
    return TACIT_OK;
}

static tacit_status measure_table(tacit_ctx *cx, const tacit_table *t)
{
    const tacit_subject_extra extra = { .population = t, .fraction = 0.5, .original = t };
    tacit_subject *s = NULL;
    TACIT_TRY(tacit_subject_new(cx, t, &s));
    tacit_subject_add(s, &extra);
    const tacit_status status = check_subject(cx, s);
    tacit_subject_free(s);
    TACIT_TRY(status);
    return compare_tables(cx, t);
}

/* Build a table and do `use` with it. */
static tacit_status with_table(tacit_ctx *cx,
                               tacit_status (*use)(tacit_ctx *cx, const tacit_table *t))
{
    tacit_table *t = NULL;
    TACIT_TRY(tacit_table_new(cx, ROWS, &t));
    tacit_status status = fill_table(cx, t);
    if (status == TACIT_OK)
        status = use(cx, t);
    tacit_table_free(t);
    return status;
}

tacit_status scenario_methods(tacit_ctx *cx)
{
    return with_table(cx, mask_table);
}

tacit_status scenario_measures(tacit_ctx *cx)
{
    return with_table(cx, measure_table);
}
