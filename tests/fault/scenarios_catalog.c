/*
 * scenarios_catalog.c - every method and measure, for alloc.c to interrupt.
 */
#include "alloc.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "micro/linkage/linker.h"
#include "micro/method/method.h"
#include "micro/model/judge.h"
#include "micro/risk/risk.h"
#include "micro/utility/utility.h"

enum { ROWS = 120, MOST_ARGS = 24, PATH_BYTES = 200 };

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

/* Give the parameter called `name`, if there is one, a text. */
static void set_text(tacit_args *args, const char *name, const char *text)
{
    const size_t i = tacit_param_find(args->params, name);
    if (i < args->n)
        args->at[i] = (tacit_value){ .given = true, .text = text };
}

/* A key file for pseudonyms, at `path`. */
static void write_key(char path[PATH_BYTES])
{
    const char *folder = getenv("TMPDIR");
    snprintf(path, PATH_BYTES, "%s/fault-key-%ld", folder == NULL ? "/tmp" : folder,
             (long)getpid());
    FILE *file = fopen(path, "w");
    TACIT_ASSERT(file != NULL);
    fputs("a key of more than sixteen bytes", file);
    fclose(file);
}

/* Add column "born" of dates, the last. */
static tacit_status add_dates(tacit_ctx *cx, tacit_table *t)
{
    tacit_builder *b = NULL;
    tacit_column *c = NULL;
    int32_t x[ROWS];
    for (size_t i = 0; i < ROWS; i++)
        x[i] = (int32_t)(i * 97);
    TACIT_TRY(tacit_builder_new(cx, "born", TACIT_TYPE_DATE, 0, &b));
    const tacit_status status = tacit_builder_dates(cx, b, x, NULL, ROWS);
    if (status != TACIT_OK) {
        tacit_builder_free(b);
        return status;
    }
    TACIT_TRY(tacit_builder_finish(cx, b, &c));
    return tacit_table_add(cx, t, c);
}

/* A method or measure may say that it does not fit the table; only memory counts here. */
static tacit_status forgive(tacit_status status)
{
    return status == TACIT_ERR_INPUT || status == TACIT_ERR_DATA ? TACIT_OK : status;
}

static tacit_status mask_with(tacit_ctx *cx, const tacit_method *m, const tacit_table *t,
                              const char *key)
{
    static const char *const numbers[] = { "age", "income" }, *const dates[] = { "born" };
    static const size_t first[] = { 0, 1 };
    const size_t last[] = { tacit_table_columns(t) - 1 };
    const bool whole = (m->accepts & TACIT_TYPE_INTEGER) != 0;
    const tacit_rng rng = tacit_rng_seed(1);
    tacit_value at[MOST_ARGS];
    tacit_args args;
    tacit_table *out = NULL;
    tacit_args_preset(m->about.params, at, &args);
    at[0] = (tacit_value){ .given = true, .texts = whole ? numbers : dates, .n = whole ? 2 : 1 };
    set_number(&args, "share", 0.2);
    set_number(&args, "width", 5);
    set_number(&args, "base", 5);
    set_number(&args, "most", 30);
    set_number(&args, "k", 3);
    set_number(&args, "how", 1); /* a simple sample warns of columns, and warnings may get lost */
    set_text(&args, "key", key);
    const tacit_job job = {
        .in = t, .cols = { at[0].n, whole ? first : last }, .args = &args, .rng = &rng
    };
    const tacit_status status = tacit_method_run(cx, m, &job, &out);
    tacit_table_free(out);
    return forgive(status);
}

static tacit_status mask_table(tacit_ctx *cx, const tacit_table *t, const char *key)
{
    for (size_t i = 0; i < tacit_method_catalog.n; i++)
        TACIT_TRY(mask_with(cx, tacit_method_find(tacit_method_catalog.entry[i]->name), t, key));
    return TACIT_OK;
}

/* What a part of a scenario is about. */
typedef struct part {
    size_t number;
    tacit_status (*use)(tacit_ctx *cx, const tacit_table *t, size_t number);
} part;

/* Make a judge of a model, and a copy. */
static tacit_status make_judge(tacit_ctx *cx, const tacit_model *model, tacit_subject *s,
                               const tacit_args *args)
{
    const tacit_requirement require = { .model = model, .args = args };
    tacit_judge *judge = NULL, *copy = NULL;
    tacit_status status = tacit_judge_new(cx, s, &require, 1, &judge);
    if (status == TACIT_OK)
        status = tacit_judge_copy(cx, judge, &copy);
    tacit_judge_free(copy);
    tacit_judge_free(judge);
    return status;
}

