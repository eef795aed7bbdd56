/*
 * divide.c - a large table, place by place.
 *
 * Equations with a sensitive cell in common belong together, and so do those with a cell in common
 * that is worth hiding, cheapest first, as long as a place stays small (union-find).  Each place is
 * a table of its own, with all cells of its equations, and the search for its cheapest pattern
 * takes a share of the time.  All patterns together are one for the whole table where no place
 * hides a cell that others have, too; else they are mended.
 *
 * Readers of a place know fewer equations than those of the table, so that a pattern of the table
 * protects every place, too: what places must cost at least adds up to a bound, a cell that stands
 * in several having a part of its cost in each.  O(terms + what the places take).
 */
#include <math.h>

#include "base/sort.h"
#include "tabular/suppress/search.h"

/* Equations of a place at most, if sensitive cells do not join more. */
enum { MOST_EQUATIONS = 1000 };

static const uint32_t NONE = UINT32_MAX;

/* The share of the time left that the places take. */
static const double SHARE = 0.93;

typedef struct places {
    tacit_hiding *h;
    double *point;
    uint32_t *up;    /* of an equation: a step to the first of its place */
    uint32_t *size;  /* of a first equation: how many its place has */
    uint32_t *held;  /* of a first equation: sensitive cells */
    uint32_t *times; /* of a cell: places that it stands in */
    uint32_t *place; /* of a cell in the place at hand, NONE else */
    uint32_t *row;   /* equations by place */
    size_t *first;   /* of a place, in `row` */
    size_t n;
    double bound;
} places;

/* ---- what belongs together ---- */

static uint32_t find_root(uint32_t *up, uint32_t r)
{
    while (up[r] != r) {
        up[r] = up[up[r]];
        r = up[r];
    }
    return r;
}

/* Join the equations of cell `i`, unless that makes more than `most` of them. */
static void join(places *w, uint32_t i, size_t most)
{
    const tacit_system *s = w->h->s;
    const size_t from = s->first_of[i], to = s->first_of[i + 1];
    for (size_t t = from + 1; t < to; t++) {
        const uint32_t a = find_root(w->up, s->in[from].at), b = find_root(w->up, s->in[t].at);
        if (a == b || w->size[a] + w->size[b] > most)
            continue;
        w->up[b] = a;
        w->size[a] += w->size[b];
    }
}

static bool is_liked(const void *user, uint32_t a, uint32_t b)
{
    const tacit_hiding *h = user;
    return h->lax.reduced[a] <= h->lax.reduced[b];
}

static tacit_status join_all(tacit_ctx *cx, places *w)
{
    const tacit_hiding *h = w->h;
    uint32_t *order = NULL;
    for (uint32_t r = 0; r < h->s->n_equations; r++) {
        w->up[r] = r;
        w->size[r] = 1;
    }
    for (uint32_t i = 0; i < h->s->n_cells; i++)
        if (h->s->cell[i].status == TACIT_CELL_PRIMARY || h->s->cell[i].status == TACIT_CELL_HIDDEN)
            join(w, i, SIZE_MAX);
    TACIT_TRY(tacit_sort_by(cx, h->n, is_liked, h, &order));
    for (size_t c = 0; c < h->n; c++)
        join(w, h->cell[order[c]], MOST_EQUATIONS);
    return TACIT_OK;
}

/* List the equations of each place that has sensitive cells; `held` becomes its number, from 1. */
static tacit_status list_places(tacit_ctx *cx, places *w)
{
    const tacit_system *s = w->h->s;
    for (uint32_t i = 0; i < s->n_cells; i++)
        if (s->cell[i].status == TACIT_CELL_PRIMARY && s->first_of[i] < s->first_of[i + 1])
            w->held[find_root(w->up, s->in[s->first_of[i]].at)] = 1;
    for (uint32_t r = 0; r < s->n_equations; r++)
        if (find_root(w->up, r) == r && w->held[r] > 0)
            w->held[r] = (uint32_t)++w->n;
    TACIT_TRY(tacit_scratch(cx, w->n + 2, sizeof *w->first, &w->first));
    for (uint32_t r = 0; r < s->n_equations; r++)
        w->first[w->held[find_root(w->up, r)]]++;
    for (size_t p = 1; p <= w->n + 1; p++)
        w->first[p] += w->first[p - 1];
    for (uint32_t r = (uint32_t)s->n_equations; r-- > 0;)
        w->row[--w->first[w->held[find_root(w->up, r)]]] = r;
    return TACIT_OK;
}

