/*
 * network.c - how far one variable can go in a network, by the flows of Dinic (1970).
 */
#include "solve/network.h"

#include <math.h>

/* Room below this is none. */
#define TINY 1e-9

static const uint32_t NOWHERE = UINT32_MAX;

struct tacit_network {
    size_t n, m;           /* nodes: one for each row, and one for all that has none; arcs */
    uint32_t *tail, *head; /* of an arc */
    int *sign;             /* of a node: what its row is multiplied by */
    size_t *first; /* arcs at a node, in `arc`: 2 a + 1 if it begins there, 2 a if it ends */
    uint32_t *arc;
    const double *low, *high;
    double *y;
    uint32_t *level; /* of a node: its distance from the source; NOWHERE if it is cut off */
    size_t *at;      /* of a node: the next arc to try */
    uint32_t *queue, *path;
    int way; /* of the last push, and whether the bound of the variable itself ended it */
    bool own_bound;
};

/* ---- is it a network? ---- */

/* Note the ends of arcs: rows of a column's entries, the first as head; that entry and the product
 * of both. */
static bool note_ends(const tacit_sparse *a, tacit_network *f, int *one, int *both)
{
    const uint32_t outside = (uint32_t)a->n_rows;
    for (size_t j = 0; j < f->m; j++)
        f->head[j] = f->tail[j] = NOWHERE;
    for (size_t i = 0; i < a->n_rows; i++)
        for (size_t e = a->start[i]; e < a->start[i + 1]; e++) {
            const uint32_t j = a->column[e];
            if (f->tail[j] != NOWHERE || f->head[j] == i || fabs(fabs(a->value[e]) - 1) > TINY)
                return false;
            const int value = a->value[e] > 0 ? 1 : -1;
            if (f->head[j] == NOWHERE) {
                one[j] = value;
                f->head[j] = (uint32_t)i;
            } else {
                both[j] = one[j] * value;
                f->tail[j] = (uint32_t)i;
            }
        }
    for (size_t j = 0; j < f->m; j++) {
        if (f->head[j] == NOWHERE)
            f->head[j] = outside;
        if (f->tail[j] == NOWHERE)
            f->tail[j] = outside;
    }
    return true;
}

/* Lists of arcs by node, filled from behind. */
static void list_arcs(tacit_network *f)
{
    for (size_t j = 0; j < f->m; j++) {
        f->first[f->head[j]]++;
        f->first[f->tail[j]]++;
    }
    for (size_t v = 1; v <= f->n; v++)
        f->first[v] += f->first[v - 1];
    for (size_t j = f->m; j-- > 0;) {
        f->arc[--f->first[f->tail[j]]] = (uint32_t)(2 * j + 1);
        f->arc[--f->first[f->head[j]]] = (uint32_t)(2 * j);
    }
}

/* The node at the other end of arc `e` of a list. */
static uint32_t far_end(const tacit_network *f, uint32_t e)
{
    return e % 2 == 1 ? f->head[e / 2] : f->tail[e / 2];
}

/* Give the nodes at the far ends of the arcs of `u` the signs that they need; `*n` of the queue are
 * to be gone on from.  False if one has the other sign. */
static bool sign_neighbours(tacit_network *f, uint32_t u, const int *both, size_t *n)
{
    const uint32_t outside = (uint32_t)f->n - 1;
    for (size_t t = f->first[u]; t < f->first[u + 1]; t++) {
        const uint32_t w = far_end(f, f->arc[t]);
        const int asked = -f->sign[u] * both[f->arc[t] / 2];
        if (w == outside || f->sign[w] == asked)
            continue;
        if (f->sign[w] != 0)
            return false;
        f->sign[w] = asked;
        f->queue[(*n)++] = w;
    }
    return true;
}

/* Give rows signs such that the two entries of each column, whose product is `both`, have opposite
 * ones; the outside has no row, and takes what is asked of it. */
static bool find_signs(tacit_network *f, const int *both)
{
    for (uint32_t v = 0; v + 1 < f->n; v++) {
        size_t done = 0, n = 0;
        if (f->sign[v] != 0)
            continue;
        f->sign[v] = 1;
        f->queue[n++] = v;
        while (done < n)
            if (!sign_neighbours(f, f->queue[done++], both, &n))
                return false;
    }
    return true;
}

/* Turn arcs so that y enters at the head: there its signed entry is 1. */
static void turn_arcs(tacit_network *f, const int *one)
{
    const uint32_t outside = (uint32_t)f->n - 1;
    for (size_t j = 0; j < f->m; j++)
        if (f->head[j] != outside && f->sign[f->head[j]] * one[j] < 0) {
            const uint32_t v = f->head[j];
            f->head[j] = f->tail[j];
            f->tail[j] = v;
        }
}

