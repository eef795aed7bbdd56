/*
 * arcs.c - the assignment of least cost where each row has a list of columns.
 *
 * The sparse form of Jonker and Volgenant (1987): rows bid for the column of least c_ij - v_j
 * (two sweeps of augmenting row reduction), then a shortest augmenting path is found by
 * Dijkstra's algorithm with a heap for each row left.  Prices v only fall, and those of free
 * columns stay where they started.
 */
#include <math.h>

#include "micro/linkage/assign/lists.h"

enum { SWEEPS = 2, TICK = 1024 };

/* A column at the end of a path. */
typedef struct reached {
    double length;
    uint32_t column;
} reached;

typedef struct work {
    const tacit_arcs *arcs;
    tacit_priced *at;
    uint32_t *of;   /* row of each column */
    double *paid;   /* cost of each row's column */
    uint32_t *free; /* rows without a column */
    size_t n_free;  /* of them */
    double *d;      /* length of the shortest path to each column; INFINITY if none yet */
    size_t *by;     /* the arc that path ends with */
    uint32_t *row;  /* the row which that arc is of */
    bool *done;     /* columns whose length is final */
    uint32_t *seen; /* columns with a length */
    size_t n_seen;  /* of them */
    reached *heap;  /* least length first, then lowest column; may hold outdated ones */
    size_t n_heap;  /* of them */
} work;

static tacit_status start(tacit_ctx *cx, work *w)
{
    const size_t n = w->arcs->n, m = w->arcs->m;
    TACIT_TRY(tacit_scratch(cx, m, sizeof *w->of, &w->of));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *w->paid, &w->paid));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *w->free, &w->free));
    TACIT_TRY(tacit_scratch(cx, m, sizeof *w->d, &w->d));
    TACIT_TRY(tacit_scratch(cx, m, sizeof *w->by, &w->by));
    TACIT_TRY(tacit_scratch(cx, m, sizeof *w->row, &w->row));
    TACIT_TRY(tacit_scratch(cx, m, sizeof *w->done, &w->done));
    TACIT_TRY(tacit_scratch(cx, m, sizeof *w->seen, &w->seen));
    TACIT_TRY(tacit_scratch(cx, w->arcs->start[n], sizeof *w->heap, &w->heap));
    for (size_t j = 0; j < m; j++) {
        w->of[j] = TACIT_UNASSIGNED;
        w->d[j] = INFINITY;
    }
    for (size_t i = 0; i < n; i++) {
        w->at->to[i] = TACIT_UNASSIGNED;
        w->free[i] = (uint32_t)i;
    }
    w->n_free = n;
    return TACIT_OK;
}

static void give(work *w, uint32_t i, size_t arc)
{
    const uint32_t j = w->arcs->to[arc];
    w->at->to[i] = j;
    w->paid[i] = w->arcs->cost[arc];
    w->of[j] = i;
}

/* ---- bidding ---- */

/* Give row i the column it likes best, at a price at which it likes the second as well.
 * Returns the row that lost it, i itself if it has no second choice to bid with, or
 * TACIT_UNASSIGNED. */
static uint32_t bid(work *w, uint32_t i, bool *moved)
{
    const tacit_arcs *a = w->arcs;
    double *v = w->at->v, first = INFINITY, second = INFINITY;
    size_t best = 0;
    for (size_t k = a->start[i]; k < a->start[i + 1]; k++) {
        const double h = a->cost[k] - v[a->to[k]];
        if (h < first) {
            second = first;
            first = h;
            best = k;
        } else if (h < second) {
            second = h;
        }
    }
    const uint32_t j = a->to[best], loser = w->of[j];
    *moved = false;
    if (!isfinite(second) && loser != TACIT_UNASSIGNED)
        return i;
    const double price = isfinite(second) ? v[j] - (second - first) : v[j];
    *moved = price < v[j];
    v[j] = price;
    give(w, i, best);
    if (loser != TACIT_UNASSIGNED)
        w->at->to[loser] = TACIT_UNASSIGNED;
    return loser;
}

/* One sweep over the free rows; the number of bids is bounded, as rounding could let prices
 * creep. */
