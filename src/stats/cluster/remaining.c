/*
 * remaining.c - points that are taken away one by one: the nearest and the farthest of those
 * that remain.
 *
 * A k-d tree (Friedman, Bentley and Finkel 1977) of which every node keeps the box and the lowest
 * and highest row of the points that remain under it.  Taking a point shrinks the boxes above it
 * as far as they change; when half of the points are gone, the tree is built anew.
 *
 * Searches are branch and bound.  The bound of a box is summed in the same order as a distance,
 * with differences that are at least (at most) those of any point in it; rounding keeps that
 * order, so bounds need no slack and ties are found exactly.  A box whose bound ties with the best
 * is passed over if its rows cannot win the tie: constant columns do not cost a full search.
 *
 * The points farthest from the middle of a cloud lie all over its outline, where boxes say little.
 * So each point also keeps its distance from an aim, and each node the largest of them: by
 * the triangle inequality no point is farther from x than that plus the distance of x from the
 * aim.  This bound has slack for rounding.
 *
 * O(log n) for each point taken.  A search for the nearest among few columns looks at O(log n)
 * boxes, one for the farthest at those near the outline's farthest part.
 */
#include "stats/cluster/remaining.h"

#include <string.h>

#include "stats/cluster/remaining_own.h"

enum { LEAF = 16, GONE = -1 };

typedef tacit_remaining_node node;

double tacit_gauge_distance(const tacit_gauge *g, size_t p, const double *x, const double *y)
{
    double sum = 0.0;
    for (size_t j = 0; j < p; j++) {
        const double d = x[j] - y[j];
        sum += g->kind == NULL ? g->weight[j] * (d * d) : tacit_gauge_part(g, j, d);
    }
    return sum;
}

/* ---- building ---- */

/* Empty the box of node v. */
static void clear_node(tacit_remaining *r, size_t v)
{
    const size_t p = r->points.p;
    r->nodes[v].least = UINT32_MAX;
    r->nodes[v].most = 0;
    r->nodes[v].reach = -INFINITY;
    for (size_t j = 0; j < p; j++) {
        r->box[(v * p + j) * 2] = INFINITY;
        r->box[(v * p + j) * 2 + 1] = -INFINITY;
    }
}

static void widen(double *box, double low, double high)
{
    if (low < box[0])
        box[0] = low;
    if (high > box[1])
        box[1] = high;
}

/* Fit node v to the points at places first ... end - 1. */
static void fit_points(tacit_remaining *r, size_t v, size_t first, size_t end)
{
    const size_t p = r->points.p;
    node *n = &r->nodes[v];
    clear_node(r, v);
    for (size_t i = first; i < end; i++) {
        n->least = r->row[i] < n->least ? r->row[i] : n->least;
        n->most = r->row[i] > n->most ? r->row[i] : n->most;
        n->reach = r->from[i] > n->reach ? r->from[i] : n->reach;
        for (size_t j = 0; j < p; j++)
            widen(r->box + (v * p + j) * 2, r->at[i * p + j], r->at[i * p + j]);
    }
}

/* Fit node v to its children; whether that changes it. */
static bool fit_children(tacit_remaining *r, size_t v)
{
    const size_t p = r->points.p;
    const node *a = &r->nodes[2 * v], *b = &r->nodes[2 * v + 1];
    node *n = &r->nodes[v];
    const uint32_t least = a->least < b->least ? a->least : b->least;
    const uint32_t most = a->most > b->most ? a->most : b->most;
    const double reach = a->reach > b->reach ? a->reach : b->reach;
    bool changed = least != n->least || most != n->most || reach < n->reach;
    n->least = least;
    n->most = most;
    n->reach = reach;
    for (size_t j = 0; j < p; j++) {
        double *box = r->box + (v * p + j) * 2;
        const double *one = r->box + (2 * v * p + j) * 2, *two = one + 2 * p;
        const double low = one[0] < two[0] ? one[0] : two[0];
        const double high = one[1] > two[1] ? one[1] : two[1];
        changed = changed || low > box[0] || high < box[1];
        box[0] = low;
        box[1] = high;
    }
    return changed;
}

