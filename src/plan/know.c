/*
 * know.c - what a plan knows besides its data: the population, a control, hierarchies.
 */
#include "plan/account.h"

/* The keys of the plan as positions in `data`, in scratch memory; all must be there. */
static tacit_status population_keys(tacit_ctx *cx, const tacit_plan *plan, const tacit_data *data,
                                    tacit_select *out)
{
    size_t *at = NULL, n = 0;
    TACIT_TRY(tacit_scratch(cx, plan->n_roles, sizeof *at, &at));
    for (size_t i = 0; i < plan->n_roles; i++) {
        if (plan->role[i].role != TACIT_ROLE_KEY)
            continue;
        at[n] = tacit_data_find(data, plan->role[i].column);
        if (at[n++] == data->schema.n)
            return tacit_fail(cx, TACIT_ERR_DATA, "The population %s lacks the key '%s'.",
                              plan->population, plan->role[i].column);
    }
    *out = (tacit_select){ .n = n, .at = at };
    return TACIT_OK;
}

/* Count the key combinations of the population where it is. */
static tacit_status load_population(tacit_ctx *cx, const tacit_plan *plan, uint64_t memory,
                                    tacit_table **out)
{
    const tacit_source source = { .uri = plan->population,
                                  .args = &plan->population_source,
                                  .memory = memory };
    tacit_data *data = NULL;
    tacit_select keys = { 0 };
    tacit_stage(cx, "Counting key combinations of %s", plan->population);
    TACIT_TRY(tacit_data_open(cx, &source, &data));
    tacit_status status = population_keys(cx, plan, data, &keys);
    if (status == TACIT_OK)
        status = data->engine->group(cx, data, &keys, data->schema.n, out);
    tacit_data_close(data);
    return status;
}

tacit_status tacit_plan_know(tacit_ctx *cx, const tacit_plan *plan, uint64_t memory,
                             tacit_plan_known *out)
{
    tacit_plan_known known = { 0 };
    tacit_hierarchy_spec *specs = NULL;
    TACIT_TRY(tacit_scratch(cx, plan->n_hierarchies, sizeof *specs, &specs));
    for (size_t i = 0; i < plan->n_hierarchies; i++)
        specs[i] = plan->hierarchy[i].spec;
    if (plan->population != NULL)
        TACIT_TRY(load_population(cx, plan, memory, &known.population));
    known.extra = (tacit_subject_extra){
        .population = known.population,
        .fraction = plan->fraction,
        .hierarchies = specs,
        .n_hierarchies = plan->n_hierarchies,
    };
    *out = known;
    return TACIT_OK;
}

tacit_status tacit_plan_control(tacit_ctx *cx, const tacit_plan *plan, uint64_t memory,
                                tacit_plan_known *known)
{
    const tacit_source source = { .uri = plan->control,
                                  .args = &plan->control_source,
                                  .memory = memory };
    tacit_data *data = NULL;
    if (plan->control == NULL)
        return TACIT_OK;
    tacit_stage(cx, "Loading %s", plan->control);
    TACIT_TRY(tacit_data_open(cx, &source, &data));
    const tacit_status status = tacit_data_load(cx, data, NULL, &known->control);
    tacit_data_close(data);
    TACIT_TRY(status);
    if (tacit_table_rows(known->control) == 0)
        return tacit_fail(cx, TACIT_ERR_DATA, "The control %s has no records.", plan->control);
    tacit_plan_set_roles(plan, known->control);
    known->extra.control = known->control;
    return TACIT_OK;
}

void tacit_plan_forget(tacit_plan_known *known)
{
    tacit_table_free(known->population);
    tacit_table_free(known->control);
}
