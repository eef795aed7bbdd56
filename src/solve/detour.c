/*
 * detour.c - the cheapest way to move one variable of a network, by shortest paths.
 */
#include "solve/detour.h"

#include <math.h>

#include "solve/arcs.h"

/* Room below this is none. */
#define TINY 1e-9

/* A node that a path has come to, and how dear that was. */
typedef struct stop {
    double price;
    uint32_t node;
} stop;

struct tacit_detour {
    tacit_network_arcs arcs;
    tacit_detour_columns columns;
    double *y;
    bool *used;      /* of a column: it is listed in `moved` */
    uint32_t *moved; /* columns that have moved since the push began */
    size_t n_moved;
    double *price;   /* of a node: of the cheapest path to it, */
    uint32_t *by;    /* the arc that it came by, */
    uint32_t *found; /* and the search that found it; 2 s + 1 once it is settled */
    uint32_t searches;
    stop *heap; /* the cheapest first; a node may stand in it several times */
    size_t n_heap;
};

tacit_status tacit_detour_new(tacit_ctx *cx, const tacit_sparse *a,
                              const tacit_detour_columns *columns, tacit_detour **out)
{
    tacit_detour *f = NULL;
    bool are = false;
    *out = NULL;
    TACIT_TRY(tacit_scratch(cx, 1, sizeof *f, &f));
    f->columns = *columns;
    TACIT_TRY(tacit_network_arcs_find(cx, a, &f->arcs, &are));
    if (!are)
        return TACIT_OK;
    TACIT_TRY(tacit_scratch(cx, f->arcs.m, sizeof *f->y, &f->y));
    TACIT_TRY(tacit_scratch(cx, f->arcs.m, sizeof *f->used, &f->used));
    TACIT_TRY(tacit_scratch(cx, f->arcs.m, sizeof *f->moved, &f->moved));
    TACIT_TRY(tacit_scratch(cx, f->arcs.n, sizeof *f->price, &f->price));
    TACIT_TRY(tacit_scratch(cx, f->arcs.n, sizeof *f->by, &f->by));
    TACIT_TRY(tacit_scratch(cx, f->arcs.n, sizeof *f->found, &f->found));
    TACIT_TRY(tacit_scratch(cx, 2 * f->arcs.m + 1, sizeof *f->heap, &f->heap));
    *out = f;
    return TACIT_OK;
}

/* ---- the heap ---- */

static void put_stop(tacit_detour *f, stop s)
{
    size_t at = f->n_heap++;
    for (; at > 0 && f->heap[(at - 1) / 2].price > s.price; at = (at - 1) / 2)
        f->heap[at] = f->heap[(at - 1) / 2];
    f->heap[at] = s;
}

static stop take_stop(tacit_detour *f)
{
    const stop first = f->heap[0], last = f->heap[--f->n_heap];
    size_t at = 0;
    for (;;) {
        size_t below = 2 * at + 1;
        if (below + 1 < f->n_heap && f->heap[below + 1].price < f->heap[below].price)
            below++;
        if (below >= f->n_heap || f->heap[below].price >= last.price)
            break;
        f->heap[at] = f->heap[below];
        at = below;
    }
    f->heap[at] = last;
    return first;
}

/* ---- paths ---- */

/* How much more can go along arc `e` of a list. */
static double room_of(const tacit_detour *f, uint32_t e)
{
    const size_t j = e / 2;
    return e % 2 == 1 ? f->columns.high[j] - f->y[j] : f->y[j] - f->columns.low[j];
}

/* What moving along arc `e` costs, with `left` to be carried. */
static double price_of(const tacit_detour *f, uint32_t e, double room, double left)
{
    return f->used[e / 2] ? 0 : f->columns.price[e / 2] * fmax(1, left / room);
}

/* Go on from `u`, which is settled, along all arcs but `k`. */
static void go_on(tacit_detour *f, uint32_t u, size_t k, double left)
{
    for (size_t p = f->arcs.first[u]; p < f->arcs.first[u + 1]; p++) {
        const uint32_t e = f->arcs.arc[p], v = tacit_network_arcs_far(&f->arcs, e);
        const double room = room_of(f, e);
        if (e / 2 == k || room <= TINY || f->found[v] == 2 * f->searches + 1)
            continue;
        const double price = f->price[u] + price_of(f, e, room, left);
        if (f->found[v] == 2 * f->searches && f->price[v] <= price)
            continue;
        f->found[v] = 2 * f->searches;
        f->price[v] = price;
        f->by[v] = e;
        put_stop(f, (stop){ price, v });
    }
}

/* The cheapest path from `s` to `t` without arc `k`; whether there is one. */
static bool find_path(tacit_detour *f, uint32_t s, uint32_t t, size_t k, double left)
{
    f->searches++;
    f->n_heap = 0;
    f->price[s] = 0;
    f->found[s] = 2 * f->searches;
    put_stop(f, (stop){ 0, s });
    while (f->n_heap > 0) {
        const uint32_t u = take_stop(f).node;
        if (f->found[u] == 2 * f->searches + 1)
            continue;
        f->found[u] = 2 * f->searches + 1;
        if (u == t)
            return true;
        go_on(f, u, k, left);
    }
    return false;
}

static void move(tacit_detour *f, uint32_t e, double by)
{
    const uint32_t j = e / 2;
    f->y[j] += e % 2 == 1 ? by : -by;
    if (!f->used[j])
        f->moved[f->n_moved++] = j;
    f->used[j] = true;
}

/* Send as much as goes along the path that was found, at most `most`. */
static double send(tacit_detour *f, uint32_t s, uint32_t t, double most)
{
    for (uint32_t v = t; v != s; v = tacit_network_arcs_far(&f->arcs, f->by[v] ^ 1))
        most = fmin(most, room_of(f, f->by[v]));
    for (uint32_t v = t; v != s; v = tacit_network_arcs_far(&f->arcs, f->by[v] ^ 1))
        move(f, f->by[v], most);
    return most;
}

static void forget(tacit_detour *f)
{
    for (size_t c = 0; c < f->n_moved; c++) {
        f->y[f->moved[c]] = 0;
        f->used[f->moved[c]] = false;
    }
    f->n_moved = 0;
}

tacit_status tacit_detour_push(tacit_ctx *cx, tacit_detour *f, size_t k, int way, double enough,
                               double *out)
{
    const uint32_t head = f->arcs.head[k], tail = f->arcs.tail[k];
    const uint32_t s = way > 0 ? head : tail, t = way > 0 ? tail : head;
    const double end = way > 0 ? f->columns.high[k] : -f->columns.low[k];
    double left = fmin(end, enough);
    forget(f);
    *out = 0;
    if (s == t) /* it stands in no equation, and moves by itself */
        *out = left;
    while (s != t && left > TINY && find_path(f, s, t, k, left)) {
        const double sent = send(f, s, t, left);
        *out += sent;
        left -= sent;
        TACIT_TRY(tacit_tick(cx, 0, 0));
    }
    if (*out > 0)
        move(f, (uint32_t)(2 * k + (way > 0)), *out);
    return TACIT_OK;
}

const uint32_t *tacit_detour_moved(const tacit_detour *f, size_t *n)
{
    *n = f->n_moved;
    return f->moved;
}

double tacit_detour_move(const tacit_detour *f, size_t j)
{
    return f->y[j];
}
