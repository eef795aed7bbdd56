/*
 * cuts.c - a growing list of inequalities.
 */
#include "tabular/suppress/cuts.h"

#include "base/memory.h"

void tacit_cuts_free(tacit_cuts *c)
{
    tacit_free(c->start);
    tacit_free(c->cell);
    tacit_free(c->weight);
    tacit_free(c->least);
    *c = (tacit_cuts){ 0 };
}

/* Room is doubled when `n` is a power of two, so that growing costs O(1) a row. */
static bool is_full(size_t n)
{
    return (n & (n - 1)) == 0;
}

tacit_status tacit_cuts_begin(tacit_ctx *cx, tacit_cuts *c)
{
    if (is_full(c->n)) {
        TACIT_TRY(tacit_grow(cx, 2 * c->n + 2, sizeof *c->start, &c->start));
        TACIT_TRY(tacit_grow(cx, 2 * c->n + 2, sizeof *c->least, &c->least));
    }
    if (c->n == 0)
        c->start[0] = 0;
    c->n_terms = c->start[c->n];
    return TACIT_OK;
}

tacit_status tacit_cuts_term(tacit_ctx *cx, tacit_cuts *c, uint32_t cell, double weight)
{
    if (is_full(c->n_terms)) {
        TACIT_TRY(tacit_grow(cx, 2 * c->n_terms + 2, sizeof *c->cell, &c->cell));
        TACIT_TRY(tacit_grow(cx, 2 * c->n_terms + 2, sizeof *c->weight, &c->weight));
    }
    c->cell[c->n_terms] = cell;
    c->weight[c->n_terms++] = weight;
    return TACIT_OK;
}

void tacit_cuts_end(tacit_cuts *c, double least)
{
    c->least[c->n++] = least;
    c->start[c->n] = c->n_terms;
}

tacit_status tacit_cuts_fail(tacit_ctx *cx, const tacit_system *s, size_t i)
{
    char *name = NULL;
    TACIT_TRY(tacit_system_name(cx, s, i, &name));
    return tacit_fail(cx, TACIT_ERR_DATA,
                      "Nothing protects %s: its levels are wider than its equations and bounds "
                      "allow, whatever else is hidden.",
                      name);
}