/* Count place `p` for the cells of equation `r`, once each. */
static void count_row(places *w, size_t p, uint32_t r)
{
    const tacit_system *s = w->h->s;
    for (size_t e = s->first[r]; e < s->first[r + 1]; e++) {
        const uint32_t i = s->term[e].at;
        w->times[i] += w->place[i] != p;
        w->place[i] = (uint32_t)p;
    }
}

/* How many places each cell stands in. */
static void count_times(places *w)
{
    for (size_t p = 1; p <= w->n; p++)
        for (size_t c = w->first[p]; c < w->first[p + 1]; c++)
            count_row(w, p, w->row[c]);
}

/* ---- a place ---- */

/* A place as a table: the number of each of its cells in the whole. */
typedef struct spot {
    const tacit_system *whole;
    tacit_system *s;
    uint32_t *cell;
    size_t n, n_primary;
} spot;

static tacit_status name_cell(tacit_ctx *cx, const void *user, size_t cell, char **out)
{
    const spot *place = user;
    return tacit_system_name(cx, place->whole, place->cell[cell], out);
}

/* Number the cells of place `p`; `*terms` says how many terms its equations have. */
static tacit_status number_cells(tacit_ctx *cx, places *w, size_t p, spot *out, size_t *terms)
{
    const tacit_system *s = w->h->s;
    *terms = 0;
    for (size_t c = w->first[p]; c < w->first[p + 1]; c++)
        *terms += s->first[w->row[c] + 1] - s->first[w->row[c]];
    TACIT_TRY(tacit_scratch(cx, *terms, sizeof *out->cell, &out->cell));
    for (size_t i = 0; i < s->n_cells; i++)
        w->place[i] = NONE;
    for (size_t c = w->first[p]; c < w->first[p + 1]; c++)
        for (size_t e = s->first[w->row[c]]; e < s->first[w->row[c] + 1]; e++) {
            const uint32_t i = s->term[e].at;
            if (w->place[i] != NONE)
                continue;
            w->place[i] = (uint32_t)out->n;
            out->cell[out->n++] = i;
            out->n_primary += s->cell[i].status == TACIT_CELL_PRIMARY;
        }
    return TACIT_OK;
}

static tacit_status make_spot(tacit_ctx *cx, places *w, size_t p, spot *out)
{
    const tacit_system *s = w->h->s;
    size_t terms = 0, r = 0;
    TACIT_TRY(number_cells(cx, w, p, out, &terms));
    TACIT_TRY(tacit_system_new(cx, out->n, w->first[p + 1] - w->first[p], terms, &out->s));
    for (size_t j = 0; j < out->n; j++) {
        out->s->cell[j] = s->cell[out->cell[j]];
        out->s->cell[j].cost /= w->times[out->cell[j]];
    }
    for (size_t c = w->first[p]; c < w->first[p + 1]; c++) {
        size_t at = out->s->first[r];
        for (size_t e = s->first[w->row[c]]; e < s->first[w->row[c] + 1]; e++)
            out->s->term[at++] = (tacit_cell_term){ w->place[s->term[e].at], s->term[e].weight };
        out->s->first[++r] = at;
    }
    out->s->insiders = s->insiders;
    out->s->together = s->together;
    out->s->name = name_cell;
    out->s->name_user = out;
    return tacit_system_close(cx, out->s);
}

/* Whether all equations of cell `j` of a place are its own. */
static bool is_inside(const spot *place, uint32_t j)
{
    const uint32_t i = place->cell[j];
    return place->s->first_of[j + 1] - place->s->first_of[j] ==
           place->whole->first_of[i + 1] - place->whole->first_of[i];
}

/* Take over a proof that holds in the whole table. */
static tacit_status take_proof(tacit_ctx *cx, const spot *place, const tacit_hiding_proof *from,
                               tacit_hiding_proof *to)
{
    for (size_t t = 0; t < from->n; t++)
        if (!is_inside(place, from->cell[t]))
            return TACIT_OK;
    TACIT_TRY(tacit_hiding_proof_keep(cx, to, from->cell, from->move, from->n));
    for (size_t t = 0; t < to->n; t++)
        to->cell[t] = place->cell[to->cell[t]];
    return TACIT_OK;
}

