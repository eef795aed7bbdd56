/*
 * dimension.c - one dimension of a table: codes from the total down to the values.
 *
 * Each value's labels, from the top level down, are a path in a tree; a label that repeats the
 * one above it adds no code.  O(values * levels) after one pass over the rows.
 */
#include "tabular/cube/dimension.h"

#include <string.h>

#include "base/hash.h"
#include "base/sort.h"
#include "base/text.h"

#define TOTAL "Total"
#define MISSING "(missing)"

/* A tree that grows; codes are found again by parent and text. */
typedef struct growing {
    tacit_ctx *cx;
    tacit_code *code;
    size_t n, n_slots;
    uint32_t *slot; /* a code + 1; open addressing */
} growing;

/* ---- the values of the rows ---- */

/* Distinct values as texts, and which of them each row has (n for a missing one). */
typedef struct values {
    const tacit_dict *dict;
    tacit_dict *own; /* to be freed, or NULL */
    uint32_t *of;
} values;

static tacit_status find_values(tacit_ctx *cx, const tacit_column *c, values *out)
{
    const size_t n = tacit_column_length(c);
    TACIT_TRY(tacit_scratch(cx, n, sizeof *out->of, &out->of));
    if (tacit_column_type(c) == TACIT_TYPE_CATEGORY) {
        out->dict = tacit_column_dict(c);
        memcpy(out->of, tacit_column_codes(c), n * sizeof *out->of);
    } else {
        TACIT_TRY(tacit_dict_new(cx, &out->own));
        out->dict = out->own;
    }
    for (size_t i = 0; i < n; i++) {
        char room[32];
        const char *text = out->own != NULL ? tacit_column_text(c, i, room) : NULL;
        if (tacit_column_is_missing(c, i))
            out->of[i] = UINT32_MAX;
        else if (text != NULL)
            TACIT_TRY(tacit_dict_add(cx, out->own, text, strlen(text), &out->of[i]));
    }
    return TACIT_OK;
}

/* ---- the tree ---- */

static uint32_t *slot_of(growing *g, uint32_t parent, const char *text)
{
    size_t at = tacit_hash_bytes(text, strlen(text)) + tacit_hash_u64(parent);
    for (;; at++) {
        uint32_t *slot = &g->slot[at & (g->n_slots - 1)];
        if (*slot == 0)
            return slot;
        const tacit_code *c = &g->code[*slot - 1];
        if (c->parent == parent && strcmp(c->text, text) == 0)
            return slot;
    }
}

/* The code below `parent` with this text, made if it is new. */
static uint32_t descend(growing *g, uint32_t parent, const char *text)
{
    if (parent != 0 && strcmp(g->code[parent].text, text) == 0)
        return parent;
    uint32_t *slot = slot_of(g, parent, text);
    if (*slot == 0) {
        g->code[g->n] =
            (tacit_code){ .text = text, .parent = parent, .depth = g->code[parent].depth + 1 };
        *slot = (uint32_t)++g->n;
    }
    return *slot - 1;
}

static tacit_status start(tacit_ctx *cx, size_t most, growing *g)
{
    *g = (growing){ .cx = cx, .n_slots = 8 };
    while (g->n_slots < 2 * most)
        g->n_slots *= 2;
    TACIT_TRY(tacit_scratch(cx, most, sizeof *g->code, &g->code));
    TACIT_TRY(tacit_scratch(cx, g->n_slots, sizeof *g->slot, &g->slot));
    g->code[g->n++] = (tacit_code){ .text = TOTAL };
    return TACIT_OK;
}

/* The code of value `v`, whose labels are those of `h` (NULL: it has none but itself). */
static tacit_status place_value(growing *g, const tacit_hierarchy *h, const char *text,
                                uint32_t *out)
{
    uint32_t at = 0;
    const size_t levels = h != NULL ? tacit_hierarchy_levels(h) : 1;
    const size_t v = h != NULL ? tacit_hierarchy_find(h, text) : 0;
    char *own = NULL;
    for (size_t l = levels - 1; l-- > 1;) /* the highest level is the total */
        at = descend(g, at,
                     tacit_dict_text(tacit_hierarchy_labels(h, l), tacit_hierarchy_label(h, l, v)));
    TACIT_TRY(tacit_scratch_text(g->cx, text, &own));
    *out = descend(g, at, own);
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

/* Depth first, siblings by text: a code stands before all that are below it. */
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
    return compare_texts(p->text, q->text) <= 0;
}

/* Sort the codes; `*now` says where each went. */
static tacit_status sort_codes(growing *g, tacit_dimension *d, uint32_t **now)
{
    uint32_t *order = NULL;
    TACIT_TRY(tacit_sort_by(g->cx, g->n, is_before, g->code, &order));
    TACIT_TRY(tacit_scratch(g->cx, g->n, sizeof **now, now));
    TACIT_TRY(tacit_scratch(g->cx, g->n, sizeof *d->code, &d->code));
    for (size_t c = 0; c < g->n; c++)
        (*now)[order[c]] = (uint32_t)c;
    for (size_t c = 0; c < g->n; c++) {
        d->code[c] = g->code[order[c]];
        d->code[c].parent = (*now)[d->code[c].parent];
    }
    d->n = g->n;
    return TACIT_OK;
}

