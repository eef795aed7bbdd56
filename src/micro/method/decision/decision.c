/*
 * decision.c - what a method that changes values one by one has decided, as data.
 *
 * Arguments are copied into the decision's own memory, since what decides works in scratch
 * memory that is gone after.  O(size of the arguments) besides applying.
 */
#include "micro/method/decision/decision.h"

#include <string.h>

#include "base/memory.h"
#include "base/result.h"
#include "micro/method/method.h"

void tacit_decision_free(tacit_decision *d)
{
    tacit_arena_free(&d->memory);
    tacit_free(d->at);
    tacit_table_free(d->population);
    *d = (tacit_decision){ 0 };
}

/* ---- copies ---- */

/* A copy of `text`; that of none is none. */
static tacit_status copy_text(tacit_ctx *cx, tacit_decision *d, const char *text, const char **out)
{
    *out = NULL;
    return text == NULL ? TACIT_OK : tacit_arena_text(cx, &d->memory, text, strlen(text), out);
}

static tacit_status copy_texts(tacit_ctx *cx, tacit_decision *d, const char *const *texts, size_t n,
                               const char *const **out)
{
    const char **own = NULL;
    TACIT_TRY(tacit_arena_take(cx, &d->memory, n, sizeof *own, &own));
    for (size_t i = 0; i < n; i++)
        TACIT_TRY(copy_text(cx, d, texts[i], &own[i]));
    *out = own;
    return TACIT_OK;
}

static tacit_status copy_groups(tacit_ctx *cx, tacit_decision *d, const tacit_group *groups,
                                size_t n, const tacit_group **out)
{
    tacit_group *own = NULL;
    TACIT_TRY(tacit_arena_take(cx, &d->memory, n, sizeof *own, &own));
    for (size_t g = 0; g < n; g++) {
        own[g] = groups[g];
        TACIT_TRY(copy_text(cx, d, groups[g].label, &own[g].label));
        TACIT_TRY(copy_texts(cx, d, groups[g].member, groups[g].n, &own[g].member));
    }
    *out = own;
    return TACIT_OK;
}

static tacit_status copy_reals(tacit_ctx *cx, tacit_decision *d, const double *x, size_t n,
                               const double **out)
{
    double *own = NULL;
    TACIT_TRY(tacit_arena_take(cx, &d->memory, n, sizeof *own, &own));
    if (n > 0)
        memcpy(own, x, n * sizeof *own);
    *out = own;
    return TACIT_OK;
}

static tacit_status copy_value(tacit_ctx *cx, tacit_decision *d, const tacit_value *from,
                               tacit_value *to)
{
    *to = *from;
    TACIT_TRY(copy_text(cx, d, from->text, &to->text));
    if (from->reals != NULL)
        TACIT_TRY(copy_reals(cx, d, from->reals, from->n, &to->reals));
    if (from->texts != NULL)
        TACIT_TRY(copy_texts(cx, d, from->texts, from->n, &to->texts));
    if (from->groups != NULL)
        TACIT_TRY(copy_groups(cx, d, from->groups, from->n, &to->groups));
    return TACIT_OK;
}

/* ---- changes ---- */

tacit_status tacit_decision_add(tacit_ctx *cx, tacit_decision *d, const tacit_method *method,
                                const tacit_args *args, tacit_change **out)
{
    if (d->n == d->room) {
        const size_t room = d->room == 0 ? 8 : 2 * d->room;
        TACIT_TRY(tacit_grow(cx, room, sizeof *d->at, &d->at));
        d->room = room;
    }
    tacit_change own = { .method = method };
    tacit_value *at = NULL;
    const tacit_param *params = method->about.params;
    TACIT_TRY(tacit_arena_take(cx, &d->memory, tacit_param_count(params), sizeof *at, &at));
    tacit_args_preset(params, at, &own.args);
    for (size_t i = 0; args != NULL && i < args->n; i++)
        TACIT_TRY(copy_value(cx, d, &args->at[i], &at[i]));
    d->at[d->n++] = own;
    if (out != NULL)
        *out = &d->at[d->n - 1];
    return TACIT_OK;
}

tacit_status tacit_decision_join(tacit_ctx *cx, tacit_decision *d, const tacit_decision *from)
{
    for (size_t i = 0; i < from->n; i++) {
        tacit_change *own = NULL;
        TACIT_TRY(tacit_decision_add(cx, d, from->at[i].method, &from->at[i].args, &own));
        own->is_public = from->at[i].is_public;
    }
    return TACIT_OK;
}

