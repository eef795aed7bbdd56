/*
 * parse_work.c - the parts of a plan that say what to do: steps, generators, required models.
 */
#include "plan/parse_parts.h"

#include <string.h>

#include "plan/statistics.h"
#include "synth/generator.h"

bool tacit_parse_named(const tacit_parse *ps, const tacit_node *node, const char *what,
                       const tacit_node **name, const tacit_node **args)
{
    const tacit_node *first = node->kind == TACIT_NODE_MAP ? node->first : node;
    if (tacit_node_is_null(node)) {
        tacit_problem(ps->problems, node->place, TACIT_PROBLEM_MISSING_VALUE,
                      "a %s in this list is empty; remove it.", what);
        return false;
    }
    if (node->kind == TACIT_NODE_LIST || first == NULL || first->kind != TACIT_NODE_SCALAR ||
        tacit_node_is_null(first)) {
        tacit_problem(ps->problems, node->place, TACIT_PROBLEM_WRONG_TYPE,
                      "a %s must be a name, or a name with its parameters: {name: {...}}.", what);
        return false;
    }
    if (node->kind == TACIT_NODE_MAP && node->n > 1) {
        tacit_problem(ps->problems, first->next->place, TACIT_PROBLEM_MISPLACED_KEY,
                      "'%s' stands beside '%s'; indent it further if it is a parameter of '%s', "
                      "or begin a new %s for it.",
                      first->next->text, first->text, first->text, what);
        return false;
    }
    *name = first;
    *args = node->kind == TACIT_NODE_MAP ? first->value : NULL;
    return true;
}

size_t tacit_parse_list(const tacit_parse *ps, const tacit_node *node, const char *what,
                        const tacit_node **first)
{
    *first = NULL;
    if (node->kind != TACIT_NODE_LIST) {
        tacit_problem(ps->problems, node->place, TACIT_PROBLEM_WRONG_TYPE,
                      "%s must be a list; put '- ' before each item.", what);
        return 0;
    }
    if (node->n > TACIT_PARSE_MOST_ITEMS) {
        tacit_problem(ps->problems, node->place, TACIT_PROBLEM_TOO_LARGE,
                      "%s can have %d items, not %zu.", what, TACIT_PARSE_MOST_ITEMS, node->n);
        return 0;
    }
    *first = node->first;
    return node->n;
}

/* Where the columns of a step's argument `columns` stand. */
static tacit_status find_places(const tacit_parse *ps, const tacit_node *args,
                                tacit_plan_step *step)
{
    const tacit_value *columns = &step->args.at[0];
    const tacit_node *list = args, *item = NULL;
    if (args != NULL && args->kind == TACIT_NODE_MAP) {
        const tacit_node *key = args->first;
        while (key != NULL && strcmp(key->text, step->args.params[0].name) != 0)
            key = key->next;
        list = key != NULL ? key->value : NULL;
    }
    const size_t n = list != NULL ? tacit_parse_items(list, &item) : 0;
    tacit_place *places = NULL;
    TACIT_TRY(tacit_region_take(ps->cx, ps->region, columns->n, sizeof *places, &places));
    for (size_t i = 0; i < columns->n; i++) {
        places[i] = i < n ? item->place : step->place;
        item = i < n ? item->next : NULL;
    }
    step->columns = places;
    return TACIT_OK;
}

/* A step that recodes to a `level` needs a hierarchy for each of its columns. */
static void check_level(const tacit_parse *ps, const tacit_plan *plan, const tacit_plan_step *step)
{
    const size_t level = tacit_param_find(step->args.params, "level");
    if (level == step->args.n || !step->args.at[level].given)
        return;
    const tacit_value *columns = &step->args.at[0];
    for (size_t c = 0; c < columns->n; c++) {
        size_t h = 0;
        while (h < plan->n_hierarchies &&
               strcmp(plan->hierarchy[h].spec.column, columns->texts[c]) != 0)
            h++;
        if (h == plan->n_hierarchies)
            tacit_problem(ps->problems, step->columns[c], TACIT_PROBLEM_MISSING_HIERARCHY,
                          "'level' of %s needs a hierarchy of column '%s'; add it to hierarchies.",
                          step->method->about.name, columns->texts[c]);
    }
}

