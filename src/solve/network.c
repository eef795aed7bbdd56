/*
 * network.c - how far one variable can go in a network, by the flows of Dinic (1970).
 */
#include "solve/network.h"

#include <math.h>

#include "solve/arcs.h"

/* Room below this is none. */
#define TINY 1e-9

static const uint32_t NOWHERE = UINT32_MAX;

struct tacit_network {
    tacit_network_arcs arcs;
    const double *low, *high;
    double *y;
    uint32_t *level; /* of a node: its distance from the source; NOWHERE if it is cut off */
    size_t *at;      /* of a node: the next arc to try */
    uint32_t *queue, *path;
    int way; /* of the last push, and whether the bound of the variable itself ended it */
    bool own_bound;
};

static tacit_status take_room(tacit_ctx *cx, tacit_network *f)
{
    TACIT_TRY(tacit_scratch(cx, f->arcs.m, sizeof *f->y, &f->y));
    TACIT_TRY(tacit_scratch(cx, f->arcs.n, sizeof *f->level, &f->level));
    TACIT_TRY(tacit_scratch(cx, f->arcs.n, sizeof *f->at, &f->at));
    TACIT_TRY(tacit_scratch(cx, f->arcs.n, sizeof *f->queue, &f->queue));
    return tacit_scratch(cx, f->arcs.n, sizeof *f->path, &f->path);
}

tacit_status tacit_network_new(tacit_ctx *cx, const tacit_sparse *a, const double *low,
                               const double *high, tacit_network **out)
{
    tacit_network *f = NULL;
    bool are = false;
    *out = NULL;
    TACIT_TRY(tacit_scratch(cx, 1, sizeof *f, &f));
    *f = (tacit_network){ .low = low, .high = high };
    TACIT_TRY(tacit_network_arcs_find(cx, a, &f->arcs, &are));
    if (!are)
        return TACIT_OK;
    TACIT_TRY(take_room(cx, f));
    *out = f;
    return TACIT_OK;
}

/* ---- flows ---- */

/* How much more can go along arc `e` of the list of the node that it is left from. */
static double room_of(const tacit_network *f, uint32_t e)
{
    const size_t j = e / 2;
    return e % 2 == 1 ? f->high[j] - f->y[j] : f->y[j] - f->low[j];
}

/* Distances from `s` without arc `k`, until `t` is found; whether it is. */
static bool find_levels(tacit_network *f, uint32_t s, uint32_t t, size_t k)
{
    size_t done = 0, n = 0;
    for (size_t v = 0; v < f->arcs.n; v++)
        f->level[v] = NOWHERE;
    f->level[s] = 0;
    f->queue[n++] = s;
    while (done < n && f->level[t] == NOWHERE) {
        const uint32_t u = f->queue[done++];
        f->at[u] = f->arcs.first[u];
        for (size_t p = f->arcs.first[u]; p < f->arcs.first[u + 1]; p++) {
            const uint32_t v = tacit_network_arcs_far(&f->arcs, f->arcs.arc[p]);
            if (f->level[v] != NOWHERE || f->arcs.arc[p] / 2 == k ||
                room_of(f, f->arcs.arc[p]) <= TINY)
                continue;
            f->level[v] = f->level[u] + 1;
            f->queue[n++] = v;
        }
    }
    while (done < n) {
        const uint32_t u = f->queue[done++];
        f->at[u] = f->arcs.first[u];
    }
    return f->level[t] != NOWHERE;
}

/* The next arc of `u` one level on, or NOWHERE. */
static uint32_t find_next(tacit_network *f, uint32_t u, size_t k)
{
    for (; f->at[u] < f->arcs.first[u + 1]; f->at[u]++) {
        const uint32_t e = f->arcs.arc[f->at[u]];
        if (e / 2 != k && f->level[tacit_network_arcs_far(&f->arcs, e)] == f->level[u] + 1 &&
            room_of(f, e) > TINY)
            return e;
    }
    return NOWHERE;
}

/* Send as much as goes along the path of `n` arcs, at most `most`. */
static double send(tacit_network *f, size_t n, double most)
{
    for (size_t p = 0; p < n; p++)
        most = fmin(most, room_of(f, f->path[p]));
    for (size_t p = 0; p < n; p++)
        f->y[f->path[p] / 2] += f->path[p] % 2 == 1 ? most : -most;
    return most;
}

/* Fill all shortest paths from `s` to `t`, at most `most`; gives what was sent. */
static double fill_paths(tacit_network *f, uint32_t s, uint32_t t, size_t k, double most)
{
    double sent = 0;
    size_t n = 0;
    uint32_t u = s;
    while (sent < most - TINY) {
        const uint32_t e = u == t ? NOWHERE : find_next(f, u, k);
        if (u == t) {
            sent += send(f, n, most - sent);
            n = 0;
            u = s;
        } else if (e != NOWHERE) {
            f->path[n++] = e;
            u = tacit_network_arcs_far(&f->arcs, e);
        } else if (n == 0) {
            break;
        } else { /* back, and not here again */
            f->level[u] = NOWHERE;
            u = tacit_network_arcs_far(&f->arcs, f->path[--n] ^ 1);
        }
    }
    return sent;
}

tacit_status tacit_network_push(tacit_ctx *cx, tacit_network *f, size_t k, int way, double enough,
                                double *out)
{
    const uint32_t s = way > 0 ? f->arcs.head[k] : f->arcs.tail[k],
                   t = way > 0 ? f->arcs.tail[k] : f->arcs.head[k];
    const double end = way > 0 ? f->high[k] : -f->low[k];
    double left = fmin(end, enough) - way * f->y[k];
    f->way = way;
    if (s == t && left > 0)
        f->y[k] += way * left;
    while (s != t && left > TINY && find_levels(f, s, t, k)) {
        const double sent = fill_paths(f, s, t, k, left);
        f->y[k] += way * sent;
        left -= sent;
        TACIT_TRY(tacit_tick(cx, 0, 0));
    }
    f->own_bound = way * f->y[k] >= end - TINY;
    *out = fmax(way * f->y[k], 0);
    return TACIT_OK;
}

const double *tacit_network_point(const tacit_network *f)
{
    return f->y;
}

/* Nodes that are cut off from the source are those without a level; of the two sides of the cut
 * that is taken on which the outside is not. */
void tacit_network_prices(const tacit_network *f, double *g)
{
    const uint32_t outside = (uint32_t)f->arcs.n - 1;
    const bool beyond = f->level[outside] != NOWHERE;
    /* the entry of the arc that was pushed is 1 at its head, the source when it went up */
    const int scale = (f->way > 0) != beyond ? 1 : -1;
    for (uint32_t v = 0; v < outside; v++)
        g[v] = !f->own_bound && (f->level[v] == NOWHERE) == beyond ? scale * f->arcs.sign[v] : 0;
}