/* ---- nodes ---- */

/* Number the nodes: a code with a single child shares the node of that child. */
static tacit_status number_nodes(tacit_ctx *cx, tacit_dimension *d)
{
    size_t *children = NULL;
    TACIT_TRY(tacit_scratch(cx, d->n, sizeof *children, &children));
    for (size_t c = 1; c < d->n; c++)
        children[d->code[c].parent]++;
    for (size_t c = 0; c < d->n; c++) {
        const bool shared = c > 0 && children[d->code[c].parent] == 1;
        d->code[c].node = shared ? d->code[d->code[c].parent].node : (uint32_t)d->nodes++;
    }
    TACIT_TRY(tacit_scratch(cx, d->nodes, sizeof *d->up, &d->up));
    TACIT_TRY(tacit_scratch(cx, d->nodes + 1, sizeof *d->first_child, &d->first_child));
    TACIT_TRY(tacit_scratch(cx, d->nodes, sizeof *d->child, &d->child));
    for (size_t c = 1; c < d->n; c++)
        if (d->code[c].node != d->code[d->code[c].parent].node)
            d->up[d->code[c].node] = d->code[d->code[c].parent].node;
    for (size_t p = 1; p < d->nodes; p++)
        d->first_child[d->up[p] + 1]++;
    for (size_t p = 0; p < d->nodes; p++)
        d->first_child[p + 1] += d->first_child[p];
    for (size_t p = d->nodes; p-- > 1;)
        d->child[--d->first_child[d->up[p] + 1]] = (uint32_t)p;
    for (size_t p = 0; p < d->nodes; p++) /* the ends, which the lines above made starts */
        d->first_child[p] = d->first_child[p + 1];
    d->first_child[d->nodes] = d->nodes - 1;
    return TACIT_OK;
}

/* ---- all of it ---- */

static size_t most_codes(const tacit_hierarchy *h, const tacit_dict *dict)
{
    size_t n = tacit_dict_size(dict) + 2; /* the total, the missing */
    for (size_t l = 1; h != NULL && l + 1 < tacit_hierarchy_levels(h); l++)
        n += tacit_dict_size(tacit_hierarchy_labels(h, l));
    return n;
}

/* Only values that rows have get a code. */
static tacit_status grow(tacit_ctx *cx, const tacit_hierarchy *h, const values *v, size_t rows,
                         tacit_dimension *d)
{
    growing g = { 0 };
    uint32_t *code = NULL, *now = NULL, missing = 0;
    const size_t n = tacit_dict_size(v->dict);
    TACIT_TRY(start(cx, most_codes(h, v->dict), &g));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *code, &code));
    for (size_t i = 0; i < rows; i++) {
        const uint32_t value = v->of[i];
        if (value == UINT32_MAX)
            missing = descend(&g, 0, MISSING);
        else if (code[value] == 0)
            TACIT_TRY(place_value(&g, h, tacit_dict_text(v->dict, value), &code[value]));
    }
    TACIT_TRY(sort_codes(&g, d, &now));
    TACIT_TRY(number_nodes(cx, d));
    TACIT_TRY(tacit_scratch(cx, rows, sizeof *d->leaf, &d->leaf));
    for (size_t i = 0; i < rows; i++)
        d->leaf[i] = d->code[now[v->of[i] == UINT32_MAX ? missing : code[v->of[i]]]].node;
    return TACIT_OK;
}

static tacit_status copy_texts(tacit_ctx *cx, tacit_dimension *d)
{
    for (size_t c = 0; c < d->n; c++) {
        char *own = NULL;
        TACIT_TRY(tacit_scratch_text(cx, d->code[c].text, &own));
        d->code[c].text = own;
    }
    return TACIT_OK;
}

tacit_status tacit_dimension_new(tacit_ctx *cx, const tacit_table *t, size_t j,
                                 const tacit_hierarchy_spec *spec, tacit_dimension *out)
{
    const tacit_column *c = tacit_table_column(t, j);
    tacit_hierarchy *h = NULL;
    values v = { 0 };
    *out = (tacit_dimension){ .column = tacit_column_name(c) };
    if (spec != NULL)
        TACIT_TRY(tacit_hierarchy_of(cx, spec, t, j, &h));
    tacit_status status = find_values(cx, c, &v);
    if (status == TACIT_OK)
        status = grow(cx, h, &v, tacit_column_length(c), out);
    if (status == TACIT_OK)
        status = copy_texts(cx, out);
    tacit_hierarchy_free(h);
    tacit_dict_free(v.own);
    return status;
}
