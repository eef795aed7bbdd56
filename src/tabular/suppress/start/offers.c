/*
 * offers.c - few shown cells that, hidden together, let the hidden cells of a part move in a new
 * way.
 */
#include "tabular/suppress/start/offers.h"

#include <math.h>

#include "base/rng.h"
#include "base/sort.h"
#include "solve/kernel.h"
#include "tabular/suppress/start/vector.h"

/* Offers at most, the cheapest; sums of two that are looked at; and of those with one number. */
enum { MOST = 300, MOST_PAIRS = 30000, MOST_ALIKE = 20 };

static const uint32_t NONE = UINT32_MAX;

/* A cell, or two, by their places on the ground: cell[a] + sign * cell[b]. */
typedef struct pair {
    uint32_t a, b; /* `b` is NONE of one alone */
    int32_t sign;
    double cost;
    uint64_t value;
} pair;

typedef struct search {
    const tacit_hiding_offers_ground *on;
    uint64_t *g; /* of an equation: its weight in f */
    uint64_t *f; /* of a cell of the ground that may be hidden */
    pair *pair;
    size_t n_pairs;
    tacit_hiding_offer *offer;
    size_t n, room;
} search;

/* ---- the function ---- */

typedef struct elimination {
    tacit_vector *pivot; /* of an equation of g: 1 at its pivot */
    uint32_t *at;
    size_t n;
    tacit_vector room;
} elimination;

static tacit_status reduce(tacit_ctx *cx, elimination *e, tacit_vector *v)
{
    for (size_t k = 0; k < e->n; k++) {
        const uint64_t by = tacit_vector_at(v, e->at[k]);
        if (by != 0)
            TACIT_TRY(tacit_vector_add(cx, v, tacit_residue_minus(by), &e->pivot[k], &e->room));
    }
    return TACIT_OK;
}

/* One more equation, sum over the equations of cell `i` of weight times g = 0. */
static tacit_status add_cell(tacit_ctx *cx, elimination *e, const tacit_system *s, uint32_t i)
{
    tacit_vector *v = &e->pivot[e->n];
    for (size_t t = s->first_of[i]; t < s->first_of[i + 1]; t++)
        TACIT_TRY(tacit_vector_append(cx, v, s->in[t].at, tacit_residue((int64_t)s->in[t].weight)));
    TACIT_TRY(reduce(cx, e, v));
    if (v->n == 0)
        return TACIT_OK;
    const uint64_t first = v->value[0];
    for (size_t k = 0; k < v->n; k++)
        v->value[k] = tacit_residue_ratio(v->value[k], first);
    e->at[e->n++] = v->place[0];
    return TACIT_OK;
}

/* Weights that make f 0 on all hidden cells: those of pivots follow from the others. */
static tacit_status weigh(tacit_ctx *cx, search *w, elimination *e)
{
    const tacit_hiding_offers_ground *on = w->on;
    tacit_rng rng = tacit_rng_seed(1);
    for (size_t j = 0; j < on->inner; j++)
        TACIT_TRY(add_cell(cx, e, on->s, on->cell[j]));
    for (size_t r = 0; r < on->m; r++)
        w->g[on->row[r]] = tacit_residue((int64_t)(tacit_rng_bits(&rng) >> 4));
    for (size_t k = e->n; k-- > 0;) {
        uint64_t sum = 0;
        for (size_t t = 1; t < e->pivot[k].n; t++)
            sum = tacit_residue_sum(
                sum, tacit_residue_product(e->pivot[k].value[t], w->g[e->pivot[k].place[t]]));
        w->g[e->at[k]] = tacit_residue_minus(sum);
    }
    return TACIT_OK;
}