static tacit_status take_step(const tacit_parse *ps, const tacit_node *item, tacit_plan_step *all,
                              tacit_plan *plan)
{
    const tacit_node *name = NULL, *args = NULL;
    if (!tacit_parse_named(ps, item, "step", &name, &args))
        return TACIT_OK;
    const tacit_method *method = tacit_method_find(name->text);
    if (method == NULL) {
        const tacit_words words = { .n = tacit_method_catalog.n,
                                    .at = tacit_words_catalog,
                                    .user = &tacit_method_catalog };
        return tacit_parse_unknown(ps, name, "method", NULL, &words);
    }
    tacit_plan_step *step = &all[plan->n_steps++];
    *step = (tacit_plan_step){ .method = method, .place = name->place };
    TACIT_TRY(tacit_parse_args(ps, &method->about, args, name->place, &step->args));
    TACIT_ASSERT(step->args.n > 0 && step->args.params[0].type == TACIT_PARAM_COLUMNS);
    TACIT_TRY(find_places(ps, args, step));
    check_level(ps, plan, step);
    if (tacit_reorder_keeps(step->method, &step->args)) { /* nothing is to be done for it */
        plan->keeps_order = true;
        plan->n_steps--;
    }
    return TACIT_OK;
}

tacit_status tacit_parse_steps(const tacit_parse *ps, const tacit_node *node, tacit_plan *plan)
{
    const tacit_node *item = NULL;
    const size_t n = tacit_parse_list(ps, node, "steps", &item);
    tacit_plan_step *all = NULL;
    TACIT_TRY(tacit_region_take(ps->cx, ps->region, n, sizeof *all, &all));
    for (size_t i = 0; i < n; i++, item = item->next)
        TACIT_TRY(take_step(ps, item, all, plan));
    plan->step = all;
    return TACIT_OK;
}

/* Say so if a column is made by a generator before `own` already. */
static void check_made(const tacit_parse *ps, const tacit_plan *plan,
                       const tacit_plan_generator *own, const char *column)
{
    for (const tacit_plan_generator *g = plan->generator; g < own; g++)
        for (size_t k = 0; k < g->args.at[TACIT_GENERATOR_COLUMNS].n; k++)
            if (strcmp(column, g->args.at[TACIT_GENERATOR_COLUMNS].texts[k]) == 0)
                tacit_problem(ps->problems, own->place, TACIT_PROBLEM_DUPLICATE,
                              "column '%s' is made by %s already; name it once.", column,
                              g->generator->about.name);
}

/* Each generator names the columns that it makes, and no column is made by two. */
static void check_columns(const tacit_parse *ps, const tacit_plan *plan)
{
    const tacit_plan_generator *own = &plan->generator[plan->n_generators - 1];
    const tacit_value *columns = &own->args.at[TACIT_GENERATOR_COLUMNS];
    if (!columns->given)
        tacit_problem(ps->problems, own->place, TACIT_PROBLEM_MISSING_KEY,
                      "%s needs '%s': the columns that it makes; the generator of all others "
                      "stands under synth.",
                      own->generator->about.name, "columns");
    for (size_t c = 0; c < columns->n; c++)
        check_made(ps, plan, own, columns->texts[c]);
}

static tacit_status take_generator(const tacit_parse *ps, const tacit_node *item,
                                   tacit_plan_generator *all, tacit_plan *plan)
{
    const tacit_node *name = NULL, *args = NULL;
    if (!tacit_parse_named(ps, item, "generator", &name, &args))
        return TACIT_OK;
    const tacit_generator *generator = tacit_generator_find(name->text);
    const tacit_words words = { .n = tacit_generator_catalog.n,
                                .at = tacit_words_catalog,
                                .user = &tacit_generator_catalog };
    if (generator == NULL)
        return tacit_parse_unknown(ps, name, "generator", NULL, &words);
    tacit_plan_generator *g = &all[plan->n_generators++];
    *g = (tacit_plan_generator){ .generator = generator, .place = name->place };
    TACIT_TRY(tacit_parse_args(ps, &generator->about, args, name->place, &g->args));
    check_columns(ps, plan);
    return TACIT_OK;
}

