/*
 * fall_back.c - small-count rounding where no table of multiples was found.
 *
 * Where totals follow from leaves: small_counts.c.  In linked tables without common inner cells
 * totals are reached in several ways, so that small leaves cannot be rounded and the rest be added
 * up: there a small leaf becomes 0 or the base and all other cells change by as little as keeps
 * every equation, which is an adjustment (adjust/adjust.h) whose sensitive cells are the small
 * leaves with nothing allowed beyond 0 and the base.  What readers are taken to know then is that
 * no figure is further from its value than the largest deviation.
 *
 * Fails if that finds nothing either, or only changes that are no whole units.
 */
#include "tabular/protection/adjust/adjust.h"
#include "tabular/protection/round/round.h"

/* Seconds for it at least: those of the search are over. */
static const double SECONDS = 5;

/* Whether cell i is no total, and smaller than the base. */
static bool is_small(const tacit_system *s, const tacit_leaves *l, const tacit_rounding *r,
                     size_t i)
{
    const tacit_cell *c = &s->cell[i];
    return l->by[i] == s->n_equations && c->status != TACIT_CELL_KEPT && c->value > 0 &&
           c->value < r->base;
}

/* The system with the distances to 0 and to the base as levels of small leaves. */
static tacit_status take_levels(tacit_ctx *cx, const tacit_rounding *r, const tacit_leaves *l,
                                tacit_system *out, tacit_adjusting *a)
{
    const tacit_system *s = r->system;
    double **array[] = { &a->up, &a->down, &a->weight, &a->d };
    *out = *s;
    TACIT_TRY(tacit_scratch(cx, s->n_cells, sizeof *out->cell, &out->cell));
    TACIT_TRY(tacit_scratch(cx, s->n_cells, sizeof *a->cell, &a->cell));
    for (size_t k = 0; k < sizeof array / sizeof array[0]; k++)
        TACIT_TRY(tacit_scratch(cx, s->n_cells, sizeof(double), array[k]));
    for (size_t i = 0; i < s->n_cells; i++) {
        tacit_cell *c = &out->cell[i];
        *c = s->cell[i];
        const bool small = is_small(s, l, r, i), kept = c->status == TACIT_CELL_KEPT;
        c->upper = a->up[i] = small ? r->base - c->value : 0;
        c->lower = a->down[i] = small ? c->value : 0;
        a->weight[i] = 1;
        if (small)
            a->cell[a->n++] = (uint32_t)i;
        else if (!kept)
            a->up[i] = a->down[i] = fmax(fabs(c->value), r->base);
    }
    a->system = out;
    return TACIT_OK;
}

/* Take the changes, if all are whole units, and the largest of them. */
static tacit_status show(tacit_ctx *cx, tacit_system *s, const tacit_adjusting *a, double *largest)
{
    *largest = 0;
    for (size_t i = 0; i < s->n_cells; i++) {
        const tacit_cell *c = &s->cell[i];
        if (fabs(a->d[i] / c->unit - round(a->d[i] / c->unit)) > 1e-6)
            return tacit_fail(cx, TACIT_ERR_DATA,
                              "No table of multiples of the base that adds up was found in the "
                              "time given, nor one in which small counts are; allow more "
                              "'seconds'.");
        *largest = fmax(*largest, fabs(a->d[i]));
    }
    for (size_t i = 0; i < s->n_cells; i++)
        s->cell[i].shown = s->cell[i].value + s->cell[i].unit * round(a->d[i] / s->cell[i].unit);
    return TACIT_OK;
}

tacit_status tacit_round_linked(tacit_ctx *cx, tacit_system *s, const tacit_rounding *r)
{
    const size_t mark = tacit_scratch_mark(cx);
    tacit_leaves leaves = { 0 };
    tacit_system small = { 0 };
    tacit_adjusting a = { .end = tacit_adjusting_now() + SECONDS };
    tacit_adjusted found = { 0 };
    double largest = 0;
    TACIT_TRY(tacit_leaves_find(cx, s, &leaves));
    TACIT_TRY(take_levels(cx, r, &leaves, &small, &a));
    TACIT_TRY(tacit_adjusting_begin(cx, &a));
    TACIT_TRY(tacit_adjusting_search(cx, &a, &found));
    TACIT_TRY(show(cx, s, &a, &largest));
    largest = fmax(largest, r->base - 1);
    for (size_t i = 0; i < s->n_cells; i++) {
        tacit_cell *c = &s->cell[i];
        const double by = c->status == TACIT_CELL_KEPT ? 0 : largest;
        c->low = fmax(c->low >= 0 ? 0 : -HUGE_VAL, c->shown - by);
        c->high = c->shown + by;
    }
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}
