/*
 * ground_tree.c - the earth mover's distance in a hierarchy.
 *
 * Two values are height / H apart, height being that of their lowest common node and H that
 * of the root.  A node has to move min(what some children have too much, what others lack)
 * at its height (Li, Li and Venkatasubramanian 2007, section 5.1.2): the sum over nodes of
 * height / H * min(gain, gain - (p - q)), where p and q are the shares of the class and of
 * the table at the node.  Nodes without a record of the class have no gain and cost nothing,
 * so only the ancestors of the class's own values are visited.
 *
 * A hierarchy whose highest level has several labels gets a root above them.  Shares are
 * doubles: no product of counts can overflow.
 */
#include "micro/model/ground.h"

/* Build the hierarchy of the column; the caller frees. */
static tacit_status find_hierarchy(tacit_ctx *cx, const tacit_sensitive *s, tacit_hierarchy **out)
{
    const tacit_subject_extra *extra = tacit_subject_extra_of(s->subject);
    const tacit_table *t = tacit_subject_table(s->subject);
    for (size_t i = 0; i < extra->n_hierarchies; i++) {
        const tacit_hierarchy_spec *h = &extra->hierarchies[i];
        const size_t j = tacit_table_find(t, h->column);
        if (j < tacit_table_columns(t) && tacit_table_column(t, j) == s->column)
            return tacit_hierarchy_of(cx, h, t, j, out);
    }
    return tacit_fail(cx, TACIT_ERR_INPUT,
                      "Hierarchical distance needs a hierarchy of column "
                      "'%s'.",
                      tacit_column_name(s->column));
}

/* Nodes of a level; level 0 has the values, and there is one root. */
static size_t nodes_of(const tacit_hierarchy *h, size_t level)
{
    if (level == 0)
        return tacit_hierarchy_values(h);
    return level < tacit_hierarchy_levels(h) ? tacit_dict_size(tacit_hierarchy_labels(h, level))
                                             : 1;
}

static uint32_t node_of(const tacit_hierarchy *h, size_t level, size_t v)
{
    if (level == 0)
        return (uint32_t)v;
    return level < tacit_hierarchy_levels(h) ? tacit_hierarchy_label(h, level, v) : 0;
}

/* The hierarchy's number of value v of the column. */
static size_t place_of(const tacit_hierarchy *h, const tacit_sensitive *s, uint32_t v)
{
    char text[32];
    const size_t row = s->values.row[v];
    return tacit_column_type(s->column) == TACIT_TYPE_CATEGORY
               ? tacit_hierarchy_find_text(h, tacit_column_text(s->column, row, text))
               : tacit_hierarchy_find_number(h, tacit_column_number(s->column, row));
}

/* Arrays of a level for a tree under construction. */
typedef struct level {
    uint32_t **parent;
    double **share, **mass, **gain;
} level;

static tacit_status add_level(tacit_ctx *cx, const tacit_sensitive *s, const tacit_hierarchy *h,
                              size_t i, const level *to)
{
    const size_t n = nodes_of(h, i);
    TACIT_TRY(tacit_scratch(cx, n, sizeof **to->parent, &to->parent[i]));
    TACIT_TRY(tacit_scratch(cx, n, sizeof **to->share, &to->share[i]));
    TACIT_TRY(tacit_scratch(cx, n, sizeof **to->mass, &to->mass[i]));
    TACIT_TRY(tacit_scratch(cx, n, sizeof **to->gain, &to->gain[i]));
    for (uint32_t v = 0; v < s->values.n; v++) {
        const size_t place = place_of(h, s, v);
        TACIT_ASSERT(place < tacit_hierarchy_values(h));
        const uint32_t node = i == 0 ? v : node_of(h, i, place);
        to->parent[i][node] = node_of(h, i + 1, place);
        to->share[i][node] += (double)s->total[v] / (double)s->known;
    }
    return TACIT_OK;
}

