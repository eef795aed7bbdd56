/*
 * order.c - what the order of the records of a release tells.
 *
 * Where the order tells of a column that the plan hides, a step 'reorder' is added to
 * the plan, unless it says what is to become of the order.
 */
#include "run/order/order.h"

#include <string.h>

#include "run/account.h"
#include "run/seed.h"
#include "run/step.h"

/* ---- of what ---- */

bool tacit_order_hides(const tacit_plan *plan, const char *column)
{
    for (size_t i = 0; i < plan->n_roles; i++)
        if (plan->role[i].role == TACIT_ROLE_IDENTIFIER &&
            strcmp(plan->role[i].column, column) == 0)
            return true;
    for (size_t i = 0; i < plan->n_steps; i++)
        if (tacit_step_masks(plan, &plan->step[i], column))
            return true;
    return false;
}

tacit_status tacit_order_name(tacit_ctx *cx, const char *column, char **names)
{
    return tacit_scratch_format(cx, names, "%s%s'%s'", *names != NULL ? *names : "",
                                *names != NULL ? ", " : "", column);
}

tacit_status tacit_order_find(tacit_ctx *cx, const tacit_plan *plan, const tacit_table *data,
                              char **names)
{
    *names = NULL;
    for (size_t j = 0; j < tacit_table_columns(data); j++) {
        const tacit_column *c = tacit_table_column(data, j);
        tacit_order_tally t = { 0 };
        if (!tacit_order_hides(plan, tacit_column_name(c)))
            continue;
        const tacit_status status = tacit_order_see(cx, c, &t);
        tacit_buffer_free(&t.text);
        TACIT_TRY(status);
        if (tacit_order_tells(&t))
            TACIT_TRY(tacit_order_name(cx, tacit_column_name(c), names));
    }
    return TACIT_OK;
}

void tacit_order_warn(tacit_ctx *cx, const char *names, bool kept)
{
    if (kept)
        tacit_warn(cx,
                   "Records are in the order of %s, which the plan hides: ranks can be read from "
                   "the order; leave 'reorder: {keep: true}' out, and it is made random.",
                   names);
    else
        tacit_warn(
            cx,
            "Records were in the order of %s, which the plan hides, and were put into random "
            "order; a step 'reorder: {keep: true}' leaves them.",
            names);
}

/* ---- by default ---- */

const char *tacit_order_remark(const tacit_plan *plan)
{
    for (size_t i = 0; i < plan->n_steps; i++)
        if (plan->step[i].method == &tacit_method_reorder)
            return NULL;
    return "Records are in the order of the original file; a step 'reorder' would hide it.";
}

tacit_status tacit_order_add(tacit_ctx *cx, tacit_work *w)
{
    const bool drawn = tacit_work_is_random(w);
    tacit_plan *own = NULL;
    tacit_plan_step *all = NULL;
    tacit_value *at = NULL;
    const tacit_param *params = tacit_method_reorder.about.params;
    TACIT_TRY(tacit_scratch(cx, 1, sizeof *own, &own));
    TACIT_TRY(tacit_scratch(cx, w->plan->n_steps + 1, sizeof *all, &all));
    TACIT_TRY(tacit_scratch(cx, tacit_param_count(params), sizeof *at, &at));
    *own = *w->plan;
    for (size_t i = 0; i < own->n_steps; i++)
        all[i] = own->step[i];
    tacit_plan_step *last = &all[own->n_steps++];
    *last = (tacit_plan_step){ .method = &tacit_method_reorder, .added = true };
    tacit_args_preset(params, at, &last->args);
    own->step = all;
    w->plan = own;
    w->remark = "Records are in random order: that of the original file would have told ranks of "
                "what is hidden.";
    if (drawn)
        return TACIT_OK;
    TACIT_TRY(tacit_work_choose_seed(cx, w));
    return tacit_account_seed(cx, w);
}
