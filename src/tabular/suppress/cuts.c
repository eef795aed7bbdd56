/*
 * cuts.c - a growing list of inequalities, and those that say that an equation that hides one cell
 * hides none.
 *
 * For the cell h of an equation with the largest x_h: x_h <= sum of the other x_j.  The cheapest
 * patterns fulfil it, because a cell that is alone hidden in an equation can be computed and might
 * as well be published.  O(terms).
 */
#include "tabular/suppress/cuts.h"

#include "base/memory.h"

static const double BROKEN = 1e-6;

/* ---- a list ---- */

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

/* ---- of equations ---- */

/* The term of equation `r` with the largest x, and the sum of the others; what is not published
 * anyhow needs no other cell. */
static size_t find_largest(const tacit_system *s, const double *x, size_t r, double *others)
{
    size_t largest = s->first[r];
    double sum = 0;
    for (size_t e = s->first[r]; e < s->first[r + 1]; e++) {
        sum += x[s->term[e].at];
        if (s->cell[s->term[largest].at].status == TACIT_CELL_HIDDEN ||
            (s->cell[s->term[e].at].status != TACIT_CELL_HIDDEN &&
             x[s->term[e].at] > x[s->term[largest].at]))
            largest = e;
    }
    *others = sum - x[s->term[largest].at];
    return largest;
}

static tacit_status add_bridge(tacit_ctx *cx, const tacit_system *s, size_t r, size_t largest,
                               tacit_cuts *out)
{
    const uint32_t h = s->term[largest].at;
    const bool primary = s->cell[h].status == TACIT_CELL_PRIMARY;
    size_t n = 0;
    TACIT_TRY(tacit_cuts_begin(cx, out));
    for (size_t e = s->first[r]; e < s->first[r + 1]; e++)
        if (e != largest && s->cell[s->term[e].at].status != TACIT_CELL_KEPT) {
            TACIT_TRY(tacit_cuts_term(cx, out, s->term[e].at, 1));
            n++;
        }
    if (primary && n == 0)
        return tacit_cuts_fail(cx, s, h);
    if (!primary)
        TACIT_TRY(tacit_cuts_term(cx, out, h, -1));
    tacit_cuts_end(out, primary ? 1 : 0);
    return TACIT_OK;
}

tacit_status tacit_cuts_of_equation(tacit_ctx *cx, const tacit_system *s, const double *x, size_t r,
                                    tacit_cuts *out)
{
    double others = 0;
    if (s->first[r] == s->first[r + 1])
        return TACIT_OK;
    const size_t largest = find_largest(s, x, r, &others);
    return x[s->term[largest].at] > others + BROKEN ? add_bridge(cx, s, r, largest, out) : TACIT_OK;
}

tacit_status tacit_cuts_of_equations(tacit_ctx *cx, const tacit_system *s, const double *x,
                                     tacit_cuts *out)
{
    for (size_t r = 0; r < s->n_equations; r++)
        TACIT_TRY(tacit_cuts_of_equation(cx, s, x, r, out));
    return TACIT_OK;
}
