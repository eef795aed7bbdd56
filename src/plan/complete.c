/*
 * complete.c - steps that a plan for a release has though nobody wrote them.
 *
 * Ids that link records are released under random numbers, unless a step of the plan drops,
 * pseudonymises or renumbers them ('keep: true' leaves them).  O(roles * steps).
 */
#include <string.h>

#include "plan/parse_parts.h"

/* Whether a step takes care of the ids in `column`. */
static bool unlinks(const tacit_plan_step *step, const char *column)
{
    const tacit_value *columns = &step->args.at[0];
    if ((step->method->traits & TACIT_METHOD_UNLINKS) == 0)
        return false;
    for (size_t c = 0; c < columns->n; c++)
        if (strcmp(columns->texts[c], column) == 0)
            return true;
    return false;
}

/* All roles of a column; bits. */
static unsigned roles_of(const tacit_plan *plan, const char *column)
{
    unsigned roles = 0;
    for (size_t i = 0; i < plan->n_roles; i++)
        if (strcmp(plan->role[i].column, column) == 0)
            roles |= plan->role[i].role;
    return roles;
}

/* Whether role `i` is that of an id which would be released as it stands.  What is a key or
 * sensitive besides has a meaning to users, and models look at it. */
static bool is_open(const tacit_plan *plan, size_t i)
{
    const unsigned more = TACIT_ROLE_IDENTIFIER | TACIT_ROLE_KEY | TACIT_ROLE_SENSITIVE;
    const char *column = plan->role[i].column;
    if ((plan->role[i].role & TACIT_ROLE_LINKS) == 0 || (roles_of(plan, column) & more) != 0)
        return false;
    for (size_t k = 0; k < i; k++) /* it may be the id of two kinds of groups */
        if (strcmp(plan->role[k].column, column) == 0 &&
            (plan->role[k].role & TACIT_ROLE_LINKS) != 0)
            return false;
    for (size_t s = 0; s < plan->n_steps; s++)
        if (unlinks(&plan->step[s], column))
            return false;
    return true;
}

tacit_status tacit_parse_complete(const tacit_parse *ps, tacit_plan *plan)
{
    size_t n = 0;
    tacit_plan_step *all = NULL;
    const char **columns = NULL;
    TACIT_TRY(tacit_region_take(ps->cx, ps->region, plan->n_roles, sizeof *columns, &columns));
    for (size_t i = 0; i < plan->n_roles; i++)
        if (is_open(plan, i))
            columns[n++] = plan->role[i].column;
    if (n == 0 || plan->n_tables > 0)
        return TACIT_OK;
    TACIT_TRY(tacit_region_take(ps->cx, ps->region, plan->n_steps + 1, sizeof *all, &all));
    for (size_t s = 0; s < plan->n_steps; s++)
        all[s] = plan->step[s];
    tacit_plan_step *own = &all[plan->n_steps++];
    *own = (tacit_plan_step){ .method = &tacit_method_renumber, .added = true };
    TACIT_TRY(tacit_parse_presets(ps, own->method->about.params, &own->args));
    own->args.at[0] = (tacit_value){ .given = true, .n = n, .texts = columns };
    plan->step = all;
    return TACIT_OK;
}
