/*
 * order.c - what the order of the records of a release tells.
 *
 * Of neighbouring present values let r rise and f fall.  In random order r and f are alike:
 * rises and falls of distinct values alternate more than a coin would, so that |r - f| beyond 5
 * sqrt(r + f) is no chance.  Since members of a household may follow each other by age, one of
 * them must also be 20 times the other.  Few distinct values change rarely in a sorted file; if
 * none of them falls (or rises), the chance of that among all orders is the product of n_v!
 * over n!, with n_v the size of each run.
 *
 * Where the order tells of a column that the plan hides, a step 'reorder' is added to
 * the plan, unless it says what is to become of the order.
 */
#include "run/order/order.h"

#include <math.h>
#include <string.h>
#include <strings.h>

#include "run/account.h"
#include "run/seed.h"
#include "run/step.h"

/* How two texts compare. */
typedef int compare_texts(const char *a, const char *b);

/* The chance below which an order is none, as a logarithm: 10^-6; and the same in deviations. */
static const double UNLIKELY = -13.8;
static const double DEVIATIONS = 5.0;

/* How much more often values must rise than fall, or fall than rise. */
static const double TIMES = 20.0;

/* ---- what is seen ---- */

/* How value `i` compares with the last one. */
static int compare(const tacit_order_tally *t, const tacit_column *c, size_t i,
                   compare_texts *texts)
{
    if (tacit_column_type(c) != TACIT_TYPE_CATEGORY) {
        const double x = tacit_column_number(c, i);
        return (t->number > x) - (t->number < x);
    }
    return texts(t->text.text, tacit_dict_text(tacit_column_dict(c), tacit_column_codes(c)[i]));
}

static void count(tacit_order_tally *t, size_t k, int order)
{
    if (order == 0) {
        t->by[k].run++;
        return;
    }
    t->by[k].chance += lgamma(t->by[k].run + 1.0);
    t->by[k].run = 1.0;
    t->by[k].rises += order < 0;
    t->by[k].falls += order > 0;
}

/* Remember value `i` as the last one. */
static tacit_status keep(tacit_ctx *cx, const tacit_column *c, size_t i, tacit_order_tally *t)
{
    if (tacit_column_type(c) != TACIT_TYPE_CATEGORY) {
        t->number = tacit_column_number(c, i);
        return TACIT_OK;
    }
    t->text.length = 0;
    return tacit_buffer_text(cx, &t->text,
                             tacit_dict_text(tacit_column_dict(c), tacit_column_codes(c)[i]));
}

tacit_status tacit_order_see(tacit_ctx *cx, const tacit_column *c, tacit_order_tally *t)
{
    const bool text = tacit_column_type(c) == TACIT_TYPE_CATEGORY;
    uint32_t code = 0; /* of the row before */
    bool same = false;
    for (size_t i = 0; i < tacit_column_length(c); i++) {
        if (tacit_column_is_missing(c, i))
            continue;
        const bool equal = text && same && tacit_column_codes(c)[i] == code;
        for (size_t k = 0; k < 2; k++)
            if (t->present > 0.0)
                count(t, k, equal ? 0 : compare(t, c, i, k == 0 ? strcmp : strcasecmp));
            else
                t->by[k].run = 1.0;
        if (!equal)
            TACIT_TRY(keep(cx, c, i, t));
        code = text ? tacit_column_codes(c)[i] : 0;
        same = true;
        t->present++;
    }
    return TACIT_OK;
}

static bool tells(const tacit_order_tally *t, size_t k)
{
    const double rises = t->by[k].rises, falls = t->by[k].falls, changes = rises + falls;
    const double chance = t->by[k].chance + lgamma(t->by[k].run + 1.0) - lgamma(t->present + 1.0);
    const bool sorted = changes > 0.0 && (rises < 1.0 || falls < 1.0);
    const bool drifts = fmax(rises, falls) >= TIMES * fmin(rises, falls) &&
                        fabs(rises - falls) > DEVIATIONS * sqrt(changes);
    return drifts || (sorted && chance < UNLIKELY);
}

bool tacit_order_tells(const tacit_order_tally *t)
{
    return tells(t, 0) || tells(t, 1);
}

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
