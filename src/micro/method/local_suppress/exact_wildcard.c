/*
 * exact_wildcard.c - the least cost of local suppression under the wildcard rule.
 *
 * Cells are gone through record by record and blanked or not, as long as the cost stays below
 * the best that is known; each time a cell is blanked, all records are counted anew.  That is
 * for small tables: O(rows^2 * promises * keys) for each step.  If somebody is at risk at least
 * one cell must be blanked, which is the bound when the search does not come to its end.
 *
 * The least cost under this rule is of theoretical interest: k - 1 records without any key
 * match everybody.
 */
#include "micro/method/local_suppress/own.h"

#include <math.h>

/* Most rows, and costs that differ by less are equal. */
enum { MOST_ROWS = 400 };
#define NEAR 1e-9

typedef struct state {
    const tacit_suppress_space *s;
    uint64_t *blank; /* of each row, with what was missing */
    uint64_t *best;
    double least; /* cost of the best */
    uint64_t steps, most;
} state;

static bool matches(const state *w, size_t i, size_t k, uint64_t set)
{
    const tacit_suppress_space *s = w->s;
    const size_t x = s->of_row[i], y = s->of_row[k];
    const uint64_t both = set & ~(w->blank[i] | w->blank[k]);
    for (size_t j = 0; j <= s->keys; j++)
        if ((j == s->keys || (both >> j & 1) != 0) &&
            s->code[j * s->n + x] != s->code[j * s->n + y])
            return false;
    return true;
}

static bool is_safe(const state *w, size_t i, const tacit_promise *p)
{
    uint64_t f = 0;
    for (size_t k = 0; k < w->s->rows && f < p->k; k++)
        f += matches(w, i, k, p->set);
    return f >= p->k || (p->set & ~w->blank[i]) == 0;
}

static bool all_are_safe(const state *w)
{
    for (size_t p = 0; p < w->s->promises; p++)
        for (size_t i = 0; i < w->s->rows; i++)
            if (!is_safe(w, i, &w->s->promise[p]))
                return false;
    return true;
}

/* Blank cells from number `from` on, in all ways that cost less than the best. */
static tacit_status search(tacit_ctx *cx, state *w, size_t from, double cost)
{
    const size_t keys = w->s->keys;
    for (size_t cell = from; cell < w->s->rows * keys && w->steps < w->most; cell++) {
        const size_t i = cell / keys, j = cell % keys;
        const double with = cost + w->s->cost[j];
        if ((w->blank[i] >> j & 1) != 0 || (w->s->all >> j & 1) == 0 || with > w->least - NEAR)
            continue;
        if (++w->steps % 64 == 0)
            TACIT_TRY(tacit_tick(cx, w->steps, w->most));
        w->blank[i] |= UINT64_C(1) << j;
        if (all_are_safe(w)) {
            w->least = with;
            for (size_t k = 0; k < w->s->rows; k++)
                w->best[k] = w->blank[k] & ~w->s->missing[w->s->of_row[k]];
        } else {
            TACIT_TRY(search(cx, w, cell + 1, with));
        }
        w->blank[i] &= ~(UINT64_C(1) << j);
    }
    return TACIT_OK;
}

tacit_status tacit_suppress_exact_wildcard(tacit_ctx *cx, const tacit_suppress_space *s,
                                           uint64_t nodes, tacit_suppression *out)
{
    state w = { .s = s, .best = out->blank, .most = nodes };
    double cheapest = INFINITY;
    for (size_t j = 0; j < s->keys; j++)
        cheapest = (s->all >> j & 1) != 0 ? fmin(cheapest, s->cost[j]) : cheapest;
    for (size_t i = 0; i < s->rows; i++)
        w.least += tacit_suppress_cost(s, out->blank[i]);
    if (s->rows <= MOST_ROWS && w.least > 0.0) {
        TACIT_TRY(tacit_scratch(cx, s->rows, sizeof *w.blank, &w.blank));
        for (size_t i = 0; i < s->rows; i++)
            w.blank[i] = s->missing[s->of_row[i]];
        TACIT_TRY(search(cx, &w, 0, 0.0));
    }
    const bool done = w.least <= 0.0 || (s->rows <= MOST_ROWS && w.steps < w.most);
    out->bound = done ? w.least : cheapest;
    return TACIT_OK;
}