static void value_cells(search *w)
{
    const tacit_system *s = w->on->s;
    for (size_t j = w->on->inner; j < w->on->n; j++) {
        const uint32_t i = w->on->cell[j];
        for (size_t t = s->first_of[i]; t < s->first_of[i + 1]; t++)
            w->f[j] = tacit_residue_sum(
                w->f[j],
                tacit_residue_product(tacit_residue((int64_t)s->in[t].weight), w->g[s->in[t].at]));
    }
}

static tacit_status find_function(tacit_ctx *cx, search *w)
{
    const tacit_hiding_offers_ground *on = w->on;
    elimination e = { 0 };
    TACIT_TRY(tacit_scratch(cx, on->inner + 1, sizeof *e.pivot, &e.pivot));
    TACIT_TRY(tacit_scratch(cx, on->inner, sizeof *e.at, &e.at));
    TACIT_TRY(tacit_scratch(cx, on->s->n_equations, sizeof *w->g, &w->g));
    TACIT_TRY(tacit_scratch(cx, on->n, sizeof *w->f, &w->f));
    const tacit_status status = weigh(cx, w, &e);
    for (size_t k = 0; k <= on->inner; k++)
        tacit_vector_free(&e.pivot[k]);
    tacit_vector_free(&e.room);
    TACIT_TRY(status);
    value_cells(w);
    return TACIT_OK;
}

/* ---- who depends ---- */

static double cost_of(const search *w, size_t j)
{
    return w->on->s->cell[w->on->cell[j]].cost;
}

static void add_offer(search *w, const pair *p, const pair *q, int32_t sign)
{
    if (w->n == w->room)
        return;
    tacit_hiding_offer *o = &w->offer[w->n++];
    *o = (tacit_hiding_offer){ .cost = p->cost + (q == NULL ? 0 : q->cost) };
    o->cell[o->n] = p->a;
    o->sign[o->n++] = 1;
    if (p->b != NONE) {
        o->cell[o->n] = p->b;
        o->sign[o->n++] = p->sign;
    }
    if (q == NULL)
        return;
    o->cell[o->n] = q->a;
    o->sign[o->n++] = sign;
    if (q->b != NONE) {
        o->cell[o->n] = q->b;
        o->sign[o->n++] = sign * q->sign;
    }
}

static bool has(const pair *p, uint32_t j)
{
    return p->a == j || p->b == j;
}

static bool share(const pair *p, const pair *q)
{
    return has(p, q->a) || (q->b != NONE && has(p, q->b));
}

/* Cells alone, which come cheapest first. */
static void list_alone(search *w)
{
    for (uint32_t j = (uint32_t)w->on->inner; j < w->on->n; j++) {
        const pair p = { j, NONE, 1, cost_of(w, j), w->f[j] };
        if (p.value == 0)
            add_offer(w, &p, NULL, 1);
        else
            w->pair[w->n_pairs++] = p;
    }
}

/* What a pair may cost, so that there are not too many of the first `alone` cells. */
static double most_of(const search *w, size_t alone)
{
    size_t pairs = 0;
    for (size_t i = 0; i < alone; i++) {
        pairs += 2 * i;
        if (pairs > MOST_PAIRS)
            return w->pair[i].cost + w->pair[0].cost;
    }
    return HUGE_VAL;
}

/* The sum and the difference of two cells that are alone. */
static void add_pairs(search *w, const pair *p, const pair *q)
{
    for (int32_t sign = -1; sign <= 1; sign += 2) {
        const uint64_t sum =
            tacit_residue_sum(p->value, sign > 0 ? q->value : tacit_residue_minus(q->value));
        if (sum != 0)
            w->pair[w->n_pairs++] = (pair){ p->a, q->a, sign, p->cost + q->cost, sum };
    }
}