static tacit_status fill_tree(tacit_ctx *cx, const tacit_sensitive *s, const tacit_hierarchy *h,
                              tacit_ground_tree *out)
{
    const size_t own = tacit_hierarchy_levels(h) - 1; /* above the leaves */
    const size_t levels = own > 0 && nodes_of(h, own) == 1 ? own : own + 1;
    level at = { 0 };
    TACIT_TRY(tacit_scratch(cx, levels + 1, sizeof *at.parent, &at.parent));
    TACIT_TRY(tacit_scratch(cx, levels + 1, sizeof *at.share, &at.share));
    TACIT_TRY(tacit_scratch(cx, levels + 1, sizeof *at.mass, &at.mass));
    TACIT_TRY(tacit_scratch(cx, levels + 1, sizeof *at.gain, &at.gain));
    for (size_t i = 0; i <= levels; i++)
        TACIT_TRY(add_level(cx, s, h, i, &at));
    TACIT_TRY(tacit_scratch(cx, s->values.n, sizeof *out->node, &out->node));
    out->levels = levels;
    out->parent = (const uint32_t *const *)at.parent;
    out->share = at.share;
    out->mass = at.mass;
    out->gain = at.gain;
    return TACIT_OK;
}

tacit_status tacit_tree_make(tacit_ctx *cx, const tacit_sensitive *s, tacit_ground_tree *out)
{
    tacit_hierarchy *h = NULL;
    TACIT_TRY(find_hierarchy(cx, s, &h));
    const tacit_status status = fill_tree(cx, s, h, out);
    tacit_hierarchy_free(h);
    return status;
}

void tacit_tree_refit(const tacit_ground_tree *tree, const tacit_sensitive *s)
{
    for (uint32_t v = 0; v < s->values.n; v++)
        for (size_t i = 0, node = v; i <= tree->levels; node = tree->parent[i++][node])
            tree->share[i][node] = 0.0;
    for (uint32_t v = 0; v < s->values.n; v++)
        for (size_t i = 0, node = v; i <= tree->levels; node = tree->parent[i++][node])
            tree->share[i][node] += (double)s->total[v] / (double)s->known;
}

/* Hand the masses of the `n` nodes of level i to their parents, whose number is returned
 * and whose list takes the place of theirs; a mass is only once 0. */
static size_t climb(const tacit_ground_tree *t, size_t i, size_t n)
{
    size_t parents = 0;
    for (size_t k = 0; k < n; k++) {
        const uint32_t node = t->node[k], up = t->parent[i][node];
        const double excess = t->mass[i][node] - t->share[i][node];
        if (t->mass[i + 1][up] <= 0.0)
            t->node[parents++] = up;
        t->mass[i + 1][up] += t->mass[i][node];
        t->gain[i + 1][up] += excess > 0.0 ? excess : 0.0;
        t->mass[i][node] = 0.0;
    }
    return parents;
}

double tacit_tree_distance(const tacit_ground_tree *tree, const tacit_sensitive *s, size_t g)
{
    size_t n = s->start[g + 1] - s->start[g];
    double sum = 0.0;
    for (size_t k = 0; k < n; k++) {
        tree->node[k] = s->value[s->start[g] + k];
        tree->mass[0][tree->node[k]] = (double)s->count[s->start[g] + k] / (double)s->size[g];
    }
    for (size_t i = 0; i < tree->levels; i++) {
        n = climb(tree, i, n);
        for (size_t k = 0; k < n; k++) {
            const uint32_t node = tree->node[k];
            const double gain = tree->gain[i + 1][node];
            const double lack = gain - (tree->mass[i + 1][node] - tree->share[i + 1][node]);
            sum += (double)(i + 1) / (double)tree->levels * (lack < gain ? lack : gain);
            tree->gain[i + 1][node] = 0.0;
        }
    }
    for (size_t k = 0; k < n; k++) /* the root's */
        tree->mass[tree->levels][tree->node[k]] = 0.0;
    return sum > 0.0 ? sum : 0.0;
}
