/*
 * near.c - hidden cells that are few equations away, breadth first, and which of them can move.
 *
 * O(terms of the equations found).
 */
#include "tabular/suppress/proofs.h"

static const uint32_t NOWHERE = UINT32_MAX;

tacit_status tacit_hiding_near_begin(tacit_ctx *cx, const tacit_system *s, tacit_hiding_near *near)
{
    const size_t n = s->n_cells, m = s->n_equations;
    TACIT_TRY(tacit_scratch(cx, TACIT_WIDE + 1, sizeof *near->cell, &near->cell));
    TACIT_TRY(tacit_scratch(cx, TACIT_WIDE + 1, sizeof *near->core, &near->core));
    TACIT_TRY(tacit_scratch(cx, TACIT_WIDE + 1, sizeof *near->peeled, &near->peeled));
    TACIT_TRY(tacit_scratch(cx, TACIT_WIDE + 1, sizeof *near->peeled_row, &near->peeled_row));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *near->place, &near->place));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *near->seen, &near->seen));
    TACIT_TRY(tacit_scratch(cx, m, sizeof *near->row, &near->row));
    TACIT_TRY(tacit_scratch(cx, m, sizeof *near->core_row, &near->core_row));
    TACIT_TRY(tacit_scratch(cx, m, sizeof *near->row_place, &near->row_place));
    TACIT_TRY(tacit_scratch(cx, m, sizeof *near->seen_row, &near->seen_row));
    TACIT_TRY(tacit_scratch(cx, m, sizeof *near->count, &near->count));
    return tacit_scratch(cx, m, sizeof *near->price, &near->price);
}

static void take_cell(tacit_hiding_near *near, uint32_t i)
{
    if (near->seen[i] == near->searches)
        return;
    near->seen[i] = near->searches;
    near->place[i] = 0;
    near->cell[near->n++] = i;
}

/* Take equation `r` and, while there are fewer than `most`, its cells with x > 0. */
static void take_row(tacit_hiding_near *near, const tacit_system *s, const double *x, uint32_t r,
                     size_t most)
{
    if (near->seen_row[r] == near->searches)
        return;
    near->seen_row[r] = near->searches;
    near->row_place[r] = (uint32_t)near->m;
    near->row[near->m++] = r;
    for (size_t e = s->first[r]; e < s->first[r + 1] && near->n < most; e++)
        if (x[s->term[e].at] > 0)
            take_cell(near, s->term[e].at);
}

/* Whether cell `i` was found and is not peeled off. */
static bool is_left(const tacit_hiding_near *near, uint32_t i)
{
    return near->seen[i] == near->searches && near->place[i] != NOWHERE;
}

/* The only cell of equation `r` that is left cannot move. */
static void peel_row(tacit_hiding_near *near, const tacit_system *s, uint32_t r)
{
    size_t e = s->first[r];
    while (!is_left(near, s->term[e].at))
        e++;
    const uint32_t i = s->term[e].at;
    near->peeled[near->n_peeled] = i;
    near->peeled_row[near->n_peeled++] = r;
    near->place[i] = NOWHERE;
    for (size_t t = s->first_of[i]; t < s->first_of[i + 1]; t++)
        near->count[s->in[t].at]--;
}

/* Peel until every equation has no cell left, or more than one. */
static void peel(tacit_hiding_near *near, const tacit_system *s)
{
    near->n_peeled = 0;
    for (size_t i = 0; i < near->m; i++) {
        const uint32_t r = near->row[i];
        near->count[r] = 0;
        for (size_t e = s->first[r]; e < s->first[r + 1]; e++)
            near->count[r] += is_left(near, s->term[e].at);
    }
    for (size_t i = 0; i < near->m; i++)
        if (near->count[near->row[i]] == 1)
            peel_row(near, s, near->row[i]);
    for (size_t c = 0; c < near->n_peeled; c++)
        for (size_t t = s->first_of[near->peeled[c]]; t < s->first_of[near->peeled[c] + 1]; t++)
            if (near->count[s->in[t].at] == 1)
                peel_row(near, s, s->in[t].at);
}

static void gather_core(tacit_hiding_near *near)
{
    near->n_core = near->m_core = 0;
    for (size_t c = 0; c < near->n; c++)
        if (near->place[near->cell[c]] != NOWHERE) {
            near->place[near->cell[c]] = (uint32_t)near->n_core;
            near->core[near->n_core++] = near->cell[c];
        }
    for (size_t i = 0; i < near->m; i++)
        if (near->count[near->row[i]] > 0)
            near->core_row[near->m_core++] = near->row[i];
}

void tacit_hiding_near_find(tacit_hiding_near *near, const tacit_system *s, const double *x,
                            uint32_t k, size_t most)
{
    near->searches++;
    near->n = near->m = 0;
    take_cell(near, k);
    for (size_t c = 0; c < near->n; c++) {
        const uint32_t i = near->cell[c];
        for (size_t t = s->first_of[i]; t < s->first_of[i + 1]; t++)
            take_row(near, s, x, s->in[t].at, most);
    }
    peel(near, s);
    gather_core(near);
}

/* The last that went comes first: the equation for which it went has no part in those after. */
void tacit_hiding_near_prices(tacit_hiding_near *near, const tacit_system *s, uint32_t k,
                              const double *g)
{
    for (size_t i = 0; i < near->m; i++)
        near->price[i] = 0;
    for (size_t i = 0; i < near->m_core; i++)
        near->price[near->row_place[near->core_row[i]]] = g[i];
    for (size_t c = near->n_peeled; c-- > 0;) {
        const uint32_t i = near->peeled[c];
        double d = i == k, weight = 1;
        for (size_t t = s->first_of[i]; t < s->first_of[i + 1]; t++) {
            const tacit_cell_term *in = &s->in[t];
            d -= near->price[near->row_place[in->at]] * (double)in->weight;
            if (in->at == near->peeled_row[c])
                weight = (double)in->weight;
        }
        near->price[near->row_place[near->peeled_row[c]]] += d / weight;
    }
}
