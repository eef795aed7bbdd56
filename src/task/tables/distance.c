/*
 * distance.c - costs by distance: cells near a sensitive one are suppressed rather than others.
 *
 * Two cells of a table are as far apart as the sum over its dimensions of the steps between their
 * codes in order (tau-Argus 4.2).  The cost of a cell is its distance from the nearest sensitive
 * one of its cube, found from all of these at once, step by step: O(cells * dimensions).
 */
#include <math.h>

#include "plan/cells.h"
#include "task/tables/judge.h"

/* Cells in the order in which they are reached. */
typedef struct wave {
    const tacit_cube *c;
    uint32_t *steps; /* of a cell; UINT32_MAX: not reached */
    uint32_t *queue;
    size_t n;
} wave;

static void reach(wave *w, size_t cell, uint32_t steps)
{
    if (w->steps[cell] != UINT32_MAX)
        return;
    w->steps[cell] = steps;
    w->queue[w->n++] = (uint32_t)cell;
}

/* The cells one step from `i` in dimension `d`, where the cube has them. */
static void spread(wave *w, size_t i, size_t d)
{
    const tacit_cube *c = w->c;
    const uint32_t node = tacit_cube_node(c, i, d);
    for (int way = -1; way <= 1; way += 2) {
        if ((way < 0 && node == 0) || (way > 0 && node + 1 == c->dimension[d].nodes))
            continue;
        const size_t next =
            tacit_cube_find_key(c, way < 0 ? c->key[i] - c->stride[d] : c->key[i] + c->stride[d]);
        if (next < c->n_cells)
            reach(w, next, w->steps[i] + 1);
    }
}

static tacit_status measure(tacit_ctx *cx, const tacit_judging *j, size_t g)
{
    const size_t mark = tacit_scratch_mark(cx);
    wave w = { .c = &j->t->cube[g] };
    tacit_cell *cell = j->t->system->cell + w.c->first;
    const double lambda = tacit_arg_real(&j->first[g]->args, TACIT_TABLE_LAMBDA);
    TACIT_TRY(tacit_scratch(cx, w.c->n_cells, sizeof *w.steps, &w.steps));
    TACIT_TRY(tacit_scratch(cx, w.c->n_cells, sizeof *w.queue, &w.queue));
    for (size_t i = 0; i < w.c->n_cells; i++)
        w.steps[i] = UINT32_MAX;
    for (size_t i = 0; i < w.c->n_cells; i++)
        if (cell[i].status == TACIT_CELL_PRIMARY)
            reach(&w, i, 0);
    for (size_t k = 0; k < w.n; k++)
        for (size_t d = 0; d < w.c->n_dimensions; d++)
            spread(&w, w.queue[k], d);
    for (size_t k = 0; k < w.n; k++) {
        const double steps = fmax(w.steps[w.queue[k]], 1);
        cell[w.queue[k]].cost = lambda > 0 ? pow(steps, lambda) : log(steps + 1);
    }
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

tacit_status tacit_judge_distances(tacit_ctx *cx, const tacit_judging *j)
{
    for (size_t g = 0; g < j->t->n_cubes; g++)
        if (tacit_plan_cost(j->first[g]) == TACIT_COST_DISTANCE)
            TACIT_TRY(measure(cx, j, g));
    return TACIT_OK;
}
