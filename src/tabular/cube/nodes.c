/*
 * nodes.c - nodes of a dimension: codes that stand for the same values are one.
 *
 * Sets of values are compared by their size and the sum of two random numbers of each value, 128
 * bits together; that two different sets agree by chance has a probability of codes^2 / 2^128.
 * O(codes * hierarchies + sums), expected.
 */
#include <string.h>

#include "base/hash.h"
#include "tabular/cube/dimension.h"

/* The values that a code stands for. */
typedef struct set {
    uint64_t n, a, b;
} set;

static bool is_same(const set *x, const set *y)
{
    return x->n == y->n && x->a == y->a && x->b == y->b;
}

static void add_set(set *to, const set *from)
{
    to->n += from->n;
    to->a += from->a;
    to->b += from->b;
}

/* Sums and parents by code: all codes below others, in every hierarchy. */
typedef struct tree {
    tacit_code_edge *edge; /* by parent, in order */
    size_t *first;         /* of the edges of a code */
    size_t n;
} tree;

/* All edges, those of each code as its parent together. */
static tacit_status find_edges(tacit_ctx *cx, const tacit_dimension *d, tree *t)
{
    t->n = d->n - 1 + d->n_edges;
    TACIT_TRY(tacit_scratch(cx, t->n, sizeof *t->edge, &t->edge));
    TACIT_TRY(tacit_scratch(cx, d->n + 2, sizeof *t->first, &t->first));
    for (size_t c = 1; c < d->n; c++)
        t->first[d->code[c].parent + 2]++;
    for (size_t e = 0; e < d->n_edges; e++)
        t->first[d->edge[e].parent + 2]++;
    for (size_t c = 0; c < d->n; c++)
        t->first[c + 2] += t->first[c + 1];
    for (size_t c = 1; c < d->n; c++)
        t->edge[t->first[d->code[c].parent + 1]++] =
            (tacit_code_edge){ d->code[c].tree, d->code[c].parent, (uint32_t)c };
    for (size_t e = 0; e < d->n_edges; e++)
        t->edge[t->first[d->edge[e].parent + 1]++] = d->edge[e];
    return TACIT_OK;
}

/* The set of each code: values have one of their own, groups have those below them. */
static tacit_status find_sets(tacit_ctx *cx, const tacit_dimension *d, const tree *t, set **out)
{
    set *s = NULL;
    TACIT_TRY(tacit_scratch(cx, d->n, sizeof *s, &s));
    for (size_t c = 0; c < d->n; c++)
        if (t->first[c] == t->first[c + 1])
            s[c] = (set){ 1, tacit_hash_u64(2 * c + 1), tacit_hash_u64(~(uint64_t)c) };
    for (size_t e = 0; e < d->n_edges; e++)
        if (d->edge[e].parent != 0) /* the total's is that of the first hierarchy */
            add_set(&s[d->edge[e].parent], &s[d->edge[e].child]);
    for (size_t c = d->n; c-- > 1;)
        if (d->code[c].tree == 0 || d->code[c].parent != 0)
            add_set(&s[d->code[c].parent], &s[c]);
    *out = s;
    return TACIT_OK;
}

/* Number the nodes in the order of their first codes. */
static tacit_status number_nodes(tacit_ctx *cx, tacit_dimension *d, const set *s)
{
    size_t n_slots = 16;
    uint32_t *slot = NULL;
    while (n_slots < 2 * d->n)
        n_slots *= 2;
    TACIT_TRY(tacit_scratch(cx, n_slots, sizeof *slot, &slot));
    d->nodes = 0;
    for (size_t c = 0; c < d->n; c++) {
        size_t at = s[c].a & (n_slots - 1);
        while (slot[at] != 0 && !is_same(&s[slot[at] - 1], &s[c]))
            at = (at + 1) & (n_slots - 1);
        if (slot[at] == 0) {
            slot[at] = (uint32_t)(c + 1);
            d->code[c].node = (uint32_t)d->nodes++;
        } else {
            d->code[c].node = d->code[slot[at] - 1].node;
        }
    }
    return TACIT_OK;
}

/* ---- sums ---- */

/* Whether the parts of a sum are those of one before it, of the same total. */
static bool is_known(const tacit_dimension *d, size_t from, size_t n, const tacit_node_sum *new)
{
    for (size_t k = from; k < n; k++) {
        const tacit_node_sum *old = &d->sum[k];
        size_t e = 0;
        const size_t parts = new->end - new->first;
        if (old->end - old->first != parts)
            continue;
        while (e < parts && d->part[old->first + e] == d->part[new->first + e])
            e++;
        if (e == parts)
            return true;
    }
    return false;
}

