/*
 * parse_branches.c - arguments that are trees: labels with members, or with labels in them.
 *
 *   {Europe: {North: [SE, NO], South: IT}, Asia: [JP, {South: [IN]}]}
 *
 * What a label holds is one member, a map of labels, or a list of members and such maps.
 * The branches are listed depth first, each before its own.  Problems do not repeat labels
 * and members, which may be values of the data.  O(size of the nodes); the depth is limited
 * by that of a plan.
 */
#include "plan/parse_args.h"

/* A tree being read. */
typedef struct branches {
    const tacit_parse *ps;
    const char *owner;
    const tacit_param *p;
    tacit_group *at;
    size_t n;
    tacit_node_set seen; /* members */
} branches;

/* Labels and members in a node, all depths together. */
static size_t count_nodes(const tacit_node *node)
{
    size_t n = node->kind == TACIT_NODE_SCALAR ? 1 : 0;
    for (const tacit_node *item = node->first; item != NULL; item = item->next)
        n += item->value != NULL ? 1 + count_nodes(item->value) : count_nodes(item);
    return n;
}

static tacit_status take_map(branches *b, const tacit_node *map, size_t depth);

/* A member, or a problem. */
static void take_member(branches *b, const tacit_node *item, const char **out)
{
    const tacit_node *twin = NULL;
    if (tacit_node_is_null(item))
        tacit_problem(b->ps->problems, item->place, TACIT_PROBLEM_MISSING_VALUE,
                      "a member in '%s' of %s has no value.", b->p->name, b->owner);
    else if ((twin = tacit_node_set_add(&b->seen, item)) != NULL)
        tacit_problem(b->ps->problems, item->place, TACIT_PROBLEM_DUPLICATE,
                      "this member in '%s' of %s is in the tree already, in line %d.", b->p->name,
                      b->owner, twin->place.line);
    *out = item->text;
}

/* The members and branches of branch number `own`. */
static tacit_status take_content(branches *b, const tacit_node *node, size_t own)
{
    const tacit_node *first = NULL;
    const size_t n = tacit_parse_items(node, &first), depth = b->at[own].depth + 1;
    const char **member = NULL;
    TACIT_TRY(tacit_region_take(b->ps->cx, b->ps->region, n, sizeof *member, &member));
    const tacit_node *item = first;
    for (size_t i = 0; i < n; i++, item = item->next)
        if (item->kind == TACIT_NODE_SCALAR)
            take_member(b, item, &member[b->at[own].n++]);
        else if (item->kind == TACIT_NODE_LIST)
            tacit_problem(b->ps->problems, item->place, TACIT_PROBLEM_WRONG_TYPE,
                          "'%s' of %s has a list in a list; give it a label.", b->p->name,
                          b->owner);
    b->at[own].member = member;
    item = first;
    for (size_t i = 0; i < n; i++, item = item->next)
        if (item->kind == TACIT_NODE_MAP)
            TACIT_TRY(take_map(b, item, depth));
    if (n == 0)
        tacit_problem(b->ps->problems, node->place, TACIT_PROBLEM_MISSING_VALUE,
                      "'%s' of %s has a label with nothing in it.", b->p->name, b->owner);
    return TACIT_OK;
}

static tacit_status take_map(branches *b, const tacit_node *map, size_t depth)
{
    if (map->n == 0)
        tacit_problem(b->ps->problems, map->place, TACIT_PROBLEM_MISSING_VALUE,
                      "'%s' of %s has an empty map.", b->p->name, b->owner);
    for (const tacit_node *key = map->first; key != NULL; key = key->next) {
        if (key->kind != TACIT_NODE_SCALAR || tacit_node_is_null(key))
            tacit_problem(b->ps->problems, key->place, TACIT_PROBLEM_MISSING_VALUE,
                          "a branch in '%s' of %s needs a label.", b->p->name, b->owner);
        else if (key->twin != NULL)
            tacit_problem(b->ps->problems, key->place, TACIT_PROBLEM_DUPLICATE,
                          "this label in '%s' of %s is given twice; the first is in line %d.",
                          b->p->name, b->owner, key->twin->place.line);
        b->at[b->n++] = (tacit_group){ .label = key->text, .depth = depth };
        TACIT_TRY(take_content(b, key->value, b->n - 1));
    }
    return TACIT_OK;
}

tacit_status tacit_parse_branches(const tacit_parse *ps, const char *owner, const tacit_param *p,
                                  const tacit_node *node, tacit_value *out)
{
    if (node->kind != TACIT_NODE_MAP || node->n == 0) {
        tacit_problem(ps->problems, node->place, TACIT_PROBLEM_WRONG_TYPE,
                      "'%s' of %s must be a map of labels to what they hold, such as "
                      "{label: {label: [member, member]}}.",
                      p->name, owner);
        return TACIT_OK;
    }
    branches b = { .ps = ps, .owner = owner, .p = p };
    const size_t most = count_nodes(node);
    TACIT_TRY(tacit_node_set_new(ps->cx, most, &b.seen));
    TACIT_TRY(tacit_region_take(ps->cx, ps->region, most, sizeof *b.at, &b.at));
    TACIT_TRY(take_map(&b, node, 0));
    out->groups = b.at;
    out->n = b.n;
    return TACIT_OK;
}