static size_t place_of(const tacit_change *change, const char *param)
{
    const size_t i = tacit_param_find(change->args.params, param);
    TACIT_ASSERT(i < change->args.n);
    return i;
}

tacit_status tacit_change_set(tacit_ctx *cx, tacit_decision *d, tacit_change *change,
                              const char *param, const tacit_value *value)
{
    return copy_value(cx, d, value, &change->args.at[place_of(change, param)]);
}

void tacit_change_number(tacit_change *change, const char *param, double x)
{
    change->args.at[place_of(change, param)] = (tacit_value){ .given = true, .number = x };
}

tacit_status tacit_change_text(tacit_ctx *cx, tacit_decision *d, tacit_change *change,
                               const char *param, const char *text)
{
    return tacit_change_set(cx, d, change, param, &(tacit_value){ .given = true, .text = text });
}

tacit_status tacit_change_column(tacit_ctx *cx, tacit_decision *d, tacit_change *change,
                                 const char *name)
{
    return tacit_change_set(cx, d, change, "columns",
                            &(tacit_value){ .given = true, .n = 1, .texts = &name });
}

const tacit_value *tacit_change_value(const tacit_change *change, const char *param)
{
    return &change->args.at[place_of(change, param)];
}

/* ---- applying ---- */

tacit_status tacit_change_select(tacit_ctx *cx, const tacit_change *change, const tacit_table *t,
                                 tacit_select *out)
{
    const tacit_value *names = tacit_change_value(change, "columns");
    size_t *at = NULL;
    TACIT_TRY(tacit_scratch(cx, names->n, sizeof *at, &at));
    for (size_t c = 0; c < names->n; c++) {
        at[c] = tacit_table_find(t, names->texts[c]);
        if (at[c] == tacit_table_columns(t))
            return tacit_fail(cx, TACIT_ERR_INPUT,
                              "Column '%s', which '%s' is to change, is not there.",
                              names->texts[c], change->method->about.name);
    }
    *out = (tacit_select){ .n = names->n, .at = at };
    return TACIT_OK;
}

static tacit_status apply(tacit_ctx *cx, const tacit_change *change, const tacit_stretch *at,
                          tacit_table *t)
{
    tacit_select cols;
    TACIT_ASSERT(change->method->apply != NULL);
    TACIT_TRY(tacit_args_check(cx, change->method->about.name, &change->args));
    TACIT_TRY(tacit_change_select(cx, change, t, &cols));
    TACIT_TRY(tacit_method_check_columns(cx, change->method, t, &cols));
    return change->method->apply(cx, change, &cols, at, t);
}

tacit_status tacit_change_apply(tacit_ctx *cx, const tacit_change *change, const tacit_stretch *at,
                                tacit_table *t)
{
    const size_t mark = tacit_scratch_mark(cx);
    const tacit_status status = apply(cx, change, at, t);
    tacit_scratch_release(cx, mark);
    tacit_table_plain_zeros(t);
    return status;
}

tacit_status tacit_decision_apply(tacit_ctx *cx, const tacit_decision *d, const tacit_stretch *at,
                                  tacit_table *t)
{
    for (size_t i = 0; i < d->n; i++)
        TACIT_TRY(tacit_change_apply(cx, &d->at[i], at, t));
    return TACIT_OK;
}

bool tacit_change_is_random(const tacit_change *change)
{
    const tacit_method *m = change->method;
    return m->is_random != NULL ? m->is_random(&change->args)
                                : (m->traits & TACIT_METHOD_RANDOM) != 0;
}

/* ---- as steps ---- */

static tacit_status add_step(tacit_ctx *cx, const tacit_change *change, json_t *list)
{
    json_t *args = NULL;
    TACIT_TRY(tacit_args_json(cx, &change->args, &args));
    return tacit_json_add(cx, list, json_pack("{s:o}", change->method->about.name, args));
}

tacit_status tacit_decision_json(tacit_ctx *cx, const tacit_decision *d, json_t **out)
{
    json_t *list = json_array();
    tacit_status status = list != NULL ? TACIT_OK : tacit_fail_memory(cx);
    for (size_t i = 0; i < d->n && status == TACIT_OK; i++)
        status = add_step(cx, &d->at[i], list);
    if (status != TACIT_OK) {
        json_decref(list);
        return status;
    }
    *out = list;
    return TACIT_OK;
}