tacit_status tacit_parse_generators(const tacit_parse *ps, const tacit_node *node, tacit_plan *plan)
{
    const tacit_node *item = NULL;
    const size_t n = tacit_parse_list(ps, node, "generators", &item);
    tacit_plan_generator *all = NULL;
    TACIT_TRY(tacit_region_take(ps->cx, ps->region, n, sizeof *all, &all));
    plan->generator = all;
    for (size_t i = 0; i < n; i++, item = item->next)
        TACIT_TRY(take_generator(ps, item, all, plan));
    return TACIT_OK;
}

unsigned tacit_parse_lacking(const tacit_plan *plan, unsigned needs)
{
    unsigned roles = ((needs & TACIT_NEEDS_KEYS) != 0 ? TACIT_ROLE_KEY : 0u) |
                     ((needs & TACIT_NEEDS_SENSITIVE) != 0 ? TACIT_ROLE_SENSITIVE : 0u) |
                     ((needs & TACIT_NEEDS_HOUSEHOLD) != 0 ? TACIT_ROLE_HOUSEHOLD : 0u) |
                     ((needs & TACIT_NEEDS_WEIGHT) != 0 ? TACIT_ROLE_WEIGHT : 0u);
    if ((needs & TACIT_NEEDS_POPULATION) != 0 && plan->population == NULL && plan->fraction <= 0.0)
        roles |= TACIT_ROLE_WEIGHT; /* weights would do instead of a population or fraction */
    for (size_t i = 0; i < plan->n_roles; i++)
        roles &= ~(unsigned)plan->role[i].role;
    return roles;
}

void tacit_parse_needs(const tacit_parse *ps, const tacit_plan *plan, const tacit_node *name,
                       unsigned needs)
{
    const unsigned lacking = ps->roles_unsure ? 0 : tacit_parse_lacking(plan, needs);
    for (size_t i = 0; i < TACIT_ROLES; i++)
        if ((lacking >> i & 1) != 0)
            tacit_problem(ps->problems, name->place, TACIT_PROBLEM_MISSING_ROLE,
                          "%s needs a column with the role '%s'; name one in roles.", name->text,
                          tacit_role_name(i));
}

static tacit_status take_require(const tacit_parse *ps, const tacit_node *name,
                                 const tacit_node *args, tacit_plan_require *all, tacit_plan *plan)
{
    const tacit_model *model = tacit_model_find(name->text);
    if (model == NULL) {
        const tacit_words words = { .n = tacit_model_catalog.n,
                                    .at = tacit_words_catalog,
                                    .user = &tacit_model_catalog };
        return tacit_parse_unknown(ps, name, "model", NULL, &words);
    }
    tacit_parse_needs(ps, plan, name, model->measure.needs);
    tacit_plan_require *require = &all[plan->n_requires++];
    require->model = model;
    require->place = name->place;
    return tacit_parse_args(ps, &model->measure.about, args, name->place, &require->args);
}

/* Models as the keys of one map, each at most once. */
static tacit_status take_require_map(const tacit_parse *ps, const tacit_node *map,
                                     tacit_plan_require *all, tacit_plan *plan)
{
    for (const tacit_node *key = map->first; key != NULL; key = key->next) {
        if (key->twin != NULL)
            tacit_problem(ps->problems, key->place, TACIT_PROBLEM_DUPLICATE,
                          "'%s' is required twice; make require a list if both are meant.",
                          key->text);
        else
            TACIT_TRY(take_require(ps, key, key->value, all, plan));
    }
    return TACIT_OK;
}

tacit_status tacit_parse_require(const tacit_parse *ps, const tacit_node *node, tacit_plan *plan)
{
    tacit_plan_require *all = NULL;
    const tacit_node *item = NULL;
    const size_t n =
        node->kind == TACIT_NODE_LIST ? tacit_parse_list(ps, node, "require", &item) : node->n + 1;
    TACIT_TRY(tacit_region_take(ps->cx, ps->region, n, sizeof *all, &all));
    plan->require = all;
    if (node->kind == TACIT_NODE_MAP)
        return take_require_map(ps, node, all, plan);
    if (node->kind == TACIT_NODE_SCALAR)
        return take_require(ps, node, NULL, all, plan);
    for (size_t i = 0; i < n; i++, item = item->next) {
        const tacit_node *name = NULL, *args = NULL;
        if (tacit_parse_named(ps, item, "requirement", &name, &args))
            TACIT_TRY(take_require(ps, name, args, all, plan));
    }
    return TACIT_OK;
}
