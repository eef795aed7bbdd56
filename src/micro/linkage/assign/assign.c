/*
 * assign.c - the one-to-one links of least total cost over all pairs, and greedy ones.
 *
 * Optimal: Jonker and Volgenant (1987), A shortest augmenting path algorithm for dense and
 * sparse linear assignment problems.  v_j is the price of column j; an assigned row always
 * has a column of least c_ij - v_j.  Column reduction (as many rows as columns), two sweeps
 * of augmenting row reduction, then a shortest augmenting path for every row left.  With
 * more columns than rows the free columns keep the price 0 and no price is above it, which
 * proves the optimum (Crouse 2016, On implementing 2D rectangular assignment algorithms);
 * column reduction would break that and is left out.
 *
 * Among optima of equal cost the lowest free row and the lowest column are tried first.
 * O(n^2 m) at worst, O(n m) memory for the costs alone.
 */
#include "micro/linkage/assign/assign.h"

#include <math.h>

#include "base/sort.h"

enum { SWEEPS = 2, TICK = 256 };

/* The problem and its state. */
typedef struct work {
    const double *cost;
    size_t n, m;
    double *v;         /* price of each column, at most 0 if m > n */
    uint32_t *to;      /* column of each row */
    uint32_t *of;      /* row of each column */
    uint32_t *free;    /* rows without a column */
    size_t n_free;     /* of them */
    double *d;         /* length of the shortest path to each column */
    uint32_t *from;    /* row before each column on that path */
    uint32_t *columns; /* first those done, then those at the least length, then the rest */
} work;

static tacit_status start(tacit_ctx *cx, work *w)
{
    TACIT_TRY(tacit_scratch(cx, w->m, sizeof *w->v, &w->v));
    TACIT_TRY(tacit_scratch(cx, w->m, sizeof *w->of, &w->of));
    TACIT_TRY(tacit_scratch(cx, w->n, sizeof *w->free, &w->free));
    TACIT_TRY(tacit_scratch(cx, w->m, sizeof *w->d, &w->d));
    TACIT_TRY(tacit_scratch(cx, w->m, sizeof *w->from, &w->from));
    TACIT_TRY(tacit_scratch(cx, w->m, sizeof *w->columns, &w->columns));
    for (size_t i = 0; i < w->n; i++)
        w->to[i] = TACIT_UNASSIGNED;
    for (size_t j = 0; j < w->m; j++)
        w->of[j] = TACIT_UNASSIGNED;
    return TACIT_OK;
}

/* Lower every column by its least cost, and give it to the row that has it if that is free. */
static void reduce_columns(work *w)
{
    for (size_t j = 0; j < w->m; j++)
        w->v[j] = w->cost[j];
    for (size_t i = 1; i < w->n; i++)
        for (size_t j = 0; j < w->m; j++) {
            const bool less = w->cost[i * w->m + j] < w->v[j];
            w->v[j] = less ? w->cost[i * w->m + j] : w->v[j];
            w->from[j] = less ? (uint32_t)i : w->from[j];
        }
    for (size_t j = 0; j < w->m; j++) {
        const uint32_t i = w->from[j];
        if (w->to[i] != TACIT_UNASSIGNED)
            continue;
        w->to[i] = (uint32_t)j;
        w->of[j] = i;
    }
}

/* The two least reduced costs of a row. */
typedef struct least {
    double first, second;
    uint32_t at, next; /* their columns */
} least;

static least least_two(const work *w, uint32_t i)
{
    const double *c = w->cost + (size_t)i * w->m;
    least l = { c[0] - w->v[0], INFINITY, 0, TACIT_UNASSIGNED };
    for (uint32_t j = 1; j < w->m; j++) {
        const double h = c[j] - w->v[j];
        if (h >= l.second)
            continue;
        if (h >= l.first) {
            l.second = h;
            l.next = j;
        } else {
            l = (least){ h, l.first, j, l.at };
        }
    }
    return l;
}

/* Give row i the column it likes best, at a price at which it likes the second as well.
 * Returns the row that had it, or TACIT_UNASSIGNED. */
static uint32_t outbid(work *w, uint32_t i, bool *paid)
{
    const least l = least_two(w, i);
    uint32_t j = l.at;
    const double price = w->v[j] - (l.second - l.first);
    *paid = price < w->v[j] && isfinite(price);
    if (*paid)
        w->v[j] = price;
    else if (w->of[j] != TACIT_UNASSIGNED && l.next != TACIT_UNASSIGNED && l.second <= l.first)
        j = l.next;
    const uint32_t loser = w->of[j];
    w->to[i] = j;
    w->of[j] = i;
    if (loser != TACIT_UNASSIGNED)
        w->to[loser] = TACIT_UNASSIGNED;
    return loser;
}

/* One sweep over the free rows.  A row that lost its column bids again at once if the price
 * moved, else waits for the next sweep; the number of bids is bounded, as rounding could let
 * prices creep. */
static void sweep(work *w)
{
    const size_t n = w->n_free, most = 10 * w->n + 10;
    size_t bids = 0;
    w->n_free = 0;
    for (size_t k = 0; k < n; k++) {
        uint32_t i = w->free[k];
        bool paid = true;
        while (i != TACIT_UNASSIGNED && paid && bids++ < most)
            i = outbid(w, i, &paid);
        if (i != TACIT_UNASSIGNED)
            w->free[w->n_free++] = i; /* behind k: every earlier row is through */
    }
}