/* Cells alone, cheapest first, and then as many pairs as there may be. */
static tacit_status list_pairs(tacit_ctx *cx, search *w)
{
    const size_t n = w->on->n - w->on->inner;
    TACIT_TRY(tacit_scratch(cx, n + 2 * (size_t)MOST_PAIRS, sizeof *w->pair, &w->pair));
    list_alone(w);
    const size_t alone = w->n_pairs;
    const double most = most_of(w, alone);
    for (size_t i = 0; i < alone; i++)
        for (size_t k = 0; k < i && w->n_pairs + 2 <= alone + 2 * (size_t)MOST_PAIRS; k++) {
            if (w->pair[i].cost + w->pair[k].cost > most)
                break;
            add_pairs(w, &w->pair[i], &w->pair[k]);
        }
    return TACIT_OK;
}

static uint64_t key_of(const pair *p)
{
    const uint64_t minus = tacit_residue_minus(p->value);
    return p->value < minus ? p->value : minus;
}

/* Offers of those with one number, `key[from]` ... `key[to - 1]`, which come in the order of their
 * costs alone first. */
static void join_alike(search *w, const tacit_keyed *key, size_t from, size_t to)
{
    const size_t end = to > from + MOST_ALIKE ? from + MOST_ALIKE : to;
    for (size_t i = from; i < end; i++)
        for (size_t k = from; k < i; k++) {
            const pair *p = &w->pair[key[i].row], *q = &w->pair[key[k].row];
            if (!share(p, q))
                add_offer(w, p, q, p->value == q->value ? -1 : 1);
        }
}

static tacit_status join_pairs(tacit_ctx *cx, search *w)
{
    tacit_keyed *key = NULL;
    TACIT_TRY(tacit_scratch(cx, w->n_pairs, sizeof *key, &key));
    for (size_t i = 0; i < w->n_pairs; i++)
        key[i] = (tacit_keyed){ key_of(&w->pair[i]), i };
    TACIT_TRY(tacit_sort_keyed(cx, key, w->n_pairs));
    for (size_t from = 0, to = 0; from < w->n_pairs; from = to) {
        while (to < w->n_pairs && key[to].key == key[from].key)
            to++;
        if (to > from + 1)
            join_alike(w, key, from, to);
    }
    return TACIT_OK;
}

/* ---- how they move ---- */

static bool is_cheaper(const void *user, uint32_t a, uint32_t b)
{
    const search *w = user;
    return w->offer[a].cost <= w->offer[b].cost;
}

static tacit_status choose(tacit_ctx *cx, search *w, tacit_hiding_offers *out)
{
    uint32_t *order = NULL;
    TACIT_TRY(tacit_sort_by(cx, w->n, is_cheaper, w, &order));
    TACIT_TRY(tacit_scratch(cx, MOST, sizeof *out->offer, &out->offer));
    for (; out->n < w->n && out->n < MOST; out->n++)
        out->offer[out->n] = w->offer[order[out->n]];
    return TACIT_OK;
}

/* The move of an offer, of which `by` has the numbers of the hidden cells. */
static tacit_status take_move(tacit_ctx *cx, const search *w, tacit_hiding_offer *o,
                              const int32_t *by)
{
    tacit_hiding_step *step = &o->step;
    size_t n = o->n;
    for (size_t c = 0; c < w->on->inner; c++)
        n += by[c] != 0;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *step->cell, &step->cell));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *step->by, &step->by));
    for (size_t c = 0; c < w->on->inner; c++)
        if (by[c] != 0) {
            step->cell[step->n] = w->on->cell[c];
            step->by[step->n++] = by[c];
        }
    for (size_t k = 0; k < o->n; k++) {
        step->cell[step->n] = o->cell[k];
        step->by[step->n++] = o->sign[k];
    }
    return TACIT_OK;
}

/* The equations on their way: first how many terms each has, then the terms. */
typedef struct terms {
    const uint32_t *place; /* of an equation */
    size_t *next;          /* of a place */
    uint32_t *column;      /* NULL: they are counted */
    double *value;
} terms;

