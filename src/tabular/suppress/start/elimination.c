/*
 * elimination.c - what may be published without telling a sensitive cell exactly.
 *
 * Cells are sums of inner ones, so vectors over these.  From the dearest on, a cell is published
 * unless some sensitive cell would then be a combination of what is: unless, modulo what is
 * published, its vector is a multiple of that of a sensitive cell.  One place of the vector of each
 * published cell is eliminated from all others (Langsrud 2024, Secondary cell suppression by
 * Gaussian elimination: an algorithm suitable for handling issues with zeros and singletons, LNCS
 * 14915; the place that stands in the fewest vectors, so that these stay short).  Numbers are
 * residues modulo a prime (vector.h), which never overflow.
 *
 * This keeps values from being computed, not from being known closely, and does not see that counts
 * cannot be negative: what is lacking is mended.  Cost: about O(entries * the depth of all
 * hierarchies multiplied).
 */
#include <math.h>

#include "base/memory.h"
#include "base/sort.h"
#include "tabular/suppress/start/start.h"
#include "tabular/suppress/start/totals.h"
#include "tabular/suppress/start/vector.h"

typedef struct solving {
    tacit_hiding *h;
    double *point;
    tacit_vector *vector; /* of a cell; of those that are done, empty */
    tacit_vector room, relation;
    /* The vectors that have, or had, an entry at a place, as chains. */
    uint32_t *first; /* of a place, from 1; 0: none */
    uint32_t *length;
    uint32_t *next, *cell;
    size_t n_links, links_room;
} solving;

/* ---- vectors of cells ---- */

/* Add the vectors of the cells of equation `r`, but that of `but`, each times its weight and
 * `sign`.
 */
static tacit_status add_cells(tacit_ctx *cx, solving *w, size_t r, uint32_t but, int sign,
                              tacit_vector *v)
{
    const tacit_system *s = w->h->s;
    for (size_t e = s->first[r]; e < s->first[r + 1]; e++)
        if (s->term[e].at != but)
            TACIT_TRY(tacit_vector_add(cx, v,
                                       tacit_residue(sign * llround((double)s->term[e].weight)),
                                       &w->vector[s->term[e].at], &w->room));
    return TACIT_OK;
}

/* The vector of cell `i`: the sum of its parts by the first equation that it is the total of, which
 * is `used`; of an inner cell itself. */
static tacit_status fill_vector(tacit_ctx *cx, solving *w, const tacit_totals *totals, uint32_t i,
                                bool *used)
{
    const tacit_system *s = w->h->s;
    if (totals->first_of[i] == totals->first_of[i + 1])
        return tacit_vector_append(cx, &w->vector[i], i, 1);
    const uint32_t r = totals->of[totals->first_of[i]];
    size_t e = s->first[r];
    while (s->term[e].at != i)
        e++;
    used[r] = true;
    return add_cells(cx, w, r, i, s->term[e].weight < 0 ? 1 : -1, &w->vector[i]);
}

/* From the bottom up; cells that stand in circles count as inner ones. */
static tacit_status fill_vectors(tacit_ctx *cx, solving *w, bool *used)
{
    const size_t n = w->h->s->n_cells;
    tacit_totals totals = { 0 };
    bool *ordered = NULL;
    TACIT_TRY(tacit_totals_find(cx, w->h->s, &totals));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *ordered, &ordered));
    for (size_t c = 0; c < totals.n; c++)
        ordered[totals.order[c]] = true;
    for (uint32_t i = 0; i < n; i++)
        if (!ordered[i])
            TACIT_TRY(tacit_vector_append(cx, &w->vector[i], i, 1));
    for (size_t c = totals.n; c-- > 0;)
        TACIT_TRY(fill_vector(cx, w, &totals, totals.order[c], used));
    return TACIT_OK;
}

/* ---- elimination ---- */

static tacit_status add_link(tacit_ctx *cx, solving *w, uint32_t place, uint32_t cell)
{
    if (w->n_links + 1 >= w->links_room) {
        w->links_room = 2 * w->links_room + 1024;
        TACIT_TRY(tacit_grow(cx, w->links_room, sizeof *w->next, &w->next));
        TACIT_TRY(tacit_grow(cx, w->links_room, sizeof *w->cell, &w->cell));
    }
    w->n_links++;
    w->next[w->n_links] = w->first[place];
    w->cell[w->n_links] = cell;
    w->first[place] = (uint32_t)w->n_links;
    w->length[place]++;
    return TACIT_OK;
}

static tacit_status link_all(tacit_ctx *cx, solving *w)
{
    for (uint32_t i = 0; i < w->h->s->n_cells; i++)
        for (size_t t = 0; t < w->vector[i].n; t++)
            TACIT_TRY(add_link(cx, w, w->vector[i].place[t], i));
    return TACIT_OK;
}

/* The place of `v` with the fewest vectors. */
static uint32_t find_pivot(const solving *w, const tacit_vector *v)
{
    uint32_t best = v->place[0];
    for (size_t t = 1; t < v->n; t++)
        best = w->length[v->place[t]] < w->length[best] ? v->place[t] : best;
    return best;
}

