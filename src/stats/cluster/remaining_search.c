/*
 * remaining_search.c - the nearest and the farthest of the points that remain: branch and bound
 * over the tree of remaining.c, which says how.
 */
#include "stats/cluster/remaining_own.h"

/* Slack of the triangle inequality: far above the rounding of a sum over thousands of columns. */
#define SLACK 1e-9

typedef tacit_remaining_node node;

/* No point whose distance from the aim is at most `reach` is farther from a point that is
 * `away` from the aim. */
static double most_by_reach(const tacit_gauge *g, double reach, double away)
{
    const double sum = (reach + away) * (1.0 + SLACK);
    return g->kind == NULL ? sum * sum : sum;
}

/* No point in the box of node v is nearer to `x`. */
static double least_distance(const tacit_remaining *r, size_t v, const double *x)
{
    const size_t p = r->points.p;
    const tacit_gauge *g = &r->gauge;
    const double *box = r->box + v * 2 * p;
    double sum = 0.0;
    for (size_t j = 0; j < p; j++) {
        const double below = box[2 * j] - x[j], above = x[j] - box[2 * j + 1];
        const double out = below > above ? below : above, d = out > 0.0 ? out : 0.0;
        sum += g->kind == NULL ? g->weight[j] * (d * d) : tacit_gauge_part(g, j, d);
    }
    return sum;
}

/* No point in the box of node v is farther from `x`. */
static double most_distance(const tacit_remaining *r, size_t v, const double *x)
{
    const size_t p = r->points.p;
    const tacit_gauge *g = &r->gauge;
    const double *box = r->box + v * 2 * p;
    double sum = 0.0;
    for (size_t j = 0; j < p; j++) {
        const double low = x[j] - box[2 * j], high = box[2 * j + 1] - x[j];
        const double d = low > high ? low : high;
        sum += g->kind == NULL ? g->weight[j] * (d * d) : tacit_gauge_part(g, j, d);
    }
    return sum;
}

/* A node to be searched and the bound of its distances. */
typedef struct visit {
    double bound;
    size_t v;
} visit;

static bool is_empty(const node *n)
{
    return n->least > n->most;
}

/* Whether (d, row) is farther than the best; of equally far ones the lower row is. */
static bool is_farther(double d, uint32_t row, const tacit_found *best)
{
    return d > best->distance || (!(d < best->distance) && row < best->row);
}

/* A search for the farthest from `x`, which is `away` from the aim. */
typedef struct search {
    const double *x;
    double away;
    tacit_found best;
} search;

static void farthest_in_leaf(const tacit_remaining *r, size_t v, search *s)
{
    const node *n = &r->nodes[v];
    const size_t p = r->points.p;
    for (size_t i = n->first; i < n->first + n->count; i++) {
        if (most_by_reach(&r->gauge, r->from[i], s->away) < s->best.distance)
            continue;
        const double d = tacit_gauge_distance(&r->gauge, p, s->x, r->at + i * p);
        if (is_farther(d, r->row[i], &s->best))
            s->best = (tacit_found){ d, r->row[i] };
    }
}

/* How far points of node v can be; negative if they cannot be the farthest. */
static double farthest_bound(const tacit_remaining *r, size_t v, const search *s)
{
    if (is_empty(&r->nodes[v]) ||
        most_by_reach(&r->gauge, r->nodes[v].reach, s->away) < s->best.distance)
        return -1.0;
    const double bound = most_distance(r, v, s->x);
    return is_farther(bound, r->nodes[v].least, &s->best) ? bound : -1.0;
}