static void collect_free(work *w)
{
    w->n_free = 0;
    for (size_t i = 0; i < w->n; i++)
        if (w->to[i] == TACIT_UNASSIGNED)
            w->free[w->n_free++] = (uint32_t)i;
}

/* Where the search for a path stands: columns[0 ... done) have their final length,
 * columns[done ... edge) have the least length of the others. */
typedef struct front {
    size_t done, edge;
    double length;
} front;

static void swap_columns(work *w, size_t a, size_t b)
{
    const uint32_t j = w->columns[a];
    w->columns[a] = w->columns[b];
    w->columns[b] = j;
}

/* Bring the columns of least length to the front.  Returns one that is free, or
 * TACIT_UNASSIGNED. */
static uint32_t advance(work *w, front *f)
{
    f->length = w->d[w->columns[f->done]];
    f->edge = f->done;
    for (size_t k = f->done; k < w->m; k++) {
        const double h = w->d[w->columns[k]];
        if (h > f->length)
            continue;
        if (h < f->length) {
            f->length = h;
            f->edge = f->done;
        }
        swap_columns(w, k, f->edge++);
    }
    for (size_t k = f->done; k < f->edge; k++)
        if (w->of[w->columns[k]] == TACIT_UNASSIGNED)
            return w->columns[k];
    return TACIT_UNASSIGNED;
}

/* Shorten paths through the first column at the edge.  Returns a free column that came to
 * the least length, or TACIT_UNASSIGNED. */
static uint32_t expand(work *w, front *f)
{
    const uint32_t j = w->columns[f->done++], i = w->of[j];
    const double *c = w->cost + (size_t)i * w->m;
    const double base = c[j] - w->v[j] - f->length;
    for (size_t k = f->edge; k < w->m; k++) {
        const uint32_t t = w->columns[k];
        const double h = c[t] - w->v[t] - base;
        if (h >= w->d[t])
            continue;
        w->d[t] = h;
        w->from[t] = i;
        if (h > f->length)
            continue;
        if (w->of[t] == TACIT_UNASSIGNED)
            return t;
        swap_columns(w, k, f->edge++);
    }
    return TACIT_UNASSIGNED;
}

/* Exchange columns along the path that ends in the free column j. */
static void augment(work *w, uint32_t row, uint32_t j)
{
    uint32_t i = TACIT_UNASSIGNED;
    while (i != row) {
        i = w->from[j];
        const uint32_t before = w->to[i];
        w->to[i] = j;
        w->of[j] = i;
        j = before;
    }
}

/* Assign `row` along a shortest augmenting path. */
static void find_path(work *w, uint32_t row)
{
    front f = { 0 };
    uint32_t end = TACIT_UNASSIGNED;
    for (uint32_t j = 0; j < w->m; j++) {
        w->d[j] = w->cost[(size_t)row * w->m + j] - w->v[j];
        w->from[j] = row;
        w->columns[j] = j;
    }
    size_t final = 0; /* columns whose length was final before the last least length */
    while (end == TACIT_UNASSIGNED) {
        if (f.done == f.edge) {
            final = f.done;
            end = advance(w, &f);
        } else {
            end = expand(w, &f);
        }
    }
    for (size_t k = 0; k < final; k++)
        w->v[w->columns[k]] += w->d[w->columns[k]] - f.length;
    augment(w, row, end);
}

tacit_status tacit_assign_dense(tacit_ctx *cx, const double *cost, size_t n, size_t m, uint32_t *to)
{
    TACIT_ASSERT(n <= m && m < TACIT_UNASSIGNED);
    const size_t mark = tacit_scratch_mark(cx);
    work w = { .cost = cost, .n = n, .m = m, .to = to };
    TACIT_TRY(start(cx, &w));
    if (n == m && n > 0)
        reduce_columns(&w);
    collect_free(&w);
    for (size_t k = 0; k < SWEEPS && m > 1; k++)
        sweep(&w);
    collect_free(&w);
    for (size_t k = 0; k < w.n_free; k++) {
        if (k % TICK == 0)
            TACIT_TRY(tacit_tick(cx, k, w.n_free));
        find_path(&w, w.free[k]);
    }
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

tacit_status tacit_assign_greedy(tacit_ctx *cx, const double *cost, size_t n, size_t m,
                                 uint32_t *to)
{
    const size_t mark = tacit_scratch_mark(cx);
    tacit_keyed *pairs = NULL;
    bool *taken = NULL;
    TACIT_TRY(tacit_scratch(cx, n * m, sizeof *pairs, &pairs));
    TACIT_TRY(tacit_scratch(cx, m, sizeof *taken, &taken));
    for (size_t k = 0; k < n * m; k++)
        pairs[k] = (tacit_keyed){ tacit_sort_key_real(cost[k] + 0.0), k }; /* -0 counts as 0 */
    TACIT_TRY(tacit_sort_keyed(cx, pairs, n * m));
    for (size_t i = 0; i < n; i++)
        to[i] = TACIT_UNASSIGNED;
    for (size_t k = 0; k < n * m; k++) {
        const size_t i = pairs[k].row / m, j = pairs[k].row % m;
        if (to[i] != TACIT_UNASSIGNED || taken[j])
            continue;
        to[i] = (uint32_t)j;
        taken[j] = true;
    }
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}