/* Take from the vector of cell `i`, which has `there` at a place of `v`, what makes it 0 there. */
static tacit_status reduce(tacit_ctx *cx, solving *w, uint32_t i, uint64_t times,
                           const tacit_vector *v)
{
    for (size_t t = 0; t < v->n; t++)
        if (tacit_vector_at(&w->vector[i], v->place[t]) == 0)
            TACIT_TRY(add_link(cx, w, v->place[t], i));
    return tacit_vector_add(cx, &w->vector[i], times, v, &w->room);
}

/* `v`, which is no cell's any more, is known: eliminate it from all vectors. */
static tacit_status know(tacit_ctx *cx, solving *w, const tacit_vector *v)
{
    if (v->n == 0)
        return TACIT_OK;
    const uint32_t pivot = find_pivot(w, v);
    const uint64_t value = tacit_vector_at(v, pivot);
    for (uint32_t at = w->first[pivot]; at > 0; at = w->next[at]) {
        const uint32_t i = w->cell[at];
        const uint64_t there = tacit_vector_at(&w->vector[i], pivot);
        if (there != 0)
            TACIT_TRY(reduce(cx, w, i, tacit_residue_minus(tacit_residue_ratio(there, value)), v));
    }
    w->first[pivot] = 0;
    return tacit_tick(cx, 0, 0);
}

/* Whether publishing cell `i` would tell a sensitive one. */
static bool tells(const solving *w, uint32_t i)
{
    const tacit_vector *v = &w->vector[i];
    if (v->n == 0)
        return false;
    for (uint32_t at = w->first[find_pivot(w, v)]; at > 0; at = w->next[at]) {
        const uint32_t k = w->cell[at];
        if (w->h->s->cell[k].status == TACIT_CELL_PRIMARY &&
            tacit_vector_is_multiple(v, &w->vector[k]))
            return true;
    }
    return false;
}

static tacit_status publish(tacit_ctx *cx, solving *w, uint32_t i)
{
    tacit_vector v = w->vector[i];
    w->vector[i] = (tacit_vector){ 0 };
    const tacit_status status = know(cx, w, &v);
    tacit_vector_free(&v);
    return status;
}

/* What is known before a choice is made: all other equations, and cells that are published
 * anyhow; cells that are hidden anyhow are never published. */
static tacit_status know_before(tacit_ctx *cx, solving *w, const bool *used)
{
    const tacit_system *s = w->h->s;
    for (size_t r = 0; r < s->n_equations; r++) {
        if (used[r])
            continue;
        w->relation.n = 0;
        TACIT_TRY(add_cells(cx, w, r, UINT32_MAX, 1, &w->relation));
        TACIT_TRY(know(cx, w, &w->relation));
    }
    for (uint32_t i = 0; i < s->n_cells; i++)
        if (s->cell[i].status == TACIT_CELL_KEPT)
            TACIT_TRY(publish(cx, w, i));
        else if (s->cell[i].status == TACIT_CELL_HIDDEN)
            tacit_vector_free(&w->vector[i]);
    return TACIT_OK;
}

static bool is_dearer(const void *user, uint32_t a, uint32_t b)
{
    const tacit_hiding *h = user;
    return h->cost[a] >= h->cost[b];
}

static tacit_status choose(tacit_ctx *cx, solving *w)
{
    uint32_t *order = NULL;
    TACIT_TRY(tacit_sort_by(cx, w->h->n, is_dearer, w->h, &order));
    for (size_t c = 0; c < w->h->n && !tacit_hiding_is_over(cx, w->h); c++) {
        const uint32_t i = w->h->cell[order[c]];
        if (tells(w, i)) {
            w->point[order[c]] = 1;
            tacit_vector_free(&w->vector[i]);
        } else {
            TACIT_TRY(publish(cx, w, i));
        }
    }
    return TACIT_OK;
}

static tacit_status solve(tacit_ctx *cx, solving *w)
{
    const tacit_system *s = w->h->s;
    bool *used = NULL;
    TACIT_TRY(tacit_scratch(cx, s->n_equations, sizeof *used, &used));
    TACIT_TRY(tacit_scratch(cx, s->n_cells, sizeof *w->first, &w->first));
    TACIT_TRY(tacit_scratch(cx, s->n_cells, sizeof *w->length, &w->length));
    TACIT_TRY(fill_vectors(cx, w, used));
    TACIT_TRY(link_all(cx, w));
    TACIT_TRY(know_before(cx, w, used));
    return choose(cx, w);
}

tacit_status tacit_hiding_elimination(tacit_ctx *cx, tacit_hiding *h, double *point)
{
    solving w = { .h = h, .point = point };
    TACIT_TRY(tacit_scratch(cx, h->s->n_cells, sizeof *w.vector, &w.vector));
    const tacit_status status = solve(cx, &w);
    for (size_t i = 0; i < h->s->n_cells; i++)
        tacit_vector_free(&w.vector[i]);
    tacit_vector_free(&w.room);
    tacit_vector_free(&w.relation);
    tacit_free(w.next);
    tacit_free(w.cell);
    return status;
}
