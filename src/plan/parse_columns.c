/*
 * parse_columns.c - the parts of a plan that speak of columns: roles and hierarchies.
 *
 * A column has one meaning to an attacker: an identifier or a sensitive column is no key,
 * a weight is nothing else.  Strata and households say how methods and measures work,
 * so they go with the others.
 */
#include "plan/parse_parts.h"

#include <string.h>

/* What must not come together on one column. */
static bool is_conflict(unsigned a, unsigned b)
{
    static const unsigned apart = TACIT_ROLE_IDENTIFIER | TACIT_ROLE_KEY | TACIT_ROLE_SENSITIVE;
    return (a & apart && b & apart) || ((a | b) & TACIT_ROLE_WEIGHT) != 0;
}

/* The first column of a role is in the set of columns so far, with its roles as marks. */
typedef struct role_columns {
    tacit_node_set set;
    tacit_plan_role *role;
    size_t n;
} role_columns;

static const char *first_role(unsigned bits)
{
    size_t i = 0;
    while ((bits >> i & 1) == 0)
        i++;
    return tacit_role_name(i);
}

/* One column of role number `r`. */
static void take_column(const tacit_parse *ps, role_columns *all, const tacit_node *item, size_t r)
{
    const char *column = NULL;
    tacit_parse_text(ps, item, "a column in roles", &column);
    if (column == NULL)
        return;
    tacit_node *own = NULL; /* only its mark changes, and the tree is the parser's own */
    const tacit_node *twin = tacit_node_set_add(&all->set, item);
    memcpy(&own, twin != NULL ? &twin : &item, sizeof own);
    const unsigned bit = 1u << r;
    if ((own->mark & bit) != 0)
        tacit_problem(ps->problems, item->place, TACIT_PROBLEM_DUPLICATE,
                      "column '%s' has the role '%s' twice.", column, tacit_role_name(r));
    else if (twin != NULL && is_conflict(own->mark, bit))
        tacit_problem(ps->problems, item->place, TACIT_PROBLEM_CONFLICT,
                      "column '%s' cannot be both '%s' and '%s'; choose one.", column,
                      first_role(own->mark), tacit_role_name(r));
    own->mark |= bit;
    all->role[all->n++] =
        (tacit_plan_role){ .column = column, .role = (tacit_role)bit, .place = item->place };
}

static void take_role(const tacit_parse *ps, role_columns *all, const tacit_node *key, size_t r)
{
    const unsigned single = TACIT_ROLE_WEIGHT | TACIT_ROLE_HOUSEHOLD;
    const tacit_node *item = NULL;
    const size_t n = tacit_parse_items(key->value, &item);
    if ((single >> r & 1) != 0 && n > 1)
        tacit_problem(ps->problems, key->place, TACIT_PROBLEM_TOO_MANY,
                      "the role '%s' takes one column, not %zu.", tacit_role_name(r), n);
    for (size_t i = 0; i < n; i++, item = item->next)
        take_column(ps, all, item, r);
}

static const char *role_word(const void *user, size_t i)
{
    (void)user;
    return tacit_role_name(i);
}

tacit_status tacit_parse_roles(const tacit_parse *ps, const tacit_node *node, tacit_plan *plan)
{
    if (node->kind != TACIT_NODE_MAP) {
        tacit_problem(ps->problems, node->place, TACIT_PROBLEM_WRONG_TYPE,
                      "%s must be a map of roles to columns, such as {key: [age, sex]}.", "roles");
        return TACIT_OK;
    }
    const tacit_words words = { .n = TACIT_ROLES, .at = role_word };
    const tacit_node *keys[TACIT_ROLES];
    TACIT_TRY(tacit_parse_keys(ps, node, "roles", &words, keys));
    size_t most = 0;
    const tacit_node *item = NULL;
    for (size_t r = 0; r < TACIT_ROLES; r++)
        most += keys[r] != NULL ? tacit_parse_items(keys[r]->value, &item) : 0;
    role_columns all = { 0 };
    TACIT_TRY(tacit_node_set_new(ps->cx, most, &all.set));
    TACIT_TRY(tacit_region_take(ps->cx, ps->region, most, sizeof *all.role, &all.role));
    for (size_t r = 0; r < TACIT_ROLES; r++)
        if (keys[r] != NULL)
            take_role(ps, &all, keys[r], r);
    plan->role = all.role;
    plan->n_roles = all.n;
    return TACIT_OK;
}