/* Take over the pattern of a place and its proofs. */
static tacit_status take_over(tacit_ctx *cx, places *w, const spot *place, const tacit_hiding *own,
                              const double *point)
{
    for (size_t j = 0; j < own->n; j++)
        if (point[j] > 0.5)
            w->point[w->h->column[place->cell[own->cell[j]]]] = 1;
    for (size_t k = 0; k < own->proofs.n * TACIT_SIDES; k++) {
        const uint32_t i = place->cell[own->proofs.primary[k / TACIT_SIDES]];
        TACIT_TRY(take_proof(
            cx, place, &own->proofs.proof[k],
            tacit_hiding_proofs_of(&w->h->proofs, i, (tacit_claim_side)(k % TACIT_SIDES))));
    }
    return TACIT_OK;
}

/* Search place `p` for so many seconds. */
static tacit_status search_spot(tacit_ctx *cx, places *w, const spot *place, double seconds)
{
    tacit_tabular_suppressed found = { 0 };
    tacit_hiding own = { .s = place->s, .how = w->h->how };
    double *point = NULL;
    TACIT_TRY(tacit_scratch(cx, place->n, sizeof *point, &point));
    tacit_hiding_give_time(&own, seconds);
    tacit_status status = tacit_hiding_find(cx, &own, point, &found);
    if (status == TACIT_OK)
        status = take_over(cx, w, place, &own, point);
    w->bound += found.bound;
    w->h->boxed = w->h->boxed || own.boxed;
    tacit_hiding_free(&own);
    return status;
}

static tacit_status search_all(tacit_ctx *cx, places *w)
{
    const double end = w->h->end - (1 - SHARE) * (w->h->end - tacit_lp_now());
    const size_t all = w->first[w->n + 1];
    for (size_t p = 1; p <= w->n; p++) {
        const size_t mark = tacit_scratch_mark(cx);
        spot place = { .whole = w->h->s };
        tacit_status status = make_spot(cx, w, p, &place);
        const double share = (double)(w->first[p + 1] - w->first[p]) / (double)(all - w->first[p]);
        if (status == TACIT_OK)
            status = search_spot(cx, w, &place, share * fmax(end - tacit_lp_now(), 0));
        tacit_system_free(place.s);
        TACIT_TRY(status);
        tacit_scratch_release(cx, mark);
        TACIT_TRY(tacit_tick(cx, 0, 0));
    }
    return TACIT_OK;
}

static tacit_status take_room(tacit_ctx *cx, places *w)
{
    const tacit_system *s = w->h->s;
    TACIT_TRY(tacit_scratch(cx, s->n_equations, sizeof *w->up, &w->up));
    TACIT_TRY(tacit_scratch(cx, s->n_equations, sizeof *w->size, &w->size));
    TACIT_TRY(tacit_scratch(cx, s->n_equations, sizeof *w->held, &w->held));
    TACIT_TRY(tacit_scratch(cx, s->n_equations, sizeof *w->row, &w->row));
    TACIT_TRY(tacit_scratch(cx, s->n_cells, sizeof *w->times, &w->times));
    return tacit_scratch(cx, s->n_cells, sizeof *w->place, &w->place);
}

tacit_status tacit_hiding_divide(tacit_ctx *cx, tacit_hiding *h, double *point, double *bound,
                                 bool *divided)
{
    const size_t mark = tacit_scratch_mark(cx);
    places w = { .h = h, .point = point };
    TACIT_TRY(take_room(cx, &w));
    TACIT_TRY(join_all(cx, &w));
    TACIT_TRY(list_places(cx, &w));
    *divided = w.n > 1;
    if (!*divided)
        return TACIT_OK;
    count_times(&w);
    for (size_t j = 0; j < h->n; j++)
        point[j] = 0;
    TACIT_TRY(search_all(cx, &w));
    *bound = w.bound;
    TACIT_TRY(tacit_hiding_mend(cx, h, point));
    tacit_hiding_take(h, point);
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}