static void swap_places(tacit_remaining *r, size_t i, size_t k)
{
    const size_t p = r->points.p;
    const uint32_t row = r->row[i];
    r->row[i] = r->row[k];
    r->row[k] = row;
    const double from = r->from[i];
    r->from[i] = r->from[k];
    r->from[k] = from;
    for (size_t j = 0; j < p; j++) {
        const double x = r->at[i * p + j];
        r->at[i * p + j] = r->at[k * p + j];
        r->at[k * p + j] = x;
    }
}

/* Whether the point at place i comes before value x of column j and row `row`. */
static bool is_before(const tacit_remaining *r, size_t i, size_t j, double x, uint32_t row)
{
    const double own = r->at[i * r->points.p + j];
    return own < x || (!(own > x) && r->row[i] < row);
}

static bool is_after(const tacit_remaining *r, size_t i, size_t j, double x, uint32_t row)
{
    const double own = r->at[i * r->points.p + j];
    return own > x || (!(own < x) && r->row[i] > row);
}

/* Bring places `low` ... `high` that come before the one in their middle before it (Hoare).  After,
 * places up to the returned one do not come after those beyond it; it is below `high`. */
static size_t divide(tacit_remaining *r, size_t j, size_t low, size_t high)
{
    const size_t pivot = low + (high - low) / 2;
    const double x = r->at[pivot * r->points.p + j];
    const uint32_t row = r->row[pivot];
    for (;; low++, high--) {
        while (is_before(r, low, j, x, row))
            low++;
        while (is_after(r, high, j, x, row))
            high--;
        if (low >= high)
            return high;
        swap_places(r, low, high);
    }
}

/* Order places first ... end - 1 by column j and row so far that place `middle` is right. */
static void select_place(tacit_remaining *r, size_t j, size_t first, size_t end, size_t middle)
{
    size_t low = first, high = end - 1;
    while (low < high) {
        const size_t last = divide(r, j, low, high);
        if (middle <= last)
            high = last;
        else
            low = last + 1;
    }
}

/* The column in which the box of node v contributes most to a distance. */
static size_t widest_column(const tacit_remaining *r, size_t v)
{
    const size_t p = r->points.p;
    size_t widest = 0;
    double most = -1.0;
    for (size_t j = 0; j < p; j++) {
        const double *box = r->box + (v * p + j) * 2;
        const double d = box[1] - box[0];
        const double width = r->gauge.kind == NULL ? r->gauge.weight[j] * (d * d)
                                                   : tacit_gauge_part(&r->gauge, j, d);
        if (width > most) {
            widest = j;
            most = width;
        }
    }
    return widest;
}

static void fill_leaf(tacit_remaining *r, size_t v, size_t first, size_t end)
{
    r->nodes[v].first = (uint32_t)first;
    r->nodes[v].count = (uint32_t)(end - first);
    for (size_t i = first; i < end; i++) {
        r->leaf[i] = (uint32_t)v;
        r->place[r->row[i]] = (int64_t)i;
    }
}

/* A node to be built of a range of places. */
typedef struct task {
    size_t v, first, end;
} task;

/* Build the tree of the first `count` places. */
static void build(tacit_remaining *r)
{
    task stack[TACIT_REMAINING_DEPTH];
    size_t depth = 1;
    r->built = r->count;
    r->leaves = 1;
    while (r->built / r->leaves > LEAF)
        r->leaves *= 2;
    stack[0] = (task){ .v = 1, .first = 0, .end = r->count };
    while (depth > 0) {
        const task t = stack[--depth];
        const size_t middle = t.first + (t.end - t.first) / 2;
        fit_points(r, t.v, t.first, t.end);
        if (t.v >= r->leaves) {
            fill_leaf(r, t.v, t.first, t.end);
            continue;
        }
        select_place(r, widest_column(r, t.v), t.first, t.end, middle);
        TACIT_ASSERT(depth + 2 <= TACIT_REMAINING_DEPTH);
        stack[depth++] = (task){ 2 * t.v + 1, middle, t.end };
        stack[depth++] = (task){ 2 * t.v, t.first, middle };
    }
}

