/*
 * policy.c - what a plan declares for questions.
 *
 * Levels of a category are those of its hierarchy, built on the declared values: nothing is taken
 * from the data.
 */
#include <string.h>

#include "plan/problems.h"
#include "plan/statistics.h"
#include "gateway/policy.h"

/* ---- levels ---- */

/* The declared values as a column. */
static tacit_status make_column(tacit_ctx *cx, const tacit_domain *d, tacit_column **out)
{
    tacit_builder *b = NULL;
    tacit_status status = tacit_builder_new(cx, d->column, TACIT_TYPE_CATEGORY, d->n_values, &b);
    for (size_t i = 0; status == TACIT_OK && i < d->n_values; i++)
        status = tacit_builder_text(cx, b, d->value[i], strlen(d->value[i]));
    if (status != TACIT_OK) {
        tacit_builder_free(b);
        return status;
    }
    return tacit_builder_finish(cx, b, out);
}

static tacit_status copy_level(tacit_ctx *cx, const tacit_hierarchy *h, size_t l,
                               const tacit_domain *d, tacit_query_level *out)
{
    const tacit_dict *labels = tacit_hierarchy_labels(h, l);
    const char **label = NULL;
    uint32_t *of = NULL;
    out->n = tacit_dict_size(labels);
    TACIT_TRY(tacit_scratch(cx, out->n, sizeof *label, &label));
    TACIT_TRY(tacit_scratch(cx, d->n_values, sizeof *of, &of));
    for (uint32_t i = 0; i < out->n; i++) {
        char *text = NULL;
        TACIT_TRY(tacit_scratch_text(cx, tacit_dict_text(labels, i), &text));
        label[i] = text;
    }
    for (size_t v = 0; v < d->n_values; v++)
        of[v] = tacit_hierarchy_label(h, l, tacit_hierarchy_find_text(h, d->value[v]));
    out->label = label;
    out->of = of;
    return TACIT_OK;
}

static tacit_status copy_levels(tacit_ctx *cx, const tacit_hierarchy *h, tacit_query_column *c)
{
    tacit_query_level *level = NULL;
    c->n_levels = tacit_hierarchy_levels(h) - 1;
    TACIT_TRY(tacit_scratch(cx, c->n_levels, sizeof *level, &level));
    for (size_t l = 1; l <= c->n_levels; l++)
        TACIT_TRY(copy_level(cx, h, l, &c->domain, &level[l - 1]));
    c->level = level;
    return TACIT_OK;
}

static tacit_status build_levels(tacit_ctx *cx, const tacit_hierarchy_spec *spec,
                                 tacit_query_column *c)
{
    tacit_column *values = NULL;
    tacit_hierarchy *h = NULL;
    TACIT_TRY(make_column(cx, &c->domain, &values));
    tacit_status status = tacit_hierarchy_build(cx, spec->builder, &spec->args, values, &h);
    if (status == TACIT_OK)
        status = copy_levels(cx, h, c);
    tacit_hierarchy_free(h);
    tacit_column_free(values);
    return status;
}

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
        tacit_problem(problems, from->place, TACIT_PROBLEM_MISSING_VALUE,
                      "the domain of '%s' needs 'lower' and 'upper', or 'values': whoever asks "
                      "learns nothing of what a column holds but what is declared.",
                      from->column);
    return TACIT_OK;
}

static tacit_status read_hierarchy(tacit_ctx *cx, const tacit_plan_hierarchy *from,
                                   const tacit_query_schema *schema, tacit_problems *problems,
                                   tacit_query_column *column)
{
    size_t j = 0;
    while (j < schema->n && strcmp(column[j].domain.column, from->spec.column) != 0)
        j++;
    if (j < schema->n && column[j].domain.n_values > 0)
        return note(problems, from->place, build_levels(cx, &from->spec, &column[j]));
    if (j < schema->n && column[j].domain.number)
        tacit_problem(problems, from->place, TACIT_PROBLEM_CONFLICT,
                      "'%s' is declared as a number, which is grouped by its bins; say 'values' "
                      "under domains to use a hierarchy of it.",
                      from->spec.column);
    return TACIT_OK;
}

static tacit_status read_columns(tacit_ctx *cx, const tacit_plan *plan, tacit_problems *problems,
                                 tacit_query_schema *schema)
{
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
    return TACIT_OK;
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

tacit_status tacit_policy_read(tacit_ctx *cx, const tacit_plan *plan, const tacit_plan_ask *ask,
                               tacit_policy *out)
{
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
    TACIT_TRY(read_columns(cx, plan, &problems, &out->schema));
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