/* The terms of cell `i` as column `column`. */
static void put_cell(const search *w, terms *a, uint32_t i, uint32_t column, double sign)
{
    const tacit_system *s = w->on->s;
    for (size_t t = s->first_of[i]; t < s->first_of[i + 1]; t++) {
        const size_t at = a->next[a->place[s->in[t].at]]++;
        if (a->column != NULL) {
            a->column[at] = column;
            a->value[at] = sign * (double)s->in[t].weight;
        }
    }
}

static void put_all(const search *w, const tacit_hiding_offers *all, terms *a)
{
    for (size_t j = 0; j < w->on->inner; j++)
        put_cell(w, a, w->on->cell[j], (uint32_t)j, 1);
    for (size_t o = 0; o < all->n; o++)
        for (size_t k = 0; k < all->offer[o].n; k++)
            put_cell(w, a, all->offer[o].cell[k], (uint32_t)(w->on->inner + o),
                     all->offer[o].sign[k]);
}

/* The equations over the hidden cells, and over each offer as one column. */
static tacit_status make_rows(tacit_ctx *cx, const search *w, const tacit_hiding_offers *all,
                              tacit_sparse *out)
{
    const size_t m = w->on->m;
    size_t *start = NULL;
    uint32_t *place = NULL;
    terms a = { 0 };
    TACIT_TRY(tacit_scratch(cx, w->on->s->n_equations, sizeof *place, &place));
    TACIT_TRY(tacit_scratch(cx, m + 1, sizeof *start, &start));
    TACIT_TRY(tacit_scratch(cx, m, sizeof *a.next, &a.next));
    for (size_t r = 0; r < m; r++)
        place[w->on->row[r]] = (uint32_t)r;
    a.place = place;
    put_all(w, all, &a);
    for (size_t r = 0; r < m; r++) {
        start[r + 1] = start[r] + a.next[r];
        a.next[r] = start[r];
    }
    TACIT_TRY(tacit_scratch(cx, start[m], sizeof *a.column, &a.column));
    TACIT_TRY(tacit_scratch(cx, start[m], sizeof *a.value, &a.value));
    put_all(w, all, &a);
    *out = (tacit_sparse){ m, w->on->inner + all->n, start, a.column, a.value };
    return TACIT_OK;
}

static tacit_status find_moves(tacit_ctx *cx, const search *w, tacit_hiding_offers *out)
{
    tacit_kernel kernel = { 0 };
    tacit_sparse a = { 0 };
    int32_t **more = NULL;
    TACIT_TRY(tacit_scratch(cx, out->n, sizeof *more, &more));
    for (size_t o = 0; o < out->n; o++)
        for (size_t k = 0; k < out->offer[o].n; k++)
            out->offer[o].cell[k] = w->on->cell[out->offer[o].cell[k]];
    TACIT_TRY(make_rows(cx, w, out, &a));
    TACIT_TRY(tacit_kernel_find_more(cx, &a, w->on->inner, &kernel, more));
    for (size_t o = 0; o < out->n; o++)
        if (more[o] != NULL)
            TACIT_TRY(take_move(cx, w, &out->offer[o], more[o]));
    return TACIT_OK;
}

tacit_status tacit_hiding_offers_find(tacit_ctx *cx, const tacit_hiding_offers_ground *on,
                                      tacit_hiding_offers *out)
{
    search w = { .on = on, .room = 4 * (size_t)MOST_PAIRS };
    *out = (tacit_hiding_offers){ 0 };
    if (on->inner > TACIT_SUMS_CELLS || !tacit_hiding_sums_are_even(on->s, on->cell, on->n))
        return TACIT_OK;
    TACIT_TRY(tacit_scratch(cx, w.room, sizeof *w.offer, &w.offer));
    TACIT_TRY(find_function(cx, &w));
    TACIT_TRY(list_pairs(cx, &w));
    TACIT_TRY(join_pairs(cx, &w));
    TACIT_TRY(choose(cx, &w, out));
    return find_moves(cx, &w, out);
}