static tacit_status take_room(tacit_ctx *cx, tacit_network *f)
{
    TACIT_TRY(tacit_scratch(cx, f->m, sizeof *f->tail, &f->tail));
    TACIT_TRY(tacit_scratch(cx, f->m, sizeof *f->head, &f->head));
    TACIT_TRY(tacit_scratch(cx, f->n, sizeof *f->sign, &f->sign));
    TACIT_TRY(tacit_scratch(cx, f->n + 1, sizeof *f->first, &f->first));
    TACIT_TRY(tacit_scratch(cx, 2 * f->m, sizeof *f->arc, &f->arc));
    TACIT_TRY(tacit_scratch(cx, f->m, sizeof *f->y, &f->y));
    TACIT_TRY(tacit_scratch(cx, f->n, sizeof *f->level, &f->level));
    TACIT_TRY(tacit_scratch(cx, f->n, sizeof *f->at, &f->at));
    TACIT_TRY(tacit_scratch(cx, f->n, sizeof *f->queue, &f->queue));
    return tacit_scratch(cx, f->n, sizeof *f->path, &f->path);
}

tacit_status tacit_network_new(tacit_ctx *cx, const tacit_sparse *a, const double *low,
                               const double *high, tacit_network **out)
{
    tacit_network *f = NULL;
    int *one = NULL, *both = NULL;
    *out = NULL;
    if (a->start[a->n_rows] > 2 * a->n_columns)
        return TACIT_OK;
    TACIT_TRY(tacit_scratch(cx, 1, sizeof *f, &f));
    *f = (tacit_network){ .n = a->n_rows + 1, .m = a->n_columns, .low = low, .high = high };
    TACIT_TRY(take_room(cx, f));
    TACIT_TRY(tacit_scratch(cx, f->m, sizeof *one, &one));
    TACIT_TRY(tacit_scratch(cx, f->m, sizeof *both, &both));
    if (!note_ends(a, f, one, both))
        return TACIT_OK;
    list_arcs(f);
    if (!find_signs(f, both))
        return TACIT_OK;
    turn_arcs(f, one);
    for (size_t v = 0; v <= f->n; v++)
        f->first[v] = 0;
    list_arcs(f);
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
    for (size_t v = 0; v < f->n; v++)
        f->level[v] = NOWHERE;
    f->level[s] = 0;
    f->queue[n++] = s;
    while (done < n && f->level[t] == NOWHERE) {
        const uint32_t u = f->queue[done++];
        f->at[u] = f->first[u];
        for (size_t p = f->first[u]; p < f->first[u + 1]; p++) {
            const uint32_t v = far_end(f, f->arc[p]);
            if (f->level[v] != NOWHERE || f->arc[p] / 2 == k || room_of(f, f->arc[p]) <= TINY)
                continue;
            f->level[v] = f->level[u] + 1;
            f->queue[n++] = v;
        }
    }
    while (done < n) {
        const uint32_t u = f->queue[done++];
        f->at[u] = f->first[u];
    }
    return f->level[t] != NOWHERE;
}

/* The next arc of `u` one level on, or NOWHERE. */
static uint32_t find_next(tacit_network *f, uint32_t u, size_t k)
{
    for (; f->at[u] < f->first[u + 1]; f->at[u]++) {
        const uint32_t e = f->arc[f->at[u]];
        if (e / 2 != k && f->level[far_end(f, e)] == f->level[u] + 1 && room_of(f, e) > TINY)
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
            u = far_end(f, e);
        } else if (n == 0) {
            break;
        } else { /* back, and not here again */
            f->level[u] = NOWHERE;
            u = far_end(f, f->path[--n] ^ 1);
        }
    }
    return sent;
}

tacit_status tacit_network_push(tacit_ctx *cx, tacit_network *f, size_t k, int way, double enough,
                                double *out)
{
    const uint32_t s = way > 0 ? f->head[k] : f->tail[k], t = way > 0 ? f->tail[k] : f->head[k];
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
    const uint32_t outside = (uint32_t)f->n - 1;
    const bool beyond = f->level[outside] != NOWHERE;
    /* the entry of the arc that was pushed is 1 at its head, the source when it went up */
    const int scale = (f->way > 0) != beyond ? 1 : -1;
    for (uint32_t v = 0; v < outside; v++)
        g[v] = !f->own_bound && (f->level[v] == NOWHERE) == beyond ? scale * f->sign[v] : 0;
}
