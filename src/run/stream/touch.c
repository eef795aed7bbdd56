/*
 * touch.c - which columns a plan touches.
 *
 * Columns are named by parameters of their own type, but also in lists (groups of columns, sets
 * of keys), so that any text among the arguments that is a column's name counts: a column too
 * many is loaded then, never one too few.
 */
#include "run/stream/touch.h"

#include <string.h>

#include "run/private/private.h"

/* ---- arguments ---- */

static bool is_same(const char *a, const char *b)
{
    return a != NULL && b != NULL && strcmp(a, b) == 0;
}

static bool is_among(const char *const *texts, size_t n, const char *name)
{
    for (size_t i = 0; i < n; i++)
        if (is_same(texts[i], name))
            return true;
    return false;
}

static bool groups_mention(const tacit_value *x, const char *name)
{
    for (size_t g = 0; g < x->n; g++)
        if (is_same(x->groups[g].label, name) ||
            is_among(x->groups[g].member, x->groups[g].n, name))
            return true;
    return false;
}

static bool value_mentions(const tacit_value *x, tacit_param_type type, const char *name)
{
    switch (type) {
    case TACIT_PARAM_TEXT:
    case TACIT_PARAM_COLUMN:
        return is_same(x->text, name);
    case TACIT_PARAM_TEXTS:
    case TACIT_PARAM_COLUMNS:
        return is_among(x->texts, x->n, name);
    case TACIT_PARAM_GROUPS:
    case TACIT_PARAM_TREE:
    case TACIT_PARAM_LISTS:
    case TACIT_PARAM_KEY_NUMBERS:
    case TACIT_PARAM_KEY_SPANS:
        return groups_mention(x, name);
    case TACIT_PARAM_FLAG:
    case TACIT_PARAM_INTEGER:
    case TACIT_PARAM_REAL:
    case TACIT_PARAM_CHOICE:
    case TACIT_PARAM_FILE:
    case TACIT_PARAM_OUTPUT:
    case TACIT_PARAM_REALS:
        break;
    }
    return false;
}

/* Whether the arguments mention a column. */
static bool args_mention(const tacit_args *args, const char *name)
{
    for (size_t i = 0; i < args->n; i++)
        if (args->at[i].given && value_mentions(&args->at[i], args->params[i].type, name))
            return true;
    return false;
}

/* ---- steps ---- */

/* Whether a step looks at columns that it does not name. */
static bool looks_at_others(const tacit_plan_step *step)
{
    const size_t by = tacit_param_find(step->args.params, "by");
    return (step->method->traits & TACIT_METHOD_OTHERS) != 0 && !step->args.at[by].given;
}

static bool step_touches(const tacit_plan_step *step, const tacit_field *field)
{
    const tacit_change change = { .method = step->method, .args = step->args };
    if ((step->method->traits & TACIT_METHOD_ROWS) != 0 && tacit_change_is_random(&change))
        return true; /* its stream is keyed with all columns */
    if (looks_at_others(step) && (field->type & TACIT_TYPE_NUMBER) != 0)
        return true;
    return args_mention(&step->args, field->name);
}

/* ---- plans ---- */

static bool has_role(const tacit_plan *plan, const char *name)
{
    for (size_t i = 0; i < plan->n_roles; i++)
        if (plan->role[i].role != TACIT_ROLE_IDENTIFIER && is_same(plan->role[i].column, name))
            return true;
    return false;
}

bool tacit_plan_touches(const tacit_plan *plan, const tacit_field *field)
{
    bool touched = has_role(plan, field->name) || tacit_plan_requires_privacy(plan);
    for (size_t i = 0; !touched && i < plan->n_steps; i++)
        touched = step_touches(&plan->step[i], field);
    for (size_t i = 0; !touched && i < plan->n_requires; i++)
        touched = args_mention(&plan->require[i].args, field->name);
    for (size_t i = 0; !touched && i < plan->n_measures; i++)
        touched = args_mention(&plan->measure[i].args, field->name);
    for (size_t i = 0; !touched && i < plan->n_hierarchies; i++)
        touched = args_mention(&plan->hierarchy[i].spec.args, field->name);
    return touched;
}

/* ---- measures ---- */

/* Whether all columns that a measure looks at are keys or named. */
static bool is_bounded(const tacit_plan_measure *m)
{
    bool named = false;
    if ((m->measure->needs & (TACIT_NEEDS_KEYS | TACIT_NEEDS_COMMON_KEYS)) != 0)
        return true;
    for (size_t i = 0; i < m->args.n; i++) {
        const tacit_param_type type = m->args.params[i].type;
        if (type != TACIT_PARAM_COLUMN && type != TACIT_PARAM_COLUMNS)
            continue;
        if (!m->args.at[i].given)
            return false;
        named = true;
    }
    return named;
}

tacit_status tacit_touch_measures(tacit_ctx *cx, const tacit_plan *plan, tacit_plan *out)
{
    tacit_plan_measure *kept = NULL;
    char *left = NULL;
    *out = *plan;
    out->n_measures = 0;
    TACIT_TRY(tacit_scratch(cx, plan->n_measures, sizeof *kept, &kept));
    for (size_t i = 0; i < plan->n_measures; i++)
        if (is_bounded(&plan->measure[i]))
            kept[out->n_measures++] = plan->measure[i];
        else
            TACIT_TRY(tacit_scratch_format(cx, &left, "%s%s%s", left != NULL ? left : "",
                                           left != NULL ? ", " : "",
                                           plan->measure[i].measure->about.name));
    out->measure = kept;
    if (left != NULL)
        tacit_warn(cx,
                   "Left out because they look at all columns, which were not loaded: %s; name "
                   "their columns to have them.",
                   left);
    return TACIT_OK;
}
