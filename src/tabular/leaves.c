/*
 * leaves.c - the cells of a system that are no totals, and the totals that each counts in.
 *
 * A total that several equations define (the grand total is the sum of the rows' and of the
 * columns' totals) takes the one whose parts stand in the fewest others: so a table with at most
 * one hierarchy becomes a network, in which no cell stands in more than two equations.
 */
#include "tabular/leaves.h"

#include "base/hash.h"

/* The total of equation `r`: the only cell with its sign.  n_cells if weights are not 1 and -1. */
static uint32_t find_total(const tacit_system *s, size_t r)
{
    uint32_t at[2] = { 0, 0 };
    size_t n[2] = { 0, 0 };
    for (size_t e = s->first[r]; e < s->first[r + 1]; e++) {
        const double w = (double)s->term[e].weight;
        if (w * w < 1 || w * w > 1)
            return (uint32_t)s->n_cells;
        at[w > 0] = s->term[e].at;
        n[w > 0]++;
    }
    return n[0] == 1 ? at[0] : n[1] == 1 ? at[1] : (uint32_t)s->n_cells;
}

/* In how many of the chosen equations the parts of `r` stand at most. */
static uint32_t most_used(const tacit_system *s, const uint32_t *used, size_t r, uint32_t total)
{
    uint32_t most = 0;
    for (size_t e = s->first[r]; e < s->first[r + 1]; e++)
        if (s->term[e].at != total && used[s->term[e].at] > most)
            most = used[s->term[e].at];
    return most;
}

static void choose(const tacit_system *s, tacit_leaves *l, uint32_t *used, size_t r)
{
    l->by[l->total[r]] = (uint32_t)r;
    for (size_t e = s->first[r]; e < s->first[r + 1]; e++)
        used[s->term[e].at]++;
}

/* How many equations have `cell` as their total, and the one with the least used parts. */
static size_t definitions(const tacit_system *s, const tacit_leaves *l, const uint32_t *used,
                          uint32_t cell, size_t *best)
{
    size_t n = 0;
    uint32_t least = UINT32_MAX;
    for (size_t e = s->first_of[cell]; e < s->first_of[cell + 1]; e++) {
        const uint32_t r = s->in[e].at;
        if (l->total[r] != cell)
            continue;
        n++;
        const uint32_t most = most_used(s, used, r, cell);
        if (most < least) {
            least = most;
            *best = r;
        }
    }
    return n;
}

/* Totals with one definition first, so that the choice of the others sees them. */
static tacit_status define(tacit_ctx *cx, const tacit_system *s, tacit_leaves *l)
{
    uint32_t *used = NULL;
    TACIT_TRY(tacit_scratch(cx, s->n_cells, sizeof *used, &used));
    for (size_t r = 0; r < s->n_equations; r++)
        l->total[r] = find_total(s, r);
    for (int several = 0; several < 2; several++)
        for (size_t i = 0; i < s->n_cells; i++) {
            size_t best = 0;
            const size_t n = definitions(s, l, used, (uint32_t)i, &best);
            if (several == 0)
                l->by[i] = (uint32_t)s->n_equations;
            if (n > 0 && (n > 1) == (several == 1))
                choose(s, l, used, best);
        }
    return TACIT_OK;
}

/* A walk from a leaf up to all cells that it counts in. */
typedef struct climb {
    const tacit_system *s;
    const tacit_leaves *l;
    uint32_t *stack; /* room for all cells */
} climb;

/* The cells that `leaf` counts in, to `out` unless it is NULL; their number, or 0 if there are
 * more than all: then equations go in circles. */
static size_t climb_from(const climb *c, uint32_t leaf, uint32_t *out)
{
    size_t n = 0, top = 0;
    c->stack[top++] = leaf;
    while (top > 0) {
        const uint32_t i = c->stack[--top];
        if (out != NULL)
            out[n] = i;
        n++;
        for (size_t e = c->s->first_of[i]; e < c->s->first_of[i + 1]; e++) {
            const uint32_t r = c->s->in[e].at, total = c->l->total[r];
            if (total >= c->s->n_cells || total == i || c->l->by[total] != r)
                continue;
            if (n + top >= c->s->n_cells)
                return 0;
            c->stack[top++] = total;
        }
    }
    return n;
}

static tacit_status list_totals(tacit_ctx *cx, const tacit_system *s, tacit_leaves *l)
{
    climb c = { .s = s, .l = l };
    TACIT_TRY(tacit_scratch(cx, s->n_cells, sizeof *c.stack, &c.stack));
    TACIT_TRY(tacit_scratch(cx, l->n + 1, sizeof *l->first, &l->first));
    for (size_t k = 0; k < l->n; k++) {
        const size_t n = climb_from(&c, l->cell[k], NULL);
        l->first[k + 1] = l->first[k] + n;
        l->adds_up = l->adds_up && n > 0;
    }
    TACIT_TRY(tacit_scratch(cx, l->first[l->n], sizeof *l->in, &l->in));
    for (size_t k = 0; l->adds_up && k < l->n; k++)
        climb_from(&c, l->cell[k], l->in + l->first[k]);
    return TACIT_OK;
}

/* Whether all equations hold when leaves are arbitrary whole numbers. */
static tacit_status try_numbers(tacit_ctx *cx, const tacit_system *s, tacit_leaves *l)
{
    int64_t *x = NULL;
    TACIT_TRY(tacit_scratch(cx, s->n_cells, sizeof *x, &x));
    for (size_t k = 0; k < l->n; k++)
        for (size_t e = l->first[k]; e < l->first[k + 1]; e++)
            x[l->in[e]] += (int64_t)(tacit_hash_u64(k) >> 34);
    for (size_t r = 0; r < s->n_equations; r++) {
        int64_t sum = 0;
        for (size_t e = s->first[r]; e < s->first[r + 1]; e++)
            sum += s->term[e].weight > 0 ? x[s->term[e].at] : -x[s->term[e].at];
        l->adds_up = l->adds_up && sum == 0;
    }
    return TACIT_OK;
}

tacit_status tacit_leaves_find(tacit_ctx *cx, const tacit_system *s, tacit_leaves *out)
{
    *out = (tacit_leaves){ .adds_up = true };
    TACIT_TRY(tacit_scratch(cx, s->n_cells, sizeof *out->cell, &out->cell));
    TACIT_TRY(tacit_scratch(cx, s->n_cells, sizeof *out->by, &out->by));
    TACIT_TRY(tacit_scratch(cx, s->n_equations, sizeof *out->total, &out->total));
    TACIT_TRY(define(cx, s, out));
    for (size_t i = 0; i < s->n_cells; i++)
        if (out->by[i] == s->n_equations)
            out->cell[out->n++] = (uint32_t)i;
    for (size_t r = 0; r < s->n_equations; r++)
        out->adds_up = out->adds_up && out->total[r] < s->n_cells;
    if (!out->adds_up)
        return TACIT_OK;
    TACIT_TRY(list_totals(cx, s, out));
    return out->adds_up ? try_numbers(cx, s, out) : TACIT_OK;
}
