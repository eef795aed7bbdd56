/*
 * param.c - parameters declared as data, and the arguments given for them.
 */
#include "base/param.h"

#include <math.h>
#include <string.h>

#include "base/text.h"

size_t tacit_param_count(const tacit_param *params)
{
    size_t n = 0;
    while (params[n].name != NULL)
        n++;
    return n;
}

size_t tacit_param_find(const tacit_param *params, const char *name)
{
    size_t i = 0;
    while (params[i].name != NULL && strcmp(params[i].name, name) != 0)
        i++;
    return i;
}

void tacit_param_useful(const tacit_param *p, double *low, double *high)
{
    const bool given = p->low < p->high;
    *low = given ? p->low : p->min;
    *high = given ? p->high : p->max;
}

uint64_t tacit_args_sample(const tacit_args *args, uint64_t rows)
{
    for (size_t i = 0; i < args->n; i++) {
        const double most = args->at[i].number;
        if (args->params[i].samples && most > 0.0 && most < (double)rows)
            rows = (uint64_t)most;
    }
    return rows;
}

void tacit_args_preset(const tacit_param *params, tacit_value *at, tacit_args *args)
{
    const size_t n = tacit_param_count(params);
    for (size_t i = 0; i < n; i++)
        at[i] = (tacit_value){ .number = params[i].preset };
    *args = (tacit_args){ .params = params, .n = n, .at = at };
}

tacit_status tacit_args_with(tacit_ctx *cx, const tacit_args *args, size_t i, double x,
                             const tacit_args **out)
{
    tacit_args *own = NULL;
    TACIT_TRY(tacit_scratch(cx, 1, sizeof *own, &own));
    *own = *args;
    TACIT_TRY(tacit_scratch(cx, args->n, sizeof *own->at, &own->at));
    memcpy(own->at, args->at, args->n * sizeof *own->at);
    own->at[i].number = x;
    *out = own;
    return TACIT_OK;
}

tacit_status tacit_param_check_number(tacit_ctx *cx, const char *owner, const tacit_param *p,
                                      double x)
{
    const char *what = p->type == TACIT_PARAM_INTEGER ? "a whole number" : "a number";
    const bool whole = p->type != TACIT_PARAM_INTEGER || floor(x) >= x;
    if (isfinite(x) && whole && x >= p->min && x <= p->max)
        return TACIT_OK;
    char low[TACIT_NUMBER_BYTES], high[TACIT_NUMBER_BYTES];
    tacit_format_real(p->min, low);
    tacit_format_real(p->max, high);
    return tacit_fail(cx, TACIT_ERR_INPUT, "'%s' of %s must be %s from %s to %s.", p->name, owner,
                      what, low, high);
}

static tacit_status check_choice(tacit_ctx *cx, const char *owner, const tacit_param *p, double x)
{
    double n = 0.0;
    for (const char *const *c = p->choices; *c != NULL; c++)
        n += 1.0;
    if (x >= 0.0 && x < n && floor(x) >= x)
        return TACIT_OK;
    return tacit_fail(cx, TACIT_ERR_INPUT, "'%s' of %s must be one of its %d choices.", p->name,
                      owner, (int)n);
}

static tacit_status check_value(tacit_ctx *cx, const char *owner, const tacit_param *p,
                                const tacit_value *v)
{
    if (p->need == TACIT_REQUIRED && !v->given)
        return tacit_fail(cx, TACIT_ERR_INPUT, "%s needs '%s': %s.", owner, p->name, p->help);
    if (!v->given)
        return TACIT_OK;
    if (p->type == TACIT_PARAM_INTEGER || p->type == TACIT_PARAM_REAL)
        return tacit_param_check_number(cx, owner, p, v->number);
    if (p->type == TACIT_PARAM_CHOICE)
        return check_choice(cx, owner, p, v->number);
    if (p->type == TACIT_PARAM_REALS)
        for (size_t i = 0; i < v->n; i++)
            TACIT_TRY(tacit_param_check_number(cx, owner, p, v->reals[i]));
    return TACIT_OK;
}

tacit_status tacit_args_check(tacit_ctx *cx, const char *owner, const tacit_args *args)
{
    for (size_t i = 0; i < args->n; i++)
        TACIT_TRY(check_value(cx, owner, &args->params[i], &args->at[i]));
    return TACIT_OK;
}

static const tacit_value *value(const tacit_args *args, size_t i)
{
    TACIT_ASSERT(i < args->n);
    return &args->at[i];
}

bool tacit_arg_given(const tacit_args *args, size_t i)
{
    return value(args, i)->given;
}

bool tacit_arg_flag(const tacit_args *args, size_t i)
{
    TACIT_ASSERT(args->params[i].type == TACIT_PARAM_FLAG);
    return value(args, i)->number > 0.0;
}

int64_t tacit_arg_integer(const tacit_args *args, size_t i)
{
    TACIT_ASSERT(args->params[i].type == TACIT_PARAM_INTEGER);
    return (int64_t)value(args, i)->number;
}

double tacit_arg_real(const tacit_args *args, size_t i)
{
    TACIT_ASSERT(args->params[i].type == TACIT_PARAM_REAL);
    return value(args, i)->number;
}

size_t tacit_arg_choice(const tacit_args *args, size_t i)
{
    TACIT_ASSERT(args->params[i].type == TACIT_PARAM_CHOICE);
    return (size_t)value(args, i)->number;
}

const char *tacit_arg_text(const tacit_args *args, size_t i)
{
    const tacit_param_type type = args->params[i].type;
    TACIT_ASSERT(type == TACIT_PARAM_TEXT || type == TACIT_PARAM_FILE ||
                 type == TACIT_PARAM_OUTPUT || type == TACIT_PARAM_COLUMN);
    return value(args, i)->text;
}
