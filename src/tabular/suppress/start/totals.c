/*
 * totals.c - which cell of an equation is the sum of the others.
 */
#include "tabular/suppress/start/totals.h"

/* The only cell of equation `r` with its sign. */
static uint32_t total_of(const tacit_system *s, size_t r)
{
    size_t positive = 0, negative = 0, one = s->first[r], other = s->first[r];
    for (size_t e = s->first[r]; e < s->first[r + 1]; e++)
        if (s->term[e].weight > 0) {
            positive++;
            one = e;
        } else {
            negative++;
            other = e;
        }
    if (negative == 1 && positive > 0)
        return s->term[other].at;
    return positive == 1 && negative > 0 ? s->term[one].at : TACIT_NO_TOTAL;
}

static tacit_status list_totals(tacit_ctx *cx, const tacit_system *s, tacit_totals *f)
{
    TACIT_TRY(tacit_scratch(cx, s->n_equations, sizeof *f->total, &f->total));
    TACIT_TRY(tacit_scratch(cx, s->n_equations, sizeof *f->of, &f->of));
    TACIT_TRY(tacit_scratch(cx, s->n_cells + 1, sizeof *f->first_of, &f->first_of));
    for (size_t r = 0; r < s->n_equations; r++) {
        f->total[r] = total_of(s, r);
        if (f->total[r] != TACIT_NO_TOTAL)
            f->first_of[f->total[r]]++;
    }
    for (size_t i = 0; i < s->n_cells; i++)
        f->first_of[i + 1] += f->first_of[i];
    for (size_t r = s->n_equations; r-- > 0;)
        if (f->total[r] != TACIT_NO_TOTAL)
            f->of[--f->first_of[f->total[r]]] = (uint32_t)r;
    return TACIT_OK;
}

/* The total of equation `r` has its place in the order: so do parts that have no other left
 * `above` them. */
static void go_below(const tacit_system *s, size_t r, uint32_t *above, tacit_totals *f)
{
    for (size_t e = s->first[r]; e < s->first[r + 1]; e++)
        if (s->term[e].at != f->total[r] && --above[s->term[e].at] == 0)
            f->order[f->n++] = s->term[e].at;
}

/* Cells, each after all that it is a part of; those in a circle are left out. */
static tacit_status order_cells(tacit_ctx *cx, const tacit_system *s, tacit_totals *f)
{
    uint32_t *above = NULL;
    TACIT_TRY(tacit_scratch(cx, s->n_cells, sizeof *above, &above));
    TACIT_TRY(tacit_scratch(cx, s->n_cells, sizeof *f->order, &f->order));
    for (size_t r = 0; r < s->n_equations; r++)
        for (size_t e = s->first[r]; e < s->first[r + 1]; e++)
            above[s->term[e].at] += f->total[r] != TACIT_NO_TOTAL && s->term[e].at != f->total[r];
    f->n = 0;
    for (size_t i = 0; i < s->n_cells; i++)
        if (above[i] == 0)
            f->order[f->n++] = (uint32_t)i;
    for (size_t c = 0; c < f->n; c++)
        for (size_t q = f->first_of[f->order[c]]; q < f->first_of[f->order[c] + 1]; q++)
            go_below(s, f->of[q], above, f);
    return TACIT_OK;
}

tacit_status tacit_totals_find(tacit_ctx *cx, const tacit_system *s, tacit_totals *out)
{
    TACIT_TRY(list_totals(cx, s, out));
    return order_cells(cx, s, out);
}
