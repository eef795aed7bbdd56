/*
 * dimension.c - one dimension of a table, from a column and its hierarchies.
 *
 * Each value's labels, from the top level down, are a path in a tree; a label that repeats the one
 * above it adds no code.  A code with the text of another that stands for the same values is that
 * code; one that stands for others is a mistake, because readers could not tell them apart.
 * O(values * levels) after one pass over the rows.
 */
#include "tabular/cube/dimension.h"

#include <string.h>

#include "base/hash.h"
#include "base/sort.h"
#include "base/text.h"
#include "table/values.h"

#define TOTAL "Total"
#define MISSING "(missing)"

/* Codes that grow; they are found again by hierarchy, parent and text. */
typedef struct growing {
    tacit_ctx *cx;
    const tacit_column *column;
    const tacit_values *values;
    uint32_t *value; /* the code of each value, and of missing ones at the end */
    tacit_code *code;
    size_t n, n_slots;
    uint32_t *slot; /* a code + 1; open addressing */
    tacit_code_edge *edge;
    size_t n_edges;
} growing;

/* ---- trees ---- */

static uint32_t *slot_of(growing *g, const tacit_code *new)
{
    size_t at = tacit_hash_bytes(new->text, strlen(new->text)) +
                tacit_hash_u64((uint64_t) new->tree << 32 | new->parent);
    for (;; at++) {
        uint32_t *slot = &g->slot[at & (g->n_slots - 1)];
        if (*slot == 0)
            return slot;
        const tacit_code *c = &g->code[*slot - 1];
        if (c->parent == new->parent && c->tree == new->tree &&strcmp(c->text, new->text) == 0)
            return slot;
    }
}

/* The code below `parent` with this text, made if it is new. */
static uint32_t descend(growing *g, uint32_t tree, uint32_t parent, const char *text)
{
    const tacit_code new = {
        .text = text, .parent = parent, .depth = g->code[parent].depth + 1, .tree = tree
    };
    uint32_t *slot = slot_of(g, &new);
    if (*slot == 0) {
        g->code[g->n] = new;
        *slot = (uint32_t)++g->n;
    }
    return *slot - 1;
}

/* Value `v` in a hierarchy: in the first it gets its code, in others an edge to it. */
static tacit_status place_value(growing *g, uint32_t tree, const tacit_hierarchy *h, uint32_t v)
{
    char room[32], *own = NULL;
    const char *text = tacit_column_text(g->column, g->values->row[v], room);
    const size_t levels = h != NULL ? tacit_hierarchy_levels(h) : 1;
    const size_t at = h != NULL ? tacit_hierarchy_find(h, text) : 0;
    uint32_t parent = 0;
    TACIT_TRY(tacit_scratch_text(g->cx, text, &own));
    for (size_t l = levels - 1; l-- > 1;) { /* the highest level is the total */
        char *label = NULL;
        TACIT_TRY(tacit_scratch_text(
            g->cx, tacit_dict_text(tacit_hierarchy_labels(h, l), tacit_hierarchy_label(h, l, at)),
            &label));
        if ((tree == 0 || strcmp(label, own) != 0) && strcmp(label, g->code[parent].text) != 0)
            parent = descend(g, tree, parent, label);
    }
    if (tree == 0)
        g->value[v] = descend(g, 0, parent, own);
    else
        g->edge[g->n_edges++] = (tacit_code_edge){ tree, parent, g->value[v] };
    return TACIT_OK;
}

/* All values in one hierarchy, or under the total. */
static tacit_status grow_tree(growing *g, uint32_t tree, const tacit_hierarchy *h)
{
    const uint32_t n = g->values->n;
    for (uint32_t v = 0; v < n; v++)
        TACIT_TRY(place_value(g, tree, h, v));
    if (tacit_column_missing(g->column) == 0)
        return TACIT_OK;
    if (tree == 0) {
        g->value[n] = descend(g, 0, 0, MISSING);
        g->code[g->value[n]].missing = true;
    } else {
        g->edge[g->n_edges++] = (tacit_code_edge){ tree, 0, g->value[n] };
    }
    return TACIT_OK;
}

