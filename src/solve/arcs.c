/*
 * arcs.c - rows as nodes and columns as arcs, where a matrix is a network.
 */
#include "solve/arcs.h"

#include <math.h>

/* Entries are 1 or -1 up to this. */
#define TINY 1e-9

static const uint32_t NOWHERE = UINT32_MAX;

/* Note the ends of arcs: rows of a column's entries, the first as head; that entry and the product
 * of both. */
static bool note_ends(const tacit_sparse *a, tacit_network_arcs *f, int *one, int *both)
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
static void list_arcs(tacit_network_arcs *f)
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

/* Give the nodes at the far ends of the arcs of `u` the signs that they need; `*n` of the queue are
 * to be gone on from.  False if one has the other sign. */
static bool sign_neighbours(tacit_network_arcs *f, uint32_t u, const int *both, uint32_t *queue,
                            size_t *n)
{
    const uint32_t outside = (uint32_t)f->n - 1;
    for (size_t t = f->first[u]; t < f->first[u + 1]; t++) {
        const uint32_t w = tacit_network_arcs_far(f, f->arc[t]);
        const int asked = -f->sign[u] * both[f->arc[t] / 2];
        if (w == outside || f->sign[w] == asked)
            continue;
        if (f->sign[w] != 0)
            return false;
        f->sign[w] = asked;
        queue[(*n)++] = w;
    }
    return true;
}

/* Give rows signs such that the two entries of each column, whose product is `both`, have opposite
 * ones; the outside has no row, and takes what is asked of it. */
static bool find_signs(tacit_network_arcs *f, const int *both, uint32_t *queue)
{
    for (uint32_t v = 0; v + 1 < f->n; v++) {
        size_t done = 0, n = 0;
        if (f->sign[v] != 0)
            continue;
        f->sign[v] = 1;
        queue[n++] = v;
        while (done < n)
            if (!sign_neighbours(f, queue[done++], both, queue, &n))
                return false;
    }
    return true;
}

/* Turn arcs so that y enters at the head: there its signed entry is 1. */
static void turn_arcs(tacit_network_arcs *f, const int *one)
{
    const uint32_t outside = (uint32_t)f->n - 1;
    for (size_t j = 0; j < f->m; j++)
        if (f->head[j] != outside && f->sign[f->head[j]] * one[j] < 0) {
            const uint32_t v = f->head[j];
            f->head[j] = f->tail[j];
            f->tail[j] = v;
        }
}

static tacit_status take_room(tacit_ctx *cx, tacit_network_arcs *f)
{
    TACIT_TRY(tacit_scratch(cx, f->m, sizeof *f->tail, &f->tail));
    TACIT_TRY(tacit_scratch(cx, f->m, sizeof *f->head, &f->head));
    TACIT_TRY(tacit_scratch(cx, f->n, sizeof *f->sign, &f->sign));
    TACIT_TRY(tacit_scratch(cx, f->n + 1, sizeof *f->first, &f->first));
    return tacit_scratch(cx, 2 * f->m, sizeof *f->arc, &f->arc);
}

tacit_status tacit_network_arcs_find(tacit_ctx *cx, const tacit_sparse *a, tacit_network_arcs *out,
                                     bool *are)
{
    int *one = NULL, *both = NULL;
    uint32_t *queue = NULL;
    *out = (tacit_network_arcs){ .n = a->n_rows + 1, .m = a->n_columns };
    *are = a->start[a->n_rows] <= 2 * a->n_columns;
    if (!*are)
        return TACIT_OK;
    TACIT_TRY(take_room(cx, out));
    TACIT_TRY(tacit_scratch(cx, out->m, sizeof *one, &one));
    TACIT_TRY(tacit_scratch(cx, out->m, sizeof *both, &both));
    TACIT_TRY(tacit_scratch(cx, out->n, sizeof *queue, &queue));
    *are = note_ends(a, out, one, both);
    if (!*are)
        return TACIT_OK;
    list_arcs(out);
    *are = find_signs(out, both, queue);
    if (!*are)
        return TACIT_OK;
    turn_arcs(out, one);
    for (size_t v = 0; v <= out->n; v++)
        out->first[v] = 0;
    list_arcs(out);
    return TACIT_OK;
}