static void sweep(work *w)
{
    const size_t n = w->n_free, most = 10 * w->arcs->n + 10;
    size_t bids = 0;
    w->n_free = 0;
    for (size_t k = 0; k < n; k++) {
        uint32_t i = w->free[k];
        bool moved = true;
        while (i != TACIT_UNASSIGNED && moved && bids++ < most)
            i = bid(w, i, &moved);
        if (i != TACIT_UNASSIGNED)
            w->free[w->n_free++] = i;
    }
}

/* ---- the heap ---- */

static bool before(reached a, reached b)
{
    return a.length < b.length || (a.length <= b.length && a.column < b.column);
}

static void push(work *w, reached r)
{
    size_t at = w->n_heap++;
    for (; at > 0 && before(r, w->heap[(at - 1) / 2]); at = (at - 1) / 2)
        w->heap[at] = w->heap[(at - 1) / 2];
    w->heap[at] = r;
}

static reached pop(work *w)
{
    const reached top = w->heap[0], last = w->heap[--w->n_heap];
    size_t at = 0;
    while (2 * at + 1 < w->n_heap) {
        size_t child = 2 * at + 1;
        if (child + 1 < w->n_heap && before(w->heap[child + 1], w->heap[child]))
            child++;
        if (!before(w->heap[child], last))
            break;
        w->heap[at] = w->heap[child];
        at = child;
    }
    w->heap[at] = last;
    return top;
}

/* ---- paths ---- */

/* Lengthen the path that ends at row i by each of its arcs; `base` is what the row's length
 * exceeds the path's by. */
static void extend(work *w, uint32_t i, double base)
{
    const tacit_arcs *a = w->arcs;
    for (size_t k = a->start[i]; k < a->start[i + 1]; k++) {
        const uint32_t j = a->to[k];
        const double h = a->cost[k] - w->at->v[j] - base;
        if (w->done[j] || h >= w->d[j])
            continue;
        if (isinf(w->d[j]))
            w->seen[w->n_seen++] = j;
        w->d[j] = h;
        w->by[j] = k;
        w->row[j] = i;
        push(w, (reached){ h, j });
    }
}

/* Take the columns of the path that ends in `j` over, back to `row`. */
static void augment(work *w, uint32_t row, uint32_t j)
{
    uint32_t i = TACIT_UNASSIGNED;
    while (i != row) {
        i = w->row[j];
        const uint32_t had = w->at->to[i];
        give(w, i, w->by[j]);
        j = had;
    }
}

/* Settle prices along the search that ended at `length`, and forget it. */
static void settle(work *w, double length)
{
    for (size_t k = 0; k < w->n_seen; k++) {
        const uint32_t j = w->seen[k];
        if (w->done[j])
            w->at->v[j] += fmin(w->d[j] - length, 0.0);
        w->done[j] = false;
        w->d[j] = INFINITY;
    }
    w->n_seen = w->n_heap = 0;
}

static void find_path(work *w, uint32_t row)
{
    extend(w, row, 0.0);
    for (;;) {
        TACIT_ASSERT(w->n_heap > 0); /* there is a complete assignment */
        const reached r = pop(w);
        if (w->done[r.column] || r.length > w->d[r.column])
            continue;
        const uint32_t i = w->of[r.column];
        if (i == TACIT_UNASSIGNED) {
            settle(w, r.length);
            augment(w, row, r.column);
            return;
        }
        w->done[r.column] = true;
        extend(w, i, w->paid[i] - w->at->v[r.column] - r.length);
    }
}

tacit_status tacit_assign_arcs(tacit_ctx *cx, const tacit_arcs *arcs, tacit_priced *out)
{
    TACIT_ASSERT(arcs->n <= arcs->m && arcs->m < TACIT_UNASSIGNED);
    const size_t mark = tacit_scratch_mark(cx);
    work w = { .arcs = arcs, .at = out };
    TACIT_TRY(start(cx, &w));
    for (size_t k = 0; k < SWEEPS; k++)
        sweep(&w);
    for (size_t k = 0; k < w.n_free; k++) {
        if (k % TICK == 0)
            TACIT_TRY(tacit_tick(cx, k, w.n_free));
        find_path(&w, w.free[k]);
    }
    for (size_t i = 0; i < arcs->n; i++)
        out->u[i] = w.paid[i] - out->v[out->to[i]];
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}