/* Measure; `model` is the measure if it is one. */
static tacit_status use_measure(tacit_ctx *cx, const tacit_table *t, const tacit_measure *m,
                                const tacit_model *model)
{
    const tacit_subject_extra extra = {
        .population = t, .fraction = 0.5, .original = t, .control = t
    };
    tacit_value at[MOST_ARGS];
    tacit_args args;
    tacit_subject *s = NULL;
    tacit_result *r = NULL;
    TACIT_TRY(tacit_subject_new(cx, t, &s));
    tacit_subject_add(s, &extra);
    tacit_args_preset(m->about.params, at, &args);
    tacit_status status = tacit_measure_run(cx, m, s, &args, &r);
    if (status == TACIT_OK && model != NULL)
        status = make_judge(cx, model, s, &args);
    json_decref(r);
    tacit_subject_free(s);
    return forgive(status);
}

static tacit_status use_model(tacit_ctx *cx, const tacit_table *t, size_t i)
{
    const tacit_model *model = tacit_model_find(tacit_model_catalog.entry[i]->name);
    return use_measure(cx, t, &model->measure, model);
}

static tacit_status use_risk(tacit_ctx *cx, const tacit_table *t, size_t i)
{
    return use_measure(cx, t, tacit_risk_find(tacit_risk_catalog.entry[i]->name), NULL);
}

static tacit_status use_utility(tacit_ctx *cx, const tacit_table *t, size_t i)
{
    return use_measure(cx, t, tacit_utility_find(tacit_utility_catalog.entry[i]->name), NULL);
}

static tacit_status use_linker(tacit_ctx *cx, const tacit_table *t, size_t i)
{
    const tacit_linker *l = tacit_linker_find(tacit_linker_catalog.entry[i]->name);
    const tacit_link_job job = { .a = t, .b = t, .truth = "home" };
    tacit_value at[MOST_ARGS];
    tacit_args args;
    tacit_links links = { 0 };
    tacit_result *r = NULL;
    tacit_args_preset(l->about.params, at, &args);
    const tacit_status status = tacit_linker_run(cx, l, &job, &args, &links, &r);
    json_decref(r);
    return forgive(status);
}

/* Build a table and do `p` with it. */
static tacit_status with_part(tacit_ctx *cx, const part *p)
{
    tacit_table *t = NULL;
    TACIT_TRY(tacit_table_new(cx, ROWS, &t));
    tacit_status status = fill_table(cx, t);
    if (status == TACIT_OK)
        status = p->use(cx, t, p->number);
    tacit_table_free(t);
    return status;
}

static tacit_status use_methods(tacit_ctx *cx, const tacit_table *t, size_t number)
{
    (void)number;
    char key[PATH_BYTES];
    tacit_table *own = NULL;
    TACIT_TRY(tacit_table_copy(cx, t, &own));
    write_key(key);
    tacit_status status = add_dates(cx, own);
    if (status == TACIT_OK)
        status = mask_table(cx, own, key);
    unlink(key);
    tacit_table_free(own);
    return status;
}

tacit_status scenario_methods(tacit_ctx *cx)
{
    return with_part(cx, &(part){ .use = use_methods });
}

size_t scenario_models_count(void)
{
    return tacit_model_catalog.n;
}

tacit_status scenario_models(tacit_ctx *cx, size_t number)
{
    return with_part(cx, &(part){ number, use_model });
}

size_t scenario_risks_count(void)
{
    return tacit_risk_catalog.n;
}

tacit_status scenario_risks(tacit_ctx *cx, size_t number)
{
    return with_part(cx, &(part){ number, use_risk });
}

size_t scenario_utilities_count(void)
{
    return tacit_utility_catalog.n;
}

tacit_status scenario_utilities(tacit_ctx *cx, size_t number)
{
    return with_part(cx, &(part){ number, use_utility });
}

size_t scenario_linkers_count(void)
{
    return tacit_linker_catalog.n;
}

tacit_status scenario_linkers(tacit_ctx *cx, size_t number)
{
    return with_part(cx, &(part){ number, use_linker });
}
