/*
 * policy.c - what a plan declares for questions.
 *
 * Levels of a category are those of its hierarchy, built on the declared values, and the columns of
 * public tables; those of dates are longer periods: nothing is taken from the data.
 */
#include <string.h>

#include "gateway/declare.h"
#include "plan/statistics.h"
#include "query/levels.h"

/* ---- columns ---- */

/* Make a problem of what was refused, so that the next one is told too. */
static tacit_status note(tacit_problems *problems, tacit_place place, tacit_status status)
{
    char *why = NULL;
    if (status == TACIT_OK || status == TACIT_ERR_MEMORY || status == TACIT_ERR_CANCELLED)
        return status;
    TACIT_TRY(tacit_scratch_text(problems->cx, tacit_message(problems->cx), &why));
    tacit_problem(problems, place, TACIT_PROBLEM_CONFLICT, "%-s", why);
    return TACIT_OK;
}

static tacit_status read_domain(tacit_ctx *cx, const tacit_plan_domain *from,
                                tacit_problems *problems, tacit_query_column *out)
{
    const tacit_status status = tacit_domain_new(cx, from->column, &from->args, &out->domain);
    if (status != TACIT_OK)
        return note(problems, from->place, status);
    if (!out->domain.number && out->domain.n_values == 0)
        tacit_problem(
            problems, from->place, TACIT_PROBLEM_MISSING_VALUE,
            "the domain of '%s' needs 'lower' and 'upper', 'from' and 'to', or 'values': whoever "
            "asks learns nothing of what a column holds but what is declared.",
            from->column);
    return out->domain.date ? tacit_query_add_periods(cx, out) : TACIT_OK;
}

static tacit_status read_hierarchy(tacit_ctx *cx, const tacit_plan_hierarchy *from,
                                   const tacit_query_schema *schema, tacit_problems *problems,
                                   tacit_query_column *column)
{
    size_t j = 0;
    while (j < schema->n && strcmp(column[j].domain.column, from->spec.column) != 0)
        j++;
    if (j < schema->n && tacit_query_labels(&column[j], 0) > 0 && !column[j].domain.date)
        return note(problems, from->place, tacit_policy_levels(cx, &from->spec, &column[j]));
    if (j < schema->n && column[j].domain.number)
        tacit_problem(problems, from->place, TACIT_PROBLEM_CONFLICT, "'%s' is declared as a %-s.",
                      from->spec.column,
                      column[j].domain.date ? "date, whose longer periods are there by themselves"
                                            : "number without bins, which a hierarchy would join");
    return TACIT_OK;
}

static tacit_status read_columns(tacit_ctx *cx, const tacit_work *w, tacit_problems *problems,
                                 tacit_query_schema *schema)
{
    const tacit_plan *plan = w->plan;
    tacit_query_column *column = NULL;
    TACIT_TRY(tacit_scratch(cx, plan->n_domains, sizeof *column, &column));
    schema->n = plan->n_domains;
    schema->column = column;
    for (size_t i = 0; i < plan->n_domains; i++) {
        column[i].domain.column = plan->domain[i].column;
        TACIT_TRY(read_domain(cx, &plan->domain[i], problems, &column[i]));
    }
    for (size_t i = 0; i < plan->n_hierarchies; i++)
        TACIT_TRY(read_hierarchy(cx, &plan->hierarchy[i], schema, problems, column));
    return tacit_policy_publics(cx, w, problems, column, schema);
}

/* ---- the whole ---- */

/* By which name the data is asked: that of its file without folder and ending. */
static tacit_status name_data(tacit_ctx *cx, const char *uri, char **out)
{
    const char *slash = strrchr(uri, '/'), *from = slash != NULL ? slash + 1 : uri;
    const char *stop = strchr(from, '.');
    return tacit_scratch_format(
        cx, out, "%.*s", (int)(stop != NULL && stop > from ? (size_t)(stop - from) : strlen(from)),
        from);
}

