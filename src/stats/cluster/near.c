/*
 * near.c - points near others: a k-d tree.
 *
 * The points are split at the median of the column in which they range widest, down to leaves
 * of a few (Friedman, Bentley and Finkel 1977).  The tree is implicit: a node is a range
 * of the reordered points, its halves are its children, and each node keeps the box that its
 * points fill.  A node whose box is out of reach is passed over, one whose box is within
 * reach is counted whole.  Distances are exact; counts do not depend on threads.
 */
#include "stats/cluster/near.h"

#include <math.h>
#include <string.h>

enum { LEAF = 16, MOST_DEPTH = 64 };

/* Points in the order of the tree, and the boxes of nodes: least and most of each column.
 * Node 1 is the root, the children of node v are 2 v and 2 v + 1. */
typedef struct tree {
    double *at, *box;
    size_t n, p;
} tree;

/* A node: its number and its range of points. */
typedef struct node {
    size_t number, first, end;
} node;

static void swap_points(const tree *t, size_t i, size_t k)
{
    for (size_t j = 0; j < t->p; j++) {
        const double x = t->at[i * t->p + j];
        t->at[i * t->p + j] = t->at[k * t->p + j];
        t->at[k * t->p + j] = x;
    }
}

/* Reorder points first ... end - 1 so that point `middle` is where sorting by column j would
 * put it, none before it is larger and none after it smaller (Hoare's selection). */
static void select_point(const tree *t, size_t j, size_t first, size_t end, size_t middle)
{
    size_t low = first, high = end - 1;
    while (low < high) {
        const double pivot = t->at[(low + (high - low) / 2) * t->p + j];
        size_t i = low, k = high;
        while (i <= k) {
            while (t->at[i * t->p + j] < pivot)
                i++;
            while (t->at[k * t->p + j] > pivot)
                k--;
            if (i > k)
                break;
            swap_points(t, i, k);
            i++;
            if (k == 0)
                break;
            k--;
        }
        if (middle <= k)
            high = k;
        else if (middle >= i)
            low = i;
        else
            return;
    }
}

/* Fill the box of a node; the column in which it is widest. */
static size_t fill_box(const tree *t, const node *v)
{
    double *box = t->box + v->number * 2 * t->p;
    size_t widest = 0;
    for (size_t j = 0; j < t->p; j++) {
        double least = t->at[v->first * t->p + j], most = least;
        for (size_t i = v->first; i < v->end; i++) {
            least = fmin(least, t->at[i * t->p + j]);
            most = fmax(most, t->at[i * t->p + j]);
        }
        box[2 * j] = least;
        box[2 * j + 1] = most;
        if (most - least > box[2 * widest + 1] - box[2 * widest])
            widest = j;
    }
    return widest;
}

static bool is_leaf(const node *v)
{
    return v->end - v->first <= LEAF;
}

static node child(const node *v, size_t side)
{
    const size_t middle = v->first + (v->end - v->first) / 2;
    return (node){ .number = 2 * v->number + side,
                   .first = side == 0 ? v->first : middle,
                   .end = side == 0 ? middle : v->end };
}

static tacit_status build(tacit_ctx *cx, const tacit_points *points, tree *t)
{
    node stack[MOST_DEPTH];
    size_t depth = 1, nodes = 2, built = 0;
    for (size_t n = points->n; n > LEAF; n -= n / 2)
        nodes *= 2;
    t->n = points->n;
    t->p = points->p;
    TACIT_TRY(tacit_scratch(cx, t->n * t->p, sizeof *t->at, &t->at));
    TACIT_TRY(tacit_scratch(cx, nodes * 2 * t->p, sizeof *t->box, &t->box));
    memcpy(t->at, points->at, t->n * t->p * sizeof *t->at);
    stack[0] = (node){ .number = 1, .first = 0, .end = t->n };
    while (depth > 0) {
        const node v = stack[--depth];
        const size_t widest = fill_box(t, &v);
        if (built++ % 1024 == 0)
            TACIT_TRY(tacit_tick(cx, v.first, t->n));
        if (is_leaf(&v))
            continue;
        select_point(t, widest, v.first, v.end, child(&v, 1).first);
        stack[depth++] = child(&v, 1);
        stack[depth++] = child(&v, 0);
    }
    return TACIT_OK;
}

/* Least and largest squared distance of `x` from a node's box. */
static void reach(const tree *t, const node *v, const double *x, double *least, double *most)
{
    const double *box = t->box + v->number * 2 * t->p;
    *least = *most = 0.0;
    for (size_t j = 0; j < t->p; j++) {
        const double below = box[2 * j] - x[j], above = x[j] - box[2 * j + 1];
        const double out = fmax(fmax(below, above), 0.0), far = fmax(-below, -above);
        *least += out * out;
        *most += far * far;
    }
}

/* Points of a leaf within the squared radius. */
static size_t count_leaf(const tree *t, const node *v, const double *x, double square)
{
    size_t n = 0;
    for (size_t i = v->first; i < v->end; i++) {
        double sum = 0.0;
        for (size_t j = 0; j < t->p; j++) {
            const double d = t->at[i * t->p + j] - x[j];
            sum += d * d;
        }
        n += sum <= square;
    }
    return n;
}

static uint32_t count_near(const tree *t, const double *x, double radius, uint32_t most)
{
    const double square = radius * radius;
    node stack[MOST_DEPTH];
    size_t depth = 1, n = 0;
    stack[0] = (node){ .number = 1, .first = 0, .end = t->n };
    while (depth > 0 && n < most) {
        const node v = stack[--depth];
        double nearest, farthest;
        reach(t, &v, x, &nearest, &farthest);
        if (nearest > square * (1.0 + 1e-12))
            continue; /* a little slack: boxes round differently than points */
        if (is_leaf(&v)) {
            n += count_leaf(t, &v, x, square);
        } else if (farthest <= square * (1.0 - 1e-12)) {
            n += v.end - v.first;
        } else {
            stack[depth++] = child(&v, 1);
            stack[depth++] = child(&v, 0);
        }
    }
    return n < most ? (uint32_t)n : most;
}

tacit_status tacit_near_count(tacit_ctx *cx, const tacit_points *from, const tacit_points *to,
                              const double *radius, uint32_t most, uint32_t *count)
{
    TACIT_ASSERT(from->p == to->p && to->p > 0);
    const size_t mark = tacit_scratch_mark(cx);
    tree t;
    if (to->n == 0) {
        memset(count, 0, from->n * sizeof *count);
        return TACIT_OK;
    }
    TACIT_TRY(build(cx, to, &t));
#pragma omp parallel for schedule(dynamic, 1024)
    for (size_t i = 0; i < from->n; i++)
        count[i] = count_near(&t, from->at + i * from->p, radius[i], most);
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}
