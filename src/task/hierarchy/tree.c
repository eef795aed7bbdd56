/*
 * tree.c - a hierarchy as a tree to look at.
 *
 * Nodes are opened level by level from the root on while the leaves stay few; a node with
 * many branches shows the first of them.  Branches stand in the order of their least value.
 * O(values) for each node that is opened.
 */
#include "task/hierarchy/tree.h"

#include <string.h>

#include "base/result.h"
#include "hierarchy/ordering.h"

enum { MOST_LEAVES = 60, MOST_BRANCHES = 12 };

/* A node: its values, and what it is in the tree to look at. */
typedef struct node {
    size_t level;
    const uint32_t *value; /* in natural order */
    size_t n;
    json_t *shown; /* borrowed */
} node;

/* Nodes that wait to be opened. */
typedef struct work {
    const tacit_hierarchy *h;
    node *wait;
    size_t n, leaves;
} work;

static uint32_t label_of(const tacit_hierarchy *h, size_t level, uint32_t v)
{
    return level == 0 ? v : tacit_hierarchy_label(h, level, v);
}

static const char *text_of(const tacit_hierarchy *h, size_t level, uint32_t v)
{
    return level == 0 ? tacit_hierarchy_value(h, v)
                      : tacit_dict_text(tacit_hierarchy_labels(h, level),
                                        tacit_hierarchy_label(h, level, v));
}

static json_t *node_json(const tacit_hierarchy *h, const node *own)
{
    uint64_t rows = 0;
    for (size_t i = 0; i < own->n; i++)
        rows += tacit_hierarchy_count(h, own->value[i]);
    return json_pack("{s:s, s:I, s:I}", "label", text_of(h, own->level, own->value[0]), "values",
                     (json_int_t)own->n, "rows", (json_int_t)rows);
}

/* Go down while all values share a label that is the node's own. */
static void settle(const tacit_hierarchy *h, node *own)
{
    while (own->level > 0) {
        const uint32_t first = label_of(h, own->level - 1, own->value[0]);
        for (size_t i = 1; i < own->n; i++)
            if (label_of(h, own->level - 1, own->value[i]) != first)
                return;
        if (strcmp(text_of(h, own->level, own->value[0]),
                   text_of(h, own->level - 1, own->value[0])) != 0)
            return;
        own->level--;
    }
}

/* Part the values of a node by their labels one level down; `*n` branches in scratch memory. */
static tacit_status part(tacit_ctx *cx, const tacit_hierarchy *h, const node *own, node **out,
                         size_t *n)
{
    const size_t level = own->level - 1;
    const size_t labels =
        level == 0 ? tacit_hierarchy_values(h) : tacit_dict_size(tacit_hierarchy_labels(h, level));
    size_t *branch = NULL; /* of each label, from 1 */
    uint32_t *value = NULL, *at = NULL;
    node *found = NULL;
    *n = 0;
    TACIT_TRY(tacit_scratch(cx, labels, sizeof *branch, &branch));
    TACIT_TRY(tacit_scratch(cx, own->n, sizeof *value, &value));
    TACIT_TRY(tacit_scratch(cx, own->n, sizeof *at, &at));
    TACIT_TRY(tacit_scratch(cx, own->n, sizeof *found, &found));
    for (size_t i = 0; i < own->n; i++) {
        size_t *b = &branch[label_of(h, level, own->value[i])];
        *b = *b > 0 ? *b : ++*n;
        found[*b - 1].n++;
    }
    for (size_t b = 0, from = 0; b < *n; from += found[b++].n) {
        found[b].level = level;
        found[b].value = value + from;
        at[b] = (uint32_t)from;
    }
    for (size_t i = 0; i < own->n; i++)
        value[at[branch[label_of(h, level, own->value[i])] - 1]++] = own->value[i];
    *out = found;
    return TACIT_OK;
}

/* Show the branches of a node, unless there would be too many leaves. */
static tacit_status open_node(tacit_ctx *cx, work *w, const node *own)
{
    node *branch = NULL;
    size_t n = 0;
    if (own->level == 0)
        return TACIT_OK;
    TACIT_TRY(part(cx, w->h, own, &branch, &n));
    const size_t shown = n > MOST_BRANCHES + 1 ? MOST_BRANCHES : n;
    const size_t added = shown + (shown < n ? 1 : 0) - 1;
    if (w->leaves + added > MOST_LEAVES)
        return TACIT_OK;
    w->leaves += added;
    json_t *below = json_array();
    TACIT_TRY(tacit_json_put(cx, own->shown, "below", below));
    for (size_t b = 0; b < shown; b++) {
        settle(w->h, &branch[b]);
        TACIT_TRY(tacit_json_add(cx, below, node_json(w->h, &branch[b])));
        branch[b].shown = json_array_get(below, b);
        w->wait[w->n++] = branch[b];
    }
    if (shown == n)
        return TACIT_OK;
    return tacit_json_put(cx, own->shown, "more", json_integer((json_int_t)(n - shown)));
}

static tacit_status grow(tacit_ctx *cx, const tacit_hierarchy *h, json_t **root)
{
    work w = { .h = h, .leaves = 1 };
    uint32_t *order = NULL;
    TACIT_TRY(
        tacit_scratch(cx, 3 * MOST_LEAVES * tacit_hierarchy_levels(h), sizeof *w.wait, &w.wait));
    TACIT_TRY(tacit_ordering_natural(cx, h, &order));
    node top = { .level = tacit_hierarchy_levels(h) - 1,
                 .value = order,
                 .n = tacit_hierarchy_values(h) };
    settle(h, &top);
    *root = top.shown = node_json(h, &top);
    if (*root == NULL)
        return tacit_fail_memory(cx);
    w.wait[w.n++] = top;
    for (size_t i = 0; i < w.n; i++)
        TACIT_TRY(open_node(cx, &w, &w.wait[i]));
    return TACIT_OK;
}

tacit_status tacit_hierarchy_tree(tacit_ctx *cx, const tacit_hierarchy *h, json_t **out)
{
    json_t *root = NULL;
    if (tacit_hierarchy_values(h) == 0)
        return tacit_fail(cx, TACIT_ERR_DATA, "Column '%s' has no values.",
                          tacit_hierarchy_column(h));
    const tacit_status status = grow(cx, h, &root);
    if (status == TACIT_OK)
        *out = root;
    else
        json_decref(root);
    return status;
}