static void check_mode(const tacit_plan *plan, const tacit_plan_ask *ask, tacit_problems *problems,
                       const tacit_policy *policy)
{
    if (policy->mode == NULL)
        tacit_problem(problems, ask->place, TACIT_PROBLEM_MISSING_KEY,
                      "%s needs '%s': one that 'tacit list modes' shows.", "query", "a mode");
    else if (policy->mode->copies && plan->n_steps == 0)
        tacit_problem(problems, ask->choice_place, TACIT_PROBLEM_MISSING_KEY,
                      "%s needs '%s': without any the copy would be the data itself.",
                      policy->mode->about.name, "steps");
    for (size_t i = 0; policy->mode != NULL && policy->mode->copies && i < plan->n_steps; i++)
        if ((plan->step[i].method->traits & TACIT_METHOD_PRIVATE) != 0)
            tacit_problem(problems, plan->step[i].place, TACIT_PROBLEM_CONFLICT,
                          "'%s' draws anew each time, and the copy must be the same for every "
                          "question; protect the data first, and ask of the release.",
                          plan->step[i].method->about.name);
    if (policy->mode != NULL && policy->mode->keyed &&
        !tacit_arg_given(&ask->args, TACIT_POLICY_KEY))
        tacit_problem(problems, ask->choice_place, TACIT_PROBLEM_MISSING_KEY,
                      "%s needs '%s': the file that 'tacit key' makes.", policy->mode->about.name,
                      "key");
    if (policy->mode != NULL && policy->mode->judge != NULL &&
        !tacit_arg_given(&ask->args, TACIT_POLICY_LEDGER))
        tacit_problem(problems, ask->choice_place, TACIT_PROBLEM_MISSING_KEY,
                      "%s needs a '%s': what it tells depends on what it told before.",
                      policy->mode->about.name, "ledger");
    if (plan->n_domains == 0)
        tacit_problem(problems, ask->place, TACIT_PROBLEM_MISSING_KEY,
                      "%s needs '%s': what columns may hold, and so what may be asked.",
                      "the policy", "domains");
}

/* Epsilons that nobody adds up promise nothing, and noise that is drawn anew averages out. */
static void check_budget(const tacit_plan_ask *ask, const tacit_mode *mode,
                         tacit_problems *problems)
{
    static const enum tacit_policy_arg needs[] = { TACIT_POLICY_LEDGER, TACIT_POLICY_LIMIT };
    for (size_t i = 0; i < sizeof needs / sizeof needs[0]; i++)
        if (!tacit_arg_given(&ask->args, needs[i]))
            tacit_problem(problems, ask->choice_place, TACIT_PROBLEM_MISSING_KEY,
                          "%s needs a '%s': what all answers together give away is the promise.",
                          mode->about.name, TACIT_POLICY_PARAMS[needs[i]].name);
}

/* A limit counts what a ledger keeps. */
static void check_limits(const tacit_plan_ask *ask, tacit_problems *problems)
{
    static const enum tacit_policy_arg limits[] = { TACIT_POLICY_LIMIT, TACIT_POLICY_ANALYST_LIMIT,
                                                    TACIT_POLICY_PERIOD_LIMIT,
                                                    TACIT_POLICY_ANALYST_PERIOD_LIMIT };
    if (tacit_arg_given(&ask->args, TACIT_POLICY_LEDGER))
        return;
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++)
        if (tacit_arg_given(&ask->args, limits[i]))
            tacit_problem(problems, ask->place, TACIT_PROBLEM_MISSING_KEY,
                          "a '%s' needs a '%s', which remembers what was spent.",
                          TACIT_POLICY_PARAMS[limits[i]].name, "ledger");
}

tacit_status tacit_policy_read(tacit_ctx *cx, const tacit_work *w, const tacit_plan_ask *ask,
                               tacit_policy *out)
{
    const tacit_plan *plan = w->plan;
    const tacit_args *args = &ask->args;
    const tacit_entry *choice = ask->choice;
    tacit_problems problems;
    char *name = NULL;
    *out = (tacit_policy){ .mode = choice != NULL ? tacit_mode_find(choice->name) : NULL,
                           .args = &ask->choice_args };
    TACIT_TRY(tacit_problems_start(cx, plan->file, &problems));
    check_mode(plan, ask, &problems, out);
    if (out->mode != NULL && out->mode->unit == TACIT_SPENDS_EPSILON)
        check_budget(ask, out->mode, &problems);
    else
        check_limits(ask, &problems);
    TACIT_TRY(read_columns(cx, w, &problems, &out->schema));
    if (out->mode != NULL && out->mode->declare != NULL)
        TACIT_TRY(
            note(&problems, ask->choice_place, out->mode->declare(cx, &out->schema, out->args)));
    TACIT_TRY(tacit_problems_end(&problems));
    TACIT_TRY(name_data(cx, plan->data, &name));
    out->schema.name =
        tacit_arg_given(args, TACIT_POLICY_NAME) ? tacit_arg_text(args, TACIT_POLICY_NAME) : name;
    out->schema.person = tacit_arg_given(args, TACIT_POLICY_PERSON)
                             ? tacit_arg_text(args, TACIT_POLICY_PERSON)
                             : NULL;
    out->schema.answers = out->mode->answers;
    out->schema.mode = out->mode->about.name;
    out->schema.most_cells = (size_t)tacit_arg_integer(args, TACIT_POLICY_CELLS);
    return TACIT_OK;
}
