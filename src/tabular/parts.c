/*
 * parts.c - the hidden cells of a system, apart from each other where no equation joins them.
 */
#include "tabular/parts.h"

static uint32_t find_root(uint32_t *up, uint32_t i)
{
    while (up[i] != i) {
        up[i] = up[up[i]];
        i = up[i];
    }
    return i;
}

/* Join the hidden cells of each equation; the smaller number stays the root. */
static void join(const tacit_system *s, const double *open, uint32_t *up)
{
    for (size_t r = 0; r < s->n_equations; r++) {
        uint32_t root = UINT32_MAX;
        for (size_t e = s->first[r]; e < s->first[r + 1]; e++) {
            const uint32_t i = s->term[e].at;
            if (!(open[i] > 0))
                continue;
            const uint32_t other = find_root(up, i);
            if (root == UINT32_MAX)
                root = other;
            const uint32_t least = other < root ? other : root;
            up[other] = up[root] = least;
            root = least;
        }
    }
}

/* Number the parts in the order of their first cells. */
static void number(const tacit_system *s, const double *open, uint32_t *up, tacit_cell_parts *out)
{
    for (size_t i = 0; i < s->n_cells; i++)
        if (open[i] > 0 && find_root(up, (uint32_t)i) == i)
            out->part_of[i] = (uint32_t)out->n++;
    for (size_t i = 0; i < s->n_cells; i++)
        out->part_of[i] = open[i] > 0 ? out->part_of[find_root(up, (uint32_t)i)] : (uint32_t)out->n;
}

/* The part of equation `r`, or n if it has no hidden cell. */
static size_t part_of_row(const tacit_system *s, const tacit_cell_parts *p, size_t r)
{
    for (size_t e = s->first[r]; e < s->first[r + 1]; e++)
        if (p->part_of[s->term[e].at] < p->n)
            return p->part_of[s->term[e].at];
    return p->n;
}

/* Put `item` into the list of `part`; lists are filled from behind. */
static void put(size_t *first, uint32_t *list, size_t part, size_t item)
{
    list[--first[part]] = (uint32_t)item;
}

static void gather(const tacit_system *s, tacit_cell_parts *p)
{
    for (size_t i = 0; i < s->n_cells; i++)
        p->first[p->part_of[i]]++;
    for (size_t r = 0; r < s->n_equations; r++)
        p->first_row[part_of_row(s, p, r)]++;
    for (size_t k = 1; k <= p->n; k++) {
        p->first[k] += p->first[k - 1];
        p->first_row[k] += p->first_row[k - 1];
    }
    for (size_t i = s->n_cells; i-- > 0;)
        put(p->first, p->cell, p->part_of[i], i);
    for (size_t r = s->n_equations; r-- > 0;)
        put(p->first_row, p->row, part_of_row(s, p, r), r);
}

tacit_status tacit_parts_find(tacit_ctx *cx, const tacit_system *s, const double *open,
                              tacit_cell_parts *out)
{
    uint32_t *up = NULL;
    *out = (tacit_cell_parts){ 0 };
    TACIT_TRY(tacit_scratch(cx, s->n_cells, sizeof *up, &up));
    TACIT_TRY(tacit_scratch(cx, s->n_cells, sizeof *out->part_of, &out->part_of));
    TACIT_TRY(tacit_scratch(cx, s->n_cells, sizeof *out->cell, &out->cell));
    TACIT_TRY(tacit_scratch(cx, s->n_equations, sizeof *out->row, &out->row));
    for (size_t i = 0; i < s->n_cells; i++)
        up[i] = (uint32_t)i;
    join(s, open, up);
    number(s, open, up, out);
    TACIT_TRY(tacit_scratch(cx, out->n + 2, sizeof *out->first, &out->first));
    TACIT_TRY(tacit_scratch(cx, out->n + 2, sizeof *out->first_row, &out->first_row));
    gather(s, out);
    return TACIT_OK;
}