tacit_status tacit_remaining_new(tacit_ctx *cx, const tacit_points *points,
                                 const tacit_gauge *gauge, tacit_remaining **out)
{
    const size_t n = points->n, p = points->p;
    tacit_remaining *r = NULL;
    size_t leaves = 1;
    TACIT_ASSERT(p > 0 && n < UINT32_MAX);
    while (n / leaves > LEAF)
        leaves *= 2;
    TACIT_TRY(tacit_scratch(cx, 1, sizeof *r, &r));
    TACIT_TRY(tacit_scratch(cx, 2 * leaves, sizeof *r->nodes, &r->nodes));
    TACIT_TRY(tacit_scratch(cx, 4 * leaves * p, sizeof *r->box, &r->box));
    TACIT_TRY(tacit_scratch(cx, n * p, sizeof *r->at, &r->at));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *r->from, &r->from));
    TACIT_TRY(tacit_scratch(cx, p, sizeof *r->aim, &r->aim));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *r->row, &r->row));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *r->leaf, &r->leaf));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *r->place, &r->place));
    r->points = *points;
    r->gauge = *gauge;
    r->count = n;
    r->work = n;
    memcpy(r->at, points->at, n * p * sizeof *r->at);
    for (size_t i = 0; i < n; i++) {
        r->row[i] = (uint32_t)i;
        r->from[i] =
            tacit_gauge_length(gauge, tacit_gauge_distance(gauge, p, r->aim, points->at + i * p));
    }
    if (n > 0)
        build(r);
    *out = r;
    return TACIT_OK;
}

/* ---- taking ---- */

size_t tacit_remaining_count(const tacit_remaining *r)
{
    return r->count;
}

bool tacit_remaining_has(const tacit_remaining *r, uint32_t row)
{
    return r->place[row] != GONE;
}

/* Bring the points that remain together at the front, and build the tree of them. */
static void rebuild(tacit_remaining *r)
{
    const size_t p = r->points.p;
    size_t kept = 0;
    for (size_t v = r->leaves; v < 2 * r->leaves; v++)
        for (size_t i = r->nodes[v].first; i < r->nodes[v].first + r->nodes[v].count; i++) {
            r->row[kept] = r->row[i];
            r->from[kept] = r->from[i];
            memmove(r->at + kept * p, r->at + i * p, p * sizeof *r->at);
            kept++;
        }
    TACIT_ASSERT(kept == r->count);
    build(r);
}

void tacit_remaining_take(tacit_remaining *r, uint32_t row)
{
    TACIT_ASSERT(r->place[row] != GONE);
    const size_t i = (size_t)r->place[row];
    size_t v = r->leaf[i];
    node *leaf = &r->nodes[v];
    const size_t last = leaf->first + leaf->count - 1;
    swap_places(r, i, last);
    r->place[r->row[i]] = (int64_t)i;
    r->place[row] = GONE;
    leaf->count--;
    r->count--;
    if (r->count > 0 && r->count * 2 < r->built && r->leaves > 1) {
        rebuild(r);
        return;
    }
    fit_points(r, v, leaf->first, last);
    for (v /= 2; v > 0 && fit_children(r, v); v /= 2)
        continue;
}

/* ---- the aim ---- */

void tacit_remaining_aim(tacit_remaining *r, const double *x)
{
    const size_t p = r->points.p;
    if (r->work < r->count)
        return;
    r->work = 0;
    memcpy(r->aim, x, p * sizeof *x);
    for (size_t v = r->leaves; v < 2 * r->leaves; v++) {
        node *n = &r->nodes[v];
        n->reach = -INFINITY;
        for (size_t i = n->first; i < n->first + n->count; i++) {
            r->from[i] = tacit_gauge_length(
                &r->gauge, tacit_gauge_distance(&r->gauge, p, r->aim, r->at + i * p));
            n->reach = r->from[i] > n->reach ? r->from[i] : n->reach;
        }
    }
    for (size_t v = r->leaves - 1; v > 0; v--)
        r->nodes[v].reach = fmax(r->nodes[2 * v].reach, r->nodes[2 * v + 1].reach);
}