static void sort_parts(uint32_t *x, size_t n)
{
    for (size_t i = 1; i < n; i++)
        for (size_t j = i; j > 0 && x[j - 1] > x[j]; j--) {
            const uint32_t y = x[j];
            x[j] = x[j - 1];
            x[j - 1] = y;
        }
}

/* The sums on their way. */
typedef struct adding {
    tacit_dimension *d;
    const tree *t;
    const uint32_t *code; /* by node: its codes */
    const size_t *first_code;
    size_t n, n_parts;
} adding;

/* The sums of code `c`: in each hierarchy, if several codes are below it. */
static void add_sums(adding *a, size_t from, uint32_t c)
{
    const tree *t = a->t;
    for (size_t e = t->first[c]; e < t->first[c + 1];) {
        tacit_node_sum sum = { a->d->code[c].node, a->n_parts, a->n_parts };
        const uint32_t which = t->edge[e].tree;
        for (size_t k = t->first[c]; k < t->first[c + 1]; k++)
            if (t->edge[k].tree == which)
                a->d->part[sum.end++] = a->d->code[t->edge[k].child].node;
        while (e < t->first[c + 1] && t->edge[e].tree == which)
            e++;
        sort_parts(a->d->part + sum.first, sum.end - sum.first);
        if (sum.end - sum.first > 1 && !is_known(a->d, from, a->n, &sum)) {
            a->d->sum[a->n++] = sum;
            a->n_parts = sum.end;
        }
    }
}

/* Codes by node. */
static tacit_status list_codes(tacit_ctx *cx, const tacit_dimension *d, uint32_t **code,
                               size_t **first)
{
    TACIT_TRY(tacit_scratch(cx, d->n, sizeof **code, code));
    TACIT_TRY(tacit_scratch(cx, d->nodes + 2, sizeof **first, first));
    for (size_t c = 0; c < d->n; c++)
        (*first)[d->code[c].node + 2]++;
    for (size_t p = 0; p < d->nodes; p++)
        (*first)[p + 2] += (*first)[p + 1];
    for (size_t c = 0; c < d->n; c++)
        (*code)[(*first)[d->code[c].node + 1]++] = (uint32_t)c;
    return TACIT_OK;
}

static tacit_status find_sums(tacit_ctx *cx, tacit_dimension *d, const tree *t)
{
    adding a = { .d = d, .t = t };
    uint32_t *code = NULL;
    size_t *first = NULL;
    TACIT_TRY(list_codes(cx, d, &code, &first));
    TACIT_TRY(tacit_scratch(cx, t->n, sizeof *d->sum, &d->sum));
    TACIT_TRY(tacit_scratch(cx, t->n + d->n, sizeof *d->part, &d->part));
    TACIT_TRY(tacit_scratch(cx, d->nodes + 1, sizeof *d->first_sum, &d->first_sum));
    for (size_t p = 0; p < d->nodes; p++) {
        d->first_sum[p] = a.n;
        for (size_t k = first[p]; k < first[p + 1]; k++)
            add_sums(&a, d->first_sum[p], code[k]);
    }
    d->first_sum[d->nodes] = a.n;
    return TACIT_OK;
}

/* The first sum of each node, and what is above each in the first hierarchy. */
static tacit_status find_children(tacit_ctx *cx, tacit_dimension *d)
{
    size_t n = 0;
    TACIT_TRY(tacit_scratch(cx, d->nodes, sizeof *d->up, &d->up));
    TACIT_TRY(tacit_scratch(cx, d->nodes + 1, sizeof *d->first_child, &d->first_child));
    TACIT_TRY(tacit_scratch(cx, d->first_sum[d->nodes] == 0 ? 0 : d->n + d->n_edges,
                            sizeof *d->child, &d->child));
    for (size_t p = 0; p < d->nodes; p++) {
        const tacit_node_sum *sum = &d->sum[d->first_sum[p]];
        d->first_child[p] = n;
        for (size_t e = sum->first; d->first_sum[p] < d->first_sum[p + 1] && e < sum->end; e++)
            d->child[n++] = d->part[e];
    }
    d->first_child[d->nodes] = n;
    for (size_t c = 1; c < d->n; c++)
        if (d->code[c].tree == 0 && d->code[c].node != d->code[d->code[c].parent].node)
            d->up[d->code[c].node] = d->code[d->code[c].parent].node;
    return TACIT_OK;
}

