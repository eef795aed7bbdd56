/*
 * small_counts.c - small-count rounding (Langsrud and Heldal 2018).
 *
 * Leaves below the base become 0 or the base, all others stay as they are, and totals are added up
 * again: additive by construction.  Which leaves go up is chosen so that all cells together change
 * least.  With the values of large leaves taken away the table is one of small leaves, and that is
 * rounded to multiples of the base by annealing (anneal.c); each total changes by what its small
 * leaves change.  Langsrud and Heldal choose greedily, by the squares of what totals are off.
 *
 * Cost: that of annealing.
 */
#include "tabular/protection/round/round.h"

/* The temperature at which annealing begins, in bases. */
static const double HOT = 2;

/* The table of the small leaves alone. */
static tacit_status take_small(tacit_ctx *cx, const tacit_system *s, const tacit_leaves *l,
                               double base, tacit_system *out, bool **may)
{
    *out = *s;
    TACIT_TRY(tacit_scratch(cx, s->n_cells, sizeof *out->cell, &out->cell));
    TACIT_TRY(tacit_scratch(cx, l->n, sizeof **may, may));
    for (size_t i = 0; i < s->n_cells; i++) {
        out->cell[i] = s->cell[i];
        out->cell[i].value = 0;
    }
    for (size_t k = 0; k < l->n; k++) {
        const double a = s->cell[l->cell[k]].value;
        (*may)[k] = a > 0 && a < base;
        for (size_t e = l->first[k]; (*may)[k] && e < l->first[k + 1]; e++)
            out->cell[l->in[e]].value += a;
    }
    return TACIT_OK;
}

tacit_status tacit_round_small_counts(tacit_ctx *cx, tacit_system *s, const tacit_rounding *r,
                                      const tacit_rng *rng)
{
    tacit_leaves leaves = { 0 };
    tacit_system small = { 0 };
    tacit_rounding own = { 0 };
    bool *may = NULL;
    TACIT_TRY(tacit_leaves_find(cx, s, &leaves));
    if (!leaves.adds_up)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "Small counts can be rounded only where all tables have their inner "
                          "cells in common; use 'how: controlled'.");
    TACIT_TRY(take_small(cx, s, &leaves, r->base, &small, &may));
    TACIT_TRY(tacit_rounding_new(cx, &small, r->base, &own));
    own.end = r->end;
    tacit_round_start(&own, &leaves, rng);
    const tacit_round_search how = {
        .leaves = &leaves, .may = may, .hot = HOT, .sweeps = tacit_round_sweeps(&leaves)
    };
    TACIT_TRY(tacit_round_anneal(cx, &own, &how, rng));
    for (size_t i = 0; i < s->n_cells; i++)
        s->cell[i].shown = s->cell[i].value - own.r[i] + r->base * own.t[i];
    return TACIT_OK;
}