/* ---- order ---- */

static int compare_texts(const char *a, const char *b)
{
    double x = 0, y = 0;
    if (tacit_parse_real(a, &x) && tacit_parse_real(b, &y) && (x < y || y < x))
        return x < y ? -1 : 1;
    return strcmp(a, b);
}

static const tacit_code *ancestor(const tacit_code *all, const tacit_code *c, uint32_t depth)
{
    while (c->depth > depth)
        c = &all[c->parent];
    return c;
}

/* Hierarchy after hierarchy, depth first, siblings by text: a code stands before all that are
 * below it. */
static bool is_before(const void *user, uint32_t a, uint32_t b)
{
    const tacit_code *code = user, *x = &code[a], *y = &code[b];
    const uint32_t depth = x->depth < y->depth ? x->depth : y->depth;
    const tacit_code *p = ancestor(code, x, depth), *q = ancestor(code, y, depth);
    if (p == q)
        return x->depth <= y->depth;
    while (p->parent != q->parent) {
        p = &code[p->parent];
        q = &code[q->parent];
    }
    return p->tree != q->tree ? p->tree < q->tree : compare_texts(p->text, q->text) <= 0;
}

/* Sort the codes, of which values and edges then speak by their new places. */
static tacit_status sort_codes(growing *g, tacit_dimension *d)
{
    uint32_t *order = NULL, *now = NULL;
    TACIT_TRY(tacit_sort_by(g->cx, g->n, is_before, g->code, &order));
    TACIT_TRY(tacit_scratch(g->cx, g->n, sizeof *now, &now));
    TACIT_TRY(tacit_scratch(g->cx, g->n, sizeof *d->code, &d->code));
    for (size_t c = 0; c < g->n; c++)
        now[order[c]] = (uint32_t)c;
    for (size_t c = 0; c < g->n; c++) {
        d->code[c] = g->code[order[c]];
        d->code[c].parent = now[d->code[c].parent];
    }
    for (size_t v = 0; v <= g->values->n; v++)
        g->value[v] = now[g->value[v]];
    for (size_t e = 0; e < g->n_edges; e++) {
        g->edge[e].parent = now[g->edge[e].parent];
        g->edge[e].child = now[g->edge[e].child];
    }
    d->n = g->n;
    d->edge = g->edge;
    d->n_edges = g->n_edges;
    return TACIT_OK;
}

/* ---- codes with one text ---- */

/* Leave out codes that have both the text and the node of one before them. */
static tacit_status drop_twins(tacit_ctx *cx, tacit_dimension *d)
{
    size_t n_slots = 16, n = 0;
    uint32_t *slot = NULL, *now = NULL;
    while (n_slots < 2 * d->n)
        n_slots *= 2;
    TACIT_TRY(tacit_scratch(cx, n_slots, sizeof *slot, &slot));
    TACIT_TRY(tacit_scratch(cx, d->n, sizeof *now, &now));
    for (size_t c = 0; c < d->n; c++) {
        tacit_code own = d->code[c];
        size_t at = tacit_hash_bytes(own.text, strlen(own.text)) & (n_slots - 1);
        while (slot[at] != 0 && strcmp(d->code[slot[at] - 1].text, own.text) != 0)
            at = (at + 1) & (n_slots - 1);
        if (slot[at] != 0 && d->code[slot[at] - 1].node != own.node)
            return tacit_fail(cx, TACIT_ERR_DATA,
                              "Column '%s': two codes with the same text stand for different "
                              "values, in its hierarchies, its values or as the total '%s'.",
                              d->column, TOTAL);
        if (slot[at] != 0) {
            now[c] = slot[at] - 1;
            continue;
        }
        own.parent = now[own.parent];
        own.depth = c == 0 ? 0 : d->code[own.parent].depth + 1;
        now[c] = (uint32_t)n;
        d->code[n++] = own;
        slot[at] = (uint32_t)n;
    }
    d->n = n;
    d->edge = NULL;
    d->n_edges = 0;
    return TACIT_OK;
}

/* ---- all of it ---- */

