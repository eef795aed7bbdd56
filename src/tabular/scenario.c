/*
 * scenario.c - what contributors who are alone in hidden cells know besides.
 */
#include "tabular/scenario.h"

#include <math.h>

#include "base/sort.h"

static bool is_before(const void *user, uint32_t a, uint32_t b)
{
    const uint64_t *owner = user;
    return owner[a] <= owner[b];
}

/* The cells of part `p` in which somebody is alone, as a list. */
static size_t list_owned(const tacit_system *s, const tacit_cell_parts *parts, size_t p,
                         uint32_t *cell, uint64_t *owner)
{
    size_t n = 0;
    for (size_t e = parts->first[p]; e < parts->first[p + 1]; e++)
        if (s->owner[parts->cell[e]] != 0) {
            cell[n] = parts->cell[e];
            owner[n++] = s->owner[parts->cell[e]];
        }
    return n;
}

static tacit_status group(tacit_ctx *cx, const uint32_t *cell, const uint64_t *owner, size_t n,
                          tacit_scenarios *out)
{
    uint32_t *order = NULL;
    TACIT_TRY(tacit_sort_by(cx, n, is_before, owner, &order));
    for (size_t k = 0; k < n; k++) {
        out->cell[k] = cell[order[k]];
        if (k == 0 || owner[order[k]] != owner[order[k - 1]])
            out->first[out->n++] = k;
    }
    out->first[out->n] = n;
    return TACIT_OK;
}

tacit_status tacit_scenarios_of(tacit_ctx *cx, const tacit_system *s, const tacit_cell_parts *parts,
                                size_t p, tacit_scenarios *out)
{
    const size_t most = parts->first[p + 1] - parts->first[p];
    uint32_t *cell = NULL;
    uint64_t *owner = NULL;
    *out = (tacit_scenarios){ 0 };
    if (s->owner == NULL || s->changed || s->insiders == TACIT_INSIDERS_NONE)
        return TACIT_OK;
    TACIT_TRY(tacit_scratch(cx, most, sizeof *cell, &cell));
    TACIT_TRY(tacit_scratch(cx, most, sizeof *owner, &owner));
    const size_t n = list_owned(s, parts, p, cell, owner);
    TACIT_TRY(tacit_scratch(cx, n + 1, sizeof *out->first, &out->first));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *out->cell, &out->cell));
    return n == 0 ? TACIT_OK : group(cx, cell, owner, n, out);
}

tacit_reach_levels tacit_scenario_levels(const tacit_system *s, size_t i)
{
    const tacit_cell *c = &s->cell[i];
    const bool whole = s->insiders == TACIT_INSIDERS_LEVELS;
    const double lower = whole ? c->unit * ceil(c->lower / c->unit - 1e-6) : 0;
    const double upper = whole ? c->unit * ceil(c->upper / c->unit - 1e-6) : 0;
    const double sliding = whole ? c->unit * ceil(c->sliding / c->unit - 1e-6) : 0;
    return (tacit_reach_levels){ lower, upper, fmax(sliding, c->unit) };
}

double tacit_scenario_asks(const tacit_system *s, size_t r)
{
    double n = 0;
    for (size_t e = s->first[r]; e < s->first[r + 1]; e++) {
        const uint32_t i = s->term[e].at;
        n += s->cell[i].status == TACIT_CELL_KEPT ? 0 : (double)s->contributors[i];
    }
    return fmin((double)s->together, n);
}

double tacit_scenario_lacks(const tacit_system *s, size_t r, const double *open)
{
    bool sensitive = false;
    double n = 0;
    for (size_t e = s->first[r]; e < s->first[r + 1]; e++) {
        const uint32_t i = s->term[e].at;
        sensitive = sensitive || s->cell[i].status == TACIT_CELL_PRIMARY;
        n += open[i] * (double)s->contributors[i];
    }
    return sensitive ? fmax(tacit_scenario_asks(s, r) - n, 0) : 0;
}
