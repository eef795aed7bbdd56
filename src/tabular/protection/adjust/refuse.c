/*
 * refuse.c - why a table cannot be adjusted, by the name of a cell.
 *
 * A cell that cannot reach its level either way though all others go wherever their bounds let them
 * is the proof that no adjusted table exists.  Where each could alone but not all together, or
 * where time was over, the message says that.
 */
#include "solve/reach.h"
#include "tabular/protection/adjust/adjust.h"

/* Larger tables, and more cells of one, are not asked for a proof. */
enum { MOST_CELLS = 5000, MOST_ASKED = 50 };

static const double NEAR = 1e-6;

/* The equations of the system as a matrix, and bounds of changes around 0. */
static tacit_status take_system(tacit_ctx *cx, const tacit_adjusting *a, tacit_sparse *out,
                                double **low)
{
    const tacit_system *s = a->system;
    const size_t terms = s->first[s->n_equations];
    uint32_t *column = NULL;
    double *value = NULL;
    TACIT_TRY(tacit_scratch(cx, terms, sizeof *column, &column));
    TACIT_TRY(tacit_scratch(cx, terms, sizeof *value, &value));
    TACIT_TRY(tacit_scratch(cx, s->n_cells, sizeof **low, low));
    for (size_t e = 0; e < terms; e++) {
        column[e] = s->term[e].at;
        value[e] = (double)s->term[e].weight;
    }
    for (size_t i = 0; i < s->n_cells; i++)
        (*low)[i] = -a->down[i];
    *out = (tacit_sparse){ s->n_equations, s->n_cells, s->first, column, value };
    return TACIT_OK;
}

/* Whether sensitive cell k can reach a level, if all others help. */
static tacit_status can_move(tacit_ctx *cx, const tacit_adjusting *a, tacit_reach *r, size_t k,
                             bool *can)
{
    double up = 0, down = 0;
    TACIT_TRY(tacit_reach_push(cx, r, a->cell[k], 1, a->upper[k], &up));
    TACIT_TRY(tacit_reach_push(cx, r, a->cell[k], -1, a->lower[k], &down));
    *can = up >= a->upper[k] * (1 - NEAR) || down >= a->lower[k] * (1 - NEAR);
    return TACIT_OK;
}

/* The first of the cells that fall short which can reach no level; n if none was found. */
static tacit_status find_stuck(tacit_ctx *cx, const tacit_adjusting *a, size_t *stuck)
{
    tacit_sparse equations = { 0 };
    double *low = NULL;
    tacit_reach *r = NULL;
    size_t asked = 0;
    *stuck = a->n;
    if (a->system->n_cells > MOST_CELLS)
        return TACIT_OK;
    TACIT_TRY(take_system(cx, a, &equations, &low));
    TACIT_TRY(tacit_reach_new(cx, &equations, low, a->up, &r));
    tacit_status status = TACIT_OK;
    for (size_t k = 0; k < a->n && asked < MOST_ASKED && *stuck == a->n; k++) {
        bool can = true;
        if (!(tacit_adjusting_short(a, k) > 0))
            continue;
        asked++;
        status = can_move(cx, a, r, k, &can);
        if (status != TACIT_OK)
            break;
        *stuck = can ? a->n : k;
    }
    tacit_reach_free(r);
    return status;
}

tacit_status tacit_adjusting_refuse(tacit_ctx *cx, const tacit_adjusting *a, size_t k)
{
    char *name = NULL;
    size_t stuck = a->n;
    const bool over = tacit_adjusting_now() >= a->end;
    TACIT_TRY(find_stuck(cx, a, &stuck));
    TACIT_TRY(tacit_system_name(cx, a->system, a->cell[stuck < a->n ? stuck : k], &name));
    if (stuck < a->n)
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "Nothing makes room for %s: it cannot be changed by its protection level "
                          "within the bounds of the others.",
                          name);
    if (over)
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "Time was over before all cells were changed by their protection "
                          "levels: %s is not; give more 'seconds'.",
                          name);
    return tacit_fail(cx, TACIT_ERR_DATA,
                      "No table was found in which all sensitive cells are changed by their "
                      "protection levels: %s is not; widen the bounds of the others.",
                      name);
}