/* One hierarchy of `column`, whose name stands at `key`. */
static tacit_status take_builder(const tacit_parse *ps, const tacit_node *key,
                                 const tacit_node *value, tacit_plan *plan,
                                 tacit_plan_hierarchy *all)
{
    const tacit_node *name = NULL, *args = NULL;
    if (value->kind != TACIT_NODE_MAP) {
        tacit_problem(ps->problems, value->place, TACIT_PROBLEM_WRONG_TYPE,
                      "the hierarchy of '%s' must name a builder, such as {file: zip.csv}.",
                      key->text);
        return TACIT_OK;
    }
    if (!tacit_parse_named(ps, value, "hierarchy builder", &name, &args))
        return TACIT_OK;
    const tacit_hierarchy_builder *builder = tacit_hierarchy_builder_find(name->text);
    if (builder == NULL) {
        const tacit_words words = { .n = tacit_hierarchy_catalog.n,
                                    .at = tacit_words_catalog,
                                    .user = &tacit_hierarchy_catalog };
        return tacit_parse_unknown(ps, name, "hierarchy builder", NULL, &words);
    }
    tacit_plan_hierarchy *h = &all[plan->n_hierarchies++];
    h->place = key->place;
    h->spec.column = key->text;
    h->spec.builder = builder;
    return tacit_parse_args(ps, &builder->about, args, name->place, &h->spec.args);
}

/* The hierarchies of the column that `key` names: one, or a list. */
static tacit_status take_hierarchies(const tacit_parse *ps, const tacit_node *key, tacit_plan *plan,
                                     tacit_plan_hierarchy *all)
{
    const tacit_node *item = NULL;
    const char *column = NULL;
    tacit_parse_text(ps, key, "a column in hierarchies", &column);
    if (column == NULL)
        return TACIT_OK;
    if (key->twin != NULL)
        tacit_problem(ps->problems, key->place, TACIT_PROBLEM_DUPLICATE,
                      "column '%s' has two hierarchies.", column);
    const size_t n = tacit_parse_items(key->value, &item);
    for (size_t i = 0; i < n; i++, item = item->next)
        TACIT_TRY(take_builder(ps, key, item, plan, all));
    return TACIT_OK;
}

void tacit_parse_single_hierarchies(const tacit_parse *ps, const tacit_plan *plan)
{
    for (size_t i = 1; plan->n_tables == 0 && i < plan->n_hierarchies; i++)
        if (strcmp(plan->hierarchy[i].spec.column, plan->hierarchy[i - 1].spec.column) == 0 &&
            plan->hierarchy[i].place.line == plan->hierarchy[i - 1].place.line)
            tacit_problem(ps->problems, plan->hierarchy[i].place, TACIT_PROBLEM_DUPLICATE,
                          "column '%s' has two hierarchies, which only tables can have.",
                          plan->hierarchy[i].spec.column);
}

tacit_status tacit_parse_hierarchies(const tacit_parse *ps, const tacit_node *node,
                                     tacit_plan *plan)
{
    if (node->kind != TACIT_NODE_MAP) {
        tacit_problem(ps->problems, node->place, TACIT_PROBLEM_WRONG_TYPE,
                      "%s must be a map of columns to builders, such as "
                      "{zip: {mask: {levels: 5}}}.",
                      "hierarchies");
        return TACIT_OK;
    }
    tacit_plan_hierarchy *all = NULL;
    const tacit_node *item = NULL;
    size_t most = 0;
    for (const tacit_node *key = node->first; key != NULL; key = key->next)
        most += tacit_parse_items(key->value, &item);
    TACIT_TRY(tacit_region_take(ps->cx, ps->region, most, sizeof *all, &all));
    for (const tacit_node *key = node->first; key != NULL; key = key->next)
        TACIT_TRY(take_hierarchies(ps, key, plan, all));
    plan->hierarchy = all;
    return TACIT_OK;
}
