/*
 * hypercube.c - each sensitive cell is protected by the corners of a box.
 *
 * In a table without hierarchies the 2^d cells at the corners of a box can move together, one up
 * and its neighbours down, by as much as the room of each allows.  For each hidden cell the
 * cheapest box with it as a corner is hidden whose other corners can move as far as the cell must
 * (Repsilber 1994, Preservation of confidentiality in aggregated data; Giessing and Repsilber
 * 2002, Tools and strategies to protect multiple tables with the GHQUAR cell suppression engine,
 * LNCS 2316).  What is hidden already is free.  Subtable by subtable (walk.h).
 *
 * Boxes are looked for among the places that cost least along the lines through the cell, about
 * BOXES of them.  Cost: O(hidden cells * BOXES * 2^d).
 */
#include <math.h>

#include "tabular/suppress/start/start.h"
#include "tabular/suppress/start/walk.h"

/* About how many boxes are looked at for a cell. */
enum { BOXES = 1024, MOST_PLACES = BOXES };

typedef struct corner {
    const tacit_subtable *t;
    tacit_hiding_walk *w;
    uint32_t cell;
    size_t at;                               /* its place among the cells, */
    size_t place[TACIT_SUBTABLE_DIRECTIONS]; /* and in each direction, */
    size_t step[TACIT_SUBTABLE_DIRECTIONS];  /* whose places are so far apart */
    size_t n[TACIT_SUBTABLE_DIRECTIONS];     /* places to try */
    size_t *other[TACIT_SUBTABLE_DIRECTIONS];
    double best;                              /* what the cheapest box costs */
    size_t chosen[TACIT_SUBTABLE_DIRECTIONS]; /* its far places */
} corner;

/* What hiding a cell adds; infinite if it must not be. */
static double cost_of(const tacit_hiding_walk *w, uint32_t i)
{
    if (w->h->x[i] > 0.5)
        return 0;
    return w->h->s->cell[i].status == TACIT_CELL_SAFE ? w->h->cost[w->h->column[i]] : HUGE_VAL;
}

/* The place among the cells of one corner of the box with these far places, and whether it moves
 * with the cell (1) or against it (-1): on a line, two parts move apart, a part and the total
 * together. */
static size_t corner_at(const corner *c, const size_t *far, size_t which, int *way)
{
    size_t at = c->at;
    *way = 1;
    for (size_t x = 0; x < c->t->d; x++)
        if ((which >> x & 1) != 0) {
            at += (far[x] - c->place[x]) * c->step[x];
            *way = far[x] > 0 && c->place[x] > 0 ? -*way : *way;
        }
    return at;
}

/* Whether cell `i` has room to move by as much as the cell needs. */
static bool has_room(const corner *c, uint32_t i, int way)
{
    const tacit_cell *cell = &c->w->h->s->cell[i];
    const double up = c->w->up[c->cell], down = c->w->down[c->cell];
    return cell->high - cell->value >= (way > 0 ? up : down) &&
           cell->value - cell->low >= (way > 0 ? down : up);
}

/* What a box costs; infinite if it does not do, or costs no less than the best. */
static double price_box(const corner *c, const size_t *far)
{
    double sum = 0;
    for (size_t which = 1; which < (size_t)1 << c->t->d && sum < c->best; which++) {
        int way = 0;
        const uint32_t i = c->t->cell[corner_at(c, far, which, &way)];
        sum += has_room(c, i, way) ? cost_of(c->w, i) : HUGE_VAL;
    }
    return sum < c->best ? sum : HUGE_VAL;
}

/* The places to try in direction `x`: the cheapest along the line through the cell. */
static tacit_status choose_places(tacit_ctx *cx, corner *c, size_t x, size_t most)
{
    double cost[MOST_PLACES];
    TACIT_TRY(tacit_scratch(cx, most, sizeof *c->other[x], &c->other[x]));
    for (size_t p = 0; p < c->t->size[x]; p++) {
        const uint32_t i = c->t->cell[c->at + (p - c->place[x]) * c->step[x]];
        const double price = cost_of(c->w, i);
        if (p == c->place[x] || !isfinite(price))
            continue;
        size_t at = c->n[x] < most ? c->n[x]++ : most;
        for (; at > 0 && cost[at - 1] > price; at--)
            if (at < most) {
                cost[at] = cost[at - 1];
                c->other[x][at] = c->other[x][at - 1];
            }
        if (at < most) {
            cost[at] = price;
            c->other[x][at] = p;
        }
    }
    return TACIT_OK;
}

/* Go through the boxes; the far places are counted up like digits. */
static void try_boxes(corner *c)
{
    size_t digit[TACIT_SUBTABLE_DIRECTIONS] = { 0 }, far[TACIT_SUBTABLE_DIRECTIONS];
    size_t x = 0;
    for (size_t y = 0; y < c->t->d; y++)
        if (c->n[y] == 0)
            return;
    while (x < c->t->d) {
        for (size_t y = 0; y < c->t->d; y++)
            far[y] = c->other[y][digit[y]];
        const double price = price_box(c, far);
        for (size_t y = 0; price < c->best && y < c->t->d; y++)
            c->chosen[y] = far[y];
        c->best = fmin(c->best, price);
        for (x = 0; x < c->t->d && ++digit[x] == c->n[x]; x++)
            digit[x] = 0;
    }
}

static void hide_box(const corner *c)
{
    const double up = c->w->up[c->cell], down = c->w->down[c->cell];
    for (size_t which = 1; which < (size_t)1 << c->t->d; which++) {
        int way = 0;
        const uint32_t i = c->t->cell[corner_at(c, c->chosen, which, &way)];
        tacit_hiding_walk_hide(c->w, i, way > 0 ? up : down, way > 0 ? down : up);
    }
}

static tacit_status protect(tacit_ctx *cx, tacit_hiding_walk *w, const tacit_subtable *t, size_t at)
{
    corner c = { .t = t, .w = w, .cell = t->cell[at], .at = at, .best = HUGE_VAL };
    const size_t mark = tacit_scratch_mark(cx);
    const size_t most = (size_t)fmax(floor(pow(BOXES, 1 / (double)t->d) + 1e-9), 2);
    size_t step = 1;
    for (size_t x = t->d; x-- > 0; step *= t->size[x]) {
        c.step[x] = step;
        c.place[x] = at / step % t->size[x];
        TACIT_TRY(choose_places(cx, &c, x, most));
    }
    try_boxes(&c);
    if (isfinite(c.best))
        hide_box(&c);
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

static tacit_status look_at(tacit_ctx *cx, tacit_hiding_walk *w, const tacit_subtable *t)
{
    for (size_t u = 0; u < t->n; u++)
        if (tacit_hiding_walk_needs(w, t->cell[u]))
            TACIT_TRY(protect(cx, w, t, u));
    return TACIT_OK;
}

tacit_status tacit_hiding_hypercube(tacit_ctx *cx, tacit_hiding *h, double *point)
{
    return tacit_hiding_walk_all(cx, h, look_at, point);
}
