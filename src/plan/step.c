/*
 * step.c - a step of a plan as a job for its method.
 */
#include "plan/step.h"

/* Positions in `table` of the columns that a step names, or of the keys if it names none, in
 * scratch memory. */
static tacit_status step_columns(tacit_ctx *cx, const tacit_plan_step *step,
                                 const tacit_table *table, tacit_select *out)
{
    const size_t i = tacit_param_find(step->args.params, "columns");
    TACIT_ASSERT(i < step->args.n);
    const tacit_value *names = &step->args.at[i];
    size_t *at = NULL;
    if (!names->given)
        return tacit_table_with_role(cx, table, TACIT_ROLE_KEY, out);
    TACIT_TRY(tacit_scratch(cx, names->n, sizeof *at, &at));
    for (size_t c = 0; c < names->n; c++) {
        at[c] = tacit_table_find(table, names->texts[c]);
        if (at[c] == tacit_table_columns(table))
            return tacit_fail(cx, TACIT_ERR_INPUT,
                              "Step '%s' names column '%s', which is not "
                              "there any more.",
                              step->method->about.name, names->texts[c]);
    }
    *out = (tacit_select){ .n = names->n, .at = at };
    return TACIT_OK;
}

/* What the plan requires, for methods that see to it, in scratch memory. */
static tacit_status requirements(tacit_ctx *cx, const tacit_plan *plan,
                                 const tacit_requirement **out)
{
    tacit_requirement *require = NULL;
    TACIT_TRY(tacit_scratch(cx, plan->n_requires, sizeof *require, &require));
    for (size_t i = 0; i < plan->n_requires; i++)
        require[i] =
            (tacit_requirement){ .model = plan->require[i].model, .args = &plan->require[i].args };
    *out = require;
    return TACIT_OK;
}

tacit_status tacit_step_job(tacit_ctx *cx, const tacit_plan *plan, size_t i, const tacit_table *in,
                            const tacit_plan_known *known, tacit_job *out)
{
    const tacit_plan_step *step = &plan->step[i];
    *out = (tacit_job){ .in = in,
                        .args = &step->args,
                        .hierarchies = known->extra.hierarchies,
                        .n_hierarchies = known->extra.n_hierarchies,
                        .n_require = plan->n_requires,
                        .extra = &known->extra,
                        .population = known->population };
    TACIT_TRY(step_columns(cx, step, in, &out->cols));
    return requirements(cx, plan, &out->require);
}

tacit_rng tacit_step_stream(uint64_t seed, size_t i)
{
    const tacit_rng root = tacit_rng_seed(seed);
    return tacit_rng_fork_number(&root, i);
}