/* ---- upwards ---- */

/* Nodes above nodes, found twice: counted, then listed. */
typedef struct rising {
    tacit_dimension *d;
    uint32_t *stamp; /* of a node: the last that it was found above, from 1 */
    size_t n;
    bool lists;
} rising;

/* The nodes of code `c` and of all codes above it. */
static void rise(rising *r, uint32_t now, uint32_t c)
{
    for (;; c = r->d->code[c].parent) {
        const uint32_t node = r->d->code[c].node;
        if (r->stamp[node] != now) {
            r->stamp[node] = now;
            if (r->lists)
                r->d->above[r->n] = node;
            r->n++;
        }
        if (c == 0)
            return;
    }
}

static tacit_status rise_all(tacit_ctx *cx, rising *r, const uint32_t *value,
                             const size_t *first_edge, const uint32_t *edge)
{
    tacit_dimension *d = r->d;
    const size_t mark = tacit_scratch_mark(cx);
    TACIT_TRY(tacit_scratch(cx, d->nodes, sizeof *r->stamp, &r->stamp));
    r->n = 0;
    for (size_t p = 0; p < d->nodes; p++) {
        d->first_above[p] = r->n;
        const uint32_t c = value[p];
        if (c == UINT32_MAX)
            continue;
        rise(r, (uint32_t)(p + 1), c);
        for (size_t e = first_edge[c]; e < first_edge[c + 1]; e++)
            rise(r, (uint32_t)(p + 1), d->edge[edge[e]].parent);
    }
    d->first_above[d->nodes] = r->n;
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

/* Edges of values, by the value. */
static tacit_status list_edges(tacit_ctx *cx, const tacit_dimension *d, uint32_t **edge,
                               size_t **first)
{
    TACIT_TRY(tacit_scratch(cx, d->n_edges, sizeof **edge, edge));
    TACIT_TRY(tacit_scratch(cx, d->n + 2, sizeof **first, first));
    for (size_t e = 0; e < d->n_edges; e++)
        (*first)[d->edge[e].child + 2]++;
    for (size_t c = 0; c < d->n; c++)
        (*first)[c + 2] += (*first)[c + 1];
    for (size_t e = 0; e < d->n_edges; e++)
        (*edge)[(*first)[d->edge[e].child + 1]++] = (uint32_t)e;
    return TACIT_OK;
}

static tacit_status find_above(tacit_ctx *cx, tacit_dimension *d, const tree *t)
{
    rising r = { .d = d };
    uint32_t *value = NULL, *edge = NULL;
    size_t *first_edge = NULL;
    TACIT_TRY(list_edges(cx, d, &edge, &first_edge));
    TACIT_TRY(tacit_scratch(cx, d->nodes, sizeof *value, &value));
    TACIT_TRY(tacit_scratch(cx, d->nodes + 1, sizeof *d->first_above, &d->first_above));
    memset(value, 0xff, d->nodes * sizeof *value);
    for (size_t c = 0; c < d->n; c++)
        if (t->first[c] == t->first[c + 1])
            value[d->code[c].node] = (uint32_t)c;
    TACIT_TRY(rise_all(cx, &r, value, first_edge, edge));
    TACIT_TRY(tacit_scratch(cx, r.n, sizeof *d->above, &d->above));
    r.lists = true;
    return rise_all(cx, &r, value, first_edge, edge);
}

tacit_status tacit_dimension_close(tacit_ctx *cx, tacit_dimension *d)
{
    tree t = { 0 };
    set *sets = NULL;
    TACIT_TRY(find_edges(cx, d, &t));
    TACIT_TRY(find_sets(cx, d, &t, &sets));
    TACIT_TRY(number_nodes(cx, d, sets));
    TACIT_TRY(find_sums(cx, d, &t));
    TACIT_TRY(find_children(cx, d));
    return find_above(cx, d, &t);
}

size_t tacit_dimension_find(const tacit_dimension *d, const char *text)
{
    size_t c = 0;
    while (c < d->n && strcmp(d->code[c].text, text) != 0)
        c++;
    return c;
}

const char *tacit_dimension_text(const tacit_dimension *d, uint32_t node)
{
    size_t c = 0;
    while (d->code[c].node != node)
        c++;
    return d->code[c].text;
}