/* Room for all codes of one more hierarchy. */
static size_t most_codes(const tacit_hierarchy *h)
{
    size_t n = 0;
    for (size_t l = 1; h != NULL && l + 1 < tacit_hierarchy_levels(h); l++)
        n += tacit_dict_size(tacit_hierarchy_labels(h, l));
    return n;
}

static tacit_status start(growing *g, size_t most, size_t trees)
{
    g->n_slots = 8;
    while (g->n_slots < 2 * most)
        g->n_slots *= 2;
    TACIT_TRY(tacit_scratch(g->cx, most, sizeof *g->code, &g->code));
    TACIT_TRY(tacit_scratch(g->cx, g->n_slots, sizeof *g->slot, &g->slot));
    TACIT_TRY(tacit_scratch(g->cx, g->values->n + 1, sizeof *g->value, &g->value));
    TACIT_TRY(tacit_scratch(g->cx, (g->values->n + 1) * trees, sizeof *g->edge, &g->edge));
    g->code[g->n++] = (tacit_code){ .text = TOTAL };
    return TACIT_OK;
}

static tacit_status grow(growing *g, tacit_hierarchy *const *h, size_t trees, tacit_dimension *d)
{
    size_t most = g->values->n + 2;
    for (size_t k = 0; k < trees; k++)
        most += most_codes(h[k]);
    TACIT_TRY(start(g, most, trees));
    for (size_t k = 0; k < trees || k == 0; k++)
        TACIT_TRY(grow_tree(g, (uint32_t)k, trees > 0 ? h[k] : NULL));
    TACIT_TRY(sort_codes(g, d));
    TACIT_TRY(tacit_dimension_close(g->cx, d));
    const size_t rows = tacit_column_length(g->column);
    TACIT_TRY(tacit_scratch(g->cx, rows, sizeof *d->leaf, &d->leaf));
    for (uint32_t v = 0; v <= g->values->n; v++)
        g->value[v] = d->code[g->value[v]].node;
    for (size_t i = 0; i < rows; i++)
        d->leaf[i] = g->value[g->values->of[i]];
    return drop_twins(g->cx, d);
}

tacit_status tacit_dimension_new(tacit_ctx *cx, const tacit_table *t, size_t j,
                                 const tacit_dimension_trees *trees, tacit_dimension *out)
{
    const tacit_column *c = tacit_table_column(t, j);
    tacit_values values = { 0 };
    tacit_hierarchy **h = NULL;
    tacit_status status = TACIT_OK;
    *out = (tacit_dimension){ .column = tacit_column_name(c) };
    TACIT_TRY(tacit_values_of(cx, c, &values));
    TACIT_TRY(tacit_scratch(cx, trees->n, sizeof *h, &h));
    for (size_t k = 0; status == TACIT_OK && k < trees->n; k++)
        status = tacit_hierarchy_of(cx, trees->spec[k], t, j, &h[k]);
    growing g = { .cx = cx, .column = c, .values = &values };
    if (status == TACIT_OK)
        status = grow(&g, h, trees->n, out);
    for (size_t k = 0; k < trees->n; k++)
        tacit_hierarchy_free(h[k]);
    return status;
}

/* ---- cutting ---- */

uint32_t tacit_dimension_depth(const tacit_dimension *d)
{
    uint32_t depth = 0;
    for (size_t c = 0; c < d->n; c++)
        depth = d->code[c].depth > depth ? d->code[c].depth : depth;
    return depth;
}

tacit_status tacit_dimension_cut(tacit_ctx *cx, const tacit_dimension *d, uint32_t depth,
                                 tacit_dimension *out)
{
    uint32_t *now = NULL;
    *out = (tacit_dimension){ .column = d->column };
    TACIT_TRY(tacit_scratch(cx, d->n, sizeof *now, &now));
    TACIT_TRY(tacit_scratch(cx, d->n, sizeof *out->code, &out->code));
    for (size_t c = 0; c < d->n; c++) {
        if (d->code[c].depth > depth)
            continue;
        now[c] = (uint32_t)out->n;
        out->code[out->n] = d->code[c];
        out->code[out->n++].parent = now[d->code[c].parent];
    }
    return tacit_dimension_close(cx, out);
}
