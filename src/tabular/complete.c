/*
 * complete.c - values for cells of which nobody knows them.  Linear programs as in a proof.
 */
#include "tabular/complete.h"

#include <math.h>

#include "tabular/proof.h"

/* Give the values that are not there some that agree with all others. */
static tacit_status find_values(tacit_ctx *cx, tacit_system *s, double bound)
{
    tacit_system own = *s;
    const tacit_published published = { &own, bound };
    tacit_proofs all = { 0 };
    TACIT_TRY(tacit_scratch(cx, s->n_cells, sizeof *own.cell, &own.cell));
    own.changed = false;
    for (size_t i = 0; i < s->n_cells; i++) {
        own.cell[i] = s->cell[i];
        own.cell[i].status = s->unknown[i] ? TACIT_CELL_SECONDARY : TACIT_CELL_SAFE;
        own.cell[i].low = s->cell[i].low < 0 ? -1 : 0;
    }
    if (!tacit_proof_adds_up(&published))
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "What is published does not add up: a total is not the sum of its "
                          "parts.");
    const tacit_status status = tacit_proof_find(cx, &published, &all);
    for (size_t q = 0; status == TACIT_OK && q < all.n; q++)
        for (size_t j = 0; j < all.part[q].n; j++) {
            tacit_cell *c = &s->cell[all.part[q].cell[j]];
            c->value = c->unit * (double)all.part[q].table[j];
        }
    tacit_proof_free(&all);
    return status;
}

/* What readers know of values that are not there: less than of others. */
static void set_bounds(tacit_system *s, double bound)
{
    double all = 0;
    for (size_t i = 0; i < s->n_cells; i++)
        all += s->unknown[i] ? 0 : fabs(s->cell[i].value);
    for (size_t i = 0; i < s->n_cells; i++) {
        tacit_cell *c = &s->cell[i];
        const double far = bound > 0 ? bound : 2 * all + 10 * c->unit;
        if (!s->unknown[i])
            continue;
        c->low = c->low < 0 ? fmin(-far, c->value) : 0;
        c->high = fmax(far, c->value);
    }
}

tacit_status tacit_system_complete(tacit_ctx *cx, tacit_system *s, double bound)
{
    const size_t mark = tacit_scratch_mark(cx);
    bool any = false;
    for (size_t i = 0; s->unknown != NULL && i < s->n_cells; i++)
        any = any || s->unknown[i];
    if (!any)
        return TACIT_OK;
    TACIT_TRY(find_values(cx, s, bound));
    set_bounds(s, bound);
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}
