/*
 * squares.c - the least sum of w d^2 for a choice of which sensitive cells go up: a projection
 * (solve/project.h).
 */
#include <math.h>

#include "solve/project.h"
#include "tabular/protection/adjust/adjust.h"

/* The equations of the system as a matrix. */
static tacit_status copy_equations(tacit_ctx *cx, const tacit_system *s, tacit_sparse *out)
{
    const size_t terms = s->first[s->n_equations];
    uint32_t *column = NULL;
    double *value = NULL;
    TACIT_TRY(tacit_scratch(cx, terms, sizeof *column, &column));
    TACIT_TRY(tacit_scratch(cx, terms, sizeof *value, &value));
    for (size_t e = 0; e < terms; e++) {
        column[e] = s->term[e].at;
        value[e] = (double)s->term[e].weight;
    }
    *out = (tacit_sparse){ s->n_equations, s->n_cells, s->first, column, value };
    return TACIT_OK;
}

tacit_status tacit_adjusting_squares(tacit_ctx *cx, tacit_adjusting *a, tacit_adjusted *out)
{
    const size_t n = a->system->n_cells;
    (void)out;
    tacit_projection problem = { .weight = a->weight };
    double *low = NULL, *high = NULL, off = 0;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *low, &low));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *high, &high));
    TACIT_TRY(copy_equations(cx, a->system, &problem.a));
    for (size_t i = 0; i < n; i++) {
        low[i] = -a->down[i];
        high[i] = a->up[i];
    }
    for (size_t k = 0; k < a->n; k++) {
        const tacit_cell *c = &a->system->cell[a->cell[k]];
        if (a->rises[k])
            low[a->cell[k]] = c->upper;
        else
            high[a->cell[k]] = -c->lower;
    }
    problem.low = low;
    problem.high = high;
    return tacit_project(cx, &problem, a->d, &off);
}