uint32_t tacit_remaining_farthest(tacit_remaining *r, const double *x)
{
    const double away =
        tacit_gauge_length(&r->gauge, tacit_gauge_distance(&r->gauge, r->points.p, r->aim, x));
    search s = { .x = x, .away = away, .best = { -1.0, UINT32_MAX } };
    visit stack[TACIT_REMAINING_DEPTH];
    size_t depth = 1;
    TACIT_ASSERT(r->count > 0);
    stack[0] = (visit){ INFINITY, 1 };
    while (depth > 0) {
        const visit t = stack[--depth];
        if (!is_farther(t.bound, r->nodes[t.v].least, &s.best))
            continue;
        r->work += 2;
        if (t.v >= r->leaves) {
            farthest_in_leaf(r, t.v, &s);
            continue;
        }
        const visit a = { farthest_bound(r, 2 * t.v, &s), 2 * t.v };
        const visit b = { farthest_bound(r, 2 * t.v + 1, &s), 2 * t.v + 1 };
        const tacit_found second = { b.bound, r->nodes[b.v].least };
        const bool a_first = is_farther(a.bound, r->nodes[a.v].least, &second);
        stack[depth++] = a_first ? b : a;
        stack[depth++] = a_first ? a : b;
    }
    TACIT_ASSERT(s.best.row != UINT32_MAX);
    return s.best.row;
}

/* Whether (d, row) is nearer than `other`; of equally near ones the higher row is. */
static bool is_nearer(double d, uint32_t row, const tacit_found *other)
{
    return d < other->distance || (!(d > other->distance) && row > other->row);
}

/* The nearest so far: a heap with the farthest of them on top. */
typedef struct heap {
    tacit_found *at;
    size_t n, k;
} heap;

/* Put `f` into the hole at place i of the heap and let it sink. */
static void sink(heap *h, size_t i, tacit_found f)
{
    for (;;) {
        size_t c = 2 * i + 1;
        if (c >= h->n)
            break;
        if (c + 1 < h->n && is_nearer(h->at[c].distance, h->at[c].row, &h->at[c + 1]))
            c++;
        if (is_nearer(h->at[c].distance, h->at[c].row, &f))
            break;
        h->at[i] = h->at[c];
        i = c;
    }
    h->at[i] = f;
}

static void offer(heap *h, tacit_found f)
{
    if (h->n == h->k) {
        if (is_nearer(f.distance, f.row, &h->at[0]))
            sink(h, 0, f);
        return;
    }
    size_t i = h->n++;
    while (i > 0 && is_nearer(h->at[(i - 1) / 2].distance, h->at[(i - 1) / 2].row, &f)) {
        h->at[i] = h->at[(i - 1) / 2];
        i = (i - 1) / 2;
    }
    h->at[i] = f;
}

static void nearest_in_leaf(const tacit_remaining *r, size_t v, const double *x, heap *h)
{
    const node *n = &r->nodes[v];
    const size_t p = r->points.p;
    for (size_t i = n->first; i < n->first + n->count; i++)
        offer(h, (tacit_found){ tacit_gauge_distance(&r->gauge, p, x, r->at + i * p), r->row[i] });
}

/* Sort the heap, the nearest first. */
static void sort_heap(heap *h)
{
    const size_t n = h->n;
    while (h->n > 1) {
        const tacit_found top = h->at[0], last = h->at[--h->n];
        sink(h, 0, last);
        h->at[h->n] = top;
    }
    h->n = n;
}

size_t tacit_remaining_nearest(const tacit_remaining *r, const double *x, size_t k,
                               tacit_found *out)
{
    heap h = { .at = out, .k = k };
    visit stack[TACIT_REMAINING_DEPTH];
    size_t depth = 1;
    if (r->count == 0 || k == 0)
        return 0;
    stack[0] = (visit){ 0.0, 1 };
    while (depth > 0) {
        const visit t = stack[--depth];
        if (h.n == k && !is_nearer(t.bound, r->nodes[t.v].most, &h.at[0]))
            continue;
        if (t.v >= r->leaves) {
            nearest_in_leaf(r, t.v, x, &h);
            continue;
        }
        visit a = { INFINITY, 2 * t.v }, b = { INFINITY, 2 * t.v + 1 };
        if (!is_empty(&r->nodes[a.v]))
            a.bound = least_distance(r, a.v, x);
        if (!is_empty(&r->nodes[b.v]))
            b.bound = least_distance(r, b.v, x);
        const tacit_found second = { b.bound, r->nodes[b.v].most };
        const bool a_first = is_nearer(a.bound, r->nodes[a.v].most, &second);
        stack[depth++] = a_first ? b : a;
        stack[depth++] = a_first ? a : b;
    }
    sort_heap(&h);
    return h.n;
}
